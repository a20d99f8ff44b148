// Every call of OCPP 1.6 over a real socket to a station of 2.0.1: the message that goes out, and its answer in the form in which
// features read it. The official schemas judge the message on its way out.
import { type CentralSystemAction, isCentralSystemAction, messages, type Request } from '@wattdesk/ocpp/messages'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '#testing/app.ts'
import { at, newTag } from '#testing/ocpp.ts'
import { bootedStation, eventsOf, register, type Station201 } from '#testing/station201.ts'

let t: TestApp
let ws: string
let c: Station201
let transactionId = 0
beforeAll(async () => {
  // The product asks nothing by itself that a row could take for its own call.
  t = await startApp({}, { config: { afterMs: 3_600_000 } })
  ws = (await t.listen()).ws
  c = await bootedStation(t, ws)
  await c.nextCall('SetVariables')
  c.onCall = undefined
  await c.call('StatusNotification', { timestamp: at(0), connectorStatus: 'Available', evseId: 2, connectorId: 1 })
  const meters = [register(at(0), 1000, 'Transaction.Begin')]
  const token = await newTag(t)
  await eventsOf(c, 'tx-a').started({ seqNo: 0, at: at(0), state: 'Charging', token, meters })
  transactionId = stationOf().active?.get(1) ?? 0
  expect(transactionId).toBeGreaterThan(0)
})
afterAll(() => t.close())

const stationOf = (of = c) => t.ocpp.stations.get(of.pk) ?? expect.fail('The station is not connected')
const ask = <A extends CentralSystemAction>(action: A, payload: Request<A>, options = {}) =>
  stationOf().session.ask(action, payload, options)
/** Answers the next call with a payload, or with an error where it is a text; returns the action and payload that came. */
async function answerNext(answer: object | string) {
  const [, id, action, payload] = await c.next(f => f[0] === 2)
  c.send(JSON.stringify(typeof answer === 'string' ? [4, id, answer, 'Not today', {}] : [3, id, answer]))
  return [action, payload]
}
async function asked<A extends CentralSystemAction>(action: A, payload: Request<A>, answer: object | string) {
  const outcome = ask(action, payload)
  return { sent: await answerNext(answer), outcome: await outcome }
}

const later = '2026-01-05T08:00:00.000Z'
test('a tag goes out as its own kind of token, with its priority and EVSEs, and off the list as it went on', async () => {
  const idTag = await newTag(t, { tokenType: 'eMAID', chargingPriority: 5, evses: '1,2' })
  const token = { idToken: idTag, type: 'eMAID' }
  const reserved = await asked(
    'ReserveNow',
    { connectorId: 0, expiryDate: later, idTag: idTag.toLowerCase(), reservationId: 9 },
    { status: 'Accepted' },
  )
  expect(reserved.sent).toMatchObject(['ReserveNow', { idToken: { ...token, idToken: idTag.toLowerCase() } }])
  const put = [{ idTag, idTagInfo: { status: 'Accepted' as const } }]
  const list = { listVersion: 1, updateType: 'Differential' as const, localAuthorizationList: put }
  expect((await asked('SendLocalList', list, { status: 'Accepted' })).sent[1]).toMatchObject({
    localAuthorizationList: [
      { idToken: token, idTokenInfo: { status: 'Accepted', chargingPriority: 5, evseId: [1, 2] } },
    ],
  })
  await sql`insert into local_list (chargepoint_pk, is_kept, due_at) values (${c.pk}, true, '2100-01-01')`.execute(t.db)
  await sql`insert into local_list_tag (chargepoint_pk, id_tag, status, token_type)
    values (${c.pk}, lower(${idTag}), 'Accepted', 'KeyCode')`.execute(t.db)
  const drop = { ...list, listVersion: 2, localAuthorizationList: [{ idTag }] }
  expect((await asked('SendLocalList', drop, { status: 'Accepted' })).sent[1]).toMatchObject({
    localAuthorizationList: [{ idToken: { ...token, type: 'KeyCode' } }],
  })
})

test('a start from afar names a card as its own kind, and a tag without a card as Central', async () => {
  const card = await newTag(t, { tokenType: 'ISO15693' })
  const app = await newTag(t, { kind: 'app' })
  for (const [idTag, type] of [
    [card, 'ISO15693'],
    [app, 'Central'],
  ] as const) {
    const { sent } = await asked('RemoteStartTransaction', { idTag, connectorId: 1 }, { status: 'Rejected' })
    expect(sent).toMatchObject(['RequestStartTransaction', { idToken: { idToken: idTag, type } }])
  }
})

const hash = { hashAlgorithm: 'SHA256', issuerNameHash: 'aa', issuerKeyHash: 'bb', serialNumber: '01' } as const
const pem = '-----BEGIN CERTIFICATE-----\nAA==\n-----END CERTIFICATE-----'
const periods = [
  { startPeriod: 0, limit: 10.5, numberPhases: 3 },
  { startPeriod: 60, limit: 6 },
]
const profile = {
  chargingProfileId: 7,
  stackLevel: 1,
  chargingProfilePurpose: 'TxDefaultProfile',
  chargingProfileKind: 'Recurring',
  recurrencyKind: 'Daily',
  validFrom: later,
  chargingSchedule: {
    duration: 600,
    startSchedule: later,
    chargingRateUnit: 'A',
    chargingSchedulePeriod: periods,
    minChargingRate: 6.1,
  },
} as const
const profile201 = {
  id: 7,
  stackLevel: 1,
  chargingProfilePurpose: 'TxDefaultProfile',
  chargingProfileKind: 'Recurring',
  recurrencyKind: 'Daily',
  validFrom: later,
  chargingSchedule: [{ id: 7, ...profile.chargingSchedule }],
}
const variable = (component: string, name: string, more: object = {}, instance?: string) => ({
  component: { name: component, ...more },
  variable: { name, ...(instance && { instance }) },
})
const set = (named: object, attributeValue: string) => ({ setVariableData: [{ ...named, attributeValue }] })
const wasSet = (named: object, attributeStatus: string) => ({ setVariableResult: [{ ...named, attributeStatus }] })
const heartbeat = variable('OCPPCommCtrlr', 'HeartbeatInterval')
const connectorTwo = { evse: { id: 2, connectorId: 1 } }
const number = expect.any(Number) as number

/** What is asked, what goes out, what the station answers, what comes back; without the last the answer as it is. */
type Row = {
  [A in CentralSystemAction]: [
    action: A,
    payload: Request<A>,
    sent: [action: string, payload: object],
    told: object,
    back?: object,
  ]
}[CentralSystemAction]
const rows: Row[] = [
  [
    'ChangeAvailability',
    { connectorId: 0, type: 'Inoperative' },
    ['ChangeAvailability', { operationalStatus: 'Inoperative' }],
    { status: 'Scheduled' },
  ],
  [
    'ChangeAvailability',
    { connectorId: 2, type: 'Operative' },
    ['ChangeAvailability', { operationalStatus: 'Operative', evse: { id: 2 } }],
    { status: 'Rejected' },
  ],
  ['Reset', { type: 'Hard' }, ['Reset', { type: 'Immediate' }], { status: 'Accepted' }],
  ['Reset', { type: 'Soft' }, ['Reset', { type: 'OnIdle' }], { status: 'Scheduled' }],
  [
    'UnlockConnector',
    { connectorId: 2 },
    ['UnlockConnector', { evseId: 2, connectorId: 1 }],
    { status: 'OngoingAuthorizedTransaction' },
    { status: 'UnlockFailed' },
  ],
  ['ClearCache', {}, ['ClearCache', {}], { status: 'Rejected' }],
  [
    'RemoteStartTransaction',
    { idTag: 'TAG', connectorId: 2 },
    ['RequestStartTransaction', { evseId: 2, idToken: { idToken: 'TAG', type: 'Central' }, remoteStartId: number }],
    { status: 'Accepted', transactionId: 'tx-b' },
    { status: 'Accepted' },
  ],
  [
    'RemoteStartTransaction',
    { idTag: 'TAG', chargingProfile: { ...profile, chargingProfilePurpose: 'TxProfile' } },
    [
      'RequestStartTransaction',
      {
        idToken: { idToken: 'TAG', type: 'Central' },
        remoteStartId: number,
        chargingProfile: { ...profile201, chargingProfilePurpose: 'TxProfile' },
      },
    ],
    { status: 'Rejected' },
  ],
  ['CancelReservation', { reservationId: 4 }, ['CancelReservation', { reservationId: 4 }], { status: 'Rejected' }],
  [
    'ReserveNow',
    { connectorId: 2, expiryDate: later, idTag: 'TAG', reservationId: 4, parentIdTag: 'FLEET' },
    [
      'ReserveNow',
      {
        id: 4,
        expiryDateTime: later,
        idToken: { idToken: 'TAG', type: 'ISO14443' },
        evseId: 2,
        groupIdToken: { idToken: 'FLEET', type: 'Central' },
      },
    ],
    { status: 'Occupied' },
  ],
  [
    'ReserveNow',
    { connectorId: 0, expiryDate: later, idTag: 'TAG', reservationId: 4 },
    ['ReserveNow', { id: 4, expiryDateTime: later, idToken: { idToken: 'TAG', type: 'ISO14443' } }],
    { status: 'Accepted' },
  ],
  ['GetLocalListVersion', {}, ['GetLocalListVersion', {}], { versionNumber: 0 }, { listVersion: 0 }],
  ['GetLocalListVersion', {}, ['GetLocalListVersion', {}], { versionNumber: 12 }, { listVersion: 12 }],
  [
    'SendLocalList',
    { listVersion: 1, updateType: 'Full' },
    ['SendLocalList', { versionNumber: 1, updateType: 'Full' }],
    { status: 'Accepted' },
  ],
  [
    'SendLocalList',
    {
      listVersion: 2,
      updateType: 'Differential',
      localAuthorizationList: [
        { idTag: 'GONE' },
        { idTag: 'TAG', idTagInfo: { status: 'Blocked', expiryDate: later, parentIdTag: 'FLEET' } },
      ],
    },
    [
      'SendLocalList',
      {
        versionNumber: 2,
        updateType: 'Differential',
        localAuthorizationList: [
          { idToken: { idToken: 'GONE', type: 'ISO14443' } },
          {
            idToken: { idToken: 'TAG', type: 'ISO14443' },
            idTokenInfo: {
              status: 'Blocked',
              cacheExpiryDateTime: later,
              groupIdToken: { idToken: 'FLEET', type: 'Central' },
            },
          },
        ],
      },
    ],
    { status: 'VersionMismatch' },
  ],
  [
    'SetChargingProfile',
    { connectorId: 0, csChargingProfiles: { ...profile, chargingProfilePurpose: 'ChargePointMaxProfile' } },
    [
      'SetChargingProfile',
      { evseId: 0, chargingProfile: { ...profile201, chargingProfilePurpose: 'ChargingStationMaxProfile' } },
    ],
    { status: 'Accepted' },
  ],
  [
    'SetChargingProfile',
    { connectorId: 2, csChargingProfiles: profile },
    ['SetChargingProfile', { evseId: 2, chargingProfile: profile201 }],
    { status: 'Rejected', statusInfo: { reasonCode: 'TooMany' } },
    { status: 'Rejected' },
  ],
  [
    'ClearChargingProfile',
    { id: 7, stackLevel: 1 },
    ['ClearChargingProfile', { chargingProfileId: 7 }],
    { status: 'Accepted' },
  ],
  [
    'ClearChargingProfile',
    { connectorId: 0, chargingProfilePurpose: 'ChargePointMaxProfile', stackLevel: 0 },
    [
      'ClearChargingProfile',
      { chargingProfileCriteria: { evseId: 0, chargingProfilePurpose: 'ChargingStationMaxProfile', stackLevel: 0 } },
    ],
    { status: 'Unknown' },
  ],
  ['ClearChargingProfile', {}, ['ClearChargingProfile', { chargingProfileCriteria: {} }], { status: 'Accepted' }],
  [
    'GetCompositeSchedule',
    { connectorId: 2, duration: 600, chargingRateUnit: 'A' },
    ['GetCompositeSchedule', { evseId: 2, duration: 600, chargingRateUnit: 'A' }],
    {
      status: 'Accepted',
      schedule: {
        evseId: 2,
        duration: 600,
        scheduleStart: later,
        chargingRateUnit: 'A',
        chargingSchedulePeriod: periods,
      },
    },
    {
      status: 'Accepted',
      connectorId: 2,
      scheduleStart: later,
      chargingSchedule: { duration: 600, startSchedule: later, chargingRateUnit: 'A', chargingSchedulePeriod: periods },
    },
  ],
  [
    'GetCompositeSchedule',
    { connectorId: 0, duration: 600 },
    ['GetCompositeSchedule', { evseId: 0, duration: 600 }],
    { status: 'Rejected' },
  ],
  [
    'DataTransfer',
    { vendorId: 'com.example', messageId: 'x', data: '{"a":1}' },
    ['DataTransfer', { vendorId: 'com.example', messageId: 'x', data: '{"a":1}' }],
    { status: 'Accepted', data: { b: [1] } },
    { status: 'Accepted', data: '{"b":[1]}' },
  ],
  [
    'DataTransfer',
    { vendorId: 'com.example' },
    ['DataTransfer', { vendorId: 'com.example' }],
    { status: 'UnknownMessageId', data: 'text' },
  ],
  [
    'TriggerMessage',
    { requestedMessage: 'BootNotification' },
    ['TriggerMessage', { requestedMessage: 'BootNotification' }],
    { status: 'NotImplemented' },
  ],
  [
    'TriggerMessage',
    { requestedMessage: 'DiagnosticsStatusNotification' },
    ['TriggerMessage', { requestedMessage: 'LogStatusNotification' }],
    { status: 'Accepted' },
  ],
  [
    'TriggerMessage',
    { requestedMessage: 'StatusNotification', connectorId: 2 },
    ['TriggerMessage', { requestedMessage: 'StatusNotification', ...connectorTwo }],
    { status: 'Rejected' },
  ],
  [
    'TriggerMessage',
    { requestedMessage: 'MeterValues', connectorId: 1 },
    ['TriggerMessage', { requestedMessage: 'TransactionEvent', evse: { id: 1 } }],
    { status: 'Accepted' },
  ],
  [
    'TriggerMessage',
    { requestedMessage: 'MeterValues', connectorId: 2 },
    ['TriggerMessage', { requestedMessage: 'MeterValues', evse: { id: 2 } }],
    { status: 'Accepted' },
  ],
  [
    'TriggerMessage',
    { requestedMessage: 'MeterValues' },
    ['TriggerMessage', { requestedMessage: 'TransactionEvent' }],
    { status: 'Accepted' },
  ],
  [
    'ExtendedTriggerMessage',
    { requestedMessage: 'SignChargePointCertificate' },
    ['TriggerMessage', { requestedMessage: 'SignChargingStationCertificate' }],
    { status: 'Accepted' },
  ],
  [
    'ExtendedTriggerMessage',
    { requestedMessage: 'LogStatusNotification' },
    ['TriggerMessage', { requestedMessage: 'LogStatusNotification' }],
    { status: 'Accepted' },
  ],
  [
    'UpdateFirmware',
    { location: 'https://f.example/a.bin', retrieveDate: later, retries: 2, retryInterval: 30 },
    [
      'UpdateFirmware',
      {
        requestId: number,
        firmware: { location: 'https://f.example/a.bin', retrieveDateTime: later },
        retries: 2,
        retryInterval: 30,
      },
    ],
    { status: 'Accepted' },
    {},
  ],
  [
    'UpdateFirmware',
    { location: 'https://f.example/a.bin', retrieveDate: later },
    [
      'UpdateFirmware',
      { requestId: number, firmware: { location: 'https://f.example/a.bin', retrieveDateTime: later } },
    ],
    { status: 'Rejected' },
  ],
  [
    'SignedUpdateFirmware',
    {
      requestId: 9,
      firmware: {
        location: 'https://f.example/a.bin',
        retrieveDateTime: later,
        signingCertificate: pem,
        signature: 'c2ln',
      },
    },
    [
      'UpdateFirmware',
      {
        requestId: 9,
        firmware: {
          location: 'https://f.example/a.bin',
          retrieveDateTime: later,
          signingCertificate: pem,
          signature: 'c2ln',
        },
      },
    ],
    { status: 'InvalidCertificate' },
  ],
  [
    'GetDiagnostics',
    { location: 'https://f.example/up', startTime: later, stopTime: later, retries: 1 },
    [
      'GetLog',
      {
        logType: 'DiagnosticsLog',
        requestId: number,
        log: { remoteLocation: 'https://f.example/up', oldestTimestamp: later, latestTimestamp: later },
        retries: 1,
      },
    ],
    { status: 'Accepted', filename: 'a.log' },
    { fileName: 'a.log' },
  ],
  [
    'GetDiagnostics',
    { location: 'https://f.example/up' },
    ['GetLog', { logType: 'DiagnosticsLog', requestId: number, log: { remoteLocation: 'https://f.example/up' } }],
    { status: 'Rejected' },
  ],
  [
    'GetLog',
    { logType: 'SecurityLog', requestId: 3, log: { remoteLocation: 'https://f.example/up' }, retryInterval: 5 },
    [
      'GetLog',
      { logType: 'SecurityLog', requestId: 3, log: { remoteLocation: 'https://f.example/up' }, retryInterval: 5 },
    ],
    { status: 'AcceptedCanceled', filename: 's.log' },
  ],
  [
    'CertificateSigned',
    { certificateChain: pem },
    ['CertificateSigned', { certificateChain: pem, certificateType: 'ChargingStationCertificate' }],
    { status: 'Rejected' },
  ],
  [
    'InstallCertificate',
    { certificateType: 'CentralSystemRootCertificate', certificate: pem },
    ['InstallCertificate', { certificateType: 'CSMSRootCertificate', certificate: pem }],
    { status: 'Failed' },
  ],
  [
    'InstallCertificate',
    { certificateType: 'ManufacturerRootCertificate', certificate: pem },
    ['InstallCertificate', { certificateType: 'ManufacturerRootCertificate', certificate: pem }],
    { status: 'Accepted' },
  ],
  [
    'GetInstalledCertificateIds',
    { certificateType: 'CentralSystemRootCertificate' },
    ['GetInstalledCertificateIds', { certificateType: ['CSMSRootCertificate'] }],
    {
      status: 'Accepted',
      certificateHashDataChain: [
        {
          certificateType: 'CSMSRootCertificate',
          certificateHashData: { ...hash, customData: { vendorId: 'x' } },
          childCertificateHashData: [{ ...hash, serialNumber: '02' }],
        },
        { certificateType: 'MORootCertificate', certificateHashData: { ...hash, serialNumber: '03' } },
      ],
    },
    { status: 'Accepted', certificateHashData: [hash, { ...hash, serialNumber: '02' }] },
  ],
  [
    'GetInstalledCertificateIds',
    { certificateType: 'ManufacturerRootCertificate' },
    ['GetInstalledCertificateIds', { certificateType: ['ManufacturerRootCertificate'] }],
    { status: 'NotFound' },
  ],
  [
    'DeleteCertificate',
    { certificateHashData: hash },
    ['DeleteCertificate', { certificateHashData: hash }],
    { status: 'NotFound' },
  ],
  [
    'ChangeConfiguration',
    { key: 'heartbeatInterval', value: '60' },
    ['SetVariables', set(heartbeat, '60')],
    wasSet(heartbeat, 'Accepted'),
    { status: 'Accepted' },
  ],
  ...(
    [
      ['RebootRequired', 'RebootRequired'],
      ['Rejected', 'Rejected'],
      ['UnknownComponent', 'NotSupported'],
      ['UnknownVariable', 'NotSupported'],
      ['NotSupportedAttributeType', 'NotSupported'],
    ] as const
  ).map(
    ([told, status]): Row => [
      'ChangeConfiguration',
      { key: 'MeterValueSampleInterval', value: '30' },
      ['SetVariables', set(variable('SampledDataCtrlr', 'TxUpdatedInterval'), '30')],
      wasSet(variable('SampledDataCtrlr', 'TxUpdatedInterval'), told),
      { status },
    ],
  ),
  [
    'ChangeConfiguration',
    { key: 'Connector[left]#2.1.Lamp.Colour[night]', value: 'red' },
    ['SetVariables', set(variable('Connector', 'Lamp.Colour', { instance: 'left', ...connectorTwo }, 'night'), 'red')],
    wasSet(variable('connector', 'lamp.colour', { instance: 'left', ...connectorTwo }, 'night'), 'Accepted'),
    { status: 'Accepted' },
  ],
  [
    'GetConfiguration',
    { key: ['HeartbeatInterval', 'AuthorizationKey', 'EVSE#2.Power', 'NumberOfConnectors', 'Foo.Bar'] },
    [
      'GetVariables',
      {
        getVariableData: [
          heartbeat,
          variable('SecurityCtrlr', 'BasicAuthPassword'),
          variable('EVSE', 'Power', { evse: { id: 2 } }),
          variable('Foo', 'Bar'),
        ],
      },
    ],
    {
      getVariableResult: [
        { ...variable('Foo', 'Bar'), attributeStatus: 'UnknownComponent' },
        { ...variable('EVSE', 'Power', { evse: { id: 2 } }), attributeStatus: 'Accepted', attributeValue: '60000' },
        { ...heartbeat, attributeStatus: 'Accepted', attributeValue: '300' },
        { ...variable('SecurityCtrlr', 'BasicAuthPassword'), attributeStatus: 'Rejected' },
      ],
    },
    {
      configurationKey: [
        { key: 'HeartbeatInterval', readonly: false, value: '300' },
        { key: 'AuthorizationKey', readonly: false },
        { key: 'EVSE#2.Power', readonly: false, value: '60000' },
      ],
      unknownKey: ['Foo.Bar', 'NumberOfConnectors'],
    },
  ],
]

test.each(rows)('%s %j', async (action, payload, sent, told, back = told) => {
  expect(await asked(action, payload, told)).toMatchObject({ sent, outcome: { kind: 'result', payload: back } })
  const { outcome } = await asked(action, payload, told)
  if (outcome.kind === 'result') expect(outcome.payload).toEqual(back)
})

test('every call of 1.6 stands in the table', () => {
  const apart = ['RemoteStopTransaction']
  const calls = Object.keys(messages).filter(isCentralSystemAction)
  expect(new Set([...rows.map(([action]) => action), ...apart])).toEqual(new Set(calls))
})

describe('sessions by the station’s own name', () => {
  test('a stop', async () => {
    expect(await asked('RemoteStopTransaction', { transactionId }, { status: 'Accepted' })).toMatchObject({
      sent: ['RequestStopTransaction', { transactionId: 'tx-a' }],
      outcome: { kind: 'result', payload: { status: 'Accepted' } },
    })
  })
  test.each([
    ['named', () => transactionId],
    ['that runs there', () => undefined],
  ])('the profile of the session %s', async (_, of) => {
    const id = of()
    const csChargingProfiles = {
      ...profile,
      chargingProfilePurpose: 'TxProfile' as const,
      ...(id !== undefined && { transactionId: id }),
    }
    const { sent } = await asked('SetChargingProfile', { connectorId: 1, csChargingProfiles }, { status: 'Accepted' })
    const chargingProfile = { ...profile201, chargingProfilePurpose: 'TxProfile', transactionId: 'tx-a' }
    expect(sent).toEqual(['SetChargingProfile', { evseId: 1, chargingProfile }])
  })
  test('a session that the station does not know is not sent', async () => {
    const none = { kind: 'error', code: 'NotSupported', text: 'The station does not know this session' }
    const csChargingProfiles = { ...profile, chargingProfilePurpose: 'TxProfile' as const }
    expect(await ask('RemoteStopTransaction', { transactionId: 999_999 })).toMatchObject(none)
    expect(await ask('SetChargingProfile', { connectorId: 2, csChargingProfiles })).toMatchObject(none)
  })
})

test('the state of a whole station is that of each connector', async () => {
  const outcome = ask('TriggerMessage', { requestedMessage: 'StatusNotification' })
  const evses = []
  for (let n = 0; n < 2; n++) evses.push((await answerNext({ status: 'Accepted' }))[1])
  expect(evses).toEqual([
    { requestedMessage: 'StatusNotification', evse: { id: 1, connectorId: 1 } },
    { requestedMessage: 'StatusNotification', evse: { id: 2, connectorId: 1 } },
  ])
  expect(await outcome).toMatchObject({ kind: 'result', payload: { status: 'Accepted' } })
  const refused = ask('TriggerMessage', { requestedMessage: 'StatusNotification' })
  await answerNext({ status: 'NotImplemented' })
  expect(await refused).toMatchObject({ kind: 'result', payload: { status: 'NotImplemented' } })
})

describe('all keys', () => {
  const most = variable('DeviceDataCtrlr', 'ItemsPerMessage', {}, 'GetVariables')
  type Asked = { getVariableData: object[] }
  test('are the standard variables, no more at once than the station takes', async () => {
    const outcome = ask('GetConfiguration', {})
    await answerNext({ getVariableResult: [{ ...most, attributeStatus: 'Accepted', attributeValue: '20' }] })
    const sizes = []
    for (let n = 0; n < 2; n++) {
      const [, id, , payload] = await c.nextCall('GetVariables')
      const { getVariableData } = payload as Asked
      sizes.push(getVariableData.length)
      const known = (i: number) =>
        i % 2 === 0
          ? { attributeStatus: 'Accepted', attributeValue: String(i) }
          : { attributeStatus: 'UnknownVariable' }
      c.send(JSON.stringify([3, id, { getVariableResult: getVariableData.map((v, i) => ({ ...v, ...known(i) })) }]))
    }
    expect(sizes[0]).toBe(20)
    const ended = await outcome
    expect(ended).toMatchObject({ kind: 'result', payload: { configurationKey: expect.any(Array) as object[] } })
    const { configurationKey: keys = [] } = (ended as { payload: { configurationKey?: { key: string }[] } }).payload
    expect(keys.length).toBeGreaterThan(15)
    expect(keys.map(k => k.key)).toContain('GetConfigurationMaxKeys')
  })
  test('a station that does not answer the first question is asked nothing more', async () => {
    const { outcome } = await asked('GetConfiguration', {}, 'InternalError')
    expect(outcome).toMatchObject({ kind: 'error', code: 'InternalError', text: 'Not today' })
  })
})

describe('calls that end otherwise', () => {
  test('a refusal by an error', async () => {
    const { outcome } = await asked('ClearCache', {}, 'NotImplemented')
    expect(outcome).toMatchObject({ kind: 'error', code: 'NotImplemented', text: 'Not today' })
  })
  test('no answer in time', async () => {
    const outcome = ask('ClearCache', {}, { timeoutMs: 1 })
    await c.nextCall('ClearCache')
    expect(await outcome).toEqual({ kind: 'timeout', sent: true })
  })
  test.each([
    ['a word that 2.0.1 does not have', 'Reset', { type: 'Hard' }, { status: 'Perhaps' }],
    [
      'the schedule of another EVSE',
      'GetCompositeSchedule',
      { connectorId: 2, duration: 1 },
      {
        status: 'Accepted',
        schedule: {
          evseId: 1,
          duration: 1,
          scheduleStart: later,
          chargingRateUnit: 'A',
          chargingSchedulePeriod: periods,
        },
      },
    ],
    [
      'the result of another variable',
      'ChangeConfiguration',
      { key: 'HeartbeatInterval', value: '1' },
      wasSet(variable('Foo', 'Bar'), 'Accepted'),
    ],
    [
      'the value of another variable',
      'GetConfiguration',
      { key: ['HeartbeatInterval'] },
      { getVariableResult: [{ ...variable('Foo', 'Bar'), attributeStatus: 'Accepted', attributeValue: '1' }] },
    ],
    ['no result', 'GetConfiguration', { key: ['HeartbeatInterval'] }, { getVariableResult: [] }],
  ] as const)('a wrong answer: %s', async (_, action, payload, told) => {
    const { outcome } = await asked(action, payload as unknown as Request<typeof action>, told)
    expect(outcome).toMatchObject({ kind: 'bad-result', text: expect.stringMatching(/./) as string })
  })
  test('a station that is away', async () => {
    const other = await bootedStation(t, ws)
    const { session } = stationOf(other)
    await other.close()
    await expect.poll(() => t.ocpp.stations.has(other.pk)).toBe(false)
    expect(await session.ask('ClearCache', {})).toEqual({ kind: 'closed', sent: false })
  })
})

describe('not sent, with the reason', () => {
  const long = `https://f.example/${'a'.repeat(600)}`
  test.each([
    [
      'an address that is too long',
      () => ask('UpdateFirmware', { location: long, retrieveDate: later }),
      /firmware\.location/,
    ],
    ['the same for a log', () => ask('GetDiagnostics', { location: long }), /log\.remoteLocation/],
    [
      'a key without a variable',
      () => ask('ChangeConfiguration', { key: 'BlinkRepeat', value: '1' }),
      /no variable for BlinkRepeat/,
    ],
    [
      'a value that is too long',
      () => ask('ChangeConfiguration', { key: 'Foo.Bar', value: 'x'.repeat(1001) }),
      /attributeValue/,
    ],
  ])('%s', async (_, call, text) => {
    const before = c.frames.length
    expect(await call()).toMatchObject({
      kind: 'error',
      code: 'NotSupported',
      text: expect.stringMatching(text) as string,
    })
    expect(c.frames.length).toBe(before)
  })
  test('keys that 2.0.1 does not have are unknown without a question', async () => {
    expect(await ask('GetConfiguration', { key: ['BlinkRepeat', 'a.b.c[', ''] })).toMatchObject({
      kind: 'result',
      payload: { unknownKey: ['BlinkRepeat', 'a.b.c[', ''] },
    })
  })
})
