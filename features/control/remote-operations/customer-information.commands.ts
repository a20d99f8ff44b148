// What a station has told of a customer is read, and deleted, by a person: both with an entry of the audit log that says who did
// it, and never what the text is.
import { fail, found } from '@wattdesk/wire/route'
import type { Services } from '#office/installation/services.ts'
import type { Scope } from '#platform/access/scope.ts'
import { act, type Caller } from '#platform/audit/act.ts'
import * as audit from '#platform/audit/audit-log.ts'
import type { Trx } from '#platform/db/db.ts'
import type { CustomerText } from './customer-information.contract.ts'
import { announceTask } from './task.commands.ts'
import { get, type StoredTask } from './task.store.ts'
import { customerText, partsAskedFor, toldOf } from './told-parts.rules.ts'
import { partsOf, removeContent } from './told-parts.store.ts'
import { isPersonal } from './told-parts.words.ts'

const NOTHING = 'The charge point has told nothing of a customer'
type Place = { chargerId: string; taskId: string }

async function personalTask(trx: Trx, scope: Scope, { chargerId, taskId }: Place): Promise<StoredTask> {
  const task = found(await get(trx, scope, chargerId, taskId), 'Task not found')
  const message = partsAskedFor(task)
  return message !== undefined && isPersonal(message) ? task : fail(404, NOTHING)
}
const entryOf = (action: string, t: StoredTask) => ({
  action,
  feature: 'ChargerPoint' as const,
  recordId: t.chargepointPk,
  teamId: t.teamId,
})

/** Returns the text; 404 for other tasks, 409 where nothing has come or it was deleted. */
export const readCustomerText = (services: Services, { scope, by }: Caller, place: Place): Promise<CustomerText> =>
  act(services, async trx => {
    const task = await personalTask(trx, scope, place)
    const parts = await partsOf(trx, task.taskId, true)
    if (!parts.some(p => p.hasContent)) fail(409, parts.some(p => p.removedAt) ? 'The text was deleted' : NOTHING)
    await audit.write(trx, by, { ...entryOf('read-customer-information', task), after: { taskId: task.taskId } })
    const { state } = toldOf('NotifyCustomerInformation', parts, { askedAt: task.createdAt, now: services.now() })
    return { text: customerText(parts), isWhole: state === 'whole' }
  })

/** Deletes the text for good; parts that come later are not kept either. */
export const deleteCustomerText = (services: Services, { scope, by }: Caller, place: Place): Promise<void> =>
  act(services, async (trx, then) => {
    const task = await personalTask(trx, scope, place)
    if (!(await removeContent(trx, task.taskId, services.now()))) fail(409, NOTHING)
    await audit.write(trx, by, { ...entryOf('delete-customer-information', task), before: { taskId: task.taskId } })
    then(() => announceTask(services, task))
  })
