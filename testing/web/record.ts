// Records for the tests of screens.
import type { RecordFields, Shown } from '@wattdesk/base/record'

/** A record of which nothing is known, so that a test names only the fields that it is about. */
export const emptyRecord = <F extends RecordFields>(fields: F): Shown<F> =>
  Object.fromEntries(Object.keys(fields).map(name => [name, null])) as unknown as Shown<F>
