// Ends changes of keys whose answer was lost because the node that waited for it stopped. When the charger has connected again,
// the product reads the key and ends the task by the value (S-CONFIG). A task of a charger that stays away ends as a timeout.
import { announceTask } from '#control/remote-operations/task.commands.ts'
import { type LostTask, lostTasks, markEnded, type StoredTask } from '#control/remote-operations/task.store.ts'
import { withoutSecrets } from '#control/remote-operations/without-secrets.rules.ts'
import type { Services } from '#office/installation/services.ts'
import { act } from '#platform/audit/act.ts'
import type { Trx } from '#platform/db/db.ts'
import { keepAnswer, keepAttempt } from './charger-config.commands.ts'
import { type LostChange, lostChangeOf, lostEndingOf, sameKey, unknownIn } from './charger-config.rules.ts'
import { maxKeysOf, toldFor } from './charger-config.store.ts'
import { askByName } from './read-config.commands.ts'

const MOST = 500
const AT_ONCE = 20
const TIMEOUT_MS = 10_000

type Lost = LostChange & { task: LostTask }
/** Asks the chargers that are back for the keys whose changes were lost; returns how many tasks have ended. */
export async function endLostChanges(services: Services): Promise<number> {
  const lost = (await lostTasks(services.db, 'ChangeConfiguration', MOST)).flatMap((task): Lost[] => {
    const change = lostChangeOf(task.parameters)
    return change ? [{ ...change, task }] : []
  })
  const left = Map.groupBy(lost, l => l.task.chargepointPk).values()
  let ended = 0
  const lane = async () => {
    for (const of of left)
      ended += await endThose(services, of).catch(error => {
        services.log.warn({ err: error, chargepointPk: of[0]?.task.chargepointPk }, 'A lost change is not ended')
        return 0
      })
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  return ended
}

/** Ends the lost changes of one charger; without an answer they are looked at again the next time. */
async function endThose(services: Services, lost: readonly Lost[]): Promise<number> {
  const [first] = lost
  if (!first) return 0
  const { chargepointPk: pk, node } = first.task
  const ask = (key?: string[]) =>
    services.bus.command(node, {
      chargepointPk: pk,
      action: 'GetConfiguration',
      payload: key ? { key } : {},
      taskId: undefined,
      timeoutMs: TIMEOUT_MS,
    })
  const names = [...new Map(lost.map(l => [sameKey(l.key), l.key])).values()]
  const answer = await askByName({ pk, ask, secrets: [] }, names, await maxKeysOf(services.db, pk))
  if (!answer) return 0
  const at = services.now()
  return act(services, async (trx, then) => {
    await keepAnswer(trx, pk, answer, { at, isWhole: false })
    const unknown = unknownIn(answer)
    let ended = 0
    for (const { task, key, value } of lost) {
      const told = await toldFor(trx, { pk, key: sameKey(key), value: withoutSecrets(value), at })
      const { ending, outcome } = lostEndingOf(told, unknown.includes(sameKey(key)))
      const t = await markEnded(trx, task.taskId, ending, at)
      if (!t) continue
      ended++
      await keepAttempt(trx, attemptOf(task, key, value), outcome, at)
      then(() => announceTask(services, t, at))
    }
    return ended
  })
}

/** Notes that nobody knows whether the charger took a change, so that its key is read when the charger has connected again. */
export async function keepLostChange(trx: Trx, task: StoredTask, at: Date): Promise<void> {
  const change = task.operation === 'ChangeConfiguration' ? lostChangeOf(task.parameters) : undefined
  if (change) await keepAttempt(trx, attemptOf(task, change.key, change.value), { kind: 'timeout', sent: true }, at)
}

const attemptOf = (t: StoredTask, key: string, value: string) => ({
  pk: t.chargepointPk,
  key,
  value,
  setBy: t.createdBy,
  setAt: t.createdAt,
})
