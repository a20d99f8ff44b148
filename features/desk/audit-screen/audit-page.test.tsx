import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type AuditEntry, listAudit } from '#office/audit/audit.contract.ts'
import { asPhone, show, signInAs } from '#testing/web/render.tsx'
import { testServer } from '#testing/web/server.ts'
import { AuditPage } from './audit-page.tsx'

const entry = (id: number, more: Partial<AuditEntry> = {}): AuditEntry => ({
  id,
  at: '2025-03-04T05:06:07Z',
  userId: 7,
  username: 'operator-one',
  teamId: 1,
  teamName: 'Volt Works',
  action: 'update',
  feature: 'Tag',
  recordId: '31',
  recordName: null,
  before: { note: 'old' },
  after: { note: '<script>alert(1)</script>' },
  names: {},
  ip: '192.0.2.7',
  ...more,
})

test('an entry opens from its row with what it was and became, as text, and its address can be passed on', async () => {
  asPhone()
  testServer().on(listAudit, { data: [entry(5), entry(4, { action: 'delete', recordId: '30' })], total: 2 })
  signInAs()
  const { router } = show(<AuditPage />, { at: '/audit?page=1' })
  const [first] = await screen.findAllByRole('link', { name: /04 Mar 2025/ })
  await userEvent.click(first as HTMLElement)
  const dialog = await screen.findByRole('dialog', { name: 'Entry 5' })
  expect(router.state.location.search).toContain('entry=5')
  expect(within(dialog).getByText('<script>alert(1)</script>')).toBeVisible()
  expect(within(dialog).getByText('old')).toBeVisible()
  expect(within(dialog).getByText('192.0.2.7')).toBeVisible()
  expect(within(dialog).getByText('Volt Works')).toBeVisible()
  expect(within(dialog).getByRole('link', { name: '31' })).toHaveAttribute('href', '/tag/31')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }))
  expect(router.state.location.search).not.toContain('entry')
})

test('what was deleted has no page to go to; a sign-in changed nothing', async () => {
  asPhone()
  const signIn = entry(3, { action: 'sign-in', feature: 'Session', recordId: null, before: null, after: null })
  testServer().on(listAudit, { data: [entry(4, { action: 'delete' }), signIn], total: 2 })
  signInAs()
  const { unmount } = show(<AuditPage />, { at: '/audit?entry=4' })
  const deleted = await screen.findByRole('dialog', { name: 'Entry 4' })
  expect(within(deleted).queryByRole('link')).toBeNull()
  unmount()
  show(<AuditPage />, { at: '/audit?entry=3' })
  const plain = await screen.findByRole('dialog', { name: 'Entry 3' })
  expect(within(plain).getByText('No values were changed.')).toBeVisible()
})

test('records and teams are named, what was done is in words, and so are the values', async () => {
  asPhone()
  const changed = entry(8, {
    feature: 'Team',
    recordId: '4',
    recordName: 'Volt South',
    teamName: 'Volt South',
    before: { parentCompanyId: 1, active: 'Y' },
    after: { parentCompanyId: 2, active: 'N' },
    names: { 1: 'Volt Works' },
  })
  testServer().on(listAudit, { data: [changed], total: 1 })
  signInAs()
  show(<AuditPage />, { at: '/audit?entry=8' })
  const dialog = await screen.findByRole('dialog', { name: 'Entry 8' })
  expect(within(dialog).getByRole('link', { name: 'Volt South' })).toHaveAttribute('href', '/team/4')
  expect(within(dialog).getByText('Changed')).toBeVisible()
  const list = within(dialog).getByText('Parent Team').closest('dl') as HTMLElement
  expect(list).toHaveTextContent(/^Parent TeamVolt Works Another teamStatusActive Inactive$/)
})

test('search, sort and page are the server’s, newest first', async () => {
  asPhone()
  const server = testServer().on(listAudit, { data: [entry(5)], total: 50 })
  signInAs()
  show(<AuditPage />, { at: '/audit?page=2&q=tag' })
  await screen.findByRole('link', { name: /04 Mar 2025/ })
  const asked = new URL(server.calls.find(c => c.includes('/audit'))?.split(' ')[1] ?? '', 'http://test')
  expect(asked.pathname).toBe('/cms/v1/team/1/audit')
  expect(Object.fromEntries(asked.searchParams)).toMatchObject({ page: '2', pageSize: '20', q: 'tag', sort: '-at' })
})

test('an empty log says so', async () => {
  testServer().on(listAudit, { data: [], total: 0 })
  signInAs()
  show(<AuditPage />)
  expect(await screen.findByText('No entries yet')).toBeVisible()
})
