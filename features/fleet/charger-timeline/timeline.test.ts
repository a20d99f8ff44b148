// The timeline of a charger: the rights on each lane, the events of each over a time, when a lane is counted, and
// nothing from outside the team or the time.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { saveFrames } from '#fleet/charger-logs/frame.store.ts'
import { addSecurityEvent } from '#fleet/stations/charger-notice.store.ts'
import { byProduct, write } from '#platform/audit/audit-log.ts'
import { type Person, startApp, type TestApp } from '#testing/app.ts'

let t: TestApp
const hour = 3_600_000
/** A full hour, two hours ago. */
const FROM = Math.floor(Date.now() / hour) * hour - 3 * hour
const at = (minutes: number) => new Date(FROM + minutes * 60_000)
const pk = () => t.world.chargers.dc.pk

beforeAll(async () => {
  t = await startApp()
  const { one } = t.world
  const of = [one.companyId, one.teamId, pk()] as const
  const connected = (event: string, when: Date, reason: string | null, closeCode: number | null, teamId = one.teamId) =>
    sql`insert into connection_history (company_id, team_id, chargepoint_pk, connection_no, event, reason, close_code, at)
      values (${one.companyId}, ${teamId}, ${pk()}, 1, ${event}, ${reason}, ${closeCode}, ${when})`.execute(t.db)
  await connected('connected', at(-90), null, null)
  await connected('disconnected', at(20), 'Closed with 1006', 1006)
  await connected('connected', at(25), null, null)
  await connected('disconnected', at(60), null, 1000)
  const told = (connectorId: number, status: string, when: Date, received = when, errorCode = 'NoError') =>
    sql`insert into connector_status_history (company_id, team_id, chargepoint_pk, connector_id, status, error_code, at, received_at)
      values (${one.companyId}, ${one.teamId}, ${pk()}, ${connectorId}, ${status}, ${errorCode}, ${when}, ${received})`.execute(
      t.db,
    )
  await told(1, 'Available', at(-600))
  await told(1, 'Preparing', at(-10))
  await told(1, 'Charging', at(5))
  await told(1, 'Faulted', at(22), at(65), 'GroundFailure')
  await told(2, 'Available', at(60))
  await sql`insert into task (task_id, company_id, team_id, chargepoint_pk, chargepoint_id, operation, parameters, state, response,
      created_at, sent_at, ended_at) values ('t1', ${of[0]}, ${of[1]}, ${of[2]}, 'DC-1', 'Reset', '{}', 'done', 'Accepted',
      ${at(30)}, ${at(30)}, ${at(31)})`.execute(t.db)
  await saveFrames(t.db, [
    {
      pk: pk(),
      at: at(5),
      direction: 0,
      message: '[2,"1","Heartbeat",{}]',
      next: { at: at(5), message: '[3,"1",{}]' },
    },
    { pk: pk(), at: at(6), direction: 0, message: `[2,"2","DataTransfer",{"data":"${'x'.repeat(3000)}"}]` },
    { pk: pk(), at: at(60), direction: 0, message: '[2,"3","Heartbeat",{}]' },
  ])
  const event = (type: string, when: Date, receivedAt = when) =>
    addSecurityEvent(t.db, {
      pk: pk(),
      identity: 'DC-1',
      source: 'charger',
      type,
      techInfo: null,
      at: when,
      receivedAt,
    })
  await event('ResetOrReboot', at(24))
  await event('InvalidMessages', at(26), at(90))
  await event('MemoryExhaustion', at(60))
  const session = (start: Date, stop: Date | null, energyWh: number) =>
    sql`insert into transaction (company_id, team_id, chargepoint_pk, chargepoint_id, chargepoint_name, charger_type, connector_id, id_tag,
        started_at, start_received_at, stopped_at, meter_start_wh, energy_wh, tolerance_watt)
      values (${of[0]}, ${of[1]}, ${of[2]}, 'DC-1', 'DC', 'DC', 1, 'TAG', ${start}, ${start}, ${stop}, 0, ${energyWh}, 300)`.execute(
      t.db,
    )
  await session(at(-200), at(-100), 1)
  await session(at(-30), at(10), 7000)
  await session(at(40), null, 5)
  await session(at(61), null, 6)
  const entry = { action: 'update', feature: 'ChargerPoint', recordId: pk(), teamId: one.teamId }
  await t.db.transaction().execute(async trx => {
    await write(trx, byProduct('asha'), { ...entry, before: { note: '' }, after: { note: 'Gate code 7' } })
  })
})
afterAll(() => t.close())

const path = (rest = '', from = at(0), to = at(60), more = '') =>
  `/cms/v1/team/${t.world.one.teamId}/charger/DC-1/timeline${rest}?from=${from.toISOString()}&to=${to.toISOString()}${more}`
const get = async (url: string, person: Person = 'admin') => t.app.inject({ url, headers: await t.as(person) })
const data = async (url: string, person?: Person) => {
  const r = await get(url, person)
  expect(r.statusCode, r.body).toBe(200)
  return r.json().data
}

describe('rights', () => {
  test.each([
    ['nobody', 404, 404, 404],
    ['stranger', 404, 404, 404],
    ['viewer', 200, 200, 403],
    ['finance', 200, 200, 403],
    ['operator', 200, 200, 403],
    ['admin', 200, 200, 200],
    ['root', 200, 200, 200],
  ] as [Person, number, number, number][])('%s: charger %i, sessions %i, changes %i', async (person, ...statuses) => {
    const found = []
    for (const rest of ['', '/sessions', '/changes']) found.push((await get(path(rest), person)).statusCode)
    expect(found).toEqual(statuses)
  })
  test.each(['', '/sessions', '/changes'])('another company’s charger is not found%s', async rest => {
    expect((await get(path(rest).replace('DC-1', 'OTHER-1'))).statusCode).toBe(404)
  })
  test('what the charger did in another team stays there', async () => {
    const { one } = t.world
    const { rows } = await sql<{
      id: number
    }>`insert into connection_history (company_id, team_id, chargepoint_pk, connection_no, event, at)
      values (99, 99, ${pk()}, 1, 'connected', ${at(2)}) returning id`.execute(t.db)
    const seen = (await data(path(), 'operator')).connection.events
    expect(seen.map((e: { at: string }) => e.at)).not.toContain(at(2).toISOString())
    await sql`delete from connection_history where id = ${rows[0]?.id ?? 0}`.execute(t.db)
    expect(one.teamId).not.toBe(99)
  })
})

test.each([
  ['the end before the start', at(10), at(5)],
  ['less than a minute', at(0), new Date(FROM + 59_000)],
  ['more than 31 days', at(0), at(33 * 24 * 60)],
])('%s is refused', async (_what, from, to) => {
  for (const rest of ['', '/sessions', '/changes']) {
    const r = await get(path(rest, from, to))
    expect([r.statusCode, r.json().message]).toEqual([422, 'Please select a time between one minute and 31 days'])
  }
})

describe('an hour', () => {
  test('its connections, with what held before and the code of an end', async () => {
    const { connection, status } = await data(path('', at(0), at(60), '&lanes=connection'))
    expect(status).toBeUndefined()
    expect(connection).toMatchObject({ wasConnected: true, counts: [], events: [{}, {}] })
    expect(connection.events[0]).toMatchObject({ event: 'disconnected', closeCode: 1006, at: at(20).toISOString() })
    expect((await data(path('', at(-200), at(-95)))).connection).toMatchObject({ wasConnected: null, events: [] })
  })
  test('the states of its connectors by when they happened, also those told later', async () => {
    const { status } = await data(path())
    const told = (events: { connectorId: number; status: string; at: string; receivedAt: string }[]) =>
      events.map(e => [e.connectorId, e.status, e.at !== e.receivedAt])
    expect(told(status.before)).toEqual([[1, 'Preparing', false]])
    expect(told(status.events)).toEqual([
      [1, 'Charging', false],
      [1, 'Faulted', true],
    ])
  })
  test('its security events by when they happened, also those told later', async () => {
    const { security } = await data(path('', at(0), at(60), '&lanes=security'))
    expect(security.events.map((e: { type: string; severity: string }) => [e.type, e.severity])).toEqual([
      ['ResetOrReboot', 'Critical'],
      ['InvalidMessages', 'Not critical'],
    ])
  })
  test('planned maintenance that touches it', async () => {
    const { companyId, teamId } = t.world.one
    const add = (reason: string, from: number, to: number) =>
      sql`with w as (insert into maintenance_window (company_id, team_id, reason, starts_at, ends_at, sets_inoperative, created_at)
          values (${companyId}, ${teamId}, ${reason}, ${at(from)}, ${at(to)}, true, ${at(from)}) returning maintenance_id)
        insert into maintenance_charger (maintenance_id, chargepoint_pk, company_id, planned_from, planned_to)
        select maintenance_id, chargepoint_pk, ${companyId}, ${at(from)}, ${at(to)} from w, charger
        where chargepoint_id = ${t.world.chargers.dc.id}`.execute(t.db)
    await add('Before', -60, 0)
    await add('Cables', 50, 90)
    await add('After', 90, 120)
    const { planned } = await data(path('', at(0), at(60), '&lanes=planned'))
    expect(planned).toMatchObject({
      events: [{ reason: 'Cables', at: at(50).toISOString(), endedAt: at(90).toISOString() }],
    })
  })
  test('commands, messages, sessions and changes', async () => {
    const { commands, messages } = await data(path())
    expect(commands.events).toEqual([
      expect.objectContaining({
        operation: 'Reset',
        state: 'done',
        response: 'Accepted',
        endedAt: at(31).toISOString(),
      }),
    ])
    expect(messages.events.map((m: { message: string; isCut: boolean }) => [m.message.length, m.isCut])).toEqual([
      [22, false],
      [10, false],
      [2000, true],
    ])
    const sessions = await data(path('/sessions'))
    expect(sessions.events.map((s: { at: string; energyWh: number }) => [s.at, s.energyWh])).toEqual([
      [at(-30).toISOString(), 7000],
      [at(40).toISOString(), null],
    ])
    const now = new Date()
    const changes = await data(path('/changes', new Date(now.getTime() - hour), new Date(now.getTime() + hour)))
    expect(changes.events).toEqual([expect.objectContaining({ username: 'asha', after: { note: 'Gate code 7' } })])
    expect((await data(path('/changes'))).events).toEqual([])
  })
})

test('a lane with more than 400 events is counted by steps that begin at midnight of the zone, and every event counts', async () => {
  const { one } = t.world
  const since = at(-26 * 24 * 60)
  await saveFrames(
    t.db,
    Array.from({ length: 500 }, (_, i) => {
      const when = new Date(since.getTime() + i * 1_800_000)
      return { pk: pk(), at: when, direction: 0 as const, message: 'x', next: { at: when, message: 'y' } }
    }),
  )
  await sql`insert into connector_status_history (company_id, team_id, chargepoint_pk, connector_id, status, error_code, at, received_at)
    select ${one.companyId}, ${one.teamId}, ${pk()}, 1 + i % 2, case when i % 5 = 0 then 'Faulted' else 'Available' end, 'NoError',
      ${since}::timestamptz + i * interval '1 minute', ${since}::timestamptz + i * interval '1 minute' from generate_series(0, 449) i`.execute(
    t.db,
  )
  await sql`insert into security_event (chargepoint_pk, type, at, received_at)
    select ${pk()}, case when i % 5 = 0 then 'MemoryExhaustion' else 'InvalidMessages' end, ${since}::timestamptz + i * interval '1 minute',
      ${since}::timestamptz + i * interval '1 minute' from generate_series(0, 449) i`.execute(t.db)
  const { messages, status, commands, security } = await data(path('', since, at(60)))
  expect([messages.events, status.events, security.events]).toEqual([null, null, null])
  expect(commands.events).toHaveLength(1)
  expect(messages.stepSec).toBe(6 * 3600)
  const sum = (of: { n: number }[]) => of.reduce((all, c) => all + c.n, 0)
  expect(sum(messages.counts)).toBe(1003)
  expect(messages.counts.length).toBeLessThanOrEqual(160)
  expect(sum(security.counts)).toBe(450 + 2)
  expect(security.counts.reduce((all: number, c: { bad: number }) => all + c.bad, 0)).toBe(90 + 1)
  expect(sum(status.counts)).toBe(450 + 4)
  expect(status.counts.reduce((all: number, c: { bad: number }) => all + c.bad, 0)).toBe(90 + 1)
  expect(new Set(status.counts.map((c: { connectorId: number }) => c.connectorId))).toEqual(new Set([1, 2]))
  // Midnight in India is 18:30 in UTC.
  for (const { at: begin } of messages.counts)
    expect((Date.parse(begin) - Date.parse('2026-01-01T18:30:00Z')) % (6 * hour)).toBe(0)
})
