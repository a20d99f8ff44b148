// Money is whole paise in bigint, rates are parts per million (1 % = 10 000 ppm). Nothing here rounds but `round`,
// and nothing computes in floating point: JSON carries rupees with two decimals, read and written digit by digit.
export type Paise = bigint

/** Parts per million as they are stored and carried: a whole number, 18 % = 180 000. */
export type Ppm = number

export const million = 1_000_000n

/**
 * R(a, n, d) = a·n/d rounded half up, away from zero for negatives.
 * @param d must be positive
 * @example round(5n, 1n, 2n) // 3n, and -3n for -5n
 */
export const round = (a: bigint, n: bigint, d: bigint): bigint => {
  const product = a * n
  const size = (2n * (product < 0n ? -product : product) + d) / (2n * d)
  return product < 0n ? -size : size
}

/**
 * The part `ppm` of an amount: R(amount, ppm, 10⁶).
 * @returns whole paise, rounded half up
 * @example share(25_913n, 180_000) // 18 % of ₹259.13 is 4_664n
 */
export const share = (amountPaise: Paise, ppm: Ppm | bigint): Paise => round(amountPaise, BigInt(ppm), million)

const fixed = /^([+-]?)(\d+)(?:\.(\d+))?$/

/** Decimal text times 10^places, exact; undefined when it is no plain decimal or has more places. */
const scaled = (value: number | string, places: number): bigint | undefined => {
  const [, sign, whole, part = ''] = fixed.exec(String(value).trim()) ?? []
  if (whole === undefined || part.length > places) return undefined
  const size = BigInt(whole + part.padEnd(places, '0'))
  return sign === '-' ? -size : size
}

const unscaled = (value: bigint, places: number): string => {
  const digits = (value < 0n ? -value : value).toString().padStart(places + 1, '0')
  return `${value < 0n ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`
}

/** Whether a number or text is an amount in rupees with at most two decimals. */
export const isRupees = (value: number | string): boolean => scaled(value, 2) !== undefined

/**
 * Rupees to paise, exact.
 * @throws RangeError for more than two decimals, and for anything that is no plain decimal
 * @example paiseFromRupees('259.13') // 25_913n
 */
export const paiseFromRupees = (rupees: number | string): Paise => {
  const paise = scaled(rupees, 2)
  if (paise === undefined) throw new RangeError(`not an amount in rupees with at most two decimals: ${rupees}`)
  return paise
}

/** Paise as decimal text in rupees, always two decimals: 123456n is '1234.56'. */
export const rupeesText = (paise: Paise): string => unscaled(paise, 2)

/** Paise as the number JSON carries: rupees, at most two decimals. Exact up to 90 trillion rupees. */
export const rupeesFromPaise = (paise: Paise): number => Number(rupeesText(paise))

const rupeeFormat = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR', signDisplay: 'negative' })

/** ₹1,23,456.78 from paise (bigint) or from rupees as JSON carries them (number). */
export const formatRupees = (amount: Paise | number): string =>
  rupeeFormat.format(typeof amount === 'bigint' ? (rupeesText(amount) as `${number}`) : amount)

/**
 * Per cent to ppm, exact.
 * @throws RangeError for more than four decimals, and for anything that is no plain decimal
 * @example ppmFromPercent(2.36) // 23_600
 */
export const ppmFromPercent = (percent: number | string): Ppm => {
  const ppm = scaled(percent, 4)
  if (ppm === undefined) throw new RangeError(`not a percentage with at most four decimals: ${percent}`)
  return Number(ppm)
}

/** Ppm to per cent: 23 600 is 2.36. */
export const percentFromPpm = (ppm: Ppm | bigint): number => Number(unscaled(BigInt(ppm), 4))
