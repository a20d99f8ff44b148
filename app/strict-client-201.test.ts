// The whole product against a strict station: the client of the npm package ocpp-rpc, which judges all that it sends and receives
// by the official schemas, boots, reports, authorises, charges online and offline, and takes every operation of the portal.
import { createValidator, RPCClient } from 'ocpp-rpc'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startApp, type TestApp } from '#testing/app.ts'
import { at, newCharger, newTag, sessionsOf, unique } from '#testing/ocpp.ts'
import { register } from '#testing/station201.ts'
import { VERSIONS } from '../tools/ocpp201.ts'

/** The package's types ask for every option; its code has a default for each. */
type ClientOptions = ConstructorParameters<typeof RPCClient>[0]

let t: TestApp
let ws: string
/** Answers that need more than a status. */
const ANSWERS: Record<string, (params: never) => object> = {
  GetTransactionStatus: () => ({ messagesInQueue: false }),
  GetLocalListVersion: () => ({ versionNumber: 0 }),
  GetVariables: ({ getVariableData }: { getVariableData: object[] }) => ({
    getVariableResult: getVariableData.map(d => ({ ...d, attributeStatus: 'Accepted', attributeValue: '300' })),
  }),
  SetVariables: ({ setVariableData }: { setVariableData: { component: object; variable: object }[] }) => ({
    setVariableResult: setVariableData.map(({ component, variable }) => ({
      component,
      variable,
      attributeStatus: 'Accepted',
    })),
  }),
  SetVariableMonitoring: ({ setMonitoringData }: { setMonitoringData: Record<string, unknown>[] }) => ({
    setMonitoringResult: setMonitoringData.map(({ type, severity, component, variable }) => ({
      type,
      severity,
      component,
      variable,
      status: 'Accepted',
      id: 1,
    })),
  }),
  ClearVariableMonitoring: ({ id }: { id: number[] }) => ({
    clearMonitoringResult: id.map(n => ({ id: n, status: 'Accepted' })),
  }),
  UnpublishFirmware: () => ({ status: 'Unpublished' }),
  UnlockConnector: () => ({ status: 'Unlocked' }),
  GetInstalledCertificateIds: () => ({ status: 'NotFound' }),
}
beforeAll(async () => {
  t = await startApp()
  ws = (await t.listen()).ws
})
afterAll(() => t.close())

describe.each(['ocpp2.0.1', 'ocpp2.1'])('%s', protocol => {
  let station: { pk: number; id: string }
  let client: RPCClient
  let idTag: string
  const faults: unknown[] = []
  const heard: string[] = []
  const call = (method: string, params: object): Promise<Record<string, unknown>> =>
    (client as unknown as { call: (m: string, p: object) => Promise<Record<string, unknown>> }).call(method, params)

  beforeAll(async () => {
    station = await newCharger(t)
    idTag = await newTag(t)
    client = new RPCClient({
      endpoint: `${ws}/ocpp`,
      identity: station.id,
      protocols: [protocol, 'ocpp1.6'],
      strictMode: [protocol],
      // The package looks for the schemas of 2.1 by the names of those of 2.0.1.
      strictModeValidators: [createValidator('ocpp2.1', [...(VERSIONS.messages21?.schemas ?? [])])],
    } as ClientOptions)
    client.on('strictValidationFailure', (fault: unknown) => faults.push(fault))
    client.on('badMessage', (fault: unknown) => faults.push(fault))
    client.handle(async ({ method, params }) => {
      const action = String(method)
      heard.push(action)
      return ANSWERS[action]?.(params as never) ?? { status: 'Accepted' }
    })
    await client.connect()
  })
  afterAll(async () => {
    await client.close({ force: true } as never)
  })

  test('the protocol is spoken, and the boot accepted', async () => {
    expect(client.protocol).toBe(protocol)
    const chargingStation = { model: 'Strict', vendorName: 'Maker', serialNumber: 'S-1', firmwareVersion: '1.0' }
    expect(await call('BootNotification', { reason: 'PowerUp', chargingStation })).toMatchObject({ status: 'Accepted' })
    for (const evseId of [1, 2])
      await call('StatusNotification', { timestamp: at(-1), connectorStatus: 'Available', evseId, connectorId: 1 })
    expect(await call('Heartbeat', {})).toHaveProperty('currentTime')
  })

  test('a report, an event and a security event are taken', async () => {
    const component = { name: 'OCPPCommCtrlr' }
    const variable = { name: 'HeartbeatInterval' }
    const report = { component, variable, variableAttribute: [{ value: '300', mutability: 'ReadWrite' }] }
    const sent = { requestId: 1, generatedAt: at(0), seqNo: 0, tbc: false }
    expect(await call('NotifyReport', { ...sent, reportData: [report] })).toEqual({})
    const event = { eventId: 1, timestamp: at(0), trigger: 'Alerting', actualValue: 'true', component, variable }
    const eventData = [{ ...event, eventNotificationType: 'HardWiredNotification' }]
    expect(await call('NotifyEvent', { generatedAt: at(0), seqNo: 0, eventData })).toEqual({})
    expect(await call('SecurityEventNotification', { type: 'SettingSystemTime', timestamp: at(0) })).toEqual({})
  })

  test('a transaction online, and one told afterwards', async () => {
    const idToken = { idToken: idTag, type: 'ISO14443' }
    expect(await call('Authorize', { idToken })).toMatchObject({ idTokenInfo: { status: 'Accepted' } })
    for (const offline of [false, true]) {
      const transactionId = unique('strict')
      const from = offline ? 30 : 0
      const tell = (
        eventType: string,
        triggerReason: string,
        seqNo: number,
        minute: number,
        wh: number,
        more: object = {},
      ) =>
        call('TransactionEvent', {
          eventType,
          timestamp: at(from + minute),
          triggerReason,
          seqNo,
          offline,
          transactionInfo: { transactionId, chargingState: 'Charging' },
          evse: { id: 1, connectorId: 1 },
          meterValue: [
            register(at(from + minute), wh, eventType === 'Started' ? 'Transaction.Begin' : 'Sample.Periodic'),
          ],
          ...more,
        })
      await tell('Started', 'Authorized', 0, 0, 1000, { idToken })
      await tell('Updated', 'MeterValuePeriodic', 1, 10, 6000)
      await tell('Ended', 'StopAuthorized', 2, 20, 11_000, { idToken })
    }
    expect(await sessionsOf(t, station.pk)).toMatchObject([
      { energyWh: 10_000, totalPaise: 21_240 },
      { energyWh: 10_000, totalPaise: 21_240 },
    ])
  })

  test.each<[string, object, string]>([
    ['ChangeAvailability', { connectorId: 1, availabilityType: 'INOPERATIVE' }, 'ChangeAvailability'],
    ['ChangeAvailability', { connectorId: 0, availabilityType: 'OPERATIVE' }, 'ChangeAvailability'],
    [
      'ChangeConfiguration',
      { keyType: 'Custom', customConfKey: 'HeartbeatInterval', customConfValue: '60' },
      'SetVariables',
    ],
    ['GetConfiguration', { keys: ['HeartbeatInterval'] }, 'GetVariables'],
    ['Reset', { resetType: 'SOFT' }, 'Reset'],
    ['UnlockConnector', { connectorId: 1 }, 'UnlockConnector'],
    ['TriggerMessage', { triggerMessage: 'Heartbeat', connectorId: 0 }, 'TriggerMessage'],
    ['ClearCache', {}, 'ClearCache'],
    ['GetLocalListVersion', {}, 'GetLocalListVersion'],
    ['ResetEvse', { connectorId: 1, resetType: 'ON IDLE' }, 'Reset'],
    ['GetTransactionStatus', {}, 'GetTransactionStatus'],
    ['GetBaseReport', { reportBase: 'ConfigurationInventory' }, 'GetBaseReport'],
    ['GetReport', { variables: ['EVSE#1', 'Connector#1.1.Problem'], componentCriteria: 'Problem' }, 'GetReport'],
    ['SetMonitoringBase', { monitoringBase: 'All' }, 'SetMonitoringBase'],
    ['SetMonitoringLevel', { severity: 5 }, 'SetMonitoringLevel'],
    [
      'SetVariableMonitoring',
      { variable: 'EVSE#1.Power', type: 'UpperThreshold', value: 10.5, severity: 3, during: 'Sessions', id: 1 },
      'SetVariableMonitoring',
    ],
    ['ClearVariableMonitoring', { id: [1, 2] }, 'ClearVariableMonitoring'],
    [
      'GetMonitoringReport',
      { variables: ['EVSE#1.Power'], monitoringCriteria: 'DeltaMonitoring' },
      'GetMonitoringReport',
    ],
    [
      'GetChargingProfiles',
      { connectorId: 1, stackLevel: 0, chargingProfilePurpose: 'TxProfile', chargingLimitSource: 'CSO' },
      'GetChargingProfiles',
    ],
    ['SetDisplayMessage', { id: 1, content: 'Welcome', priority: 'InFront' }, 'SetDisplayMessage'],
    ['GetDisplayMessages', { id: 1, priority: 'InFront', state: 'Idle' }, 'GetDisplayMessages'],
    ['ClearDisplayMessage', { id: 1 }, 'ClearDisplayMessage'],
    ['CustomerInformation', { idTag: 'ABC', what: 'Report and clear' }, 'CustomerInformation'],
    [
      'PublishFirmware',
      { location: 'https://f.example/a.bin', checksum: 'd41d8cd98f00b204e9800998ecf8427e', retries: 1 },
      'PublishFirmware',
    ],
    ['UnpublishFirmware', { checksum: 'd41d8cd98f00b204e9800998ecf8427e' }, 'UnpublishFirmware'],
  ])('%s %j goes out as %s', async (remoteOperationType, parameters, action) => {
    const before = heard.filter(h => h === action).length
    const r = await t.app.inject({
      method: 'POST',
      url: '/cms/v1/remote/operation',
      headers: await t.as('admin'),
      payload: { chargerId: station.id, remoteOperationType, parameters },
    })
    expect(r.statusCode, r.body).toBe(200)
    await vi.waitFor(() => expect(heard.filter(h => h === action).length).toBeGreaterThan(before))
    const url = `/cms/v1/remote/operation/charger/${station.id}/task/${r.json().taskId}`
    await vi.waitFor(async () => {
      const task = (await t.app.inject({ url, headers: await t.as('admin') })).json().data
      expect(task.state, JSON.stringify(task)).toBe('done')
    })
  })

  test('the strict station found no fault', () => expect(faults).toEqual([]))
})
