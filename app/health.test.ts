// Ready says what is wrong, each with its name and in words; errors that nobody waits for are counted and survived.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { catchAll, noteFault } from '#platform/faults.ts'
import { diskCheck } from '#platform/http/checks.ts'
import { productVersion } from '#platform/telemetry/version.ts'
import { startApp, type TestApp } from '#testing/app.ts'
import { buildApp } from './app.ts'

let t: TestApp
const disk = diskCheck(undefined)
beforeAll(async () => {
  t = await startApp()
})
afterAll(() => t.close())

const ready = async () => {
  const r = await t.app.inject('/health/ready')
  return { status: r.statusCode, body: r.json() }
}

test('ready is 200 while all is well, and 503 with the name and the words of what is not', async () => {
  expect(await ready()).toEqual({
    status: 200,
    body: { success: true, message: 'OK', data: { mode: 'test', version: productVersion() } },
  })
  await t.away()
  const message = 'The database is not reachable.'
  expect(await ready()).toEqual({
    status: 503,
    body: { success: false, message, data: [{ name: 'database', message }] },
  })
  await t.back()
  expect((await ready()).status).toBe(200)
})

test('a load balancer is told of what another node may do better: not of a bus or a disk that all nodes lack', async () => {
  const look = (text: string) => async () => text
  const checks = (['disk', 'bus', 'mode'] as const).map(name => ({ name, look: look(name) }))
  const statuses = async (more: Parameters<typeof t.another>[0]['checks'] = []) => {
    const app = await buildApp({ ...t.services, checks: [...checks, ...more] }, { logger: false })
    const answers = await Promise.all(['ready', 'serving'].map(path => app.inject(`/health/${path}`)))
    await app.close()
    return answers.map(r => r.statusCode)
  }
  expect(await statuses()).toEqual([503, 200])
  for (const name of ['database', 'stopping'] as const)
    expect(await statuses([{ name, look: look('is so') }])).toEqual([503, 503])
})

test('a database that does not answer in time is not reachable', async () => {
  const lockers = Array.from({ length: 12 }, () => sql`select pg_sleep(5)`.execute(t.db).catch(() => undefined))
  const r = await ready()
  expect([r.status, r.body.data[0]?.name]).toEqual([503, 'database'])
  await t.away()
  await t.back()
  await Promise.all(lockers)
}, 20_000)

test.each([
  ['plenty', 10_000 * 1024 ** 2, undefined],
  [
    'little',
    100 * 1024 ** 2,
    'The disk of the database is nearly full: 100 MB are left, and at least 256 MB are needed.',
  ],
])('with %s room on the disk of the data folder', async (_what, bytes, text) => {
  const { check } = diskCheck('/', { now: Date.now, free: async () => bytes, least: 256 * 1024 ** 2 })
  expect(await check.look()).toBe(text)
})

test('a disk that PostgreSQL has lately called full is full for a minute', async () => {
  let nowMs = 0
  const { check, saw } = diskCheck(undefined, { now: () => nowMs, free: async () => 0, least: 0 })
  saw(new Error('something else'))
  expect(await check.look()).toBeUndefined()
  saw(Object.assign(new pg.DatabaseError('could not extend file', 1, 'error'), { code: '53100' }))
  expect(await check.look()).toBe('The disk of the database is full.')
  nowMs = 60_001
  expect(await check.look()).toBeUndefined()
  // The real disk of this machine can be asked.
  expect([undefined, expect.any(String)]).toContainEqual(await diskCheck('/').check.look())
  expect(await disk.check.look()).toBeUndefined()
})

test('an error that nobody waits for is logged and counted at /metrics', async () => {
  const counted = async () =>
    Number(
      /^wattdesk_unhandled_errors_total\{source="frame"\} (\d+)/m.exec((await t.app.inject('/metrics')).body)?.[1] ?? 0,
    )
  const before = await counted()
  const logged: unknown[] = []
  const error = new Error('lost')
  noteFault({ error: o => void logged.push(o.err) }, 'frame', error, 'A frame could not be taken')
  expect(logged).toEqual([error])
  expect(await counted()).toBe(before + 1)
  expect((await t.app.inject('/metrics')).body).toContain('wattdesk_postgres_restarts_total')
})

test('a rejection and an exception that nobody handles do not end the process', async () => {
  const program = `
    import { catchAll, faults } from ${JSON.stringify(new URL('../platform/faults.ts', import.meta.url).href)}
    catchAll({ error: (o, text) => console.log(text + ': ' + o.err.message) })
    Promise.reject(new Error('one'))
    setTimeout(() => { throw new Error('two') }, 5)
    setTimeout(async () => console.log(JSON.stringify((await faults.get()).values.map(v => [v.labels.source, v.value]))), 20)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.on('data', (b: Buffer) => {
    said += b
  })
  const [code] = await once(child, 'close')
  expect(said.trim().split('\n')).toEqual([
    'A rejection that nobody handled: one',
    'An exception that nobody handled: two',
    '[["rejection",1],["exception",1]]',
  ])
  expect(code).toBe(0)
  // Taken back, it leaves the process as it was.
  const listeners = process.listenerCount('unhandledRejection')
  catchAll({ error: () => undefined })()
  expect(process.listenerCount('unhandledRejection')).toBe(listeners)
})
