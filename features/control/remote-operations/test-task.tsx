// A task as the server sends it, for tests of components that follow tasks.
import type { Task } from './remote-operation.contract.ts'

export const testTask = (over: Partial<Task> = {}, row: Partial<Task['result'][number]> = {}): Task => ({
  taskId: 't-1',
  operation: 'Reset',
  status: 'COMPLETED',
  state: 'done',
  startTime: '2026-01-01T00:00:00.000Z',
  sentTime: '2026-01-01T00:00:00.100Z',
  endTime: '2026-01-01T00:00:01.000Z',
  effect: null,
  progress: [],
  told: null,
  result: [
    { id: 't-1', charge_box_id: 'CP-5', response: 'Accepted', error: null, details: { status: 'Accepted' }, ...row },
  ],
  ...over,
})
/** Its step before the end. */
export const pendingTask = (state: 'queued' | 'sent'): Task =>
  testTask(
    { status: 'PENDING', state, endTime: null, ...(state === 'queued' && { sentTime: null }) },
    { response: null, details: null },
  )
