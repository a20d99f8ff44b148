// The number of a task, by which a station of OCPP 2.0.1 names the operation in its later messages: remoteStartId, requestId.

/** Ids of tasks are random and longer than the 31 bits of such a number: their first bits are the number. */
export const taskNumberOf = (taskId: string): number => Number.parseInt(taskId.slice(0, 8), 16) & 0x7fff_ffff
