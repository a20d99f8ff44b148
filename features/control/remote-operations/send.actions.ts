// Sending an operation from anywhere: its task is followed to its end.
import { call } from '@wattdesk/wire/call'
import type { z } from 'zod'
import { followTask } from './followed.actions.ts'
import type { RemoteOperation } from './operation-body.contract.ts'
import { runOperation } from './remote-operation.contract.ts'

/**
 * Sends an operation and follows its task. That it was sent is no success: how it went, its task says (D-OPS-4).
 * Throws as `call` does when the server did not take it.
 */
export async function sendOperation(
  teamId: number,
  operation: z.input<typeof RemoteOperation>,
  label: string,
): Promise<string> {
  const { taskId } = await call(runOperation, { query: { teamId }, body: operation })
  followTask({ taskId, charger: operation.chargerId, label })
  return taskId
}
