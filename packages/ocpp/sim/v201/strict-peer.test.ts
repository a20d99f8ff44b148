// Our side of OCPP 2.0.1 against another's: ocpp-rpc in strict mode, which judges all that it sends and receives by the
// official schemas. The simulated station speaks to its server, its client to our session.
import type { AddressInfo } from 'node:net'
import { RPCClient, RPCServer } from 'ocpp-rpc'
import { afterEach, expect, it } from 'vitest'
import { WebSocketServer } from 'ws'
import { OcppError } from '../../src/error-code.ts'
import { newestOf } from '../../src/handshake.ts'
import { type Messages201, ocpp201, type Response201, type StationAction } from '../../src/ocpp201.ts'
import { ChargePointSession } from '../../src/session.ts'
import { manualClock } from '../clock.ts'
import { SimulatedStation } from './charging-station.ts'

/** The package's types ask for every option; its code has a default for each. */
type ClientOptions = ConstructorParameters<typeof RPCClient>[0]
const at = '2025-06-01T08:00:00.000Z'
const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

const answers: { [A in StationAction]?: Response201<A> } = {
  BootNotification: { status: 'Accepted', currentTime: at, interval: 300 },
  Heartbeat: { currentTime: at },
  Authorize: { idTokenInfo: { status: 'Accepted', groupIdToken: { idToken: 'FLEET', type: 'Central' } } },
  TransactionEvent: { idTokenInfo: { status: 'Accepted' }, totalCost: 12.5 },
  StatusNotification: {},
  NotifyReport: {},
  MeterValues: {},
  ReservationStatusUpdate: {},
  SignCertificate: { status: 'Accepted' },
}

it('a strict server finds no fault in the simulated station', async () => {
  const faults: unknown[] = []
  const methods: string[] = []
  const server = new RPCServer({ protocols: ['ocpp2.0.1'], strictMode: true })
  const peers: RPCClient[] = []
  server.on('client', peer => {
    peers.push(peer as unknown as RPCClient)
    peer.on('strictValidationFailure', (fault: unknown) => faults.push(fault))
    peer.on('badMessage', (fault: unknown) => faults.push(fault))
    peer.handle(async ({ method }: { method?: string }) => {
      methods.push(String(method))
      return answers[method as StationAction] ?? {}
    })
  })
  const http = await server.listen(0, '127.0.0.1')
  ends.push(() => server.close({ force: true } as never))
  const { port } = http.address() as AddressInfo
  const clock = manualClock(Date.parse(at))
  const station = new SimulatedStation({ url: `ws://127.0.0.1:${port}`, identity: 'CS-1', evses: 2, seed: 1, clock })
  ends.push(() => station.close())
  expect(await station.startUp()).toMatchObject({ status: 'Accepted' })
  await station.heartbeat()
  await station.authorize('TAG1')
  await station.start(1, 'TAG1')
  await station.goOffline()
  clock.advance(600_000)
  await station.unplug(1)
  await station.goOnline()
  const call = (method: string, params: object): Promise<unknown> =>
    (peers.at(-1) as unknown as { call: (m: string, p: object) => Promise<unknown> }).call(method, params)
  const component = { name: 'OCPPCommCtrlr' }
  const variable = { name: 'HeartbeatInterval' }
  expect(await call('GetVariables', { getVariableData: [{ component, variable }] })).toMatchObject({
    getVariableResult: [{ attributeStatus: 'Accepted', attributeValue: '300' }],
  })
  await call('SetVariables', { setVariableData: [{ component, variable, attributeValue: '60' }] })
  expect(await call('GetTransactionStatus', {})).toEqual({ messagesInQueue: false })
  const reported = new Promise(resolve => station.on('call', resolve))
  expect(await call('GetBaseReport', { requestId: 1, reportBase: 'FullInventory' })).toEqual({ status: 'Accepted' })
  await reported
  for (const [method, params, status] of doings) {
    const answered = (await call(method, params)) as { status?: string }
    expect([method, answered.status]).toEqual([method, status])
  }
  await station.heartbeat()
  // The log goes nowhere; the station says so.
  await expect.poll(() => methods.filter(m => m === 'LogStatusNotification').length).toBe(2)
  await expect.poll(() => new Set(methods)).toEqual(new Set([...Object.keys(answers), ...TOLD]))
  expect(faults).toEqual([])
})

/** What the station tells besides, of what it was asked to do. */
const TOLD = [
  'ReportChargingProfiles',
  'NotifyDisplayMessages',
  'NotifyCustomerInformation',
  'LogStatusNotification',
  'FirmwareStatusNotification',
]
const card = { idToken: 'TAG2', type: 'ISO14443' }
const chargingSchedule = [{ id: 1, chargingRateUnit: 'W', chargingSchedulePeriod: [{ startPeriod: 0, limit: 5000 }] }]
const profile = {
  id: 1,
  stackLevel: 0,
  chargingProfilePurpose: 'TxDefaultProfile',
  chargingProfileKind: 'Relative',
  chargingSchedule,
}
const shown = { id: 5, priority: 'NormalCycle', message: { format: 'UTF8', content: 'Hello' } }
const hash = { hashAlgorithm: 'SHA256', issuerNameHash: 'a', issuerKeyHash: 'b', serialNumber: '1' }
/** Calls in their order, each with the status of its answer. */
const doings: readonly [method: string, params: object, status: string | undefined][] = [
  ['SetChargingProfile', { evseId: 2, chargingProfile: profile }, 'Accepted'],
  ['SetChargingProfile', { evseId: 9, chargingProfile: profile }, 'Rejected'],
  [
    'SetChargingProfile',
    { evseId: 2, chargingProfile: { ...profile, chargingProfilePurpose: 'TxProfile' } },
    'Rejected',
  ],
  ['GetCompositeSchedule', { evseId: 2, duration: 60 }, 'Accepted'],
  ['GetCompositeSchedule', { evseId: 0, duration: 60, chargingRateUnit: 'A' }, 'Accepted'],
  ['GetCompositeSchedule', { evseId: 9, duration: 60 }, 'Rejected'],
  ['GetChargingProfiles', { requestId: 1, chargingProfile: {} }, 'Accepted'],
  ['GetChargingProfiles', { requestId: 1, chargingProfile: { stackLevel: 4 } }, 'NoProfiles'],
  ['ClearChargingProfile', { chargingProfileId: 1 }, 'Accepted'],
  ['ClearChargingProfile', { chargingProfileCriteria: {} }, 'Unknown'],
  [
    'SendLocalList',
    {
      versionNumber: 2,
      updateType: 'Full',
      localAuthorizationList: [{ idToken: card, idTokenInfo: { status: 'Accepted' } }],
    },
    'Accepted',
  ],
  [
    'SendLocalList',
    { versionNumber: 2, updateType: 'Differential', localAuthorizationList: [{ idToken: card }] },
    'VersionMismatch',
  ],
  ['GetLocalListVersion', {}, undefined],
  ['ClearCache', {}, 'Accepted'],
  ['ReserveNow', { id: 3, expiryDateTime: '2026-06-01T08:00:00.000Z', idToken: card, evseId: 2 }, 'Accepted'],
  ['ReserveNow', { id: 4, expiryDateTime: '2026-06-01T08:00:00.000Z', idToken: card, evseId: 2 }, 'Occupied'],
  ['CancelReservation', { reservationId: 4 }, 'Rejected'],
  ['RequestStartTransaction', { evseId: 2, remoteStartId: 1, idToken: { ...card, idToken: 'OTHER' } }, 'Rejected'],
  ['ChangeAvailability', { operationalStatus: 'Inoperative', evse: { id: 2, connectorId: 1 } }, 'Accepted'],
  ['ReserveNow', { id: 4, expiryDateTime: '2026-06-01T08:00:00.000Z', idToken: card, evseId: 2 }, 'Unavailable'],
  ['ChangeAvailability', { operationalStatus: 'Operative' }, 'Accepted'],
  ['ChangeAvailability', { operationalStatus: 'Operative', evse: { id: 9 } }, 'Rejected'],
  ['UnlockConnector', { evseId: 1, connectorId: 1 }, 'Unlocked'],
  ['UnlockConnector', { evseId: 1, connectorId: 2 }, 'UnknownConnector'],
  ['SetDisplayMessage', { message: shown }, 'Accepted'],
  ['SetDisplayMessage', { message: { ...shown, transactionId: 'none' } }, 'UnknownTransaction'],
  ['GetDisplayMessages', { requestId: 2 }, 'Accepted'],
  ['GetDisplayMessages', { requestId: 2, id: [6] }, 'Unknown'],
  ['ClearDisplayMessage', { id: 5 }, 'Accepted'],
  ['ClearDisplayMessage', { id: 5 }, 'Unknown'],
  ['CustomerInformation', { requestId: 3, report: true, clear: true, idToken: card }, 'Accepted'],
  ['CostUpdated', { totalCost: 1.5, transactionId: 'x' }, undefined],
  ['InstallCertificate', { certificateType: 'CSMSRootCertificate', certificate: 'none' }, 'Rejected'],
  ['GetInstalledCertificateIds', {}, 'NotFound'],
  ['DeleteCertificate', { certificateHashData: hash }, 'NotFound'],
  ['CertificateSigned', { certificateChain: 'none' }, 'Rejected'],
  ['TriggerMessage', { requestedMessage: 'SignChargingStationCertificate' }, 'Accepted'],
  ['TriggerMessage', { requestedMessage: 'FirmwareStatusNotification' }, 'Accepted'],
  ['TriggerMessage', { requestedMessage: 'LogStatusNotification' }, 'Accepted'],
  ['TriggerMessage', { requestedMessage: 'MeterValues', evse: { id: 2 } }, 'Accepted'],
  ['GetLog', { requestId: 4, logType: 'SecurityLog', log: { remoteLocation: 'ftp://none' } }, 'Accepted'],
  ['Reset', { type: 'Immediate', evseId: 9 }, 'Rejected'],
  ['Reset', { type: 'OnIdle', evseId: 1 }, 'Accepted'],
]

it('a strict client finds no fault in our session', async () => {
  const faults: unknown[] = []
  const server = new WebSocketServer({
    host: '127.0.0.1',
    port: 0,
    handleProtocols: offered => newestOf(offered, ['ocpp2.0.1', 'ocpp1.6']) ?? false,
  })
  ends.push(() => server.close())
  const sessions: ChargePointSession<Messages201>[] = []
  server.on('connection', socket => {
    const session = new ChargePointSession({
      dialect: ocpp201,
      socket,
      handle: action => {
        const answer = answers[action]
        if (!answer) throw new OcppError('NotSupported', `${action} is not supported`)
        return answer as never
      },
      onError: error => void faults.push(error),
    })
    sessions.push(session)
    socket.on('message', data => session.receive(String(data)))
    socket.on('close', () => session.closed())
  })
  await new Promise(resolve => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  const client = new RPCClient({
    endpoint: `ws://127.0.0.1:${port}`,
    identity: 'CS-1',
    protocols: ['ocpp1.6', 'ocpp2.0.1'],
    strictMode: ['ocpp2.0.1'],
  } as ClientOptions)
  ends.push(() => client.close({ force: true } as never))
  client.on('strictValidationFailure', (fault: unknown) => faults.push(fault))
  client.handle(async ({ method }) => (method === 'Reset' ? { status: 'Accepted' } : {}))
  await client.connect()
  expect(client.protocol).toBe('ocpp2.0.1')
  const call = (method: string, params: object): Promise<unknown> =>
    (client as unknown as { call: (m: string, p: object) => Promise<unknown> }).call(method, params)
  const chargingStation = { model: 'M', vendorName: 'V' }
  expect(await call('BootNotification', { reason: 'PowerUp', chargingStation })).toEqual(answers.BootNotification)
  const idToken = { idToken: '04E91C5A', type: 'ISO14443' }
  expect(await call('Authorize', { idToken })).toEqual(answers.Authorize)
  const event = {
    eventType: 'Started',
    timestamp: at,
    triggerReason: 'Authorized',
    seqNo: 0,
    transactionInfo: { transactionId: 'T-1' },
    evse: { id: 1, connectorId: 1 },
    idToken,
  }
  expect(await call('TransactionEvent', event)).toEqual(answers.TransactionEvent)
  await expect(call('SecurityEventNotification', { type: 'x', timestamp: at })).rejects.toMatchObject({
    rpcErrorCode: 'NotSupported',
  })
  expect(await sessions[0]?.call('Reset', { type: 'OnIdle' })).toMatchObject({
    kind: 'result',
    payload: { status: 'Accepted' },
  })
  expect(faults).toEqual([])
})
