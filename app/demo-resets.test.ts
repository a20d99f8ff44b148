// A demo that begins anew each night: when, with which effect on what visitors have stored, and never on a database of others.
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { demoState } from '#demo/demo-state.ts'
import { seedDemo } from '#demo/network.ts'
import * as companies from '#people/companies/company.store.ts'
import * as users from '#people/users/user.store.ts'
import { openDb } from '#platform/db/db.ts'
import { migrate } from '#platform/db/migrations.ts'
import { freshDatabase, type TestDatabase } from '#testing/db.ts'
import { testServices } from '#testing/parts.ts'
import { freePort, Product } from '../bench/kills-product.ts'
import { type Config, readConfig } from './config.ts'
import { clearDemo, lastNight, ResettingDemo } from './demo-resets.ts'
import type { Running } from './start.ts'

const NO_DEMO = 'this database is not that of a demo: it was left as it is'
const folder = mkdtempSync(join(tmpdir(), 'wattdesk-resets-'))
let database: TestDatabase
let config: Config
const urlOf = ({ config: c }: TestDatabase) =>
  `postgres://wattdesk@/${c.database}?host=${encodeURIComponent(String(c.host))}`
beforeAll(async () => {
  database = await freshDatabase(inject('pgSocket'))
  config = readConfig({ DATABASE_URL: urlOf(database), WATTDESK_DATA: folder }, ['--demo-resets'])
})
afterAll(async () => {
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

test.each([
  ['2026-03-18T09:20:00Z', '2026-03-17T21:30:00Z'],
  ['2026-03-17T21:29:59Z', '2026-03-16T21:30:00Z'],
  ['2026-03-17T21:30:00Z', '2026-03-17T21:30:00Z'],
  ['2026-03-17T18:31:00Z', '2026-03-16T21:30:00Z'],
])('at %s the last night was at %s', (now, night) => {
  expect(lastNight(new Date(now), 'Asia/Kolkata')).toEqual(new Date(night))
})

describe('the option', () => {
  test.each([
    [{}, ['--demo-resets']],
    [{ WATTDESK_DEMO_RESETS: 'on' }, []],
    [{ DATABASE_URL: 'postgres://db/wattdesk' }, ['--demo-resets']],
  ])('%o with %o fills the demo and lets it begin anew', (env, args) => {
    expect(readConfig(env, args)).toMatchObject({ demo: 'always', demoResets: true })
  })
  test('is off by itself', () => {
    expect(readConfig({}, ['--demo'])).toMatchObject({ demoResets: false })
  })
  test.each([
    [{ WATTDESK_MODE: 'live' }, ['--demo-resets'], 'which live mode does not have'],
    [{}, ['--demo-resets', '--no-demo'], 'and --no-demo has none'],
    [
      { NATS_URL: 'nats://127.0.0.1:4222', DATABASE_URL: 'postgres://db/w' },
      ['--demo-resets'],
      'leave NATS_URL and WATTDESK_ROLES out',
    ],
    [
      { WATTDESK_FILES: 's3://files?region=x', AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' },
      ['--demo-resets'],
      'leave WATTDESK_FILES out',
    ],
  ])('%o with %o is refused', (env, args, text) => {
    expect(() => readConfig(env, args)).toThrow(text)
  })
})

test('after 03:00 the demo begins anew once, without what its visitors have stored', async () => {
  let now = new Date('2026-03-18T09:20:00Z')
  const said: string[] = []
  let begun = 0
  const inDatabase = async <T>(work: (db: ReturnType<typeof openDb>) => Promise<T>): Promise<T> => {
    const db = openDb(database.config)
    try {
      return await work(db)
    } finally {
      await db.destroy()
    }
  }
  const begin = async (): Promise<Running> => {
    begun++
    await migrate(database.config)
    const state = await inDatabase(async db => {
      const services = { ...testServices(db, database.config), log: pino({ level: 'warn' }), now: () => now }
      await seedDemo(services, { days: 1 })
      return demoState(db)
    })
    if (state?.state !== 'ready') throw new Error('The demo is not ready')
    return { demoSince: new Date(state.seededAt), stop: async () => void said.push('ended') } as Running
  }
  const demo = new ResettingDemo(await begin(), { config, begin, now: () => now, say: text => said.push(text) })
  const visitors = (db: ReturnType<typeof openDb>) =>
    db.selectFrom('team').select('name').where('name', 'in', ['A visitor was here', 'Amberline Chennai']).execute()
  await inDatabase(db =>
    db.updateTable('team').set({ name: 'A visitor was here' }).where('name', '=', 'Amberline Chennai').execute(),
  )
  mkdirSync(join(folder, 'files'), { recursive: true })
  writeFileSync(join(folder, 'files', 'a-visitors-file'), '')
  writeFileSync(join(folder, 'demo-chargers.json'), '{}')

  now = new Date('2026-03-18T21:29:00Z')
  expect(await demo.look()).toBe(false)
  now = new Date('2026-03-18T21:30:10Z')
  // Two looks at once make one night.
  expect(await Promise.all([demo.look(), demo.look()])).toEqual([true, false])
  expect(said).toEqual(['the demo begins anew …', 'ended'])
  expect(await inDatabase(visitors)).toEqual([{ name: 'Amberline Chennai' }])
  expect([existsSync(join(folder, 'files')), existsSync(join(folder, 'demo-chargers.json'))]).toEqual([false, false])
  // Every session of the new past has ended, up to the one whose stop never came.
  const open = await inDatabase(db =>
    db.selectFrom('transaction').select('chargepointId').where('stoppedAt', 'is', null).execute(),
  )
  expect(open.length).toBeLessThanOrEqual(1)
  now = new Date('2026-03-19T09:00:00Z')
  expect(await demo.look()).toBe(false)
  expect(begun).toBe(2)
}, 120_000)

test('a database with users and without a demo is refused by the start and by the night, and stays as it is', async () => {
  const other = await freshDatabase(inject('pgSocket'))
  onTestFinished(() => other.drop())
  const db = openDb(other.config)
  onTestFinished(() => db.destroy())
  await db.transaction().execute(async trx => {
    const createdAt = new Date()
    const companyId = await companies.create(trx, { parentId: null, companyType: 'GP', name: 'Ours', createdAt })
    await users.create(trx, {
      companyId,
      username: 'somebody',
      firstName: 'Some',
      lastName: 'Body',
      email: 'somebody@ours.example',
      userType: 'ROOT',
      passwordHash: null,
      createdAt,
    })
  })
  await expect(clearDemo({ ...config, databaseUrl: urlOf(other) })).rejects.toThrow(NO_DEMO)
  const env = { DATABASE_URL: urlOf(other) }
  const product = new Product(join(folder, 'other'), await freePort(), env, ['--demo-resets'])
  await expect(product.start()).rejects.toThrow(NO_DEMO)
  expect(await users.count(db)).toBe(1)
}, 120_000)
