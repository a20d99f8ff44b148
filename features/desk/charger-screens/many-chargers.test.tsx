// Choosing charge points in the list and starting bulk actions on them, with the real client: the choice across pages,
// searches and teams, the warnings of the dialog, and the request.
import { configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import * as calls from '#desk/bulk-actions/bulk-action.contract.ts'
import { type ChargerRow, listChargers } from '#fleet/chargers/charger.contract.ts'
import { listPriceGroups } from '#money/price-groups/price-group.contract.ts'
import { listSiteNames } from '#power/charging-sites/charging-site.contract.ts'
import { choicesOf, manyNamed } from '#testing/web/choices.ts'
import { asPhone, show, signInAs } from '#testing/web/render.tsx'
import { roleIn, type TestServer, testServer, testUser } from '#testing/web/server.ts'
import { ChargersPage } from './chargers-page.tsx'

vi.setConfig({ testTimeout: 60_000 })
configure({ asyncUtilTimeout: 20_000 })
const row = (n: number): ChargerRow => ({
  id: n,
  chargepoint_pk: n,
  chargepoint_id: `CP-${n}`,
  chargepoint_name: 'Hall',
  street: null,
  houseNumber: null,
  zipcode: null,
  city: null,
  state: null,
  locationLatitude: null,
  locationLongitude: null,
  chargingSiteName: null,
  visibility: 1,
  status: 'Active',
  statusCode: 'A',
  live_status: 'online',
  unknownSince: null,
  lastHeartbeatTimestamp: null,
  team_name: 'Volt Works',
})
const summary = { total: 1234, active: 5, inactive: 7, public: 9 }
let server: TestServer
const as = (letters: string) => signInAs(testUser([roleIn(1, 'Volt Works', { ChargerPoint: letters })]))
beforeEach(() => {
  as('VU')
  server = testServer()
  server.on(listChargers, ({ query }) => {
    const page = Number(query.get('page') ?? 1)
    return { data: [row(2 * page - 1), row(2 * page)], total: 1234, page, pageSize: 10, summary }
  })
  server.on(calls.listBulkActions, { data: [], total: 0, running: 0 })
})
const box = (name: string) => screen.findByRole('checkbox', { name: `Choose ${name}` })
const bar = () => screen.findByRole('region', { name: 'Chosen rows' })
const choose = async (name: string) => userEvent.click(await box(name))
const press = async (name: string) => userEvent.click(within(await bar()).getByRole('button', { name }))

test('rows stay chosen from page to page, and the bar says how many are elsewhere', async () => {
  show(<ChargersPage />, { at: '/charger' })
  await choose('CP-1')
  expect(await bar()).toHaveTextContent('1 chosen')
  await userEvent.click(screen.getByRole('button', { name: 'Go to next page' }))
  await box('CP-3')
  await choose('all 2 on this page')
  expect(await bar()).toHaveTextContent('3 chosen, 1 of them not on this page')
  await press('Clear')
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Chosen rows' })).toBeNull())
  expect(await box('all 2 on this page')).toHaveFocus()
})

test('all that match less one: the dialog says what is known, and exactly that is asked for, once', async () => {
  let isMore = true
  server.on(calls.countChosen, () => ({
    data: { count: isMore ? 1233 : 1240, leftOut: 2, offline: 12, charging: 5, first: ['CP-1', 'CP-3'] },
  }))
  const sent: Record<string, unknown>[] = []
  server.on(calls.createBulkAction, ({ body }) => {
    sent.push(body as Record<string, unknown>)
    if (!isMore) return { data: { id: 9 } }
    isMore = false
    return { status: 409, message: '1,240 charge points match now, 1,233 did when you were asked' }
  })
  const { router } = show(<ChargersPage />, { at: '/charger?q=hall&sort=chargepoint_id' })
  await choose('all 2 on this page')
  expect(await bar()).toHaveTextContent('All 2 on this page are chosen')
  await press('Choose all 1,234 that match')
  await choose('CP-2')
  expect(await bar()).toHaveTextContent('All 1,234 that match but 1 are chosen')
  await press('Reset')
  const dialog = await screen.findByRole('dialog', { name: 'Reset of 1,233 charge points' })
  for (const text of [
    'CP-1, CP-3 and 1,231 more',
    '2 charge points are left out',
    '12 are offline',
    '5 have a running',
  ])
    expect(dialog).toHaveTextContent(text)
  await userEvent.click(within(dialog).getByRole('combobox', { name: /Reset Type/ }))
  await userEvent.click(await screen.findByRole('option', { name: 'SOFT' }))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Reset 1,233 charge points' }))
  expect(await within(dialog).findByText(/1,240 charge points match now/)).toBeVisible()
  await userEvent.click(await within(dialog).findByRole('button', { name: 'Reset 1,240 charge points' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/charger/actions/9'))
  const matching = { q: 'hall', sort: 'chargepoint_id', tz: expect.any(Number), except: [2] }
  const asked = { kind: 'Reset', parameters: { resetType: 'SOFT' }, chosen: { matching } }
  expect(sent).toEqual([1233, 1240].map(confirmed => ({ ...asked, confirmed, requestKey: sent[0]?.requestKey })))
})

test('another search drops what matched the one before, and says so; what was picked stays', async () => {
  show(<ChargersPage />, { at: '/charger' })
  const search = async (text: string) =>
    userEvent.type(await screen.findByPlaceholderText('Search charge points'), text)
  await choose('CP-1')
  await search('a')
  await waitFor(() => expect(server.calls.at(-1)).toContain('q=a'))
  expect(await bar()).toHaveTextContent('1 chosen')
  await choose('CP-2')
  await press('Choose all 1,234 that match')
  await search('b')
  expect(await screen.findByText('The search or filters changed, so nothing is chosen any more.')).toBeVisible()
  expect(screen.queryByRole('region', { name: 'Chosen rows' })).toBeNull()
})

test('on a phone the actions are one menu; a price group is chosen by name, for a connector or all', async () => {
  asPhone()
  server.on(calls.countChosen, { data: { count: 1, leftOut: 0, offline: 1, charging: 0, first: ['CP-1'] } })
  server.on(listPriceGroups, { data: [{ priceGroupId: 3, name: 'Night' }], total: 1 })
  let sent: unknown
  server.on(calls.createBulkAction, ({ body }) => {
    sent = body
    return { data: { id: 9 } }
  })
  show(<ChargersPage />, { at: '/charger' })
  await choose('CP-1')
  await press('Actions')
  expect((await screen.findAllByRole('menuitem')).map(i => i.textContent)).toEqual([
    'ChangeConfiguration',
    'Set what differs',
    'UpdateFirmware',
    'Price group',
    'Charging site',
    'Reset',
    'Plan maintenance',
  ])
  await userEvent.click(screen.getByRole('menuitem', { name: 'Price group' }))
  const dialog = await screen.findByRole('dialog', { name: 'Price group of 1 charge point' })
  // A price change does not depend on the connection.
  expect(dialog).not.toHaveTextContent('offline')
  await userEvent.click(await within(dialog).findByRole('combobox', { name: /Price Group/ }))
  await userEvent.click(await screen.findByRole('option', { name: 'Night' }))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Change 1 charge point' }))
  await waitFor(() => expect(sent).toMatchObject({ kind: 'PriceGroup', chosen: { ids: [1] }, confirmed: 1 }))
  expect(sent).toMatchObject({ parameters: { priceGroupId: 3, connectorId: null } })
})

test('of thousands of price groups and sites the last is found; a charger can be put at no site too', async () => {
  server
    .on(calls.countChosen, { data: { count: 1, leftOut: 0, offline: 0, charging: 0, first: ['CP-1'] } })
    .on(
      listPriceGroups,
      choicesOf(manyNamed('Price'), (priceGroupId, name) => ({ priceGroupId, name })),
    )
    .on(
      listSiteNames,
      choicesOf(manyNamed('Yard'), (zone_id, zone_name) => ({ zone_id, zone_name })),
    )
  const sent: unknown[] = []
  server.on(calls.createBulkAction, ({ body }) => {
    sent.push((body as { parameters: unknown }).parameters)
    return { status: 409, message: 'Not now' }
  })
  show(<ChargersPage />, { at: '/charger' })
  await choose('CP-1')
  const act = async (kind: string, typed: string, options: string[]) => {
    await press(kind)
    const dialog = await screen.findByRole('dialog')
    await userEvent.type(await within(dialog).findByRole('combobox', { name: /^(Price Group|Charging Site)/ }), typed)
    await waitFor(() => expect(screen.getAllByRole('option').map(o => o.textContent)).toEqual(options))
    await userEvent.click(screen.getByRole('option', { name: options[0] as string }))
    await userEvent.click(within(dialog).getByRole('button', { name: / 1 charge point$/ }))
    await within(dialog).findByText('Not now')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  await act('Price group', 'price 5001', ['Price 5001'])
  await act('Charging site', 'yard 5001', ['Yard 5001'])
  await act('Charging site', 'no site', ['At no site'])
  expect(sent).toEqual([{ priceGroupId: 5001, connectorId: null }, { chargingSiteId: 5001 }, { chargingSiteId: null }])
})

test('who may only look is offered the export of the chosen, which reads them anew by their ids', async () => {
  as('V')
  show(<ChargersPage />, { at: '/charger' })
  await choose('CP-1')
  const region = await bar()
  for (const name of ['Reset', 'Price group']) expect(within(region).queryByRole('button', { name })).toBeNull()
  await press('Export the chosen')
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Export to CSV' }))
  await waitFor(() => expect(decodeURIComponent(server.calls.at(-1) ?? '')).toContain('"isAnyOf","value":"1"'))
})
