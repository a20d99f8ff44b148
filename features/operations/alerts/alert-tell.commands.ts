// Tells browsers that alerts of a team have changed.
import type { Services } from '#office/installation/services.ts'

type Changed = { companyId: number; teamId: number }

/** One event for each team: a list reads itself anew, whatever has changed of it. */
export function tellAlerts({ bus }: Pick<Services, 'bus'>, changed: readonly Changed[], at: Date): void {
  if (!bus.isHeard()) return
  const teams = new Map(changed.map(c => [c.teamId, c]))
  for (const { companyId, teamId } of teams.values()) {
    const count = changed.filter(c => c.teamId === teamId).length
    bus.publish({ companyId, event: { type: 'alert', at: at.toISOString(), teamId, count } })
  }
}
