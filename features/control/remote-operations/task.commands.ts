// The life of a task: handed to the node with the charger's socket, marked as sent, ended with the charger's answer.

import type { LiveEventOf } from '@wattdesk/base/live-event'
import type { Services } from '#office/installation/services.ts'
import { type AfterCommit, act } from '#platform/audit/act.ts'
import type { Trx } from '#platform/db/db.ts'
import { traced } from '#platform/telemetry/traces.ts'
import type { Ask, Request } from './operation-request.commands.ts'
import { keyParts, secretsOf } from './operation-request.rules.ts'
import * as configuration from './operations/configuration.contract.ts'
import { wireOf } from './operations/operation.contract.ts'
import { operationOf, type RemoteOperation } from './operations/operations.contract.ts'
import { ANSWER_MS, endingOf, type Outcome, TELL_MS } from './remote-operation.rules.ts'
import { keepRequest, markEnded, markSent, type StoredTask } from './task.store.ts'
import { withoutSecrets } from './without-secrets.rules.ts'

const taskEvent = (t: StoredTask, at: Date): LiveEventOf<'task'> => ({
  type: 'task',
  at: at.toISOString(),
  teamId: t.teamId,
  taskId: t.taskId,
  chargepoint_id: t.chargepointId,
  operation: t.operation,
  state: t.state,
  response: t.response,
  error: t.error,
})

/** Tells all watching browsers how the task stands. */
export const announceTask = (services: Services, task: StoredTask, at = services.now()): void =>
  traced(
    'event task',
    () => ({ 'wattdesk.task': task.taskId, 'wattdesk.state': task.state }),
    () => services.bus.publish({ companyId: task.companyId, event: taskEvent(task, at) }),
  )

/** Marks a task as sent, after the message itself, which must not wait for the mark. */
export function taskSent(services: Services, taskId: string): void {
  const at = services.now()
  markSent(services.db, taskId, at).then(
    t => {
      if (t?.state === 'sent') announceTask(services, t, at)
    },
    error => services.log.error({ err: error, taskId }, 'A task could not be marked as sent'),
  )
}

export type Run = {
  chargepointPk: number
  /** The node that holds the charger's socket; null where no node does. */
  node: string | null
  request: Request
  /** Changes that the outcome brings to other records; committed together with the end of the task. */
  settle?: ((trx: Trx, outcome: Outcome, at: Date, then: AfterCommit) => Promise<void>) | undefined
  /** Called with the task once it has ended. */
  onEnded?: (t: StoredTask) => void
}

/**
 * Sends the operation and ends its task with the outcome. Waits for the charger, so no caller should wait for it. Never
 * rejects: a task that could not be ended is ended by the sweep as a timeout, since nobody knows what the charger did.
 */
export async function runTask(services: Services, run: Run, operation: RemoteOperation, taskId: string): Promise<void> {
  const { remoteOperationType: name, chargerId } = operation
  const facts = () => ({ 'wattdesk.task': taskId, 'wattdesk.chargepoint': chargerId, 'wattdesk.node': services.node })
  try {
    await traced(`task ${name}`, facts, async () => {
      const outcome = await outcomeOf(services, run, operation, taskId)
      const end = () => endTask(services, run, operation, taskId, outcome)
      const ended = await traced('end of the task', () => ({ 'wattdesk.outcome': outcome.kind }), end)
      if (ended) run.onEnded?.(ended)
    })
  } catch (error) {
    services.log.error({ err: error, taskId, operation: operation.remoteOperationType }, 'A remote operation failed')
  }
}

async function outcomeOf(services: Services, run: Run, o: RemoteOperation, taskId: string): Promise<Outcome> {
  const { node, chargepointPk } = run
  const sender =
    (marked: string | undefined): Ask =>
    async (action, payload) =>
      node === null
        ? { kind: 'closed', sent: false }
        : services.bus.command(node, { chargepointPk, action, payload, taskId: marked, timeoutMs: ANSWER_MS })
  const send = sender(taskId)
  const names = operationOf(o.remoteOperationType).keysInParts?.(o.parameters) ?? []
  const { action, asks, complete, lastLook } = run.request
  let { payload } = run.request
  if (asks || complete) {
    const from = services.now().getTime()
    // The questions before the request do not count as sent.
    const ask = sender(undefined)
    const unfit = asks && (await unfitFor(ask, asks))
    if (unfit) return unfit
    const completed = await complete?.(ask, payload)
    if (completed && !completed.ok) return completed.error
    // Sent any later, the operation could go out after its task was given up.
    if (services.now().getTime() - from > TELL_MS) return { kind: 'unfit', text: NOT_TOLD }
    if (completed) {
      payload = completed.value
      await keepRequest(services.db, taskId, payload)
    }
  }
  const unfit = await lastLook?.()
  if (unfit !== undefined) return { kind: 'unfit', text: unfit }
  return names.length > 1 ? getConfiguration(send, names) : send(action, payload)
}

/**
 * Asks the charger for its limits; returns an outcome where nothing may be sent. A charger that refuses to answer is
 * sent the request all the same, and refuses by itself a request beyond its limits.
 */
async function unfitFor(ask: Ask, { keys, refusal }: NonNullable<Request['asks']>): Promise<Outcome | undefined> {
  const answer = await getConfiguration(ask, keys)
  if (answer.kind === 'error') return undefined
  if (answer.kind === 'busy' || (answer.kind === 'closed' && !answer.sent)) return answer
  if (answer.kind !== 'result') return { kind: 'unfit', text: NOT_TOLD }
  const { configurationKey = [] } = answer.payload as Configuration
  const text = refusal(new Map(configurationKey.map(k => [k.key.toLowerCase(), k.value ?? ''])))
  return text === undefined ? undefined : { kind: 'unfit', text }
}
export const NOT_TOLD = 'The charge point did not say in time what it takes, so nothing was sent'

/** Ends a task with the outcome; undefined when the task had ended before. */
function endTask(
  services: Services,
  { settle }: Run,
  o: RemoteOperation,
  taskId: string,
  outcome: Outcome,
): Promise<StoredTask | undefined> {
  const at = services.now()
  return act(services, async (trx, then) => {
    const t = await markEnded(trx, taskId, withoutSecrets(endingOf(outcome), secretsOf(o)), at)
    if (t) then(() => announceTask(services, t, at))
    await settle?.(trx, outcome, at, then)
    return t
  })
}

type Configuration = { configurationKey?: { key: string; value?: string }[]; unknownKey?: string[] }

/** Reads many keys, no more at once than the charger answers (OCPP 1.6 §9.1.7 GetConfigurationMaxKeys). */
export async function getConfiguration(send: Ask, names: readonly string[]): Promise<Outcome> {
  const ask = 'GetConfigurationMaxKeys'
  const { action } = wireOf(configuration.getConfiguration)
  const first = await send(action, { key: [ask] })
  if (first.kind !== 'result') return first
  const most = Number((first.payload as Configuration).configurationKey?.find(k => k.key === ask)?.value)
  const whole: Required<Configuration> = { configurationKey: [], unknownKey: [] }
  for (const key of keyParts(names, Number.isInteger(most) ? most : undefined)) {
    const part = await send(action, { key })
    if (part.kind !== 'result') return part
    const { configurationKey = [], unknownKey = [] } = part.payload as Configuration
    whole.configurationKey.push(...configurationKey)
    whole.unknownKey.push(...unknownKey)
  }
  return { kind: 'result', payload: whole }
}
