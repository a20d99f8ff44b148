// The lines and facts of a bill in the short form in which they are stored: values without the names and words that each
// bill repeats. The functions bill_lines and bill_facts of the database give the lines and facts back (migration 0103).

/** What a line of each kind says beside its figures. The places are the numbers in the short form: only ever added to. */
const KINDS = [
  ['energy', 'Energy', 'Wh', 'kWh'],
  ['time', 'Time', 's', 'hour'],
  ['fixedFeeStarting', 'Start fee', 'once', 'once'],
  ['fixedFeeCharging', 'Charging fee', 'once', 'once'],
  ['minuteFeeCharging', 'Charging minutes', 's', 'minute'],
  ['idealFeeFullyCharged', 'Idle minutes', 's', 'minute'],
  ['noPrice', 'No price', 's', 'hour'],
  ['notCharged', 'Not charged', 'once', 'once'],
] as const
/** How the register was known at a border. */
const MARKS = ['measured', 'interpolated', 'without samples'] as const

type Packed = readonly (number | Packed)[]
export type PackedBill = {
  /** For each line: number of the kind, quantity, rate and amount in paise, then the slots. */
  lines: Packed
  /**
   * 1 where both states are the same, else 0; seconds; idle seconds; dropped samples; paise not charged; for each piece:
   * slot, second of its begin, Wh, seconds, idle seconds, charging seconds; for each border: second, register, number of
   * the mark.
   */
  facts: Packed
}

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value) && !Object.is(value, -0)
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The values of a record by these keys, whole numbers all; undefined where there are other keys or values. */
function numbersOf(record: Record<string, unknown>, keys: readonly string[], others: number): number[] | undefined {
  const values = keys.map(key => record[key])
  return Object.keys(record).length === keys.length + others && values.every(isWhole) ? values : undefined
}
/** All of them, or undefined where one is. */
const allOf = <T>(values: readonly (T | undefined)[]): T[] | undefined =>
  values.includes(undefined) ? undefined : (values as T[])
const eachOf = <T>(list: unknown, of: (record: Record<string, unknown>) => T | undefined): T[] | undefined =>
  Array.isArray(list) ? allOf(list.map(x => (isRecord(x) ? of(x) : undefined))) : undefined

/** Whole seconds since 1970 of a time as a Date or as its JSON text. */
function secondOf(at: unknown): number | undefined {
  const time = at instanceof Date ? at : new Date(String(at))
  const second = time.getTime() / 1000
  // Later years have another text.
  if (!isWhole(second) || second < 0 || second > 253_402_300_799) return undefined
  return at instanceof Date || time.toISOString() === at ? second : undefined
}

function packedLine(line: Record<string, unknown>): Packed | undefined {
  const kind = KINDS.findIndex(
    ([name, label, unit, rateUnit]) =>
      line.kind === name && line.label === label && line.unit === unit && line.rateUnit === rateUnit,
  )
  const figures = numbersOf(line, ['quantity', 'ratePaise', 'amountPaise'], 5)
  const { slots } = line
  return kind >= 0 && figures && Array.isArray(slots) && slots.every(isWhole) ? [kind, ...figures, ...slots] : undefined
}
function packedPiece(piece: Record<string, unknown>): Packed | undefined {
  const figures = numbersOf(piece, ['slot', 'energyWh', 'seconds', 'idleSeconds', 'chargingSeconds'], 1)
  const second = secondOf(piece.fromAt)
  if (!figures || second === undefined) return undefined
  const [slot = 0, ...rest] = figures
  return [slot, second, ...rest]
}
function packedBorder(border: Record<string, unknown>): Packed | undefined {
  const figures = numbersOf(border, ['registerWh'], 2)
  const second = secondOf(border.at)
  const mark = MARKS.indexOf(border.mark as (typeof MARKS)[number])
  return figures && second !== undefined && mark >= 0 ? [second, ...figures, mark] : undefined
}
function packedFacts(facts: unknown): Packed | undefined {
  if (!isRecord(facts) || typeof facts.insideState !== 'boolean') return undefined
  const figures = numbersOf(facts, ['seconds', 'idleSeconds', 'droppedSamples', 'notChargedPaise'], 3)
  const pieces = eachOf(facts.pieces, packedPiece)
  const borders = eachOf(facts.borders, packedBorder)
  return figures && pieces && borders ? [facts.insideState ? 1 : 0, ...figures, pieces, borders] : undefined
}

/**
 * The short form of the lines and facts of a bill; null where it would not give back every key and value, as of bills whose
 * facts are those of an earlier version. These are stored whole.
 */
export function packedBill(lines: unknown, facts: unknown): PackedBill | null {
  const short = eachOf(lines, packedLine)
  const shortFacts = packedFacts(facts)
  return short && shortFacts ? { lines: short, facts: shortFacts } : null
}
