// What stations of OCPP 2.0.1 tell in parts, over a real socket: kept with the task that asked, in any order and once each; what
// nobody asked for changes nothing. Texts of customers are read and deleted by those with full access, and stand in no log.
import { SimulatedStation } from '@wattdesk/ocpp/sim/v201/charging-station'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Person, startApp, type TestApp } from '#testing/app.ts'
import { newCharger, newTag } from '#testing/ocpp.ts'
import { bootedStation, type Station201 } from '#testing/station201.ts'
import type { Task } from './remote-operation.contract.ts'
import { taskNumberOf } from './task-number.rules.ts'
import { MOST_PARTS } from './told-parts.rules.ts'
import { dropOldAnswers } from './told-parts.store.ts'

let t: TestApp
let ws: string
let c: Station201
beforeAll(async () => {
  t = await startApp({}, { config: { afterMs: 3_600_000 } })
  ws = (await t.listen()).ws
  c = await bootedStation(t, ws)
})
afterAll(() => t.close())

const ask = async (method: 'GET' | 'POST' | 'DELETE', path: string, who: Person, payload?: object) => {
  const headers = await t.as(who)
  const r = await t.app.inject({ method, url: `/cms/v1/remote/operation${path}`, headers, ...(payload && { payload }) })
  return { status: r.statusCode, body: r.json() }
}
const taskOf = async (id: string, taskId: string): Promise<Task> =>
  (await ask('GET', `/charger/${id}/task/${taskId}`, 'viewer')).body.data as Task
/** Sends an operation and waits until its task has ended. */
async function sent(id: string, remoteOperationType: string, parameters: object): Promise<string> {
  const { status, body } = await ask('POST', '', 'admin', { chargerId: id, remoteOperationType, parameters })
  expect(status, JSON.stringify(body)).toBe(200)
  await vi.waitFor(async () => expect((await taskOf(id, body.taskId)).status).toBe('COMPLETED'), 20_000)
  return body.taskId as string
}
const customer = (what = 'Report') => sent(c.id, 'CustomerInformation', { idTag: 'CARD-1', what })
const now = () => new Date().toISOString()
const tellText = (taskId: string, seqNo: number, data: string, tbc = false) =>
  c.call('NotifyCustomerInformation', { requestId: taskNumberOf(taskId), seqNo, generatedAt: now(), tbc, data })
const textPath = (taskId: string, id = c.id) => `/charger/${id}/task/${taskId}/customer-information`

describe('who may', () => {
  test('CustomerInformation takes full access on charge points', async () => {
    const body = {
      chargerId: c.id,
      remoteOperationType: 'CustomerInformation',
      parameters: { idTag: 'T', what: 'Report' },
    }
    for (const who of ['viewer', 'operator'] as const) expect((await ask('POST', '', who, body)).status).toBe(403)
    expect((await ask('POST', '', 'stranger', body)).status).not.toBe(200)
  })
  test('the text is read and deleted by those with full access on its own charge point alone', async () => {
    const taskId = await customer()
    await tellText(taskId, 0, 'Meera Quill')
    for (const method of ['POST', 'DELETE'] as const) {
      for (const who of ['viewer', 'operator'] as const)
        expect((await ask(method, textPath(taskId), who)).status, who).toBe(403)
      expect([403, 404]).toContain((await ask(method, textPath(taskId), 'stranger')).status)
      expect((await ask(method, textPath(taskId, t.world.chargers.other.id), 'admin')).status).toBe(404)
      expect((await ask(method, textPath('no-task'), 'admin')).status).toBe(404)
    }
    const other = await sent(c.id, 'GetDisplayMessages', {})
    expect((await ask('POST', textPath(other), 'admin')).status).toBe(404)
    expect((await ask('POST', textPath(taskId), 'admin')).body.data.text).toBe('Meera Quill')
  })
})

describe('parts', () => {
  test('out of order, repeated, and whole', async () => {
    const taskId = await customer()
    expect((await taskOf(c.id, taskId)).told).toMatchObject({ state: 'awaited', parts: 0, isPersonal: true })
    await tellText(taskId, 2, 'c')
    expect((await taskOf(c.id, taskId)).told).toMatchObject({
      state: 'coming',
      parts: 1,
      missing: [{ from: 0, to: 1 }],
    })
    await tellText(taskId, 0, 'a', true)
    await tellText(taskId, 0, 'another', true)
    expect((await ask('POST', textPath(taskId), 'admin')).body.data).toEqual({
      text: 'a[Part 2 did not come]c',
      isWhole: false,
    })
    await tellText(taskId, 1, 'b', true)
    expect((await taskOf(c.id, taskId)).told).toMatchObject({ state: 'whole', parts: 3, missing: [], items: [] })
    expect((await ask('POST', textPath(taskId), 'admin')).body.data).toEqual({ text: 'abc', isWhole: true })
  })

  test('that nobody asked for, or another station was asked for, are answered and change nothing', async () => {
    const taskId = await customer()
    const other = await bootedStation(t, ws)
    const stored = async () => (await sql`select task_id, seq_no from task_part order by 1, 2`.execute(t.db)).rows
    const before = await stored()
    const part = { requestId: taskNumberOf(taskId), seqNo: 0, generatedAt: now(), data: 'x' }
    expect(await other.call('NotifyCustomerInformation', part)).toEqual({})
    expect(await c.call('NotifyCustomerInformation', { ...part, requestId: 77 })).toEqual({})
    const text = { id: 1, priority: 'InFront', message: { format: 'UTF8', content: 'x' } }
    // The number of an operation that asked for something else.
    expect(await c.call('NotifyDisplayMessages', { requestId: part.requestId, messageInfo: [text] })).toEqual({})
    expect(await c.call('NotifyMonitoringReport', { requestId: 77, seqNo: 0, generatedAt: now() })).toEqual({})
    expect(await stored()).toEqual(before)
    await other.close()
  })

  test('too many: the rest is not kept; too much: what has no room is said', async () => {
    const taskId = await customer()
    await tellText(taskId, 0, 'a', true)
    await tellText(taskId, MOST_PARTS + 5, 'z')
    expect((await taskOf(c.id, taskId)).told).toMatchObject({ state: 'unfinished', parts: 1, isTooLong: true })
    const full = await customer()
    await tellText(full, 0, 'a', true)
    await sql`update task_part set bytes = 1000000 where task_id = ${full}`.execute(t.db)
    await tellText(full, 1, 'b')
    expect((await taskOf(c.id, full)).told).toMatchObject({ state: 'whole', leftOut: 1 })
    expect((await ask('POST', textPath(full), 'admin')).body.data.text).toBe('a[No room for this part]')
  })

  test('too long, or numbered below 0, is refused', async () => {
    const taskId = await customer()
    const tell = (seqNo: number, data: string) => tellText(taskId, seqNo, data).catch((e: unknown) => e)
    const before = (await sql`select from task_part`.execute(t.db)).rows.length
    await tell(-1, 'a')
    await tell(0, 'x'.repeat(513))
    expect((await sql`select from task_part`.execute(t.db)).rows.length).toBe(before)
  })

  test('of messages without numbers are kept as they come, and once', async () => {
    const taskId = await sent(c.id, 'GetDisplayMessages', {})
    const text = (id: number) => ({ id, priority: 'InFront', message: { format: 'UTF8', content: `Text ${id}` } })
    const tell = (ids: number[], tbc: boolean) =>
      c.call('NotifyDisplayMessages', { requestId: taskNumberOf(taskId), messageInfo: ids.map(text), tbc })
    await tell([1, 2], true)
    await tell([1, 2], true)
    await tell([3], false)
    const { told } = await taskOf(c.id, taskId)
    expect(told).toMatchObject({ state: 'whole', parts: 2, itemsInAll: 3, items: [text(1), text(2), text(3)] })
  })
})

describe('the text of a customer', () => {
  test('is in no log, and in no audit entry; who read and who deleted is', async () => {
    const taskId = await customer()
    await tellText(taskId, 0, 'Quill Street 12')
    await ask('POST', textPath(taskId), 'admin')
    const deleted = await ask('DELETE', textPath(taskId), 'admin')
    expect(deleted).toMatchObject({ status: 200, body: { message: 'Customer information deleted successfully' } })
    expect((await ask('POST', textPath(taskId), 'admin')).status).toBe(409)
    expect((await ask('DELETE', textPath(taskId), 'admin')).status).toBe(409)
    expect((await taskOf(c.id, taskId)).told).toMatchObject({
      removedAt: expect.any(String) as string,
      keptUntil: null,
    })
    // A part that comes after the deletion is not kept either.
    await tellText(taskId, 1, 'Quill Street 13')
    const { rows: entries } = await sql<{
      action: string
      text: string
    }>`select action, a::text as text from audit_entry a
      where action like '%customer-information' and a::text like ${`%${taskId}%`} order by id`.execute(t.db)
    expect(entries.map(e => e.action)).toEqual(['read-customer-information', 'delete-customer-information'])
    expect(entries.map(e => e.text).join()).not.toContain('Quill Street')
    const url = `/cms/v1/team/${t.world.one.teamId}/charger/${c.id}/log`
    const log = async () => (await t.app.inject({ url, headers: await t.as('admin') })).body
    // The log is written a moment after its frames.
    await vi.waitFor(async () => expect(await log()).toContain(String(taskNumberOf(taskId))), 20_000)
    expect(await log()).toContain('NotifyCustomerInformation')
    expect(await log()).not.toContain('Quill Street')
    const kept = (
      await sql<{ text: string }>`select p::text as text from task_part p where task_id = ${taskId}`.execute(t.db)
    ).rows
    expect(kept).toHaveLength(2)
    expect(kept.map(k => k.text).join()).not.toContain('Quill')
  })

  test('goes by itself after 30 days, everything else after 90', async () => {
    const taskId = await customer()
    await tellText(taskId, 0, 'gone')
    const texts = await sent(c.id, 'GetDisplayMessages', {})
    await c.call('NotifyDisplayMessages', { requestId: taskNumberOf(texts), tbc: false })
    const drop = (days: number) =>
      t.db.transaction().execute(trx => dropOldAnswers(trx, new Date(Date.now() + days * 86_400_000)))
    await drop(29)
    expect((await ask('POST', textPath(taskId), 'admin')).body.data.text).toBe('gone')
    await drop(31)
    expect((await ask('POST', textPath(taskId), 'admin')).status).toBe(409)
    expect((await taskOf(c.id, texts)).told).toMatchObject({ state: 'whole' })
    await drop(91)
    expect((await sql`select from task_part`.execute(t.db)).rows).toEqual([])
  })
  test('is not awaited where the station is asked to clear alone', async () => {
    expect((await taskOf(c.id, await customer('Clear'))).told).toBeNull()
  })
})

describe('a simulated station', () => {
  let s: SimulatedStation
  let known: { id: string; pk: number }
  let tag: string
  const told = async (operation: string, parameters: object) => {
    const taskId = await sent(known.id, operation, parameters)
    await vi.waitFor(async () => expect((await taskOf(known.id, taskId)).told?.state).toBe('whole'), 20_000)
    return { taskId, told: (await taskOf(known.id, taskId)).told as NonNullable<Task['told']> }
  }
  const outcome = async (operation: string, parameters: object) =>
    (await taskOf(known.id, await sent(known.id, operation, parameters))).result[0] as Task['result'][number]
  beforeAll(async () => {
    known = await newCharger(t)
    tag = await newTag(t)
    s = new SimulatedStation({
      url: `${ws}/ocpp`,
      identity: known.id,
      evses: 2,
      isLocalController: true,
      stepSeconds: 0,
    })
    await s.startUp()
  })
  afterAll(() => s.close())

  test('reports: all, by name, by what is true of a component, and none', async () => {
    const { told: all } = await told('GetBaseReport', { reportBase: 'FullInventory' })
    expect(all.parts).toBeGreaterThan(1)
    expect(all.items).toContainEqual({
      variable: 'EVSE#1.Power',
      attribute: 'Actual',
      value: '60000',
      mutability: 'ReadOnly',
    })
    const secret = all.items.find(i => (i as { variable: string }).variable === 'SecurityCtrlr.BasicAuthPassword')
    expect(secret).toMatchObject({ value: null })
    const { told: some } = await told('GetReport', { variables: ['EVSE#2.Power', 'Connector#1'] })
    expect(some.items.map(i => (i as { variable: string }).variable).toSorted()).toEqual([
      'Connector#1.1.ConnectorType',
      'Connector#1.1.Problem',
      'EVSE#2.Power',
    ])
    expect(await outcome('GetReport', { componentCriteria: 'Problem' })).toMatchObject({ error: 'EmptyResultSet' })
    expect(await outcome('GetBaseReport', { reportBase: 'SummaryInventory' })).toMatchObject({ error: 'NotSupported' })
  })

  const monitors = async () => {
    const url = `/cms/v1/team/${t.world.one.teamId}/charger/${known.id}/monitors`
    const r = await t.app.inject({ url, headers: await t.as('viewer') })
    return (r.json().data as { monitorId: number; component: string; variable: string }[]).map(
      m => `${m.monitorId} ${m.component}.${m.variable}`,
    )
  }
  test('monitors: set, told of, changed, listed, removed', async () => {
    const monitor = {
      variable: 'TemperatureSensor.Temperature',
      type: 'UpperThreshold',
      value: 70,
      severity: 3,
      during: 'Always',
    }
    const set = await outcome('SetVariableMonitoring', monitor)
    expect(set).toMatchObject({ response: 'Accepted', details: { id: expect.any(Number) as number } })
    const { id } = set.details as { id: number }
    expect(await monitors()).toContain(`${id} TemperatureSensor.Temperature`)
    expect(await outcome('SetVariableMonitoring', monitor)).toMatchObject({ error: 'Duplicate' })
    expect(await outcome('SetVariableMonitoring', { ...monitor, variable: 'EVSE#9.Power' })).toMatchObject({
      error: 'UnknownVariable',
    })
    expect(await outcome('SetVariableMonitoring', { ...monitor, variable: 'Nothing.Power' })).toMatchObject({
      error: 'UnknownComponent',
    })
    expect(await outcome('SetVariableMonitoring', { ...monitor, variable: 'EVSE#1.Power' })).toMatchObject({
      error: 'Rejected',
    })
    await s.measures('TemperatureSensor.Temperature', 75)
    await s.measures('TemperatureSensor.Temperature', 40)
    const events = await sql<{
      actualValue: string
      isOver: boolean
      severity: number
    }>`select actual_value, is_over, severity
      from station_event where chargepoint_pk = ${known.pk} and monitor_id = ${id} order by event_id`.execute(t.db)
    expect(events.rows).toEqual([
      { actualValue: '75', isOver: false, severity: 3 },
      { actualValue: '40', isOver: true, severity: 3 },
    ])
    const { told: report } = await told('GetMonitoringReport', {})
    expect(report.items).toMatchObject([{ variableMonitoring: [{ id, value: 70, type: 'UpperThreshold' }] }])
    expect(await outcome('GetMonitoringReport', { monitoringCriteria: 'DeltaMonitoring' })).toMatchObject({
      error: 'EmptyResultSet',
    })
    expect(await monitors()).toHaveLength(1)
    expect(await outcome('SetMonitoringLevel', { severity: 2 })).toMatchObject({ response: 'Accepted' })
    await s.measures('TemperatureSensor.Temperature', 75)
    expect((await sql`select from station_event where monitor_id = ${id}`.execute(t.db)).rows).toHaveLength(2)
    expect(await outcome('ClearVariableMonitoring', { id: [id, 999] })).toMatchObject({
      error: 'NotFound',
      details: {
        clearMonitoringResult: [
          { id, status: 'Accepted' },
          { id: 999, status: 'NotFound' },
        ],
      },
    })
    expect(await monitors()).toEqual([])
    expect(await outcome('SetMonitoringBase', { monitoringBase: 'HardWiredOnly' })).toMatchObject({
      response: 'Accepted',
    })
  })

  test('texts for drivers and charging profiles', async () => {
    expect(await outcome('GetDisplayMessages', {})).toMatchObject({ error: 'Unknown' })
    await outcome('SetDisplayMessage', { id: 4, content: 'Welcome', priority: 'InFront' })
    const { told: texts } = await told('GetDisplayMessages', { priority: 'InFront' })
    expect(texts.items).toMatchObject([{ id: 4, message: { content: 'Welcome' } }])
    expect(await outcome('GetChargingProfiles', {})).toMatchObject({ error: 'NoProfiles' })
    s.station.profiles.set(1, {
      chargingProfileId: 7,
      stackLevel: 1,
      chargingProfilePurpose: 'TxDefaultProfile',
      chargingProfileKind: 'Relative',
      chargingSchedule: { chargingRateUnit: 'A', chargingSchedulePeriod: [{ startPeriod: 0, limit: 16 }] },
    })
    const { told: profiles } = await told('GetChargingProfiles', { connectorId: 1 })
    expect(profiles.items).toMatchObject([{ id: 7, evseId: 1, chargingLimitSource: 'CSO' }])
  })

  test('what it keeps of a customer, and no more after it was asked to clear', async () => {
    await s.authorize(tag)
    const { taskId } = await told('CustomerInformation', { idTag: tag, what: 'Report and clear' })
    const text = (await ask('POST', textPath(taskId, known.id), 'admin')).body.data.text as string
    expect(text).toContain(`Card ${tag} in the cache: Accepted`)
    const again = await told('CustomerInformation', { idTag: tag, what: 'Report' })
    expect((await ask('POST', textPath(again.taskId, known.id), 'admin')).body.data.text).toBe('Nothing is known here')
  })

  test('firmware that cannot be fetched is not published, and none is unpublished', async () => {
    const checksum = 'd41d8cd98f00b204e9800998ecf8427e'
    const taskId = await sent(known.id, 'PublishFirmware', { location: 'http://127.0.0.1:9/a.bin', checksum })
    await vi.waitFor(async () => {
      const { progress, state } = await taskOf(known.id, taskId)
      expect(progress.map(p => p.status)).toEqual(['Downloading', 'DownloadFailed'])
      expect(state).toBe('failed')
    }, 20_000)
    expect(await outcome('UnpublishFirmware', { checksum })).toMatchObject({ error: 'NoFirmware' })
  })
})
