// The pace of a charger: what an hour brings while it is up, by its revenue of the last four weeks. Losses of chargers that are
// down are estimated by it, for Needs attention and for alerts alike (S-ATTENTION, ALERT-04).
import { hourMs } from '@wattdesk/base/time'

/** The revenue of a charger over the time it was up. */
export type Pace = { revenuePaise: number; upMs: number; workedOutAt: Date }

/** Days back that a pace looks at. */
export const PACE_DAYS = 28
/** The revenue of a charger that was up for less is no basis for an estimate. */
export const ENOUGH_MS = 24 * hourMs

/** Paise an hour of the time up; undefined where there was no revenue, or too little time. */
export const hourlyPaise = ({ revenuePaise, upMs }: Pick<Pace, 'revenuePaise' | 'upMs'>): number | undefined =>
  revenuePaise > 0 && upMs >= ENOUGH_MS ? (revenuePaise * hourMs) / upMs : undefined
