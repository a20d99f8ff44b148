// Alerts from end to end: rights first, rules within their limits, then chargers on real sockets whose troubles open alerts,
// end, come back, and are closed by hand.
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Person, startApp, type TestApp } from '#testing/app.ts'
import { TestCharger } from '#testing/charger.ts'
import type { Alert } from './alert.contract.ts'
import { dropOld } from './alert.store.ts'
import { ALERT_KINDS } from './alert-kinds.store.ts'
import { alertWatch, sweepAlerts } from './alert-look.commands.ts'
import { kindsWithWork, lookAt } from './alert-look.store.ts'
import { SEEDED_RULES } from './alert-seed.store.ts'

let t: TestApp
let ws: string
/** The services' clock stands until a test moves it on. */
let now = new Date('2026-03-04T08:00:00Z')
const later = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000)
}
const headers = {} as Record<Person, { authorization: string }>
const chargers: TestCharger[] = []
beforeAll(async () => {
  t = await startApp({ now: () => now })
  ws = (await t.listen()).ws
  for (const who of ['root', 'admin', 'operator', 'finance', 'viewer', 'nobody', 'stranger'] as const)
    headers[who] = await t.as(who)
})
afterAll(async () => {
  for (const c of chargers) c.ws.close()
  await t.close()
})
beforeEach(async () => {
  await sql`delete from alert_event`.execute(t.db)
  await sql`delete from alert`.execute(t.db)
  await sql`delete from alert_rule`.execute(t.db)
  // Both operators had their first rules already.
  await sql`insert into alert_rule (company_id, team_id, name, kind, severity, is_seeded, deleted_at)
    select id, id, 'First', 'clock-off', 'Minor', true, now() from team where id = company_id`.execute(t.db)
})

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const ask = async (who: Person, method: Method, path: string, payload?: object) => {
  const r = await t.app.inject({ method, url: `/cms/v1/${path}`, headers: headers[who], ...(payload && { payload }) })
  return { status: r.statusCode, ...r.json() }
}
const rules = () => `team/${t.world.one.teamId}/alert-rules`
const body = (kind: string, more: object = {}) => ({ name: kind, kind, severity: 'Major', is_active: true, ...more })
const rule = async (kind: string, more: object = {}): Promise<number> => {
  const r = await ask('operator', 'POST', rules(), body(kind, more))
  expect([r.status, r.errors]).toEqual([201, undefined])
  return r.data.alert_rule_id
}
const alerts = async (who: Person = 'viewer', query = ''): Promise<Alert[]> =>
  (await ask(who, 'GET', `team/${t.world.one.teamId}/alerts${query}`)).data
const deed = (who: Person, what: string, payload: object) =>
  ask(who, 'POST', `team/${t.world.one.teamId}/alerts/${what}`, payload)
const sweep = async () => (await sweepAlerts(t.services)).map(turn => turn.what)
const open = async (): Promise<TestCharger> => {
  const c = await TestCharger.open(ws, t.world.chargers.ac.id)
  chargers.push(c)
  await c.ask('BootNotification', { chargePointVendor: 'V', chargePointModel: 'M' })
  return c
}
const status = (c: TestCharger, status: string, errorCode = 'NoError') =>
  c.ask('StatusNotification', { connectorId: 1, status, errorCode, timestamp: now.toISOString() })
/** The charger counts as heard by its last message, which is written a moment after the answer. */
const heard = () =>
  expect
    .poll(
      async () =>
        (
          await sql<{ at: Date }>`select last_message_at as at from charger_state
            where chargepoint_pk = ${t.world.chargers.ac.pk}`.execute(t.db)
        ).rows[0]?.at,
    )
    .toEqual(now)

describe('who may', () => {
  test('each call asks for its flag, and another company’s rules and alerts are not there', async () => {
    const id = await rule('connector-faulted')
    const c = await open()
    await status(c, 'Faulted')
    await sweep()
    const [alert] = await alerts()
    const one = `alerts/${alert?.alert_id}`
    const cases: [Person, Method, string, object | undefined, number][] = [
      ['viewer', 'GET', 'alert-kinds', undefined, 200],
      ['finance', 'GET', 'alert-kinds', undefined, 403],
      ['viewer', 'GET', rules(), undefined, 200],
      ['viewer', 'POST', rules(), body('clock-off'), 403],
      ['stranger', 'POST', rules(), body('clock-off'), 404],
      ['viewer', 'PUT', `alert-rules/${id}`, body('connector-faulted'), 403],
      ['stranger', 'PUT', `alert-rules/${id}`, body('connector-faulted'), 404],
      ['operator', 'DELETE', `alert-rules/${id}`, undefined, 403],
      ['stranger', 'DELETE', `alert-rules/${id}`, undefined, 404],
      ['viewer', 'GET', one, undefined, 200],
      ['finance', 'GET', one, undefined, 403],
      ['finance', 'GET', `team/${t.world.one.teamId}/alerts/coming-back`, undefined, 403],
      ['stranger', 'GET', `team/${t.world.one.teamId}/alerts/coming-back`, undefined, 404],
      ['stranger', 'GET', one, undefined, 404],
      ['stranger', 'GET', `team/${t.world.one.teamId}/alerts`, undefined, 404],
      ['nobody', 'GET', `team/${t.world.one.teamId}/alerts`, undefined, 404],
    ]
    for (const [who, method, path, payload, status] of cases)
      expect([who, method, path, (await ask(who, method, path, payload)).status]).toEqual([who, method, path, status])
    const ids = [alert?.alert_id]
    expect((await deed('viewer', 'acknowledge', { ids })).status).toBe(403)
    const own = await ask('stranger', 'POST', `team/${t.world.two.teamId}/alerts/close`, { ids, note: 'Mine' })
    expect([own.status, (await alerts())[0]?.state]).toEqual([404, 'Open'])
  })
})

describe('after the product itself has ended the connections', () => {
  const sentAway = (away: boolean) =>
    sql`update charger_state set connected = ${!away}, live_status = ${away ? 'offline' : 'online'},
      status_changed_at = ${now}, disconnected_at = ${now}, last_message_at = ${now},
      sent_away_at = case when ${away} then ${now}::timestamptz else sent_away_at end
    where chargepoint_pk = ${t.world.chargers.ac.pk}`.execute(t.db)

  test('what stands stays, and nothing opens, until the charger is back', async () => {
    await rule('connector-faulted')
    await rule('charger-offline', { parameters: { minutes: 1 } })
    const c = await open()
    await status(c, 'Faulted')
    expect(await sweep()).toEqual(['opened'])
    await sentAway(true)
    later(4)
    expect(await sweep()).toEqual([])
    const back = async (who: Person, team = t.world.one.teamId) =>
      (await ask(who, 'GET', `team/${team}/alerts/coming-back`)).data
    const until = new Date(now.getTime() + 60_000).toISOString()
    expect(await back('viewer')).toEqual({ chargers: 1, until })
    expect(await back('stranger', t.world.two.teamId)).toEqual({ chargers: 0, until: null })
    await sentAway(false)
    expect(await back('viewer')).toEqual({ chargers: 0, until: null })
    later(0.1)
    expect(await sweep()).toEqual([])
    expect((await alerts()).map(a => [a.state, a.occurrences])).toEqual([['Open', 1]])
    await status(c, 'Available')
    expect(await sweep()).toEqual(['closed'])
  })

  test('what the product has stored of them opens all the same: settings that differ are counted at once', async () => {
    await rule('settings-drift')
    await open()
    await sentAway(true)
    await sql`update charger_state set config_differs = 3, config_differs_since = ${now}
      where chargepoint_pk = ${t.world.chargers.ac.pk}`.execute(t.db)
    expect(await sweep()).toEqual(['opened'])
    await sql`update charger_state set config_differs = 0, config_differs_since = null`.execute(t.db)
    expect(await sweep()).toEqual(['closed'])
    await sentAway(false)
  })

  test('one that does not come back counts as offline after five minutes', async () => {
    await rule('charger-offline', { parameters: { minutes: 1 } })
    await open()
    await sentAway(true)
    later(4)
    expect(await sweep()).toEqual([])
    const path = `team/${t.world.one.teamId}/alerts/coming-back`
    expect((await ask('viewer', 'GET', path)).data.chargers).toBe(1)
    later(2)
    expect((await ask('viewer', 'GET', path)).data).toEqual({ chargers: 0, until: null })
    expect(await sweep()).toEqual(['opened'])
  })
})

describe('of a charger that connects anew and tells the same again', () => {
  const isLive = (live: string) =>
    expect
      .poll(
        async () =>
          (
            await sql<{ live: string }>`select live_status as live from charger_state
              where chargepoint_pk = ${t.world.chargers.ac.pk}`.execute(t.db)
          ).rows[0]?.live === live,
      )
      .toBe(true)
  const anew = async (before: TestCharger, told: string, minutes: number) => {
    before.ws.close()
    await isLive('offline')
    expect(await sweep()).toEqual([])
    later(minutes)
    expect(await sweep()).toEqual([])
    const c = await open()
    await status(c, told)
    await heard()
    return c
  }
  const since = async () => (await alerts()).map(a => [a.state, a.since, a.occurrences])

  test('a fault stands on, from when it was first told, and closes as it is over', async () => {
    await rule('connector-faulted', { parameters: { minutes: 1 } })
    let c = await open()
    const began = now
    await status(c, 'Faulted')
    later(2)
    await status(c, 'Faulted')
    await heard()
    expect(await sweep()).toEqual(['opened'])
    for (let n = 0; n < 3; n++) {
      c = await anew(c, 'Faulted', 4)
      expect([await sweep(), await since()]).toEqual([[], [['Open', began.toISOString(), 1]]])
    }
    await status(c, 'Available')
    expect(await sweep()).toEqual(['closed'])
    expect((await alerts())[0]?.closedWhy).toBe('It reports no fault any more')
  })
  test('one that stays away for longer is told as offline, and its fault closes', async () => {
    later(1)
    await rule('connector-faulted', { parameters: { minutes: 1 } })
    const c = await open()
    await status(c, 'Faulted')
    later(2)
    await status(c, 'Faulted')
    await heard()
    expect(await sweep()).toEqual(['opened'])
    c.ws.close()
    await isLive('offline')
    later(9)
    expect(await sweep()).toEqual([])
    later(2)
    expect(await sweep()).toEqual(['closed'])
    expect((await alerts())[0]?.closedWhy).toBe('Its charge point is offline')
  })
  test('a connector is stuck by the time it really is; another state in between begins anew', async () => {
    await rule('connector-stuck', { parameters: { minutes: 30 } })
    let c = await open()
    await status(c, 'Finishing')
    later(1)
    const began = now
    await status(c, 'Preparing')
    for (let n = 0; n < 3; n++) {
      later(5)
      c = await anew(c, 'Preparing', 4)
    }
    expect(await sweep()).toEqual([])
    later(3)
    await status(c, 'Preparing')
    expect([await sweep(), await since()]).toEqual([['opened'], [['Open', began.toISOString(), 1]]])
    await status(c, 'Available')
    later(1)
    await status(c, 'Preparing')
    expect(await sweep()).toEqual(['closed'])
  })
  test('one that is out of service stays so over its absence', async () => {
    await rule('charger-out-of-service', { parameters: { minutes: 5 } })
    let c = await open()
    await status(c, 'Available')
    await isLive('online')
    const outAgain = () =>
      c.ask('StatusNotification', {
        connectorId: 0,
        status: 'Unavailable',
        errorCode: 'NoError',
        timestamp: now.toISOString(),
      })
    const began = now
    await outAgain()
    await isLive('maintenance')
    later(6)
    await outAgain()
    await heard()
    expect(await sweep()).toEqual(['opened'])
    c = await anew(c, 'Available', 3)
    await outAgain()
    await isLive('maintenance')
    expect(await sweep()).toEqual([])
    const [one] = await since()
    expect([one?.[0], one?.[2]]).toEqual(['Open', 1])
    expect(Math.abs(Date.parse(String(one?.[1])) - began.getTime())).toBeLessThan(1000)
    await c.ask('StatusNotification', {
      connectorId: 0,
      status: 'Available',
      errorCode: 'NoError',
      timestamp: now.toISOString(),
    })
    await isLive('online')
    expect(await sweep()).toEqual(['closed'])
    expect((await alerts())[0]?.closedWhy).toBe('It is in service again')
  })
})

describe('a fault', () => {
  const ask0 = (c: TestCharger, status: string, errorCode = 'NoError', connectorId = 0) =>
    c.ask('StatusNotification', { connectorId, status, errorCode, timestamp: now.toISOString() })
  const told = async () => (await alerts()).map(a => [a.text, a.state, a.closedWhy, a.since]).toReversed()
  const BOTH = ['connector-faulted', 'charger-out-of-service']
  beforeEach(async () => {
    later(60)
    await sql`update charger_state set whole_status = null, whole_error_code = null, whole_status_at = null`.execute(
      t.db,
    )
    for (const kind of BOTH) await rule(kind, { parameters: { minutes: 0 } })
  })

  test('of a charge point as a whole is told with its code, once, until connector 0 is well again', async () => {
    const c = await open()
    await status(c, 'Available')
    const began = now.toISOString()
    await ask0(c, 'Faulted', 'GroundFailure')
    expect(await sweep()).toEqual(['opened'])
    later(3)
    await ask0(c, 'Faulted', 'GroundFailure')
    await status(c, 'Faulted')
    await heard()
    expect(await sweep()).toEqual([])
    expect(await told()).toEqual([[`${t.world.chargers.ac.id} is faulted: GroundFailure`, 'Open', null, began]])
    const health = async () =>
      (await ask('viewer', 'GET', `team/${t.world.one.teamId}/charger/${t.world.chargers.ac.pk}/health`)).data.signs
        .filter((s: { sign: string }) => ['service', 'error'].includes(s.sign))
        .map((s: { since: string }) => s.since)
    expect(await health()).toEqual([began, began])
    // Well for a moment that no look has seen: the fault stands since it began anew, on the alert and in Health.
    later(1)
    await ask0(c, 'Available')
    later(1)
    const anew = now.toISOString()
    await ask0(c, 'Faulted', 'GroundFailure')
    await heard()
    expect(await sweep()).toEqual([])
    expect([(await told())[0]?.[3], await health()]).toEqual([anew, [anew, anew]])
    expect((await alerts())[0]?.step.to).toBe(
      `/charger/${t.world.chargers.ac.pk}?tab=remote_operations&operation=Reset`,
    )
    await status(c, 'Available')
    await ask0(c, 'Available')
    expect(await sweep()).toEqual(['closed'])
    expect((await told())[0]?.[2]).toBe('It reports no fault any more')
  })
  test('of the whole takes the place of those of its connectors, and gives it back', async () => {
    const c = await open()
    const began = now.toISOString()
    await status(c, 'Faulted', 'HighTemperature')
    expect(await sweep()).toEqual(['opened'])
    later(1)
    await ask0(c, 'Faulted', 'GroundFailure')
    expect((await sweep()).toSorted()).toEqual(['closed', 'opened'])
    expect((await told())[0]?.slice(1, 3)).toEqual(['Closed', 'Its charge point reports a fault as a whole'])
    later(1)
    await ask0(c, 'Available')
    expect((await sweep()).toSorted()).toEqual(['closed', 'opened again'])
    expect((await told())[0]?.slice(1)).toEqual(['Open', null, began])
    await status(c, 'Available')
  })
  test('of the one connector of a charge point is one alert, also while it keeps the charge point out of service', async () => {
    const c = await open()
    await status(c, 'Faulted', 'GroundFailure')
    await heard()
    const [state] = (
      await sql<{ live: string }>`select live_status as live from charger_state
        where chargepoint_pk = ${t.world.chargers.ac.pk}`.execute(t.db)
    ).rows
    expect([state?.live, await sweep()]).toEqual(['maintenance', ['opened']])
    expect((await told()).map(([text]) => text)).toEqual([
      `${t.world.chargers.ac.id}, connector 1 is faulted: GroundFailure`,
    ])
    // Out of service for another reason is another cause.
    await ask0(c, 'Unavailable')
    expect(await sweep()).toEqual(['opened'])
    expect((await told()).at(-1)?.[0]).toBe(`${t.world.chargers.ac.id} reports itself out of service`)
    await ask0(c, 'Available')
    expect(await sweep()).toEqual(['closed'])
    expect((await told()).at(-1)?.[2]).toBe('It is out of service by a fault, which is told by itself')
    await status(c, 'Available')
  })
})

describe('a rule', () => {
  test('has every parameter of its kind; limits, kinds, chargers and sites that are none are named', async () => {
    const id = await rule('charger-offline', { parameters: {} })
    expect((await ask('viewer', 'GET', `alert-rules/${id}`)).data).toMatchObject({
      kind: 'charger-offline',
      parameters: { minutes: 15 },
      chargers: null,
      standing: 0,
      is_active: true,
    })
    const cases: [object, string, string | RegExp][] = [
      [{ parameters: { minutes: 0 } }, 'parameters.minutes', 'Offline for must be from 1 to 10,080 minutes'],
      [{ parameters: { minutes: 1.5 } }, 'parameters.minutes', 'Must be a whole number'],
      [{ parameters: { hours: 2 } }, 'parameters.hours', 'This kind of alert has no such parameter'],
      [{ kind: 'made-up' }, 'kind', 'There is no such kind of alert'],
      [{ name: 'Yard\u0007' }, 'name', 'Name must be one line'],
      [{ chargers: [] }, 'chargers', 'Name at least one charge point, or choose all of them'],
      [{ sites: [] }, 'sites', 'Name at least one site, or choose all of them'],
      [{ chargers: [t.world.chargers.other.pk] }, 'chargers', 'Some of these charge points are not of the team'],
      [{ sites: [4711] }, 'sites', 'Some of these sites are not of the team'],
      [{ name: '' }, 'name', /required/],
      [{ severity: 'Awful' }, 'severity', /./],
    ]
    for (const [more, field, text] of cases) {
      const r = await ask('operator', 'POST', rules(), body('charger-offline', more))
      expect([r.status, r.errors?.[field]]).toEqual([
        422,
        typeof text === 'string' ? text : expect.stringMatching(text),
      ])
    }
    const other = await ask('operator', 'PUT', `alert-rules/${id}`, body('clock-off'))
    expect([other.status, other.errors]).toEqual([422, { kind: 'The kind of a rule stays' }])
  })
  test('stands in the audit log, and its alerts close with it', async () => {
    const id = await rule('connector-faulted')
    const c = await open()
    await status(c, 'Faulted', 'GroundFailure')
    expect(await sweep()).toEqual(['opened'])
    expect((await ask('admin', 'DELETE', `alert-rules/${id}`)).status).toBe(200)
    expect(await sweep()).toEqual(['closed'])
    expect((await alerts())[0]).toMatchObject({ state: 'Closed', closedWhy: 'Its rule was deleted' })
    const { rows } = await sql`select action from audit_entry where feature = 'Alert' and record_id = ${String(id)}
      order by id`.execute(t.db)
    expect(rows).toEqual([{ action: 'create' }, { action: 'delete' }])
  })
})

test('operators have their first rules with the next sweep, once; the platform has none', async () => {
  await sql`delete from alert_rule`.execute(t.db)
  await sweep()
  const all = async () => (await ask('root', 'GET', `team/${t.world.gp}/alert-rules?sort=alert_rule_id`)).data
  const seeded = await all()
  expect(seeded.map((r: { teamId: number }) => r.teamId)).toEqual([
    ...SEEDED_RULES.map(() => t.world.one.companyId),
    ...SEEDED_RULES.map(() => t.world.two.companyId),
  ])
  expect(seeded.map((r: { kind: string; parameters: object }) => [r.kind, r.parameters])).toEqual(
    [...SEEDED_RULES, ...SEEDED_RULES].map(r => [r.kind, r.parameters]),
  )
  for (const { kind, parameters } of SEEDED_RULES)
    expect(Object.keys(ALERT_KINDS.find(k => k.id === kind)?.parameters ?? {})).toEqual(Object.keys(parameters))
  const [first] = seeded
  expect((await ask('admin', 'DELETE', `alert-rules/${first.alert_rule_id}`)).status).toBe(200)
  await sweep()
  expect(await all()).toHaveLength(seeded.length - 1)
})

test('companies of before get the rule of stopped campaigns, unless they deleted their first rules', async () => {
  const { one, two } = t.world
  const migration = readFileSync('migrations/0122-rule-of-stopped-campaigns.sql', 'utf8')
  await sql`insert into alert_rule (company_id, team_id, name, kind, severity, is_seeded)
    values (${one.companyId}, ${one.companyId}, 'Faulted', 'connector-faulted', 'Major', true)`.execute(t.db)
  const given = async () =>
    (
      await sql<{
        companyId: number
        users: number[]
        addresses: string[]
      }>`select company_id, user_ids as users, addresses
        from alert_rule where kind = 'campaign-stopped'`.execute(t.db)
    ).rows
  await sql.raw(migration).execute(t.db)
  expect(await given()).toEqual([{ companyId: one.companyId, users: [], addresses: [] }])
  await sql.raw(migration).execute(t.db)
  expect(await given()).toHaveLength(1)
  expect(two.companyId).not.toBe(one.companyId)
})

test.each(ALERT_KINDS.map(k => [k.id, k] as const))(
  'a rule of %s is saved with nothing filled in',
  async (id, kind) => {
    const empty = Object.fromEntries(Object.keys(kind.parameters).map(name => [name, null]))
    const r = await ask('admin', 'POST', rules(), body(id, { parameters: empty }))
    expect([r.status, r.errors]).toEqual([201, undefined])
    expect(r.data.parameters).toEqual(
      Object.fromEntries(Object.entries(kind.parameters).map(([name, p]) => [name, p.default])),
    )
  },
)

test('all that is wrong with a rule is said at once', async () => {
  const wrong = {
    parameters: { minutes: 0 },
    webhooks: ['http://127.0.0.1/x'],
    escalate_minutes: 5,
    addresses: ['a@b.example'],
    phones: ['+91 98123-45678'],
  }
  const r = await ask('operator', 'POST', rules(), body('charger-offline', wrong))
  expect(r.status).toBe(422)
  expect(Object.keys(r.errors).sort()).toEqual(['escalate_users', 'parameters.minutes', 'webhooks'])
  const twice = await ask(
    'operator',
    'POST',
    rules(),
    body('charger-offline', { addresses: ['a@b.example', 'A@b.example'] }),
  )
  expect([twice.status, twice.errors.addresses]).toEqual([
    422,
    'Each address once: capital letters make no other address',
  ])
  const id = await rule('charger-offline', { phones: ['+91 98123-45678'] })
  expect((await ask('operator', 'GET', `alert-rules/${id}`)).data.phones).toEqual(['919812345678'])
})

test('the list shows what stands, what is closed, or both', async () => {
  await rule('connector-faulted')
  const c = await open()
  await status(c, 'Faulted')
  await sweep()
  const numbers = async () => [
    (await alerts('viewer', '?show=open')).length,
    (await alerts('viewer', '?show=closed')).length,
    (await alerts()).length,
  ]
  expect(await numbers()).toEqual([1, 0, 1])
  later(1)
  await status(c, 'Available')
  await sweep()
  expect(await numbers()).toEqual([0, 1, 1])
})

test('the most severe come first, and of those the newest', async () => {
  const id = await rule('connector-faulted')
  const { companyId, teamId } = t.world.one
  for (const [subject, severity] of [
    ['A', 'Critical'],
    ['B', 'Minor'],
    ['C', 'Major'],
    ['D', 'Critical'],
    ['E', 'Major'],
  ] as const)
    await sql`insert into alert (alert_rule_id, company_id, team_id, kind, severity, subject, subject_name, since, opened_at, last_at)
      values (${id}, ${companyId}, ${teamId}, 'connector-faulted', ${severity}, ${subject}, ${subject}, ${now}, ${now}, ${now})`.execute(
      t.db,
    )
  const names = async (query: string) => (await alerts('viewer', query)).map(a => a.subject_name).join('')
  expect(await names('?sort=-urgency')).toBe('DAECB')
  expect(await names('?sort=-urgency&pageSize=2')).toBe('DA')
})

describe('an alert', () => {
  test('opens once for a rule and a connector, says what and where to go, and closes by itself', async () => {
    await rule('connector-faulted')
    const c = await open()
    await status(c, 'Faulted', 'GroundFailure')
    expect(await sweep()).toEqual(['opened'])
    expect(await sweep()).toEqual([])
    const [alert] = await alerts()
    const { id, pk } = t.world.chargers.ac
    expect(alert).toMatchObject({
      state: 'Open',
      severity: 'Major',
      title: 'Connector faulted',
      text: `${id}, connector 1 is faulted: GroundFailure`,
      chargepoint_pk: pk,
      occurrences: 1,
      step: { text: 'Reset it', to: `/charger/${pk}?tab=remote_operations&operation=Reset` },
    })
    later(1)
    await status(c, 'Available')
    expect(await sweep()).toEqual(['closed'])
    expect((await ask('viewer', 'GET', `alerts/${alert?.alert_id}`)).data).toMatchObject({
      state: 'Closed',
      closedWhy: 'It reports no fault any more',
      events: [
        { what: 'opened', by: null, note: null },
        { what: 'closed', by: null, note: 'It reports no fault any more' },
      ],
    })
  })

  test('that comes back within ten minutes is opened again, later a new one is', async () => {
    await rule('connector-faulted')
    const c = await open()
    for (const [minutes, what, count, occurrences] of [
      [0, 'opened', 1, 1],
      [9, 'opened again', 1, 2],
      [11, 'opened', 2, 1],
    ] as const) {
      later(minutes)
      await status(c, 'Faulted')
      await heard()
      expect(await sweep()).toEqual([what])
      const [newest, ...others] = await alerts()
      expect([newest?.occurrences, others.length + 1]).toEqual([occurrences, count])
      await status(c, 'Available')
      expect(await sweep()).toEqual(['closed'])
    }
  })

  test('that a person has closed stays closed while its cause lasts, and opens anew with the next', async () => {
    await rule('connector-faulted')
    const c = await open()
    await status(c, 'Faulted')
    await sweep()
    const [alert] = await alerts()
    later(1)
    expect((await deed('operator', 'close', { ids: [alert?.alert_id], note: 'Known' })).data).toEqual({ changed: 1 })
    expect(await sweep()).toEqual([])
    later(1)
    await status(c, 'Available')
    expect(await sweep()).toEqual([])
    later(1)
    await status(c, 'Faulted')
    expect(await sweep()).toEqual(['opened'])
  })

  test('is acknowledged, assigned and commented, each by name; what is so already does not change', async () => {
    await rule('connector-faulted')
    const c = await open()
    await status(c, 'Faulted')
    await sweep()
    const ids = [(await alerts())[0]?.alert_id]
    const { operator, stranger } = t.world.userIds
    expect((await deed('operator', 'acknowledge', { ids })).data).toEqual({ changed: 1 })
    expect((await deed('operator', 'acknowledge', { ids })).data).toEqual({ changed: 0 })
    expect((await deed('operator', 'assign', { ids, userId: operator })).data).toEqual({ changed: 1 })
    expect(await deed('operator', 'assign', { ids, userId: stranger })).toMatchObject({
      status: 422,
      errors: { userId: 'This user has no role on the team' },
    })
    expect(await deed('operator', 'assign', { ids, userId: t.world.userIds.finance })).toMatchObject({
      status: 422,
      errors: { userId: 'This user may not see the alerts of the team' },
    })
    expect((await deed('admin', 'comment', { ids, note: 'On my way' })).data).toEqual({ changed: 1 })
    expect((await deed('operator', 'comment', { ids, note: ' ' })).errors).toEqual({ note: 'Please write a note' })
    expect((await deed('operator', 'close', { ids: [...ids, 999_999], note: 'x' })).status).toBe(404)
    // A look does not open again what is acknowledged.
    expect(await sweep()).toEqual([])
    const { data } = await ask('viewer', 'GET', `alerts/${ids[0]}`)
    expect(data).toMatchObject({ state: 'Acknowledged', assignee: 'operator' })
    expect(
      data.events.map((e: { what: string; by: string | null; note: string | null }) => [e.what, e.by, e.note]),
    ).toEqual([
      ['opened', null, null],
      ['acknowledged', 'operator', null],
      ['assigned', 'operator', 'To operator'],
      ['commented', 'admin', 'On my way'],
    ])
    const people = async (as: string) =>
      (await ask('operator', 'GET', `team/${t.world.one.teamId}/alert-people?as=${as}`)).data.map(
        (p: { name: string }) => p.name,
      )
    expect(await people('assignee')).toContain('operator')
    expect(await people('assignee')).not.toContain('finance')
    expect(await people('recipient')).not.toContain('finance')
  })

  test('is found by its charger, its site and its kind in words', async () => {
    const { ac, dc } = t.world.chargers
    const siteId = (
      await sql<{ id: number }>`insert into charging_site (company_id, team_id, zone_name)
        values (${t.world.one.companyId}, ${t.world.one.teamId}, 'Yard') returning zone_id as id`.execute(t.db)
    ).rows[0]?.id
    await sql`update charger set zone_id = ${siteId} where chargepoint_pk = ${ac.pk}`.execute(t.db)
    await rule('connector-faulted')
    const c = await open()
    await status(c, 'Faulted')
    await sweep()
    const found = async (query: string) => (await alerts('viewer', `?${query}`)).length
    expect(await found(`chargers=${ac.pk}`)).toBe(1)
    expect(await found(`chargers=${dc.pk}`)).toBe(0)
    expect(await found(`chargers=${dc.pk},${ac.pk}&sites=${siteId}`)).toBe(1)
    expect(await found(`sites=999999`)).toBe(0)
    expect(await found(`chargers=${ac.pk}&export=true`)).toBe(1)
    const by = (field: string, value: string) =>
      found(
        new URLSearchParams({
          filters: JSON.stringify({ combine: 'AND', conditions: [{ field, operator: 'equals', value }] }),
        }).toString(),
      )
    for (const [field, value] of [
      ['chargepoint_id', ac.id],
      ['site_name', 'yard'],
      ['title', 'Connector faulted'],
      ['severity', 'Major'],
      ['state', 'Open'],
    ] as const) {
      expect([field, await by(field, value)]).toEqual([field, 1])
      expect([field, await by(field, 'Other')]).toEqual([field, 0])
    }
    const [one] = await alerts()
    expect(one?.step.needs).toEqual([['ChargerPoint.update']])
    const refused = await ask('viewer', 'GET', `team/${t.world.one.teamId}/alerts?chargers=x`)
    expect(refused.status).toBe(422)
  })

  test('of a charger that goes opens after the minutes of the rule, and closes at once when it is back', async () => {
    await rule('charger-offline', { parameters: { minutes: 15 }, chargers: [t.world.chargers.ac.pk] })
    const watch = alertWatch(t.services)
    const c = await open()
    c.ws.close()
    await expect
      .poll(
        async () =>
          (
            await sql<{ live: string }>`select live_status as live from charger_state
        where chargepoint_pk = ${t.world.chargers.ac.pk}`.execute(t.db)
          ).rows[0]?.live,
      )
      .toBe('offline')
    later(14)
    expect(await sweep()).toEqual([])
    later(2)
    expect(await sweep()).toEqual(['opened'])
    await open()
    watch.news(t.world.chargers.ac.pk)
    await expect
      .poll(async () => (await alerts())[0])
      .toMatchObject({ state: 'Closed', closedWhy: 'It is connected again' })
    await watch.close()
  })

  test('opens within a moment of the charger’s news, and looks at no other charger', async () => {
    await rule('connector-faulted')
    const watch = alertWatch(t.services)
    const c = await open()
    await status(c, 'Faulted')
    watch.news(t.world.chargers.dc.pk)
    watch.news(t.world.chargers.ac.pk)
    await expect.poll(async () => (await alerts()).map(a => a.state)).toEqual(['Open'])
    // What it tells next is looked at soon as well.
    await status(c, 'Available')
    watch.news(t.world.chargers.ac.pk)
    await expect.poll(async () => (await alerts()).map(a => a.state), { timeout: 5000 }).toEqual(['Closed'])
    await watch.close()
  })
  test('has work of the kinds of which an alert stands or a cause is there, and of those that are being looked at', async () => {
    await rule('connector-faulted')
    await rule('clock-off')
    const c = await open()
    const chargers = [t.world.chargers.ac.pk]
    const kinds = ALERT_KINDS.filter(k => ['connector-faulted', 'clock-off'].includes(k.id))
    const look = () => ({ now, zone: 'Asia/Kolkata', chargers })
    const work = async () => [...(await t.db.transaction().execute(trx => kindsWithWork(trx, kinds, look())))]
    expect(await work()).toEqual([])
    await status(c, 'Faulted')
    await heard()
    expect(await work()).toEqual(['connector-faulted'])
    const kind = kinds.find(k => k.id === 'connector-faulted')
    if (kind) await t.db.transaction().execute(trx => lookAt(trx, kind, look()))
    await status(c, 'Available')
    expect(await work()).toEqual(['connector-faulted'])
    if (kind) await t.db.transaction().execute(trx => lookAt(trx, kind, look()))
    expect(await work()).toEqual([])
    await t.db.transaction().execute(async trx => {
      if (kind) await lookAt(trx, kind, look())
      expect(await work()).toEqual(['connector-faulted'])
    })
  })
})

test.each(ALERT_KINDS.map(k => [k.id, k] as const))(
  '%s can be looked at, at everything and at one charger',
  async (id, kind) => {
    await rule(id)
    for (const chargers of [undefined, [t.world.chargers.dc.pk]]) {
      const look = { now, zone: 'Asia/Kolkata', chargers }
      await t.db.transaction().execute(trx => lookAt(trx, kind, look))
    }
  },
)
test('each kind has a name of its own and is in the catalogue', async () => {
  const { data } = await ask('viewer', 'GET', 'alert-kinds')
  expect(data.map((k: { kind: string }) => k.kind)).toEqual(ALERT_KINDS.map(k => k.id))
  expect(new Set(ALERT_KINDS.map(k => k.id)).size).toBe(ALERT_KINDS.length)
})

test('alerts that closed more than 400 days ago are taken out with their history; what stands is kept', async () => {
  const id = await rule('connector-faulted')
  const { companyId, teamId } = t.world.one
  const kept = async () =>
    (await sql<{ s: string }>`select subject as s from alert order by 1`.execute(t.db)).rows.map(r => r.s)
  for (const [subject, state, days] of [
    ['closed long ago', 'Closed', 401],
    ['closed lately', 'Closed', 399],
    ['open since long ago', 'Open', 900],
  ] as const)
    await sql`with a as (insert into alert (alert_rule_id, company_id, team_id, kind, severity, subject, subject_name, since, opened_at, last_at, state, closed_at)
      values (${id}, ${companyId}, ${teamId}, 'connector-faulted', 'Major', ${subject}, ${subject}, ${now}, ${now}, ${now}, ${state},
        case when ${state} = 'Closed' then ${now}::timestamptz - make_interval(days => ${days}) end) returning alert_id)
      insert into alert_event (alert_id, at, what) select alert_id, ${now}, 'opened' from a`.execute(t.db)
  expect(await dropOld(t.db, now)).toBe(1)
  expect(await kept()).toEqual(['closed lately', 'open since long ago'])
  expect(await dropOld(t.db, now)).toBe(0)
})

describe('a charger that is offline', () => {
  const HOUR = 60
  const away = (pk: number) =>
    sql`update charger_state set connected = false, live_status = 'offline', status_changed_at = ${now}, disconnected_at = ${now},
      last_message_at = ${now}, first_boot_at = ${now}, connected_at = ${now}, sent_away_at = null, maintenance_by_hand = false
      where chargepoint_pk = ${pk}`.execute(t.db)
  const refuse = (pk: number, reason: string) =>
    sql`insert into connection_history (company_id, team_id, chargepoint_pk, connection_no, event, reason, at)
      select company_id, team_id, ${pk}, 0, 'refused', ${reason}, ${now} from charger where chargepoint_pk = ${pk}`.execute(
      t.db,
    )
  const told = async () => (await alerts()).map(a => [a.kind, a.state, a.text, a.step.text, a.step.to.split('?')[1]])
  const KEY = ['Type its key into it, or rotate the key', 'tab=general#additional-information']

  test('says why, whether it is silent or refused, also where that changes', async () => {
    const { pk, id } = t.world.chargers.ac
    await rule('charger-offline', { parameters: { minutes: 15 }, chargers: [pk] })
    await away(pk)
    later(20)
    expect(await sweep()).toEqual(['opened'])
    const silent = ['charger-offline', 'Open', `${id} is offline`, 'Check power and SIM', 'tab=timeline']
    expect(await told()).toEqual([silent])
    await refuse(pk, 'Wrong credentials')
    later(1)
    expect(await sweep()).toEqual(['changed'])
    expect(await sweep()).toEqual([])
    const refused = `${id} tries to connect and is refused (Wrong credentials)`
    expect(await told()).toEqual([['charger-offline', 'Open', refused, ...KEY]])
    await refuse(pk, 'TLS is required')
    later(1)
    await sweep()
    expect((await told())[0]?.slice(2)).toEqual([
      `${id} tries to connect and is refused (TLS is required)`,
      'See when and why it is refused',
      'tab=timeline&span=86400000&lanes=connection',
    ])
    const rang = (await ask('viewer', 'GET', 'bell')).data.entries
    expect(rang[0]?.text).toBe(`${id} tries to connect and is refused (TLS is required)`)
    later(HOUR + 1)
    await sweep()
    expect(await told()).toEqual([silent])
    const { events } = (await ask('viewer', 'GET', `alerts/${(await alerts())[0]?.alert_id}`)).data
    expect(events.map((e: { what: string; note: string | null }) => [e.what, e.note])).toEqual([
      ['opened', null],
      ['changed', 'Tries to connect and is refused (Wrong credentials)'],
      ['changed', 'Tries to connect and is refused (TLS is required)'],
      ['changed', 'No longer tries to connect'],
    ])
  })

  test('is told of its site where it is silent together with others, and by itself once it is refused', async () => {
    const { ac, dc } = t.world.chargers
    const { rows } = await sql<{ id: number }>`insert into charging_site (company_id, team_id, zone_name)
      values (${t.world.one.companyId}, ${t.world.one.teamId}, 'Depot of outages') returning zone_id as id`.execute(
      t.db,
    )
    const both = sql`chargepoint_pk in (${ac.pk}, ${dc.pk})`
    await sql`update charger set zone_id = ${rows[0]?.id} where ${both}`.execute(t.db)
    await rule('charger-offline', { parameters: { minutes: 1 } })
    await rule('site-outage', { parameters: { minutes: 1 } })
    await away(ac.pk)
    await away(dc.pk)
    later(2)
    expect(await sweep()).toEqual(['opened'])
    await refuse(ac.pk, 'Wrong credentials')
    expect((await sweep()).toSorted()).toEqual(['closed', 'opened', 'opened'])
    const why = async () =>
      (await alerts())
        .filter(a => a.state === 'Closed')
        .map(a => [a.kind, a.closedWhy])
        .toSorted()
    expect(await why()).toEqual([
      ['site-outage', 'Its charge points try to connect and are refused; those that are offline are told one by one'],
    ])
    expect(
      (await told())
        .filter(a => a[1] === 'Open')
        .map(a => a[2])
        .toSorted(),
    ).toEqual([`${ac.id} tries to connect and is refused (Wrong credentials)`, `${dc.id} is offline`].toSorted())
    later(HOUR + 1)
    await sweep()
    expect((await why()).filter(([kind]) => kind === 'charger-offline')).toEqual(
      [0, 1].map(() => [
        'charger-offline',
        'It is offline together with others of its site, which is told of the site',
      ]),
    )
    await sql`update charger set zone_id = null where ${both}`.execute(t.db)
    await sql`update charger_state set connected = true, live_status = 'online', last_message_at = ${now}, status_changed_at = ${now},
      connected_at = ${now} where ${both}`.execute(t.db)
    await sweep()
  })
})
