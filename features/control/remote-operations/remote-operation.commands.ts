// An operator sends an operation to a charge point: the operation is checked, stored as a task with its audit entry in
// one transaction, announced, and handed to the node that holds the charger's socket. The operator does not wait for
// the charger (D-OPS-1).
import { randomUUID } from 'node:crypto'
import { masked } from '@wattdesk/base/secret'
import { fail, found } from '@wattdesk/wire/route'
import type { Services } from '#office/installation/services.ts'
import { everywhere, type Scope } from '#platform/access/scope.ts'
import { type AfterCommit, act, type Caller } from '#platform/audit/act.ts'
import * as audit from '#platform/audit/audit-log.ts'
import type { Trx } from '#platform/db/db.ts'
import { prepareAccess } from './access-change.commands.ts'
import { readCertificates } from './certificate.crypto.ts'
import { certificateProblem, certificatesIn } from './certificate.rules.ts'
import { admissible, sendRefusal } from './operation-admission.rules.ts'
import { parameters } from './operation-body.contract.ts'
import { lookUp } from './operation-lookups.commands.ts'
import { requestFor, type Writers } from './operation-request.commands.ts'
import { needsFullAccess, secretsOf } from './operation-request.rules.ts'
import type { ChargerStanding, Refusal } from './operations/operation.contract.ts'
import type { RemoteOperation } from './operations/operations.contract.ts'
import { announceTask, type Run, runTask } from './task.commands.ts'
import * as tasks from './task.store.ts'
import { keptParameters } from './without-secrets.rules.ts'

export const NO_CHARGER = 'Charge point not found'

/**
 * Sends an operation to one charge point within the caller's scope. 404 outside of it; 403 where full access is needed;
 * 409 and 422 where the operation cannot be carried out. `writers` write the requests made of stored records; `onEnded`
 * is called with the task once it has ended.
 */
export async function sendOperation(
  services: Services,
  caller: Caller,
  operation: RemoteOperation,
  ways: Ways,
): Promise<string> {
  const full = needsFullAccess(operation) ? await everywhere(services.db, caller.who, 'ChargerPoint.full') : undefined
  const { task, run } = await act(services, (trx, then) =>
    prepare(services, trx, then, caller, operation, { full, ...ways }),
  )
  if (task.endedAt === null) void runTask(services, run, operation, task.taskId)
  return task.taskId
}

type Ways = { writers: Writers; onEnded: (t: tasks.StoredTask) => void }
/**
 * Checks an operation and stores its task, in the transaction of the caller, who runs it after the commit. `full`:
 * where the caller must have full access.
 */
export async function prepare(
  services: Services,
  trx: Trx,
  then: AfterCommit,
  { who, by, scope }: Caller,
  operation: RemoteOperation,
  { full, writers, onEnded }: Ways & { full?: Scope | undefined },
): Promise<{ task: tasks.StoredTask; run: Run }> {
  const at = services.now()
  const target = found(await tasks.target(trx, scope, operation.chargerId), NO_CHARGER)
  if (full) demandFullAccess(target, full)
  const profile = target.securityProfile ?? services.ocppSecurity
  await demandAdmissible(
    trx,
    operation,
    { ...target, profile },
    {
      at,
      zone: services.timeZone,
      leastPaise: services.leastBalancePaise,
    },
  )
  const taskId = randomUUID()
  const made = await requestFor(trx, writers, operation, { who, target, at, taskId })
  const request = made.ok ? made.value : refuse(made.error)
  const asked = masked(parameters[operation.remoteOperationType], operation.parameters) as object
  const kept = request.kept ? { ...asked, request: request.kept } : asked
  const added = await tasks.add(trx, {
    taskId,
    companyId: target.companyId,
    teamId: target.teamId,
    pk: target.chargepointPk,
    chargepointId: target.chargepointId,
    operation: operation.remoteOperationType,
    // An address may hold a password, data of a vendor may hold anything.
    parameters: keptParameters(kept, secretsOf(operation)),
    createdBy: who.userId,
    createdAt: at,
  })
  await audit.write(trx, by, {
    action: operation.remoteOperationType,
    feature: 'ChargerPoint',
    recordId: target.chargepointPk,
    teamId: target.teamId,
    after: { taskId: added.taskId, ...(added.parameters as object) },
  })
  const error = sendRefusal(operation, target)
  const ended = error && (await tasks.markEnded(trx, added.taskId, { ...FAILED, error }, at))
  const task = ended || added
  then(() => announceTask(services, task, at))
  const { node, chargepointPk } = target
  const access = ended ? undefined : await prepareAccess(trx, operation, { target, by, profile }, at)
  const settle: Run['settle'] = async (end, outcome, endedAt, after) => {
    await access?.(end, outcome, endedAt, after)
    await writers.ended?.(end, operation, { target, userId: who.userId, at }, outcome, endedAt)
  }
  return { task, run: { node, chargepointPk, request, settle, onEnded } }
}

const FAILED = { state: 'failed', response: null, details: null } as const

function demandFullAccess(t: tasks.Target, full: Scope): void {
  if (full.kind === 'teams' && !full.teams.includes(t.teamId)) fail(403, 'Not Authorized')
}

async function demandAdmissible(
  trx: Trx,
  o: RemoteOperation,
  target: tasks.Target & ChargerStanding,
  { at, zone, leastPaise }: { at: Date; zone: string; leastPaise: number },
): Promise<void> {
  const admitted = admissible(o, target, at, zone)
  if (!admitted.ok) refuse(admitted.error)
  const sent = certificatesIn(o)
  const problem = sent && certificateProblem(readCertificates(sent.pem), sent.most, at)
  if (problem) refuse({ status: 422, field: sent.field, text: problem })
  const refusal = await lookUp(trx, o, target.chargepointPk, { at, leastPaise })
  if (refusal) refuse(refusal)
}

const refuse = ({ status, field, text }: Refusal): never =>
  fail(status, text, field === undefined ? undefined : { [`parameters.${field}`]: text })
