// The screens of charging sites with the real client: words, rights, requests, and the texts of errors.
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { ConfirmHost } from '#kit/confirm.tsx'
import { Notices } from '#kit/notices.tsx'
import { listTeamChoices } from '#people/teams/team.contract.ts'
import { getSiteLoad, type SiteLoad } from '#power/load-balancing/load.contract.ts'
import { put } from '#testing/web/put.ts'
import { show, showRoutes, signInAs } from '#testing/web/render.tsx'
import { roleIn, testServer, testUser } from '#testing/web/server.ts'
import {
  createSite,
  deleteSite,
  getSite,
  listChargerIds,
  listSites,
  type Site,
  type SiteRow,
  updateSite,
} from './charging-site.contract.ts'
import { ChargingSitePage } from './charging-site-page.tsx'
import { ChargingSitesPage } from './charging-sites-page.tsx'

const row = (more: Partial<SiteRow> = {}): SiteRow => ({
  zone_id: 7,
  zone_name: 'Yard',
  load_balancing_value: 120.5,
  load_balancing_unit: 'kW',
  is_load_balancing: 1,
  isLoadBalancingReq: 1,
  chargers: [
    { chargepoint_pk: 1, chargepoint_id: 'CP-01' },
    { chargepoint_pk: 2, chargepoint_id: 'CP-02' },
  ],
  running_sessions: 1,
  teamId: 2,
  team_name: 'Depot',
  ...more,
})
const site = (more: Partial<Site> = {}): Site => ({
  zoneId: 7,
  zoneName: 'Yard',
  isLoadBalancingReq: 1,
  loadBalancingUnit: 'kW',
  loadBalancingValue: 120.5,
  timeZone: null,
  chargers: ['CP-01', 'CP-02'],
  teamId: 2,
  team_name: 'Depot',
  ...more,
})
const load = (more: Partial<SiteLoad> = {}): SiteLoad => ({
  isOn: false,
  unit: 'kW',
  plannedAt: null,
  limit: null,
  allowed: null,
  atMost: null,
  measured: null,
  proof: '',
  isExceeded: false,
  aboveSince: null,
  held: { A: 0, kW: 0 },
  chargers: [],
  history: [],
  restart: { A: 0, kW: 0, forgetful: [] },
  ...more,
})
const siteServer = () =>
  testServer()
    .on(getSiteLoad, { data: load() })
    .on(listTeamChoices, ({ params, query }) => {
      expect(query.get('right')).toBe('ChargingSite.create')
      const teams = [
        { teamId: Number(params.teamId), name: params.teamId === '1' ? 'Volt Works' : 'Depot', parentName: null },
        { teamId: 3, name: 'Yard team', parentName: null },
      ]
      const keys = query.get('keys')?.split(',').map(Number)
      return { data: teams.filter(t => !keys || keys.includes(t.teamId)), total: 2 }
    })
/** A team below the user's own company (1), and its letters on charging sites. */
const as = (letters: string, teamId = 2) =>
  signInAs(testUser([roleIn(teamId, 'Depot', { ChargingSite: letters, ChargerPoint: 'V' })]))
const pages = (at: string) =>
  showRoutes(
    [
      { path: '/charging-site', element: <p>The list</p> },
      { path: '/charging-site/new', element: <ChargingSitePage /> },
      { path: '/charging-site/:id', element: <ChargingSitePage /> },
    ].map(r => ({
      ...r,
      element: (
        <>
          {r.element}
          <ConfirmHost />
          <Notices />
        </>
      ),
    })),
    at,
  )
const list = (data: SiteRow[]) => ({
  data,
  total: data.length,
  summary: { total: 12, loadBalanced: 5 },
})
const free = (ids: string[]) => ({ data: ids, chargerIds: ids })
const button = (name: string | RegExp) => screen.getByRole('button', { name })
const choose = async (id: string) => {
  await userEvent.click(await screen.findByRole('combobox', { name: 'Add Existing Charger' }))
  await userEvent.click(await screen.findByRole('option', { name: id }))
}
const attached = () =>
  within(screen.getByRole('list', { name: 'Chargers of this site' }))
    .getAllByRole('listitem')
    .map(li => li.textContent)

beforeEach(() => as('VCUD'))

test('the list: title, subtitle, cards, columns with value and unit, chip, count', async () => {
  siteServer().on(
    listSites,
    list([
      row(),
      row({ zone_id: 8, zone_name: 'Front', load_balancing_value: 40, is_load_balancing: 0, chargers: [] }),
    ]),
  )
  show(<ChargingSitesPage />)
  expect(screen.getByRole('heading', { name: 'Charging Sites' })).toBeVisible()
  expect(screen.getByText('Manage load limits and load balancing for your charging sites')).toBeVisible()
  expect(await screen.findByText('120.5 kW')).toBeVisible()
  expect(within(screen.getByRole('group', { name: 'Total Charging Sites' })).getByText('12')).toBeVisible()
  expect(within(screen.getByRole('group', { name: 'Load Balanced Sites' })).getByText('5')).toBeVisible()
  for (const name of ['Site Name', 'Load Value', 'Load Balancing', 'Chargers'])
    expect(screen.getByRole('columnheader', { name: new RegExp(name) })).toBeVisible()
  const yard = screen.getByRole('row', { name: /Yard/ })
  expect(within(yard).getByText('Enabled')).toBeVisible()
  expect(within(yard).getByText('2')).toBeVisible()
  expect(within(screen.getByRole('row', { name: /Front/ })).getByText('Disabled')).toBeVisible()
  expect(button('Create Charging Site')).toBeVisible()
  expect(button(/Refresh/)).toBeVisible()
})

test('a reply that names its list and fields in other words reads the same', async () => {
  siteServer().on(listSites, () => ({
    chargeZones: [{ id: 9, name: 'Elsewhere', load_balancing_value: '40', load_balancing_unit: 'A', chargers: ['X'] }],
  }))
  show(<ChargingSitesPage />)
  expect(await screen.findByText('Elsewhere')).toBeVisible()
  expect(screen.getByText('40 A')).toBeVisible()
})

test.each([
  ['VCUD', ['View', 'Edit', 'Delete']],
  ['V', ['View']],
  ['VD', ['View', 'Delete']],
  ['VU', ['View', 'Edit']],
])('with %s the menu offers %j', async (letters, items) => {
  as(letters)
  siteServer().on(listSites, list([row()]))
  show(<ChargingSitesPage />)
  await userEvent.click(await screen.findByRole('button', { name: /^Actions/ }))
  expect((await screen.findAllByRole('menuitem')).map(m => m.textContent)).toEqual(items)
  expect(screen.queryAllByRole('button', { name: 'Create Charging Site', hidden: true })).toHaveLength(
    letters.includes('C') ? 1 : 0,
  )
})

test('in the user’s own company the form asks for the team, and the site is created there', async () => {
  as('VCUD', 1)
  let sent: unknown
  const server = siteServer()
    .on(listSites, list([]))
    .on(listChargerIds, ({ params }) => free(params.teamId === '3' ? ['CP-31'] : ['CP-99']))
    .on(createSite, ({ body, params }) => {
      sent = { body, teamId: params.teamId }
      return { status: 201, message: 'Zone created successfully', data: site() }
    })
  const { unmount } = show(<ChargingSitesPage />)
  expect(await screen.findByText('No charging sites yet')).toBeVisible()
  expect(screen.getAllByRole('button', { name: 'Create Charging Site' })[0]).toBeVisible()
  unmount()
  pages('/charging-site/new')
  put(await screen.findByLabelText(/^Zone Name/), 'North yard')
  put(screen.getByLabelText(/^Load Value/), '63')
  await userEvent.click(button('Create'))
  expect(await screen.findByRole('alert')).toHaveTextContent(/^Please select a team$/)
  expect(server.calls.filter(c => c.startsWith('POST') || c.includes('charger-ids'))).toEqual([])
  await userEvent.click(screen.getByRole('combobox', { name: /^Team/ }))
  await userEvent.click(await screen.findByRole('option', { name: 'Yard team' }))
  await choose('CP-31')
  await userEvent.click(button('Add Charger'))
  await userEvent.click(button('Create'))
  expect(await screen.findByText('Zone created successfully')).toBeVisible()
  expect(sent).toMatchObject({ teamId: '3', body: { zoneName: 'North yard', chargers: ['CP-31'] } })
})

test('a search without a match has words of its own', async () => {
  siteServer().on(listSites, list([]))
  show(<ChargingSitesPage />, { at: '/?q=nowhere' })
  expect(await screen.findByText('No charging sites found')).toBeVisible()
})

test('deleting asks, says what becomes of the chargers, and the list is read again', async () => {
  let rows = [row()]
  siteServer()
    .on(listSites, () => list(rows))
    .on(deleteSite, ({ params }) => {
      rows = []
      return { message: 'Zone deleted successfully', data: { zoneId: Number(params.zoneId) } }
    })
  show(<ChargingSitesPage />)
  await userEvent.click(await screen.findByRole('button', { name: /^Actions/ }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  expect(await screen.findByText(/Its 2 chargers stand at no site then\./)).toBeVisible()
  await userEvent.click(button('Delete'))
  expect(await screen.findByText('Zone deleted successfully')).toBeVisible()
  expect(await screen.findByText('No charging sites yet')).toBeVisible()
})

test('an empty form says all that is wrong in one alert, beside the fields too, and sends nothing', async () => {
  const server = siteServer().on(listChargerIds, free([]))
  pages('/charging-site/new')
  expect(screen.getByRole('heading', { name: 'Create Charging Site' })).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
  await userEvent.click(button('Create'))
  expect(await screen.findByRole('alert')).toHaveTextContent(
    /^Zone name is required\. Load balancing value is required$/,
  )
  expect(screen.getByText('Zone name is required')).toBeVisible()
  put(screen.getByLabelText(/^Load Value/), '-3')
  await userEvent.click(button('Create'))
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Zone name is required. Load balancing value must be a non-negative number',
  )
  put(screen.getByLabelText(/^Zone Name/), '   ')
  await userEvent.click(button('Create'))
  expect(screen.getByRole('alert')).toHaveTextContent('Zone name is required')
  expect(server.calls.filter(c => c.startsWith('POST'))).toEqual([])
})

test('a new one starts off in kW, without load balancing; it is sent for the current team and leads back', async () => {
  let sent: unknown
  let answer = () => undefined as unknown
  const saving = new Promise(resolve => {
    answer = () => resolve(undefined)
  })
  siteServer()
    .on(listChargerIds, free(['CP-09', 'CP-10']))
    .on(createSite, async ({ body, params }) => {
      sent = { body, teamId: params.teamId }
      await saving
      return { status: 201, message: 'Zone created successfully', data: site() }
    })
  pages('/charging-site/new')
  expect(screen.getByRole('combobox', { name: 'Load Balancing Required' })).toHaveTextContent('No')
  expect(screen.getByRole('combobox', { name: /^Unit/ })).toHaveTextContent('kW')
  await userEvent.click(screen.getByRole('combobox', { name: /^Unit/ }))
  expect((await screen.findAllByRole('option')).map(o => o.textContent)).toEqual(['kW', 'kWh', 'A'])
  await userEvent.click(screen.getByRole('option', { name: 'A' }))
  put(screen.getByLabelText(/^Zone Name/), '  North yard ')
  put(screen.getByLabelText(/^Load Value/), '63')
  await userEvent.click(screen.getByRole('combobox', { name: 'Load Balancing Required' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Yes' }))
  await choose('CP-10')
  await userEvent.click(button('Add Charger'))
  await userEvent.click(button('Create'))
  expect(await screen.findByRole('button', { name: 'Saving...' })).toBeVisible()
  answer()
  expect(await screen.findByText('The list')).toBeVisible()
  expect(screen.getByText('Zone created successfully')).toBeVisible()
  expect(sent).toEqual({
    teamId: '2',
    body: {
      timeZone: null,
      zoneName: 'North yard',
      isLoadBalancingReq: 1,
      loadBalancingUnit: 'A',
      loadBalancingValue: 63,
      chargers: ['CP-10'],
    },
  })
})

test('chargers move between the pool and the site: button, hint and chips follow', async () => {
  siteServer()
    .on(getSite, { data: site() })
    .on(listChargerIds, ({ params, query }) => {
      expect([params.teamId, query.get('unassignedOnly')]).toEqual(['2', 'true'])
      return free(['CP-09'])
    })
  pages('/charging-site/7')
  expect(await screen.findByRole('heading', { name: 'Edit Charging Site' })).toBeVisible()
  await waitFor(() => expect(attached()).toEqual(['CP-01', 'CP-02']))
  expect(await screen.findByText('1 unassigned charger(s) available')).toBeVisible()
  await screen.findByRole('combobox', { name: 'Add Existing Charger' })
  expect(button('Add Charger')).toBeDisabled()
  await userEvent.click(button('Remove CP-01'))
  expect(attached()).toEqual(['CP-02'])
  expect(screen.getByText('2 unassigned charger(s) available')).toBeVisible()
  await choose('CP-09')
  expect(button('Add Charger')).toBeEnabled()
  await userEvent.click(button('Add Charger'))
  expect(button('Add Charger')).toBeDisabled()
  expect(attached()).toEqual(['CP-02', 'CP-09'])
  await choose('CP-01')
  await userEvent.click(button('Add Charger'))
  expect(attached()).toEqual(['CP-01', 'CP-02', 'CP-09'])
  expect(screen.getByText('No unassigned chargers found')).toBeVisible()
})

test('one that has come meanwhile, by what another person saved, is not added twice', async () => {
  let stored = { data: site({ chargers: [] }), tag: '"1"' }
  siteServer()
    .on(listChargerIds, free(['CP-09']))
    .on(getSite, () => stored)
  const { cache } = pages('/charging-site/7')
  await screen.findByText('1 unassigned charger(s) available')
  await choose('CP-09')
  stored = { data: site({ chargers: ['CP-09'] }), tag: '"2"' }
  await cache.invalidateQueries()
  await waitFor(() => expect(attached()).toEqual(['CP-09']))
  await userEvent.click(button('Add Charger'))
  expect(await screen.findByText('This charger is already added to the charging site')).toBeVisible()
  expect(attached()).toEqual(['CP-09'])
})

test('a change is sent with the tag that was read; what another saved meanwhile is shown to choose from', async () => {
  const tags: (string | null)[] = []
  siteServer()
    .on(getSite, () => ({ data: site(), tag: '"1"' }))
    .on(listChargerIds, free([]))
    .on(updateSite, ({ headers }) => {
      tags.push(headers.get('if-match'))
      return {
        status: 409,
        message: 'This record was changed by asha 2 minutes ago',
        data: site({ zoneName: 'Theirs', chargers: ['CP-01'] }),
        changed: { by: 'asha', at: '2026-01-05T09:00:00.000Z' },
        tag: '"2"',
      }
    })
  pages('/charging-site/7')
  put(await screen.findByLabelText(/^Zone Name/), 'Ours')
  await userEvent.click(button('Update'))
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getAllByText(/Theirs/).length).toBeGreaterThan(0)
  expect(tags).toEqual(['"1"'])
})

test.each<[string, { status: number; message: string; errors?: Record<string, string> }]>([
  [
    'at its field',
    { status: 409, message: 'Charger CP-01 is elsewhere', errors: { chargers: 'Charger CP-01 is elsewhere' } },
  ],
  ['as a notice', { status: 500, message: 'Something went wrong' }],
])('what the server refuses is said in an alert, %s, and the form stays', async (_where, refusal) => {
  siteServer()
    .on(getSite, { data: site() })
    .on(listChargerIds, free([]))
    .on(updateSite, () => refusal)
  pages('/charging-site/7')
  put(await screen.findByLabelText(/^Zone Name/), 'Yard 2')
  await userEvent.click(button('Update'))
  expect(await screen.findByRole('alert')).toHaveTextContent(refusal.message)
  expect(screen.getByLabelText(/^Zone Name/)).toHaveValue('Yard 2')
})

test.each([
  ['for R', 'V', '/charging-site/7'],
  ['in the view of one who may change', 'VCUD', '/charging-site/7?mode=view'],
])('%s all is read only, with Close alone', async (_what, letters, path) => {
  as(letters)
  const server = siteServer().on(getSite, { data: site() })
  pages(path)
  expect(await screen.findByRole('heading', { name: 'View Charging Site' })).toBeVisible()
  expect(await screen.findByLabelText(/^Zone Name/)).toBeDisabled()
  expect(screen.queryByRole('button', { name: 'Update' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Add Charger' })).toBeNull()
  expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull()
  expect(screen.getByRole('link', { name: 'CP-01' })).toHaveAttribute('href', '/charger/CP-01')
  expect(server.calls.some(c => c.includes('charger-ids'))).toBe(false)
  await userEvent.click(button('Close'))
  expect(await screen.findByText('The list')).toBeVisible()
})

test('Cancel leads back to the list', async () => {
  siteServer().on(listChargerIds, free([]))
  pages('/charging-site/new')
  await userEvent.click(button('Cancel'))
  expect(await screen.findByText('The list')).toBeVisible()
})

test.each(['7', 'abc'])('one that is not there (%s) leads to the list', async id => {
  siteServer().on(getSite, () => ({ status: 404, message: 'Charging site not found' }))
  pages(`/charging-site/${id}`)
  expect(await screen.findByText('The list')).toBeVisible()
  expect(await screen.findByText('Charging site not found')).toBeVisible()
})

test('while the team is unknown the form says so and asks nothing', async () => {
  signInAs(testUser([]))
  const noted = new Set<string>()
  const info = vi.spyOn(console, 'info').mockImplementation(text => void noted.add(text))
  onTestFinished(() => info.mockRestore())
  const server = siteServer()
  pages('/charging-site/new')
  expect(await screen.findByText('Loading team information...')).toBeVisible()
  expect(server.calls).toEqual([])
  expect([...noted]).toEqual(['No team is chosen: no call about charging sites was made'])
})

test('the load of a balanced site: its sums, the proof, and each charger with its number and why; read-only too', async () => {
  as('V')
  const at = '2026-01-05T09:00:00.000Z'
  const connector = {
    connectorId: 1,
    evseId: null,
    evseConnectorId: null,
    status: 'Charging',
    share: 22.08,
    draw: 7.36,
    why: 'Equal share of 2 cars',
  }
  const chargers: SiteLoad['chargers'] = [
    {
      chargepoint_pk: 1,
      chargepoint_id: 'CP-01',
      state: 'acknowledged',
      limit: 22.08,
      safe: 4.2,
      why: 'The shares of its connectors together',
      connectors: [connector, { ...connector, connectorId: 2, status: 'SuspendedEV', draw: 0.003 }],
      isUnlimited: false,
      restartedAt: null,
      overdraw: { since: at, draw: 25.4, limit: 22.08 },
      outsideLimits: [
        {
          evseId: null,
          source: 'SO',
          since: at,
          isGridCritical: true,
          limit: 24,
          text: 'at most 24 kW by the grid operator, critical for the grid',
        },
      ],
    },
    {
      chargepoint_pk: 2,
      chargepoint_id: 'CP-02',
      state: 'silent',
      limit: 4.2,
      safe: 4.2,
      why: 'Does not answer: counts with its safe limit',
      connectors: [],
      isUnlimited: true,
      restartedAt: at,
      overdraw: null,
      outsideLimits: [],
    },
  ]
  siteServer()
    .on(getSite, { data: site() })
    .on(getSiteLoad, {
      data: load({
        isOn: true,
        plannedAt: at,
        limit: 120.5,
        allowed: 26.28,
        atMost: 31,
        measured: 7.36,
        chargers,
        proof: 'The chargers may take 26.28 kW together, within the Load Value of 120.5 kW.',
        history: [{ at, limit: 120.5, allowed: 26.28, measured: null }],
      }),
    })
  pages('/charging-site/7')
  expect(
    await screen.findByText('The chargers may take 26.28 kW together, within the Load Value of 120.5 kW.'),
  ).toBeVisible()
  expect(screen.getByRole('group', { name: 'Load limit' })).toHaveTextContent('120.5 kW')
  expect(screen.getByRole('group', { name: 'Allowed now' })).toHaveTextContent(
    '26.28 kWAt most 31 kW for now, as the note below explains',
  )
  expect(screen.getByRole('group', { name: 'Measured draw' })).toHaveTextContent('7.36 kW')
  const [one, two] = ['CP-01', 'CP-02'].map(name => screen.getByRole('listitem', { name }))
  expect(one).toHaveTextContent('AcknowledgedDraws moreLimited from outside')
  expect(one).toHaveTextContent(/From outside: at most 24 kW by the grid operator, critical for the grid, since /)
  expect(two).not.toHaveTextContent('Draws more')
  expect(one).toHaveTextContent('The shares of its connectors together')
  expect(one).toHaveTextContent('Connector 122.08 kW, draws 7.36 kWChargingEqual share of 2 cars')
  expect(one).toHaveTextContent('Connector 222.08 kW, draws nothingSuspended')
  expect(two).toHaveTextContent('4.2 kWNo safe limit')
  expect(two).toHaveTextContent('SilentDoes not answer: counts with its safe limit')
  // The chart has its table.
  await userEvent.click(button('Show as table: Load in the last hour'))
  expect(await screen.findByRole('cell', { name: '26.28 kW' })).toBeVisible()
})

test('what to do where no load is balanced, for whoever may do it; and a Load Value that chargers hold more than', async () => {
  as('VU')
  siteServer()
    .on(getSite, { data: site({ isLoadBalancingReq: 0 }) })
    .on(getSiteLoad, {
      data: load({ held: { A: 96, kW: 66.24 }, restart: { A: 160, kW: 110.4, forgetful: ['CP-01', 'CP-02'] } }),
    })
    .on(listChargerIds, free([]))
  pages('/charging-site/7')
  expect(await screen.findByText(/Load balancing is off: .* Set Load Balancing Required to Yes below/)).toBeVisible()
  const held = /may take 66.24 kW by themselves, more than this Load Value/
  await userEvent.click(screen.getByRole('combobox', { name: 'Load Balancing Required' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Yes' }))
  expect(screen.queryByText(held)).toBeNull()
  put(screen.getByLabelText(/^Load Value/), '60')
  expect(await screen.findByText(held)).toBeVisible()
  expect(
    screen.getByText(/^CP-01 and CP-02 forget their limits in a restart.* may take 110.4 kW until .* set a lower/),
  ).toBeVisible()
})
