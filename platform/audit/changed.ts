// Two people at one record: a change by a caller who does not know the present state is refused, and overwrites nothing
// (D-GEN-17).
import type { RecordKind } from '@wattdesk/wire/endpoint'
import { HttpFailure } from '@wattdesk/wire/route'
import { matches, tagOf } from '@wattdesk/wire/tag'
import type { Trx } from '#platform/db/db.ts'
import type { Caller } from './act.ts'
import * as log from './audit-log.ts'
import { changedText } from './values.ts'

/**
 * Refuses with 409 when the caller's `If-Match` names another state than `read` finds. The record is to be locked
 * before, by a statement of its own, so that the second of two simultaneous changes sees the result of the first.
 * `read` returns the record as replies show it to the caller, and runs only if a tag was sent.
 */
export async function demandUnchanged<D>(
  trx: Trx,
  { ifMatch }: Pick<Caller, 'ifMatch'>,
  kind: RecordKind<D>,
  recordId: string | number,
  read: () => D | Promise<D>,
): Promise<void> {
  if (ifMatch === undefined) return
  const data = await read()
  const etag = tagOf(kind.part(data))
  if (matches(ifMatch, etag)) return
  const last = await log.lastChange(trx, { features: kind.features, recordId })
  throw new HttpFailure(409, changedText(last), undefined, {
    body: { data, changed: last ? { by: last.by, at: last.at.toISOString() } : null },
    headers: { etag },
  })
}
