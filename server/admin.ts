// `npm run admin -- create --username NAME --email ADDRESS`: the first administrator of an installation without demo.
// The password is asked for, or taken from WATTDESK_PASSWORD. Works beside a running product and without one.
import { join } from 'node:path'
import { stdin, stdout } from 'node:process'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { hash } from '@node-rs/argon2'
import * as audit from '../features/audit/audit.store.ts'
import * as roles from '../features/roles/role.store.ts'
import { isPassword, PASSWORD_RULE } from '../features/sign-in/sign-in.rules.ts'
import * as teams from '../features/teams/team.store.ts'
import * as users from '../features/users/user.store.ts'
import { readConfig } from './config.ts'
import { connectionOf, type Db, openDb } from './db.ts'
import { FolderInUse } from './folder-lock.ts'
import { socketConfig } from './postgres-runner.ts'
import { openStore } from './start.ts'

const USAGE = 'Usage: npm run admin -- create --username NAME --email ADDRESS [--company NAME]'

/** Makes the platform company where there is none, and a ROOT user with its role Admin. */
export async function createAdministrator(
  db: Db,
  a: { username: string; email: string; company: string; password: string },
): Promise<void> {
  await db.transaction().execute(async trx => {
    const platform = await teams.platform(trx)
    const companyId = platform?.id ?? (await teams.create(trx, { parentId: null, companyType: 'GP', name: a.company }))
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
    if (!platform) await tell('Company', companyId, { name: a.company })
    await tell('Users', userId, { username, email, userType: 'ROOT', role: 'Admin' })
  })
}

async function askPassword(): Promise<string> {
  const given = process.env.WATTDESK_PASSWORD
  if (given) return given
  const prompt = createInterface({ input: stdin, output: stdout })
  try {
    return await prompt.question('Password: ')
  } finally {
    prompt.close()
  }
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { username: { type: 'string' }, email: { type: 'string' }, company: { type: 'string' } },
  })
  const { username, email, company = 'Platform' } = values
  if (positionals[0] !== 'create' || !username || !email) throw new Error(USAGE)
  const password = await askPassword()
  if (!isPassword(password)) throw new Error(PASSWORD_RULE)
  const config = readConfig(process.env, [])
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
    await createAdministrator(db, { username, email, company, password })
    console.log(`User ${username} may sign in now.`)
  } catch (error) {
    if ((error as { code?: string }).code === '23505') throw new Error('Username already exists')
    throw error
  } finally {
    await db.destroy()
    await stop()
  }
}

if (import.meta.main)
  main().catch(error => {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  })
