// The sums of a trial: for the site, and for each charge point.
import { type LoadTrial, MOST_ROWS } from './load-trial.contract.ts'
import type { Outcome, TrialSession } from './load-trial.rules.ts'

/** `beforeWh`: the energy that the session really got. `driver`: the tag where the driver is unknown. */
export type Tried = TrialSession & {
  chargepointId: string
  chargepointName: string
  driver: string
  beforeWh: number
}
type Sum = { sessions: number; beforeWh: number; afterWh: number; delayed: number; delayMs: number }
const none = (): Sum => ({ sessions: 0, beforeWh: 0, afterWh: 0, delayed: 0, delayMs: 0 })
const MINUTE_MS = 60_000

const shown = (s: Sum) => ({
  sessions: s.sessions,
  before: Math.round(s.beforeWh) / 1000,
  after: Math.round(s.afterWh) / 1000,
  difference: (Math.round(s.afterWh) - Math.round(s.beforeWh)) / 1000,
  delayed: s.delayed,
  minutes: Math.round(s.delayMs / MINUTE_MS),
})

export class LoadTally {
  private readonly all = none()
  private readonly drivers = new Set<string>()
  private readonly chargers = new Map<number, Sum & { session: Tried }>()
  private longestMs = 0

  add({ session, afterWh, delayMs }: Outcome<Tried>): void {
    const of = this.chargers.get(session.pk) ?? { ...none(), session }
    this.chargers.set(session.pk, of)
    const isDelayed = delayMs >= MINUTE_MS
    for (const sum of [this.all, of]) {
      sum.sessions += 1
      sum.beforeWh += session.beforeWh
      sum.afterWh += Math.min(session.beforeWh, afterWh)
      if (!isDelayed) continue
      sum.delayed += 1
      sum.delayMs += delayMs
    }
    this.drivers.add(session.driver)
    this.longestMs = Math.max(this.longestMs, delayMs)
  }

  get sessions(): number {
    return this.all.sessions
  }

  /** Charge points by what their cars lost, then by how long they were behind. */
  reply(month: string, leftOut: LoadTrial['leftOut']): LoadTrial {
    const lost = (s: Sum) => s.beforeWh - s.afterWh
    const rows = [...this.chargers.values()].sort(
      (a, b) =>
        lost(b) - lost(a) || b.delayMs - a.delayMs || a.session.chargepointId.localeCompare(b.session.chargepointId),
    )
    return {
      month,
      ...shown(this.all),
      drivers: this.drivers.size,
      longest: this.all.delayed > 0 ? Math.round(this.longestMs / MINUTE_MS) : 0,
      leftOut,
      chargers: rows.length,
      rows: rows.slice(0, MOST_ROWS).map(r => ({
        chargepoint_pk: r.session.pk,
        chargepoint_id: r.session.chargepointId,
        chargepoint_name: r.session.chargepointName,
        ...shown(r),
      })),
    }
  }
}
