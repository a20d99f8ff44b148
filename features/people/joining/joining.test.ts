// Chargers that wait to join: the stored facts about a refused charger, who may see the charger, and its removal from
// the list (S-JOINING).
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Person, startApp, type TestApp } from '#testing/app.ts'
import { TestCharger } from '#testing/charger.ts'
import { newCharger } from '#testing/ocpp.ts'
import type { JoiningCharger } from './joining.contract.ts'
import { dropOldKnocks } from './knock.store.ts'

let t: TestApp
let ws: string
let aheadMs = 0
beforeAll(async () => {
  t = await startApp({ now: () => new Date(Date.now() + aheadMs) })
  ws = (await t.listen()).ws
})
afterAll(() => t.close())

const of = (teamId: number) => `/cms/v1/team/${teamId}/joining`
const get = async (person: Person, path = '', from = of(t.world.one.teamId)) => {
  const r = await t.app.inject({ url: from + path, headers: await t.as(person) })
  return { ...r.json(), status: r.statusCode } as {
    status: number
    data: JoiningCharger[]
    total: number
    hasRefused: boolean
  }
}
const one = async (person: Person, id: string) =>
  (await get(person, `/${encodeURIComponent(id)}`)).data as unknown as JoiningCharger | null
/** As the platform's staff see it, over all teams. */
const seen = async (query = '') => (await get('root', query, of(t.world.gp))).data
const knock = (id: string, headers = {}) => expect(TestCharger.open(ws, id, { headers })).rejects.toThrow('HTTP 404')

test('who may: view on ChargerPoint; another company’s team is not there', async () => {
  const people = ['nobody', 'stranger', 'viewer', 'finance', 'admin', 'root'] as const
  for (const path of ['', '/NONE'])
    expect(await Promise.all(people.map(async p => (await get(p, path)).status))).toEqual([
      404, 404, 200, 200, 200, 200,
    ])
  expect((await t.app.inject({ url: of(t.world.one.teamId) })).statusCode).toBe(401)
})

test('a charger that nobody made is turned away, counted, and shown with what it brought', async () => {
  const id = 'NEW-7'
  await knock(id)
  await knock(id, { 'user-agent': 'Firm/2.1', authorization: 'Basic TkVXLTc6c2VjcmV0' })
  await vi.waitFor(async () => expect((await seen('?q=new-7'))[0]?.refused).toBe(2), 10_000)
  const [row] = await seen('?q=new-7')
  expect(row).toMatchObject({
    chargepoint_id: id,
    waitsFor: 'record',
    chargepoint_pk: null,
    refused: 2,
    vendor: null,
    address: '127.0.0.1',
    protocols: 'ocpp1.6',
    userAgent: 'Firm/2.1',
    isEncrypted: false,
    hasCredentials: true,
  })
  // The key that the charger sent is stored nowhere.
  const { rows } = await sql<{ text: string }>`select k::text as text from knock k`.execute(t.db)
  expect(rows.map(r => r.text).join()).not.toMatch(/secret|TkVX/)
  // The charger belongs to no team: an operator sees it only by its exact id.
  const mine = await get('admin')
  expect([mine.hasRefused, mine.data.map(j => j.chargepoint_id).includes(id)]).toEqual([false, false])
  const named = async (q: string) => (await get('admin', `?q=${encodeURIComponent(q)}`)).data.map(j => j.chargepoint_id)
  expect([await named(id), (await named(id.slice(0, -1))).includes(id)]).toEqual([[id], false])
  expect(await one('admin', id)).toMatchObject({ chargepoint_id: id, refused: 2 })
  expect(await one('admin', 'NEW-')).toBeNull()
  // Once its record is created, the charger no longer waits.
  await newCharger(t, { chargepointId: id })
  expect([await one('admin', id), await seen('?q=new-7')]).toEqual([null, []])
})

test('a charger whose registration waits stands there with what it said at its boot', async () => {
  const { pk, id } = await newCharger(t, { registrationStatus: 'Pending' })
  const silent = await newCharger(t, { registrationStatus: 'Pending' })
  const c = await TestCharger.open(ws, id)
  const boot = { chargePointVendor: 'Acme', chargePointModel: 'A1', firmwareVersion: '3.2' }
  expect(await c.call('BootNotification', boot)).toMatchObject({ status: 'Pending' })
  const row = async () => (await get('admin')).data.find(j => j.chargepoint_id === id)
  await vi.waitFor(async () => expect(await row()).toBeDefined(), 10_000)
  expect(await row()).toMatchObject({
    waitsFor: 'registration',
    chargepoint_pk: pk,
    refused: 0,
    vendor: 'Acme',
    model: 'A1',
    firmware: '3.2',
  })
  const { data, total } = await get('admin')
  expect(data.map(j => j.chargepoint_id)).not.toContain(silent.id)
  expect(total).toBe(data.length)
  await c.close()
})

const some = { combine: 'AND', conditions: [{ field: 'refused', operator: 'greaterThan', value: 0 }] }
test.each([
  '?sort=chargepoint_id&page=1&pageSize=1',
  '?sort=-refused&q=acme',
  `?filters=${encodeURIComponent(JSON.stringify(some))}`,
  '?export=true',
])('%s is served', async query => {
  expect((await get('root', query, of(t.world.gp))).status).toBe(200)
})
test('what the list does not have is refused', async () => {
  expect((await get('admin', '?sort=userAgent')).status).toBe(422)
})

test('ids that no charger can bear are not noted; what was not heard of for a month goes', async () => {
  for (const id of ['%E0%A4%A', 'A%00B', 'x'.repeat(61)])
    await expect(TestCharger.open(ws, id)).rejects.toThrow(/HTTP 4\d\d/)
  await knock('KEPT-1')
  await vi.waitFor(async () => expect(await seen('?q=kept-1')).toHaveLength(1), 10_000)
  expect((await seen()).filter(j => j.waitsFor === 'record').map(j => j.chargepoint_id)).toEqual(['KEPT-1'])
  aheadMs = 31 * 86_400_000
  expect(await t.db.transaction().execute(trx => dropOldKnocks(trx, t.services.now()))).toBeGreaterThan(0)
  aheadMs = 0
  expect(await seen('?q=kept-1')).toEqual([])
})
