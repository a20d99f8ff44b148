// Charging profiles through the API: rights first, then every refusal with its text, the periods, two people at once,
// lists, and what the audit log keeps.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, startApp, type TestApp } from '#testing/app.ts'
import type { ChargingProfile } from './charging-profile.contract.ts'
import { profileBody } from './test-profile.ts'

let t: TestApp
beforeAll(async () => {
  t = await startApp()
})
afterAll(() => t.close())

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const ask = async (method: Method, path: string, who: Person, payload?: object, headers: object = {}) => {
  const r = await t.app.inject({
    method,
    url: `/cms/v1/${path}`,
    headers: { ...(await t.as(who)), ...headers },
    ...(payload && { payload }),
  })
  return { status: r.statusCode, body: r.json(), tag: String(r.headers.etag) }
}
const made = async (more: object = {}, teamId = t.world.one.teamId): Promise<ChargingProfile> => {
  const r = await ask('POST', `charging-profile?teamId=${teamId}`, 'admin', profileBody({ ...more }))
  expect(r.body.message).toBe('Charging profile created successfully')
  return r.body.data
}
const numbers = async (who: Person, query: string, path = 'charging-profile') =>
  ((await ask('GET', `${path}?page=1&pageSize=100&${query}`, who)).body.data as ChargingProfile[]).map(
    p => p.charging_profile_id,
  )

describe('rights', () => {
  test('each call needs its own flag; a period is deleted by who may change the profile', async () => {
    const { charging_profile_pk: pk, schedulePeriods } = await made()
    const one = `charging-profile/${pk}`
    const period = `${one}/schedule_periods/${schedulePeriods[0]?.schedule_period_pk}`
    const calls = (who: Person) =>
      Promise.all(
        [
          ask('GET', one, who),
          ask('POST', 'charging-profile', who, profileBody()),
          ask('PUT', one, who, profileBody()),
          ask('DELETE', period, who),
          ask('DELETE', one, who),
        ].map(async r => (await r).status),
      )
    expect(await calls('viewer')).toEqual([200, 403, 403, 403, 403])
    expect(await calls('nobody')).toEqual([403, 403, 403, 403, 403])
    expect(await calls('stranger')).toEqual([404, 201, 404, 404, 404])
    const { data } = (await ask('GET', one, 'admin')).body
    expect(data.schedulePeriods).toEqual(schedulePeriods)
  })
  test('another company’s profile is in no list and takes no new one', async () => {
    const { charging_profile_id } = await made()
    expect(await numbers('stranger', '')).not.toContain(charging_profile_id)
    const { teamId } = t.world.one
    expect((await ask('GET', `charging-profile?teamId=${teamId}`, 'stranger')).status).toBe(404)
    expect((await ask('POST', `charging-profile?teamId=${teamId}`, 'stranger', profileBody())).status).toBe(404)
    expect((await ask('GET', `team/${teamId}/charging-profile`, 'stranger')).status).toBe(404)
  })
})

const REQUIRED = 'This field is required'
const periods = (...list: object[]) => ({ schedulePeriods: list })
describe('what is refused, with its text at its field', () => {
  test('an empty body names every field but the four that may be missing', async () => {
    const r = await ask('POST', 'charging-profile', 'admin', {})
    expect([r.status, r.body.errors]).toEqual([
      422,
      Object.fromEntries(
        [
          'charging_profile_id',
          'stack_level',
          'description',
          'charging_profile_purpose',
          'charging_profile_kind',
          'note',
          'charging_rate_unit',
          'schedulePeriods',
          'valid_from',
          'valid_to',
        ].map(field => [field, REQUIRED]),
      ),
    ])
  })
  test.each<[string, object, string, string]>([
    ['a stack level below 0', { stack_level: -1 }, 'stack_level', 'Must be atleast equal or greater than 0'],
    [
      'an end before the begin',
      { valid_to: '2025-12-31T23:59:59Z' },
      'valid_to',
      'Value should be after valid from date',
    ],
    ['a default without dates', { valid_from: null, valid_to: '' }, 'valid_from', REQUIRED],
    ['a day that is none', { valid_from: '2026-02-30T00:00:00Z' }, 'valid_from', 'Please enter a valid date and time'],
    [
      'a time without a zone',
      { start_schedule: '2026-02-03T00:00' },
      'start_schedule',
      'Please enter a valid date and time',
    ],
    ...(['min_charging_rate'] as const).map(
      f => ['two decimals', { [f]: 6.25 }, f, 'At most, single digit acceptable after decimal point'] as never,
    ),
    ['a rate below 0', { min_charging_rate: -1 }, 'min_charging_rate', 'Must be atleast equal or greater than 0'],
    [
      'a purpose nobody knows',
      { charging_profile_purpose: 'Other' },
      'charging_profile_purpose',
      'Should be one of ChargePointMaxProfile, TxProfile, TxDefaultProfile',
    ],
    ['a number of no charger', { charging_profile_id: 0 }, 'charging_profile_id', 'Must be at least 1'],
    ['no period', periods(), 'schedulePeriods', 'At least one schedule period must remain'],
    [
      'a period at 0',
      periods({ start_period: 0, power_limit: 16 }),
      'schedulePeriods.0.start_period',
      'Period must be positive',
    ],
    ['a period without a limit', periods({ start_period: 1 }), 'schedulePeriods.0.power_limit', REQUIRED],
    [
      'a limit of 0',
      periods({ start_period: 1, power_limit: 0 }),
      'schedulePeriods.0.power_limit',
      'Power limit must be positive',
    ],
    [
      'a limit of two decimals',
      periods({ start_period: 1, power_limit: 16.25 }),
      'schedulePeriods.0.power_limit',
      'At most, single digit acceptable after decimal point',
    ],
    [
      'half a phase',
      periods({ start_period: 1, power_limit: 16, number_phase: 1.5 }),
      'schedulePeriods.0.number_phase',
      'Number of phases must be a positive whole number',
    ],
    [
      'a period that is not later',
      periods({ start_period: 60, power_limit: 16 }, { start_period: 60, power_limit: 8 }),
      'schedulePeriods.1.start_period',
      'Period must be later than the one before',
    ],
  ])('%s', async (_, more, field, text) => {
    const { charging_profile_pk: pk } = await made()
    for (const r of [
      await ask('POST', 'charging-profile', 'admin', profileBody({ ...more })),
      await ask('PUT', `charging-profile/${pk}`, 'admin', profileBody({ ...more })),
    ])
      expect([r.status, r.body.errors?.[field]]).toEqual([422, text])
  })
  test('a number that another profile of the company has is 409, in another company it is free', async () => {
    const { charging_profile_id } = await made()
    const other = await made({}, t.world.one.siblingId)
    const body = profileBody({ charging_profile_id })
    for (const r of [
      await ask('POST', 'charging-profile', 'admin', body),
      await ask('PUT', `charging-profile/${other.charging_profile_pk}`, 'admin', body),
    ])
      expect([r.status, r.body.errors]).toEqual([409, { charging_profile_id: 'Profile Id already exists' }])
    expect((await ask('POST', 'charging-profile', 'stranger', body)).status).toBe(201)
  })
})

describe('what is kept', () => {
  test('a profile reads as it was written, in both forms of path; times in UTC to the second', async () => {
    const body = profileBody({ start_schedule: '2026-01-02T00:00:00.250+05:30', number: 'ignored' })
    const r = await ask('POST', `team/${t.world.one.siblingId}/charging-profile`, 'admin', body)
    expect(r.status).toBe(201)
    const { number: _, ...kept } = body as typeof body & { number: string }
    expect(r.body.data).toMatchObject({
      ...kept,
      teamId: t.world.one.siblingId,
      start_schedule: '2026-01-01T18:30:00Z',
      schedulePeriods: [
        { start_period: 1, power_limit: 32, number_phase: 3 },
        { start_period: 21_600, power_limit: 16.5, number_phase: null },
      ],
    })
    const read = await ask('GET', `charging-profile/${r.body.data.charging_profile_pk}`, 'admin')
    expect(read.body.data).toEqual(r.body.data)
  })
  test('numbers may come as text, and what may be missing may be left out', async () => {
    const p = await made({
      charging_profile_id: ' 990 ',
      stack_level: '0',
      min_charging_rate: '',
      recurrency_kind: '',
      duration_in_seconds: undefined,
      start_schedule: undefined,
      schedulePeriods: [{ start_period: '5', power_limit: '7.5', number_phase: '' }],
    })
    expect(p).toMatchObject({
      charging_profile_id: 990,
      stack_level: 0,
      min_charging_rate: null,
      recurrency_kind: null,
      duration_in_seconds: null,
      start_schedule: null,
      schedulePeriods: [{ start_period: 5, power_limit: 7.5, number_phase: null }],
    })
  })
  test('a TxProfile has no validity, whatever is sent (D-CP-3)', async () => {
    const { valid_from, valid_to, start_schedule } = await made({ charging_profile_purpose: 'TxProfile' })
    expect([valid_from, valid_to, start_schedule]).toEqual([null, null, '2026-01-01T18:30:00Z'])
    expect(await made({ charging_profile_purpose: 'TxProfile', valid_from: '', valid_to: null })).toMatchObject({
      valid_from: null,
    })
  })
  test('a change keeps the keys of periods that stay, and takes no key of another profile', async () => {
    const p = await made()
    const [first, second] = p.schedulePeriods
    const changed = await ask('PUT', `charging-profile/${p.charging_profile_pk}`, 'admin', {
      ...profileBody({ charging_profile_id: p.charging_profile_id }),
      schedulePeriods: [
        { start_period: 9, power_limit: 8 },
        { ...second, power_limit: 20 },
      ],
    })
    expect(changed.body.message).toBe('Charging profile updated successfully')
    expect(changed.body.data.schedulePeriods).toEqual([
      { schedule_period_pk: expect.any(Number), start_period: 9, power_limit: 8, number_phase: null },
      { ...second, power_limit: 20 },
    ])
    const other = await made()
    for (const schedulePeriods of [[first], [second, { ...second, start_period: 99_999 }]]) {
      const r = await ask('PUT', `charging-profile/${other.charging_profile_pk}`, 'admin', {
        ...profileBody(),
        schedulePeriods,
      })
      expect([r.status, r.body.errors]).toEqual([422, { schedulePeriods: 'Schedule period not found' }])
    }
    expect((await ask('GET', `charging-profile/${other.charging_profile_pk}`, 'admin')).body.data).toEqual(other)
  })
  test.each(['charging-profile', 'profile'])('a period is deleted at %s/…, the last one stays', async base => {
    const p = await made()
    const [first, second] = p.schedulePeriods
    const path = `${base}/${p.charging_profile_pk}/schedule_periods`
    const strange = (await made()).schedulePeriods[0]
    expect((await ask('DELETE', `${path}/${strange?.schedule_period_pk}`, 'admin')).status).toBe(404)
    const gone = await ask('DELETE', `${path}/${first?.schedule_period_pk}`, 'admin')
    expect([gone.body.message, gone.body.data.schedulePeriods]).toEqual([
      'Schedule period deleted successfully',
      [second],
    ])
    const last = await ask('DELETE', `${path}/${second?.schedule_period_pk}`, 'admin')
    expect([last.status, last.body.message]).toEqual([409, 'At least one schedule period must remain'])
  })
  test('of two people the second is told, of a deletion too', async () => {
    const p = await made()
    const path = `charging-profile/${p.charging_profile_pk}`
    const { tag } = await ask('GET', path, 'admin')
    const body = profileBody({ charging_profile_id: p.charging_profile_id, schedulePeriods: p.schedulePeriods })
    const mine = await ask('PUT', path, 'admin', { ...body, note: 'First' }, { 'if-match': tag })
    expect([mine.status, mine.tag === tag]).toEqual([200, false])
    const period = `${path}/schedule_periods/${p.schedulePeriods[0]?.schedule_period_pk}`
    for (const r of [
      await ask('PUT', path, 'admin', { ...body, note: 'Second' }, { 'if-match': tag }),
      await ask('DELETE', period, 'admin', undefined, { 'if-match': tag }),
      await ask('DELETE', path, 'admin', undefined, { 'if-match': tag }),
    ])
      expect([r.status, r.body.data?.note]).toEqual([409, 'First'])
    expect((await ask('DELETE', path, 'admin', undefined, { 'if-match': mine.tag })).status).toBe(200)
    expect((await ask('GET', path, 'admin')).status).toBe(404)
  })
  test('the audit log has what was before and what is after, with the periods', async () => {
    const p = await made()
    const path = `charging-profile/${p.charging_profile_pk}`
    await ask('DELETE', `${path}/schedule_periods/${p.schedulePeriods[0]?.schedule_period_pk}`, 'admin')
    await ask('DELETE', path, 'admin')
    const { rows } = await sql<{ action: string; before: ChargingProfile | null; after: ChargingProfile | null }>`
      select action, before, after from audit_entry where feature = 'ChargingProfile'
        and record_id = ${String(p.charging_profile_pk)} order by id`.execute(t.db)
    const count = (side: ChargingProfile | null) => side?.schedulePeriods.length ?? null
    expect(rows.map(r => [r.action, count(r.before), count(r.after)])).toEqual([
      ['create', null, 2],
      ['update', 2, 1],
      ['delete', 1, null],
    ])
  })
})

describe('the list', () => {
  test('holds the teams below, is searched, filtered and sorted by the server, 10 a page', async () => {
    const { companyId, teamId, siblingId } = t.world.one
    const day = await made({ description: 'Depot by day', stack_level: 7 })
    const cap = await made({
      description: 'Cap of the yard',
      charging_profile_purpose: 'ChargePointMaxProfile',
      stack_level: 9,
      charging_profile_kind: 'Absolute',
    })
    const other = await made({ description: 'Depot elsewhere' }, siblingId)
    expect(await numbers('admin', `teamId=${companyId}&q=depot`)).toEqual([
      other.charging_profile_id,
      day.charging_profile_id,
    ])
    expect(await numbers('admin', 'q=depot', `team/${teamId}/charging-profile`)).toEqual([day.charging_profile_id])
    expect(await numbers('admin', `q=${day.charging_profile_id}`)).toEqual([day.charging_profile_id])
    expect(await numbers('admin', 'q=chargepointmax')).toEqual([cap.charging_profile_id])
    expect((await numbers('admin', 'sort=-stack_level')).slice(0, 2)).toEqual([
      cap.charging_profile_id,
      day.charging_profile_id,
    ])
    const filters = JSON.stringify({
      conditions: [{ field: 'stack_level', operator: 'greaterThan', value: 8 }],
    })
    expect(await numbers('admin', `filters=${encodeURIComponent(filters)}`)).toEqual([cap.charging_profile_id])
    const page = (await ask('GET', 'charging-profile?page=1', 'admin')).body
    expect([page.data.length, page.pageSize, page.page]).toEqual([10, 10, 1])
    expect(page.total).toBeGreaterThan(10)
    const whole = (await ask('GET', 'charging-profile?export=true', 'admin')).body
    expect(whole.data.length).toBe(page.total)
  })

  test('of more profiles than a list answers at once the last is found, by text or key, in the scope of the caller', async () => {
    const { charging_profile_pk: pk } = await made()
    await sql`insert into charging_profile select p.* from (select (jsonb_populate_record(c, jsonb_build_object(
        'charging_profile_pk', nextval(pg_get_serial_sequence('charging_profile', 'charging_profile_pk')),
        'charging_profile_id', 100000 + n, 'description', 'Many ' || n))).*
      from charging_profile c, generate_series(1, 5001) n where c.charging_profile_pk = ${pk}) p`.execute(t.db)
    const read = async (more: string, who: Person = 'admin') =>
      (await ask('GET', `charging-profile?page=1&pageSize=50&${more}`, who)).body
    const last = await read('q=many+5001')
    expect(last).toMatchObject({ data: [{ charging_profile_id: 105001 }], total: 1 })
    const keys = `keys=${last.data[0].charging_profile_pk}`
    expect(await read(keys)).toMatchObject({ data: [{ description: 'Many 5001' }], total: 1 })
    expect(await read(keys, 'stranger')).toMatchObject({ data: [], total: 0 })
  })
})
