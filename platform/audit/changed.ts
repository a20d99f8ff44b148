// Two people at one record: whoever changes it without knowing its present state is told, and overwrites nothing (D-GEN-17).
import type { RecordKind } from '@wattdesk/wire/endpoint'
import { HttpFailure } from '@wattdesk/wire/route'
import { matches, tagOf } from '@wattdesk/wire/tag'
import type { Trx } from '#platform/db/db.ts'
import type { Caller } from './act.ts'
import * as log from './audit-log.ts'
import { changedText } from './values.ts'

/**
 * Refuses with 409 when the caller's `If-Match` names another state than `read` finds. The record is to be locked before,
 * by a statement of its own, so that of two changes at once the second sees what the first one left. `read` answers the
 * record as replies show it to the caller, and is asked only where a tag was sent.
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
