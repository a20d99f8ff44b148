// Imports a company in one transaction. Before the commit, rows and sums are compared with those of the export.
import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { z } from 'zod'
import { insertMovedMeters, sealAsFar } from '#charging/metering/meter-move.store.ts'
import { foldLedger } from '#money/ledger/ledger-fold.store.ts'
import { makeFrameParts } from '#office/installation/parts.store.ts'
import * as audit from '#platform/audit/audit-log.ts'
import { content } from '#platform/backup/streams.ts'
import type { Trx } from '#platform/db/db.ts'
import type { Files } from '#platform/files/files.ts'
import { MoveIn, type Problem } from '#platform/move/move-in.ts'
import { type MoveManifest, openMove } from '#platform/move/move-manifest.ts'
import { countsOf, migrationsIn, sumsOf } from '#platform/move/move-out.ts'
import { takeArchiveFile } from './archive-move.ts'
import { CompanyManifest } from './export.ts'
import type { Moving } from './moving.ts'
import { COMPANY_PLAN } from './plan.ts'
import { isKeyTaken, saveCredentials } from './provider-secrets.ts'

const MOVE_LOCK = 7_001_101
/** The database drops frames after so many days; parts are made from then on. */
const FRAME_MS = 97 * 86_400_000

/** Advice for a value that this installation has already, by the name of the unique index that refuses it. */
const ADVICE: Readonly<Record<string, string>> = {
  app_user_username: 'Rename one of the users, for both sign in by that name.',
  charger_id_live:
    'A charge point of this identity is here already: remove or rename it, for a charger connects by its identity.',
  charger_identity_live: 'An identity that reads the same is here already: remove or rename one of the charge points.',
  ocpp_tag_text: 'A tag of this text is here already: delete one of them, for a charger knows a tag by its text.',
  team_domain: 'Another company has the host name: change it on one side.',
  invoice_gstin_series_fiscal_year_sequence_key:
    'A document of this number is here already: both installations have numbered for one GST number in one series (WATTDESK_INVOICE_SERIES). Printed numbers cannot be changed.',
  commission_document_gstin_series_fiscal_year_sequence_key:
    'An invoice of the commission of this number is here already: both installations have numbered for one GST number in one series. Printed numbers cannot be changed.',
  voucher_gstin_series_fiscal_year_sequence_key:
    'A voucher of this number is here already: both installations have numbered for one GST number in one series. Printed numbers cannot be changed.',
  upi_id_pkey: 'A driver here has the UPI address already: remove it on one side.',
  posting_idempotency_key_key:
    'The ledger here has the posting already: the company, or a part of it, may have been imported before.',
  payout_payout_id_key: 'Payouts of this name are here already.',
  upload_pkey: 'The company, or a part of it, may have been imported before.',
}

export type ImportOptions = { place: Files; passphrase: string; isRehearsal: boolean; isDryRun: boolean }

class Refused extends Error {}
/** Ends a dry run, so that its transaction leaves nothing. */
class DryRun extends Error {}

/** Imports a company. False where this side has something of it already, all of which is told; nothing is changed then. */
export async function importCompany(m: Moving, o: ImportOptions): Promise<boolean> {
  const { db, say } = m
  const { manifest, open } = await openMove(o.place, o.passphrase)
  const more = CompanyManifest.parse(manifest.more)
  if (manifest.mode !== m.mode)
    throw new Error(`The export is of ${manifest.mode} mode, this installation is in ${m.mode} mode.`)
  if (!manifest.isReleased && !o.isRehearsal && !o.isDryRun)
    throw new Error(
      'The export was made while the company was still at work on the other side: import it with --rehearsal to try, and not to stay.',
    )
  const copied: string[] = []
  let id: number
  try {
    if (!o.isDryRun) await makeFrameParts(db, new Date(m.now().getTime() - FRAME_MS))
    id = await db.transaction().execute(async trx => {
      await begin(trx, manifest)
      const move = new MoveIn(trx, COMPANY_PLAN, o.isDryRun, { place: o.place, open, manifest })
      await move.stage()
      const problems = [...(await move.work()), ...(await ownProblems(trx, more))]
      if (problems.length > 0) {
        for (const p of problems) say(lineOf(p))
        throw new Refused()
      }
      if (o.isDryRun) throw new DryRun()
      await copyFiles(m.files, o.place, open, manifest, copied)
      return takeIn(trx, m, move, { manifest, more, open, place: o.place, copied })
    })
  } catch (error) {
    await removeCopied(m, copied)
    if (error instanceof DryRun) {
      const rows = manifest.tables.reduce((n, t) => n + t.rows, 0)
      say(
        `${manifest.owner.name} would be imported: ${rows} rows, ${manifest.files.length} files. Nothing was changed.`,
      )
      return true
    }
    if (!(error instanceof Refused)) throw error
    say('Nothing was changed.')
    return false
  }
  // From here on the company is committed: whatever fails now takes nothing of it away.
  say(`${manifest.owner.name} is company ${id} here; all its records have new ids.`)
  await foldLedger(db, m.timeZone)
  return true
}

/** Removes the files of an import that came to nothing, and tells those that stay. */
async function removeCopied({ files, say }: Moving, copied: readonly string[]): Promise<void> {
  for (const name of copied)
    await files.remove(name).catch((error: Error) => say(`The file ${name} stays behind: ${error.message}`))
}

const lineOf = ({ table, what, values, count }: Problem): string =>
  `In the way: ${table}, ${what}: ${values.join(', ')}${count > values.length ? ` and ${count - values.length} more` : ''}. ${ADVICE[what] ?? ''}`.trim()

/** Lets one import run at a time, and refuses an export of another schema. */
async function begin(trx: Trx, manifest: MoveManifest): Promise<void> {
  const { rows } = await sql<{
    mine: boolean
  }>`select pg_try_advisory_xact_lock(${sql.lit(MOVE_LOCK)}) as mine`.execute(trx)
  if (!rows[0]?.mine) throw new Error('Another import works on this database.')
  const here = await migrationsIn(trx)
  const text = (all: typeof here) => all.map(x => `${x.name} ${x.checksum}`).join('\n')
  if (text(here) !== text(manifest.migrations))
    throw new Error(
      `The export has the schema of Wattdesk ${manifest.version} up to ${manifest.migrations.at(-1)?.name}, this installation that up to ${here.at(-1)?.name}: bring both sides to one version, and export again.`,
    )
  const { rows: platform } = await sql`select from team where company_type = 'GP'`.execute(trx)
  if (platform.length === 0)
    throw new Error('This installation has no platform company yet: make its first administrator (admin create).')
  await sql`set local jit = off`.execute(trx)
  await sql`set local wattdesk.company_move = 'on'`.execute(trx)
}

async function ownProblems(trx: Trx, { credentials }: z.infer<typeof CompanyManifest>): Promise<Problem[]> {
  if (credentials === null || !(await isKeyTaken(trx, credentials))) return []
  return [
    {
      table: 'provider_account',
      what: 'another company here has the account of the payment provider',
      values: [credentials.keyId],
      count: 1,
    },
  ]
}

async function copyFiles(
  files: Files,
  place: Files,
  open: Parameters<typeof content>[2]['open'],
  { files: all }: MoveManifest,
  copied: string[],
) {
  for (const stored of all) {
    const name = stored.name.slice('files/'.length)
    const { stream, check } = await content(place, stored, { open, isCompressed: false })
    let fault: Error | undefined
    stream.once('error', error => {
      fault = error
    })
    const taken = await files.take(name, stream as Readable, Number.MAX_SAFE_INTEGER)
    if (typeof taken !== 'number') throw fault ?? new Error(`${name} was ${taken}`)
    copied.push(name)
    check()
  }
}

type Taken = {
  manifest: MoveManifest
  more: z.infer<typeof CompanyManifest>
  open: Parameters<typeof content>[2]['open']
  place: Files
  copied: string[]
}
/** Inserts all rows, and compares them with the manifest; returns the company's id. */
async function takeIn(trx: Trx, m: Moving, move: MoveIn, t: Taken): Promise<number> {
  const id = await move.newOwner()
  const mark = await sealAsFar(trx, new Date(t.more.sealedUntil))
  await move.insert(async table => {
    if (table === 'meter_value') {
      const n = await insertMovedMeters(trx, sql`mn_meter_value`, mark)
      const wanted = t.manifest.tables.find(f => f.name === table)?.rows
      if (n !== wanted) throw new Error(`${n} meter values are in, in place of ${wanted}.`)
    }
    if (table === 'provider_account' && t.more.credentials) await saveCredentials(trx, m.seal, id, t.more.credentials)
  })
  for (const file of t.more.archive) t.copied.push((await takeArchiveFile(move, m.archive, id, file, t)).name)
  await compare(trx, m, id, t)
  await audit.write(trx, audit.byProduct('admin'), {
    action: 'import',
    feature: 'Company',
    recordId: id,
    teamId: id,
    after: { name: t.manifest.owner.name, exportedAt: t.manifest.at },
  })
  return id
}

/** Tells numbers and sums of both sides, and throws where any differs. */
async function compare(trx: Trx, { say }: Moving, id: number, { manifest, more }: Taken): Promise<void> {
  const wrong: string[] = []
  const told = (name: string, there: string, here: string) => {
    if (there === '0' && here === '0') return
    say(`${name}: ${there}${there === here ? '' : ` there, ${here} here`}`)
    if (there !== here) wrong.push(name)
  }
  const counts = await countsOf(trx, COMPANY_PLAN, id)
  for (const [table, n] of Object.entries(more.counts)) told(table, String(n), String(counts[table] ?? 0))
  const sums = await sumsOf(trx, COMPANY_PLAN, id)
  for (const [name, sum] of Object.entries(manifest.sums)) told(name, sum, sums[name] ?? '0')
  if (wrong.length > 0) throw new Error(`What came is not what was exported: ${wrong.join(', ')}. Nothing was changed.`)
}
