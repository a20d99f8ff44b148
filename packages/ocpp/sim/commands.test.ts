// The charger's answer to each call of the central system, and its behaviour afterwards.
import { X509Certificate } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ChargerOptions, SimulatedCharger } from './charger.ts'
import { type ManualClock, manualClock } from './clock.ts'
import { simulatedFirmware } from './firmware.ts'
import { acOutlet } from './power.ts'
import { TestCa } from './test-ca.ts'
import { type Got, TestCentral } from './test-central.ts'

const T0 = Date.UTC(2025, 5, 1, 8)
let central: TestCentral
let clock: ManualClock
let charger: SimulatedCharger
const boot = async (options: Partial<ChargerOptions> = {}): Promise<void> => {
  charger = new SimulatedCharger({
    url: central.url,
    identity: 'CP1',
    connectors: 2,
    clock,
    outlet: acOutlet(3, 32),
    rebootSeconds: 0,
    stepSeconds: 0,
    ...options,
  })
  await charger.startUp()
}
beforeEach(async () => {
  central = await new TestCentral().listen()
  clock = manualClock(T0)
})
afterEach(async () => {
  await charger.close()
  central.close()
  expect(central.violations).toEqual([])
})
const in10Minutes = new Date(T0 + 600_000).toISOString()
const period = (limit: number) => ({ chargingRateUnit: 'W', chargingSchedulePeriod: [{ startPeriod: 0, limit }] })
const profile = (over: object) => ({
  chargingProfileId: 1,
  stackLevel: 0,
  chargingProfilePurpose: 'TxDefaultProfile',
  chargingProfileKind: 'Relative',
  chargingSchedule: period(4_200),
  ...over,
})

describe('answers that need no session', () => {
  const rows: [string, object, object][] = [
    ['GetLocalListVersion', {}, { listVersion: 0 }],
    ['ClearCache', {}, { status: 'Accepted' }],
    ['ChangeConfiguration', { key: 'HeartbeatInterval', value: '60' }, { status: 'Accepted' }],
    ['ChangeConfiguration', { key: 'HeartbeatInterval', value: '-1' }, { status: 'Rejected' }],
    ['ChangeConfiguration', { key: 'NumberOfConnectors', value: '3' }, { status: 'Rejected' }],
    ['ChangeConfiguration', { key: 'ChargePointId', value: 'X' }, { status: 'RebootRequired' }],
    ['ChangeConfiguration', { key: 'NoSuchKey', value: '1' }, { status: 'NotSupported' }],
    ['ChangeConfiguration', { key: 'MeterValuesSampledData', value: 'Nonsense' }, { status: 'Rejected' }],
    [
      'GetConfiguration',
      { key: ['heartbeatinterval', 'Nope', 'AuthorizationKey'] },
      {
        configurationKey: [
          { key: 'HeartbeatInterval', readonly: false, value: '300' },
          { key: 'AuthorizationKey', readonly: false },
        ],
        unknownKey: ['Nope'],
      },
    ],
    [
      'GetConfiguration',
      { key: Array.from({ length: 51 }, (_, i) => `K${i}`) },
      { error: 'OccurenceConstraintViolation' },
    ],
    ['DataTransfer', { vendorId: 'Other' }, { status: 'UnknownVendorId' }],
    ['DataTransfer', { vendorId: 'Wattdesk', data: 'x' }, { status: 'Accepted', data: 'x' }],
    ['UnlockConnector', { connectorId: 1 }, { status: 'Unlocked' }],
    ['UnlockConnector', { connectorId: 3 }, { status: 'NotSupported' }],
    ['RemoteStopTransaction', { transactionId: 5 }, { status: 'Rejected' }],
    ['RemoteStartTransaction', { idTag: 'A', connectorId: 4 }, { status: 'Rejected' }],
    ['ChangeAvailability', { connectorId: 3, type: 'Inoperative' }, { status: 'Rejected' }],
    ['CancelReservation', { reservationId: 1 }, { status: 'Rejected' }],
    ['ReserveNow', { connectorId: 0, expiryDate: in10Minutes, idTag: 'A', reservationId: 1 }, { status: 'Rejected' }],
    ['ClearChargingProfile', { id: 9 }, { status: 'Unknown' }],
    ['SetChargingProfile', { connectorId: 0, csChargingProfiles: profile({}) }, { status: 'Accepted' }],
    [
      'SetChargingProfile',
      { connectorId: 1, csChargingProfiles: profile({ chargingProfilePurpose: 'ChargePointMaxProfile' }) },
      { status: 'Rejected' },
    ],
    [
      'SetChargingProfile',
      { connectorId: 1, csChargingProfiles: profile({ chargingProfilePurpose: 'TxProfile' }) },
      { status: 'Rejected' },
    ],
    ['GetCompositeSchedule', { connectorId: 7, duration: 60 }, { status: 'Rejected' }],
    ['TriggerMessage', { requestedMessage: 'Heartbeat', connectorId: 9 }, { status: 'Rejected' }],
    ['GetInstalledCertificateIds', { certificateType: 'ManufacturerRootCertificate' }, { status: 'NotFound' }],
    [
      'InstallCertificate',
      { certificateType: 'CentralSystemRootCertificate', certificate: 'x' },
      { status: 'Rejected' },
    ],
    ['CertificateSigned', { certificateChain: 'x' }, { status: 'Rejected' }],
    ['NoSuchAction', {}, { error: 'NotImplemented' }],
    ['StartTransaction', {}, { error: 'NotSupported' }],
    ['Reset', {}, { error: 'OccurenceConstraintViolation' }],
  ]
  it.each(rows)('%s %j: %j', async (action, payload, expected) => {
    await boot()
    expect(await central.call(action, payload)).toEqual(expected)
  })
})

describe('remote start and stop', () => {
  it('goes the whole way, with the TxProfile, and stops with reason Remote', async () => {
    await boot({ configuration: { AuthorizeRemoteTxRequests: 'true' } })
    const started = charger.next('started')
    const chargingProfile = profile({ chargingProfilePurpose: 'TxProfile', chargingSchedule: period(5_000) })
    const start = { idTag: 'A', connectorId: 1, chargingProfile }
    expect(await central.call('RemoteStartTransaction', start)).toEqual({ status: 'Accepted' })
    const { transactionId } = await started
    expect(central.all('Authorize')).toEqual([{ idTag: 'A' }])
    expect(await central.call('RemoteStartTransaction', start)).toEqual({ status: 'Rejected' })
    clock.advance(600_000)
    expect(charger.reading(1).offeredW).toBe(5_000)
    const stopped = charger.next('stopped')
    expect(await central.call('RemoteStopTransaction', { transactionId })).toEqual({ status: 'Accepted' })
    expect(await stopped).toMatchObject({ reason: 'Remote', transactionId })
    expect(charger.station.profiles.size).toBe(0)
  })

  it('waits for the cable and gives up after ConnectionTimeOut', async () => {
    await boot({ autoPlug: false, configuration: { ConnectionTimeOut: '30' } })
    const preparing = charger.next('status', ({ status }) => status === 'Preparing')
    await central.call('RemoteStartTransaction', { idTag: 'A', connectorId: 1 })
    await preparing
    const available = charger.next('status', ({ status }) => status === 'Available')
    clock.advance(30_000)
    await available
    const waiting = charger.next('status', ({ status }) => status === 'Preparing')
    await central.call('RemoteStartTransaction', { idTag: 'A', connectorId: 1 })
    await waiting
    const started = charger.next('started')
    await charger.plugIn(1)
    expect(await started).toMatchObject({ connectorId: 1, idTag: 'A' })
  })

  it('does not start for a tag that Authorize refuses', async () => {
    await boot({ configuration: { AuthorizeRemoteTxRequests: 'true' } })
    central.answers.Authorize = () => ({ idTagInfo: { status: 'Blocked' } })
    const asked = charger.next('reply', reply => reply.action === 'Authorize')
    await central.call('RemoteStartTransaction', { idTag: 'A', connectorId: 1 })
    await asked
    await charger.heartbeat()
    expect(central.all('StartTransaction')).toEqual([])
  })
})

describe('reset and availability', () => {
  it.each([
    ['Soft', 'SoftReset', ['StopTransaction', 'BootNotification']],
    ['Hard', 'HardReset', ['BootNotification', 'StopTransaction']],
  ])('%s reset: stop with %s, in the order %j', async (type, reason, order) => {
    await boot()
    await charger.start(1, 'A')
    const seen: Got[] = central.got.splice(0)
    expect(seen.length).toBeGreaterThan(0)
    const stopped = charger.next('stopped')
    const booted = charger.next('booted')
    expect(await central.call('Reset', { type })).toEqual({ status: 'Accepted' })
    await Promise.all([stopped, booted])
    expect(central.all('StopTransaction')[0]).toMatchObject({ reason, timestamp: new Date(T0).toISOString() })
    expect(central.got.map(got => got.action).filter(action => order.includes(action))).toEqual(order)
  })

  it('goes out of service at once, or after the session, connector 0 for all', async () => {
    await boot()
    await charger.start(1, 'A')
    const second = charger.next('status', ({ connectorId, status }) => connectorId === 2 && status === 'Unavailable')
    const all = { connectorId: 0, type: 'Inoperative' }
    expect(await central.call('ChangeAvailability', all)).toEqual({ status: 'Scheduled' })
    await second
    await charger.stop(1)
    await charger.unplug(1)
    expect([0, 1, 2].map(id => charger.status(id))).toEqual(['Unavailable', 'Unavailable', 'Unavailable'])
    await expect(charger.start(1, 'A')).rejects.toThrow('unavailable')
    const back = charger.next('status', ({ connectorId, status }) => connectorId === 2 && status === 'Available')
    expect(await central.call('ChangeAvailability', { ...all, type: 'Operative' })).toEqual({ status: 'Accepted' })
    await back
  })
})

it('a new sample interval acts at once', async () => {
  await boot()
  await charger.start(1, 'A')
  await central.call('ChangeConfiguration', { key: 'MeterValueSampleInterval', value: '7' })
  const seen: number[] = []
  charger.on('meter', ({ reading }) => seen.push((reading.at - T0) / 1000))
  clock.advance(21_000)
  expect(seen).toEqual([7, 14, 21])
})

it('beats its heart by the interval, and samples at round instants when told so', async () => {
  await boot({ configuration: { MeterValuesAlignedData: 'Energy.Active.Import.Register' } })
  const beat = central.next('Heartbeat')
  clock.advance(300_000)
  await beat
  clock.advance(7_000)
  await central.call('ChangeConfiguration', { key: 'ClockAlignedDataInterval', value: '900' })
  const sample = central.next('MeterValues')
  clock.advance(593_000)
  expect((await sample).payload).toMatchObject({
    connectorId: 1,
    meterValue: [{ timestamp: '2025-06-01T08:15:00.000Z', sampledValue: [{ value: '0', context: 'Sample.Clock' }] }],
  })
})

it('StopTransaction carries the readings of beginning and end when StopTxnSampledData names them', async () => {
  await boot({ configuration: { StopTxnSampledData: 'Energy.Active.Import.Register' } })
  await charger.start(1, 'A')
  clock.advance(600_000)
  await charger.stop(1)
  const { transactionData, meterStop } = central.all('StopTransaction')[0] ?? {}
  expect(transactionData).toMatchObject([
    { sampledValue: [{ value: '0', context: 'Transaction.Begin' }] },
    { sampledValue: [{ value: String(meterStop), context: 'Transaction.End' }] },
  ])
})

it('a limit set during the session holds from then on, and the composite schedule shows it', async () => {
  await boot({ outlet: acOutlet(1, 32) })
  await charger.start(1, 'A', { soc: 30 })
  clock.advance(60_000)
  expect(charger.reading(1).powerW).toBeGreaterThan(7_000)
  await central.call('SetChargingProfile', { connectorId: 1, csChargingProfiles: profile({}) })
  const max = profile({
    chargingProfileId: 2,
    chargingProfilePurpose: 'ChargePointMaxProfile',
    chargingProfileKind: 'Absolute',
    chargingSchedule: {
      chargingRateUnit: 'A',
      startSchedule: new Date(T0 + 300_000).toISOString(),
      duration: 300,
      chargingSchedulePeriod: [{ startPeriod: 0, limit: 10 }],
    },
  })
  await central.call('SetChargingProfile', { connectorId: 0, csChargingProfiles: max })
  const composite = await central.call('GetCompositeSchedule', { connectorId: 1, duration: 900 })
  expect(composite.chargingSchedule).toMatchObject({
    chargingSchedulePeriod: [
      { startPeriod: 0, limit: 4_200 },
      { startPeriod: 240, limit: 2_300 },
      { startPeriod: 540, limit: 4_200 },
    ],
  })
  clock.advance(60_000)
  expect(Math.round(charger.reading(1).powerW / 100)).toBe(42)
  const suspended = charger.next('status', ({ status }) => status === 'SuspendedEVSE')
  const zero = profile({ chargingProfileId: 3, stackLevel: 1, chargingSchedule: period(0) })
  await central.call('SetChargingProfile', { connectorId: 1, csChargingProfiles: zero })
  clock.advance(60_000)
  await suspended
  expect(await central.call('ClearChargingProfile', {})).toEqual({ status: 'Accepted' })
})

describe('reservations', () => {
  const reserve = { connectorId: 1, expiryDate: in10Minutes, idTag: 'A', reservationId: 5 }

  it('hold the connector for their tag, which uses them up', async () => {
    await boot()
    const reserved = charger.next('status', ({ status }) => status === 'Reserved')
    expect(await central.call('ReserveNow', reserve)).toEqual({ status: 'Accepted' })
    await reserved
    expect(await central.call('ReserveNow', { ...reserve, reservationId: 6 })).toEqual({ status: 'Occupied' })
    await expect(charger.start(1, 'B')).rejects.toThrow('reserved')
    await charger.start(1, 'a')
    expect(central.all('StartTransaction')[0]).toMatchObject({ reservationId: 5 })
    expect(await central.call('CancelReservation', { reservationId: 5 })).toEqual({ status: 'Rejected' })
  })

  it('end by expiry and by cancelling', async () => {
    await boot()
    await central.call('ReserveNow', reserve)
    const available = charger.next('status', ({ status }) => status === 'Available')
    clock.advance(600_000)
    await available
    const expiryDate = new Date(T0 + 1_200_000).toISOString()
    await central.call('ReserveNow', { ...reserve, expiryDate })
    expect(await central.call('CancelReservation', { reservationId: 5 })).toEqual({ status: 'Accepted' })
  })

  it('are refused on faulted and unavailable connectors', async () => {
    await boot()
    await charger.fault(1, 'HighTemperature')
    expect(await central.call('ReserveNow', reserve)).toEqual({ status: 'Faulted' })
    await central.call('ChangeAvailability', { connectorId: 2, type: 'Inoperative' })
    expect(await central.call('ReserveNow', { ...reserve, connectorId: 2 })).toEqual({ status: 'Unavailable' })
  })
})

it('the local list takes a newer differential and refuses an older one', async () => {
  await boot()
  const send = (listVersion: number, updateType: string, localAuthorizationList: object[]) =>
    central.call('SendLocalList', { listVersion, updateType, localAuthorizationList })
  const entry = { idTag: 'A', idTagInfo: { status: 'Accepted' } }
  expect(await send(3, 'Full', [entry])).toEqual({ status: 'Accepted' })
  expect(await send(3, 'Differential', [])).toEqual({ status: 'VersionMismatch' })
  expect(await send(4, 'Differential', [{ idTag: 'a' }])).toEqual({ status: 'Accepted' })
  expect(await central.call('GetLocalListVersion', {})).toEqual({ listVersion: 4 })
  await charger.goOffline()
  expect(await charger.authorize('A')).toMatchObject({ source: 'unknown' })
})

describe('triggers', () => {
  it.each([
    ['TriggerMessage', 'BootNotification', 'BootNotification'],
    ['TriggerMessage', 'Heartbeat', 'Heartbeat'],
    ['TriggerMessage', 'MeterValues', 'MeterValues'],
    ['TriggerMessage', 'StatusNotification', 'StatusNotification'],
    ['TriggerMessage', 'FirmwareStatusNotification', 'FirmwareStatusNotification'],
    ['TriggerMessage', 'DiagnosticsStatusNotification', 'DiagnosticsStatusNotification'],
    ['ExtendedTriggerMessage', 'FirmwareStatusNotification', 'SignedFirmwareStatusNotification'],
    ['ExtendedTriggerMessage', 'LogStatusNotification', 'LogStatusNotification'],
    ['ExtendedTriggerMessage', 'SignChargePointCertificate', 'SignCertificate'],
  ])('%s %s: sends %s', async (action, requestedMessage, sent) => {
    await boot()
    const message = central.next(sent)
    expect(await central.call(action, { requestedMessage })).toEqual({ status: 'Accepted' })
    await message
  })
})

describe('firmware and logs', () => {
  /** All states told, once the last one was. */
  const until = async (action: string, last: string): Promise<unknown[]> => {
    if (!central.all(action).some(({ status }) => status === last))
      await central.next(action, ({ status }) => status === last)
    return central.all(action).map(payload => payload.status)
  }
  const retrieveDate = new Date(T0).toISOString()

  const FILE = simulatedFirmware('2.7.1', Buffer.alloc(150_000, 'firmware'))
  const asked: (string | undefined)[] = []
  /** /fw: the file in parts; /whole: without parts; /bad: with a byte that is another; everything else: nothing. */
  const files = createServer((request, reply) => {
    const { range } = request.headers
    asked.push(range)
    const bytes = Buffer.from(FILE)
    if (request.url === '/bad') bytes[100_000] = 0
    const [, from = '0', to = '0'] = /bytes=(\d+)-(\d+)/.exec(range ?? '') ?? []
    const part = request.url === '/whole' ? bytes : bytes.subarray(Number(from), Number(to) + 1)
    if (!['/fw', '/whole', '/bad'].includes(request.url ?? '')) return reply.writeHead(404).end()
    if (part.length < bytes.length)
      reply.writeHead(206, {
        'content-range': `bytes ${from}-${Number(from) + part.length - 1}/${bytes.length}`,
        etag: '"tag"',
      })
    return reply.end(part)
  })
  let filesAt = ''
  beforeAll(async () => {
    await new Promise<void>(ok => files.listen(0, '127.0.0.1', ok))
    filesAt = `http://127.0.0.1:${(files.address() as AddressInfo).port}`
  })
  afterAll(() => files.close())

  it('updates: fetches the file in parts, installs, reboots with the version of the file', async () => {
    await boot()
    asked.length = 0
    await central.call('UpdateFirmware', { location: `${filesAt}/fw`, retrieveDate })
    const seen = await until('FirmwareStatusNotification', 'Installed')
    expect(seen).toEqual(['Downloading', 'Downloaded', 'Installing', 'Installed'])
    expect(central.all('BootNotification')[1]).toMatchObject({ firmwareVersion: '2.7.1' })
    expect(asked).toEqual(['bytes=0-65535', 'bytes=65536-131071', 'bytes=131072-196607'])
  })

  it.each([
    ['/whole', 'Installed', '2.7.1'],
    ['/bad', 'DownloadFailed', undefined],
    ['/none', 'DownloadFailed', undefined],
  ])('the file %s ends with %s', async (path, last, version) => {
    await boot()
    await central.call('UpdateFirmware', { location: `${filesAt}${path}`, retrieveDate })
    await until('FirmwareStatusNotification', last)
    expect(central.all('BootNotification')[1]?.firmwareVersion).toBe(version)
  })

  it('starts with the version before, or forgets the update with the power', async () => {
    await boot({ faults: { firmware: 'old version' } })
    await central.call('UpdateFirmware', { location: `${filesAt}/fw`, retrieveDate })
    await until('FirmwareStatusNotification', 'Installed')
    expect(central.all('BootNotification')[1]).toMatchObject({ firmwareVersion: '1.0.0' })
    charger.faults = { firmware: 'power loss' }
    await central.call('UpdateFirmware', { location: `${filesAt}/fw`, retrieveDate })
    await central.next('BootNotification')
    await charger.next('booted')
    await central.call('TriggerMessage', { requestedMessage: 'FirmwareStatusNotification' })
    const seen = await until('FirmwareStatusNotification', 'Idle')
    expect(seen.slice(-2)).toEqual(['Downloading', 'Idle'])
  })

  it('fails as told, and refuses a wrong signature', async () => {
    await boot({ faults: { firmware: 'InvalidSignature' } })
    const firmware = {
      location: `${filesAt}/fw`,
      retrieveDateTime: retrieveDate,
      signingCertificate: '-----BEGIN CERTIFICATE-----',
      signature: 's',
    }
    const answer = await central.call('SignedUpdateFirmware', { requestId: 4, firmware })
    expect(answer).toEqual({ status: 'Accepted' })
    const seen = await until('SignedFirmwareStatusNotification', 'InvalidSignature')
    expect(seen).toEqual(['Downloading', 'Downloaded', 'InvalidSignature'])
  })

  const came: { method: string | undefined; text: string; name: string | undefined }[] = []
  const place = createServer(async (request, reply) => {
    const text = await Array.fromAsync(request.setEncoding('utf8'))
    came.push({ method: request.method, text: text.join(''), name: request.headers['content-disposition'] })
    reply.statusCode = request.url === '/full' ? 507 : 200
    reply.end()
  })
  beforeAll(() => new Promise<void>(ok => place.listen(0, '127.0.0.1', ok)))
  afterAll(() => new Promise(ok => place.close(ok)))
  const at = (path: string) => `http://127.0.0.1:${(place.address() as AddressInfo).port}${path}`
  const asks = {
    GetDiagnostics: (location: string) => ({ location }),
    GetLog: (remoteLocation: string) => ({ logType: 'SecurityLog', requestId: 3, log: { remoteLocation } }),
  }
  const told = { GetDiagnostics: 'DiagnosticsStatusNotification', GetLog: 'LogStatusNotification' }

  it.each(['GetDiagnostics', 'GetLog'] as const)('%s: sends its log and tells that it did', async action => {
    await boot()
    const { fileName, filename } = await central.call(action, asks[action](at('/door')))
    const name = String(fileName ?? filename)
    expect(await until(told[action], 'Uploaded')).toEqual(['Uploading', 'Uploaded'])
    const file = came.at(-1)
    expect([file?.method, file?.name]).toEqual(['PUT', `attachment; filename="${name}"`])
    expect(file?.text).toMatch(action === 'GetLog' ? /^# security log of / : /connector 1: Available, meter \d+ Wh/)
  })

  it.each([
    ['GetDiagnostics', 'ftp://127.0.0.1/x', 'UploadFailed'],
    ['GetDiagnostics', '/full', 'UploadFailed'],
    ['GetLog', 'ftp://127.0.0.1/x', 'UploadFailure'],
    ['GetLog', 'no address', 'UploadFailure'],
  ] as const)('%s to %s: %s', async (action, location, failure) => {
    await boot()
    await central.call(action, asks[action](location.startsWith('/') ? at(location) : location))
    expect(await until(told[action], failure)).toEqual(['Uploading', failure])
  })
})

it('certificates: a signing request with O and CN, its answer, roots installed, listed and deleted', async () => {
  await boot()
  const asked = central.next('SignCertificate')
  await charger.signCertificate('Wattdesk & Co')
  const ca = new TestCa()
  const certificateChain = ca.issue(String((await asked).payload.csr))
  expect(new X509Certificate(certificateChain).subject).toBe('O=Wattdesk & Co\nCN=CP1')
  expect(await central.call('CertificateSigned', { certificateChain })).toEqual({ status: 'Accepted' })
  expect(await central.call('CertificateSigned', { certificateChain: ca.certificate })).toEqual({ status: 'Rejected' })
  const root = { certificateType: 'CentralSystemRootCertificate' }
  const { certificate } = ca
  expect(await central.call('InstallCertificate', { ...root, certificate })).toEqual({ status: 'Accepted' })
  const listed = await central.call('GetInstalledCertificateIds', root)
  const [certificateHashData] = listed.certificateHashData as object[]
  expect(await central.call('DeleteCertificate', { certificateHashData })).toEqual({ status: 'Accepted' })
  expect(await central.call('DeleteCertificate', { certificateHashData })).toEqual({ status: 'NotFound' })
})

describe('faults', () => {
  it('refuse as told, answer late or never', async () => {
    await boot({
      faults: {
        refuse: { SetChargingProfile: 'NotSupported', ReserveNow: { status: 'Rejected' } },
        silentOn: ['ClearCache'],
        answerDelayMs: 20,
      },
    })
    expect(await central.call('SetChargingProfile', {})).toEqual({ error: 'NotSupported' })
    expect(await central.call('ReserveNow', {})).toEqual({ status: 'Rejected' })
    const heard = charger.next('call', ({ action }) => action === 'ClearCache')
    void central.call('ClearCache', {})
    expect(await heard).not.toHaveProperty('answer')
  })

  it('a new AuthorizationKey is used, as the bytes of its digits, from the next connection on', async () => {
    await boot({ key: 'the-first-key-1234' })
    const opened = charger.next('opened')
    const value = '00ff3a0a'.repeat(5)
    expect(await central.call('ChangeConfiguration', { key: 'AuthorizationKey', value })).toEqual({
      status: 'Accepted',
    })
    await opened
    const wanted = Buffer.concat([Buffer.from('CP1:'), Buffer.from(value, 'hex')])
    expect(Buffer.from(String(central.authorization).slice(6), 'base64')).toEqual(wanted)
    expect(await central.call('ChangeConfiguration', { key: 'AuthorizationKey', value: 'no digits at all' })).toEqual({
      status: 'Rejected',
    })
  })
})
