// Every form of an operation on the real client: what it asks for, what it refuses to send, and the parameters it sends.
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { show, signInAs } from '../../testing/web/render.tsx'
import { roleIn, testServer, testUser } from '../../testing/web/server.ts'
import { listChargerFiles } from '../charger-files/charger-file.contract.ts'
import { listConnectors } from '../chargers/connector.contract.ts'
import type { Operation } from '../remote-operations/operation-body.contract.ts'
import { listToldCertificates, listUserTags, runOperation } from '../remote-operations/remote-operation.contract.ts'
import { OperationFormView } from './operation-form.tsx'
import { formOf, operationForms } from './operation-forms.tsx'
import { RemoteOperationsTab } from './remote-operations-tab.tsx'

const REQUIRED = 'This field is required'
const charger = { chargepoint_pk: 5, chargepoint_id: 'CP-5' }
const told = {
  ...({ certificateType: 'CentralSystemRootCertificate', hashAlgorithm: 'SHA384', issuerNameHash: 'aa' } as const),
  ...{ issuerKeyHash: 'bb', serialNumber: '0f', toldAt: '2026-01-01T00:00:00.000Z' },
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
    .on(listToldCertificates, { data: [told] })
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
const fill = async (label: string, value: string) => {
  const field = form().getByLabelText(labelled(label))
  await userEvent.click(field)
  await userEvent.paste(value)
  // Fields of a time take no pasted text.
  if ((field as HTMLInputElement).value === '') await userEvent.type(field, value)
}
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
  {
    operation: 'SendLocalList',
    needs: ['List Version'],
    fill: [['List Version', '4']],
    sends: { listVersion: 4, updateType: 'Full' },
  },
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
        ...{ hashAlgorithm: 'SHA384', issuerNameHash: 'aa', issuerKeyHash: 'bb', serialNumber: '0f' },
      },
    },
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
  for (const [label, value] of of.fill ?? []) await fill(label, value)
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
  const others = ['RemoteStart', 'RemoteStop', 'Reset']
  const profiles = ['SetChargingProfile', 'ClearChargingProfile', 'GetCompositeSchedule']
  expect([...cases.map(c => c.operation), ...others, ...profiles].toSorted()).toEqual(
    operationForms.map(f => f.operation).toSorted(),
  )
})

describe('ChangeConfiguration', () => {
  const units = () => form().queryByText(/^(seconds|%)$/)?.textContent
  test('asks for a value as the key needs it: with its unit, of two, in words, or hidden', async () => {
    shown('ChangeConfiguration')
    await choose('Key', 'LightIntensity (%)')
    expect(units()).toBe('%')
    await fill('Value', 'bright')
    await press('Send ChangeConfiguration')
    expect(await form().findByText('Must be a whole number (%)')).toBeVisible()
    await choose('Key', 'LocalAuthListEnabled')
    await choose('Value', 'true')
    await press('Send ChangeConfiguration')
    await waitFor(() => expect(sent).toHaveLength(1))
    await choose('Key Type', 'Custom')
    await fill('Key', 'AuthorizationKey')
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
