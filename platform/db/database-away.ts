// The meaning of a database error: is the database away, was it only in the way for a moment, or are we at fault? While
// it is away chargers get no answer (D-OCPP-5) and callers of the API 503; our own fault stays an error.
import pg from 'pg'

/** The connection failed, not the statement: whether a statement under way was committed is not known. */
export class DatabaseAway extends Error {
  override readonly name = 'DatabaseAway'
  constructor(cause: unknown) {
    super(`The database is not reachable: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
}

/**
 * Codes of PostgreSQL (appendix A of its manual) that mean "not now, not here": connection exceptions, no memory, disk or
 * connections left, input or output errors of the machine; shutting down, crashed, starting up; and a server that only
 * reads, which an old primary becomes when another takes over. Any refusal to connect is DatabaseAway already.
 */
const AWAY = /^(08...|53...|58...|57P0[1235]|25006)$/
/** Somebody else was in the way, or it took too long: the same may succeed when it is tried again. */
const PASSING = /^(40...|55P03|57014|25P0[34])$/
const DISK_FULL = '53100'

/** The error and what it was caused by, innermost last; a circle ends. */
function* chain(error: unknown): Generator<unknown> {
  let e = error
  for (let depth = 0; e !== undefined && e !== null && depth < 8; depth++) {
    yield e
    e = (e as { cause?: unknown }).cause
  }
}
const codeOf = (error: unknown): string => (error instanceof pg.DatabaseError ? (error.code ?? '') : '')
const any = (error: unknown, fits: (e: unknown) => boolean): boolean => [...chain(error)].some(fits)

/** True when the database cannot be reached or cannot work at all at the moment. */
export const isDatabaseAway = (error: unknown): boolean =>
  any(error, e => e instanceof DatabaseAway || AWAY.test(codeOf(e)))

/**
 * True when a connection's prepared statement is of no use any more: the server has dropped it, or a migration changed
 * its result. Nothing was done; a new connection prepares the statement anew.
 */
export const isStalePlan = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === '26000' || error.routine === 'RevalidateCachedQuery')

/** True when the same may succeed later without any change: the database is away, or something stood in the way. */
export const isPassing = (error: unknown): boolean =>
  any(error, e => e instanceof DatabaseAway || AWAY.test(codeOf(e)) || PASSING.test(codeOf(e)) || isStalePlan(e))

/** True when two transactions stood in each other's way. */
export const isConflict = (error: unknown): boolean => any(error, e => /^40/.test(codeOf(e)))

/** True when somebody else was first with the same: looked at again, it is there. */
export const isDuplicate = (error: unknown): boolean => any(error, e => codeOf(e) === '23505')

/** True when the server only reads, and the statement was to write: it has done nothing. */
export const isReadOnly = (error: unknown): boolean => any(error, e => codeOf(e) === '25006')

/** True when the database had no room on its disk. */
export const isDiskFull = (error: unknown): boolean => any(error, e => codeOf(e) === DISK_FULL)

/** True when a statement took longer than it may (statement_timeout). */
export const isTooSlow = (error: unknown): boolean => any(error, e => codeOf(e) === '57014')
