// How much energy can have come through a connector in a time.

/** Where nothing is known of a connector's power: the most that any delivers. */
const MOST_W = 400_000

/** The most that can have come through, in Wh; a tenth and a minute of grace, for no meter and no clock is exact. */
export const energyLimitWh = (seconds: number, maxPowerW: number | null): number =>
  Math.floor(((maxPowerW ?? MOST_W) * 1.1 * (Math.max(0, seconds) + 60)) / 3600)

/** Whether this much energy can have come through. */
export const isDeliverable = (energyWh: number, seconds: number, maxPowerW: number | null): boolean =>
  energyWh <= energyLimitWh(seconds, maxPowerW)
