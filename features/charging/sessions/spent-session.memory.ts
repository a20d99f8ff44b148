// A session that has used up its hold or payment is stopped (M-2.8): by RemoteStop, as a task that everybody sees.
// Energy delivered until the charger has stopped is charged to nobody.
import { randomUUID } from 'node:crypto'
import { plainRequest } from '#control/remote-operations/operation-request.commands.ts'
import { announceTask, runTask } from '#control/remote-operations/task.commands.ts'
import * as tasks from '#control/remote-operations/task.store.ts'
import type { Station } from '#fleet/stations/station.memory.ts'
import type { Services } from '#office/installation/services.ts'
import { act } from '#platform/audit/act.ts'
import * as audit from '#platform/audit/audit-log.ts'

/** A charger that refused, or did not answer, is asked again with a reading that comes after this. */
const AGAIN_MS = 60_000
const BY_PRODUCT = 'Stop at the end of the balance'
const operation = 'RemoteStop'

/**
 * Asks chargers on this node to stop sessions that have nothing left. Told of a session with each of its readings; after a
 * restart the next reading asks again. Never rejects.
 */
export function spentSessions(services: Services) {
  const asked = new Map<number, number>()
  async function stop(s: Station, transactionId: number): Promise<void> {
    const { pk, id, companyId, teamId } = s.charger
    const at = services.now()
    const taskId = randomUUID()
    const o = { chargerId: id, remoteOperationType: operation, parameters: { transactionId } } as const
    const isActive = await act(services, async (trx, then) => {
      if (!(await tasks.isActive(trx, pk, transactionId))) return false
      const task = await tasks.add(trx, {
        taskId,
        companyId,
        teamId,
        pk,
        chargepointId: id,
        operation,
        parameters: o.parameters,
        createdBy: null,
        createdAt: at,
      })
      await audit.write(trx, audit.byProduct(BY_PRODUCT), {
        action: operation,
        feature: 'ChargerPoint',
        recordId: pk,
        teamId,
        after: { taskId, transactionId },
      })
      then(() => announceTask(services, task, at))
      return true
    })
    if (isActive)
      await runTask(services, { node: services.node, chargepointPk: pk, request: plainRequest(o) }, o, taskId)
  }
  return {
    /** The session has used up what was kept back for it. */
    spent: (s: Station, transactionId: number): void => {
      const now = services.now().getTime()
      if (now - (asked.get(transactionId) ?? Number.NEGATIVE_INFINITY) < AGAIN_MS) return
      // Those of long ago have ended: what is asked of them no longer matters.
      for (const [known, at] of asked) if (now - at >= AGAIN_MS) asked.delete(known)
      asked.set(transactionId, now)
      stop(s, transactionId).catch((error: unknown) => {
        asked.delete(transactionId)
        services.log.error({ err: error, transactionId }, 'A session that has nothing left could not be stopped')
      })
    },
  }
}
