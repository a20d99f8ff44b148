// `npm run admin -- create --username NAME --email ADDRESS`: the first administrator of an installation without demo.
// The password is asked for, or taken from WATTDESK_PASSWORD. `npm run admin -- figures --check` compares the figures of
// hours and days with the sessions, the sums of uptime with its history and those of the ledger with its entries, `--rebuild`
// works all of them out anew.
// `npm run admin -- payouts 2026-10` makes the missing payouts up to a month, or without a month up to the last due
// month. `backup` and `restore` are in admin-backup.ts, `archive` in admin-archive.ts, `company` in admin-company.ts. All of
// them work beside a running product and without one, and refuse a database of the other mode
// (WATTDESK_MODE).

import { join } from 'node:path'
import { stdin, stdout } from 'node:process'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { hash } from '@node-rs/argon2'
import pino from 'pino'
import { compareFigures, type Figures, rebuildFigures } from '#charging/billing/usage.store.ts'
import { compareUptime, rebuildUptime } from '#fleet/uptime/uptime.commands.ts'
import { compareLedger } from '#money/ledger/ledger-check.store.ts'
import { rebuildLedger } from '#money/ledger/ledger-fold.store.ts'
import { demandNoOtherMode } from '#office/installation/installation.store.ts'
import * as companies from '#people/companies/company.store.ts'
import { setFirstSteps } from '#people/companies/first-steps.store.ts'
import * as roles from '#people/roles/role.store.ts'
import { isPassword, PASSWORD_RULE } from '#people/sign-in/sign-in.rules.ts'
import * as teams from '#people/teams/team.store.ts'
import { TAKEN_WORDS } from '#people/users/user.rules.ts'
import * as users from '#people/users/user.store.ts'
import * as audit from '#platform/audit/audit-log.ts'
import { localBus } from '#platform/bus/bus.ts'
import { connectionOf, type Db, openDb } from '#platform/db/db.ts'
import { FolderInUse } from '#platform/db/folder-lock.ts'
import { socketConfig } from '#platform/db/postgres-runner.ts'
import { logOptions } from '#platform/telemetry/log.ts'
import { NOT_OVER } from '#settlement/payouts/payout.contract.ts'
import { runUpTo } from '#settlement/payouts/payout-run.commands.ts'
import { isOver, lastDue, periodOf } from '#settlement/payouts/period.rules.ts'
import { ARCHIVE_USAGE, archiveCommand } from './admin-archive.ts'
import { BACKUP_USAGE, backupCommand } from './admin-backup.ts'
import { COMPANY_USAGE, companyCommand } from './admin-company.ts'
import { withCommands } from './command-names.ts'
import { type Config, readConfig } from './config.ts'
import { openStore } from './start.ts'

const USAGE = `Usage: npm run admin -- create --username NAME --email ADDRESS [--company NAME]
       npm run admin -- figures --check | --rebuild
       npm run admin -- payouts [YYYY-MM]
${ARCHIVE_USAGE}
${BACKUP_USAGE}
${COMPANY_USAGE}`

/** Makes the platform company where there is none, and a ROOT user with its role Admin. */
export async function createAdministrator(
  db: Db,
  a: { username: string; email: string; company: string; password: string },
): Promise<void> {
  await db.transaction().execute(async trx => {
    const platform = await teams.platform(trx)
    const companyId =
      platform?.id ?? (await companies.create(trx, { parentId: null, companyType: 'GP', name: a.company }))
    const roleId = platform ? await roles.idOf(trx, companyId, 'Admin') : (await roles.seed(trx, companyId)).Admin
    if (roleId === undefined) throw new Error('The platform company has no role Admin.')
    const { username, email } = a
    const userId = await users.create(trx, {
      companyId,
      username,
      firstName: username,
      lastName: '',
      email,
      userType: 'ROOT',
      passwordHash: await hash(a.password),
    })
    await teams.addMember(trx, { teamId: companyId, userId, roleId })
    const tell = (feature: string, recordId: number, after: Record<string, unknown>) =>
      audit.write(trx, audit.byProduct('admin'), { action: 'create', feature, recordId, teamId: companyId, after })
    if (!platform) await setFirstSteps(trx, companyId, 'open')
    if (!platform) await tell('Company', companyId, { name: a.company })
    await tell('Users', userId, { username, email, userType: 'ROOT', role: 'Admin' })
  })
}

async function askPassword(): Promise<string> {
  const given = process.env.WATTDESK_PASSWORD
  if (given) return given
  stdout.write(`${PASSWORD_RULE}\nPassword (not shown): `)
  // The terminal does not show the password while it is typed.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const prompt = createInterface({ input: stdin, output: nowhere, terminal: stdin.isTTY })
  try {
    return await prompt.question('')
  } finally {
    prompt.close()
    stdout.write('\n')
  }
}

/** Opens the database beside a running product or without one, and closes it again. */
async function withDatabase<T>(config: Config, run: (db: Db) => Promise<T>): Promise<T> {
  let stop: () => Promise<unknown> = async () => undefined
  let db: Db
  try {
    const { connection, embedded } = await openStore(config)
    db = openDb(connection)
    stop = async () => embedded?.stop()
  } catch (error) {
    // The product runs: its database is open already.
    if (!(error instanceof FolderInUse)) throw error
    db = openDb(config.databaseUrl ? connectionOf(config.databaseUrl) : socketConfig(join(config.dataFolder, 'db')))
  }
  try {
    await demandNoOtherMode(db, config.mode)
    return await run(db)
  } finally {
    await db.destroy()
    await stop()
  }
}

const wh = (f: Figures | null) =>
  f
    ? `${f.sessions} sessions (${f.finished} finished, ${f.successful} successful), ${f.energyWh} Wh, ${f.chargedPaise} paise (card ${f.cardPaise}, wallet ${f.walletPaise}, RFID ${f.rfidPaise})`
    : 'no figures'

/** Compares the figures with the sessions, or works them out anew; what to say, line by line. */
export async function figures(db: Db, how: 'check' | 'rebuild', zone: string): Promise<string[]> {
  const uptime = { db, now: () => new Date(), timeZone: zone }
  if (how === 'rebuild') {
    await rebuildFigures(db, zone)
    await rebuildUptime(uptime)
    await rebuildLedger(db, zone)
    return [`The figures are worked out anew, by the hours of ${zone}.`]
  }
  const { hours, days, teams } = await compareFigures(db)
  const stations = await compareUptime(uptime)
  const sums = await compareLedger(db)
  if (hours.length + days.length + teams.length + stations.length + sums.length === 0)
    return ['The figures are those of the sessions.']
  return [
    ...hours.map(d => `Team ${d.teamId}, ${d.hour.toISOString()}: ${wh(d.kept)}; the sessions say ${wh(d.facts)}`),
    ...days.map(d => `Team ${d.teamId}, ${d.day}: not the sum of its hours`),
    ...teams.map(id => `Team ${id}: its total is not the sum of its hours`),
    ...stations.map(pk => `Charge point ${pk}: its uptime is not that of its history`),
    ...sums.map(text => `Ledger: ${text}`),
    'npm run admin -- figures --rebuild works them out anew.',
  ]
}

/** Makes the missing payouts up to a month, `yyyy-MM`, or up to the last one due; returns the text to print. */
export async function payouts(
  db: Db,
  { timeZone: zone, mode, platform, invoices }: Pick<Config, 'timeZone' | 'mode' | 'platform' | 'invoices'>,
  month?: string,
): Promise<string> {
  const [, year, number] = /^(20\d\d)-(0[1-9]|1[0-2])$/.exec(month ?? '') ?? []
  if (month !== undefined && year === undefined) throw new Error(USAGE)
  const log = pino(logOptions('warn'))
  const services = {
    db,
    log,
    bus: localBus(e => log.error({ err: e }, 'Bus')),
    now: () => new Date(),
    timeZone: zone,
    mode,
    platform,
    invoices,
  }
  const period = year ? periodOf(Number(year), Number(number), zone) : lastDue(services.now(), zone)
  if (!isOver(period, services.now())) throw new Error(NOT_OVER)
  const made = await runUpTo(services, audit.byProduct('admin'), { kind: 'all', teamId: 0 }, period)
  const until = period.month.slice(0, 7)
  return made.length === 0 ? `No payout is missing up to ${until}.` : `Made up to ${until}: ${made.join(', ')}`
}

const say = (text: string): void => console.log(withCommands(text))

async function main(): Promise<void> {
  const [command = ''] = process.argv.slice(2)
  if (process.argv.slice(2).some(a => a === '--help' || a === '-h')) return say(USAGE)
  if (command === 'backup' || command === 'restore') {
    const isWell = await backupCommand(process.argv.slice(2), readConfig(process.env, []), say)
    if (!isWell) process.exitCode = 1
    return
  }
  if (command === 'archive') {
    const config = readConfig(process.env, [])
    const isWell = await withDatabase(config, db => archiveCommand(process.argv.slice(2), { db, config, say }))
    if (!isWell) process.exitCode = 1
    return
  }
  if (command === 'company') {
    const config = readConfig(process.env, [])
    const isWell = await withDatabase(config, db => companyCommand(process.argv.slice(2), { db, config, say }))
    if (!isWell) process.exitCode = 1
    return
  }
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      username: { type: 'string' },
      email: { type: 'string' },
      company: { type: 'string' },
      check: { type: 'boolean' },
      rebuild: { type: 'boolean' },
    },
  })
  const config = readConfig(process.env, [])
  if (positionals[0] === 'figures' && values.check !== values.rebuild) {
    const lines = await withDatabase(config, db => figures(db, values.rebuild ? 'rebuild' : 'check', config.timeZone))
    for (const line of lines) say(line)
    if (lines.length > 1) process.exitCode = 1
    return
  }
  if (positionals[0] === 'payouts') {
    console.log(await withDatabase(config, db => payouts(db, config, positionals[1])))
    return
  }
  const { username, email, company = 'Platform' } = values
  if (positionals[0] !== 'create' || !username || !email) throw new Error(USAGE)
  const password = await askPassword()
  if (!isPassword(password)) throw new Error(PASSWORD_RULE)
  try {
    await withDatabase(config, db => createAdministrator(db, { username, email, company, password }))
    console.log(`User ${username} may sign in now.`)
  } catch (error) {
    const taken = TAKEN_WORDS[(error as { constraint?: string }).constraint as keyof typeof TAKEN_WORDS]
    throw taken ? new Error(taken.text) : error
  }
}

if (import.meta.main) {
  // A command that is broken off takes the PostgreSQL along that it has started.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(130))
  main().catch(error => {
    console.error(error instanceof Error ? withCommands(error.message) : error)
    process.exitCode = 1
  })
}
