// A charger's reports about itself: boot and registration, signs of life, states of connectors, progress of uploads.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '#testing/app.ts'
import { TestCharger } from '#testing/charger.ts'
import { bootedCharger, newCharger, newTag, start } from '#testing/ocpp.ts'

let t: TestApp
let base: { http: string; ws: string }
beforeAll(async () => {
  t = await startApp()
  base = await t.listen()
})
afterAll(() => t.close())

const booted = (options: Parameters<typeof bootedCharger>[2] = {}) => bootedCharger(t, base.ws, options)
const stateOf = async (pk: number) =>
  (await sql<Record<string, unknown>>`select * from charger_state where chargepoint_pk = ${pk}`.execute(t.db)).rows[0]
const connectorsOf = async (pk: number) => {
  const { rows } = await sql<{
    connectorId: number
    status: string | null
    errorCode: string | null
    isConfigured: boolean
  }>`
    select connector_id, status, error_code, is_configured from connector where chargepoint_pk = ${pk}
    order by connector_id`.execute(t.db)
  return rows
}
const command = (pk: number, action: string, payload: object) =>
  t.ocpp.command({ chargepointPk: pk, action, payload, taskId: undefined, timeoutMs: 2000 })

test('a boot is Accepted with the time and an interval, every repeated one too, and what it tells is stored [29]', async () => {
  const c = await booted()
  const boot = {
    chargePointVendor: 'Maker',
    chargePointModel: 'Two',
    chargePointSerialNumber: 'SN-1',
    chargeBoxSerialNumber: 'BX-1',
    firmwareVersion: '1.2.3',
    iccid: '89',
    imsi: '404',
    meterType: 'M',
    meterSerialNumber: 'MS-1',
  }
  for (let n = 0; n < 3; n++) {
    const { currentTime, ...answer } = await c.call('BootNotification', boot)
    expect(answer).toEqual({ status: 'Accepted', interval: 300 })
    expect(Math.abs(Date.parse(String(currentTime)) - Date.now())).toBeLessThan(2000)
  }
  expect(await stateOf(c.pk)).toMatchObject({
    bootAccepted: true,
    vendor: 'Maker',
    model: 'Two',
    chargePointSerial: 'SN-1',
    chargeBoxSerial: 'BX-1',
    fwVersion: '1.2.3',
    iccid: '89',
    imsi: '404',
    meterType: 'M',
    meterSerial: 'MS-1',
    ocppProtocol: 'ocpp1.6J',
    endpointAddress: '127.0.0.1',
  })
  await c.close()
})

test('after an accepted boot the meter interval of the charger is set (D-OCPP-2)', async () => {
  const { pk, id } = await newCharger(t, { meterIntervalSec: 45 })
  const c = await TestCharger.open(base.ws, id)
  await c.boot()
  const [, , , payload] = await c.nextCall('ChangeConfiguration')
  expect(payload).toEqual({ key: 'MeterValueSampleInterval', value: '45' })
  expect(t.ocpp.stations.get(pk)?.charger.bootAccepted).toBe(true)
  await c.close()
})

test.each(['Pending', 'Rejected'] as const)(
  '%s: nothing but the boot is served [30] [31]',
  async registrationStatus => {
    const { pk, id } = await newCharger(t, { registrationStatus })
    const idTag = await newTag(t)
    const c = await TestCharger.open(base.ws, id)
    const refused = { error: { code: 'SecurityError' } }
    expect(await c.ask('Heartbeat', {})).toMatchObject(refused)
    expect(await c.boot()).toMatchObject({ status: registrationStatus, interval: 300 })
    const stamp = new Date().toISOString()
    for (const [action, payload] of [
      ['Authorize', { idTag }],
      ['StartTransaction', { connectorId: 1, idTag, meterStart: 0, timestamp: stamp }],
      ['StatusNotification', { connectorId: 1, errorCode: 'NoError', status: 'Available' }],
      ['DataTransfer', { vendorId: 'x' }],
    ] as const)
      expect(await c.ask(action, payload)).toMatchObject(refused)
    expect((await sql`select from transaction where chargepoint_pk = ${pk}`.execute(t.db)).rows).toEqual([])
    expect(await stateOf(pk)).toMatchObject({ bootAccepted: false, liveStatus: 'offline', connected: true })
    await c.close()
  },
)

test('a pending charger may be configured, but neither started nor stopped; accepted at its next boot it serves [30]', async () => {
  const { pk, id } = await newCharger(t, { registrationStatus: 'Pending' })
  const c = await TestCharger.open(base.ws, id)
  c.onCall = () => ({ status: 'Accepted' })
  await c.boot()
  expect(await command(pk, 'ChangeConfiguration', { key: 'HeartbeatInterval', value: '60' })).toMatchObject({
    kind: 'result',
  })
  expect(await command(pk, 'RemoteStartTransaction', { idTag: 'X' })).toMatchObject({ kind: 'error' })
  expect(await command(pk, 'RemoteStopTransaction', { transactionId: 1 })).toMatchObject({ kind: 'error' })
  await sql`update charger set registration_status = 'Accepted' where chargepoint_pk = ${pk}`.execute(t.db)
  t.services.bus.changed({ what: 'charger', chargepointPk: pk })
  await expect.poll(() => t.ocpp.stations.get(pk)?.charger.registration).toBe('Accepted')
  expect(await c.ask('Heartbeat', {})).toMatchObject({ error: { code: 'SecurityError' } })
  expect(await c.boot()).toMatchObject({ status: 'Accepted' })
  expect(await c.call('Heartbeat', {})).toHaveProperty('currentTime')
  expect(c.frames.filter(f => f[2] === 'RemoteStartTransaction')).toEqual([])
  await c.close()
})

test.each([
  ['off', undefined, 'HTTP 404'],
  ['pending', 'Pending', 'Pending'],
  ['accepted', 'Accepted', 'Accepted'],
] as const)('an unknown charger with WATTDESK_OCPP_REGISTER %s (D-OCPP-1)', async (_, status, outcome) => {
  const own = await startApp()
  own.services.ocppRegister = status && { status, teamId: own.world.one.teamId }
  const { ws } = await own.listen()
  const came = TestCharger.open(ws, 'New One').then(c => c.boot().then(a => a.status))
  expect(await came.catch((e: Error) => e.message)).toBe(outcome)
  const { rows } = await sql<{ teamId: number; note: string }>`select team_id, note from charger
    where chargepoint_id = 'New One'`.execute(own.db)
  expect(rows).toEqual(status ? [{ teamId: own.world.one.teamId, note: 'Newly registered' }] : [])
  await own.close()
})

test('Heartbeat gives the time; any message is a sign of life, written at most once a second [32]', async () => {
  const c = await booted()
  const first = Date.now()
  const writes = async () => {
    const { rows } = await sql<{ n: number }>`select n_tup_upd as n from pg_stat_user_tables
      where relname = 'charger_state'`.execute(t.db)
    return rows[0]?.n ?? 0
  }
  const before = await writes()
  for (let n = 0; n < 200; n++) {
    const { currentTime } = await c.call('Heartbeat', {})
    expect(Date.parse(String(currentTime))).toBeGreaterThanOrEqual(first - 1)
  }
  await expect
    .poll(async () => (await stateOf(c.pk))?.lastHeartbeatAt as Date | null, { timeout: 3000 })
    .toSatisfy(at => at instanceof Date && at.getTime() >= first)
  expect(await stateOf(c.pk)).toHaveProperty('lastMessageAt', expect.any(Date))
  // Two hundred heartbeats add one a second. The database counts writes late, with those of other tests before: half is
  // far enough from a write for each.
  expect((await writes()) - before).toBeLessThan(100)
  await c.close()
})

test('all states and error codes are taken; connector 0 is the station itself [56]', async () => {
  const c = await booted()
  const states = ['Available', 'Preparing', 'Charging', 'SuspendedEV', 'SuspendedEVSE', 'Finishing', 'Reserved']
  const live: Record<string, string> = { Charging: 'charging', SuspendedEV: 'charging', SuspendedEVSE: 'charging' }
  for (const status of states) {
    await c.call('StatusNotification', { connectorId: 2, errorCode: 'NoError', status })
    expect(await stateOf(c.pk)).toMatchObject({ liveStatus: live[status] ?? 'online' })
  }
  const codes = [
    'ConnectorLockFailure',
    'EVCommunicationError',
    'GroundFailure',
    'HighTemperature',
    'LocalListConflict',
    'NoError',
    'OtherError',
    'OverCurrentFailure',
    'OverVoltage',
    'PowerMeterFailure',
    'PowerSwitchFailure',
    'ReaderFailure',
    'ResetFailure',
    'UnderVoltage',
    'WeakSignal',
    'InternalError',
  ]
  for (const errorCode of codes) {
    await c.call('StatusNotification', {
      connectorId: 1,
      errorCode,
      status: 'Faulted',
      vendorErrorCode: 'E1',
      info: 'x',
    })
    expect((await connectorsOf(c.pk))[0]).toMatchObject({ status: 'Faulted', errorCode })
  }
  expect(await connectorsOf(c.pk)).toEqual([
    { connectorId: 1, status: 'Faulted', errorCode: 'InternalError', isConfigured: true },
    { connectorId: 2, status: 'Reserved', errorCode: 'NoError', isConfigured: true },
  ])
  await c.call('StatusNotification', { connectorId: 0, errorCode: 'NoError', status: 'Unavailable' })
  expect(await stateOf(c.pk)).toMatchObject({ wholeStatus: 'Unavailable', liveStatus: 'maintenance' })
  await c.call('StatusNotification', { connectorId: 0, errorCode: 'NoError', status: 'Available' })
  expect(await stateOf(c.pk)).toMatchObject({ wholeStatus: 'Available', liveStatus: 'online' })
  const { rows } = await sql<{ from: string; to: string }>`select from_status as from, to_status as to
    from station_status_history where chargepoint_pk = ${c.pk} order by id`.execute(t.db)
  expect(rows.map(r => `${r.from} ${r.to}`)).toEqual([
    'offline online',
    'online charging',
    'charging online',
    'online maintenance',
    'maintenance online',
  ])
  await c.close()
})

test('an old state does not overwrite a newer one; a clock that runs wrong holds nothing back [56]', async () => {
  const c = await booted()
  const say = (status: string, timestamp?: string) =>
    c.call('StatusNotification', { connectorId: 1, errorCode: 'NoError', status, ...(timestamp && { timestamp }) })
  const now = async () => (await connectorsOf(c.pk))[0]?.status
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
  await say('Charging', ago(1))
  await say('Preparing', ago(5))
  expect(await now()).toBe('Charging')
  await say('Finishing')
  expect(await now()).toBe('Finishing')
  await say('Available', ago(-60))
  expect(await now()).toBe('Available')
  await say('Preparing')
  expect(await now()).toBe('Preparing')
  await say('Charging', '1970-01-01T00:00:10Z')
  expect(await now()).toBe('Charging')
  expect(t.ocpp.stations.get(c.pk)?.charger.connectors[0]?.status).toBe('Charging')
  const { rows } = await sql<{ n: number }>`select count(*) as n from connector_status_history
    where chargepoint_pk = ${c.pk}`.execute(t.db)
  expect(rows[0]?.n).toBe(6)
  await c.close()
})

test('a connector nobody described is made on first sight, as unconfigured (D-OCPP-6)', async () => {
  const c = await booted({ connectorCount: 1 })
  await c.call('StatusNotification', { connectorId: 4, errorCode: 'NoError', status: 'Available' })
  expect(await connectorsOf(c.pk)).toEqual([
    { connectorId: 1, status: null, errorCode: null, isConfigured: true },
    { connectorId: 4, status: 'Available', errorCode: 'NoError', isConfigured: false },
  ])
  await c.close()
})

test('of connectors nobody described 64 are made, up to number 255; beyond, messages are answered and counted [44]', async () => {
  const c = await booted({ connectorCount: 2 })
  const idTag = await newTag(t)
  const tell = (connectorId: number) =>
    c.call('StatusNotification', { connectorId, errorCode: 'NoError', status: 'Available' })
  for (const high of [256, 1000, 2_147_483_647]) expect(await tell(high)).toEqual({})
  for (let connectorId = 255; connectorId > 185; connectorId--) expect(await tell(connectorId)).toEqual({})
  const made = (await connectorsOf(c.pk)).map(n => n.connectorId)
  expect(made).toEqual([1, 2, ...Array.from({ length: 64 }, (_, i) => 192 + i)])
  // Sessions and readings of such connectors are kept, the connectors are not.
  const stamp = new Date().toISOString()
  for (const connectorId of [3, 256]) {
    const begun = await c.call('StartTransaction', { connectorId, idTag, meterStart: 0, timestamp: stamp })
    expect(begun).toMatchObject({ transactionId: expect.any(Number), idTagInfo: { status: 'Accepted' } })
    const meterValue = [{ timestamp: stamp, sampledValue: [{ value: '1' }] }]
    expect(await c.call('MeterValues', { connectorId, meterValue })).toEqual({})
  }
  expect((await connectorsOf(c.pk)).map(n => n.connectorId)).toEqual(made)
  // Known connectors are still served.
  await c.call('StatusNotification', { connectorId: 255, errorCode: 'NoError', status: 'Charging' })
  expect((await connectorsOf(c.pk)).at(-1)).toMatchObject({ connectorId: 255, status: 'Charging' })
  const counts = async () => {
    const { rows } = await sql<{ field: string; value: string; count: number }>`select field, value, count
      from odd_value where chargepoint_pk = ${c.pk} order by field, value`.execute(t.db)
    return rows.map(r => `${r.field} ${r.value}: ${r.count}`)
  }
  const many = 'beyond 64 that nobody configured'
  await expect
    .poll(counts, { timeout: 3000 })
    .toEqual([
      'MeterValues.connectorId above 255: 1',
      `MeterValues.connectorId ${many}: 1`,
      'StartTransaction.connectorId above 255: 1',
      `StartTransaction.connectorId ${many}: 1`,
      'StatusNotification.connectorId above 255: 3',
      `StatusNotification.connectorId ${many}: 6`,
    ])
  await c.close()
})

test('DataTransfer of an unknown vendor is UnknownVendorId, without data [57]', async () => {
  const c = await booted()
  expect(await c.call('DataTransfer', { vendorId: 'com.example', messageId: 'm', data: '{"a":1}' })).toEqual({
    status: 'UnknownVendorId',
  })
  await c.close()
})

test('every state of a firmware update and of an upload is answered, asked for or not, and kept [63] [64] [81]', async () => {
  const c = await booted()
  const firmware = [
    'Downloading',
    'Downloaded',
    'Installing',
    'DownloadFailed',
    'InstallationFailed',
    'Idle',
    'Installed',
  ]
  for (const status of firmware) {
    expect(await c.call('FirmwareStatusNotification', { status })).toEqual({})
    expect(await stateOf(c.pk)).toMatchObject({ fwUpdateStatus: status })
  }
  const signed = [
    ...firmware,
    'DownloadScheduled',
    'DownloadPaused',
    'SignatureVerified',
    'InstallScheduled',
    'InstallRebooting',
    'InstallVerificationFailed',
    'InvalidSignature',
  ]
  for (const [i, status] of signed.entries()) {
    const answer = c.call('SignedFirmwareStatusNotification', { status, ...(i % 2 === 0 && { requestId: 5 }) })
    expect([status, await answer]).toEqual([status, {}])
    expect(await stateOf(c.pk)).toMatchObject({ fwUpdateStatus: status })
  }
  for (const [action, states] of [
    ['DiagnosticsStatusNotification', ['Idle', 'Uploading', 'UploadFailed', 'Uploaded']],
    ['LogStatusNotification', ['Idle', 'Uploading', 'Uploaded', 'BadMessage', 'PermissionDenied']],
    ['LogStatusNotification', ['NotSupportedOperation', 'UploadFailure']],
  ] as const)
    for (const [i, status] of states.entries()) {
      const request = { status, ...(action === 'LogStatusNotification' && i % 2 === 0 && { requestId: 9 }) }
      expect([status, await c.call(action, request)]).toEqual([status, {}])
      expect(await stateOf(c.pk)).toMatchObject({ diagnosticsStatus: status })
    }
  // A state of an earlier update, reported after the reboot that the update caused.
  await c.boot()
  expect(await c.call('FirmwareStatusNotification', { status: 'Installed' })).toEqual({})
  await c.close()
})

test('a session does not end with a boot, and its connector shows it (D-LIVE-2)', async () => {
  const c = await booted()
  const { transactionId } = await start(c, await newTag(t))
  await c.boot()
  expect(t.ocpp.stations.get(c.pk)?.active?.get(1)).toBe(transactionId)
  await c.close()
})
