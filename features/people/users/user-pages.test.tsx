// The screens of system users with the real client: cards, search and its empty words, the row menu by rights, the form with
// the server's words beside its fields.
import { configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Feature } from '@wattdesk/base/access'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { Notices } from '#kit/notices.tsx'
import { listRecordAudit } from '#office/audit/audit.contract.ts'
import { asPhone, show, showRoutes, signInAs } from '#testing/web/render.tsx'
import { roleIn, testServer, testUser } from '#testing/web/server.ts'
import { createUser, getUser, type ListedUser, listUsers, type UserDetail, updateUser } from './user.contract.ts'
import { UserPage } from './user-page.parts.tsx'
import { UsersPage } from './users-page.tsx'

vi.setConfig({ testTimeout: 60_000 })
configure({ asyncUtilTimeout: 20_000 })
beforeEach(() => {
  localStorage.clear()
  window.dispatchEvent(new StorageEvent('storage'))
})

const row = (more: Partial<ListedUser> = {}): ListedUser => ({
  userId: 21,
  username: 'yard.one',
  firstName: 'Yard',
  lastName: 'One',
  email: 'yard.one@example.com',
  phone: null,
  createDate: '2026-01-05T09:00:00.000Z',
  companyId: 1,
  companyName: 'Volt Works',
  userType: 'USER',
  whyKept: null,
  scheduledReports: 0,
  ...more,
})
const detail = (more: Partial<UserDetail> = {}): UserDetail => ({
  ...row(),
  role: [],
  mayChangeEmail: true,
  mayChange: true,
  ...more,
})
const as = (rights: 'all' | Partial<Record<Feature, string>> = 'all') =>
  signInAs(testUser([roleIn(1, 'Volt Works', rights)]))
const list = (data: ListedUser[]) =>
  testServer().on(listUsers, ({ query }) => ({
    data: query.get('q') ? [] : data,
    total: query.get('q') ? 0 : data.length,
    summary: { totalUsers: 1250, recentUsers: 3 },
  }))
/** The page, with the parts of the portal around it. */
const page = (at: string) =>
  showRoutes(
    [
      ...['/users/new', '/users/:id'].map(path => ({
        path,
        element: (
          <>
            <UserPage />
            <Notices />
          </>
        ),
      })),
      { path: '*', element: <Notices /> },
    ],
    at,
  )
const open = (user: UserDetail, at = '/users/21') => {
  const server = testServer().on(getUser, { data: user }).on(listRecordAudit, { data: [], total: 0 })
  return { server, ...page(at) }
}

describe('the list', () => {
  test('has its cards, columns and day of creation', async () => {
    as()
    const server = list([row()])
    show(<UsersPage />, { at: '/users' })
    const line = await screen.findByRole('row', { name: /yard\.one/ })
    expect(within(line).getByRole('link', { name: /yard\.one/ })).toHaveAttribute('href', '/users/21')
    expect(line).toHaveTextContent('Yard One')
    expect(line).toHaveTextContent('Jan 05, 2026')
    expect(screen.getAllByRole('columnheader').map(h => h.textContent)).toEqual([
      '',
      'User',
      'Email',
      'Created',
      'Actions',
    ])
    expect(screen.getByRole('group', { name: 'Total Users' })).toHaveTextContent('1,250')
    expect(screen.getByRole('group', { name: 'Recent Users' })).toHaveTextContent('3')
    expect(server.calls[0]).toMatch(/teamId=1&page=1&pageSize=10.*sort=-createDate/)
  })
  test('nothing yet offers the first step; a search without a match says so in its own words', async () => {
    as()
    list([])
    show(<UsersPage />, { at: '/users' })
    expect(await screen.findByText('No users yet')).toBeVisible()
    expect(screen.getAllByRole('button', { name: 'Add CMS System User' }).length).toBeGreaterThan(0)
    await userEvent.type(
      screen.getByRole('searchbox', { name: 'Search users by name, email, or username...' }),
      'zz{Enter}',
    )
    expect(await screen.findByText('No users found')).toBeVisible()
    expect(screen.getByText('No users match "zz".')).toBeVisible()
  })
  test.each([
    ['all', ['View', 'Edit', 'Delete']],
    [{ Users: 'V' }, ['View']],
    [{ Users: 'VU' }, ['View', 'Edit']],
    [{ Users: 'VD' }, ['View', 'Delete']],
  ] as const)('with %j the row menu is %j', async (rights, items) => {
    as(rights)
    list([row()])
    asPhone()
    show(<UsersPage />, { at: '/users' })
    await userEvent.click(await screen.findByRole('button', { name: 'Actions of yard.one' }))
    expect(screen.getAllByRole('menuitem').map(i => i.textContent)).toEqual([...items])
  })
  test('deleting somebody whom the call would refuse is off and says why', async () => {
    as()
    const first = 'The first user of a company cannot be deleted by others of the company'
    list([row({ userId: 7, username: 'depot', whyKept: 'You cannot delete yourself' }), row({ whyKept: first })])
    asPhone()
    show(<UsersPage />, { at: '/users' })
    for (const [name, why] of [
      ['depot', 'You cannot delete yourself'],
      ['yard.one', first],
    ]) {
      await userEvent.click(await screen.findByRole('button', { name: `Actions of ${name}` }))
      expect(screen.getByRole('menuitem', { name: /Delete/ })).toHaveTextContent(why ?? '')
      await userEvent.keyboard('{Escape}')
    }
  })
})

describe('the form', () => {
  test('names what is missing or wrong beside the fields, and makes no call', async () => {
    as()
    const server = testServer()
    page('/users/new')
    const user = userEvent.setup()
    expect(screen.getByRole('heading', { name: 'Create new user' })).toBeVisible()
    await user.type(screen.getByLabelText(/Email/), 'nowhere')
    await user.type(screen.getByLabelText(/Phone/), '+91 98')
    await user.click(screen.getByRole('button', { name: 'Save Changes' }))
    for (const [label, text] of [
      ['User Name', 'User Name is required'],
      ['First Name', 'First Name is required'],
      ['Last Name', 'Last Name is required'],
      ['Email', 'Please enter a valid email'],
      ['Phone', 'Please enter a valid phone number'],
    ])
      await waitFor(() => expect(screen.getByLabelText(new RegExp(label ?? ''))).toHaveAccessibleDescription(text))
    expect(screen.getByLabelText(/User Name/)).toHaveFocus()
    expect(server.calls.filter(c => !c.startsWith('GET'))).toEqual([])
  })
  test('a taken name of the server stands beside the field; made, it goes back to the list', async () => {
    as()
    const text = 'Username already exists'
    const server = testServer().on(createUser, () => ({ status: 409, message: text, errors: { username: text } }))
    const { router } = page('/users/new')
    const user = userEvent.setup()
    for (const [label, value] of [
      [/User Name/, 'yard.one'],
      [/First Name/, 'Yard'],
      [/Last Name/, 'One'],
      [/Email/, 'yard.one@example.com'],
    ] as const)
      await user.type(screen.getByLabelText(label), value)
    await user.click(screen.getByRole('button', { name: 'Save Changes' }))
    await waitFor(() => expect(screen.getByLabelText(/User Name/)).toHaveAccessibleDescription(text))
    server.on(createUser, { data: row(), message: 'User created successfully' })
    await user.click(screen.getByRole('button', { name: 'Save Changes' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/users'))
    await waitFor(() => expect(screen.getByText('User created successfully')).toBeVisible())
  })
  test('an existing user is edited, with the teams and what a user without a role lacks', async () => {
    as()
    const { server, router } = open(detail())
    expect(await screen.findByText(/Manage Users/)).toBeVisible()
    expect(screen.getByRole('heading', { name: 'Edit user details' })).toBeVisible()
    let sent: unknown
    server.on(updateUser, ({ body }) => {
      sent = body
      return { data: row(), message: 'User updated successfully' }
    })
    const user = userEvent.setup()
    await user.clear(screen.getByLabelText(/Last Name/))
    await user.type(screen.getByLabelText(/Last Name/), 'Two')
    await user.click(screen.getByRole('button', { name: 'Save Changes' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/users'))
    await waitFor(() => expect(screen.getByText('User updated successfully')).toBeVisible())
    expect(sent).toEqual({
      username: 'yard.one',
      firstName: 'Yard',
      lastName: 'Two',
      email: 'yard.one@example.com',
      phone: null,
    })
  })
  test('the record of who holds more is closed and says why', async () => {
    as()
    const role = [{ teamId: 4, teamName: 'North', roleId: 2, roleName: 'Admin' }]
    open(detail({ mayChangeEmail: false, mayChange: false, role }))
    for (const field of [/First Name/, /User Name/, /Email/, /Phone/])
      expect(await screen.findByLabelText(field)).toBeDisabled()
    expect(screen.getByText(/holds rights that you do not/)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Save Changes' })).toBeNull()
    expect(screen.getByRole('link', { name: 'North' })).toHaveAttribute('href', '/team/4')
  })
  test.each([
    ['without the right to update', { Users: 'VC' }, '/users/21', false],
    ['where it was asked for by View', 'all', '/users/21?mode=view', true],
  ] as const)('it only shows %s', async (_what, rights, at, mayEdit) => {
    as(rights)
    open(detail(), at)
    expect(await screen.findByLabelText(/First Name/)).toBeDisabled()
    expect(screen.getByRole('heading', { name: 'User Details' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Save Changes' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Back' })).toBeVisible()
    expect(screen.queryAllByRole('button', { name: 'Edit' })).toHaveLength(mayEdit ? 1 : 0)
  })
  test.each([
    ['/users/21', 404],
    ['/users/nobody', 422],
  ])('%s, which is not there, says so and leads to the dashboard', async (at, status) => {
    as()
    testServer().on(getUser, () => ({ status, message: 'No such user' }))
    const { router } = page(at)
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'))
    await waitFor(() => expect(screen.getByText('User not found')).toBeVisible())
  })
})
