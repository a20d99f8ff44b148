// Charging sites through their calls: rights, the chargers that may join, errors in a body, two people at once, and the
// audit entry of each change.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as teams from '#people/teams/team.store.ts'
import { type Person, startApp, type TestApp } from '#testing/app.ts'
import { newCharger } from '#testing/ocpp.ts'
import type { Site, SiteRow } from './charging-site.contract.ts'
import * as store from './charging-site.store.ts'

let t: TestApp
const headers = {} as Record<Person, { authorization: string }>
beforeAll(async () => {
  t = await startApp()
  for (const who of ['root', 'admin', 'operator', 'finance', 'viewer', 'nobody', 'stranger'] as const)
    headers[who] = await t.as(who)
})
afterAll(() => t.close())

const good = { zoneName: 'Yard', isLoadBalancingReq: 1, loadBalancingUnit: 'kW', loadBalancingValue: 120.5 }
type Sent = { method?: string; body?: object; who?: Person; headers?: object }
const ask = async (path: string, { method = 'GET', body, who = 'admin', headers: more = {} }: Sent = {}) => {
  const r = await t.app.inject({
    method: method as 'GET',
    url: path.startsWith('/') ? path : `/cms/v1/charging-site/${path}`,
    headers: { ...headers[who], ...more },
    ...(body && { payload: body }),
  })
  return { status: r.statusCode, body: r.json(), etag: r.headers.etag as string | undefined }
}
const at = (teamId: number, zoneId?: number) => `${teamId}/zone${zoneId === undefined ? '' : `/${zoneId}`}`
const made = async (more: object = {}, teamId = t.world.one.teamId): Promise<Site> => {
  const r = await ask(at(teamId), { method: 'POST', body: { ...good, ...more } })
  expect(r.status, JSON.stringify(r.body)).toBe(201)
  return r.body.data
}
const put = (site: Site, body: object, more: Sent = {}) =>
  ask(at(t.world.one.companyId, site.zoneId), { method: 'PUT', body: { ...good, ...body }, ...more })
const charger = async (teamId?: number) => newCharger(t, teamId === undefined ? {} : { teamId })
const historyOf = async (pk: number) =>
  (
    await sql<{ zoneId: number | null }>`select zone_id from charger_site_history
      where chargepoint_pk = ${pk} order by since`.execute(t.db)
  ).rows.map(r => r.zoneId)

describe('the time zone of a site', () => {
  test('is kept by its name of IANA, stays where it is left out, and is taken back by null', async () => {
    const site = await made({ timeZone: 'asia/dubai' })
    expect(site.timeZone).toBe('Asia/Dubai')
    expect((await put(site, { zoneName: 'Creek' })).body.data).toMatchObject({
      zoneName: 'Creek',
      timeZone: 'Asia/Dubai',
    })
    expect((await put(site, { timeZone: null })).body.data.timeZone).toBeNull()
    expect((await made()).timeZone).toBeNull()
  })
  test.each([
    ['Mars/Base', 'There is no time zone Mars/Base'],
    ['', 'There is no time zone '],
    [5, 'Time zone must be a text'],
    ['x'.repeat(61), 'Time zone takes 60 characters or less'],
  ])('%s is refused', async (timeZone, text) => {
    const r = await ask(at(t.world.one.teamId), { method: 'POST', body: { ...good, timeZone } })
    expect([r.status, r.body.errors?.timeZone ?? r.body.message]).toEqual([422, text])
  })
})

test('sites say how many sessions run at their chargers, and are sorted and filtered by it', async () => {
  const { teamId } = t.world.one
  const chargers = [await charger(), await charger(), await charger()]
  const idOf = (n: number) => chargers[n]?.id ?? ''
  const busy = await made({ zoneName: 'Busy', chargers: [idOf(0), idOf(1)] })
  const quiet = await made({ zoneName: 'Quiet', chargers: [idOf(2)] })
  for (const [n, stopped] of [
    [0, null],
    [1, null],
    [2, new Date()],
  ] as const)
    await sql`insert into transaction (company_id, team_id, chargepoint_pk, chargepoint_id, chargepoint_name, charger_type,
        connector_id, id_tag, started_at, start_received_at, meter_start_wh, stopped_at, meter_stop_wh,
        tolerance_watt, payment_type)
      select company_id, team_id, chargepoint_pk, chargepoint_id, 'One', 'AC', 1, 'X', now() - interval '1 hour', now(), 0,
        ${stopped}, ${stopped ? 5 : null}, 300, 'RFID' from charger where chargepoint_id = ${idOf(n)}`.execute(t.db)
  const sorted = await ask(`${at(teamId)}?sort=-running_sessions`)
  const rows = (sorted.body.data as SiteRow[]).map(s => [s.zone_id, s.running_sessions])
  expect(rows[0]).toEqual([busy.zoneId, 2])
  expect(rows).toContainEqual([quiet.zoneId, 0])
  const filters = JSON.stringify({
    combine: 'AND',
    conditions: [{ field: 'running_sessions', operator: 'greaterThan', value: 0 }],
  })
  const running = await ask(`${at(teamId)}?filters=${encodeURIComponent(filters)}`)
  expect((running.body.data as SiteRow[]).map(s => s.zone_id)).toEqual([busy.zoneId])
  // By the site, the list of sessions.
  const sessionsAt = async (query: string) => {
    const r = await ask(`/cms/v1/team/${teamId}/transactions?page=1&${query}`)
    return (r.body.data as { chargepoint_id: string }[]).map(s => s.chargepoint_id).sort()
  }
  expect(await sessionsAt(`zoneId=${busy.zoneId}`)).toEqual([idOf(0), idOf(1)].sort())
  expect(await sessionsAt('zone_name=quiet')).toEqual([idOf(2)])
  expect(await sessionsAt('zone_name=nowhere')).toEqual([])
})

describe('rights', () => {
  test('each call needs its own flag: the viewer reads, the finance user does not even that', async () => {
    const { teamId } = t.world.one
    const { zoneId } = await made()
    const calls: [string, Sent][] = [
      [at(teamId), { method: 'POST', body: good }],
      [at(teamId, zoneId), { method: 'PUT', body: good }],
      [at(teamId, zoneId), { method: 'DELETE' }],
    ]
    for (const [path, sent] of calls)
      for (const who of ['viewer', 'finance'] as const)
        expect([await ask(path, { ...sent, who })].map(r => [r.status, r.body.message])[0]).toEqual([
          403,
          'Not Authorized',
        ])
    expect((await ask(at(teamId, zoneId), { who: 'viewer' })).status).toBe(200)
    expect((await ask(`/cms/v2/charging-site/${teamId}/zone`, { who: 'viewer' })).status).toBe(200)
  })

  test('the teams that the form offers are those in which the caller may create sites, and the company creates there', async () => {
    const { companyId, teamId, siblingId } = t.world.one
    const offered = async (who: Person, of = companyId, more = '') => {
      const r = await ask(`/cms/v1/team/${of}/teamchoices?right=ChargingSite.create${more}`, { who })
      return r.status === 200 ? r.body.data.map((team: { teamId: number }) => team.teamId) : r.status
    }
    expect(await offered('admin')).toEqual([companyId, teamId, siblingId])
    expect(await offered('admin', companyId, '&q=south&limit=5')).toEqual([siblingId])
    expect(await offered('admin', companyId, `&keys=${teamId},${t.world.two.teamId}`)).toEqual([teamId])
    expect(await offered('operator', teamId)).toEqual([teamId])
    expect(await offered('viewer', teamId)).toEqual([])
    expect(await offered('operator')).toBe(404)
    expect(await offered('stranger')).toBe(404)
    // The form offers no inactive team for a new site.
    await sql`update team set is_active = false where id = ${siblingId}`.execute(t.db)
    expect(await offered('admin')).toEqual([companyId, teamId])
    await sql`update team set is_active = true where id = ${siblingId}`.execute(t.db)
    const created = await ask(at(siblingId), { method: 'POST', body: good })
    expect([created.status, created.body.data.teamId]).toEqual([201, siblingId])
  })

  test('another company’s site is not there, by its own team nor by that of the caller', async () => {
    const { zoneId } = await made()
    for (const teamId of [t.world.one.teamId, t.world.two.teamId, t.world.two.companyId])
      for (const sent of [{}, { method: 'PUT', body: good }, { method: 'DELETE' }]) {
        const r = await ask(at(teamId, zoneId), { ...sent, who: 'stranger' })
        expect([r.status, r.body.data], `${teamId} ${sent.method}`).toEqual([404, undefined])
      }
    expect((await ask(`${t.world.two.companyId}/zone`, { who: 'stranger' })).body.data).toEqual([])
    expect((await ask(`${t.world.two.companyId}/zone-names`, { who: 'stranger' })).body.data).toEqual([])
  })

  test('a site beside the caller’s team is not there', async () => {
    const { zoneId } = await made({}, t.world.one.siblingId)
    expect((await ask(at(t.world.one.teamId, zoneId), { who: 'operator' })).status).toBe(404)
    expect((await ask(at(t.world.one.siblingId, zoneId), { who: 'operator' })).status).toBe(404)
  })

  test('whoever lacks the right in a team below neither puts its chargers at a site nor takes them away', async () => {
    const { companyId, teamId, roles: held } = t.world.one
    const below = await teams.create(t.db, { parentId: teamId, companyType: 'C', name: 'Below' })
    await teams.addMember(t.db, { teamId: below, userId: t.world.userIds.operator, roleId: held.Viewer })
    const { id } = await charger(below)
    const free = await made()
    const taken = await made({ chargers: [id] })
    for (const [site, chargers] of [
      [free, [id]],
      [taken, []],
    ] as const) {
      const r = await ask(at(teamId, site.zoneId), { method: 'PUT', body: { ...good, chargers }, who: 'operator' })
      expect([r.status, r.body.message]).toEqual([403, 'Not Authorized'])
    }
    // An unchanged list of chargers needs no right on them.
    const same = { ...good, zoneName: 'Renamed', chargers: [id] }
    expect(
      (await ask(at(teamId, taken.zoneId), { method: 'PUT', body: same, who: 'operator' })).body.data,
    ).toMatchObject({ zoneName: 'Renamed', chargers: [id] })
    expect((await ask(at(companyId, taken.zoneId), { method: 'PUT', body: { ...good, chargers: [] } })).status).toBe(
      200,
    )
    await sql`delete from team_member where team_id = ${below}`.execute(t.db)
  })
})

describe('saving', () => {
  test('a new site answers in the shape of D-SITE-2, belongs to the team of the path, whatever else the body says', async () => {
    const { id } = await charger()
    const r = await ask(at(t.world.one.teamId), {
      method: 'POST',
      body: { ...good, zoneName: '  Yard ', chargers: [id, id], teamId: t.world.two.teamId, zoneId: 77_777 },
    })
    expect(r).toMatchObject({ status: 201, body: { success: true, message: 'Zone created successfully' } })
    const { zoneId, ...rest } = r.body.data
    expect(zoneId).not.toBe(77_777)
    expect(rest).toEqual({
      ...good,
      timeZone: null,
      chargers: [id],
      teamId: t.world.one.teamId,
      team_name: 'One North',
    })
    expect((await ask(at(t.world.one.teamId, zoneId))).body.data).toEqual(r.body.data)
    expect((await ask(`/cms/v2/charging-site/${at(t.world.one.teamId, zoneId)}`)).body.data).toEqual(r.body.data)
  })

  test('of a new one the flag is 0 and the chargers none where the body is silent; of a stored one they stay', async () => {
    const { id } = await charger()
    const { isLoadBalancingReq: _, ...silent } = good
    const created = (await ask(at(t.world.one.teamId), { method: 'POST', body: silent })).body.data
    expect(created).toMatchObject({ isLoadBalancingReq: 0, chargers: [] })
    const site = await made({ chargers: [id] })
    const r = await ask(at(site.teamId, site.zoneId), { method: 'PUT', body: { ...silent, loadBalancingUnit: 'A' } })
    expect(r).toMatchObject({
      status: 200,
      body: {
        message: 'Zone updated successfully',
        data: { isLoadBalancingReq: 1, chargers: [id], loadBalancingUnit: 'A' },
      },
    })
  })

  test.each<[object, string, string]>([
    [{ zoneName: undefined }, 'zoneName', 'Zone name is required'],
    [{ zoneName: '   ' }, 'zoneName', 'Zone name is required'],
    [{ zoneName: 'x'.repeat(101) }, 'zoneName', 'Zone name should be 100 characters or less'],
    [{ loadBalancingUnit: 'MW' }, 'loadBalancingUnit', 'Load balancing unit must be kW, kWh, or A'],
    [{ loadBalancingUnit: undefined }, 'loadBalancingUnit', 'Load balancing unit must be kW, kWh, or A'],
    [{ loadBalancingUnit: 'kw' }, 'loadBalancingUnit', 'Load balancing unit must be kW, kWh, or A'],
    [{ loadBalancingValue: undefined }, 'loadBalancingValue', 'Load balancing value is required'],
    [{ loadBalancingValue: null }, 'loadBalancingValue', 'Load balancing value is required'],
    [{ loadBalancingValue: '' }, 'loadBalancingValue', 'Load balancing value is required'],
    [{ loadBalancingValue: -1 }, 'loadBalancingValue', 'Load balancing value must be a non-negative number'],
    [{ loadBalancingValue: '12a' }, 'loadBalancingValue', 'Load balancing value must be a non-negative number'],
    [{ loadBalancingValue: 1_000_001 }, 'loadBalancingValue', 'Load balancing value should be 1000000 or less'],
    [{ loadBalancingValue: 1.0001 }, 'loadBalancingValue', 'Load Value should have 3 decimals or less'],
    [{ isLoadBalancingReq: 2 }, 'isLoadBalancingReq', 'Load balancing required must be 1 or 0'],
    [{ chargers: [7] }, 'chargers', 'Chargers must be a list of charger IDs'],
    [{ chargers: 'DC-1' }, 'chargers', 'Chargers must be a list of charger IDs'],
  ])('%o is refused beside its field', async (wrong, field, text) => {
    for (const method of ['POST', 'PUT']) {
      const path = method === 'POST' ? at(t.world.one.teamId) : at(t.world.one.teamId, 1)
      const { status, body } = await ask(path, { method, body: { ...good, ...wrong } })
      expect([status, body.message, body.errors], method).toEqual([422, text, { [field]: text }])
    }
  })

  test('0, three decimals and the largest value are taken', async () => {
    for (const loadBalancingValue of [0, 0.001, 63.125, 1_000_000])
      expect((await made({ loadBalancingValue })).loadBalancingValue).toBe(loadBalancingValue)
  })

  test('a site stored without a value reads as null and is saved with one', async () => {
    const zoneId = await store.create(t.db, { teamId: t.world.one.teamId, zoneName: 'Old' })
    expect((await ask(at(t.world.one.teamId, zoneId))).body.data).toMatchObject({
      loadBalancingValue: null,
      loadBalancingUnit: 'kW',
      isLoadBalancingReq: 0,
    })
  })
})

describe('chargers', () => {
  let outside: { id: string }
  beforeEach(async () => {
    outside = await charger(t.world.one.siblingId)
  })

  test('come and go with dates, and read at the charger', async () => {
    const [a, b] = [await charger(), await charger()]
    const site = await made({ chargers: [a.id] })
    expect((await put(site, { chargers: [b.id] })).body.data.chargers).toEqual([b.id])
    expect(await historyOf(a.pk)).toEqual([site.zoneId, null])
    expect(await historyOf(b.pk)).toEqual([site.zoneId])
    const { data } = (await ask(`/cms/v1/team/${site.teamId}/charger/${b.pk}`)).body
    expect(data).toMatchObject({ chargingSiteId: site.zoneId, chargingSiteName: 'Yard' })
  })

  test.each<[string, () => string, number, string]>([
    ['one that nobody has', () => 'NO-SUCH', 422, 'Charger NO-SUCH was not found'],
    ['another company’s', () => t.world.chargers.other.id, 422, 'Charger OTHER-1 was not found'],
    [
      'a team’s beside',
      () => outside.id,
      422,
      'belongs to another team; a charging site takes chargers of its own team',
    ],
  ])('%s is refused, and nothing of the change is kept', async (_what, id, status, text) => {
    const own = await charger()
    const site = await made({ zoneName: 'Before' })
    const r = await put(site, { zoneName: 'After', chargers: [own.id, id()] })
    expect([r.status, r.body.message, r.body.errors.chargers]).toEqual([
      status,
      expect.stringContaining(text),
      r.body.message,
    ])
    expect((await ask(at(site.teamId, site.zoneId))).body.data).toEqual(site)
    expect(await historyOf(own.pk)).toEqual([])
    const count = async () => (await ask(at(t.world.one.teamId))).body.total
    const before = await count()
    const post = await ask(at(t.world.one.teamId), { method: 'POST', body: { ...good, chargers: [id()] } })
    expect([post.status, await count()]).toEqual([status, before])
  })

  test('the platform owner mixes no companies at one site', async () => {
    const body = { ...good, chargers: [t.world.chargers.other.id] }
    const r = await ask(at(t.world.gp), { method: 'POST', who: 'root', body })
    expect([r.status, r.body.message]).toEqual([422, 'Charger OTHER-1 belongs to another company'])
  })

  test('one at another site is 409, which names that site to whoever may see it', async () => {
    const { teamId, companyId } = t.world.one
    const [a, b] = [await charger(), await charger()]
    await made({ zoneName: 'Front', chargers: [a.id] })
    await made({ zoneName: 'Whole company', chargers: [b.id] }, companyId)
    const site = await made()
    expect((await put(site, { chargers: [a.id] })).body).toMatchObject({
      message: `Charger ${a.id} is already at the charging site Front`,
    })
    const r = await ask(at(teamId, site.zoneId), {
      method: 'PUT',
      who: 'operator',
      body: { ...good, chargers: [b.id] },
    })
    expect([r.status, r.body.message]).toEqual([409, `Charger ${b.id} is already at another charging site`])
    expect(await historyOf(a.pk)).toHaveLength(1)
  })

  test('two sites that take the same charger at once: one has it, the other is told', async () => {
    const { id, pk } = await charger()
    const [a, b] = [await made(), await made()]
    const both = await Promise.all([put(a, { chargers: [id] }), put(b, { chargers: [id] })])
    expect(both.map(r => r.status).sort()).toEqual([200, 409])
    expect(await historyOf(pk)).toEqual([both[0]?.status === 200 ? a.zoneId : b.zoneId])
  })

  test('many at two sites in opposite order at once: nobody waits for ever', async () => {
    const ids = (await Promise.all([charger(), charger(), charger(), charger()])).map(c => c.id)
    const [a, b] = [await made(), await made()]
    for (let i = 0; i < 5; i++) {
      const both = await Promise.all([put(a, { chargers: ids }), put(b, { chargers: ids.toReversed() })])
      expect(both.map(r => r.status).sort()).toEqual([200, 409])
      await put(a, { chargers: [] })
      await put(b, { chargers: [] })
    }
  })
})

describe('two people at once', () => {
  test('whoever knows an old state is told what is there now, and overwrites nothing', async () => {
    const { id } = await charger()
    const site = await made()
    const { etag } = await ask(at(site.teamId, site.zoneId))
    const mine = await put(site, { zoneName: 'Mine', chargers: [id] }, { headers: { 'if-match': etag } })
    expect(mine.status).toBe(200)
    for (const sent of [{ method: 'PUT', body: { ...good, zoneName: 'Theirs' } }, { method: 'DELETE' }]) {
      const r = await ask(at(site.teamId, site.zoneId), { ...sent, who: 'root', headers: { 'if-match': etag } })
      expect(r).toMatchObject({
        status: 409,
        body: { data: { zoneName: 'Mine', chargers: [id] }, changed: { by: 'admin' } },
        etag: mine.etag,
      })
      expect(r.body.message).toMatch(/^This record was changed by admin /)
    }
    expect((await ask(at(site.teamId, site.zoneId))).body.data).toMatchObject({ zoneName: 'Mine', chargers: [id] })
  })

  test('of two who save at the same moment with the same tag one is refused', async () => {
    const site = await made()
    const { etag } = await ask(at(site.teamId, site.zoneId))
    const save = (zoneName: string) => put(site, { zoneName }, { headers: { 'if-match': etag } })
    const both = await Promise.all([save('A'), save('B')])
    expect(both.map(r => r.status).sort()).toEqual([200, 409])
  })
})

describe('deleting', () => {
  test('the chargers return to the unassigned, with a date, a deleted charger with them', async () => {
    const [a, gone] = [await charger(), await charger()]
    const site = await made({ chargers: [a.id, gone.id] })
    await sql`update charger set deleted_at = now() where chargepoint_pk = ${gone.pk}`.execute(t.db)
    const r = await ask(at(t.world.one.companyId, site.zoneId), { method: 'DELETE' })
    expect(r).toMatchObject({
      status: 200,
      body: { message: 'Zone deleted successfully', data: { zoneId: site.zoneId } },
    })
    for (const { pk } of [a, gone]) expect(await historyOf(pk)).toEqual([site.zoneId, null])
    expect((await ask(at(site.teamId, site.zoneId))).status).toBe(404)
    const free = await ask(`/cms/v2/charger/team/${site.teamId}/charger-ids?unassignedOnly=true`)
    expect(free.body.data).toContain(a.id)
    expect(free.body.data).not.toContain(gone.id)
  })
})

test('a team with a charging site is not deleted', async () => {
  const teamId = await teams.create(t.db, { parentId: t.world.one.companyId, companyType: 'C', name: 'With a site' })
  const site = await made({}, teamId)
  const r = await ask(`/cms/v1/team/${teamId}`, { method: 'DELETE' })
  expect([r.status, r.body.message]).toEqual([409, 'The team cannot be deleted, it still has charging sites (Yard)'])
  await ask(at(teamId, site.zoneId), { method: 'DELETE' })
  expect((await ask(`/cms/v1/team/${teamId}`, { method: 'DELETE' })).status).toBe(200)
})

describe('the list', () => {
  const rows = async (query: string, teamId = t.world.one.companyId) => {
    const { status, body } = await ask(`/cms/v2/charging-site/${teamId}/zone?${query}`)
    expect(status, JSON.stringify(body)).toBe(200)
    return body as { data: SiteRow[]; total: number; summary: object }
  }

  test('answers the shape of D-SITE-2, newest first, of the team and those below, on both paths', async () => {
    const c = await charger()
    const site = await made({ zoneName: 'Newest', chargers: [c.id] })
    const { data, total } = await rows('')
    expect(data[0]).toEqual({
      zone_id: site.zoneId,
      zone_name: 'Newest',
      load_balancing_value: 120.5,
      load_balancing_unit: 'kW',
      is_load_balancing: 1,
      isLoadBalancingReq: 1,
      running_sessions: 0,
      teamId: site.teamId,
      team_name: 'One North',
      chargers: [{ chargepoint_pk: c.pk, chargepoint_id: c.id }],
    })
    expect(data).toHaveLength(total)
    expect((await ask(at(t.world.one.companyId))).body.data).toEqual(data)
    const names = (await ask(`/cms/v2/charging-site/${t.world.one.companyId}/zone-names`)).body.data
    expect(names).toHaveLength(total)
    expect(names).toContainEqual({ zone_id: site.zoneId, zone_name: 'Newest' })
    const beside = await rows('', t.world.one.siblingId)
    expect(beside.data.map(r => r.zone_id)).not.toContain(site.zoneId)
  })

  test('pages, sorts and counts; the cards tell of the whole scope', async () => {
    await made({ zoneName: '000', loadBalancingValue: 1, isLoadBalancingReq: 0 })
    const all = (await rows('')).data
    const first = await rows('page=1&pageSize=2&sort=zone_name')
    const second = await rows('page=2&pageSize=2&sort=zone_name')
    expect(first.data[0]?.zone_name).toBe('000')
    expect(new Set([...first.data, ...second.data].map(r => r.zone_id)).size).toBe(4)
    const summary = { total: all.length, loadBalanced: all.filter(r => r.is_load_balancing === 1).length }
    expect((await rows('page=1&q=000')).summary).toEqual(summary)
    const byChargers = (await rows('sort=-chargers')).data.map(r => r.chargers.length)
    expect(byChargers).toEqual(byChargers.toSorted((a, b) => b - a))
    expect((await ask(`${t.world.one.companyId}/zone?sort=secret`)).status).toBe(422)
  })

  test('search finds what is seen: the name, the value with its unit, the words, the ids of the chargers', async () => {
    const c = await charger()
    const { zoneId } = await made({
      zoneName: 'Depot 100%',
      isLoadBalancingReq: 0,
      loadBalancingUnit: 'A',
      loadBalancingValue: 62.5,
      chargers: [c.id],
    })
    for (const q of ['depot 100%', '62.5 A', 'disabled', c.id])
      expect(
        (await rows(`q=${encodeURIComponent(q)}`)).data.map(r => r.zone_id),
        q,
      ).toContain(zoneId)
    expect((await rows('q=enabled')).data.map(r => r.zone_id)).not.toContain(zoneId)
    const filters = (field: string, operator: string, value: unknown) =>
      `q=${encodeURIComponent('depot 100%')}&filters=${encodeURIComponent(JSON.stringify({ combine: 'AND', conditions: [{ field, operator, value }] }))}`
    for (const [query, found] of [
      [filters('is_load_balancing', 'equals', 'Disabled'), 1],
      [filters('is_load_balancing', 'equals', 'Enabled'), 0],
      [filters('chargers', 'equals', 1), 1],
      [filters('load_balancing_value', 'greaterThan', 62), 1],
      [filters('load_balancing_unit', 'equals', 'kW'), 0],
    ] as const)
      expect((await rows(query)).total, decodeURIComponent(query)).toBe(found)
  })

  test('of chargers the ids twice; unassigned only on request, to any role on the team', async () => {
    const [free, taken, below] = [await charger(), await charger(), await charger(t.world.one.siblingId)]
    await made({ chargers: [taken.id] })
    const ids = async (query: string, teamId: number, who: Person) => {
      const { body } = await ask(`/cms/v2/charger/team/${teamId}/charger-ids${query}`, { who })
      expect(body.chargerIds).toEqual(body.data)
      return body.data as string[]
    }
    const { teamId, companyId } = t.world.one
    expect(await ids('?unassignedOnly=true', teamId, 'finance')).toEqual(expect.arrayContaining([free.id]))
    expect(await ids('?unassignedOnly=true', teamId, 'finance')).not.toContain(taken.id)
    for (const query of ['', '?unassignedOnly=false'])
      expect(await ids(query, teamId, 'viewer')).toEqual(expect.arrayContaining([free.id, taken.id]))
    expect(await ids('', teamId, 'viewer')).not.toContain(below.id)
    expect(await ids('', companyId, 'admin')).toContain(below.id)
    expect((await ask(`/cms/v2/charger/team/${teamId}/charger-ids?unassignedOnly=1`)).status).toBe(422)
    expect((await ask(`/cms/v2/charger/team/${teamId}/charger-ids`, { who: 'nobody' })).status).toBe(404)
  })
})

describe('what is kept', () => {
  test('of each change what was before and after, at the site and at the chargers that moved', async () => {
    const [a, b] = [await charger(), await charger()]
    const site = await made({ chargers: [a.id] })
    await put(site, { zoneName: 'Renamed', chargers: [b.id] })
    await ask(at(site.teamId, site.zoneId), { method: 'DELETE' })
    const entries = async (feature: string, id: number) =>
      (await ask(`/cms/v1/audit/${feature}/${id}?teamId=${t.world.one.companyId}`)).body.data
    expect(await entries('ChargingSite', site.zoneId)).toMatchObject([
      { action: 'delete', before: { zoneName: 'Renamed', chargers: [b.id] } },
      {
        action: 'update',
        username: 'admin',
        before: { zoneName: 'Yard', chargers: [a.id] },
        after: { zoneName: 'Renamed', chargers: [b.id] },
      },
      { action: 'create', after: { ...good, chargers: [a.id] } },
    ])
    expect(await entries('ChargerPoint', a.pk)).toMatchObject([
      { action: 'update', before: { chargingSiteId: site.zoneId }, after: { chargingSiteId: null } },
      { action: 'update', before: { chargingSiteId: null }, after: { chargingSiteId: site.zoneId } },
    ])
  })

  test('open pages are told after the commit: of the site, and of the chargers that moved', async () => {
    const { id, pk } = await charger()
    const told: [string, string][] = []
    const off = t.services.bus.onEvent(({ event }) => {
      if (event.type === 'record') told.push([event.feature, event.recordId])
    })
    const site = await made({ chargers: [id] })
    await put(site, { chargers: ['NO-SUCH'] })
    off()
    expect(told).toEqual([
      ['ChargerPoint', String(pk)],
      ['ChargingSite', String(site.zoneId)],
    ])
  })
})

test('of more sites than a list answers at once the last is found, by text or id; a charger is offered those of its team', async () => {
  const { companyId, teamId, siblingId } = t.world.one
  await sql`insert into charging_site (company_id, team_id, zone_name)
    select ${companyId}, ${teamId}, 'Many ' || lpad(n::text, 4, '0') from generate_series(1, 5001) n`.execute(t.db)
  const above = await made({ zoneName: 'Many above' }, companyId)
  await made({ zoneName: 'Many beside' }, siblingId)
  const read = async (of: number, more: string, who: Person = 'admin') => {
    const { body } = await ask(`/cms/v2/charging-site/${of}/zone-names?limit=2&${more}`, { who })
    const sites = body.data as { zone_id: number; zone_name: string }[]
    return { names: sites.map(s => s.zone_name), ids: sites.map(s => s.zone_id), total: body.total as number }
  }
  const last = await read(companyId, 'q=many+5001')
  expect(last).toMatchObject({ names: ['Many 5001'], total: 1 })
  expect(await read(companyId, 'q=many')).toMatchObject({ names: ['Many 0001', 'Many 0002'], total: 5003 })
  expect(await read(companyId, `keys=${last.ids}`)).toMatchObject({ names: ['Many 5001'], total: 1 })
  // A site serves the chargers of its team and of the teams below.
  expect(await read(companyId, `q=many&chargersOf=${siblingId}`)).toMatchObject({
    names: ['Many above', 'Many beside'],
    total: 2,
  })
  expect(await read(companyId, `chargersOf=${siblingId}&keys=${last.ids}`)).toMatchObject({ names: [], total: 0 })
  expect(await read(teamId, `q=many&chargersOf=${teamId}`, 'operator')).toMatchObject({ total: 5001 })
  expect(await read(teamId, `chargersOf=${teamId}&keys=${above.zoneId}`, 'operator')).toMatchObject({ names: [] })
  // Whoever may change no site puts no charger at one.
  expect(await read(teamId, `q=many&chargersOf=${teamId}`, 'viewer')).toMatchObject({ total: 0 })
})

test('of more teams than a list answers at once the last is found; a parent is of the company and not of the team’s own branch', async () => {
  const { companyId, teamId, siblingId } = t.world.one
  await sql`with next as (select n, nextval(pg_get_serial_sequence('team', 'id'))::int as id from generate_series(1, 5001) n)
    insert into team (id, parent_id, company_id, company_type, path, name, description, is_active)
    select id, ${teamId}, ${companyId}, 'C', (select path from team where id = ${teamId}) || id,
      'Many ' || lpad(n::text, 4, '0'), '', n < 5001 from next`.execute(t.db)
  const read = async (more: string) => {
    const { body } = await ask(`/cms/v1/team/${companyId}/teamchoices?limit=3&${more}`, { who: 'admin' })
    const rows = body.data as { teamId: number; name: string; parentName: string | null }[]
    return { names: rows.map(r => r.name), ids: rows.map(r => r.teamId), total: body.total as number, rows }
  }
  expect(await read('right=ChargerPoint.create&q=many+5000')).toMatchObject({ names: ['Many 5000'], total: 1 })
  expect(await read('right=ChargerPoint.create&q=many+5001')).toMatchObject({ names: [], total: 0 })
  const last = await read('right=Team.view&inactive=true&q=many+5001')
  expect(last).toMatchObject({ names: ['Many 5001'], total: 1 })
  expect(last.rows[0]?.parentName).toBe((await read(`right=Team.view&keys=${teamId}`)).names[0])
  const above = (of: number) => read(`right=Team.update&inactive=true&parentsOf=${of}`)
  expect(await above(teamId)).toMatchObject({ ids: [companyId, siblingId], total: 2 })
  const all = await read('right=Team.update&inactive=true')
  expect((await above(siblingId)).total).toBe(all.total - 1)
})

test('without view on sites the list is closed, the names stay a choice of forms', async () => {
  const viewer = t.world.one.roles.Viewer
  await sql`update role_access set can_view = false where role_id = ${viewer} and feature_id = 1`.execute(t.db)
  expect((await ask(at(t.world.one.teamId), { who: 'viewer' })).status).toBe(403)
  expect((await ask(`${t.world.one.teamId}/zone-names`, { who: 'viewer' })).status).toBe(200)
})
