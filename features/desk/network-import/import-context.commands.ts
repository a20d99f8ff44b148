// What every step of an import needs: for whom it works and with which rights, its rows, and how many go together.
import { dayOf, zoneNamed } from '@wattdesk/base/time'
import { HttpFailure } from '@wattdesk/wire/route'
import type { Services } from '#office/installation/services.ts'
import { readUser, scopeIfHeld, teamScope, type Who } from '#platform/access/scope.ts'
import type * as audit from '#platform/audit/audit-log.ts'
import type { Trx } from '#platform/db/db.ts'
import type { FileRow } from './import-text.rules.ts'
import { textsOf } from './import-values.rules.ts'
import type { ImportContext, ImportRow, KindOfImport } from './kinds/import-kind.commands.ts'
import * as store from './network-import.store.ts'
import { KIND_WORDS } from './network-import.words.ts'

/** The audit log keeps imports under this name. */
export const FEATURE = 'NetworkImport'
/** Tags go many at once; rows of other kinds are acts of their own, and hold their records for as long as the batch. */
const BATCH: Readonly<Record<string, number>> = { tags: 500 }
export const batchOf = (kind: string): number => BATCH[kind] ?? 50
const GONE = 'Whoever asked for the import may not do so any more'
const actorOf = (i: Import): string => i.actingUsername ?? i.username

/** `between` runs after each batch; tests break off there. */
export type Between = { between?: () => Promise<void> | void }
export type Import = store.ImportRecord
/** A row of the file with its number, the first below the header is 1. */
export type Numbered = FileRow & { rowNo: number }

/** The person as of now; the import stops where the account or the right is gone. */
async function personOf(services: Services, trx: Trx, i: Import): Promise<Who> {
  const today = dayOf(services.now(), services.timeZone)
  const who = i.userId === null ? undefined : await readUser(trx, i.userId, today)
  if (who) return who
  const isDeleted = await store.isActorGone(trx, i.networkImportId)
  throw new HttpFailure(403, isDeleted ? `The account of ${actorOf(i)} was deleted` : GONE)
}
export const byOf = (i: Import): audit.By => ({ userId: i.userId, username: actorOf(i), ip: i.ip, written: 0 })

/** The time zone in the brackets of a header, as exports write it: `Expiry Date (Asia/Kolkata)`. */
function zoneIn(header = ''): string | undefined {
  const [, named = ''] = /\(([^)]*)\)\s*$/.exec(header) ?? []
  return zoneNamed(named.trim())
}

export async function contextOf(services: Services, trx: Trx, i: Import): Promise<ImportContext> {
  const who = await personOf(services, trx, i)
  const { create, update } = KIND_WORDS[i.kind]
  const { scope, roleTeamId } = await teamScope(trx, who, i.teamId, create)
  return {
    services,
    trx,
    importId: i.networkImportId,
    kind: i.kind,
    who,
    by: byOf(i),
    teamId: i.teamId,
    companyId: i.companyId,
    scope,
    changes: await scopeIfHeld(trx, who, i.teamId, update),
    isTrial: i.state === 'Checking',
    roleTeamId,
    hasDecimalComma: i.delimiter === ';',
    zone: zoneIn(i.headers[i.columns?.expirydate ?? -1]) ?? services.timeZone,
  }
}

/** A row by the names of its columns, with the key by which its record is known. */
export const keyOf = (i: Import, kind: KindOfImport, row: Numbered | store.StoredRow): ImportRow => {
  const texts = textsOf(row.cells, i.columns ?? {})
  return { rowNo: row.rowNo, line: row.line, ...texts, key: kind.keyOf(texts.values) }
}

/** Ends an import with its reason. */
export async function stop(services: Services, trx: Trx, i: Import, fault: string): Promise<void> {
  const isBack = i.state === 'Taking back'
  // What could not be taken back is as it was.
  const state = isBack && (await store.isWhole(trx, i.networkImportId)) ? 'Imported' : 'Stopped'
  await store.change(trx, i.networkImportId, { state, fault, ...(!isBack && { endedAt: services.now() }) })
}
