// The palette finds everything it promises: screens by their titles, and the objects of the features, each with the
// right.
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { listTransactions } from '#desk/transactions/transaction.contract.ts'
import { type Driver, listDrivers } from '#drivers/drivers/driver.contract.ts'
import { listVehicles } from '#drivers/vehicles/vehicle.contract.ts'
import { listChargers } from '#fleet/chargers/charger.contract.ts'
import { paletteSources } from '#kit/shortcuts.ts'
import { listServiceRequests } from '#office/service-requests/service-request.contract.ts'
import { listCompanies } from '#people/companies/company.contract.ts'
import { listRoles } from '#people/roles/role.contract.ts'
import { listTeamChoices } from '#people/teams/team.contract.ts'
import { listUsers } from '#people/users/user.contract.ts'
import { listChargingProfiles } from '#power/charging-profiles/charging-profile.contract.ts'
import { listSites } from '#power/charging-sites/charging-site.contract.ts'
import { show, signInAs } from '#testing/web/render.tsx'
import { roleIn, type TestServer, testServer, testUser } from '#testing/web/server.ts'
import { menuFor } from '#web/shell/menu.ts'
import { Palette } from '#web/shell/palette.ts'
import { isBuilt } from '#web/shell/screens.ts'

let server: TestServer
let asked: string[]
beforeEach(() => {
  asked = []
  const filters = (q: URLSearchParams) => asked.push(q.get('filters') ?? '')
  server = testServer()
    .on(listChargers, ({ query }) => {
      filters(query)
      return { data: [{ chargepoint_pk: 7, chargepoint_id: 'CP-4711', chargepoint_name: 'Hall' }], total: 1 }
    })
    .on(listTransactions, ({ query }) => {
      filters(query)
      return { data: [{ transactionId: 4711, chargepoint_id: 'CP-01', connectorId: 2 }], total: 1 }
    })
    .on(listTeamChoices, ({ query }) => {
      expect(Object.fromEntries(query)).toMatchObject({ right: 'Team.view', inactive: 'true', limit: '5' })
      return { data: [{ teamId: 2, name: 'Hall North', parentName: 'Volt Works' }], total: 1 }
    })
    .on(listUsers, { data: [{ userId: 21, username: 'hall.desk', firstName: 'Depot', lastName: 'Desk' }] as never })
    .on(listRoles, { data: [{ roleId: 4, roleName: 'Hall keeper', companyName: 'Volt Works' }] as never })
    .on(listCompanies, {
      data: [
        { id: 1, name: 'Volt Works', domain: 'volt.example' },
        { id: 5, name: 'Hall Charging', domain: 'hall.example' },
      ] as never,
    })
    .on(listChargingProfiles, {
      data: [
        {
          charging_profile_pk: 6,
          charging_profile_id: 101,
          description: 'Cap of the hall',
          charging_profile_purpose: 'TxProfile',
        },
      ] as never,
    })
    .on(listSites, { data: [{ zone_id: 3, zone_name: 'Hall yard', team_name: 'Volt Works' }] as never })
    .on(listDrivers, { data: [{ id: 8, fullName: 'Hall One', email: 'one@hall.example' } as Driver] } as never)
    .on(listVehicles, {
      data: [{ vehicle_id: 12, registration_number: 'KA 01 HALL', make: 'Volt', model: 'One' }] as never,
    })
    .on(listServiceRequests, {
      data: [
        { ticket_id: 9, description: 'The display in the hall stays dark after the rain of Monday', status: 'OPEN' },
      ] as never,
    })
})
afterEach(() => localStorage.clear())

type Rights = Parameters<typeof roleIn>[2]
const open = (rights: Rights = 'all') => {
  const role = roleIn(1, 'Volt Works', rights)
  signInAs(testUser([role]))
  const screens = menuFor(role, isBuilt).flatMap(g => g.entries.map(e => ({ ...e, group: g.label })))
  return show(<Palette onClose={() => undefined} screens={screens} actions={[]} />, { at: '/dashboard' })
}
const type = (text: string) => userEvent.type(screen.getByRole('combobox', { name: 'Search' }), text)
const options = () => screen.queryAllByRole('option').map(o => o.textContent)

test('one thing of each kind that the palette names is found, and leads to its page', async () => {
  const { router } = open()
  expect(screen.getByRole('combobox')).toHaveAccessibleDescription(
    'Finds screens, actions of this screen, charge points, charging profiles, charging sites, companies, drivers, price groups, roles, service requests, teams, transactions, users and vehicles.',
  )
  await type('hall')
  await waitFor(() =>
    expect(options()).toEqual([
      'CP-4711Hall',
      'Charging profile 101: Cap of the hallTxProfile',
      'Hall yardVolt Works',
      'Hall Charginghall.example',
      'Hall Oneone@hall.example',
      'Hall keeperVolt Works',
      'Service request 9: The display in the hall stays dark after...Open',
      'Hall NorthVolt Works',
      'hall.deskDepot Desk',
      'KA 01 HALLVolt One',
    ]),
  )
  for (const [name, path] of [
    [/CP-4711/, '/charger/7'],
    [/Charging profile 101/, '/chargingprofile/6'],
    [/Hall yard/, '/charging-site/3'],
    [/Hall Charging/, '/company/5'],
    [/Hall One/, '/customer/8'],
    [/KA 01 HALL/, '/vehicles/12'],
    [/Hall keeper/, '/roles/4'],
    [/Service request 9/, '/servicerequest/edit/9'],
    [/Hall North/, '/team/2'],
    [/hall\.desk/, '/users/21'],
  ] as const) {
    await userEvent.click(screen.getByRole('option', { name }))
    expect(router.state.location.pathname).toBe(path)
  }
})

test('a transaction is found by its number; what is no number is none', async () => {
  const { router } = open({ Transaction: 'V', ChargerPoint: 'V' })
  await type('4711')
  await waitFor(() => expect(options()).toEqual(['CP-4711Hall', 'Transaction 4711CP-01 / 2']))
  expect(asked.map(f => JSON.parse(f).conditions.map((c: { field: string }) => c.field))).toEqual([
    ['chargepoint_id', 'chargepoint_name'],
    ['transactionId'],
  ])
  await userEvent.click(screen.getByRole('option', { name: /Transaction 4711/ }))
  expect(router.state.location.pathname).toBe('/transactions/4711')
})

test('a screen is found by the title it bears and by its name in the menu', async () => {
  const { router } = open({ ChargerPoint: 'V' })
  await type('charge points')
  await waitFor(() => expect(options()).toContain('Charge PointsOperate / ChargerPoint'))
  await userEvent.clear(screen.getByRole('combobox'))
  await type('chargerpoint')
  await waitFor(() => expect(options()).toContain('Charge PointsOperate / ChargerPoint'))
  await userEvent.click(screen.getByRole('option', { name: /^Charge Points/ }))
  expect(router.state.location.pathname).toBe('/charger')
})

test('without the right to see them things are neither promised nor asked for', async () => {
  open({ Team: 'V', Users: 'CUD' })
  expect(screen.getByRole('combobox')).toHaveAccessibleDescription('Finds screens, actions of this screen and teams.')
  await type('hall')
  await waitFor(() => expect(options()).toEqual(['Hall NorthVolt Works']))
  expect(server.calls.map(c => c.split('?')[0])).toEqual(['GET /cms/v1/team/1/teamchoices'])
})

test('what could not be searched is said, the rest still answers', async () => {
  server.on(listUsers, () => ({ status: 500, message: 'Database is away' }))
  open({ Team: 'V', Users: 'V' })
  await type('hall')
  await waitFor(() => expect(options()).toEqual(['Hall NorthVolt Works']))
  expect(await screen.findByText('Could not be searched just now: users.')).toBeVisible()
})

test('every source names a right', () => {
  expect(paletteSources().length).toBeGreaterThan(6)
  for (const s of paletteSources()) expect(s.right, s.id).toMatch(/^\w+\.view$/)
})
