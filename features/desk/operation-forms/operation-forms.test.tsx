// Every form of an operation on the real client: its fields, the values it refuses, and the parameters it sends.
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { messages } from '@wattdesk/ocpp/messages'
import type { Schema } from '@wattdesk/ocpp/schema'
import { beforeEach, describe, expect, test } from 'vitest'
import { listChargerFiles } from '#control/charger-files/charger-file.contract.ts'
import { getLocalList, type LocalList } from '#control/local-lists/local-list.contract.ts'
import { actionOf } from '#control/remote-operations/operation-request.rules.ts'
import type { Operation } from '#control/remote-operations/operations/operations.contract.ts'
import {
  listReportedCertificates,
  listUserTags,
  runOperation,
  searchTags,
} from '#control/remote-operations/remote-operation.contract.ts'
import { listConnectors } from '#fleet/chargers/connector.contract.ts'
import { put } from '#testing/web/put.ts'
import { show, signInAs } from '#testing/web/render.tsx'
import { roleIn, testServer, testUser } from '#testing/web/server.ts'
import { OperationFormView } from './operation-form.tsx'
import type { OperationForm } from './operation-form-shape.tsx'
import { formOf, operationForms } from './operation-forms.tsx'
import { RemoteOperationsTab } from './remote-operations-tab.tsx'

const REQUIRED = 'This field is required'
const charger = { chargepoint_pk: 5, chargepoint_id: 'CP-5' }
const told = {
  ...({ certificateType: 'CentralSystemRootCertificate', hashAlgorithm: 'SHA384', issuerNameHash: 'aa' } as const),
  issuerKeyHash: 'bb',
  serialNumber: '0f',
  toldAt: '2026-01-01T00:00:00.000Z',
}
const pem = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----'
const local = '2031-02-03T04:05'
const utc = new Date(local).toISOString()

let sent: unknown[]
beforeEach(() => {
  signInAs()
  sent = []
  const connector = { connectorId: 1, status: 'Available', unknownSince: null }
  testServer()
    .on(listConnectors, { data: [connector] as never })
    .on(listUserTags, { data: [{ id: 1, tag: 'MINE', tagId: 'MINE' }] })
    .on(listReportedCertificates, { data: [told] })
    .on(runOperation, ({ body }) => {
      sent.push(body)
      return { message: 'Operation sent', data: { taskId: 't-1' }, taskId: 't-1' }
    })
})
const shown = (operation: string) => {
  const of = formOf(operation)
  if (of) show(<OperationFormView teamId={1} charger={charger} form={of} chosen={{}} onSent={() => undefined} />)
}
const form = () => within(screen.getByRole('region', { name: 'Operation Configuration' }))
const labelled = (label: string) => new RegExp(`^${label}( \\*)?$`)
const choose = async (label: string, option: string | RegExp) => {
  await userEvent.click(await form().findByLabelText(labelled(label)))
  await userEvent.click(await screen.findByRole('option', { name: option }))
}
const fill = (label: string, value: string) => put(form().getByLabelText(labelled(label)), value)
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

type Case = {
  operation: Operation
  /** Fields that are empty and needed. */
  needs: string[]
  choose?: [string, string | RegExp][]
  fill?: [string, string][]
  /** The button of the question before. */
  yes?: string
  sends: object
}
const firmware = { location: 'https://f.example/a', retrieveDateTime: utc, signingCertificate: pem, signature: 'c2ln' }
const cases: readonly Case[] = [
  {
    operation: 'ChangeAvailability',
    needs: ['Connector', 'Availability Type'],
    choose: [
      ['Connector', 'Whole charge point (0)'],
      ['Availability Type', 'INOPERATIVE'],
    ],
    yes: 'Take out of service',
    sends: { connectorId: 0, availabilityType: 'INOPERATIVE' },
  },
  {
    operation: 'ChangeConfiguration',
    needs: ['Key', 'Value'],
    choose: [['Key', 'HeartBeatInterval (seconds)']],
    fill: [['Value', '60']],
    sends: { keyType: 'Predefined', confKey: 'HeartBeatInterval', customConfValue: '60' },
  },
  {
    operation: 'GetDiagnostics',
    needs: ['Location'],
    fill: [
      ['Location', 'ftp://f.example/up'],
      ['Retries', '2'],
      ['Retry Interval', '30'],
      ['Start Date', local],
    ],
    sends: { location: 'ftp://f.example/up', retries: 2, retryInterval: 30, startDate: utc },
  },
  {
    operation: 'UpdateFirmware',
    needs: ['Location', 'Retrieve Date'],
    fill: [
      ['Location', 'https://f.example/a'],
      ['Retrieve Date', local],
    ],
    yes: 'Update firmware',
    sends: { location: 'https://f.example/a', retrieveDate: utc },
  },
  {
    operation: 'TriggerMessage',
    needs: ['Connector'],
    choose: [['Connector', /ConnectorId-1/]],
    sends: { triggerMessage: 'BootNotification', connectorId: 1 },
  },
  {
    operation: 'UnlockConnector',
    needs: ['Connector'],
    choose: [['Connector', /ConnectorId-1/]],
    sends: { connectorId: 1 },
  },
  { operation: 'ClearCache', needs: [], sends: {} },
  {
    operation: 'DataTransfer',
    needs: ['Vendor Id'],
    fill: [
      ['Vendor Id', 'com.example'],
      ['Data', '{"a": 1}'],
    ],
    sends: { vendorId: 'com.example', data: '{"a": 1}' },
  },
  { operation: 'GetConfiguration', needs: [], fill: [['Keys', 'A, B\nC']], sends: { key: ['A', 'B', 'C'] } },
  { operation: 'GetLocalListVersion', needs: [], sends: {} },
  { operation: 'SendLocalList', needs: [], sends: { updateType: 'Full', contents: 'ValidTags' } },
  {
    operation: 'ReserveNow',
    needs: ['Connector', 'Tag', 'Expiry Date'],
    choose: [
      ['Connector', /ConnectorId-1/],
      ['Tag', 'MINE'],
    ],
    fill: [['Expiry Date', local]],
    sends: { connectorId: 1, idTag: 'MINE', expiryDate: utc },
  },
  {
    operation: 'CancelReservation',
    needs: ['Reservation Id'],
    fill: [['Reservation Id', '9']],
    sends: { reservationId: 9 },
  },
  {
    operation: 'GetLog',
    needs: ['Log Type', 'Location'],
    choose: [['Log Type', 'SecurityLog']],
    fill: [
      ['Location', 'https://f.example'],
      ['Stop Date', local],
    ],
    sends: { logType: 'SecurityLog', log: { remoteLocation: 'https://f.example', latestTimestamp: utc } },
  },
  {
    operation: 'SignedUpdateFirmware',
    needs: ['Location', 'Retrieve Date', 'Signing Certificate', 'Signature'],
    fill: [
      ['Location', firmware.location],
      ['Retrieve Date', local],
      ['Signing Certificate', pem],
      ['Signature', 'c2ln'],
    ],
    yes: 'Update firmware',
    sends: { firmware },
  },
  {
    operation: 'ExtendedTriggerMessage',
    needs: [],
    choose: [['Message', 'SignChargePointCertificate']],
    sends: { requestedMessage: 'SignChargePointCertificate', connectorId: 0 },
  },
  {
    operation: 'CertificateSigned',
    needs: ['Certificate'],
    fill: [['Certificate', pem]],
    yes: 'Send certificate',
    sends: { certificateChain: pem },
  },
  {
    operation: 'InstallCertificate',
    needs: ['Certificate Type', 'Certificate'],
    choose: [['Certificate Type', 'ManufacturerRootCertificate']],
    fill: [['Certificate', pem]],
    yes: 'Install',
    sends: { certificateType: 'ManufacturerRootCertificate', certificate: pem },
  },
  {
    operation: 'GetInstalledCertificateIds',
    needs: [],
    sends: { certificateType: 'CentralSystemRootCertificate' },
  },
  {
    operation: 'DeleteCertificate',
    needs: ['Serial Number', 'Issuer Name Hash', 'Issuer Key Hash'],
    choose: [['Certificate', /serial number 0f/]],
    yes: 'Delete certificate',
    sends: {
      certificateHashData: {
        hashAlgorithm: 'SHA384',
        issuerNameHash: 'aa',
        issuerKeyHash: 'bb',
        serialNumber: '0f',
      },
    },
  },
  {
    operation: 'ResetEvse',
    needs: ['Connector'],
    choose: [
      ['Connector', /^ConnectorId-1/],
      ['Reset Type', 'IMMEDIATE'],
    ],
    yes: 'Reset',
    sends: { connectorId: 1, resetType: 'IMMEDIATE' },
  },
  { operation: 'GetTransactionStatus', needs: [], sends: {} },
  {
    operation: 'SetDisplayMessage',
    needs: ['Text', 'Message Id'],
    choose: [['State', 'Idle']],
    fill: [
      ['Text', 'Welcome'],
      ['Message Id', '4'],
      ['Language', 'en'],
      ['Until', local],
    ],
    sends: { id: 4, content: 'Welcome', language: 'en', priority: 'NormalCycle', state: 'Idle', endDateTime: utc },
  },
  { operation: 'ClearDisplayMessage', needs: ['Message Id'], fill: [['Message Id', '4']], sends: { id: 4 } },
  {
    operation: 'SetNetworkProfile',
    needs: ['Slot', 'Address of the Central System'],
    choose: [['APN Authentication', 'CHAP']],
    fill: [
      ['Slot', '1'],
      ['Address of the Central System', 'wss://portal.example/ocpp'],
      ['APN', 'internet'],
      ['APN Password', 'hush'],
    ],
    yes: 'Store',
    sends: {
      configurationSlot: 1,
      ocppCsmsUrl: 'wss://portal.example/ocpp',
      securityProfile: '2',
      ocppInterface: 'Wired0',
      messageTimeout: 30,
      apn: 'internet',
      apnPassword: 'hush',
      apnAuthentication: 'CHAP',
    },
  },
  {
    operation: 'RaiseSecurityProfile',
    needs: ['Address of the Central System'],
    fill: [['Address of the Central System', 'wss://portal.example/ocpp']],
    yes: 'Raise',
    sends: {
      securityProfile: '2',
      ocppCsmsUrl: 'wss://portal.example/ocpp',
      ocppInterface: 'Wired0',
      messageTimeout: 30,
    },
  },
  { operation: 'GetDisplayMessages', needs: [], choose: [['State', 'Idle']], sends: { state: 'Idle' } },
  {
    operation: 'GetBaseReport',
    needs: [],
    choose: [['Report', 'SummaryInventory']],
    sends: { reportBase: 'SummaryInventory' },
  },
  {
    operation: 'GetReport',
    needs: [],
    fill: [['Variables', 'EVSE#1, Connector#1.1.Problem']],
    sends: { variables: ['EVSE#1', 'Connector#1.1.Problem'] },
  },
  {
    operation: 'SetMonitoringBase',
    needs: [],
    choose: [['Monitors', 'FactoryDefault']],
    yes: 'Set monitors',
    sends: { monitoringBase: 'FactoryDefault' },
  },
  { operation: 'SetMonitoringLevel', needs: ['Severity'], fill: [['Severity', '4']], sends: { severity: 4 } },
  {
    operation: 'SetVariableMonitoring',
    needs: ['Variable', 'Value', 'Severity'],
    choose: [['Type', 'LowerThreshold']],
    fill: [
      ['Variable', 'EVSE#1.Power'],
      ['Value', '-2.5'],
      ['Severity', '4'],
    ],
    sends: { variable: 'EVSE#1.Power', type: 'LowerThreshold', value: -2.5, severity: 4, during: 'Always' },
  },
  {
    operation: 'ClearVariableMonitoring',
    needs: ['Monitor Ids'],
    fill: [['Monitor Ids', '3, 4']],
    sends: { id: [3, 4] },
  },
  {
    operation: 'GetMonitoringReport',
    needs: [],
    choose: [['Type', 'DeltaMonitoring']],
    sends: { monitoringCriteria: 'DeltaMonitoring' },
  },
  {
    operation: 'GetChargingProfiles',
    needs: [],
    fill: [['Stack Level', '0']],
    sends: { stackLevel: 0 },
  },
  {
    operation: 'CustomerInformation',
    needs: [],
    choose: [['What to do', 'Clear']],
    fill: [['Tag', 'ABC']],
    yes: 'Delete at the charge point',
    sends: { idTag: 'ABC', what: 'Clear' },
  },
  {
    operation: 'PublishFirmware',
    needs: ['Location', 'Checksum'],
    fill: [
      ['Location', 'https://f.example/a.bin'],
      ['Checksum', 'd41d8cd98f00b204e9800998ecf8427e'],
    ],
    sends: { location: 'https://f.example/a.bin', checksum: 'd41d8cd98f00b204e9800998ecf8427e' },
  },
  {
    operation: 'UnpublishFirmware',
    needs: ['Checksum'],
    fill: [['Checksum', 'd41d8cd98f00b204e9800998ecf8427e']],
    sends: { checksum: 'd41d8cd98f00b204e9800998ecf8427e' },
  },
]

test.each(cases)('$operation', async of => {
  shown(of.operation)
  const submit = `Send ${of.operation}`
  // Some fields come later than the form.
  for (const label of of.needs) await form().findByLabelText(labelled(label))
  if (of.needs.length > 0) {
    await press(submit)
    expect(await form().findAllByText(REQUIRED)).toHaveLength(of.needs.length)
    for (const label of of.needs)
      expect(form().getByLabelText(labelled(label)), label).toHaveAccessibleDescription(REQUIRED)
    expect(sent).toEqual([])
  }
  for (const [label, option] of of.choose ?? []) await choose(label, option)
  for (const [label, value] of of.fill ?? []) fill(label, value)
  await press(submit)
  if (of.yes) {
    expect(await screen.findByRole('button', { name: of.yes })).toBeVisible()
    expect(sent).toEqual([])
    await press(of.yes)
  }
  await waitFor(() =>
    expect(sent).toEqual([
      { chargerId: 'CP-5', remoteOperationType: of.operation, parameters: expect.objectContaining(of.sends) },
    ]),
  )
})

test('GetDiagnostics offers the portal itself as the place for the file (S-FILES)', async () => {
  const uploadUrl = 'https://p.example/public/charger-file'
  testServer()
    .on(listChargerFiles, { data: [], uploadUrl, elsewhere: [] })
    .on(runOperation, ({ body }) => {
      sent.push(body)
      return { data: { taskId: 't' }, taskId: 't' }
    })
  shown('GetDiagnostics')
  expect(await form().findByDisplayValue(uploadUrl)).toHaveAccessibleDescription(/^This portal: the file appears/)
  await press('Send GetDiagnostics')
  await waitFor(() => expect(sent).toMatchObject([{ parameters: { location: uploadUrl } }]))
})

test('the cases here and those of the tab are all operations', () => {
  const others = ['RemoteStart', 'RemoteStop', 'Reset', 'CostUpdated']
  const profiles = ['SetChargingProfile', 'ClearChargingProfile', 'GetCompositeSchedule']
  expect([...cases.map(c => c.operation), ...others, ...profiles].toSorted()).toEqual(
    operationForms.map(f => f.operation).toSorted(),
  )
})

describe('SendLocalList', () => {
  const found = (tag: string) => ({
    id: 1,
    tag,
    tagId: tag,
    driver: 'Meera Quill',
    email: null,
    phone: '+919876543210',
    isOwn: false,
    refusal: 'This tag has expired',
  })
  const list: LocalList = {
    ...({ isKept: true, state: 'current', problem: null, version: 7, tags: 12, leftOut: 0 } as const),
    sentAt: null,
    comparedAt: null,
    isConnected: true,
  }
  const search = async (label: string, text: string, option: RegExp) => {
    const field = await form().findByRole('combobox', { name: labelled(label) })
    await userEvent.click(field)
    put(field, text)
    // The list of before is there until the server has searched.
    const offered = () => screen.getAllByRole('option').map(o => o.textContent)
    await waitFor(() => expect(offered()).toEqual([expect.stringMatching(option)]))
    await userEvent.click(screen.getByRole('option', { name: option }))
  }
  beforeEach(() => {
    testServer()
      .on(getLocalList, { data: list })
      .on(searchTags, ({ query }) => {
        expect(query.get('localList')).toBe('true')
        const tags = ['RFID-1', 'RFID-2'].filter(tag => tag.toLowerCase().startsWith(query.get('q') ?? ''))
        return { data: tags.map(found), total: tags.length }
      })
      .on(runOperation, ({ body }) => {
        sent.push(body)
        return { message: 'Operation sent', data: { taskId: 't-1' }, taskId: 't-1' }
      })
  })

  test('an empty full list is sent only after the question, which names what it empties', async () => {
    shown('SendLocalList')
    expect(await form().findByText(/^The portal keeps the list of this charge point up to date/)).toBeVisible()
    await choose('Tags', 'No tags: empty the list')
    await press('Send SendLocalList')
    const dialog = await screen.findByRole('dialog', { name: 'Local list of CP-5' })
    expect(dialog).toHaveTextContent('Every tag is taken off the list of the charge point.')
    expect(await within(dialog).findByText('The portal last sent it 12 tags, version 7.')).toBeVisible()
    expect(sent).toEqual([])
    await press('Empty the list')
    await waitFor(() => expect(sent).toMatchObject([{ parameters: { updateType: 'Full', contents: 'NoTags' } }]))
  })

  test('chosen tags are found by the server; without any nothing is sent', async () => {
    shown('SendLocalList')
    await choose('Tags', 'Chosen tags')
    await press('Send SendLocalList')
    expect(await form().findByText('Choose at least one tag')).toBeVisible()
    expect(sent).toEqual([])
    await search('Tags on the list', 'rfid-2', /^RFID-2.*Meera Quill/)
    await search('Tags on the list', 'rfid-1', /^RFID-1/)
    await press('Send SendLocalList')
    await waitFor(() => expect(sent).toMatchObject([{ parameters: { contents: 'ChosenTags' } }]))
    expect(sent).toMatchObject([{ parameters: { idTags: ['RFID-2', 'RFID-1'], removedIdTags: [] } }])
  })

  test('a differential list adds tags and takes off others, also those that nobody knows', async () => {
    shown('SendLocalList')
    await choose('Update Type', 'Differential')
    await choose('Tags', 'Chosen tags')
    await search('Tags to take off', 'gone-1', /^gone-1 ?As typed$/)
    await press('Send SendLocalList')
    const parameters = { updateType: 'Differential', contents: 'ChosenTags', idTags: [], removedIdTags: ['gone-1'] }
    await waitFor(() => expect(sent).toMatchObject([{ parameters }]))
  })
})

describe('every field of a request has an input in its form, or is filled in by the product', () => {
  /** Inputs with another name than the field of OCPP; a field covers all fields within it. */
  const NAMED: Readonly<Partial<Record<Operation, Readonly<Record<string, string>>>>> = {
    ChangeAvailability: { type: 'availabilityType' },
    ChangeConfiguration: { key: 'confKey', value: 'customConfValue' },
    RemoteStart: { chargingProfile: 'charging_profile_pk' },
    Reset: { type: 'resetType' },
    GetDiagnostics: { startTime: 'startDate', stopTime: 'stopDate' },
    TriggerMessage: { requestedMessage: 'triggerMessage' },
    SendLocalList: { 'localAuthorizationList.idTag': 'idTags' },
    SetChargingProfile: { csChargingProfiles: 'charging_profile_pk' },
  }
  /** Fields without an input, and why. */
  const FILLED_IN: Readonly<Partial<Record<Operation, Readonly<Record<string, string>>>>> = {
    SendLocalList: {
      listVersion: 'the version after that of the charge point, which is asked for',
      'localAuthorizationList.idTagInfo': 'status, expiry and parent of the tag as the portal knows them',
    },
    ReserveNow: { reservationId: 'a number that no other reservation has' },
    GetLog: { requestId: 'a number by which the charge point tells how far the upload is' },
    SignedUpdateFirmware: { requestId: 'a number by which the charge point tells how far the update is' },
  }
  /** Forms that show some of their inputs only after a choice. */
  const CHOSEN: Readonly<Partial<Record<Operation, Record<string, unknown>>>> = {
    SendLocalList: { updateType: 'Full', contents: 'ChosenTags' },
  }
  const fieldsOf = ({ node }: Schema<unknown>, path = ''): string[] => {
    if (node.kind === 'list') return fieldsOf(node.item, path)
    if (node.kind !== 'obj') return [path]
    return Object.entries({ ...node.required, ...node.optional }).flatMap(([name, schema]) =>
      fieldsOf(schema, path === '' ? name : `${path}.${name}`),
    )
  }
  const entryFor = (table: Readonly<Record<string, string>> | undefined, field: string) =>
    Object.entries(table ?? {}).find(([name]) => field === name || field.startsWith(`${name}.`))

  // Those of 2.0.1 alone have parameters of the portal's own.
  const of16 = operationForms.map(f => f.operation).filter(name => Object.hasOwn(messages, actionOf(name)))
  test.each(of16)('%s', async operation => {
    const of = formOf(operation) as OperationForm
    const initial: OperationForm['initial'] = chosen => ({ ...of.initial(chosen), ...CHOSEN[operation] })
    const changed = { ...of, initial }
    show(<OperationFormView teamId={1} charger={charger} form={changed} chosen={{}} onSent={() => undefined} />)
    const region = await screen.findByRole('region', { name: 'Operation Configuration' })
    const inputs = () => [...region.querySelectorAll('[name^="parameters."]')].map(e => e.getAttribute('name'))
    const fields = fieldsOf(messages[actionOf(operation) as keyof typeof messages].request)
    const filledIn = fields.filter(field => entryFor(FILLED_IN[operation], field))
    const asked = fields.filter(field => !filledIn.includes(field))
    const inputOf = (field: string) => `parameters.${entryFor(NAMED[operation], field)?.[1] ?? field}`
    await waitFor(() => expect(inputs()).toEqual(expect.arrayContaining(asked.map(inputOf))))
    for (const field of filledIn) expect(inputs()).not.toContain(`parameters.${field}`)
    // An entry that fits no field of the request is a mistake of the table.
    for (const table of [NAMED[operation], FILLED_IN[operation]])
      for (const name of Object.keys(table ?? {}))
        expect(fields.filter(field => entryFor({ [name]: '' }, field))).not.toEqual([])
  })
})

describe('ChangeConfiguration', () => {
  const units = () => form().queryByText(/^(seconds|%)$/)?.textContent
  test('asks for a value as the key needs it: with its unit, of two, in words, or hidden', async () => {
    shown('ChangeConfiguration')
    await choose('Key', 'LightIntensity (%)')
    expect(units()).toBe('%')
    fill('Value', 'bright')
    await press('Send ChangeConfiguration')
    expect(await form().findByText('Must be a whole number (%)')).toBeVisible()
    await choose('Key', 'LocalAuthListEnabled')
    await choose('Value', 'true')
    await press('Send ChangeConfiguration')
    await waitFor(() => expect(sent).toHaveLength(1))
    await choose('Key Type', 'Custom')
    fill('Key', 'AuthorizationKey')
    expect(form().getByText('Only with full access on charge points')).toBeVisible()
    expect(form().getByLabelText(labelled('Value'))).toHaveAttribute('type', 'password')
  })
})

test('what changes whom a charge point trusts is offered to those with full access only', async () => {
  signInAs(testUser([roleIn(1, 'Volt Works', { ChargerPoint: 'VU' })]))
  show(<RemoteOperationsTab teamId={1} charger={charger} />, { at: '/?operation=InstallCertificate' })
  const off = screen.getAllByRole('radio').filter(r => (r as HTMLInputElement).disabled)
  expect(off.map(r => (r as HTMLInputElement).value)).toEqual([
    'CertificateSigned',
    'InstallCertificate',
    'DeleteCertificate',
  ])
  expect(screen.getByText('Select an Operation')).toBeVisible()
})

test('operations that only OCPP 2.0.1 has are offered for its stations alone', () => {
  const names = (ocppProtocol: string | null) => {
    const tab = show(<RemoteOperationsTab teamId={1} charger={{ ...charger, ocppProtocol }} />)
    const offered = screen.getAllByRole('radio').map(radio => radio.getAttribute('value'))
    tab.unmount()
    return offered
  }
  const of16 = names('ocpp1.6J')
  expect(names(null)).toEqual(of16)
  expect(names('ocpp2.0.1J').filter(name => !of16.includes(name))).toEqual([
    'ResetEvse',
    'GetBaseReport',
    'GetReport',
    'SetNetworkProfile',
    'CustomerInformation',
    'GetChargingProfiles',
    'GetTransactionStatus',
    'CostUpdated',
    'SetMonitoringBase',
    'SetMonitoringLevel',
    'SetVariableMonitoring',
    'ClearVariableMonitoring',
    'GetMonitoringReport',
    'SetDisplayMessage',
    'GetDisplayMessages',
    'ClearDisplayMessage',
    'PublishFirmware',
    'UnpublishFirmware',
    'RaiseSecurityProfile',
  ])
})
