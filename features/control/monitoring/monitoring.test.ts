// Monitoring with a simulated station and one by hand over real sockets: the usual monitors are set once, events are kept once with
// the severity of their monitor, shown to those who may see them, raise an alert, and are over in whichever order it is told.
import { SimulatedStation } from '@wattdesk/ocpp/sim/v201/charging-station'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { StationEvent } from '#fleet/station-events/station-event.contract.ts'
import { kindOf } from '#operations/alerts/alert-kinds.store.ts'
import { lookAt } from '#operations/alerts/alert-look.store.ts'
import { type Person, startApp, type TestApp } from '#testing/app.ts'
import { newCharger } from '#testing/ocpp.ts'
import { bootedStation } from '#testing/station201.ts'

let t: TestApp
let ws: string
beforeAll(async () => {
  t = await startApp({}, { config: { afterMs: 0, everyMs: 5 } })
  ws = (await t.listen()).ws
})
afterAll(() => t.close())

const events = async (id: string | number, person: Person = 'viewer') => {
  const url = `/cms/v1/team/${t.world.one.teamId}/charger/${id}/station-events?sort=at`
  const r = await t.app.inject({ url, headers: await t.as(person) })
  return { status: r.statusCode, data: r.json().data as StationEvent[] }
}
const monitorsOf = async (pk: number) =>
  (
    await sql`select variable, evse_id, severity, kind, is_ours from station_monitor where chargepoint_pk = ${pk}
      order by monitor_id`.execute(t.db)
  ).rows

test('who may: view on ChargerPoint; the charge point of another company is not there', async () => {
  const { dc, other } = t.world.chargers
  const people = ['nobody', 'stranger', 'viewer', 'operator', 'root'] as const
  expect(await Promise.all(people.map(async p => (await events(dc.id, p)).status))).toEqual([404, 404, 200, 200, 200])
  for (const id of [other.id, other.pk]) expect((await events(id, 'admin')).status).toBe(404)
})

test('a simulated station is asked to watch its connectors; a fault is told with that severity, and its end', async () => {
  const known = await newCharger(t)
  const s = new SimulatedStation({ url: `${ws}/ocpp`, identity: known.id, evses: 2 })
  await s.startUp()
  const ours = { variable: 'Problem', severity: 3, kind: 'Delta', isOurs: true }
  await vi.waitFor(
    async () =>
      // Of each EVSE and of its connector.
      expect(await monitorsOf(known.pk)).toEqual([1, 2, 1, 2].map(evseId => ({ ...ours, evseId }))),
    10_000,
  )
  await vi.waitFor(async () => {
    const { rows } = await sql`select from station_monitoring where chargepoint_pk = ${known.pk} and told_at is not null
      and set_at is not null`.execute(t.db)
    expect(rows).toHaveLength(1)
  }, 10_000)
  await s.fault(2, true, 'The lock is stuck')
  expect((await events(known.id)).data).toMatchObject([
    {
      component: 'Connector#2.1',
      variable: 'Problem',
      actualValue: 'true',
      severity: 3,
      severityWord: 'Critical',
      techInfo: 'The lock is stuck',
      isOver: false,
      endedAt: null,
    },
  ])
  const timeline = await t.app.inject({
    url: `/cms/v1/team/${t.world.one.teamId}/charger/${known.id}/timeline?lanes=events&from=${new Date(Date.now() - 3_600_000).toISOString()}&to=${new Date(Date.now() + 60_000).toISOString()}`,
    headers: await t.as('viewer'),
  })
  expect(timeline.json().data.events.events).toMatchObject([{ component: 'Connector#2.1', severityWord: 'Critical' }])
  const health = await t.app.inject({
    url: `/cms/v1/team/${t.world.one.teamId}/charger/${known.id}/health`,
    headers: await t.as('viewer'),
  })
  expect(health.body).toContain('1 that lasts, the gravest Connector#2.1.Problem (Critical)')
  await s.fault(2, false)
  expect((await events(known.id)).data).toMatchObject([
    { actualValue: 'true', endedAt: expect.any(String) },
    { actualValue: 'false', isOver: true },
  ])
  await s.close()
})

const event = (eventId: number, timestamp: string, more: object = {}) => ({
  eventId,
  timestamp,
  trigger: 'Alerting',
  actualValue: 'true',
  eventNotificationType: 'HardWiredNotification',
  component: { name: 'Connector', evse: { id: 1, connectorId: 1 } },
  variable: { name: 'Problem' },
  ...more,
})

test('an event is kept once with its cause; the end counts also where it is told first; secrets are not kept', async () => {
  const c = await bootedStation(t, ws)
  const tell = (...eventData: object[]) =>
    c.call('NotifyEvent', { generatedAt: new Date().toISOString(), seqNo: 0, tbc: false, eventData })
  const at = (minute: number) => new Date(Date.now() - (60 - minute) * 60_000).toISOString()
  const [first, end] = [at(1), at(5)]
  await tell(event(2, end, { actualValue: 'false', cleared: true, cause: 1 }))
  await tell(event(1, first), event(3, at(9), { variable: { name: 'Temperature' }, actualValue: '90' }))
  await tell(event(1, first))
  await tell(
    event(4, at(10), {
      component: { name: 'SecurityCtrlr' },
      variable: { name: 'BasicAuthPassword' },
      actualValue: 'hush-hush',
    }),
  )
  expect((await events(c.id)).data).toMatchObject([
    { eventId: 1, severity: 3, isOver: false, endedAt: end },
    { eventId: 2, cause: 1, isOver: true, severity: 3 },
    { eventId: 3, severity: null, severityWord: 'Not told', endedAt: null },
    { eventId: 4, actualValue: null },
  ])
  await c.close()
})

test('an alert of the kind opens with a grave event that lasts, and closes with its end', async () => {
  const c = await bootedStation(t, ws)
  const kind = kindOf('station-event')
  if (!kind) throw new Error('no such kind')
  const { companyId } = t.world.one
  await sql`insert into alert_rule (company_id, team_id, name, kind, parameters, severity)
    values (${companyId}, ${companyId}, 'Events', 'station-event', '{"severity": 3}'::jsonb, 'Major')`.execute(t.db)
  const look = () =>
    t.db.transaction().execute(trx => lookAt(trx, kind, { now: new Date(), zone: t.services.timeZone }))
  const open = async () =>
    (await sql`select state from alert where chargepoint_pk = ${c.pk} order by alert_id`.execute(t.db)).rows
  const tell = (e: object) =>
    c.call('NotifyEvent', { generatedAt: new Date().toISOString(), seqNo: 0, tbc: false, eventData: [e] })
  await look()
  expect(await open()).toEqual([])
  await tell(event(1, new Date(Date.now() - 60_000).toISOString()))
  await look()
  expect(await open()).toEqual([{ state: 'Open' }])
  await tell(event(2, new Date().toISOString(), { cleared: true }))
  await look()
  expect(await open()).toEqual([{ state: 'Closed' }])
  await c.close()
})

test('a report of monitors in parts takes the place of the one before', async () => {
  const c = await bootedStation(t, ws)
  const monitor = (id: number) => ({
    component: { name: 'EVSE', evse: { id: 1 } },
    variable: { name: `V${id}` },
    variableMonitoring: [{ id, transaction: false, value: 1, type: 'UpperThreshold', severity: 5 }],
  })
  const report = (ids: number[], tbc = false, requestId = c.pk) =>
    c.call('NotifyMonitoringReport', {
      requestId,
      seqNo: 0,
      generatedAt: new Date().toISOString(),
      tbc,
      monitor: ids.map(monitor),
    })
  const ids = async () => (await monitorsOf(c.pk)).map(m => (m as { variable: string }).variable)
  await report([1], true)
  await report([2])
  expect(await ids()).toEqual(['V1', 'V2'])
  // Of a question of another system nothing goes.
  await report([3], false, 1_000_000)
  expect(await ids()).toEqual(['V1', 'V2', 'V3'])
  await report([2])
  expect(await ids()).toEqual(['V2'])
  await c.close()
})

type Listed = { data: { monitorId: number; variable: string }[]; total: number; next_cursor?: string | null }
const listed = async (id: string | number, person: Person = 'viewer', query = 'sort=-severity') => {
  const url = `/cms/v1/team/${t.world.one.teamId}/charger/${id}/monitors?${query}`
  const r = await t.app.inject({ url, headers: await t.as(person) })
  return { status: r.statusCode, body: r.json() as Listed }
}
test('the list of monitors: who may, sorted, filtered, searched, and in pages', async () => {
  const { dc, other } = t.world.chargers
  const people = ['nobody', 'stranger', 'viewer', 'operator', 'root'] as const
  expect(await Promise.all(people.map(async p => (await listed(dc.id, p)).status))).toEqual([404, 404, 200, 200, 200])
  for (const id of [other.id, other.pk]) expect((await listed(id, 'admin')).status).toBe(404)
  const c = await bootedStation(t, ws)
  const monitor = [1, 2, 3].map(id => ({
    component: { name: 'EVSE', evse: { id } },
    variable: { name: `V${id}` },
    variableMonitoring: [{ id, transaction: id === 2, value: id / 2, type: 'UpperThreshold', severity: id + 2 }],
  }))
  await c.call('NotifyMonitoringReport', { requestId: c.pk, seqNo: 0, generatedAt: new Date().toISOString(), monitor })
  const { body } = await listed(c.id)
  expect(body).toMatchObject({ total: 3, toldAt: expect.any(String) as string })
  expect(body.data).toMatchObject([
    { monitorId: 3, component: 'EVSE#3', variable: 'V3', value: 1.5, severity: 5, severityWord: 'Alert' },
    { monitorId: 2, duringTransaction: true, isOurs: false },
    { monitorId: 1, kind: 'UpperThreshold', severityWord: 'Critical' },
  ])
  const found = async (query: string) => (await listed(c.id, 'viewer', query)).body.data.map(m => m.monitorId)
  expect(await found('q=v2')).toEqual([2])
  const filters = JSON.stringify({ conditions: [{ field: 'severity', operator: 'greaterThan', value: '3' }] })
  expect(await found(`sort=monitorId&filters=${encodeURIComponent(filters)}`)).toEqual([2, 3])
  const first = (await listed(c.id, 'viewer', 'pageSize=2&sort=monitorId')).body
  expect(first.data.map(m => m.monitorId)).toEqual([1, 2])
  await c.close()
})
