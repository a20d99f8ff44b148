// Records for the tests of screens.
import type { RecordFields, ShownRecord } from '@wattdesk/base/record'

/** A record of which nothing is known, so that a test names only the fields that it is about. */
export const emptyRecord = <F extends RecordFields>(fields: F): ShownRecord<F> =>
  Object.fromEntries(Object.keys(fields).map(name => [name, null])) as unknown as ShownRecord<F>
