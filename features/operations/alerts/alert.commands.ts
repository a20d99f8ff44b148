// What people do with alerts: acknowledge, assign, comment, close; one or many, in one transaction with their entries in the
// audit log (ALERT-05).
import { fail } from '@wattdesk/wire/route'
import type { Services } from '#office/installation/services.ts'
import { act, type Caller } from '#platform/audit/act.ts'
import * as audit from '#platform/audit/audit-log.ts'
import type { Values } from '#platform/audit/values.ts'
import type { Trx } from '#platform/db/db.ts'
import * as store from './alert.store.ts'
import { tellAlerts } from './alert-tell.commands.ts'

type Ids = { ids: readonly number[] }
const noneSuch = () => fail(404, 'Alert not found')

type Deed = Omit<Parameters<typeof store.doDeed>[2], 'userId' | 'at'>
/** What the audit log tells of the alert before and after. */
type Told = { action: string; before?: (a: store.HeldAlert) => Values; after: Values }
type Done = { deed: Deed; told: Told }

/** Does a deed to alerts of the scope, all or none; returns how many changed. `what`: from the alerts, which are held. */
function toAlerts(
  services: Services,
  { who, by, scope }: Caller,
  ids: readonly number[],
  what: (trx: Trx, held: readonly store.HeldAlert[]) => Done | Promise<Done>,
): Promise<{ changed: number }> {
  return act(services, async (trx, then) => {
    const at = services.now()
    const held = new Map((await store.holdAlerts(trx, scope, ids)).map(a => [a.alertId, a]))
    if (held.size < ids.length) noneSuch()
    const { deed, told } = await what(trx, [...held.values()])
    const { action, before, after } = told
    const done = await store.doDeed(trx, ids, { ...deed, userId: who.userId, at })
    const entries = done.map(({ alertId, teamId, name }) => {
      const was = held.get(alertId)
      // Rules are records of the same feature, with numbers of their own.
      const entry = { action, feature: 'Alert', recordId: `alert-${alertId}`, teamId }
      return { ...entry, ...(was && before && { before: before(was) }), after: { alert: name, ...after } }
    })
    await audit.writeMany(trx, by, entries)
    then(() => tellAlerts(services, done, at))
    return { changed: done.length }
  })
}

const stateOf = ({ state }: store.HeldAlert): Values => ({ state })

export const acknowledge = (services: Services, caller: Caller, { ids }: Ids) =>
  toAlerts(services, caller, ids, () => ({
    deed: { what: 'acknowledged', note: null },
    told: { action: 'update', before: stateOf, after: { state: 'Acknowledged' } },
  }))

/** The name of the assignee, who must see all of the alerts. */
async function assigneeOf(trx: Trx, teamId: number, userId: number, held: readonly store.HeldAlert[]): Promise<string> {
  const found = await store.assignable(trx, { teamId, userId, teams: [...new Set(held.map(a => a.teamId))] })
  if (!found) return fail(422, 'User not found', { userId: 'This user has no role on the team' })
  if (!found.isSeeing) fail(422, NOT_SEEING, { userId: NOT_SEEING })
  return found.username
}
const NOT_SEEING = 'This user may not see the alerts of the team'
export const assign = (services: Services, caller: Caller, { ids, userId }: Ids & { userId: number | null }) =>
  toAlerts(services, caller, ids, async (trx, held) => {
    const name = userId === null ? null : await assigneeOf(trx, caller.scope.teamId, userId, held)
    return {
      deed: { what: 'assigned', note: `To ${name ?? 'nobody'}`, assigneeId: userId },
      told: { action: 'update', before: a => ({ assignee: a.assignee }), after: { assignee: name } },
    }
  })
export const comment = (services: Services, caller: Caller, { ids, note }: Ids & { note: string }) =>
  toAlerts(services, caller, ids, () => ({
    deed: { what: 'commented', note },
    told: { action: 'comment', after: { note } },
  }))
export const close = (services: Services, caller: Caller, { ids, note }: Ids & { note: string }) =>
  toAlerts(services, caller, ids, () => ({
    deed: { what: 'closed', note },
    told: { action: 'update', before: stateOf, after: { state: 'Closed', note } },
  }))
