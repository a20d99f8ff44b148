// A remote operation on its way: handed to the node that owns the socket, marked when it has gone out, ended with the
// answer. Every step is kept and shown live.
import type { CallOutcome } from '@wattdesk/ocpp/own-calls'
import { redact } from '@wattdesk/ocpp/redact'
import { hashKey } from '../../server/charger-key.ts'
import type { House } from '../../server/house.ts'
import type { LiveEventOf } from '../events/event.contract.ts'
import * as chargerKeys from './charger-key.store.ts'
import type { RemoteOperation } from './remote-operation.contract.ts'
import { ANSWER_MS, type Ending, endingOf, keyParts, newKeyIn, requestOf } from './remote-operation.rules.ts'
import { markEnded, markSent, type StoredTask, type Target, wasSent } from './task.store.ts'

export const taskEvent = (t: StoredTask, at: Date): LiveEventOf<'task'> => ({
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

/** Tells whoever watches how the task stands. */
export const announceTask = (house: House, t: StoredTask, at = house.now()): void =>
  house.bus.publish({ companyId: t.companyId, event: taskEvent(t, at) })

/** Marks a task as sent, behind the message itself, which must not wait for it. */
export function taskSent(house: House, taskId: string): void {
  const at = house.now()
  markSent(house.db, taskId, at).then(
    t => {
      if (t) announceTask(house, t, at)
    },
    error => house.log.error({ err: error, taskId }, 'A task could not be marked as sent'),
  )
}

/** What is kept of the parameters: values of keys and passwords are blacked out (D-LOG-4). */
export function keptParameters(o: RemoteOperation): object {
  if (o.remoteOperationType !== 'ChangeConfiguration') return o.parameters
  const { payload } = requestOf(o)
  const kept = JSON.parse(redact(JSON.stringify(payload))) as { value: string }
  return { ...o.parameters, customConfValue: kept.value }
}

const withoutSecrets = (details: unknown): unknown => JSON.parse(redact(JSON.stringify(details ?? null)))

/** Ends a task; undefined when it had ended before. */
export async function endTask(house: House, taskId: string, ending: Ending): Promise<StoredTask | undefined> {
  const at = house.now()
  const details = withoutSecrets(ending.details)
  const t = await markEnded(house.db, taskId, { ...ending, details }, at)
  if (t) announceTask(house, t, at)
  return t
}

/** Sends the operation and ends its task with what comes back. Waits for the charger, so nobody should wait for it. */
export async function runTask(
  house: House,
  { node, chargepointPk }: Pick<Target, 'node' | 'chargepointPk'>,
  o: RemoteOperation,
  taskId: string,
): Promise<StoredTask | undefined> {
  const send = (action: string, payload: unknown): Promise<CallOutcome> =>
    node === null
      ? Promise.resolve({ kind: 'closed' })
      : house.bus.command(node, { chargepointPk, action, payload, taskId, timeoutMs: ANSWER_MS })
  const keys = o.remoteOperationType === 'GetConfiguration' ? (o.parameters.keys ?? []) : []
  const { action, payload } = requestOf(o)
  const outcome = await (keys.length > 1 ? getConfiguration(send, keys) : send(action, payload))
  const ending = endingOf(outcome, outcome.kind === 'closed' && (await wasSent(house.db, taskId)))
  const key = newKeyIn(o)
  // From now on the charger signs in with the new key; forgetting it would lock the charger out (D-OCPP-9).
  if (key !== undefined && ending.error === null)
    await chargerKeys.save(house.db, chargepointPk, hashKey(Buffer.from(key)))
  return endTask(house, taskId, ending)
}

type Send = (action: string, payload: unknown) => Promise<CallOutcome>
type Configuration = { configurationKey?: { key: string; value?: string }[]; unknownKey?: string[] }

/** Reads many keys, no more at once than the charger says it answers (§9.1.7 GetConfigurationMaxKeys). */
async function getConfiguration(send: Send, keys: readonly string[]): Promise<CallOutcome> {
  const ask = 'GetConfigurationMaxKeys'
  const first = await send('GetConfiguration', { key: [ask] })
  if (first.kind !== 'result') return first
  const most = Number((first.payload as Configuration).configurationKey?.find(k => k.key === ask)?.value)
  const whole: Required<Configuration> = { configurationKey: [], unknownKey: [] }
  for (const key of keyParts(keys, Number.isInteger(most) ? most : undefined)) {
    const part = await send('GetConfiguration', { key })
    if (part.kind !== 'result') return part
    const { configurationKey = [], unknownKey = [] } = part.payload as Configuration
    whole.configurationKey.push(...configurationKey)
    whole.unknownKey.push(...unknownKey)
  }
  return { ...first, payload: whole } as CallOutcome
}
