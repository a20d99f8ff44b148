// The screens of planned maintenance with the real client: the list with its deeds by right and state, the calendar, one with its
// chargers, and the form with what was chosen before.
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { listChargers } from '#fleet/chargers/charger.contract.ts'
import { maintenanceFields } from '#fleet/maintenance/maintenance.fields.ts'
import { maintenanceChargerFields } from '#fleet/maintenance/maintenance-charger.fields.ts'
import { listRecordAudit } from '#office/audit/audit.contract.ts'
import { listSavedViews } from '#office/saved-views/saved-view.contract.ts'
import { listSiteNames } from '#power/charging-sites/charging-site.contract.ts'
import { emptyRecord } from '#testing/web/record.ts'
import { menuOf, showScreens, signInAs } from '#testing/web/render.tsx'
import { roleIn, type TestServer, testServer, testUser } from '#testing/web/server.ts'
import {
  createMaintenance,
  endMaintenance,
  getMaintenance,
  listMaintenance,
  listMaintenanceChargers,
  type Maintenance,
  updateMaintenance,
} from './maintenance.contract.ts'
import { localText } from './maintenance-calendar.rules.ts'
import { MaintenanceEditPage } from './maintenance-edit-page.tsx'
import { MaintenancePage } from './maintenance-page.tsx'
import { MaintenancesPage } from './maintenances-page.tsx'

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const maintenance = (more: Partial<Maintenance> = {}): Maintenance => ({
  ...emptyRecord(maintenanceFields),
  maintenance_id: 7,
  reason: 'New cables',
  state: 'Running',
  starts_at: inHours(-1),
  ends_at: inHours(1),
  chargers_count: 2,
  sets_inoperative: true,
  team_name: 'North',
  teamId: 1,
  createdAt: inHours(-2),
  chargers: [5],
  sites: [],
  view_id: null,
  ...more,
})
const AT_5 = {
  ...emptyRecord(maintenanceChargerFields),
  chargepoint_pk: 5,
  chargepoint_id: 'CP-5',
  planned_from: inHours(-1),
  planned_to: inHours(1),
  at_start: ['Connector 1: Accepted', 'Connector 2: Waits: the charge point is offline'],
  at_end: [],
  has_refused: false,
}
const as = (letters: string) => signInAs(testUser([roleIn(1, 'Volt Works', { ChargerPoint: letters })]))
let server: TestServer
beforeEach(() => {
  as('VCUD')
  server = testServer()
    .on(listMaintenance, {
      data: [maintenance(), maintenance({ maintenance_id: 8, reason: 'Paint', state: 'Planned' })],
      total: 2,
    })
    .on(getMaintenance, () => ({ data: maintenance(), tag: '"one"' }))
    .on(listMaintenanceChargers, { data: [AT_5], total: 1 })
    .on(listChargers, { data: [], total: 0 } as never)
    .on(listSiteNames, { data: [{ zone_id: 4, zone_name: 'Yard' }], total: 1 })
    .on(listSavedViews, { data: [], defaultId: null })
    .on(listRecordAudit, { data: [] })
})
const at = (path: string) =>
  showScreens(
    [
      ['/maintenance', <MaintenancesPage key="a" />],
      ['/maintenance/new', <MaintenanceEditPage key="b" />],
      ['/maintenance/:id', <MaintenancePage key="c" />],
      ['/maintenance/:id/edit', <MaintenanceEditPage key="d" />],
    ],
    path,
  )

test('the list offers what fits the state, and to those who only read nothing but the view', async () => {
  at('/maintenance')
  expect(await menuOf('New cables')).toEqual(['View', 'Edit', 'End now'])
  await userEvent.keyboard('{Escape}')
  expect(await menuOf('Paint')).toEqual(['View', 'Edit', 'Cancel maintenance'])
  await userEvent.keyboard('{Escape}')
  as('V')
  expect(await menuOf('New cables')).toEqual(['View'])
})

test('the calendar has it on its days, and leads to it', async () => {
  at('/maintenance?tab=calendar&span=week')
  const link = await screen.findAllByRole('link', { name: /New cables/ })
  expect(link[0]).toHaveAttribute('href', '/maintenance/7')
  await userEvent.click(screen.getByRole('button', { name: 'Month' }))
  expect(
    await screen.findByText(new Intl.DateTimeFormat('en-IN', { month: 'long', year: 'numeric' }).format(new Date())),
  ).toBeVisible()
})

test('one tells what each charger was told, and is ended after a question', async () => {
  let ended = 0
  server.on(endMaintenance, () => {
    ended++
    return { data: maintenance({ state: 'Ended' }) }
  })
  at('/maintenance/7')
  const chargers = await screen.findByRole('region', { name: 'Charge points' })
  expect(await within(chargers).findByText('Connector 2: Waits: the charge point is offline')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Tell refused again' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'End now' }))
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByText(/are put back/)).toBeVisible()
  await userEvent.click(within(dialog).getByRole('button', { name: 'End now' }))
  expect(await screen.findByText('Ended the maintenance')).toBeVisible()
  expect(ended).toBe(1)
})

test('a new one begins with what was chosen; what the server refuses stands at its field', async () => {
  const bodies: Record<string, unknown>[] = []
  server.on(createMaintenance, ({ body }) => {
    bodies.push(body as Record<string, unknown>)
    return {
      status: 422,
      message: 'Must not be in the past',
      errors: { starts_at: 'Must not be in the past' },
    } as never
  })
  at('/maintenance/new?sites=4')
  expect(await screen.findByText('Yard')).toBeVisible()
  await userEvent.type(screen.getByLabelText(/^Reason/), 'Painting')
  await userEvent.click(screen.getByRole('button', { name: 'Plan maintenance' }))
  await waitFor(() => expect(bodies).toHaveLength(1))
  expect(bodies[0]).toMatchObject({
    reason: 'Painting',
    sites: [4],
    chargers: [],
    view_id: null,
    sets_inoperative: true,
  })
  expect(bodies[0]?.starts_at).toMatch(/Z$/)
})

test('of one that runs the start is kept to the second, and cannot be changed', async () => {
  const running = maintenance()
  const bodies: Record<string, unknown>[] = []
  server.on(updateMaintenance, ({ body }) => {
    bodies.push(body as Record<string, unknown>)
    return { data: running }
  })
  server.on(getMaintenance, () => ({ data: running, tag: '"one"' }))
  at('/maintenance/7/edit')
  expect(await screen.findByLabelText(/^Start/)).toBeDisabled()
  const end = screen.getByLabelText(/^End/)
  await userEvent.clear(end)
  await userEvent.type(end, localText(inHours(5)))
  await userEvent.click(screen.getByRole('button', { name: 'Save Changes' }))
  await waitFor(() => expect(bodies).toHaveLength(1))
  expect(bodies[0]?.starts_at).toBe(running.starts_at)
  expect(bodies[0]?.ends_at).not.toBe(running.ends_at)
})
