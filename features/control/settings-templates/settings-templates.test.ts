// Settings templates on a real database: rights first, what is refused with its field, which template decides for a
// charger and key, what differs, exceptions, and the comparison of many in pieces (CAMP-06 to CAMP-08).
import { auditId } from '@wattdesk/wire/endpoint'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { compareWaiting } from '#control/settings-drift/settings-check.commands.ts'
import { compareSettings } from '#control/settings-drift/settings-compare.store.ts'
import { type Person, startApp, type TestApp } from '#testing/app.ts'
import { newCharger, unique } from '#testing/ocpp.ts'
import { settingsTemplateRecord } from './settings-template.contract.ts'
import { never, required, templateBody, wished } from './test-settings.ts'

let t: TestApp
let now = new Date('2026-03-04T08:00:00Z')
const headers = {} as Record<Person, { authorization: string }>
beforeAll(async () => {
  t = await startApp({ now: () => now })
  for (const who of ['root', 'admin', 'operator', 'finance', 'viewer', 'nobody', 'stranger'] as const)
    headers[who] = await t.as(who)
})
afterAll(() => t.close())
beforeEach(async () => {
  now = new Date('2026-03-04T08:00:00Z')
  await sql`delete from settings_template`.execute(t.db)
  await sql`delete from settings_exception`.execute(t.db)
  await sql`delete from settings_drift`.execute(t.db)
  await sql`delete from settings_check`.execute(t.db)
})

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const ask = async (who: Person, method: Method, path: string, payload?: object, more: object = {}) => {
  const all = { ...headers[who], ...more }
  const r = await t.app.inject({ method, url: `/cms/v1/${path}`, headers: all, ...(payload && { payload }) })
  return { status: r.statusCode, tag: r.headers.etag as string | undefined, ...r.json() }
}
const team = (id = t.world.one.teamId) => `team/${id}`
const make = async (more: object = {}, who: Person = 'operator', teamId = t.world.one.teamId): Promise<number> => {
  const r = await ask(who, 'POST', `${team(teamId)}/settings-templates`, templateBody(unique('Template'), more))
  expect([r.status, r.errors ?? r.message]).toEqual([201, expect.anything()])
  return r.data.template_id
}
/** A charger with what it told at its boot and in its last answer. */
async function told(
  keys: Record<string, string | null>,
  of: { model?: string; teamId?: number; readOnly?: string[] } = {},
) {
  const { model = 'One', readOnly = [] } = of
  const c = await newCharger(t, of.teamId ? { teamId: of.teamId } : {})
  await sql`update charger_state set vendor = 'Maker', model = ${model} where chargepoint_pk = ${c.pk}`.execute(t.db)
  await sql`insert into charger_config_read (chargepoint_pk, read_at) values (${c.pk}, ${now})`.execute(t.db)
  for (const [spelling, value] of Object.entries(keys))
    await sql`insert into charger_config (chargepoint_pk, key, spelling, value, is_readonly, read_at)
      values (${c.pk}, ${spelling.toLowerCase()}, ${spelling}, ${value}, ${readOnly.includes(spelling)}, ${now})`.execute(
      t.db,
    )
  return c
}
const driftOf = async (pk: number) =>
  (
    await sql<{ spelling: string; level: string; wished: string; told: string | null; state: string; counts: boolean }>`
      select spelling, level, wished, told, state, counts from settings_drift where chargepoint_pk = ${pk} order by key`.execute(
      t.db,
    )
  ).rows.map(d => [d.spelling, d.level, d.wished, d.told, d.state, d.counts])
const counted = async (pk: number) =>
  (
    await sql<{ n: number; since: Date | null }>`select config_differs as n, config_differs_since as since
      from charger_state where chargepoint_pk = ${pk}`.execute(t.db)
  ).rows[0]
const compared = () => compareWaiting(t.services)

describe('who may', () => {
  test('each call asks for its flag, and templates of another company are not there', async () => {
    const c = await told({})
    const id = await make()
    const one = `settings-templates/${id}`
    const body = () => templateBody(unique('Of'))
    const exception = { chargepoint_pk: c.pk, key: 'BlinkRepeat', reason: 'Old lamp' }
    const cases: [Person, Method, string, object | undefined, number][] = [
      ['viewer', 'GET', `${team()}/settings-templates`, undefined, 200],
      ['finance', 'GET', `${team()}/settings-templates`, undefined, 403],
      ['nobody', 'GET', `${team()}/settings-templates`, undefined, 404],
      ['stranger', 'GET', `${team()}/settings-templates`, undefined, 404],
      ['viewer', 'GET', one, undefined, 200],
      ['stranger', 'GET', one, undefined, 404],
      ['viewer', 'GET', `${one}/reach`, undefined, 200],
      ['stranger', 'GET', `${one}/reach`, undefined, 404],
      ['viewer', 'GET', `${team()}/settings-places`, undefined, 200],
      ['finance', 'GET', `${team()}/settings-places`, undefined, 403],
      ['viewer', 'POST', `${team()}/settings-templates`, body(), 403],
      ['stranger', 'POST', `${team()}/settings-templates`, body(), 404],
      ['admin', 'POST', `${team()}/settings-templates`, body(), 201],
      ['viewer', 'PUT', one, body(), 403],
      ['stranger', 'PUT', one, body(), 404],
      ['operator', 'PUT', one, body(), 200],
      ['viewer', 'GET', `${team()}/settings-exceptions`, undefined, 200],
      ['viewer', 'POST', `${team()}/settings-exceptions`, exception, 403],
      ['stranger', 'POST', `${team()}/settings-exceptions`, exception, 404],
      ['operator', 'POST', `${team()}/settings-exceptions`, exception, 201],
      ['viewer', 'GET', `${team()}/settings-drift`, undefined, 200],
      ['nobody', 'GET', `${team()}/settings-drift`, undefined, 404],
      ['stranger', 'GET', `${team()}/settings-drift`, undefined, 404],
      ['viewer', 'DELETE', one, undefined, 403],
      ['stranger', 'DELETE', one, undefined, 404],
      ['operator', 'DELETE', one, undefined, 403],
      ['admin', 'DELETE', one, undefined, 200],
      ['operator', 'GET', one, undefined, 404],
    ]
    for (const [who, method, path, payload, status] of cases)
      expect([who, method, path, (await ask(who, method, path, payload)).status]).toEqual([who, method, path, status])
    const [{ exception_id: own }] = (await ask('operator', 'GET', `${team()}/settings-exceptions`)).data
    expect((await ask('stranger', 'DELETE', `settings-exceptions/${own}`)).status).toBe(404)
    expect((await ask('viewer', 'DELETE', `settings-exceptions/${own}`)).status).toBe(403)
    // An operator may make exceptions and remove them, without the right to delete on Campaign.
    expect((await ask('operator', 'DELETE', `settings-exceptions/${own}`)).status).toBe(200)
  })

  test('two people who change one template: the later one, who has not seen the change, is refused', async () => {
    const id = await make()
    const { tag } = await ask('operator', 'GET', `settings-templates/${id}`)
    const first = await ask('operator', 'PUT', `settings-templates/${id}`, templateBody('First'), { 'if-match': tag })
    const second = await ask('admin', 'PUT', `settings-templates/${id}`, templateBody('Second'), { 'if-match': tag })
    expect([first.status, second.status]).toEqual([200, 409])
    expect((await ask('viewer', 'GET', `settings-templates/${id}`)).data.name).toBe('First')
  })
})

describe('what is refused', () => {
  test('keys and values, each with its field', async () => {
    const bad = async (more: object) =>
      (await ask('operator', 'POST', `${team()}/settings-templates`, templateBody(unique('Bad'), more))).errors
    expect(await bad({ keys: [] })).toEqual({ keys: 'A template has at least one key' })
    expect(await bad({ keys: [required('HeartbeatInterval', 'x')] })).toEqual({
      'keys.0.value': 'Must be a whole number (seconds)',
    })
    expect(await bad({ keys: [required('BlinkRepeat', '1'), wished('blinkrepeat', '2')] })).toEqual({
      'keys.1.key': 'This key stands in the template already',
    })
    expect(Object.keys(await bad({ keys: [required('AuthorizationKey', 'x')] }))).toEqual(['keys.0.key'])
    expect(Object.keys(await bad({ keys: [required('NumberOfConnectors', '2')] }))).toEqual(['keys.0.key'])
    expect(Object.keys(await bad({ keys: [required('K'.repeat(51), '2')] }))).toEqual(['keys.0.key'])
    expect(Object.keys(await bad({ keys: [required('K', 'v'.repeat(501))] }))).toEqual(['keys.0.value'])
    expect(await bad({ vendor: 'Maker' })).toEqual({ model: 'Name the model too, or neither' })
    expect(await bad({ is_for_model: true })).toEqual({ is_for_model: 'Name the model first' })
    expect(Object.keys(await bad({ vendor: 'Nobody', model: 'Nothing' }))).toEqual(['model'])
  })

  test('teams and charge points of others, and a charge point of another model', async () => {
    const mine = await told({}, { model: 'Two' })
    await told({})
    const bad = async (more: object) =>
      (await ask('operator', 'POST', `${team()}/settings-templates`, templateBody(unique('Bad'), more))).errors
    expect(Object.keys(await bad({ teams: [t.world.two.teamId] }))).toEqual(['teams'])
    expect(Object.keys(await bad({ chargers: [t.world.chargers.other.pk] }))).toEqual(['chargers'])
    expect(await bad({ vendor: 'Maker', model: 'One', chargers: [mine.pk] })).toEqual({
      chargers: `${mine.id} is not a Maker One`,
    })
  })

  test('a key that charge points of the model tell as read only', async () => {
    await told({ 'Vendor.Fixed': '1', 'Vendor.Free': '1' }, { model: 'Fixed', readOnly: ['Vendor.Fixed'] })
    await told({ 'Vendor.Fixed': '1' }, { model: 'Loose' })
    const fixed = { vendor: 'Maker', model: 'Fixed' }
    const put = async (more: object) =>
      (await ask('operator', 'POST', `${team()}/settings-templates`, templateBody(unique('Fix'), more))).errors
    expect(
      Object.keys(await put({ ...fixed, keys: [required('Vendor.Free', '2'), required('vendor.fixed', '2')] })),
    ).toEqual(['keys.1.key'])
    expect(await put({ vendor: 'Maker', model: 'Loose', keys: [required('Vendor.Fixed', '2')] })).toBeUndefined()
    expect(await put({ ...fixed, keys: [never('Vendor.Fixed')] })).toBeUndefined()
  })

  test('another value for the same key, asked for with the same strength', async () => {
    const c = await told({})
    const teamId = t.world.one.teamId
    const put = async (more: object) =>
      (await ask('operator', 'POST', `${team()}/settings-templates`, templateBody(unique('Two'), more))).errors
    expect(await put({ teams: [teamId], name: 'Base' })).toBeUndefined()
    const other = { keys: [required('BlinkRepeat', '1'), required('HeartbeatInterval', '60')] }
    const refused = await put({ ...other, teams: [teamId] })
    expect(refused).toEqual({
      'keys.1.value': expect.stringMatching(
        /^The template Base says something else of this key for the team .+: required 300$/,
      ),
    })
    // The same value, another key, another strength or a template for one model: none of these disagree.
    expect(await put({ teams: [teamId], keys: [required('HeartbeatInterval', '0300')] })).toBeUndefined()
    expect(await put({ ...other, chargers: [c.pk] })).toBeUndefined()
    expect(await put({ ...other, vendor: 'Maker', model: 'One', teams: [teamId] })).toBeUndefined()
    expect(Object.keys((await put({ teams: [teamId], keys: [never('HeartbeatInterval')] })) ?? {})).toEqual([
      'keys.0.value',
    ])
    expect(Object.keys((await put({ keys: [required('heartbeatinterval', '90')], chargers: [c.pk] })) ?? {})).toEqual([
      'keys.0.value',
    ])
  })

  test('its history names the teams and charge points that it is assigned to', async () => {
    const c = await told({})
    const id = await make({ teams: [t.world.one.teamId], chargers: [c.pk] })
    const { rows } = await sql<{ after: unknown }>`select after from audit_entry
      where feature = 'Campaign' and record_id = ${auditId(settingsTemplateRecord, id)}`.execute(t.db)
    expect(rows).toMatchObject([{ after: { teams: [expect.stringMatching(/\D/)], charge_points: [c.id] } }])
  })

  test('an exception without a reason, of a charge point of others, and twice', async () => {
    const c = await told({})
    const put = (body: object) => ask('operator', 'POST', `${team()}/settings-exceptions`, body)
    expect((await put({ chargepoint_pk: c.pk, key: 'X', reason: ' ' })).errors).toEqual({ reason: expect.any(String) })
    const { pk } = t.world.chargers.other
    expect((await put({ chargepoint_pk: pk, key: 'X', reason: 'x' })).errors).toEqual({
      chargepoint_pk: 'Charge point not found',
    })
    expect((await put({ chargepoint_pk: c.pk, key: 'X', reason: 'x' })).status).toBe(201)
    expect((await put({ chargepoint_pk: c.pk, key: 'x', reason: 'x' })).errors).toEqual({ key: expect.any(String) })
    expect((await put({ chargepoint_pk: c.pk, reason: 'all' })).status).toBe(201)
    expect((await put({ chargepoint_pk: c.pk, reason: 'all' })).status).toBe(409)
  })
})

describe('which template decides', () => {
  test('charge point before team before model, never touched takes out, and a template for the model before one for any', async () => {
    const c = await told({ HeartbeatInterval: '1', BlinkRepeat: '1', LightIntensity: '1', ResetRetries: '1' })
    const teamId = t.world.one.teamId
    const keys = (value: string, ...names: string[]) => ({ keys: names.map(n => required(n, value)) })
    const model = { vendor: 'Maker', model: 'One' }
    await make({
      ...model,
      is_for_model: true,
      ...keys('10', 'HeartbeatInterval', 'BlinkRepeat', 'LightIntensity', 'ResetRetries'),
    })
    await make({ teams: [teamId], ...keys('20', 'HeartbeatInterval', 'BlinkRepeat', 'ResetRetries') })
    await make({ ...model, teams: [teamId], ...keys('25', 'BlinkRepeat') })
    await make({ chargers: [c.pk], keys: [required('HeartbeatInterval', '30'), never('ResetRetries')] })
    await compared()
    expect((await driftOf(c.pk)).map(([key, , value]) => [key, value])).toEqual([
      ['BlinkRepeat', '25'],
      ['HeartbeatInterval', '30'],
      ['LightIntensity', '10'],
    ])
  })

  test('the nearest team before one above it; a charge point that moves is compared with its new team', async () => {
    const { teamId, companyId } = t.world.one
    const { rows } = await sql<{ id: number }>`insert into team (name, company_id, company_type, parent_id, path)
      select 'Below', company_id, 'C', id, '{}' from team where id = ${teamId} returning id`.execute(t.db)
    const below = rows[0]?.id ?? 0
    await sql`update team set path = (select path from team where id = ${teamId}) || id where id = ${below}`.execute(
      t.db,
    )
    const c = await told({ HeartbeatInterval: '1' }, { teamId: below })
    await make({ teams: [teamId] })
    const near = await make({ teams: [below], keys: [wished('HeartbeatInterval', '60')] })
    await compared()
    expect(await driftOf(c.pk)).toEqual([['HeartbeatInterval', 'Wished', '60', '1', 'Differs', false]])
    await sql`update charger set team_id = ${teamId} where chargepoint_pk = ${c.pk}`.execute(t.db)
    expect(await compared()).toBe(1)
    expect(await driftOf(c.pk)).toEqual([['HeartbeatInterval', 'Required', '300', '1', 'Differs', true]])
    expect(
      (
        await sql`select from settings_drift where team_id = ${teamId} and company_id = ${companyId} and chargepoint_pk = ${c.pk}`.execute(
          t.db,
        )
      ).rows,
    ).toHaveLength(1)
    await ask('admin', 'DELETE', `settings-templates/${near}`)
    await sql`update charger set deleted_at = now() where chargepoint_pk = ${c.pk}`.execute(t.db)
    await compared()
    expect([await driftOf(c.pk), await counted(c.pk)]).toEqual([[], { n: 0, since: null }])
  })
})

describe('what differs', () => {
  test('a template that changes, a model that is told, a template that goes', async () => {
    const c = await told({ HeartbeatInterval: '60', BlinkRepeat: '2' })
    const later = await told({ HeartbeatInterval: '60' }, { model: 'Unknown yet' })
    const id = await make({ vendor: 'Maker', model: 'One', is_for_model: true })
    const reach = async () => (await ask('viewer', 'GET', `settings-templates/${id}/reach`)).data
    expect(await reach()).toMatchObject({ waiting: expect.any(Number), drifting: 0 })
    expect((await reach()).waiting).toBeGreaterThan(0)
    await compared()
    expect(await driftOf(c.pk)).toEqual([['HeartbeatInterval', 'Required', '300', '60', 'Differs', true]])
    expect(await counted(c.pk)).toEqual({ n: 1, since: now })
    expect(await driftOf(later.pk)).toEqual([])
    expect(await reach()).toMatchObject({
      waiting: 0,
      keys: [{ key: 'HeartbeatInterval', differ: expect.any(Number), unknown: expect.any(Number), restart: 0 }],
    })
    await sql`update charger_state set model = 'one ' where chargepoint_pk = ${later.pk}`.execute(t.db)
    await compared()
    expect(await driftOf(later.pk)).toHaveLength(1)
    const began = now
    now = new Date('2026-03-05T08:00:00Z')
    const keys = [required('HeartbeatInterval', '300'), wished('BlinkRepeat', '3'), required('Vendor.New', 'a')]
    const change = (more: object) =>
      ask(
        'operator',
        'PUT',
        `settings-templates/${id}`,
        templateBody('Changed', { vendor: 'Maker', model: 'One', is_for_model: true, ...more }),
      )
    expect((await change({ keys })).status).toBe(200)
    await compared()
    expect(await driftOf(c.pk)).toEqual([
      ['BlinkRepeat', 'Wished', '3', '2', 'Differs', false],
      ['HeartbeatInterval', 'Required', '300', '60', 'Differs', true],
      ['Vendor.New', 'Required', 'a', null, 'Unknown to it', true],
    ])
    expect(await counted(c.pk)).toEqual({ n: 2, since: began })
    expect((await change({ keys: [required('HeartbeatInterval', '060'), wished('Vendor.New', 'a')] })).status).toBe(200)
    await compared()
    // A wished key that the charger does not know is no difference.
    expect([await driftOf(c.pk), await counted(c.pk)]).toEqual([[], { n: 0, since: null }])
    await change({ keys })
    await compared()
    expect((await ask('admin', 'DELETE', `settings-templates/${id}`)).status).toBe(200)
    await compared()
    expect([await driftOf(c.pk), await counted(c.pk)]).toEqual([[], { n: 0, since: null }])
  })

  test('a charge point that was never read does not differ; one that told no value does', async () => {
    const c = await newCharger(t)
    const silent = await told({ HeartbeatInterval: null })
    await make({ chargers: [c.pk, silent.pk] })
    await compared()
    expect([await driftOf(c.pk), await driftOf(silent.pk)]).toEqual([
      [],
      [['HeartbeatInterval', 'Required', '300', null, 'Differs', true]],
    ])
  })

  test('the template decides about its keys, what was set by hand about the others; a restart is waited for', async () => {
    const c = await told({ HeartbeatInterval: '60', BlinkRepeat: '2', LightIntensity: '5', ResetRetries: '1' })
    const set = (key: string, value: string, outcome = 'Accepted') =>
      sql`insert into charger_config_wish (chargepoint_pk, key, is_taken, spelling, value, outcome, set_by, set_at, ended_at)
        values (${c.pk}, ${key.toLowerCase()}, true, ${key}, ${value}, ${outcome}, 1, ${now}::timestamptz - interval '1 hour',
          ${now}::timestamptz - interval '1 hour')`.execute(t.db)
    await set('HeartbeatInterval', '60')
    await set('BlinkRepeat', '9')
    await set('LightIntensity', '50', 'RebootRequired')
    await set('ResetRetries', '4', 'RebootRequired')
    await make({ chargers: [c.pk], keys: [required('HeartbeatInterval', '300'), required('LightIntensity', '50')] })
    await compared()
    expect(await driftOf(c.pk)).toEqual([
      ['BlinkRepeat', 'Set by hand', '9', '2', 'Differs', true],
      ['HeartbeatInterval', 'Required', '300', '60', 'Differs', true],
      ['LightIntensity', 'Required', '50', '5', 'After a restart', false],
      ['ResetRetries', 'Set by hand', '4', '1', 'After a restart', false],
    ])
    expect(await counted(c.pk)).toEqual({ n: 2, since: new Date(now.getTime() - 3_600_000) })
    await sql`update charger_state set last_boot_at = ${now} where chargepoint_pk = ${c.pk}`.execute(t.db)
    await t.db.transaction().execute(trx => compareSettings(trx, [c.pk], now))
    expect((await driftOf(c.pk)).map(d => d[4])).toEqual(['Differs', 'Differs', 'Differs', 'Differs'])
  })

  test('an exception takes a key out, or all of them, until it is taken back', async () => {
    const c = await told({ HeartbeatInterval: '60', BlinkRepeat: '2' })
    const id = await make({
      chargers: [c.pk],
      keys: [required('HeartbeatInterval', '300'), required('BlinkRepeat', '3')],
    })
    await compared()
    expect(await driftOf(c.pk)).toHaveLength(2)
    const except = async (key?: string) =>
      (
        await ask('operator', 'POST', `${team()}/settings-exceptions`, {
          chargepoint_pk: c.pk,
          key,
          reason: 'Old lamp',
        })
      ).data
    const one = await except('blinkrepeat')
    expect(one).toMatchObject({
      chargepoint_id: c.id,
      key_name: 'BlinkRepeat',
      reason: 'Old lamp',
      by_name: expect.any(String),
    })
    expect((await driftOf(c.pk)).map(d => d[0])).toEqual(['HeartbeatInterval'])
    const all = await except()
    expect([await driftOf(c.pk), (await counted(c.pk))?.n]).toEqual([[], 0])
    const listed = (await ask('viewer', 'GET', `${team()}/settings-exceptions?templateId=${id}`)).data
    expect(listed.map((e: { key_name: string }) => e.key_name).sort()).toEqual(['All keys', 'BlinkRepeat'])
    const config = (await ask('viewer', 'GET', `${team()}/charger/${c.pk}/config`)).data
    expect(config.keys.map((k: { excepted: { reason: string } }) => k.excepted.reason)).toEqual([
      'Old lamp',
      'Old lamp',
    ])
    for (const e of [one, all]) await ask('operator', 'DELETE', `settings-exceptions/${e.exception_id}`)
    expect(await driftOf(c.pk)).toHaveLength(2)
  })

  test.each([
    ['300', '300', true],
    ['0300', '300', true],
    ['1.50', '1.5', true],
    ['300', '301', false],
    ['True', 'true', true],
    ['true', 'false', false],
    ['SoC, Voltage', 'Voltage,SoC', true],
    ['soc,Voltage ', ' Voltage , SoC', true],
    ['SoC,Voltage', 'SoC', false],
    ['SoC,SoC', 'SoC,Voltage', false],
    [' a ', 'a', true],
    ['A', 'a', false],
    ['', '', true],
    ['1', 'true', false],
  ])('%j and %j mean the same: %s', async (a, b, is) => {
    const { rows } = await sql`select same_setting(${a}, ${b}) as there, same_setting(${b}, ${a}) as back`.execute(t.db)
    expect(rows).toEqual([{ there: is, back: is }])
  })
})

test('the list of what differs: searched, filtered, sorted, within the team alone', async () => {
  const c = await told({ HeartbeatInterval: '60', BlinkRepeat: '2' })
  const id = await make({ chargers: [c.pk], keys: [required('HeartbeatInterval', '300'), wished('BlinkRepeat', '3')] })
  await compared()
  const list = async (query: string) =>
    (await ask('viewer', 'GET', `${team()}/settings-drift?page=1&pageSize=10&${query}`)).data
  const filter = (field: string, value: string | number, operator = 'equals') =>
    `filters=${encodeURIComponent(JSON.stringify({ combine: 'AND', conditions: [{ field, operator, value }] }))}`
  const [row] = await list(filter('level', 'Required'))
  expect(row).toMatchObject({
    chargepoint_pk: c.pk,
    chargepoint_id: c.id,
    spelling: 'HeartbeatInterval',
    wished: '300',
    told: '60',
    state: 'Differs',
    level: 'Required',
    model: 'Maker One',
    template_id: id,
    since: now.toISOString(),
  })
  const keysOf = (rows: { spelling: string }[]) => rows.map(r => r.spelling)
  expect(keysOf(await list(`${filter('template_id', id)}&sort=spelling`))).toEqual(['BlinkRepeat', 'HeartbeatInterval'])
  expect(keysOf(await list(`q=${c.id}&sort=-spelling`))).toEqual(['HeartbeatInterval', 'BlinkRepeat'])
  expect(keysOf(await list(filter('state', 'Unknown to it')))).toEqual([])
  for (const sort of [
    'chargepoint_id',
    'wished',
    'told',
    'state',
    'level',
    'template_name',
    'model',
    'team_name',
    'connection',
    '-since',
  ])
    expect(await list(`sort=${sort}`)).toHaveLength(2)
  const alerts = await sql`select from charger_state where chargepoint_pk = ${c.pk} and config_differs = 1`.execute(
    t.db,
  )
  expect(alerts.rows).toHaveLength(1)
})

test('many are compared in pieces that commit: what breaks off goes on, and nobody is compared for nothing', async () => {
  const chargers = await Promise.all(Array.from({ length: 7 }, () => told({ HeartbeatInterval: '1' })))
  const id = await make({ chargers: chargers.map(c => c.pk) })
  const reach = async () => (await ask('viewer', 'GET', `settings-templates/${id}/reach`)).data
  expect(await reach()).toMatchObject({ chargers: 7, read: 7, waiting: 7, drifting: 0 })
  // A piece that fails leaves its chargers waiting.
  const now = () => {
    throw new Error('The process ends')
  }
  const broken = { ...t.services, now }
  await expect(compareWaiting(broken, { most: 3 })).rejects.toThrow()
  expect(await reach()).toMatchObject({ waiting: 7, drifting: 0 })
  expect(await compareWaiting(t.services, { most: 3, forMs: -1 })).toBe(3)
  expect(await reach()).toMatchObject({ waiting: 4, drifting: 3 })
  expect((await ask('viewer', 'GET', `${team()}/settings-drift`)).waiting).toBe(4)
  // Two that work at once share what waits.
  const both = await Promise.all([compareWaiting(t.services, { most: 2 }), compareWaiting(t.services, { most: 2 })])
  expect(both[0] + both[1]).toBe(4)
  expect(await reach()).toMatchObject({ waiting: 0, drifting: 7 })
  expect(await compared()).toBe(0)
  const again = { name: 'Renamed', notes: 'Words alone' }
  await ask(
    'operator',
    'PUT',
    `settings-templates/${id}`,
    templateBody('x', { ...again, chargers: chargers.map(c => c.pk) }),
  )
  expect((await reach()).waiting).toBe(0)
})
