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

/** Does a deed to alerts of the scope, all or none; returns how many changed. */
function toAlerts(
  services: Services,
  { who, by, scope }: Caller,
  ids: readonly number[],
  deed: Omit<Parameters<typeof store.doDeed>[2], 'userId' | 'at'>,
  after: Values,
): Promise<{ changed: number }> {
  return act(services, async (trx, then) => {
    const at = services.now()
    if ((await store.hold(trx, scope, ids)) < ids.length) noneSuch()
    const isLost = deed.assigneeId != null && !(await isAssignable(trx, scope.teamId, deed.assigneeId))
    if (isLost) fail(422, 'User not found', { userId: 'This user has no role on the team' })
    const done = await store.doDeed(trx, ids, { ...deed, userId: who.userId, at })
    for (const { alertId, teamId, name } of done) {
      const entry = { action: 'update', feature: 'Alert', recordId: alertId, teamId }
      await audit.write(trx, by, { ...entry, after: { alert: name, ...after } })
    }
    then(() => tellAlerts(services, done, at))
    return { changed: done.length }
  })
}
const isAssignable = async (...asked: Parameters<typeof store.assignable>): Promise<boolean> =>
  (await store.assignable(...asked)) !== undefined

export const acknowledge = (services: Services, caller: Caller, { ids }: Ids) =>
  toAlerts(services, caller, ids, { what: 'acknowledged', note: null }, { state: 'Acknowledged' })
export const assign = (services: Services, caller: Caller, { ids, userId }: Ids & { userId: number | null }) =>
  toAlerts(services, caller, ids, { what: 'assigned', note: null, assigneeId: userId }, { assignee: userId })
export const comment = (services: Services, caller: Caller, { ids, note }: Ids & { note: string }) =>
  toAlerts(services, caller, ids, { what: 'commented', note }, { note })
export const close = (services: Services, caller: Caller, { ids, note }: Ids & { note: string }) =>
  toAlerts(services, caller, ids, { what: 'closed', note }, { state: 'Closed', note })
