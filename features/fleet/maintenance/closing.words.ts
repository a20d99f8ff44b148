// When planned maintenance keeps drivers from starting a session, and what they read then (MAINT-02): the one rule for
// messages of chargers, remote starts, reservations and scan and pay.
import { USUAL_DRIVER_TEXT } from './maintenance.words.ts'

/** The time of a planned maintenance at a charger, ms since 1970; `text`: the operator's words for drivers. */
export type Closing = { from: number; to: number; text: string | null }

/** The maintenance that runs at a moment; undefined where none does. */
export const closingAt = <C extends Closing>(closings: readonly C[], at: Date): C | undefined =>
  closings.find(c => c.from <= at.getTime() && at.getTime() < c.to)

/** The first maintenance that begins before `until` and is not over `now`. */
export const closingBefore = <C extends Closing>(closings: readonly C[], now: Date, until: Date): C | undefined =>
  closings.find(c => c.to > now.getTime() && c.from < until.getTime())

export const driverText = ({ text }: Pick<Closing, 'text'>): string => text ?? USUAL_DRIVER_TEXT
