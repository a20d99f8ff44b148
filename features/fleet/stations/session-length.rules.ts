// How long a session lasts: one rule for every place that shows or bills the length of a session.
/** Whole seconds since 1970, the unit of time in which sessions are billed. */
export const secondOf = (at: Date): number => Math.floor(at.getTime() / 1000)

type Moment = Date | string
const secondAt = (at: Moment): number => secondOf(at instanceof Date ? at : new Date(at))

/**
 * The whole seconds of the clock from the start of a session to its stop, or to now while the session runs: a bill counts them
 * so, and they are the difference of the two times as papers and files show them (D-OCPP-6).
 */
export const sessionSeconds = (startedAt: Moment, until: Moment): number =>
  Math.max(0, secondAt(until) - secondAt(startedAt))

/** Seconds as '1 h 05 min 20 s'; leading parts that are nothing are left out. */
export function secondsText(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const two = (n: number) => String(n).padStart(2, '0')
  if (h > 0) return `${h} h ${two(m)} min ${two(s)} s`
  return m > 0 ? `${m} min ${two(s)} s` : `${s} s`
}
