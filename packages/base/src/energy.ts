// Energy is whole Wh wherever it is kept; kWh appear only where a person or a reply reads them.

/** Wh to kWh. */
export const kwhFromWh = (energyWh: number): number => energyWh / 1000

/**
 * Returns the energy of a session in Wh: the stop register, or the current one while stop is not positive, less the
 * start register; never below 0.
 */
export const energyConsumedWh = (registers: {
  start: number
  stop?: number | null | undefined
  current?: number | null | undefined
}): number => {
  const { start, stop, current } = registers
  const end = stop !== null && stop !== undefined && stop > 0 ? stop : (current ?? start)
  return Math.max(0, end - start)
}

const grouped = (digits: number): Intl.NumberFormat =>
  new Intl.NumberFormat('en-IN', { minimumFractionDigits: digits, maximumFractionDigits: digits })
const formats = [grouped(0), grouped(1), grouped(2), grouped(3)] as const

/** Wh as '12.200 kWh'; `digits` after the point, 3 where money hangs on it. */
export const formatKwh = (energyWh: number, digits: 0 | 1 | 2 | 3 = 3): string =>
  `${formats[digits].format(kwhFromWh(energyWh))} kWh`

/** Watt as '7.40 kW'; nothing known is 'N/A'. */
export const formatKw = (powerWatt: number | null | undefined, digits: 0 | 1 | 2 | 3 = 2): string =>
  powerWatt === null || powerWatt === undefined ? 'N/A' : `${formats[digits].format(powerWatt / 1000)} kW`
