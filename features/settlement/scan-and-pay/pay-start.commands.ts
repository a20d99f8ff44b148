// A paid session begins: a tag is made for it, and the charger is asked to start, by a task that operators see. The
// charger's answer is stored together with the end of the task.
import { randomUUID } from 'node:crypto'
import { sendRefusal } from '#control/remote-operations/operation-admission.rules.ts'
import { plainRequest } from '#control/remote-operations/operation-request.commands.ts'
import { fateOf } from '#control/remote-operations/remote-operation.rules.ts'
import { announceTask, runTask } from '#control/remote-operations/task.commands.ts'
import * as tasks from '#control/remote-operations/task.store.ts'
import { createSessionTag, textOf } from '#fleet/tags/session-tag.store.ts'
import type { Services } from '#office/installation/services.ts'
import type { AfterCommit } from '#platform/audit/act.ts'
import * as audit from '#platform/audit/audit-log.ts'
import type { Trx } from '#platform/db/db.ts'
import { closeUnbegun } from './pay-close.commands.ts'
import * as places from './pay-place.store.ts'
import * as store from './pay-session.store.ts'

const BY_PRODUCT = 'Scan and pay'
const START = 'RemoteStart'
const STOP = 'RemoteStop'

/**
 * Begins a locked, paid session on a locked, free connector. `expiresAt`: the session is closed if no car is plugged in
 * by then.
 */
export async function begin(
  services: Services,
  trx: Trx,
  then: AfterCommit,
  session: store.PaySession,
  { expiresAt, at }: { expiresAt: Date; at: Date },
): Promise<store.PaySession> {
  const tag = await createSessionTag(trx, { teamId: session.teamId, chargepointPk: session.chargepointPk, expiresAt })
  const values = { state: 'starting' as const, ocppTagPk: tag.pk, expiresAt }
  return askToStart(services, trx, then, await store.change(trx, session, values, at), at)
}

/**
 * Asks the charger to start a locked session. Where the car must be plugged in first, the charger is asked after that;
 * a session that cannot be started is closed.
 */
export async function askToStart(
  services: Services,
  trx: Trx,
  then: AfterCommit,
  session: store.PaySession,
  at: Date,
): Promise<store.PaySession> {
  const c = await places.forStart(trx, session, at)
  const idTag = session.ocppTagPk === null ? '' : await textOf(trx, session.ocppTagPk)
  const { chargepointId, chargepointPk, connectorId } = session
  const o = { chargerId: chargepointId, remoteOperationType: START, parameters: { connectorId, idTag } } as const
  if (!c || c.byHand || c.isPlanned || sendRefusal(o, c)) {
    const why = !c ? 'gone' : c.isPlanned ? 'planned' : 'refused'
    return closeUnbegun(services, trx, then, session, { state: 'refused', why, at })
  }
  if (c.preparingState && c.status !== 'Preparing') return session
  const taskId = await keepTask(services, trx, then, session, c, { operation: START, parameters: o.parameters, at })
  const settle = async (t: Trx, outcome: Parameters<typeof fateOf>[0], endedAt: Date, after: AfterCommit) => {
    if (fateOf(outcome) === 'taken') return
    const now = await store.lockPaySession(t, session.paySessionId)
    if (now?.state === 'starting' && now.taskId === taskId)
      await closeUnbegun(services, t, after, now, { state: 'refused', why: 'refused', at: endedAt })
  }
  then(() => void runTask(services, { node: c.node, chargepointPk, request: plainRequest(o), settle }, o, taskId))
  return store.change(trx, session, { taskId }, at)
}

/**
 * Asks the charger to stop a locked session; false where the charger cannot be asked now. The charger is asked once,
 * and again only where it has refused or has not answered in time.
 */
export async function askToStop(
  services: Services,
  trx: Trx,
  then: AfterCommit,
  session: store.PaySession,
  at: Date,
): Promise<boolean> {
  const { chargepointId, chargepointPk, transactionId } = session
  const c = await places.forStart(trx, session, at)
  if (transactionId === null || !(await tasks.isActive(trx, chargepointPk, transactionId))) return true
  if (await tasks.isStopping(trx, chargepointPk, transactionId)) return true
  const o = { chargerId: chargepointId, remoteOperationType: STOP, parameters: { transactionId } } as const
  if (!c || sendRefusal(o, c)) return false
  const taskId = await keepTask(services, trx, then, session, c, { operation: STOP, parameters: o.parameters, at })
  then(() => void runTask(services, { node: c.node, chargepointPk, request: plainRequest(o) }, o, taskId))
  return true
}

async function keepTask(
  services: Services,
  trx: Trx,
  then: AfterCommit,
  s: store.PaySession,
  { companyId, teamId }: places.ForStart,
  t: { operation: string; parameters: object; at: Date },
): Promise<string> {
  const { operation, parameters, at } = t
  const { chargepointPk: pk, chargepointId } = s
  const taskId = randomUUID()
  const of = { companyId, teamId, pk, chargepointId, operation, parameters, createdBy: null, createdAt: at }
  const task = await tasks.add(trx, { taskId, ...of })
  const entry = { action: operation, feature: 'ChargerPoint', recordId: pk, teamId, after: { taskId, ...parameters } }
  await audit.write(trx, audit.byProduct(BY_PRODUCT), entry)
  then(() => announceTask(services, task, at))
  return taskId
}
