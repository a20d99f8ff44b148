// Sends an operation from any screen; its task is followed to its end.
import { call } from '@wattdesk/wire/call'
import { followTask } from './followed.actions.ts'
import type { GivenOperation } from './operations/operations.contract.ts'
import { runOperation } from './remote-operation.contract.ts'

/**
 * Sends an operation and follows its task. The reply only says that the operation was taken: its task says how the
 * operation went (D-OPS-4). Throws as `call` does when the server refused the operation.
 */
export async function sendOperation(teamId: number, operation: GivenOperation, label: string): Promise<string> {
  const { taskId } = await call(runOperation, { query: { teamId }, body: operation })
  followTask({ taskId, charger: operation.chargerId, label })
  return taskId
}
