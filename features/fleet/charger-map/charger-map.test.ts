// The map of chargers as the API serves it: the rights to read it, the same chargers as in the list, and the filter of
// a cluster, which finds its chargers in the list.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { create } from '#fleet/chargers/charger-write.store.ts'
import * as teams from '#people/teams/team.store.ts'
import { type Person, startApp, type TestApp } from '#testing/app.ts'
import type { ChargerPlaces } from './charger-map.contract.ts'
import { chartedOf, clustersIn, figuresOf, keysIn, listPath, placelessPath } from './charger-map.rules.ts'

let t: TestApp
const now = new Date('2026-03-02T10:00:00Z')
/** Charger ids and their places; the first charger is online. */
const STAND: readonly [id: string, latitude: number | null, longitude: number | null][] = [
  ['M-1', 12.97159999, 77.594566],
  ['M-2', 12.9716, 77.594566],
  // The last and the first coordinate of two steps; south of the equator rounding down leads away from it.
  ['M-3', -12.97160001, -0.00000001],
  ['M-4', -12.9716, 0],
  ['M-5', 0, 36.8],
  ['M-6', 0, 0],
  ['M-7', null, 77.5],
  ['M-8', 95, 10],
]
beforeAll(async () => {
  t = await startApp({ now: () => now })
  for (const [id, latitude, longitude] of STAND) {
    const at = { ...(latitude !== null && { latitude }), ...(longitude !== null && { longitude }) }
    await create(t.db, {
      teamId: t.world.one.teamId,
      chargepointId: id,
      chargepointName: id,
      connectors: [],
      ...at,
      registrationStatus: 'Accepted',
    })
  }
  const connect = (id: string, live: string, byHand: boolean) =>
    sql`update charger_state s set connected = true, last_message_at = ${now}, live_status = ${live},
        maintenance_by_hand = ${byHand}
      from charger c where c.chargepoint_pk = s.chargepoint_pk and c.chargepoint_id = ${id}`.execute(t.db)
  await connect('M-1', 'online', false)
  // Connected, and yet in maintenance: by hand, though the charger has not obeyed, and with all its connectors faulted.
  await connect('M-2', 'online', true)
  await connect('M-3', 'maintenance', false)
})
afterAll(() => t.close())

const chargers = () => `/cms/v1/team/${t.world.one.teamId}/chargers`
const ask = async (person: Person | 'anonymous', url: string) =>
  t.app.inject({ url, headers: person === 'anonymous' ? {} : await t.as(person) })
const get = async (url: string, person: Person = 'viewer') => (await ask(person, url)).json()
const pks = (data: { chargepoint_pk: number }[]) => data.map(c => c.chargepoint_pk).sort((a, b) => a - b)

describe('who may', () => {
  const people = ['anonymous', 'nobody', 'stranger', 'viewer', 'finance', 'operator', 'admin', 'root'] as const
  test.each(['/map', '/map/details?keys=1'])('%s', async path => {
    const codes = await Promise.all(people.map(async p => (await ask(p, chargers() + path)).statusCode))
    expect(codes).toEqual([401, 404, 404, 200, 200, 200, 200, 200])
  })

  test.each(['', 'x', '1,', '1;2', '99999999999', '3000000000', Array(51).fill(1).join(',')])(
    'keys that are none are refused: %s',
    async keys => expect((await ask('viewer', `${chargers()}/map/details?keys=${keys}`)).statusCode).toBe(422),
  )

  test('chargers of another company and deleted ones are not there', async () => {
    const { other } = t.world.chargers
    const gone = await create(t.db, {
      teamId: t.world.one.teamId,
      chargepointId: 'GONE',
      chargepointName: 'Gone',
      connectors: [],
      latitude: 1,
      longitude: 1,
    })
    await sql`update charger set deleted_at = ${now} where chargepoint_pk = ${gone}`.execute(t.db)
    const { data } = await get(`${chargers()}/map`)
    expect(data.flatMap((p: ChargerPlaces) => p.keys)).not.toEqual(expect.arrayContaining([other.pk]))
    expect(data.flatMap((p: ChargerPlaces) => p.keys)).not.toContain(gone)
    expect((await get(`${chargers()}/map/details?keys=${other.pk},${gone}`)).data).toEqual([])
  })

  test('a role without view of chargers has the map, and of its chargers the fields of the map alone', async () => {
    const { companyId, siblingId } = t.world.one
    const { rows } = await sql<{ id: number }>`insert into role (company_id, name) values (${companyId}, 'Map')
      returning id`.execute(t.db)
    await teams.addMember(t.db, { teamId: siblingId, userId: t.world.userIds.nobody, roleId: rows[0]?.id ?? 0 })
    const pk = await create(t.db, {
      teamId: siblingId,
      chargepointId: 'S-1',
      chargepointName: 'South',
      connectors: [],
      latitude: 1,
      longitude: 2,
      description: 'behind the gate',
    })
    const map = `/cms/v1/team/${siblingId}/chargers/map`
    expect((await get(map, 'nobody')).data).toEqual([
      { keys: [pk], latitudes: [100_000], longitudes: [200_000], codes: 'I' },
    ])
    const [shown] = (await get(`${map}/details?keys=${pk}`, 'nobody')).data
    expect(shown).toMatchObject({ chargepoint_name: 'South', status: 'Inactive' })
    for (const field of ['team_name', 'description', 'connectors', 'lastMessageAt'])
      expect(shown).not.toHaveProperty(field)
    expect((await get(`${map}/details?keys=${pk}`, 'admin')).data[0]).toHaveProperty('description', 'behind the gate')
    await sql`delete from team_member where user_id = ${t.world.userIds.nobody}`.execute(t.db)
  })
})

test('the columns hold the chargers of the list, by key, with steps rounded down and none for what stands nowhere', async () => {
  const { data }: { data: ChargerPlaces[] } = await get(`${chargers()}/map`)
  const list = (await get(chargers())).data
  const keys = data.flatMap(p => p.keys)
  expect(keys).toEqual(pks(list))
  expect(new Set(keys).size).toBe(keys.length)
  const of = (id: string) => {
    const pk = list.find((c: { chargepoint_id: string }) => c.chargepoint_id === id).chargepoint_pk
    const p = data.find(p => p.keys.includes(pk))
    const i = p?.keys.indexOf(pk) ?? -1
    return [p?.latitudes[i], p?.longitudes[i], p?.codes[i]]
  }
  expect(STAND.map(([id]) => of(id))).toEqual([
    [1_297_159, 7_759_456, 'A'],
    [1_297_160, 7_759_456, 'M'],
    [-1_297_161, -1, 'M'],
    [-1_297_160, 0, 'I'],
    [0, 3_680_000, 'I'],
    [null, null, 'I'],
    [null, null, 'I'],
    [null, null, 'I'],
  ])
})

test('each cluster, at each level, counts what its filter finds in the list; so do the figures of all', async () => {
  const charted = chartedOf((await get(`${chargers()}/map`)).data)
  const listed = async (path: string) => pks((await get(`${chargers()}${path.slice('/charger'.length)}`)).data)
  for (const level of [0, 3, 9, 19])
    for (const c of clustersIn(charted, { level, south: -90, north: 90, west: -180, east: 180 })) {
      expect(await listed(listPath('all', c.box)), c.id).toEqual([...keysIn(charted.places, c.box)])
      expect(await listed(listPath('online', c.box)), c.id).toHaveLength(c.online)
      expect(await listed(listPath('maintenance', c.box)), c.id).toHaveLength(c.maintenance)
      expect(await listed(listPath('offline', c.box)), c.id).toHaveLength(c.count - c.online - c.maintenance)
    }
  // The cards and the live panel count the same way.
  const live = (await get(`/cms/v1/team/${t.world.one.teamId}/charging-status`)).data.summary
  const { count, online, maintenance } = figuresOf(charted)
  expect([count, online, maintenance]).toEqual([live.totalStations, live.online + live.charging, live.maintenance])
  expect(maintenance).toBe(2)
  const placeless = charted.places.keys.filter((_, i) => Number.isNaN(charted.places.x[i]))
  expect(await listed(placelessPath)).toEqual([...placeless])
  expect(placeless.length).toBeGreaterThan(2)
})

test('details come in the order asked for, as the list shows them', async () => {
  const list = (await get(chargers())).data
  const [a, b] = [list[0], list[1]]
  const { data } = await get(`${chargers()}/map/details?keys=${b.chargepoint_pk},${a.chargepoint_pk}`)
  expect(data).toEqual([b, a])
})

test('many chargers come in portions, none twice', async () => {
  await sql`insert into charger (company_id, team_id, chargepoint_id, chargepoint_name, latitude, longitude)
    select ${t.world.two.companyId}, ${t.world.two.siblingId}, 'P-' || n, 'P', 10 + n / 1000.0, 70 + n / 1000.0
    from generate_series(1, 4500) n`.execute(t.db)
  await sql`insert into charger_state (chargepoint_pk) select chargepoint_pk from charger c
    where not exists (select from charger_state s where s.chargepoint_pk = c.chargepoint_pk)`.execute(t.db)
  const { data }: { data: ChargerPlaces[] } = await get(
    `/cms/v1/team/${t.world.two.siblingId}/chargers/map`,
    'stranger',
  )
  expect(data.map(p => p.keys.length)).toEqual([2000, 2000, 500])
  const { places } = chartedOf(data)
  expect(new Set(places.keys).size).toBe(4500)
  expect([...places.keys]).toEqual([...places.keys].sort((a, b) => a - b))
})
