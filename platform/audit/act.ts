// One act of a person or a job: its changes and its audit entries commit together or not at all (D-GEN-15). Events are
// published after the commit, the event `record` of every entry among them (D-GEN-14).
import { FEATURES, type Feature } from '@wattdesk/base/access'
import { fail } from '@wattdesk/wire/route'
import type { IfMatch } from '@wattdesk/wire/tag'
import type { FastifyBaseLogger } from 'fastify'
import type { Scope, Who } from '#platform/access/scope.ts'
import type { Bus } from '#platform/bus/bus.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import * as audit from './audit-log.ts'

/** Who calls, what they may touch, and which state of the record they know. */
export type Caller = { who: Who; by: audit.By; scope: Scope; ifMatch: IfMatch | undefined }

/** Keeps what is to be told for the time after the commit. */
export type AfterCommit = (tell: () => unknown) => void

/** The database's refusals in words, by the name of a constraint or by SQLSTATE. */
export type Words = Readonly<Record<string, { text: string; field?: string }>>
/** SQLSTATE of what is taken, and of what something else refers to. */
export const UNIQUE_VIOLATION = '23505'
export const REFERRED = '23503'

/**
 * Runs an act in one transaction. Its entries are written by `audit.write(trx, …)`.
 * @param run does the act; `then` takes calls to make once everything is committed, and a failed call is
 * logged, for the change stands
 * @param words texts for refusals of the database, by the name of a constraint or by SQLSTATE
 * @returns the result of `run`, after the commit
 * @throws HttpFailure 409 for a refusal with words; every other error unchanged. Nothing is written then.
 * @example
 * act(services, async (trx, then) => {
 *   const tag = await store.add(trx, body)
 *   await audit.write(trx, by, { action: 'create', feature: 'Tag', recordId: tag.id, after: tag })
 *   then(() => announce(tag))
 *   return tag
 * }, { [TAKEN]: { text: 'Tag already exists', field: 'idTag' } })
 */
export async function act<T>(
  services: { db: Db; bus: Bus; log: FastifyBaseLogger },
  run: (trx: Trx, then: AfterCommit) => Promise<T>,
  words: Words = {},
): Promise<T> {
  const tell: (() => unknown)[] = []
  let written: ReturnType<typeof audit.gather> = []
  const result = await services.db
    .transaction()
    .execute(trx => {
      written = audit.gather(trx)
      return run(trx, t => tell.push(t))
    })
    .catch((error: unknown) => {
      const { code = '', constraint = '' } = error as { code?: string; constraint?: string }
      const refused = words[constraint] ?? words[code]
      if (refused) fail(409, refused.text, refused.field === undefined ? undefined : { [refused.field]: refused.text })
      throw error
    })
  for (const { by } of written) by.written++
  for (const { entry } of written) if (entry) tellChange(services, entry)
  for (const t of tell)
    try {
      await t()
    } catch (error) {
      // The change is committed and stands; a reader who missed the event reads anew.
      services.log.error({ err: error }, 'A change could not be told')
    }
  return result
}

const isFeature = (text: string): text is Feature => (FEATURES as readonly string[]).includes(text)

/** Tells open forms that their record has changed; a deed of its own, as adding a member, leaves the record as it is. */
function tellChange({ bus }: { bus: Bus }, entry: audit.Entry): void {
  const { action, feature, recordId, by, at, companyId, path } = entry
  if (!audit.CHANGES.includes(action) || !isFeature(feature) || !bus.isHeard()) return
  bus.publish({ companyId, path, event: { type: 'record', at: at.toISOString(), feature, recordId, by } })
}
