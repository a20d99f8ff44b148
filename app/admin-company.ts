// `npm run admin -- company`: moves a company to another installation (docs/decisions/0059-moving-a-company.md). The old side
// releases and exports it, the other one imports it; `take-back` lets the old side go on. Works beside a running product and
// without one.
import { parseArgs } from 'node:util'
import { makeSeal } from '#platform/access/seal.ts'
import { openArchive } from '#platform/archive/archive.ts'
import type { Db } from '#platform/db/db.ts'
import { tokenSecret } from '#platform/db/secret.ts'
import { productVersion } from '#platform/telemetry/version.ts'
import { passphraseIn } from './admin-backup.ts'
import { exportCompany } from './company-move/export.ts'
import { importCompany } from './company-move/import.ts'
import type { Moving } from './company-move/moving.ts'
import { releaseCompany, takeCompanyBack } from './company-move/release.ts'
import type { Config } from './config.ts'
import { archiveStore, ownFiles, storeAt } from './stores.ts'

export const COMPANY_USAGE = `       npm run admin -- company release --company ID --moved-to URL
       npm run admin -- company export --company ID --to WHERE --passphrase-file FILE [--with-running] [--rehearsal]
       npm run admin -- company export --company ID --dry-run [--with-running]
       npm run admin -- company import --from WHERE --passphrase-file FILE [--dry-run | --rehearsal]
       npm run admin -- company take-back --company ID
       WHERE is a folder that holds no other export, or s3://bucket/prefix?region=…&endpoint=…`

const OPTIONS = {
  company: { type: 'string' },
  to: { type: 'string' },
  from: { type: 'string' },
  'passphrase-file': { type: 'string' },
  'moved-to': { type: 'string' },
  'dry-run': { type: 'boolean' },
  rehearsal: { type: 'boolean' },
  'with-running': { type: 'boolean' },
} as const

/**
 * Runs the command `company`, whose arguments are given, on an open database. Returns false where something is in the way;
 * rejects with a text for people.
 */
export async function companyCommand(
  args: readonly string[],
  { db, config, say }: { db: Db; config: Config; say: (text: string) => void },
): Promise<boolean> {
  const { values, positionals } = parseArgs({ args: args.slice(1), options: OPTIONS, allowPositionals: true })
  const usage = () => new Error(`Usage:\n${COMPANY_USAGE}`)
  const [what] = positionals
  if (positionals.length !== 1) throw usage()
  const { to, from, 'moved-to': movedTo, rehearsal: isRehearsal = false, 'dry-run': isDryRun = false } = values
  const withRunning = values['with-running'] ?? false
  const passphrase = () => {
    const file = values['passphrase-file']
    if (file === undefined) throw usage()
    return passphraseIn(file)
  }
  const moving = async (): Promise<Moving> => ({
    db,
    mode: config.mode,
    version: productVersion(),
    timeZone: config.timeZone,
    now: () => new Date(),
    seal: makeSeal(config.secret ?? (await tokenSecret(db))),
    files: ownFiles(config),
    archive: openArchive(place => archiveStore(config, place)),
    say,
  })
  if (what === 'import' && from !== undefined && values.company === undefined) {
    const place = storeAt(from, 'The bucket of the export')
    return importCompany(await moving(), { place, passphrase: passphrase(), isRehearsal, isDryRun })
  }
  const companyId = Number(values.company)
  if (!/^[1-9]\d{0,8}$/.test(values.company ?? ''))
    throw new Error(`--company needs the id of a company.\nUsage:\n${COMPANY_USAGE}`)
  if (what === 'release' && movedTo !== undefined)
    return releaseCompany({ db, say }, companyId, movedTo).then(() => true)
  if (what === 'take-back') return takeCompanyBack({ db, say }, companyId).then(() => true)
  if (what === 'export' && isDryRun && to === undefined)
    return exportCompany(await moving(), {
      companyId,
      place: undefined,
      passphrase: '',
      isRehearsal,
      isDryRun,
      withRunning,
    })
  if (what === 'export' && to !== undefined) {
    const place = storeAt(to, 'The bucket of the export')
    return exportCompany(await moving(), {
      companyId,
      place,
      passphrase: passphrase(),
      isRehearsal,
      isDryRun,
      withRunning,
    })
  }
  throw usage()
}
