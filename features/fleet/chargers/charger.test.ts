// The charger list, one charger, its connectors and its deletion: the rights, the counts, the search and the fields.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as teams from '#people/teams/team.store.ts'
import { type Person, startApp, type TestApp } from '#testing/app.ts'
import { TestCharger } from '#testing/charger.ts'
import { create } from './charger-write.store.ts'

let t: TestApp
let ws: string
let now = new Date('2026-03-02T10:00:00Z')
beforeAll(async () => {
  t = await startApp({ now: () => now })
  ws = (await t.listen()).ws
})
afterAll(() => t.close())

type Method = 'GET' | 'DELETE'
const team = () => `/cms/v1/team/${t.world.one.teamId}`
const ask = async (person: Person | 'anonymous', url: string, method: Method = 'GET') =>
  t.app.inject({ method, url, headers: person === 'anonymous' ? {} : await t.as(person) })
const get = async (url: string, person: Person = 'admin') => (await ask(person, url)).json()
const ids = async (query: string) =>
  (await get(`${team()}/chargers?${query}`)).data.map((r: { chargepoint_id: string }) => r.chargepoint_id)

describe('who may', () => {
  const people = ['anonymous', 'nobody', 'stranger', 'viewer', 'finance', 'operator', 'admin', 'root'] as const
  const reading = [401, 404, 404, 200, 200, 200, 200, 200]
  const deleting = [401, 404, 404, 403, 403, 403, 404, 404]
  test.each([
    ['GET', '/chargers', reading],
    ['GET', '/charger/DC-1', reading],
    ['GET', '/charger/DC-1/connectors', reading],
    // A charger that does not exist, so that callers with the right are answered 404.
    ['DELETE', '/charger/NONE', deleting],
  ] as const)('%s %s', async (method, path, expected) => {
    const got = []
    for (const person of people) got.push((await ask(person, team() + path, method)).statusCode)
    expect(got).toEqual(expected)
  })

  test('a charger of another company is not there, by key and by id', async () => {
    const { pk, id } = t.world.chargers.other
    for (const name of [pk, id])
      for (const [method, end] of [
        ['GET', ''],
        ['GET', '/connectors'],
        ['DELETE', ''],
      ] as const) {
        const r = await ask('admin', `${team()}/charger/${name}${end}`, method)
        expect([r.statusCode, r.json().message]).toEqual([404, 'Charge point not found'])
      }
    expect(await ids('')).not.toContain(id)
  })

  test('a role without the right sees what the map shows, and finds nothing else out', async () => {
    const { companyId, siblingId } = t.world.one
    const { rows } = await sql<{
      id: number
    }>`insert into role (company_id, name) values (${companyId}, 'Map') returning id`.execute(t.db)
    await teams.addMember(t.db, { teamId: siblingId, userId: t.world.userIds.nobody, roleId: rows[0]?.id ?? 0 })
    await create(t.db, {
      teamId: siblingId,
      chargepointId: 'S-1',
      chargepointName: 'South 1',
      latitude: 1,
      longitude: 2,
      connectors: [],
    })
    const list = `/cms/v1/team/${siblingId}/chargers`
    const { data } = await get(list, 'nobody')
    expect(data).toEqual([expect.objectContaining({ chargepoint_id: 'S-1', locationLatitude: 1, status: 'Inactive' })])
    expect(Object.keys(data[0])).not.toEqual(expect.arrayContaining(['team_name']))
    for (const query of ['q=south', 'sort=street', 'export=true'])
      expect((await ask('nobody', `${list}?${query}`)).statusCode).toBe(403)
    expect((await ask('nobody', `/cms/v1/team/${siblingId}/charger/S-1`)).statusCode).toBe(403)
    await sql`delete from team_member where user_id = ${t.world.userIds.nobody}`.execute(t.db)
    await sql`update charger set deleted_at = now() where chargepoint_id = 'S-1'`.execute(t.db)
  })
})

describe('the list', () => {
  beforeAll(async () => {
    for (let i = 1; i <= 12; i++)
      await create(t.db, {
        teamId: t.world.one.teamId,
        chargepointId: `L-${String(i).padStart(2, '0')}`,
        chargepointName: `Line ${13 - i}`,
        accessLevel: i % 3 === 0 ? 'Private' : 'Public',
        registrationStatus: 'Accepted',
        street: i === 4 ? '100%_Lane' : 'Hosur Road',
        description: i === 5 ? 'behind the gate' : '',
        connectors: [{ connectorId: 1 }, { connectorId: 2 }],
      })
    await sql`update charger_state s set connected = true, last_message_at = ${now}, last_heartbeat_at = '2026-02-27T20:00:00Z', live_status = 'online'
      from charger c where c.chargepoint_pk = s.chargepoint_pk and c.chargepoint_id in ('L-01', 'L-02')`.execute(t.db)
    await sql`update charger_state s set connected = true, last_message_at = ${new Date(now.getTime() - 601_000)}, live_status = 'online'
      from charger c where c.chargepoint_pk = s.chargepoint_pk and c.chargepoint_id = 'L-03'`.execute(t.db)
    await sql`update charger_state s set connected = true, last_message_at = ${now}, whole_status = 'Unavailable', live_status = 'maintenance'
      from charger c where c.chargepoint_pk = s.chargepoint_pk and c.chargepoint_id = 'L-04'`.execute(t.db)
    await sql`update connector n set status = 'Available' from charger c where c.chargepoint_pk = n.chargepoint_pk and c.chargepoint_id = 'L-04'`.execute(
      t.db,
    )
  })

  test('a page holds its rows, newest first, with the number of all and the cards of the whole scope', async () => {
    const r = await get(`${team()}/chargers?page=2&pageSize=5&q=L-`)
    expect(r.data.map((c: { chargepoint_id: string }) => c.chargepoint_id)).toEqual([
      'L-07',
      'L-06',
      'L-05',
      'L-04',
      'L-03',
    ])
    expect(r).toMatchObject({
      total: 12,
      page: 2,
      pageSize: 5,
      summary: { total: 14, active: 2, inactive: 12, public: 10 },
    })
  })

  test('a row tells status, visibility and connectors by their words', async () => {
    const { data } = await get(`${team()}/chargers?q=L-0&sort=chargepoint_id`)
    expect(data[0]).toMatchObject({
      id: data[0].chargepoint_pk,
      chargepoint_name: 'Line 12',
      team_name: 'One North',
      visibility: 1,
      status: 'Active',
      statusCode: 'A',
      live_status: 'online',
      lastHeartbeatTimestamp: '2026-02-27T20:00:00.000Z',
      connectors: [
        { connectorId: 1, connectorName: '1', status: null },
        { connectorId: 2, connectorName: '2', status: null },
      ],
    })
    // Silent for more than 600 s, though its socket was never closed.
    expect(data[2]).toMatchObject({ visibility: 0, status: 'Inactive', statusCode: 'I', live_status: 'offline' })
    // Out of service as a whole: every connector is Unavailable.
    expect(data[3]).toMatchObject({ status: 'NA', statusCode: 'NA', live_status: 'maintenance' })
    expect(data[3].connectors.map((c: { status: string }) => c.status)).toEqual(['Unavailable', 'Unavailable'])
  })

  test.each([
    ['l-05', ['L-05']],
    ['one north', 14],
    ['GATE', ['L-05']],
    ['100%_', ['L-04']],
    ['private', 4],
    // 'Inactive' contains 'active', and is not meant.
    ['active', ['L-02', 'L-01']],
    ['Activ', ['L-02', 'L-01']],
    ['inactive', 11],
    // 27 Feb 20:00 UTC is the 28th in India.
    ['28 Feb 2026', ['L-02', 'L-01']],
    ['no such thing', []],
  ])('the search finds %s', async (q, expected) => {
    const found = await ids(`q=${encodeURIComponent(q)}`)
    if (typeof expected === 'number') expect(found).toHaveLength(expected)
    else expect(found).toEqual(expected)
  })

  test("filters and sort are the list's own; others are refused with their name", async () => {
    const filters = (field: string, operator: string, value: unknown) =>
      `filters=${encodeURIComponent(JSON.stringify({ conditions: [{ field, operator, value }] }))}`
    expect(await ids(`${filters('status', 'equals', 'active')}&sort=chargepoint_name`)).toEqual(['L-02', 'L-01'])
    expect(await ids(filters('lastHeartbeatTimestamp', 'onOrAfter', '2026-02-28'))).toEqual(['L-02', 'L-01'])
    expect(await ids(`${filters('lastHeartbeatTimestamp', 'onOrAfter', '2026-02-28')}&tz=0`)).toEqual([])
    expect((await ids('sort=-status'))[0]).toBe('L-04')
    await sql`update charger_state s set ocpp_protocol = x.protocol from charger c join (values ('L-06', 'ocpp2.0.1J'),
      ('L-07', 'ocpp1.6J')) x (id, protocol) on x.id = c.chargepoint_id where c.chargepoint_pk = s.chargepoint_pk`.execute(
      t.db,
    )
    expect(await ids(filters('protocol', 'equals', 'OCPP 2.0.1'))).toEqual(['L-06'])
    const { data } = await get(`${team()}/chargers?sort=protocol&q=L-0`)
    expect(data.slice(0, 3).map((c: { protocol: string | null }) => c.protocol)).toEqual([
      'OCPP 1.6',
      'OCPP 2.0.1',
      null,
    ])
    await sql`update charger_state s set first_boot_at = '2026-01-01', clock_offset_sec = 500 from charger c
      where c.chargepoint_pk = s.chargepoint_pk and c.chargepoint_id in ('L-03', 'L-04')`.execute(t.db)
    await sql`insert into odd_value (chargepoint_pk, field, value, last_at)
      select chargepoint_pk, 'status', 'Odd', ${now} from charger where chargepoint_id = 'L-05'`.execute(t.db)
    expect(await ids(filters('trouble', 'equals', 'offline'))).toEqual(['L-03'])
    expect(await ids(filters('trouble', 'isAnyOf', 'Out of service, Site down'))).toEqual(['L-04'])
    expect(await ids(filters('trouble', 'isNotEmpty', undefined))).toEqual(['L-04', 'L-03'])
    expect(await ids(filters('clockOffsetSec', 'greaterThan', 120))).toEqual(['L-04', 'L-03'])
    expect(await ids(filters('unexpectedValues', 'greaterThan', 0))).toEqual(['L-05'])
    const unknown = await ask('admin', `${team()}/chargers?sort=key_hash`)
    expect([unknown.statusCode, unknown.json().errors]).toEqual([422, { sort: 'Cannot sort by key_hash' }])
    expect((await ask('admin', `${team()}/chargers?${filters('key_hash', 'equals', 'x')}`)).statusCode).toBe(422)
    expect((await ask('admin', `${team()}/chargers?pageSize=101&page=1`)).statusCode).toBe(422)
  })

  test('an export holds the whole filtered set, whatever the page', async () => {
    const r = await get(`${team()}/chargers?export=true&q=Hosur&sort=chargepoint_id&page=2&pageSize=5`)
    expect(r.data).toHaveLength(11)
    expect(r.data[0]).toEqual((await get(`${team()}/chargers?q=L-01`)).data[0])
    expect(r).toMatchObject({ success: true, total: 11, summary: { total: 14 } })
    expect((await get(`${team()}/chargers?export=true&q=none-such`)).data).toEqual([])
  })

  test('a list of a team below another holds its own chargers only', async () => {
    const r = await get(`/cms/v1/team/${t.world.one.siblingId}/chargers`)
    expect(r).toMatchObject({ data: [], total: 0, summary: { total: 0, active: 0, inactive: 0, public: 0 } })
    expect((await get(`/cms/v1/team/${t.world.gp}/chargers`, 'root')).total).toBe(15)
  })
})

describe('one charger', () => {
  test('is found by key and by id; a key wins over an id that reads the same', async () => {
    const { pk } = t.world.chargers.dc
    const twin = await create(t.db, {
      teamId: t.world.one.teamId,
      chargepointId: String(pk),
      chargepointName: 'Twin',
      connectors: [],
    })
    expect((await get(`${team()}/charger/${pk}`)).data).toMatchObject({
      chargepoint_pk: pk,
      chargepoint_id: 'DC-1',
      status: 'I',
    })
    expect((await get(`${team()}/charger/DC-1`)).data.chargepoint_pk).toBe(pk)
    expect((await get(`${team()}/charger/${twin}`)).data.chargepoint_name).toBe('Twin')
    await ask('admin', `${team()}/charger/${twin}`, 'DELETE')
    expect((await ask('admin', `${team()}/charger/${'x'.repeat(61)}`)).statusCode).toBe(422)
    expect((await ask('admin', `${team()}/charger/999999999999`)).statusCode).toBe(404)
  })

  test('shows what the charger told, its running session, and the values it made up', async () => {
    const c = await TestCharger.open(ws, 'AC-1')
    const waiting = await get(`${team()}/charger/AC-1`)
    expect(waiting.data.connection).toMatchObject({ socketOpen: true, heard: true, bootAccepted: false, usable: false })
    await c.boot()
    await c.call('StatusNotification', { connectorId: 1, status: 'Charging', errorCode: 'MadeUp' })
    const started = await c.call('StartTransaction', {
      connectorId: 1,
      idTag: 'TAG-ONE',
      meterStart: 500,
      timestamp: now.toISOString(),
    })
    now = new Date(now.getTime() + 5 * 60_000)
    await c.call('MeterValues', {
      connectorId: 1,
      transactionId: started.transactionId,
      meterValue: [
        {
          timestamp: now.toISOString(),
          sampledValue: [{ value: '1100' }, { value: '7.2', measurand: 'Power.Active.Import', unit: 'kW' }],
        },
      ],
    })
    const { data } = await get(`${team()}/charger/AC-1`)
    expect(data).toMatchObject({
      status: 'A',
      live_status: 'charging',
      chargePointVendor: 'Maker',
      chargePointModel: 'One',
      ocppProtocol: 'ocpp1.6J',
      connection: { socketOpen: true, bootAccepted: true, usable: true },
    })
    const running = {
      connectorId: 1,
      status: 'Charging',
      transactionId: started.transactionId,
      powerKw: 7.2,
      energyWh: 600,
      totalAmountCharged: 12.74,
    }
    expect(data.connectors).toEqual([expect.objectContaining(running)])
    expect((await get(`${team()}/charger/AC-1/connectors`)).data).toEqual(data.connectors)
    await expect
      .poll(async () => (await get(`${team()}/charger/AC-1`)).data.oddValues)
      .toEqual([expect.objectContaining({ value: 'MadeUp', count: 1 })])
    expect(JSON.stringify(data)).not.toMatch(/key_?hash/i)

    // While the charger is heard its word holds; afterwards nothing is known since it was last heard.
    const first = async () => (await get(`${team()}/charger/AC-1/connectors`)).data[0]
    expect((await first()).unknownSince).toBeNull()
    const { lastMessageAt } = (await get(`${team()}/charger/AC-1`)).data.connection
    await c.close()
    await expect.poll(async () => (await first()).unknownSince).not.toBeNull()
    const gone = await first()
    expect(gone.status).toBe('Charging')
    expect(Date.parse(gone.unknownSince)).toBeGreaterThanOrEqual(Date.parse(lastMessageAt))
  })
})

describe('deleting', () => {
  test('is refused while a session runs', async () => {
    const r = await ask('admin', `${team()}/charger/AC-1`, 'DELETE')
    expect([r.statusCode, r.json()]).toEqual([
      409,
      { success: false, message: 'Charge Point has an active transaction' },
    ])
    expect((await ask('admin', `${team()}/charger/AC-1`)).statusCode).toBe(200)
  })

  test('hides the record, keeps it stored, closes its socket, and frees its id', async () => {
    const c = await TestCharger.open(ws, 'L-12')
    await c.boot()
    const { pk } = (
      await sql<{ pk: number }>`select chargepoint_pk as pk from charger where chargepoint_id = 'L-12'`.execute(t.db)
    ).rows[0] ?? { pk: 0 }
    const closed = c.closed()
    const r = await ask('admin', `${team()}/charger/L-12`, 'DELETE')
    expect(r.json()).toEqual({
      success: true,
      message: 'Charge Point deleted successfully',
      data: { chargepoint_pk: pk, chargepoint_id: 'L-12' },
    })
    expect(await closed).toBe(1008)
    expect((await ask('admin', `${team()}/charger/L-12`)).statusCode).toBe(404)
    expect((await ask('admin', `${team()}/charger/L-12`, 'DELETE')).statusCode).toBe(404)
    expect(await ids('q=L-12')).toEqual([])
    await expect(TestCharger.open(ws, 'L-12')).rejects.toThrow('HTTP 404')
    const kept = await sql<{ deletedAt: Date }>`select deleted_at from charger where chargepoint_pk = ${pk}`.execute(
      t.db,
    )
    expect(kept.rows[0]?.deletedAt).toEqual(now)
    const again = await create(t.db, {
      teamId: t.world.one.teamId,
      chargepointId: 'L-12',
      chargepointName: 'New',
      connectors: [],
    })
    expect(again).not.toBe(pk)
  })
})
