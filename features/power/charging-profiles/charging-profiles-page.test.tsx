// The screens of charging profiles with the real client: the list and its rights, the form with its words and periods, and
// applying to chargers up to each outcome.
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { getTask, runOperation } from '#control/remote-operations/remote-operation.contract.ts'
import { testTask } from '#control/remote-operations/test-task.tsx'
import { listChargers } from '#fleet/chargers/charger.contract.ts'
import { Notices } from '#kit/notices.tsx'
import { put } from '#testing/web/put.ts'
import { show, showRoutes, signInAs } from '#testing/web/render.tsx'
import { roleIn, type TestServer, testServer, testUser } from '#testing/web/server.ts'
import {
  type ChargingProfile,
  createChargingProfile,
  deleteChargingProfile,
  getChargingProfile,
  listChargingProfiles,
  listProfileTasks,
  type ProfileTask,
  updateChargingProfile,
} from './charging-profile.contract.ts'
import { ChargingProfilePage } from './charging-profile-page.tsx'
import { ChargingProfilesPage } from './charging-profiles-page.tsx'
import { localText } from './profile-form.rules.ts'

const profile = (more: Partial<ChargingProfile> = {}): ChargingProfile => ({
  charging_profile_pk: 5,
  charging_profile_id: 101,
  teamId: 1,
  team_name: 'Volt Works',
  stack_level: 2,
  description: 'Evening peak',
  charging_profile_purpose: 'TxDefaultProfile',
  charging_profile_kind: 'Recurring',
  recurrency_kind: 'Daily',
  valid_from: '2026-01-01T00:00:00Z',
  valid_to: '2026-12-31T00:00:00Z',
  duration_in_seconds: 86_400,
  start_schedule: null,
  note: 'Agreed',
  min_charging_rate: 6,
  charging_rate_unit: 'A',
  schedulePeriods: [
    { schedule_period_pk: 1, start_period: 1, power_limit: 32, number_phase: 3 },
    { schedule_period_pk: 2, start_period: 21_600, power_limit: 16.5, number_phase: null },
  ],
  ...more,
})
const as = (ChargingProfile: string, ChargerPoint = 'VU') =>
  signInAs(testUser([roleIn(1, 'Volt Works', { ChargingProfile, ChargerPoint })]))
const pages = (at: string) =>
  showRoutes(
    [
      { path: '/chargingprofile', element: <p>The list</p> },
      { path: '/chargingprofile/new', element: <ChargingProfilePage /> },
      { path: '/chargingprofile/:chargingProfileId', element: <ChargingProfilePage /> },
    ].map(r => ({
      ...r,
      element: (
        <>
          {r.element}
          <Notices />
        </>
      ),
    })),
    at,
  )
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))
const choose = async (label: RegExp, option: string) => {
  await userEvent.click(screen.getByRole('combobox', { name: label }))
  await userEvent.click(await screen.findByRole('option', { name: option }))
}
const type = (label: RegExp, text: string) => put(screen.getByLabelText(label), text)
let server: TestServer
beforeEach(() => {
  as('VCUD')
  server = testServer().on(getChargingProfile, { data: profile() }).on(listProfileTasks, { data: [] })
})

describe('the list', () => {
  test('has the columns of D-CP-3, and a menu by the rights', async () => {
    server.on(listChargingProfiles, { data: [profile()], total: 1 })
    const { unmount } = show(<ChargingProfilesPage />)
    expect(await screen.findByText('Evening peak')).toBeVisible()
    const headers = screen.getAllByRole('columnheader').map(h => h.textContent)
    expect(headers.filter(Boolean).slice(0, 7)).toEqual([
      'Profile Id',
      'Stack Level',
      'Description',
      'Purpose',
      'Kind',
      'Valid From',
      'Valid To',
    ])
    expect(server.calls.some(c => c.includes('pageSize=10'))).toBe(true)
    expect(screen.getByRole('button', { name: 'Add Charging Profile' })).toBeVisible()
    await press(/^Actions/)
    expect((await screen.findAllByRole('menuitem')).map(m => m.textContent)).toEqual(['View', 'Edit', 'Delete'])
    unmount()
    as('V')
    show(<ChargingProfilesPage />)
    await userEvent.click(await screen.findByRole('button', { name: /^Actions/ }))
    expect((await screen.findAllByRole('menuitem')).map(m => m.textContent)).toEqual(['View'])
    expect(screen.queryByRole('button', { name: 'Add Charging Profile' })).toBeNull()
  })
  test('deletes only after a yes, and says that chargers keep the profile', async () => {
    const gone: string[] = []
    server.on(listChargingProfiles, { data: [profile()], total: 1 }).on(deleteChargingProfile, ({ params }) => {
      gone.push(String(params.id))
      return { data: null, message: 'Charging profile deleted successfully' }
    })
    show(<ChargingProfilesPage />)
    await userEvent.click(await screen.findByRole('button', { name: /^Actions/ }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    const dialog = await screen.findByRole('dialog', { name: 'Charging profile 101' })
    expect(dialog).toHaveTextContent('Chargers that it was sent to keep it until it is cleared there.')
    expect(gone).toEqual([])
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(gone).toEqual(['5']))
  })
})

describe('the form', () => {
  test('an empty one says what is required, and sends nothing', async () => {
    pages('/chargingprofile/new')
    expect(screen.getByRole('heading', { name: 'Create Charging Profile' })).toBeVisible()
    await press('Save Changes')
    // Profile Id, Description, Purpose, Kind, Note, both dates, and start and limit of the first period.
    expect(await screen.findAllByText('This field is required')).toHaveLength(9)
    expect(server.calls).toEqual([])
  })
  test('each field refuses in the words of the documents', async () => {
    pages('/chargingprofile/5')
    await screen.findByDisplayValue('Evening peak')
    type(/^Stack Level/, '-1')
    type(/^Min Charging Rate/, '6.25')
    type(/^Valid To/, '2025-06-01T00:00')
    const first = screen.getByRole('group', { name: 'Period 1' })
    put(within(first).getByLabelText(/^Start Period/), '0')
    await press('Save Changes')
    for (const text of [
      'Must be atleast equal or greater than 0',
      'At most, single digit acceptable after decimal point',
      'Value should be after valid from date',
      'Period must be positive',
    ])
      expect(await screen.findByText(text)).toBeVisible()
  })
  test('a new one is sent for the current team, times as instants, and leads back to the list', async () => {
    let sent: { body: ChargingProfile; teamId: string | null } | undefined
    server.on(createChargingProfile, ({ body, query }) => {
      sent = { body: body as ChargingProfile, teamId: query.get('teamId') }
      return { status: 201, message: 'Charging profile created successfully', data: profile() }
    })
    pages('/chargingprofile/new')
    type(/^Profile Id/, '7')
    type(/^Description/, 'Cap')
    await choose(/^Purpose/, 'ChargePointMaxProfile')
    await choose(/^Kind/, 'Absolute')
    type(/^Note/, 'Why')
    type(/^Valid From/, '2026-03-01T08:00')
    type(/^Valid To/, '2026-04-01T08:00')
    await choose(/^Charging Rate Unit/, 'W')
    const first = screen.getByRole('group', { name: 'Period 1' })
    expect(within(first).getByText('W')).toBeVisible()
    put(within(first).getByLabelText(/^Start Period/), '1')
    put(within(first).getByLabelText(/^Power Limit/), '7400.5')
    await press('Save Changes')
    expect(await screen.findByText('The list')).toBeVisible()
    expect(screen.getByText('Charging profile created successfully')).toBeVisible()
    expect(sent?.teamId).toBe('1')
    expect(sent?.body).toMatchObject({
      charging_profile_id: 7,
      recurrency_kind: null,
      valid_from: new Date('2026-03-01T08:00').toISOString().replace('.000Z', 'Z'),
      charging_rate_unit: 'W',
      schedulePeriods: [{ start_period: 1, power_limit: 7400.5, number_phase: null }],
    })
  })
  test('periods are added and removed, and the last one stays', async () => {
    let sent: ChargingProfile | undefined
    server.on(updateChargingProfile, ({ body }) => {
      sent = body as ChargingProfile
      return { data: profile(), message: 'Charging profile updated successfully' }
    })
    pages('/chargingprofile/5')
    await screen.findByDisplayValue('Evening peak')
    expect(screen.getByText('after 6:00 h')).toBeVisible()
    await press('Remove period 1')
    expect(screen.getByRole('button', { name: 'Remove period 1' })).toBeDisabled()
    await press('Add period')
    const second = screen.getByRole('group', { name: 'Period 2' })
    expect(within(second).getByLabelText(/^Start Period/)).toHaveFocus()
    put(within(second).getByLabelText(/^Start Period/), '43200')
    put(within(second).getByLabelText(/^Power Limit/), '8')
    await press('Save Changes')
    expect(await screen.findByText('The list')).toBeVisible()
    expect(sent?.schedulePeriods).toEqual([
      { schedule_period_pk: 2, start_period: 21_600, power_limit: 16.5, number_phase: null },
      { schedule_period_pk: null, start_period: 43_200, power_limit: 8, number_phase: null },
    ])
  })
  test('a TxProfile has no validity: both dates are off and empty, the start of the schedule is not', async () => {
    pages('/chargingprofile/5')
    const from = await screen.findByLabelText(/^Valid From/)
    expect(from).toHaveValue(localText('2026-01-01T00:00:00Z'))
    await choose(/^Purpose/, 'TxProfile')
    for (const label of [/^Valid From/, /^Valid To/]) {
      expect(screen.getByLabelText(label)).toBeDisabled()
      expect(screen.getByLabelText(label)).toHaveValue('')
    }
    expect(screen.getByLabelText(/^Start Schedule/)).toBeEnabled()
    expect(screen.getAllByText('A TxProfile holds as long as its session')).toHaveLength(2)
  })
  test('a number that is taken lands on its field', async () => {
    server.on(updateChargingProfile, () => ({
      status: 409,
      message: 'Profile Id already exists',
      errors: { charging_profile_id: 'Profile Id already exists' },
    }))
    pages('/chargingprofile/5')
    await screen.findByDisplayValue('Evening peak')
    type(/^Profile Id/, '102')
    await press('Save Changes')
    expect(await screen.findByText('Profile Id already exists')).toBeVisible()
    expect(screen.getByLabelText(/^Profile Id/)).toHaveAttribute('aria-invalid', 'true')
  })
  test('for R everything is off, with Back alone', async () => {
    as('V', 'V')
    pages('/chargingprofile/5')
    expect(await screen.findByLabelText(/^Description/)).toBeDisabled()
    expect(screen.getByRole('heading', { name: 'Charging Profile Details' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Back' })).toBeVisible()
    for (const name of ['Save Changes', 'Add period', 'Remove period 1', 'Apply to chargers', 'Clear from chargers'])
      expect(screen.queryByRole('button', { name })).toBeNull()
  })
  test.each(['12', 'abc'])('one that is not there (%s) leads to the list', async id => {
    server.on(getChargingProfile, () => ({ status: 404, message: 'Charging profile not found' }))
    pages(`/chargingprofile/${id}`)
    expect(await screen.findByText('The list')).toBeVisible()
    expect(await screen.findByText('Charging profile not found')).toBeVisible()
  })
})

const row = (id: string) => ({ chargepoint_pk: 1, chargepoint_id: id, chargepoint_name: `Name of ${id}` })
const offerChargers = () =>
  server.on(listChargers, ({ query }) => {
    const data = ['CP-1', 'CP-2', 'CP-3'].filter(id => id.includes(query.get('q') ?? '')).map(row)
    return { data, total: data.length }
  })
const pick = async (...ids: string[]) => {
  const field = await screen.findByRole('combobox', { name: /^Chargers/ })
  await userEvent.click(field)
  for (const id of ids) await userEvent.click(await screen.findByRole('option', { name: new RegExp(`^${id}`) }))
}
const task = (more: Partial<ProfileTask> = {}): ProfileTask => ({
  taskId: 't-1',
  operation: 'SetChargingProfile',
  chargepoint_id: 'CP-1',
  connectorId: 1,
  evseId: null,
  evseConnectorId: null,
  state: 'done',
  response: 'Accepted',
  error: null,
  at: '2026-01-05T10:00:00.000Z',
  by: 'depot',
  ...more,
})

describe('chargers', () => {
  test('applied to several, each with a task and an outcome of its own, a refused one among them', async () => {
    const sent: { chargerId: string; parameters: object }[] = []
    offerChargers()
      .on(runOperation, ({ body }) => {
        const asked = body as (typeof sent)[number]
        sent.push(asked)
        if (asked.chargerId === 'CP-2') return { status: 409, message: 'This charger is load balanced by its site' }
        return { message: 'Operation sent', data: { taskId: asked.chargerId }, taskId: asked.chargerId }
      })
      .on(getTask, ({ params }) => ({
        data:
          params.taskId === 'CP-1'
            ? testTask({ taskId: 'CP-1', operation: 'SetChargingProfile' })
            : testTask(
                { taskId: 'CP-3', operation: 'SetChargingProfile', state: 'failed' },
                { response: 'NotSupported', error: 'NotSupported' },
              ),
      }))
    pages('/chargingprofile/5')
    await userEvent.click(await screen.findByRole('button', { name: 'Apply to chargers' }))
    const dialog = await screen.findByRole('dialog', { name: 'Apply to chargers' })
    await userEvent.click(within(dialog).getByRole('button', { name: 'Apply' }))
    expect(await screen.findByText('Please choose at least one charger')).toBeVisible()
    expect(sent).toEqual([])
    await pick('CP-1', 'CP-2', 'CP-3')
    await choose(/^Connector/, '2')
    await press('Apply')
    const results = await screen.findByRole('dialog', { name: /Apply to chargers · 101/ })
    expect(await within(results).findByText('Accepted.')).toBeVisible()
    expect(
      within(results)
        .getAllByRole('listitem')
        .map(l => l.textContent),
    ).toEqual([
      'CP-1DoneAccepted.',
      'CP-2ErrorThis charger is load balanced by its site',
      'CP-3ErrorNotSupported. The charge point does not support charging profiles of this kind.',
    ])
    expect(sent.map(s => [s.chargerId, s.parameters])).toEqual(
      ['CP-1', 'CP-2', 'CP-3'].map(id => [id, { connectorId: 2, charging_profile_pk: 5 }]),
    )
    expect(sessionStorage.getItem('operations')).toBeNull()
  })
  test('a task that is open when the dialog closes is followed further', async () => {
    offerChargers()
      .on(runOperation, { message: 'Operation sent', data: { taskId: 't-9' }, taskId: 't-9' })
      .on(getTask, {
        data: testTask({ taskId: 't-9', status: 'PENDING', state: 'sent', endTime: null }, { response: null }),
      })
    pages('/chargingprofile/5')
    await userEvent.click(await screen.findByRole('button', { name: 'Clear from chargers' }))
    const dialog = await screen.findByRole('dialog', { name: 'Clear from chargers' })
    expect(within(dialog).queryByRole('combobox', { name: /^Connector/ })).toBeNull()
    await pick('CP-2')
    await press('Clear')
    expect(await screen.findByText('Sent. Waiting for the charge point.')).toBeVisible()
    await press('Close')
    expect(sessionStorage.getItem('operations')).toContain('Clear a charging profile on CP-2')
  })
  test('what was sent where, with the reason where it failed, and its details', async () => {
    server
      .on(listProfileTasks, {
        data: [
          task({
            taskId: 't-2',
            operation: 'ClearChargingProfile',
            connectorId: null,
            state: 'failed',
            response: 'Unknown',
            error: 'Unknown',
          }),
          task({ connectorId: 0 }),
        ],
      })
      .on(getTask, { data: testTask({ operation: 'ClearChargingProfile' }) })
    pages('/chargingprofile/5')
    const card = await screen.findByRole('region', { name: 'Chargers' })
    expect(await within(card).findByText('No profile that fits was installed on the charge point.')).toBeVisible()
    expect(within(card).getByText(/Sent, whole charge point/)).toBeVisible()
    await userEvent.click(within(card).getByRole('button', { name: 'Details of CP-1, Cleared' }))
    expect(await screen.findByRole('dialog', { name: /Task Details/ })).toBeVisible()
  })
  test('who may not see chargers is not asked for them', async () => {
    as('VCUD', '')
    pages('/chargingprofile/5')
    await screen.findByDisplayValue('Evening peak')
    expect(screen.queryByRole('region', { name: 'Chargers' })).toBeNull()
    expect(server.calls.filter(c => c.includes('/tasks'))).toEqual([])
  })
})
