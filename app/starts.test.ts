// Starts of the product that meet: two nodes at once on an empty database, a database of the other mode, a database that
// is not up yet.
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { alone, reach } from '#platform/db/db.ts'
import { freePort, Product } from '../bench/kills-product.ts'

const name = `t_${randomUUID().replaceAll('-', '')}`
const config = { host: inject('pgSocket'), user: 'wattdesk', database: name }
const folder = mkdtempSync(join(tmpdir(), 'wattdesk-starts-'))
let admin: pg.Client
beforeAll(async () => {
  admin = new pg.Client({ ...config, database: 'postgres' })
  await admin.connect()
  await admin.query(`create database ${name} template template0 strategy file_copy`)
})
afterAll(async () => {
  await admin.query(`drop database ${name} with (force)`)
  await admin.end()
  rmSync(folder, { recursive: true, force: true })
})

test('two nodes that start at once on an empty database both come up', async () => {
  const url = `postgres://wattdesk@/${name}?host=${encodeURIComponent(config.host)}`
  const node = async (n: number) =>
    new Product(join(folder, String(n)), await freePort(), { DATABASE_URL: url, WATTDESK_NODE: `node-${n}` })
  const nodes = [await node(1), await node(2)]
  try {
    await Promise.all(nodes.map(p => p.start()))
    for (const p of nodes) expect(await p.isReady).toBe(true)
    const client = new pg.Client(config)
    await client.connect()
    const { rows } = await client.query('select name from migration order by name')
    await client.end()
    const files = readdirSync(new URL('../migrations/', import.meta.url)).filter(f => f.endsWith('.sql'))
    expect(rows.map(r => r.name)).toEqual(files.sort())
    expect([...(nodes[0]?.complaints ?? []), ...(nodes[1]?.complaints ?? [])]).toEqual([])
  } finally {
    await Promise.all(nodes.map(p => p.stop()))
  }
}, 120_000)

test('a database with payments of test mode is refused by a start and by a command of the administrator in live mode', async () => {
  const url = `postgres://wattdesk@/${name}?host=${encodeURIComponent(config.host)}`
  const client = new pg.Client(config)
  await client.connect()
  // The nodes before have kept their mode.
  expect((await client.query('select mode from installation_mode')).rows).toEqual([{ mode: 'test' }])
  await client.query(
    `insert into payment (payment_id, company_id, amount_paise, status, created_at) values ('pay_1', 1, 100, 'failed', now())`,
  )
  await client.end()
  const text = 'This database holds payments or bookings of test mode and cannot be used in live mode.'
  const env = { DATABASE_URL: url, WATTDESK_MODE: 'live' }
  await expect(new Product(join(folder, 'live'), await freePort(), env).start()).rejects.toThrow(text)
  const args = ['app/admin.ts', 'payouts']
  const said = await promisify(execFile)(process.execPath, args, { env: { ...process.env, ...env } }).catch(
    (e: { stderr: string }) => e.stderr,
  )
  expect(said).toContain(text)
}, 120_000)

test('what no two nodes may do at once they do in turn', async () => {
  const steps: string[] = []
  const task = (who: string) =>
    alone(config, async () => {
      steps.push(`${who} begins`)
      await new Promise(setImmediate)
      steps.push(`${who} ends`)
      return who
    })
  const ends = await Promise.all(['a', 'b', 'c'].map(task))
  expect(ends).toEqual(['a', 'b', 'c'])
  for (let n = 0; n < steps.length; n += 2) expect(steps[n + 1]).toBe(steps[n]?.replace('begins', 'ends'))
})

test('a start waits for a database that is not up yet, and says so; one that refuses us is told at once', async () => {
  await admin.query(`alter database ${name} with allow_connections false`)
  const said: string[] = []
  const reached = reach(config, {
    say: text => {
      said.push(text)
      admin.query(`alter database ${name} with allow_connections true`).catch(() => undefined)
    },
  })
  await reached
  expect(said).toEqual(['waiting for the database …'])
  await expect(reach({ ...config, host: '/nowhere' }, { patienceMs: 1 })).rejects.toThrow(
    /^The database is not reachable: /,
  )
  await expect(reach({ ...config, database: 'no_such' })).rejects.toThrow(
    'The database refuses the connection: database "no_such" does not exist',
  )
})
