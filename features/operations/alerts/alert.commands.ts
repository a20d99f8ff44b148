// What people do with alerts: acknowledge, assign, comment, close; one or many, in one transaction with their entries in the
// audit log (ALERT-05).
import { fail } from '@wattdesk/wire/route'
import type { Services } from '#office/installation/services.ts'
import { act, type Caller } from '#platform/audit/act.ts'
import * as audit from '#platform/audit/audit-log.ts'
import type { Values } from '#platform/audit/values.ts'
import * as store from './alert.store.ts'
import { tellAlerts } from './alert-tell.commands.ts'

type Ids = { ids: readonly number[] }
const noneSuch = () => fail(404, 'Alert not found')

type Deed = Omit<Parameters<typeof store.doDeed>[2], 'userId' | 'at'>
/** What the audit log tells of the alert before and after. */
type Told = { action: string; before?: (a: store.HeldAlert) => Values; after: Values }

/** Does a deed to alerts of the scope, all or none; returns how many changed. */
function toAlerts(
  services: Services,
  { who, by, scope }: Caller,
  ids: readonly number[],
  deed: Deed,
  { action, before, after }: Told,
): Promise<{ changed: number }> {
  return act(services, async (trx, then) => {
    const at = services.now()
    const held = new Map((await store.holdAlerts(trx, scope, ids)).map(a => [a.alertId, a]))
    if (held.size < ids.length) noneSuch()
    const isLost = deed.assigneeId != null && !(await isAssignable(trx, scope.teamId, deed.assigneeId))
    if (isLost) fail(422, 'User not found', { userId: 'This user has no role on the team' })
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
const isAssignable = async (...asked: Parameters<typeof store.assignable>): Promise<boolean> =>
  (await store.assignable(...asked)) !== undefined

const stateOf = ({ state }: store.HeldAlert): Values => ({ state })

export const acknowledge = (services: Services, caller: Caller, { ids }: Ids) =>
  toAlerts(
    services,
    caller,
    ids,
    { what: 'acknowledged', note: null },
    { action: 'update', before: stateOf, after: { state: 'Acknowledged' } },
  )
export const assign = (services: Services, caller: Caller, { ids, userId }: Ids & { userId: number | null }) =>
  toAlerts(
    services,
    caller,
    ids,
    { what: 'assigned', note: null, assigneeId: userId },
    { action: 'update', before: a => ({ assignee: a.assigneeId }), after: { assignee: userId } },
  )
export const comment = (services: Services, caller: Caller, { ids, note }: Ids & { note: string }) =>
  toAlerts(services, caller, ids, { what: 'commented', note }, { action: 'comment', after: { note } })
export const close = (services: Services, caller: Caller, { ids, note }: Ids & { note: string }) =>
  toAlerts(
    services,
    caller,
    ids,
    { what: 'closed', note },
    { action: 'update', before: stateOf, after: { state: 'Closed', note } },
  )
