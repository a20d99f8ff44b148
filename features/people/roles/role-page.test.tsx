// The role screens with the real client: the grid of rights by mouse and keyboard, figures that follow, the flags that
// may be granted, the modes, the words of refusals.
import { configure, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Feature } from '@wattdesk/base/access'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { Notices } from '#kit/notices.tsx'
import { listRecordAudit } from '#office/audit/audit.contract.ts'
import { show, showRoutes, signInAs } from '#testing/web/render.tsx'
import { accessTo, roleIn, testServer, testUser } from '#testing/web/server.ts'
import { createRole, getRole, listRoles, type Role, updateRole } from './role.contract.ts'
import { RolePage } from './role-page.tsx'
import { RolesPage } from './roles-page.tsx'

vi.setConfig({ testTimeout: 60_000 })
configure({ asyncUtilTimeout: 20_000 })
beforeEach(() => {
  localStorage.clear()
  window.dispatchEvent(new StorageEvent('storage'))
})

const role = (rights: Partial<Record<Feature, string>> = { Tag: 'VC' }): Role => ({
  roleId: 9,
  roleName: 'Desk',
  companyId: 1,
  companyName: 'Volt Works',
  feature: 'Tag',
  needsSecondFactor: false,
  createTime: '2026-01-05T09:00:00.000Z',
  createdBy: 'depot',
  access: accessTo(rights),
})
const as = (rights: 'all' | Partial<Record<Feature, string>>) => signInAs(testUser([roleIn(1, 'Volt Works', rights)]))
const box = (name: string | RegExp) => screen.getByRole('checkbox', { name })
/** The page, with the parts of the portal around it. */
const page = (at: string) =>
  showRoutes(
    [
      ...['/roles/new', '/roles/:roleId'].map(path => ({
        path,
        element: (
          <>
            <RolePage />
            <Notices />
          </>
        ),
      })),
      { path: '*', element: <Notices /> },
    ],
    at,
  )
const open = () => {
  const server = testServer().on(getRole, { data: role() }).on(listRecordAudit, { data: [], total: 0 })
  page('/roles/9')
  return server
}
const fresh = () => page('/roles/new')

describe('the grid', () => {
  test('switches rows, columns and all, view with the others, and the figures follow', async () => {
    as('all')
    testServer()
    fresh()
    const user = userEvent.setup()
    expect(screen.getByRole('heading', { name: 'New Role' })).toBeVisible()
    expect(screen.getByRole('group', { name: 'Total Features' })).toHaveTextContent('22')
    await user.click(box('Tag Update'))
    expect(box('Tag View')).toBeChecked()
    expect(screen.getByRole('group', { name: 'Viewable Features' })).toHaveTextContent('1')
    expect(screen.getByRole('group', { name: 'Permission Coverage (%)' })).toHaveTextContent('2.3%')
    await user.click(box('All of Report'))
    for (const flag of ['View', 'Create', 'Update', 'Delete']) expect(box(`Report ${flag}`)).toBeChecked()
    await user.click(box('View of all features'))
    expect(screen.getByRole('group', { name: 'Viewable Features' })).toHaveTextContent('22')
    await user.click(box('All permissions'))
    expect(screen.getByRole('group', { name: 'Permission Coverage (%)' })).toHaveTextContent('100.0%')
    await user.click(box('Tag View'))
    expect(box('Tag Update')).not.toBeChecked()
  })
  test('is one tab stop; arrows, Home and End move, Space switches', async () => {
    as('all')
    testServer()
    fresh()
    const user = userEvent.setup()
    const outside = box('Needs a second factor')
    expect(screen.getAllByRole('checkbox').filter(b => b.tabIndex === 0 && b !== outside)).toHaveLength(1)
    box('ChargingSite View').focus()
    await user.keyboard('{ArrowDown}{ArrowRight} ')
    expect(box('ChargerPoint Create')).toHaveFocus()
    expect(box('ChargerPoint Create')).toBeChecked()
    await user.keyboard('{End}')
    expect(box('ChargerPoint Delete')).toHaveFocus()
    await user.keyboard('{ArrowRight}{Home}')
    expect(box('All of ChargerPoint')).toHaveFocus()
    await user.keyboard('{Control>}{End}{/Control}{ArrowDown}')
    expect(box('Integration Delete')).toHaveFocus()
    await user.tab()
    expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  })
  test('keeps closed what the editor does not hold in this team, and says so', async () => {
    as({ Role: 'VCU', Tag: 'V' })
    testServer()
    fresh()
    const user = userEvent.setup()
    const closed = box('Tag Create, which you do not hold yourself')
    expect(closed).toHaveAttribute('aria-disabled', 'true')
    await user.click(closed)
    expect(closed).not.toBeChecked()
    await user.click(box('All of Tag'))
    expect(box('Tag View')).toBeChecked()
    expect(closed).not.toBeChecked()
    expect(screen.getByText(/cannot be granted/)).toBeVisible()
  })
})

describe('the page', () => {
  test('sends the name and every feature with its flags, for the current team, and goes back to the list', async () => {
    as('all')
    let sent: { body?: { roleName: string; access: unknown[] }; team?: string | null } = {}
    testServer().on(createRole, ({ body, query }) => {
      sent = { body: body as never, team: query.get('teamId') }
      return { status: 201, data: role(), message: 'Role created successfully' }
    })
    const { router } = fresh()
    const user = userEvent.setup()
    await user.click(screen.getByRole('button', { name: 'Save Changes' }))
    expect(await screen.findByText('Role Name is required')).toBeVisible()
    await user.type(screen.getByLabelText(/Role Name/), 'Desk')
    await user.click(box('Tag View'))
    await user.click(screen.getByRole('button', { name: 'Save Changes' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/roles'))
    await waitFor(() => expect(screen.getByText('Role created successfully')).toBeVisible())
    expect(sent.team).toBe('1')
    expect(sent.body?.roleName).toBe('Desk')
    expect(sent.body?.access).toHaveLength(22)
    expect(sent.body?.access[4]).toEqual({
      featureName: 'Tag',
      view: 'Y',
      create: 'N',
      update: 'N',
      delete: 'N',
    })
  })
  test('a taken name stands beside the field, a refused grant over the form', async () => {
    as('all')
    const server = open()
    const taken = 'Role name already exists'
    server.on(updateRole, () => ({ status: 409, message: taken, errors: { roleName: taken } }))
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: 'Save Changes' }))
    await waitFor(() => expect(screen.getByLabelText(/Role Name/)).toHaveAccessibleDescription(taken))
    const why = 'You do not hold Tag create there yourself'
    server.on(updateRole, () => ({ status: 403, message: 'Not Authorized', errors: { access: why } }))
    await user.click(screen.getByRole('button', { name: 'Save Changes' }))
    expect(await screen.findByText(why)).toBeVisible()
  })
  test('who may not update looks only', async () => {
    as({ Role: 'V' })
    open()
    expect(await screen.findByLabelText(/Role Name/)).toBeDisabled()
    expect(screen.getByText(/View Only/)).toBeVisible()
    expect(box('Tag Create')).toBeChecked()
    await userEvent.click(box('Tag Create'))
    expect(box('Tag Create')).toBeChecked()
    expect(screen.queryByRole('button', { name: 'Save Changes' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Back' })).toBeVisible()
  })
  test('a role that is not there says so and leads to the list', async () => {
    as('all')
    testServer().on(getRole, () => ({ status: 404, message: 'Role not found' }))
    const { router } = page('/roles/9')
    await waitFor(() => expect(router.state.location.pathname).toBe('/roles'))
    await waitFor(() => expect(screen.getByText('Role not found')).toBeVisible())
  })
})

describe('the list', () => {
  const list = () => testServer().on(listRoles, { data: [role()], total: 1 })
  const menu = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Actions of Desk' }))
    return screen.getAllByRole('menuitem').map(i => i.textContent)
  }
  test('offers Edit and Delete, and the way to a new one', async () => {
    as('all')
    list()
    show(<RolesPage />, { at: '/roles' })
    expect(await screen.findByRole('button', { name: 'Add Role' })).toBeVisible()
    expect(await menu()).toEqual(['Edit', 'Delete'])
  })
  test('to the read-only it offers View alone, even with delete', async () => {
    as({ Role: 'VD' })
    list()
    show(<RolesPage />, { at: '/roles' })
    expect(await menu()).toEqual(['View'])
    expect(screen.queryByRole('button', { name: 'Add Role' })).toBeNull()
  })
})
