// Waiting to join on screen, with the real client: the facts shown about each charger, and where a click leads
// (S-JOINING).
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { show, signInAs } from '#testing/web/render.tsx'
import { roleIn, testServer, testUser } from '#testing/web/server.ts'
import { type JoiningCharger, listJoining } from './joining.contract.ts'
import { JoiningPage } from './joining-page.tsx'
import { WaitingToJoin } from './waiting-to-join.parts.tsx'

const charger = (more: Partial<JoiningCharger> = {}): JoiningCharger => ({
  chargepoint_id: 'NEW/7',
  waitsFor: 'record',
  chargepoint_pk: null,
  team_name: null,
  refused: 12,
  since: '2026-01-05T08:00:00Z',
  lastAt: '2026-01-05T09:00:00Z',
  address: '10.1.2.3',
  protocols: 'ocpp1.6',
  userAgent: 'Firm/2.1',
  isEncrypted: false,
  hasCredentials: true,
  vendor: null,
  model: null,
  serialNumber: null,
  firmware: null,
  ...more,
})
const pending = charger({
  chargepoint_id: 'CP-9',
  waitsFor: 'registration',
  chargepoint_pk: 9,
  refused: 0,
  vendor: 'Acme',
  model: 'A1',
  serialNumber: 'SN-4',
  firmware: '3.2',
})
const rights = (letters: string) => signInAs(testUser([roleIn(1, 'Volt Works', { ChargerPoint: letters })]))

test('each says what it waits for; one that nobody made leads to the form with its id', async () => {
  rights('VCU')
  testServer().on(listJoining, { data: [charger(), pending], total: 2, hasRefused: true })
  const { router } = show(<JoiningPage />, { at: '/charger/waiting' })
  const [first, second] = (await screen.findAllByRole('row')).slice(1)
  expect(first).toHaveTextContent(/^NEW\/7Not added yet.*1210\.1\.2\.3/)
  expect(second).toHaveTextContent(/^CP-9Not accepted yet.*AcmeA1SN-43\.2/)
  await userEvent.click(within(first as HTMLElement).getByRole('button', { name: /^Actions of/ }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Add Charge Point' }))
  const { pathname, search } = router.state.location
  expect([pathname, new URLSearchParams(search).get('chargepoint_id')]).toEqual(['/charger/new', 'NEW/7'])
})

test('one whose registration waits leads to its record', async () => {
  rights('VCU')
  testServer().on(listJoining, { data: [pending], total: 1, hasRefused: false })
  const { router } = show(<JoiningPage />, { at: '/charger/waiting' })
  await userEvent.click(await screen.findByRole('link', { name: 'CP-9' }))
  expect(router.state.location.pathname).toBe('/charger/9')
})

test('where nobody waits it says who would appear', async () => {
  rights('VCU')
  testServer().on(listJoining, { data: [], total: 0, hasRefused: false })
  show(<JoiningPage />, { at: '/charger/waiting' })
  expect(await screen.findByText('No charger waits to join')).toBeVisible()
  expect(screen.getByText(/is found by its exact id/)).toBeVisible()
  // Said before anybody searches, too.
  expect(screen.getByText(/search for its exact id/)).toBeVisible()
  await userEvent.type(screen.getByRole('searchbox', { name: /exact id/ }), 'NEW-8')
  expect(await screen.findByText(/none with exactly this id has tried to connect/)).toBeVisible()
})

test('the list of chargers tells how many wait, to those who may see charge points', async () => {
  rights('V')
  const server = testServer().on(listJoining, { data: [charger()], total: 3, hasRefused: true })
  const shown = show(<WaitingToJoin />)
  expect(await screen.findByRole('link', { name: 'Waiting to join: 3' })).toHaveAttribute('href', '/charger/waiting')
  shown.unmount()
  rights('')
  const before = server.calls.length
  show(<WaitingToJoin />)
  await Promise.resolve()
  expect(screen.queryByRole('link')).toBeNull()
  expect(server.calls).toHaveLength(before)
})
