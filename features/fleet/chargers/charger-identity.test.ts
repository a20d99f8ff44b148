// Identities that look alike: which may register themselves beside a known charger, and what happens to records older
// than the rule.
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import fc from 'fast-check'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { migrate } from '#platform/db/migrations.ts'
import { startApp, type TestApp } from '#testing/app.ts'
import { TestCharger } from '#testing/charger.ts'
import { newCharger, unique } from '#testing/ocpp.ts'
import { isPlainIdentity } from './charger.rules.ts'
import { hashKey } from './key-hash.crypto.ts'

let t: TestApp
let ws: string
beforeAll(async () => {
  t = await startApp()
  t.services.ocppRegister = { status: 'Accepted', teamId: t.world.one.teamId }
  ws = (await t.listen()).ws
})
afterAll(() => t.close())

const count = async () =>
  (await sql<{ n: number }>`select count(*) as n from charger where deleted_at is null`.execute(t.db)).rows[0]?.n
const register = (id: string) => TestCharger.open(ws, encodeURIComponent(id))

describe('beside a protected charger nobody joins by a name that reads like its own (D-OCPP-1)', () => {
  test.each([
    ['another case', 'pro-1'],
    ['a space behind', 'PRO-1 '],
    ['a space before', ' Pro-1'],
    ['a no-break space', 'PRO-1\u00a0'],
    ['a wide space', '\u3000PRO-1'],
    ['letters of full width', 'ＰＲＯ－１'],
    ['an invisible character', 'PRO\u200b-1'],
    ['a soft hyphen', 'PRO\u00ad-1'],
    ['another direction', '\u202ePRO-1'],
  ])('%s', async (_, id) => {
    if (!(await sql`select from charger where chargepoint_id = 'PRO-1'`.execute(t.db)).rows.length)
      await newCharger(t, { chargepointId: 'PRO-1', securityProfile: 1, keyHash: hashKey(Buffer.alloc(20, 7)) })
    const before = await count()
    await expect(register(id)).rejects.toThrow('HTTP 404')
    expect(await count()).toBe(before)
  })

  test('the charger itself comes in with its key, one of another name registers', async () => {
    const authorization = `Basic ${Buffer.concat([Buffer.from('PRO-1:'), Buffer.alloc(20, 7)]).toString('base64')}`
    await (await TestCharger.open(ws, 'PRO-1', { headers: { authorization } })).close()
    await (await register('PRO-2')).close()
    await (await register('PRO-2')).close()
  })

  test('of many that read alike and come at once one registers', async () => {
    const id = unique('Race')
    const all = [id, id.toUpperCase(), id.toLowerCase()]
    const came = await Promise.allSettled([...all, ...all].map(register))
    const { rows } = await sql<{ id: string }>`select chargepoint_id as id from charger
      where lower(chargepoint_id) = lower(${id})`.execute(t.db)
    expect(rows).toHaveLength(1)
    expect(came.filter(c => c.status === 'fulfilled')).toHaveLength(2)
    for (const c of came) if (c.status === 'fulfilled') await c.value.close()
  })
})

test('by hand, too, an identity is taken whatever its case and spaces', async () => {
  const { id } = await newCharger(t)
  await expect(newCharger(t, { chargepointId: ` ${id.toLowerCase()}` })).rejects.toMatchObject({
    code: '23505',
    constraint: 'charger_identity_live',
  })
  await sql`update charger set deleted_at = now() where chargepoint_id = ${id}`.execute(t.db)
  await newCharger(t, { chargepointId: id.toLowerCase() })
})

test('what may register itself reads as it is written', () => {
  for (const id of ['CP-1', 'RDAM 123', 'Tür 4', '充电-1', 'a.b:c_d'])
    expect([id, isPlainIdentity(id)]).toEqual([id, true])
  for (const id of ['', ' ', 'CP  1', 'CP\t1', 'CP\u20081', 'ﬁ', 'e\u0301', 'CP\ufe0f'])
    expect([id, isPlainIdentity(id)]).toEqual([id, false])
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), id => {
      if (isPlainIdentity(id)) expect(id).toBe(id.trim().normalize('NFKC'))
    }),
  )
})

test('records that collided before the rule stay, work on, and say so; the migration does not fail', async () => {
  const name = unique('identity').replace('-', '_')
  const config = { host: inject('pgSocket'), user: 'wattdesk' }
  const admin = new pg.Client({ ...config, database: 'postgres' })
  await admin.connect()
  await admin.query(`create database ${name} template template0`)
  const folder = mkdtempSync(join(tmpdir(), 'wattdesk-migrations-'))
  const source = new URL('../../../migrations/', import.meta.url)
  const copy = (fits: (file: string) => boolean) => {
    for (const file of readdirSync(source).filter(fits)) cpSync(new URL(file, source), join(folder, file))
  }
  const db = new pg.Client({ ...config, database: name })
  try {
    copy(file => file < '0012')
    const folderUrl = pathToFileURL(`${folder}/`)
    await migrate({ ...config, database: name }, folderUrl)
    await db.connect()
    await db.query(`insert into team (id, company_id, company_type, name, path) overriding system value
      values (1, 1, 'GP', 'P', '{1}')`)
    const ids: [string, number | null, string][] = [
      ['pro-1', null, 'Newly registered'],
      ['PRO-1 ', null, ''],
      ['PRO-1', 1, ''],
      ['Alone', null, ''],
    ]
    for (const [id, profile, note] of ids)
      await db.query(
        `insert into charger (company_id, team_id, chargepoint_id, chargepoint_name, security_profile, note)
         values (1, 1, $1, $1, $2, $3)`,
        [id, profile, note],
      )
    copy(file => file >= '0012')
    await migrate({ ...config, database: name }, folderUrl)
    const { rows } = await db.query('select chargepoint_id as id, shares_identity as shares, note from charger')
    const text =
      'The ID differs from that of charge point "PRO-1" only in case, width or spaces. Please give one of the two another ID.'
    expect(rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual([
      { id: 'Alone', shares: false, note: '' },
      { id: 'PRO-1', shares: false, note: '' },
      { id: 'PRO-1 ', shares: true, note: text },
      { id: 'pro-1', shares: true, note: `Newly registered\n${text}` },
    ])
  } finally {
    await db.end()
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
    rmSync(folder, { recursive: true })
  }
})
