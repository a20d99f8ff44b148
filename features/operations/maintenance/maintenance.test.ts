// Planned maintenance from end to end: rights first, then times and overlaps that are refused, then chargers on real sockets that
// are taken out of service and put back, whatever happens meanwhile (MAINT-01, MAINT-02).
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sweepAlerts } from '#operations/alerts/alert-look.commands.ts'
import { type Person, startApp, type TestApp } from '#testing/app.ts'
import { TestCharger } from '#testing/charger.ts'
import { bootedCharger, newCharger, unique } from '#testing/ocpp.ts'
import { sweepMaintenance } from './maintenance-sweep.commands.ts'

let t: TestApp
let ws: string
let aheadMs = 0
const later = (minutes: number) => {
  aheadMs += minutes * 60_000
}
const headers = {} as Record<Person, { authorization: string }>
const open: TestCharger[] = []
beforeAll(async () => {
  t = await startApp({ now: () => new Date(Date.now() + aheadMs) })
  ws = (await t.listen()).ws
  for (const who of ['root', 'admin', 'operator', 'finance', 'viewer', 'nobody', 'stranger'] as const)
    headers[who] = await t.as(who)
  // Both operators had their first rules of alerts already.
  await sql`insert into alert_rule (company_id, team_id, name, kind, severity, is_seeded, deleted_at)
    select id, id, 'First', 'clock-off', 'Minor', true, now() from team where id = company_id`.execute(t.db)
})
afterAll(async () => {
  for (const c of open) c.ws.close()
  await t.close()
})
beforeEach(async () => {
  await sql`delete from maintenance_window`.execute(t.db)
})

const ask = async (who: Person, method: 'GET' | 'POST' | 'PUT', path: string, payload?: object, more: object = {}) => {
  const r = await t.app.inject({
    method,
    url: `/cms/v1/${path}`,
    headers: { ...headers[who], ...more },
    ...(payload && { payload }),
  })
  return { status: r.statusCode, etag: String(r.headers.etag), ...r.json() }
}
const inMinutes = (minutes: number) => new Date(Date.now() + aheadMs + minutes * 60_000).toISOString()
const body = (chargers: number[], more: object = {}) => ({
  reason: 'New cables',
  starts_at: inMinutes(60),
  ends_at: inMinutes(180),
  sets_inoperative: true,
  chargers,
  ...more,
})
const team = () => `team/${t.world.one.teamId}/maintenance`
const plan = async (chargers: number[], more: object = {}): Promise<number> => {
  const r = await ask('operator', 'POST', team(), body(chargers, more))
  expect([r.status, r.errors]).toEqual([201, undefined])
  return r.data.maintenance_id
}
/** Starts now and lasts two hours. */
const planNow = (chargers: number[], more: object = {}) =>
  plan(chargers, { starts_at: inMinutes(0), ends_at: inMinutes(120), ...more })
const sweep = async () => (await sweepMaintenance(t.services)).answered
const stateOf = async (id: number) => (await ask('viewer', 'GET', `maintenance/${id}`)).data.state
const rows = async (id: number) => (await ask('viewer', 'GET', `maintenance/${id}/chargers`)).data
type Booted = Awaited<ReturnType<typeof bootedCharger>>
const charger = async (more: Parameters<typeof bootedCharger>[2] = {}): Promise<Booted> => {
  const c = await bootedCharger(t, ws, more)
  open.push(c)
  return c
}
const status = (c: TestCharger, connectorId: number, word: string) =>
  c.call('StatusNotification', { connectorId, status: word, errorCode: 'NoError', timestamp: inMinutes(0) })
/** The calls that a charger was sent, as words: '1 Inoperative'. */
const told = (c: TestCharger) =>
  c.frames
    .splice(0)
    .filter(f => f[0] === 2 && f[2] === 'ChangeAvailability')
    .map(f => `${(f[3] as { connectorId: number }).connectorId} ${(f[3] as { type: string }).type}`)

describe('who may', () => {
  test('each call asks for its flag, and another company’s maintenance and chargers are not there', async () => {
    const { pk } = await newCharger(t)
    const id = await plan([pk])
    const cases: [Person, 'GET' | 'POST' | 'PUT', string, object | undefined, number][] = [
      ['viewer', 'GET', team(), undefined, 200],
      ['viewer', 'GET', `maintenance/${id}`, undefined, 200],
      ['stranger', 'GET', `maintenance/${id}`, undefined, 404],
      ['stranger', 'GET', `maintenance/${id}/chargers`, undefined, 404],
      ['nobody', 'GET', team(), undefined, 404],
      ['viewer', 'POST', team(), body([pk]), 403],
      ['stranger', 'POST', team(), body([pk]), 404],
      ['viewer', 'PUT', `maintenance/${id}`, body([pk]), 403],
      ['stranger', 'PUT', `maintenance/${id}`, body([pk]), 404],
      ['viewer', 'POST', `maintenance/${id}/cancel`, undefined, 403],
      ['stranger', 'POST', `maintenance/${id}/cancel`, undefined, 404],
      ['stranger', 'POST', `maintenance/${id}/end`, undefined, 404],
      ['stranger', 'POST', `maintenance/${id}/tell-again`, undefined, 404],
    ]
    for (const [who, method, path, payload, code] of cases)
      expect([who, method, path, (await ask(who, method, path, payload)).status]).toEqual([who, method, path, code])
    const theirs = await ask('operator', 'POST', team(), body([t.world.chargers.other.pk]))
    expect([theirs.status, theirs.errors]).toEqual([
      422,
      { chargers: 'Some of these charge points are not of the team' },
    ])
    const foreign = await ask('stranger', 'POST', `team/${t.world.two.teamId}/maintenance`, body([pk]))
    expect(foreign.status).toBe(422)
  })
})

describe('a plan', () => {
  test('is refused with the field that is wrong', async () => {
    const { pk } = await newCharger(t)
    const cases: [object, string, string | RegExp][] = [
      [{ ends_at: inMinutes(30) }, 'ends_at', 'Must be after the start'],
      [{ starts_at: inMinutes(-60) }, 'starts_at', 'Must not be in the past'],
      [{ ends_at: inMinutes(60 * 24 * 91 + 60) }, 'ends_at', 'At most 90 days after the start'],
      [{ starts_at: inMinutes(60 * 24 * 800) }, 'starts_at', 'Must be within the next two years'],
      [{ starts_at: 'tomorrow' }, 'starts_at', 'Please enter a valid date and time'],
      [{ chargers: [] }, 'chargers', 'Choose charge points, sites or a view'],
      [{ chargers: [pk, pk] }, 'chargers', 'Each once'],
      [{ chargers: null }, 'chargers', /./],
      [{ sites: 'all' }, 'sites', /./],
      [{ chargers: [], sites: [4711] }, 'sites', 'Some of these sites are not of the team'],
      [{ chargers: [], view_id: 4711 }, 'view_id', 'View not found'],
      [{ reason: ' ' }, 'reason', /required/],
      [{ driver_text: 'x'.repeat(201) }, 'driver_text', /200/],
      [{ sets_inoperative: 'maybe' }, 'sets_inoperative', /true or false/],
    ]
    for (const [more, field, text] of cases) {
      const r = await ask('operator', 'POST', team(), body([pk], more))
      expect([r.status, r.errors?.[field]]).toEqual([
        422,
        typeof text === 'string' ? text : expect.stringMatching(text),
      ])
    }
  })
  test('names chargers, sites and a view together: each charger once', async () => {
    const site = await ask('admin', 'POST', `team/${t.world.one.teamId}/views`, {
      list: 'chargers',
      name: unique('View'),
      isShared: true,
      content: {
        combine: 'AND',
        conditions: [{ field: 'chargepoint_id', operator: 'equals', value: t.world.chargers.ac.id }],
        q: '',
        sort: null,
        columns: [],
        density: 'comfortable',
        pageSize: 20,
      },
    })
    const { dc, ac } = t.world.chargers
    const id = await plan([dc.pk], { view_id: site.data.id })
    expect((await rows(id)).map((r: { chargepoint_pk: number }) => r.chargepoint_pk).sort()).toEqual(
      [dc.pk, ac.pk].sort(),
    )
    expect((await ask('viewer', 'GET', `maintenance/${id}`)).data).toMatchObject({
      chargers_count: 2,
      chargers: [dc.pk],
    })
  })
  test('of a charger that is planned at that time already is refused, with the other one named', async () => {
    const { pk, id: name } = await newCharger(t)
    const first = await plan([pk])
    const r = await ask('operator', 'POST', team(), body([pk], { starts_at: inMinutes(90), ends_at: inMinutes(400) }))
    expect([r.status, r.errors.chargers]).toEqual([
      409,
      expect.stringContaining(`${name} is already in maintenance ${first}`),
    ])
    await plan([pk], { starts_at: inMinutes(181), ends_at: inMinutes(400) })
    await ask('operator', 'POST', `maintenance/${first}/cancel`)
    await plan([pk])
  })
  test('two at once for one charger: one is planned', async () => {
    const { pk } = await newCharger(t)
    const both = await Promise.all([1, 2].map(() => ask('operator', 'POST', team(), body([pk]))))
    expect(both.map(r => r.status).sort()).toEqual([201, 409])
  })
  test('of two people who edit it the second learns of the first', async () => {
    const { pk } = await newCharger(t)
    const id = await plan([pk])
    const { etag, data } = await ask('operator', 'GET', `maintenance/${id}`)
    const again = { ...data, reason: 'Longer cables' }
    expect((await ask('operator', 'PUT', `maintenance/${id}`, again, { 'if-match': etag })).status).toBe(200)
    const late = await ask('admin', 'PUT', `maintenance/${id}`, { ...data, reason: 'Mine' }, { 'if-match': etag })
    expect([late.status, late.data.reason]).toEqual([409, 'Longer cables'])
  })
  test('stands in the audit log with before and after', async () => {
    const { pk } = await newCharger(t)
    const id = await plan([pk])
    const { data } = await ask('operator', 'GET', `maintenance/${id}`)
    await ask('operator', 'PUT', `maintenance/${id}`, { ...data, reason: 'Other' })
    await ask('operator', 'POST', `maintenance/${id}/cancel`)
    const { rows: entries } =
      await sql`select action, username, before ->> 'reason' as before, after ->> 'reason' as after
      from audit_entry where record_id = ${`maintenance-${id}`} order by id`.execute(t.db)
    expect(entries).toMatchObject([
      { action: 'create', after: 'New cables' },
      { action: 'update', before: 'New cables', after: 'Other' },
      { action: 'update' },
    ])
  })
})

describe('at its times', () => {
  test('each connector is taken out of service and put back, once', async () => {
    const c = await charger()
    await status(c, 1, 'Available')
    await status(c, 2, 'Available')
    const id = await plan([c.pk])
    await sweep()
    expect([await stateOf(id), told(c)]).toEqual(['Planned', []])
    later(60)
    await sweep()
    await sweep()
    expect([await stateOf(id), told(c)]).toEqual(['Running', ['1 Inoperative', '2 Inoperative']])
    expect((await rows(id))[0]).toMatchObject({
      at_start: ['Connectors 1, 2: Accepted'],
      at_end: [],
    })
    later(120)
    await sweep()
    await sweep()
    expect([await stateOf(id), told(c)]).toEqual(['Ended', ['1 Operative', '2 Operative']])
    expect((await rows(id))[0]).toMatchObject({ at_end: ['Connectors 1, 2: Accepted'] })
    const { rows: acts } =
      await sql`select username, count(*)::int as n from audit_entry where action = 'ChangeAvailability'
      and record_id = ${String(c.pk)} group by 1`.execute(t.db)
    expect(acts).toEqual([{ username: 'Planned maintenance', n: 4 }])
  })
  test('without Inoperative nothing is told', async () => {
    const c = await charger()
    const id = await planNow([c.pk], { sets_inoperative: false })
    await sweep()
    expect([await stateOf(id), told(c)]).toEqual(['Running', []])
  })
  test('a connector that a person had taken out stays out', async () => {
    const c = await charger()
    await status(c, 1, 'Unavailable')
    await status(c, 2, 'Available')
    const id = await planNow([c.pk])
    await sweep()
    expect(told(c)).toEqual(['2 Inoperative'])
    expect((await rows(id))[0].at_start).toEqual([
      'Connector 1: Out of service before the maintenance',
      'Connector 2: Accepted',
    ])
    await ask('operator', 'POST', `maintenance/${id}/end`)
    await sweep()
    expect(told(c)).toEqual(['2 Operative'])
  })
  test('a connector that a person takes out meanwhile stays out, and so does a charger in maintenance by hand', async () => {
    const c = await charger()
    const id = await planNow([c.pk])
    await sweep()
    const ended = new Promise<void>(ok => {
      const off = t.services.bus.onEvent(({ event: e }) => {
        if (e.type !== 'task' || e.chargepoint_id !== c.id || e.state !== 'done') return
        off()
        ok()
      })
    })
    await ask('operator', 'POST', 'remote/operation', {
      chargerId: c.id,
      remoteOperationType: 'ChangeAvailability',
      parameters: { connectorId: 2, availabilityType: 'INOPERATIVE' },
    })
    await ended
    told(c)
    await ask('operator', 'POST', `maintenance/${id}/end`)
    await sweep()
    expect(told(c)).toEqual(['1 Operative'])
    expect((await rows(id))[0].at_end).toEqual([
      'Connector 1: Accepted',
      'Connector 2: A person has taken it out of service since',
    ])
    const other = await charger()
    const second = await planNow([other.pk])
    await sweep()
    const url = `team/${t.world.one.teamId}/charging-status/${other.pk}/status`
    await ask('operator', 'PUT', url, { status: 'maintenance', reason: 'Broken' })
    await ask('operator', 'POST', `maintenance/${second}/end`)
    told(other)
    await sweep()
    expect(told(other)).toEqual([])
  })
  test('a charger that is away is told when it is back, at both ends', async () => {
    const { pk, id: name } = await newCharger(t)
    const id = await planNow([pk])
    await sweep()
    expect((await rows(id))[0].at_start).toEqual(['Connectors 1, 2: Waits: the charge point is offline'])
    const c = await TestCharger.open(ws, name)
    open.push(c)
    c.onCall = () => ({ status: 'Accepted' })
    await c.boot()
    await sweep()
    expect(told(c)).toEqual(['1 Inoperative', '2 Inoperative'])
    await c.close()
    await ask('operator', 'POST', `maintenance/${id}/end`)
    await sweep()
    const back = await TestCharger.open(ws, name)
    open.push(back)
    back.onCall = () => ({ status: 'Accepted' })
    await back.boot()
    await sweep()
    expect(told(back)).toEqual(['1 Operative', '2 Operative'])
  })
  test('a refusal is told, and tried again when a person says so', async () => {
    const c = await charger({ connectorCount: 1 })
    c.onCall = () => ({ status: 'Rejected' })
    const id = await planNow([c.pk])
    await sweep()
    expect((await rows(id))[0]).toMatchObject({ at_start: ['Connector 1: Rejected'], has_refused: true })
    expect((await ask('viewer', 'GET', `maintenance/${id}`)).data.refused_count).toBe(1)
    c.onCall = () => ({ status: 'Scheduled' })
    expect((await ask('operator', 'POST', `maintenance/${id}/tell-again`)).data).toEqual({ again: 1 })
    await sweep()
    expect((await rows(id))[0].at_start).toEqual(['Connector 1: Scheduled: a session runs'])
  })
  test('after a crash before the answer the charger is told again from what is stored, and at once after a new connection', async () => {
    const c = await charger({ connectorCount: 1 })
    c.onCall = undefined
    const id = await planNow([c.pk])
    const answered = sweep()
    await c.nextCall('ChangeAvailability')
    await c.close()
    await answered
    const back = await TestCharger.open(ws, c.id)
    open.push(back)
    back.onCall = () => ({ status: 'Accepted' })
    await back.boot()
    await sweep()
    expect([told(back), (await rows(id))[0].at_start]).toEqual([['1 Inoperative'], ['Connector 1: Accepted']])
  })
  test('a charger that forgets at a start is told again', async () => {
    const c = await charger({ connectorCount: 1 })
    await planNow([c.pk])
    await sweep()
    told(c)
    later(1)
    await c.boot()
    later(1)
    await status(c, 1, 'Available')
    await sweep()
    expect(told(c)).toEqual(['1 Inoperative'])
  })
  test('one maintenance hands over to the next: the charger is not put back in between', async () => {
    const c = await charger({ connectorCount: 1 })
    const end = inMinutes(120)
    await plan([c.pk], { starts_at: inMinutes(0), ends_at: end })
    const next = await plan([c.pk], { starts_at: end, ends_at: inMinutes(240) })
    await sweep()
    expect(told(c)).toEqual(['1 Inoperative'])
    await status(c, 1, 'Unavailable')
    later(121)
    await sweep()
    expect(told(c)).toEqual([])
    await ask('operator', 'POST', `maintenance/${next}/end`)
    await sweep()
    expect(told(c)).toEqual(['1 Operative'])
  })
  test('two nodes at once: each charger is told once', async () => {
    const c = await charger()
    await planNow([c.pk])
    const both = await Promise.all([1, 2, 3].map(() => sweepMaintenance(t.services)))
    await Promise.all(both.map(b => b.answered))
    await sweep()
    expect(told(c).sort()).toEqual(['1 Inoperative', '2 Inoperative'])
  })
  test('a charger that was deleted before takes no part; one deleted meanwhile ends', async () => {
    const [gone, going] = [await newCharger(t), await newCharger(t)]
    const id = await plan([gone.pk, going.pk])
    await sql`update charger set deleted_at = now() where chargepoint_pk = ${gone.pk}`.execute(t.db)
    later(61)
    await sweep()
    await sql`update charger set deleted_at = now() where chargepoint_pk = ${going.pk}`.execute(t.db)
    await sweep()
    const text = 'The charge point was deleted, or has moved to another company'
    expect(await rows(id)).toMatchObject([{ left_why: text }, { left_why: text }])
  })
  test('missed as a whole, because the product did not run: it is over, and nothing is told', async () => {
    const c = await charger()
    const id = await plan([c.pk])
    later(300)
    await sweep()
    expect([await stateOf(id), told(c)]).toEqual(['Ended', []])
    expect((await rows(id))[0].left_why).toBe('The product did not run at the time')
  })
})

describe('while it runs', () => {
  test('its end and its texts may be changed, and nothing else; it is ended, not cancelled', async () => {
    const [c, other] = [await newCharger(t), await newCharger(t)]
    const id = await planNow([c.pk])
    await sweep()
    const { data } = await ask('operator', 'GET', `maintenance/${id}`)
    const put = (more: object) => ask('operator', 'PUT', `maintenance/${id}`, { ...data, ...more })
    expect((await put({ starts_at: inMinutes(5) })).errors).toEqual({ starts_at: 'It has begun: the start stays' })
    expect((await put({ sets_inoperative: false })).errors).toEqual({ sets_inoperative: 'It has begun: this stays' })
    expect(Object.keys((await put({ chargers: [other.pk] })).errors)).toEqual(['chargers'])
    expect((await put({ ends_at: inMinutes(-1) })).errors).toEqual({ ends_at: expect.stringMatching(/past|after/) })
    expect((await put({ ends_at: inMinutes(300), driver_text: 'Back at noon' })).status).toBe(200)
    expect((await rows(id))[0].planned_to).toBe((await ask('operator', 'GET', `maintenance/${id}`)).data.ends_at)
    const cancelled = await ask('operator', 'POST', `maintenance/${id}/cancel`)
    expect([cancelled.status, cancelled.message]).toEqual([409, 'The maintenance has begun: end it instead'])
    later(10)
    const ended = await ask('operator', 'POST', `maintenance/${id}/end`)
    expect(ended.data).toMatchObject({ state: 'Ended', ended_by_name: 'operator' })
    expect((await put({})).message).toBe('The maintenance has ended')
    expect((await ask('operator', 'POST', `maintenance/${id}/end`)).status).toBe(409)
  })
})

describe('drivers', () => {
  const place = (id: string) => t.app.inject({ url: `/public/v1/pay/charger/${id}/1` }).then(r => r.json().data)
  test('begin no session while it runs, wherever they ask; a running session goes on', async () => {
    const c = await charger({ connectorCount: 2 })
    const idTag = t.world.tag
    const begun = await c.call('StartTransaction', { connectorId: 2, idTag, meterStart: 0, timestamp: inMinutes(0) })
    expect(begun).toMatchObject({ idTagInfo: { status: 'Accepted' } })
    expect(await c.call('Authorize', { idTag })).toMatchObject({ idTagInfo: { status: 'Accepted' } })
    await planNow([c.pk], { driver_text: 'We are back at noon', sets_inoperative: false })
    await sweep()
    await expect.poll(() => c.call('Authorize', { idTag })).toMatchObject({ idTagInfo: { status: 'Blocked' } })
    const refused = await c.call('StartTransaction', { connectorId: 1, idTag, meterStart: 0, timestamp: inMinutes(0) })
    expect(refused).toMatchObject({ idTagInfo: { status: 'Blocked' } })
    const remote = { chargerId: c.id, remoteOperationType: 'RemoteStart', parameters: { connectorId: 1, idTag } }
    const started = await ask('operator', 'POST', 'remote/operation', remote)
    expect([started.status, started.message]).toEqual([409, 'We are back at noon'])
    expect((await place(c.id)).connector).toMatchObject({ isUsable: false, reason: 'We are back at noon' })
    const order = { amount: 100, method: 'upi', stopToken: 'a-token-of-the-browser' }
    const r = await t.app.inject({ method: 'POST', url: `/public/v1/pay/charger/${c.id}/1/order`, payload: order })
    expect([r.statusCode, r.json().message]).toEqual([409, 'We are back at noon'])
    const { transactionId } = begun as { transactionId: number }
    const { rows: runs } =
      await sql`select stopped_at from transaction where transaction_id = ${transactionId}`.execute(t.db)
    expect(runs).toEqual([{ stoppedAt: null }])
    const stop = { transactionId, meterStop: 10, timestamp: inMinutes(0), idTag }
    expect(await c.call('StopTransaction', stop)).toMatchObject({ idTagInfo: { status: 'Accepted' } })
  })
  test('read the usual words where the operator wrote none', async () => {
    const { pk, id } = await newCharger(t)
    await planNow([pk])
    expect((await place(id)).connector.reason).toMatch(/planned maintenance/)
  })
  test.each([
    [null, (id: string) => `Your reservation at ${id} is cancelled. This charger is out`],
    ['hi', (id: string) => `${id} पर आपका आरक्षण रद्द कर दिया गया है। यह चार्जर तय रखरखाव के कारण बंद है।`],
  ])(
    'lose reservations that stand in its time, and are told in their app in their language: %s',
    async (language, told) => {
      const c = await charger()
      const idTag = unique('R')
      const device = `device of ${idTag}`
      const driver = await sql<{ id: number }>`insert into driver (company_id, team_id, first_name, device_id, language)
      values (${t.world.one.companyId}, ${t.world.one.teamId}, 'Asha', ${device}, ${language}) returning id`.execute(
        t.db,
      )
      await sql`insert into ocpp_tag (company_id, team_id, id_tag, driver_id, max_active_transactions)
      values (${t.world.one.companyId}, ${t.world.one.companyId}, ${idTag}, ${driver.rows[0]?.id ?? 0}, -1)`.execute(
        t.db,
      )
      const reserve = (minutes: number, connectorId = 1) =>
        ask('operator', 'POST', 'remote/operation', {
          chargerId: c.id,
          remoteOperationType: 'ReserveNow',
          parameters: { connectorId, idTag, expiryDate: inMinutes(minutes) },
        })
      const of = async () =>
        (await ask('viewer', 'GET', `team/${t.world.one.teamId}/charger/${c.id}/reservations`)).data
      expect((await reserve(60)).status).toBe(200)
      await expect.poll(async () => (await of())[0].state).toBe('reserved')
      await plan([c.pk], { starts_at: inMinutes(30), sets_inoperative: false })
      const late = await reserve(45, 2)
      expect([late.status, late.errors['parameters.expiryDate']]).toEqual([
        422,
        expect.stringMatching(/^Planned maintenance/),
      ])
      later(31)
      await sweep()
      expect((await of())[0]).toMatchObject({ state: 'cancelled', maintenance: 'New cables' })
      const { rows: pushes } = await sql<{ subject: string; body: string }>`select subject, body from outbox
      where recipient = ${device}`.execute(t.db)
      expect(pushes).toEqual([{ subject: 'One', body: expect.stringContaining(told(c.id)) }])
      await sweep()
      expect((await reserve(40, 2)).status).toBe(409)
    },
  )
})

test('a reservation that the charger has given up by itself reads as cancelled, with why', async () => {
  const c = await charger({ connectorCount: 1 })
  const tag = unique('R')
  await sql`insert into ocpp_tag (company_id, team_id, id_tag) values (${t.world.one.companyId}, ${t.world.one.teamId}, ${tag})`.execute(
    t.db,
  )
  await status(c, 1, 'Available')
  const asked = await ask('operator', 'POST', 'remote/operation', {
    chargerId: c.id,
    remoteOperationType: 'ReserveNow',
    parameters: { connectorId: 1, idTag: tag, expiryDate: inMinutes(60) },
  })
  expect([asked.status, asked.errors]).toEqual([200, undefined])
  const of = async () => (await ask('viewer', 'GET', `team/${t.world.one.teamId}/charger/${c.id}/reservations`)).data
  await expect.poll(async () => (await of())[0].state).toBe('reserved')
  c.frames.splice(0)
  c.onCall = action => ({ status: action === 'CancelReservation' ? 'Rejected' : 'Accepted' })
  const id = await planNow([c.pk])
  await sweep()
  expect(c.frames.filter(f => f[0] === 2).map(f => f[2])).toEqual(['CancelReservation', 'ChangeAvailability'])
  await status(c, 1, 'Unavailable')
  expect((await of())[0]).toMatchObject({ state: 'cancelled', maintenance: 'New cables' })
  const [row] = await rows(id)
  expect(row.at_start[0]).toMatch(/^Reservation \d+: Cancelled, the charge point no longer kept it$/)
  expect(row.has_refused).toBe(false)
})

describe('what follows from it', () => {
  test('alerts of its chargers do not open; those that stand say until when, and close by themselves', async () => {
    const c = await charger({ connectorCount: 2 })
    for (const kind of ['connector-faulted', 'session-long']) {
      const rule = { name: kind, kind, severity: 'Major', is_active: true, chargers: [c.pk] }
      expect((await ask('operator', 'POST', `team/${t.world.one.teamId}/alert-rules`, rule)).status).toBe(201)
    }
    const alerts = async (): Promise<{ subject_name: string; state: string; plannedUntil: string | null }[]> =>
      (await ask('viewer', 'GET', `team/${t.world.one.teamId}/alerts`)).data.filter(
        (a: { chargepoint_pk: number }) => a.chargepoint_pk === c.pk,
      )
    await status(c, 1, 'Faulted')
    await sweepAlerts(t.services)
    expect(await alerts()).toMatchObject([{ state: 'Open', plannedUntil: null }])
    const id = await planNow([c.pk])
    await sweep()
    await status(c, 2, 'Faulted')
    await sweepAlerts(t.services)
    const { ends_at: until } = (await ask('viewer', 'GET', `maintenance/${id}`)).data
    expect(await alerts()).toMatchObject([{ subject_name: `${c.id}, connector 1`, state: 'Open', plannedUntil: until }])
    await status(c, 1, 'Available')
    await sweepAlerts(t.services)
    expect((await alerts())[0]).toMatchObject({ state: 'Closed', plannedUntil: null })
    await ask('operator', 'POST', `maintenance/${id}/end`)
    await sweep()
    await sweepAlerts(t.services)
    expect((await alerts()).map(a => a.subject_name)).toContain(`${c.id}, connector 2`)
  })
  test('the time until the charger is back as it was told is planned, for some minutes, and silent until it answers', async () => {
    const c = await charger({ connectorCount: 1 })
    const rule = { name: 'Out', kind: 'charger-out-of-service', severity: 'Major', is_active: true, chargers: [c.pk] }
    await ask('operator', 'POST', `team/${t.world.one.teamId}/alert-rules`, { ...rule, parameters: { minutes: 1 } })
    const live = async () =>
      (
        await sql<{ is: string }>`select live_status as is from charger_state where chargepoint_pk = ${c.pk}`.execute(
          t.db,
        )
      ).rows[0]?.is
    const turned = async (word: string, live_status: string) => {
      await status(c, 1, word)
      await expect.poll(live).toBe(live_status)
    }
    const plannedBeyond = async (id: number) => {
      const [row] = (
        await sql<{
          ms: number
          again: Date | null
        }>`select extract(epoch from m.planned_to - w.ends_at)::float8 * 1000 as ms,
            m.recount_from as again from maintenance_charger m join maintenance_window w using (maintenance_id)
          where m.maintenance_id = ${id}`.execute(t.db)
      ).rows
      return [Math.round((row?.ms ?? 0) / 60_000), row?.again !== null]
    }
    const lived = async (minutesOut: number): Promise<number> => {
      await turned('Available', 'online')
      const id = await planNow([c.pk])
      await sweep()
      await turned('Unavailable', 'maintenance')
      told(c)
      later(30)
      await ask('operator', 'POST', `maintenance/${id}/end`)
      c.onCall = undefined
      const answered = sweep()
      const call = await c.nextCall('ChangeAvailability')
      later(minutesOut)
      await status(c, 1, 'Unavailable')
      const opened = async () => {
        await sweepAlerts(t.services)
        const open = await sql`select from alert where chargepoint_pk = ${c.pk} and state <> 'Closed'`.execute(t.db)
        return open.rows.length
      }
      await expect.poll(opened).toBe(minutesOut > 5 ? 1 : 0)
      c.ws.send(JSON.stringify([3, call[1], { status: 'Accepted' }]))
      c.onCall = () => ({ status: 'Accepted' })
      await answered
      await turned('Available', 'online')
      await sweep()
      return id
    }
    expect(await plannedBeyond(await lived(2))).toEqual([2, true])
    expect(await plannedBeyond(await lived(9))).toEqual([5, true])
  })
  test('an outage of a site is told where a charger beside those in maintenance is away', async () => {
    const zone = await sql<{ id: number }>`insert into charging_site (company_id, team_id, zone_name)
      values (${t.world.one.companyId}, ${t.world.one.teamId}, 'Yard') returning zone_id as id`.execute(t.db)
    const zoneId = zone.rows[0]?.id ?? 0
    const [a, b, d] = [await charger(), await charger(), await charger()]
    await sql`update charger set zone_id = ${zoneId} where chargepoint_pk in (${a.pk}, ${b.pk}, ${d.pk})`.execute(t.db)
    const rule = { name: 'Outage', kind: 'site-outage', severity: 'Major', is_active: true, sites: [zoneId] }
    await ask('operator', 'POST', `team/${t.world.one.teamId}/alert-rules`, rule)
    await plan([], { sites: [zoneId], starts_at: inMinutes(0), ends_at: inMinutes(120) })
    await sweep()
    for (const c of [a, b, d]) await c.close()
    const isGone = async () =>
      (
        await sql`select from charger_state where chargepoint_pk in (${a.pk}, ${b.pk}, ${d.pk}) and connected`.execute(
          t.db,
        )
      ).rows.length
    await expect.poll(isGone).toBe(0)
    later(5)
    const outages = async () =>
      (await sql`select state from alert where kind = 'site-outage' and zone_id = ${zoneId}`.execute(t.db)).rows
    await sweepAlerts(t.services)
    expect(await outages()).toEqual([])
    await sql`update maintenance_charger set planned_to = planned_from, finished_at = now() where chargepoint_pk = ${d.pk}`.execute(
      t.db,
    )
    await sweepAlerts(t.services)
    expect(await outages()).toEqual([{ state: 'Open' }])
  })
  test('its charger is healthy, and needs no attention', async () => {
    const c = await charger()
    const health = async () => (await ask('viewer', 'GET', `team/${t.world.one.teamId}/charger/${c.id}/health`)).data
    const trouble = async () => {
      const filters = JSON.stringify({
        combine: 'AND',
        conditions: [{ field: 'chargepoint_id', operator: 'equals', value: c.id }],
      })
      return (await ask('viewer', 'GET', `team/${t.world.one.teamId}/chargers?filters=${encodeURIComponent(filters)}`))
        .data[0].health
    }
    await status(c, 1, 'Faulted')
    expect([(await health()).level, await trouble()]).toMatchObject(['act', { level: 'act' }])
    const id = await planNow([c.pk], { sets_inoperative: false })
    expect([(await health()).signs[0].figure, (await health()).level, await trouble()]).toMatchObject([
      'In planned maintenance',
      'good',
      { level: 'good', signs: 0 },
    ])
    const coming = await ask('viewer', 'GET', `team/${t.world.one.teamId}/charger/${c.id}/maintenance`)
    expect(coming.data).toMatchObject([{ maintenanceId: id, reason: 'New cables', isRunning: true }])
    later(121)
    expect((await health()).level).toBe('act')
  })
  test('what was really done is entered afterwards, in order and in the past', async () => {
    const { pk } = await newCharger(t)
    const id = await planNow([pk])
    await sweep()
    const correct = (from: number, to: number) =>
      ask('operator', 'POST', `maintenance/${id}/correct`, { starts_at: inMinutes(from), ends_at: inMinutes(to) })
    expect((await correct(-10, -5)).message).toBe('Only a maintenance that has ended can be corrected')
    later(130)
    await sweep()
    expect((await correct(-10, 5)).errors).toEqual({ ends_at: 'Must not be in the future' })
    expect((await correct(-10, -20)).errors).toEqual({ ends_at: 'Must be after the start' })
    expect((await correct(-100, -40)).status).toBe(200)
    // Of two people who correct it the second learns of the first.
    const { etag } = await ask('operator', 'GET', `maintenance/${id}`)
    const times = { starts_at: inMinutes(-90), ends_at: inMinutes(-30) }
    expect((await correct(-100, -40)).status).toBe(200)
    const second = await ask('admin', 'POST', `maintenance/${id}/correct`, times, { 'if-match': etag })
    expect([second.status, second.message]).toEqual([
      409,
      expect.stringMatching(/^This record was changed by operator /),
    ])
    const [row] = (await rows(id)) as { planned_from: string; planned_to: string }[]
    const plannedMs = new Date(row?.planned_to ?? 0).getTime() - new Date(row?.planned_from ?? 0).getTime()
    expect(Math.round(plannedMs / 1000)).toBe(3600)
    later(60 * 24 * 32)
    expect((await correct(-100, -40)).status).toBe(409)
  })
})
