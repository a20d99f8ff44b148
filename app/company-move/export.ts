// The export of a company: its rows, uploaded files and archive at one moment, sealed by a passphrase.
import { sql } from 'kysely'
import { z } from 'zod'
import { store } from '#platform/backup/streams.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import type { Files } from '#platform/files/files.ts'
import { beginMove, type MoveManifest, writeMoveManifest } from '#platform/move/move-manifest.ts'
import { countsOf, migrationsIn, storeTables, sumsOf } from '#platform/move/move-out.ts'
import { filesOfCompany, MovedFile, storeArchive } from './archive-move.ts'
import type { Moving } from './moving.ts'
import { obstaclesOf } from './obstacles.ts'
import { COMPANY_PLAN } from './plan.ts'
import { Credentials, readCredentials } from './provider-secrets.ts'

/** The part of the manifest that only this product has: credentials, archive and numbers of rows. */
export const CompanyManifest = z.object({
  /** Up to which moment meter values came as blocks. */
  sealedUntil: z.string(),
  credentials: Credentials.nullable(),
  archive: z.array(MovedFile),
  /** Numbers of rows by table, where both sides count the same. */
  counts: z.record(z.string(), z.number()),
})

export type ExportOptions = {
  companyId: number
  /** Where the export goes; a dry run needs none. */
  place: Files | undefined
  passphrase: string
  isRehearsal: boolean
  isDryRun: boolean
  /** Sessions that run go along. */
  withRunning?: boolean
  /** How hard the passphrase is stretched; as of a backup where it is missing. */
  workFactor?: number
}

type Company = { id: number; name: string; companyType: string; isReleased: boolean }
/** The company of an id. Rejects with a text for people where it cannot be moved. */
export async function companyToMove(db: Db | Trx, companyId: number): Promise<Company> {
  const { rows } = await sql<Company>`select t.id, t.name, t.company_type,
      exists (select from company_moved v where v.company_id = t.id) as is_released
    from team t join company c on c.company_id = t.id where t.id = ${companyId}`.execute(db)
  const company = rows[0]
  if (!company) throw new Error(`There is no company ${companyId}.`)
  if (company.companyType === 'GP')
    throw new Error('The platform company is the installation itself and cannot be moved.')
  return company
}

const names = async (trx: Trx, companyId: number): Promise<string[]> =>
  (
    await sql<{ name: string }>`select name from upload where company_id = ${companyId} and gone_at is null
      union select f.stored_name from charger_file f join charger c using (chargepoint_pk)
        where c.company_id = ${companyId} and f.stored_name is not null and f.gone_at is null order by 1`.execute(trx)
  ).rows.map(r => r.name)

/** Exports a company. False where the company cannot be moved now; nothing is written then. */
export async function exportCompany(m: Moving, o: ExportOptions): Promise<boolean> {
  const { db, say } = m
  const company = await companyToMove(db, o.companyId)
  const obstacles = await obstaclesOf(db, { timeZone: m.timeZone, ...o })
  for (const text of obstacles) say(`In the way: ${text}`)
  if (o.isDryRun || !o.place) return tellExport(m, company, obstacles)
  if (!company.isReleased && !o.isRehearsal)
    throw new Error(
      `Company ${company.id} is still at work here, and changes after its export would be lost: release it first (company release), or export a copy to try with (--rehearsal).`,
    )
  if (obstacles.length > 0 && !o.isRehearsal) return false
  const { place } = o
  const seal = await beginMove(place, o.passphrase, o.workFactor)
  const manifest = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(trx => readAll(trx, m, company, { place, seal }))
  await writeMoveManifest(place, seal, manifest)
  const rows = manifest.tables.reduce((n, t) => n + t.rows, 0)
  say(
    `${company.name} is exported: ${rows} rows of ${manifest.tables.filter(t => t.rows > 0).length} tables, ${manifest.files.length} files, ${CompanyManifest.parse(manifest.more).archive.length} files of the archive.`,
  )
  return true
}

async function readAll(
  trx: Trx,
  { mode, version, now, seal: ownSeal, files, archive, say }: Moving,
  company: Company,
  to: { place: Files; seal: Awaited<ReturnType<typeof beginMove>> },
): Promise<MoveManifest> {
  const { rows: marks } = await sql<{
    at: Date
  }>`select until_at as at from sealed_until where table_name = 'meter_value'`.execute(trx)
  const { shared, tables } = await storeTables(trx, COMPANY_PLAN, company.id, to)
  const stored = []
  for (const name of await names(trx, company.id)) {
    const found = await files.get(name)
    if (found)
      stored.push({ ...(await store(to.place, `files/${name}`, found.stream, { seal: to.seal, isCompressed: false })) })
    else say(`The file ${name} is not in the store of this installation; it is left out.`)
  }
  const more: z.infer<typeof CompanyManifest> = {
    sealedUntil: (marks[0]?.at ?? new Date(0)).toISOString(),
    credentials: await readCredentials(trx, ownSeal, company.id),
    archive: await storeArchive(trx, archive, company.id, to),
    counts: await countsOf(trx, COMPANY_PLAN, company.id),
  }
  return {
    format: 1,
    at: now().toISOString(),
    version,
    mode,
    migrations: await migrationsIn(trx),
    owner: { id: company.id, name: company.name },
    isReleased: company.isReleased,
    shared,
    tables,
    sums: await sumsOf(trx, COMPANY_PLAN, company.id),
    files: stored,
    more,
  }
}

async function tellExport({ db, say }: Moving, company: Company, obstacles: readonly string[]): Promise<boolean> {
  await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async trx => {
      const counts = Object.entries(await countsOf(trx, COMPANY_PLAN, company.id)).filter(([, n]) => n > 0)
      for (const [table, n] of counts) say(`${table}: ${n}`)
      for (const [name, sum] of Object.entries(await sumsOf(trx, COMPANY_PLAN, company.id)))
        if (sum !== '0') say(`${name}: ${sum}`)
      say(
        `files: ${(await names(trx, company.id)).length}, of the archive: ${(await filesOfCompany(trx, company.id)).length}`,
      )
    })
  say(`${company.name} would be exported${company.isReleased ? '' : ' after its release'}; nothing was written.`)
  return obstacles.length === 0
}
