// Certificates of chargers are renewed before they end: the charger is asked, by an operation like any other, to make a new key and
// a signing request (security white paper, A02; OCPP 2.0.1, A02). Once a day at most, until it has a newer one.
import { randomUUID } from 'node:crypto'
import { plainRequest } from '#control/remote-operations/operation-request.commands.ts'
import { extendedTriggerMessage } from '#control/remote-operations/operations/triggers.contract.ts'
import { announceTask, runTask } from '#control/remote-operations/task.commands.ts'
import * as tasks from '#control/remote-operations/task.store.ts'
import type { Services } from '#office/installation/services.ts'
import { act } from '#platform/audit/act.ts'
import * as audit from '#platform/audit/audit-log.ts'
import * as store from './charger-certificate.store.ts'

const DAY_MS = 86_400_000
/** A certificate that ends within so many days is to be renewed. */
export const RENEWED_BEFORE_DAYS = 30
/** A little less than a day, so that the hour of the question does not move. */
const EVERY_MS = DAY_MS - 3_600_000
const AT_ONCE = 50
const BY_PRODUCT = 'Charger certificates'

/** Asks connected chargers whose certificate ends soon; returns how many were asked. */
export async function renewCertificates(services: Services): Promise<number> {
  const at = services.now()
  const when = {
    endsBefore: new Date(at.getTime() + RENEWED_BEFORE_DAYS * DAY_MS),
    askedBefore: new Date(at.getTime() - EVERY_MS),
  }
  let count = 0
  // Who was asked is no longer due. A round in which none was asked is the last: another node asks the same chargers.
  for (;;) {
    const due = await store.dueForRenewal(services.db, when, AT_ONCE)
    const asked = (await Promise.all(due.map(c => ask(services, c, at)))).filter(Boolean).length
    count += asked
    if (due.length < AT_ONCE || asked === 0) return count
  }
}

async function ask(services: Services, c: store.EndingCertificate, at: Date): Promise<boolean> {
  const taskId = randomUUID()
  const o = {
    chargerId: c.chargepointId,
    remoteOperationType: extendedTriggerMessage.name,
    parameters: { requestedMessage: 'SignChargePointCertificate' },
  } as const
  const isAsked = await act(services, async (trx, then) => {
    if (!(await store.claimRenewal(trx, c, at))) return false
    const { chargepointId, companyId, teamId, chargepointPk: pk } = c
    const task = await tasks.add(trx, {
      taskId,
      companyId,
      teamId,
      pk,
      chargepointId,
      operation: o.remoteOperationType,
      parameters: o.parameters,
      createdBy: null,
      createdAt: at,
    })
    await audit.write(trx, audit.byProduct(BY_PRODUCT), {
      action: o.remoteOperationType,
      feature: 'ChargerPoint',
      recordId: pk,
      teamId,
      after: { taskId, ...o.parameters, expiresAt: c.expiresAt.toISOString() },
    })
    then(() => announceTask(services, task, at))
    return true
  })
  if (isAsked)
    await runTask(services, { node: c.node, chargepointPk: c.chargepointPk, request: plainRequest(o) }, o, taskId)
  return isAsked
}
