// Simulated stations of OCPP 2.0.1 as operators use them, through the HTTP API as the portal calls it: what works for chargers of
// 1.6 works for them, and nobody says which protocol a station speaks (O201-12).
import { createHash, randomUUID } from 'node:crypto'
import type { LiveEventOf } from '@wattdesk/base/live-event'
import { manualClock } from '@wattdesk/ocpp/sim/clock'
import { simulatedFirmware } from '@wattdesk/ocpp/sim/firmware'
import { acOutlet } from '@wattdesk/ocpp/sim/power'
import { SimulatedStation } from '@wattdesk/ocpp/sim/v201/charging-station'
import type { StationOptions } from '@wattdesk/ocpp/sim/v201/station'
import { placeOf } from '@wattdesk/ocpp/sim/v201/transactions'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keepLists } from '#control/local-lists/local-list.commands.ts'
import type { Task } from '#control/remote-operations/remote-operation.contract.ts'
import { taskNumberOf } from '#control/remote-operations/task-number.rules.ts'
import { compareWaiting } from '#control/settings-drift/settings-check.commands.ts'
import { workBulkActions } from '#desk/bulk-actions/bulk-work.commands.ts'
import { setSite } from '#fleet/chargers/charger-site.store.ts'
import { attach } from '#fleet/tags/tag.store.ts'
import { stepCampaigns } from '#operations/campaigns/campaign-step.commands.ts'
import { profileWriters } from '#power/charging-profiles/profile-request.commands.ts'
import { profileBody } from '#power/charging-profiles/test-profile.ts'
import * as sites from '#power/charging-sites/charging-site.store.ts'
import { type LoadLoop, startLoop } from '#power/load-balancing/load-loop.jobs.ts'
import { startApp, type TestApp } from '#testing/app.ts'
import { bootedCharger, newCharger, newTag } from '#testing/ocpp.ts'

let t: TestApp
let ws: string
let loop: LoadLoop
let headers: { authorization: string }
const stations: SimulatedStation[] = []
const ended: LiveEventOf<'task'>[] = []
const waiting: { taskId: string; ok: () => void }[] = []
beforeAll(async () => {
  t = await startApp({}, { onNews: pk => loop.news(pk), config: { afterMs: 3_600_000 } })
  loop = startLoop(t.services, { lookMs: 0, togetherMs: 5, answerMs: 5000 })
  const at = await t.listen()
  ws = at.ws
  t.services.publicUrl = at.http
  headers = await t.as('admin')
  t.services.bus.onEvent(({ event }) => {
    if (event.type !== 'task' || event.state === 'queued' || event.state === 'sent') return
    ended.push(event)
    for (const w of waiting.filter(x => x.taskId === event.taskId)) w.ok()
  })
})
afterAll(async () => {
  await Promise.all(stations.map(s => s.close()))
  await loop.close()
  await t.close()
})

type Known = { pk: number; id: string; station: SimulatedStation }
/** A station that has booted, with two EVSEs. */
async function online(options: Partial<StationOptions> = {}, charger: object = {}): Promise<Known> {
  const known = await newCharger(t, charger)
  const station = new SimulatedStation({
    url: `${ws}/ocpp`,
    identity: known.id,
    evses: 2,
    rebootSeconds: 0,
    stepSeconds: 0,
    boot: { vendorName: 'Maker', model: 'Two' },
    ...options,
  })
  stations.push(station)
  await station.startUp()
  return { ...known, station }
}
const team = () => `team/${t.world.one.teamId}`
const ask = async (method: 'GET' | 'POST' | 'PUT', path: string, payload?: object) => {
  const r = await t.app.inject({ method, url: `/cms/v1/${path}`, headers, ...(payload && { payload }) })
  expect([path, r.statusCode < 300, r.json().errors ?? null]).toEqual([path, true, null])
  return r.json()
}
/** Sends an operation; returns its task once the station has answered. */
async function operate(c: Known, remoteOperationType: string, parameters: object): Promise<Task & { answer: string }> {
  const { taskId } = await ask('POST', 'remote/operation', { chargerId: c.id, remoteOperationType, parameters })
  if (!ended.some(e => e.taskId === taskId)) await new Promise<void>(ok => waiting.push({ taskId, ok }))
  return taskOf(c, taskId)
}
async function taskOf(c: Known, taskId: string): Promise<Task & { answer: string }> {
  const task: Task = (await ask('GET', `remote/operation/charger/${c.id}/task/${taskId}`)).data
  return { ...task, answer: task.result[0]?.error ?? task.result[0]?.response ?? '' }
}
/** The task once its effect or progress is as wished. */
const taskUntil = (c: Known, { taskId }: Task, fits: (task: Task) => boolean) =>
  expect.poll(async () => fits(await taskOf(c, taskId)), { timeout: 10_000 }).toBe(true)
const hourAhead = () => new Date(Date.now() + 3_600_000).toISOString()

test('start, stop, unlock, and a restart: each accepted and proved by the station', async () => {
  const c = await online()
  const idTag = await newTag(t)
  const begun = c.station.next('told')
  const start = await operate(c, 'RemoteStart', { connectorId: 2, idTag })
  expect(start.answer).toBe('Accepted')
  // The session names the task that began it.
  expect((await begun).event.transactionInfo.remoteStartId).toBe(taskNumberOf(start.taskId))
  await taskUntil(c, start, task => task.effect?.state === 'seen')
  const { transactionId } = (await taskOf(c, start.taskId)).effect ?? {}
  expect(c.station.transactionId(2)).toBeDefined()
  expect((await operate(c, 'UnlockConnector', { connectorId: 2 })).answer).toBe('UnlockFailed')
  const stop = await operate(c, 'RemoteStop', { transactionId })
  expect(stop.answer).toBe('Accepted')
  await taskUntil(c, stop, task => task.effect?.state === 'seen')
  expect(c.station.transactionId(2)).toBeUndefined()
  expect((await operate(c, 'UnlockConnector', { connectorId: 2 })).answer).toBe('Unlocked')
  const booted = c.station.next('booted')
  const reset = await operate(c, 'Reset', { resetType: 'HARD' })
  expect(reset.answer).toBe('Accepted')
  await booted
  await taskUntil(c, reset, task => task.effect?.state === 'seen')
})

test('maintenance closes the station, and its end opens it', async () => {
  const c = await online()
  const status = (wish: object) => ask('PUT', `${team()}/charging-status/${c.id}/status`, wish)
  await status({ status: 'maintenance', reason: 'New cable' })
  await expect.poll(() => c.station.station.operative).toBe(false)
  await status({ status: 'online' })
  await expect.poll(() => c.station.station.operative).toBe(true)
})

test('a reservation lets its card in alone, and ends when the station says so', async () => {
  const c = await online()
  const idTag = await newTag(t)
  const read = async () => (await ask('GET', `${team()}/charger/${c.id}/reservations`)).data[0]
  const reserve = () => operate(c, 'ReserveNow', { connectorId: 1, idTag, expiryDate: hourAhead() })
  expect((await reserve()).answer).toBe('Accepted')
  expect(c.station.station.statusOf(c.station.station.at(1))).toBe('Reserved')
  await expect(c.station.start(1, await newTag(t))).rejects.toThrow('EVSE 1 is reserved')
  await c.station.start(1, idTag)
  expect(await read()).toMatchObject({ state: 'used' })
  await c.station.stop(1)
  await c.station.unplug(1)
  await reserve()
  const { reservationId } = await read()
  expect((await operate(c, 'CancelReservation', { reservationId })).answer).toBe('Accepted')
  expect(await read()).toMatchObject({ state: 'cancelled' })
  await reserve()
  expect(await read()).toMatchObject({ state: 'reserved' })
  // The station is closed and cannot keep it.
  const told = c.station.next('reply')
  expect((await operate(c, 'ChangeAvailability', { connectorId: 1, availabilityType: 'INOPERATIVE' })).answer).toBe(
    'Accepted',
  )
  expect(await told).toMatchObject({ action: 'ReservationStatusUpdate' })
  expect(await read()).toMatchObject({ state: 'ended', endedAs: 'Removed' })
})

test('the local list is kept, and decides while the station is offline', async () => {
  const c = await online()
  const idTag = await newTag(t)
  const { rows } = await sql<{ pk: number }>`select ocpp_tag_pk as pk from ocpp_tag where id_tag = ${idTag}`.execute(
    t.db,
  )
  await attach(t.db, rows[0]?.pk ?? 0, [c.pk])
  await ask('PUT', `${team()}/charger/${c.id}/local-list`, { isKept: true })
  await keepLists(t.services)
  const { data } = await ask('GET', `${team()}/charger/${c.id}/local-list`)
  expect(data).toMatchObject({ state: 'current', problem: null })
  expect(data.tags).toBeGreaterThan(0)
  expect(c.station.station.authorisation.listVersion).toBe(data.version)
  await c.station.goOffline()
  expect(await c.station.authorize(idTag)).toEqual({ status: 'Accepted' })
  expect(await c.station.authorize('NOBODY')).toEqual({ status: 'Unknown' })
})

test('charging profiles limit the power that is drawn, and are told back', async () => {
  const clock = manualClock(Date.now())
  const c = await online({ clock })
  const idTag = await newTag(t)
  const body = profileBody({
    charging_profile_kind: 'Relative',
    recurrency_kind: null,
    valid_from: new Date(Date.now() - 86_400_000).toISOString(),
    valid_to: new Date(Date.now() + 86_400_000).toISOString(),
    start_schedule: null,
    duration_in_seconds: null,
    min_charging_rate: null,
    charging_rate_unit: 'W',
    schedulePeriods: [{ start_period: 1, power_limit: 11_000, number_phase: null }],
  })
  const { charging_profile_pk } = (await ask('POST', 'charging-profile', body)).data
  await c.station.start(1, idTag, { soc: 20 })
  clock.advance(120_000)
  const free = c.station.reading(1).powerW
  expect((await operate(c, 'SetChargingProfile', { connectorId: 1, charging_profile_pk })).answer).toBe('Accepted')
  const schedule = await operate(c, 'GetCompositeSchedule', { connectorId: 1, duration: 600, chargingRateUnit: 'W' })
  expect(schedule.answer).toBe('Accepted')
  const { chargingSchedule } = (schedule.result[0]?.details ?? {}) as {
    chargingSchedule?: { chargingSchedulePeriod: { limit: number }[] }
  }
  const limit = chargingSchedule?.chargingSchedulePeriod[0]?.limit ?? 0
  clock.advance(120_000)
  // A reading of the simulated meter is off by a little.
  expect(c.station.reading(1).powerW).toBeLessThan(limit * 1.05)
  expect(free).toBeGreaterThan(limit * 2)
  expect((await operate(c, 'ClearChargingProfile', { charging_profile_pk })).answer).toBe('Accepted')
  clock.advance(120_000)
  expect(c.station.reading(1).powerW).toBeGreaterThan(limit * 2)
})

test('load balancing: a site of stations stays within its Load Value', async () => {
  const zoneId = await sites.create(t.db, {
    teamId: t.world.one.teamId,
    zoneName: 'Mixed',
    isLoadBalancing: true,
    loadBalancingValue: 40,
    loadBalancingUnit: 'A',
  })
  const of = { kw: 7.4, chargerType: 'AC' as const, connectorCount: 1 }
  const two = []
  for (let n = 0; n < 2; n++) {
    const c = await online({ evses: 1, outlet: acOutlet(1, 32) }, of)
    await setSite(t.db, c.pk, zoneId, new Date())
    two.push(c)
  }
  const idTag = await newTag(t)
  for (const { station } of two) await station.start(1, idTag)
  await loop.look()
  await loop.idle()
  const allowedA = ({ station: { station } }: Known) =>
    Math.min(32, station.profiles.limitW(placeOf(station, station.at(1)), Date.now()) / 230)
  expect(two.map(allowedA)).toEqual([20, 20])
  const { data } = await ask('GET', `charging-site/${t.world.one.teamId}/zone/${zoneId}/load`)
  expect(data).toMatchObject({ isExceeded: false, chargers: [{ state: 'acknowledged' }, { state: 'acknowledged' }] })
})

test('a firmware campaign ends verified: fetched, installed, restarted, each state at its task', async () => {
  const c = await online()
  const file = simulatedFirmware('2.0.0', Buffer.alloc(100_000, 'wattdesk'))
  const uploaded = await fetch(`${t.services.publicUrl}/cms/v1/${team()}/firmware-uploads?name=fw.bin`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(file),
  })
  const { contentId } = ((await uploaded.json()) as { data: { contentId: number } }).data
  const of = { version: '2.0.0', vendor: 'Maker', model: 'Two', source: 'Upload', contentId }
  const sha256 = createHash('sha256').update(file).digest('hex')
  const { firmware_id } = (await ask('POST', `${team()}/firmware`, { ...of, sha256 })).data
  await Promise.all(stations.filter(s => s !== c.station).map(s => s.close()))
  const { campaign_id: id } = (
    await ask('POST', `${team()}/campaigns`, {
      name: 'Two',
      firmware_id,
      choice: {},
      waves: [{ count: 100, unit: '%' }],
      window: null,
      at_once: 40,
      wave_percent: 100,
      stop_percent: 100,
      waits_for_sessions: true,
      retries: 0,
      step_minutes: 30,
      give_up_hours: 6,
    })
  ).data
  const { count: confirmed } = (await ask('POST', `${team()}/campaigns/count`, { firmware_id, choice: {} })).data
  await ask('POST', `campaigns/${id}/start`, { confirmed })
  const row = async () => {
    await stepCampaigns(t.services, { onEnded: () => undefined })
    const { data } = await ask('GET', `campaigns/${id}/chargers?export=true`)
    return data.find((r: { chargepoint_pk: number }) => r.chargepoint_pk === c.pk)
  }
  await expect.poll(async () => (await row()).state, { timeout: 20_000 }).toBe('Verified')
  expect(c.station.station.firmwareVersion).toBe('2.0.0')
  const { rows } = await sql<{ status: string; isOfTask: boolean }>`select status, task_id is not null as is_of_task
    from transfer_state where chargepoint_pk = ${c.pk} order by id`.execute(t.db)
  expect(rows.map(r => r.status)).toEqual(['Downloading', 'Downloaded', 'Installing', 'InstallRebooting', 'Installed'])
  expect(rows.every(r => r.isOfTask)).toBe(true)
})

test('logs are sent to the portal, each state at its task', async () => {
  const c = await online()
  const { uploadUrl } = await ask('GET', `${team()}/charger/${c.id}/files`)
  const secured = await operate(c, 'GetLog', { logType: 'SecurityLog', log: { remoteLocation: uploadUrl } })
  expect(secured.answer).toBe('Accepted')
  await taskUntil(c, secured, task => task.progress.at(-1)?.status === 'Uploaded')
  const plain = await operate(c, 'GetDiagnostics', { location: uploadUrl })
  await taskUntil(c, plain, task => task.progress.map(p => p.status).join() === 'Uploading,Uploaded')
  const { data } = await ask('GET', `${team()}/charger/${c.id}/files`)
  expect(data.map((f: { state: string }) => f.state)).toEqual(['received', 'received'])
})

test('a settings template is pushed, and the station has the value', async () => {
  const c = await online()
  const key = 'ClockAlignedDataInterval'
  await ask('POST', `${team()}/settings-templates`, {
    name: 'Two',
    keys: [{ key, level: 'Required', value: '900' }],
    is_for_model: false,
    teams: [],
    chargers: [c.pk],
  })
  await operate(c, 'GetConfiguration', {})
  await compareWaiting(t.services)
  const r = await ask('POST', `${team()}/bulk-actions`, {
    requestKey: randomUUID(),
    confirmed: 10_000,
    chosen: { ids: [c.pk] },
    kind: 'PushSettings',
    parameters: { which: 'Required and set by hand' },
  })
  expect(r.data.id).toBeGreaterThan(0)
  await workBulkActions(t.services, { writers: profileWriters })
  await expect.poll(() => c.station.station.model.text('AlignedDataCtrlr.Interval')).toBe('900')
})

test('a new key is the password of the station, and the log of messages shows it nowhere', async () => {
  const c = await online()
  const key = randomUUID().replaceAll('-', '')
  const custom = { keyType: 'Custom', customConfKey: 'AuthorizationKey', customConfValue: key }
  expect((await operate(c, 'ChangeConfiguration', custom)).answer).toBe('Accepted')
  expect(c.station.station.model.text('SecurityCtrlr.BasicAuthPassword')).toBe(key)
  await operate(c, 'GetConfiguration', { key: 'AuthorizationKey' })
  const logged = async (): Promise<string> => {
    const { data } = await ask('GET', `${team()}/charger/${c.id}/log?page=1&limit=100`)
    return data.map((m: { message: string }) => m.message).join('\n')
  }
  await expect.poll(logged).toContain('GetVariables')
  expect(await logged()).toContain('"attributeValue":"***"')
  expect(await logged()).not.toContain(key)
  // The station signs in by it from now on.
  await c.station.goOffline()
  await c.station.goOnline()
  expect(c.station.isOpen).toBe(true)
})

test('what only 2.0.1 has: one EVSE restarts, a transaction is asked after, a text is shown', async () => {
  const c = await online()
  const idTag = await newTag(t)
  await c.station.start(1, idTag)
  const transactionId = t.ocpp.stations.get(c.pk)?.active?.get(1)
  const status = (parameters: object) =>
    operate(c, 'GetTransactionStatus', parameters).then(task => [task.answer, task.result[0]?.details])
  expect(await status({ transactionId })).toEqual(['', { ongoingIndicator: true, messagesInQueue: false }])
  expect(await status({})).toEqual(['', { messagesInQueue: false }])
  expect(await status({ transactionId: 999_999 })).toEqual([
    'The station does not know this session',
    expect.anything(),
  ])
  const text = { id: 4, content: 'Welcome', priority: 'NormalCycle', state: 'Idle', language: 'en' }
  expect((await operate(c, 'SetDisplayMessage', text)).answer).toBe('Accepted')
  expect([...c.station.station.messages.values()]).toMatchObject([
    { id: 4, message: { format: 'UTF8', content: 'Welcome', language: 'en' }, state: 'Idle' },
  ])
  expect((await operate(c, 'ClearDisplayMessage', { id: 4 })).answer).toBe('Accepted')
  expect((await operate(c, 'ClearDisplayMessage', { id: 4 })).answer).toBe('Unknown')
  expect((await operate(c, 'ResetEvse', { connectorId: 1, resetType: 'ON IDLE' })).answer).toBe('Scheduled')
  expect(c.station.transactionId(1)).toBeDefined()
  expect((await operate(c, 'ResetEvse', { connectorId: 1, resetType: 'IMMEDIATE' })).answer).toBe('Accepted')
  await expect.poll(() => c.station.transactionId(1)).toBeUndefined()
})

test('a charger of 1.6 is not asked for them', async () => {
  const c = await bootedCharger(t, ws)
  const parameters = { connectorId: 1, resetType: 'IMMEDIATE' }
  const payload = { chargerId: c.id, remoteOperationType: 'ResetEvse', parameters }
  const r = await t.app.inject({ method: 'POST', url: '/cms/v1/remote/operation', headers, payload })
  expect([r.statusCode, r.json().message]).toEqual([
    409,
    'Only charge points that speak OCPP 2.0.1 or 2.1 have this operation',
  ])
})
