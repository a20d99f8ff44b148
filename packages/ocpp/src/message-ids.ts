// Ids for our own calls: at most 36 characters (§4.1.4) and never the same twice, also over reconnects and restarts
// (errata 2025-04, 3.7), since each process draws a prefix of its own.

/** A counter behind a random prefix; one for the whole process will do. */
export const messageIds = (prefix = crypto.randomUUID().replaceAll('-', '').slice(0, 20)): (() => string) => {
  let count = 0
  return () => `${prefix}-${(count++).toString(36)}`
}
