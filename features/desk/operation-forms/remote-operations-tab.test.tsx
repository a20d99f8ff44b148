// Remote operations on the real client: the list, each form with its own checks, sending, and Task Details until the end.
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import {
  getTask,
  listAvailableTags,
  listUserTags,
  runOperation,
  searchTags,
} from '#control/remote-operations/remote-operation.contract.ts'
import { testTask } from '#control/remote-operations/test-task.tsx'
import { listActiveTransactions } from '#desk/transactions/transaction.contract.ts'
import { listConnectors } from '#fleet/chargers/connector.contract.ts'
import { clockText } from '#kit/time.tsx'
import { type ChargingProfile, listChargingProfiles } from '#power/charging-profiles/charging-profile.contract.ts'
import { choicesOf, manyNamed } from '#testing/web/choices.ts'
import { put } from '#testing/web/put.ts'
import { show, signInAs } from '#testing/web/render.tsx'
import { roleIn, type TestServer, testServer, testUser } from '#testing/web/server.ts'
import { RemoteOperationDialog } from './remote-operation-dialog.tsx'
import { RemoteOperationsTab } from './remote-operations-tab.tsx'

const charger = { chargepoint_pk: 5, chargepoint_id: 'CP-5' }
const connector = (connectorId: number, status: string) => ({
  connector_pk: connectorId,
  connectorId,
  evseId: null,
  evseConnectorId: null,
  connectorName: String(connectorId),
  connectorType: null,
  kw: null,
  volt: null,
  priceGroupId: null,
  qrCodeUrl: null,
  status,
  errorCode: null,
  info: null,
  vendorErrorCode: null,
  statusTimestamp: null,
  unknownSince: null as string | null,
  isConfigured: true,
  transactionId: null,
  transactionStart: null,
  powerKw: null,
  socPercent: null,
  energyWh: null,
  totalAmountCharged: null,
})
const chargingProfile: ChargingProfile = {
  charging_profile_pk: 5,
  charging_profile_id: 101,
  teamId: 1,
  team_name: 'Volt Works',
  stack_level: 0,
  description: 'Evening peak',
  charging_profile_purpose: 'TxDefaultProfile',
  charging_profile_kind: 'Relative',
  recurrency_kind: null,
  valid_from: null,
  valid_to: null,
  duration_in_seconds: null,
  start_schedule: null,
  note: 'Agreed',
  min_charging_rate: null,
  charging_rate_unit: 'A',
  schedulePeriods: [],
}
const tag = (text: string) => ({ id: 1, tag: text, tagId: text })
let server: TestServer
let sent: unknown[]
beforeEach(() => {
  signInAs()
  sent = []
  server = testServer()
    .on(listConnectors, { data: [connector(1, 'Available'), connector(2, 'Charging')] })
    .on(listUserTags, ({ body }) => ({
      data: [tag((body as { email: string }).email === 'depot@voltworks.example' ? 'MINE' : 'NOT')],
    }))
    .on(listAvailableTags, { data: [tag('SPARE')], total: 1 })
    .on(listActiveTransactions, {
      data: [
        {
          transactionId: 77,
          chargepoint_id: 'CP-5',
          charge_box_pk: 5,
          connectorId: 2,
          evseId: null,
          evseConnectorId: null,
          tag: 'MINE',
          starttime: '2026-01-01T00:00:00.000Z',
          start_meter_value: 0,
          current_meter_value: 0,
          kw_consumed: 0,
        },
      ],
    })
    .on(listChargingProfiles, { data: [], total: 0 })
    .on(runOperation, ({ body, query }) => {
      sent.push({ ...(body as object), teamId: query.get('teamId') })
      return { message: 'Operation sent', data: { taskId: 't-1' }, taskId: 't-1' }
    })
    .on(getTask, { data: testTask() })
})
const tab = (at = '/') => show(<RemoteOperationsTab teamId={1} charger={charger} />, { at })
const choose = async (label: RegExp, option: string) => {
  await userEvent.click(await screen.findByRole('combobox', { name: label }))
  await userEvent.click(await screen.findByRole('option', { name: option }))
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

test('with none chosen the right side says what to do', async () => {
  tab()
  expect(screen.getByText('Select an Operation')).toBeVisible()
  expect(screen.getByText('Choose a remote operation from the left panel to configure and execute it')).toBeVisible()
  expect(screen.getAllByRole('radio').map(r => (r as HTMLInputElement).value)).toEqual([
    'ChangeAvailability',
    'ChangeConfiguration',
    'RemoteStart',
    'RemoteStop',
    'GetDiagnostics',
    'Reset',
    'UpdateFirmware',
    'TriggerMessage',
    'UnlockConnector',
    'GetConfiguration',
    'ClearCache',
    'GetLocalListVersion',
    'SendLocalList',
    'ReserveNow',
    'CancelReservation',
    'SetChargingProfile',
    'ClearChargingProfile',
    'GetCompositeSchedule',
    'DataTransfer',
    'ExtendedTriggerMessage',
    'GetLog',
    'SignedUpdateFirmware',
    'CertificateSigned',
    'InstallCertificate',
    'GetInstalledCertificateIds',
    'DeleteCertificate',
  ])
  const heading = screen.getByRole('heading', { name: 'More operations' })
  const last = screen.getByRole('radio', { name: 'UnlockConnector' })
  expect(heading.compareDocumentPosition(last)).toBe(Node.DOCUMENT_POSITION_PRECEDING)
  const first = screen.getByRole('radio', { name: 'GetConfiguration' })
  expect(heading.compareDocumentPosition(first)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

test('a stored profile is set on the whole charge point or a connector', async () => {
  server.on(listChargingProfiles, { data: [chargingProfile], total: 1 })
  tab('/?operation=SetChargingProfile')
  await choose(/Charging profile/, '101 · Evening peak (TxDefaultProfile)')
  await choose(/Connector/, 'Whole charge point (0)')
  await press('Send SetChargingProfile')
  await waitFor(() =>
    expect(sent).toEqual([expect.objectContaining({ parameters: { connectorId: 0, charging_profile_pk: 5 } })]),
  )
})

test('of thousands of profiles the last is found', async () => {
  const profile = (pk: number, description: string) => ({
    ...chargingProfile,
    charging_profile_pk: pk,
    charging_profile_id: pk,
    description,
  })
  server.on(listChargingProfiles, choicesOf(manyNamed('Cap'), profile))
  tab('/?operation=SetChargingProfile')
  const field = await screen.findByRole('combobox', { name: /Charging profile/ })
  expect(await screen.findByText('Type to find others: 4,951 more')).toBeVisible()
  await userEvent.click(field)
  put(field, 'cap 5001')
  await userEvent.click(await screen.findByRole('option', { name: '5001 · Cap 5001 (TxDefaultProfile)' }))
  await choose(/Connector/, 'Whole charge point (0)')
  await press('Send SetChargingProfile')
  await waitFor(() => expect(sent).toMatchObject([{ parameters: { charging_profile_pk: 5001 } }]))
})

test('profiles are cleared by what is filled in, once the operator has confirmed', async () => {
  server.on(listChargingProfiles, { data: [chargingProfile], total: 1 })
  tab('/?operation=ClearChargingProfile')
  await choose(/Purpose/, 'TxProfile')
  await press('Send ClearChargingProfile')
  expect(await screen.findByRole('dialog', { name: 'Charging profiles of CP-5' })).toHaveTextContent(
    'Limits that the profiles set end at once',
  )
  await press('Clear')
  await waitFor(() =>
    expect(sent).toEqual([expect.objectContaining({ parameters: { chargingProfilePurpose: 'TxProfile' } })]),
  )
})

test('a number beside a chosen profile is refused before anything is sent', async () => {
  server.on(listChargingProfiles, { data: [chargingProfile], total: 1 })
  tab('/?operation=ClearChargingProfile')
  await choose(/Charging profile/, '101 · Evening peak (TxDefaultProfile)')
  put(screen.getByLabelText('Profile Id'), '7')
  await press('Send ClearChargingProfile')
  expect(await screen.findByText('Leave this empty where a profile is chosen')).toBeVisible()
  expect(sent).toEqual([])
})

test('the schedule that a charge point tells is drawn in Task Details; one it refuses to tell has its reason', async () => {
  const chargingSchedule = {
    chargingRateUnit: 'A',
    duration: 3600,
    chargingSchedulePeriod: [
      { startPeriod: 0, limit: 32 },
      { startPeriod: 1800, limit: 16.5 },
    ],
  }
  const details = { status: 'Accepted', connectorId: 1, scheduleStart: '2026-01-01T10:00:00Z', chargingSchedule }
  server.on(getTask, { data: testTask({ operation: 'GetCompositeSchedule' }, { details }) })
  const { unmount } = tab('/?operation=GetCompositeSchedule&task=t-1')
  const chart = await screen.findByRole('region', { name: 'Composite schedule' })
  expect(within(chart).getByText('Composite schedule (A)')).toBeVisible()
  await userEvent.click(within(chart).getByRole('button', { name: /Show as table/ }))
  expect(
    within(chart)
      .getAllByRole('row')
      .map(r => r.textContent),
  ).toEqual([
    expect.any(String),
    expect.stringMatching(/32 A$/),
    expect.stringMatching(/16\.5 A$/),
    expect.stringMatching(/16\.5 A$/),
  ])
  unmount()
  const refusal = { response: 'Rejected', error: 'Rejected', details: { status: 'Rejected' } }
  server.on(getTask, { data: testTask({ operation: 'GetCompositeSchedule', state: 'failed' }, refusal) })
  tab('/?operation=GetCompositeSchedule&task=t-1')
  expect(await screen.findByText('The charge point cannot tell its schedule.')).toBeVisible()
  expect(screen.queryByRole('region', { name: 'Composite schedule' })).toBeNull()
})

test('a start needs connector and tag, offers both as they are now, and its task is shown', async () => {
  const { router } = tab()
  await userEvent.click(screen.getByRole('radio', { name: 'RemoteStart' }))
  expect(screen.getByText('Operation Configuration')).toBeVisible()
  await press('Send RemoteStart')
  await waitFor(() => expect(screen.getAllByText('This field is required')).toHaveLength(2))
  expect(sent).toEqual([])
  await userEvent.click(screen.getByRole('combobox', { name: /Connector/ }))
  expect((await screen.findAllByRole('option')).map(o => o.textContent)).toEqual([
    'Select a connector',
    'ConnectorId-1 (Available to use)',
    'ConnectorId-2 (Charging)',
  ])
  await userEvent.click(screen.getByRole('option', { name: 'ConnectorId-1 (Available to use)' }))
  await choose(/Tag/, 'MINE')
  server.on(getTask, {
    data: testTask({
      operation: 'RemoteStart',
      effect: { message: 'StartTransaction', state: 'seen', at: '2026-01-01T00:00:09.000Z', transactionId: 91 },
    }),
  })
  await press('Send RemoteStart')
  const dialog = await screen.findByRole('dialog', { name: /Task Details/ })
  expect(await within(dialog).findByText('Success')).toBeVisible()
  const link = within(dialog).getByRole('link', { name: 'Transaction 91' })
  expect(link).toHaveAttribute('href', '/transactions/91')
  expect(link).toHaveClass('MuiLink-root')
  expect(sent).toEqual([
    {
      chargerId: 'CP-5',
      remoteOperationType: 'RemoteStart',
      parameters: { connectorId: 1, idTag: 'MINE' },
      teamId: '1',
    },
  ])
  expect(router.state.location.search).toContain('task=t-1')
})

test('connectors of an offline charge point are not offered as available', async () => {
  const at = '2025-03-04T05:06:00.000Z'
  server.on(listConnectors, { data: [{ ...connector(1, 'Available'), unknownSince: at }] })
  tab('/?operation=RemoteStart')
  await userEvent.click(await screen.findByRole('combobox', { name: /Connector/ }))
  expect(await screen.findByRole('option', { name: /ConnectorId/ })).toHaveTextContent(
    `ConnectorId-1 (state unknown since ${clockText(at)})`,
  )
})

test('a user without tags is offered those with no driver', async () => {
  server.on(listUserTags, { data: [] })
  tab('/?operation=RemoteStart')
  await userEvent.click(await screen.findByRole('combobox', { name: /Tag/ }))
  expect(await screen.findByRole('option', { name: 'SPARE' })).toBeVisible()
})

test('any tag of the team is found by its driver, and a typed one is sent as it stands', async () => {
  server.on(searchTags, ({ query }) => {
    const of = { id: 7, tag: 'CARD-7', tagId: 'CARD-7', driver: 'Meera Quill', email: null, phone: '+919876543210' }
    const data = query.get('q') === 'meera' ? [{ ...of, isOwn: false, refusal: 'This tag is blocked' }] : []
    return { data, total: data.length }
  })
  tab('/?operation=RemoteStart&connectorId=1')
  const field = () => screen.findByRole('combobox', { name: /Tag/ })
  await userEvent.click(await field())
  put(await field(), 'meera')
  const option = await screen.findByRole('option', { name: /CARD-7/ })
  expect(option).toHaveTextContent('CARD-7Meera Quill · +919876543210 · This tag is blocked')
  expect(screen.getByRole('option', { name: /meera As typed/ })).toBeVisible()
  await userEvent.click(option)
  expect(await field()).toHaveValue('CARD-7')
  await userEvent.clear(await field())
  await userEvent.type(await field(), ' TYPED-1 ')
  await userEvent.tab()
  expect(await field()).toHaveValue('TYPED-1')
  await press('Send RemoteStart')
  await waitFor(() => expect(sent).toMatchObject([{ parameters: { connectorId: 1, idTag: 'TYPED-1' } }]))
})

test('a start takes a profile of the session that begins', async () => {
  server.on(listChargingProfiles, ({ query }) => {
    expect(JSON.parse(query.get('filters') ?? '')).toMatchObject({
      conditions: [{ field: 'charging_profile_purpose', operator: 'equals', value: 'TxProfile' }],
    })
    return { data: [{ ...chargingProfile, charging_profile_purpose: 'TxProfile' as const }], total: 1 }
  })
  tab('/?operation=RemoteStart&connectorId=1')
  await choose(/Tag/, 'MINE')
  await choose(/Charging profile/, '101 · Evening peak (TxProfile)')
  await press('Send RemoteStart')
  await waitFor(() => expect(sent).toMatchObject([{ parameters: { idTag: 'MINE', charging_profile_pk: 5 } }]))
})

test('the address names operation and connector; another operation starts with an empty form and fresh lists', async () => {
  tab('/?operation=RemoteStart&connectorId=2')
  expect(await screen.findByText('ConnectorId-2 (Charging)')).toBeVisible()
  const asked = () => server.calls.filter(c => c.includes('/connectors')).length
  const first = asked()
  await userEvent.click(screen.getByRole('radio', { name: 'RemoteStop' }))
  expect(await screen.findByText('Select a transaction')).toBeVisible()
  await userEvent.click(screen.getByRole('radio', { name: 'RemoteStart' }))
  expect(await screen.findByText('Select a connector')).toBeVisible()
  await waitFor(() => expect(asked()).toBeGreaterThan(first))
})

test('a reset names its target and consequence, and only a yes sends it', async () => {
  tab('/?operation=Reset')
  await choose(/Reset Type/, 'HARD')
  await press('Send Reset')
  expect(await screen.findByRole('dialog', { name: /HARD reset of CP-5/ })).toBeVisible()
  await press('Cancel')
  expect(sent).toEqual([])
  await press('Send Reset')
  await userEvent.click(await screen.findByRole('button', { name: 'Reset' }))
  await waitFor(() =>
    expect(sent).toEqual([
      { chargerId: 'CP-5', remoteOperationType: 'Reset', parameters: { resetType: 'HARD' }, teamId: '1' },
    ]),
  )
})

test('a stop offers the sessions that run', async () => {
  tab('/?operation=RemoteStop')
  await choose(/Transaction/, '77 · ConnectorId-2')
  await press('Send RemoteStop')
  await userEvent.click(await screen.findByRole('button', { name: 'Stop' }))
  await waitFor(() => expect(sent).toEqual([expect.objectContaining({ parameters: { transactionId: 77 } })]))
})

test('the address names the session that a connector’s Stop is for', async () => {
  tab('/?operation=RemoteStop&transactionId=77')
  expect(await screen.findByText('77 · ConnectorId-2')).toBeVisible()
  await press('Send RemoteStop')
  expect(await screen.findByRole('dialog', { name: 'Transaction 77 on CP-5' })).toBeVisible()
  await press('Cancel')
})

test('a session of the address that has ended meanwhile is not sent', async () => {
  tab('/?operation=RemoteStop&transactionId=76')
  expect(await screen.findByText('Select a transaction')).toBeVisible()
  await waitFor(() => expect(screen.queryByText('Loading')).toBeNull())
  await press('Send RemoteStop')
  expect(await screen.findByText('This field is required')).toBeVisible()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a blocked tag is refused on its field, and nothing is followed', async () => {
  server.on(runOperation, () => ({
    status: 422,
    message: 'The tag is blocked',
    errors: { 'parameters.idTag': 'The tag is blocked' },
  }))
  tab('/?operation=RemoteStart&connectorId=1')
  await choose(/Tag/, 'MINE')
  await press('Send RemoteStart')
  expect(await screen.findByText('The tag is blocked')).toBeVisible()
  expect(screen.getByRole('combobox', { name: /Tag/ })).toHaveAttribute('aria-invalid', 'true')
  expect(screen.getByRole('combobox', { name: /Tag/ })).toHaveFocus()
  expect(sessionStorage.getItem('operations')).toBeNull()
})

test('the server’s refusal stands beside its field', async () => {
  server.on(runOperation, () => ({
    status: 409,
    message: 'Connector 1 is Available.',
    errors: { 'parameters.connectorId': 'Connector 1 is Available.' },
  }))
  tab('/?operation=RemoteStart&connectorId=1')
  await choose(/Tag/, 'MINE')
  await press('Send RemoteStart')
  expect(await screen.findByText('Connector 1 is Available.')).toBeVisible()
  expect(screen.getByRole('combobox', { name: /Connector/ })).toHaveAttribute('aria-invalid', 'true')
})

test('a task in the address is followed to its end', async () => {
  let asked = 0
  server.on(getTask, () => {
    const step = asked++
    const pending = { status: 'PENDING', endTime: null } as const
    if (step === 0)
      return { data: testTask({ ...pending, state: 'queued', sentTime: null }, { response: null, details: null }) }
    if (step === 1) return { data: testTask({ ...pending, state: 'sent' }, { response: null, details: null }) }
    return {
      data: testTask({ state: 'failed' }, { response: 'Rejected', error: 'Rejected', details: { status: 'Rejected' } }),
    }
  })
  const { router } = tab('/?operation=Reset&task=t-1')
  const dialog = await screen.findByRole('dialog', { name: /Task Details/ })
  const step = () => within(dialog).getByRole('list', { name: 'Progress' })
  await waitFor(() => expect(step()).toHaveTextContent(/Queued.*Sent.*Answer.*Done/))
  expect(within(dialog).queryByText('Error', { selector: 'span' })).toBeNull()
  await waitFor(() => expect(step()).toHaveTextContent(/Queued.*Sent.*Rejected.*Failed/), { timeout: 4000 })
  expect(within(dialog).getByText('Charge Box ID').nextSibling).toHaveTextContent('CP-5')
  expect(within(dialog).getByRole('region', { name: 'Details' })).toHaveTextContent('"status": "Rejected"')
  expect(within(dialog).getByRole('heading')).toHaveTextContent('Task Details')
  expect(within(dialog).getAllByText('Error').length).toBe(2)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(router.state.location.search).toBe('?operation=Reset'))
})

test('without the right to update nothing can be sent', async () => {
  signInAs(testUser([roleIn(1, 'Volt Works', { ChargerPoint: 'V' })]))
  tab('/?operation=Reset')
  expect(screen.getByText('Not Authorized')).toBeVisible()
  expect(screen.queryByRole('radio')).toBeNull()
})

test('the modal of the charger list has the same content for the charge point it was opened for', async () => {
  show(<RemoteOperationDialog teamId={1} charger={charger} onClose={() => undefined} />)
  const modal = screen.getByRole('dialog', { name: /Remote Operation · CP-5/ })
  await userEvent.click(within(modal).getByRole('radio', { name: 'Reset' }))
  await choose(/Reset Type/, 'SOFT')
  await press('Send Reset')
  expect(await screen.findByRole('dialog', { name: 'SOFT reset of CP-5' })).toBeVisible()
  expect(modal).not.toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Reset' }))
  expect(await screen.findByRole('dialog', { name: /Task Details/ })).toBeVisible()
  expect(screen.getAllByRole('dialog')).toHaveLength(1)
  await press('Another operation')
  expect(await screen.findByRole('dialog', { name: /Remote Operation · CP-5/ })).toBeVisible()
})

test('the list is searched by words, and its groups fold', async () => {
  const user = userEvent.setup()
  show(<RemoteOperationsTab teamId={1} charger={charger} />)
  const list = within(await screen.findByRole('radiogroup', { name: 'Remote operation' }))
  const names = () => list.queryAllByRole('radio').map(r => (r as HTMLInputElement).value)
  const whole = names().length
  await user.click(list.getByRole('button', { name: /^Power/ }))
  expect(list.getByRole('button', { name: /^Power/ }).getAttribute('aria-expanded')).toBe('false')
  expect(names()).not.toContain('SetChargingProfile')
  await user.type(screen.getByRole('searchbox', { name: 'Search operations' }), 'charging profile')
  expect(names()).toEqual(expect.arrayContaining(['SetChargingProfile', 'ClearChargingProfile']))
  expect(names()).not.toContain('GetLog')
  await user.clear(screen.getByRole('searchbox', { name: 'Search operations' }))
  await user.type(screen.getByRole('searchbox', { name: 'Search operations' }), 'teapot')
  expect(screen.getByRole('status').textContent).toBe('No operation of this charge point matches')
  await user.clear(screen.getByRole('searchbox', { name: 'Search operations' }))
  expect(names()).toHaveLength(whole)
})

test('a charge point that names its connectors by EVSE is asked for the EVSE', async () => {
  server.on(listConnectors, { data: [{ ...connector(1, 'Available'), evseId: 1 }] })
  tab('/?operation=UnlockConnector')
  expect(await screen.findByRole('combobox', { name: /^EVSE/ })).toBeVisible()
  expect(screen.queryByRole('combobox', { name: /Connector/ })).toBeNull()
})
