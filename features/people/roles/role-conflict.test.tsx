// Two people at one role (D-GEN-17): a late save overwrites nothing, both versions are offered to choose from, and
// another user's save is announced above the form.
import { configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Feature } from '@wattdesk/base/access'
import { keyOf } from '@wattdesk/wire/call'
import { beforeEach, expect, test, vi } from 'vitest'
import { Notices } from '#kit/notices.tsx'
import { listRecordAudit } from '#office/audit/audit.contract.ts'
import { showRoutes, signInAs } from '#testing/web/render.tsx'
import { type Asked, accessTo, testServer } from '#testing/web/server.ts'
import { getRole, type Role, updateRole } from './role.contract.ts'
import { RolePage } from './role-page.tsx'

vi.setConfig({ testTimeout: 60_000 })
configure({ asyncUtilTimeout: 20_000 })
beforeEach(() => {
  localStorage.clear()
  window.dispatchEvent(new StorageEvent('storage'))
  signInAs()
})

const role = (roleName: string, rights: Partial<Record<Feature, string>>): Role => ({
  roleId: 9,
  roleName,
  companyId: 1,
  companyName: 'Volt Works',
  feature: 'Tag',
  needsSecondFactor: false,
  createTime: '2026-01-05T09:00:00.000Z',
  createdBy: 'depot',
  access: accessTo(rights),
})
/** A server with one role, whose tag counts up, and which compares tags like the real server. */
function keeping(first: Role) {
  let now = first
  let version = 1
  const sent: Asked[] = []
  const changed = { by: 'asha', at: new Date(Date.now() - 120_000).toISOString() }
  const server = testServer()
    .on(listRecordAudit, { data: [], total: 0 })
    .on(getRole, () => ({ data: now, tag: `"${version}"` }))
    .on(updateRole, asked => {
      sent.push(asked)
      if (asked.headers.get('if-match') !== `"${version}"`)
        return {
          status: 409,
          message: 'This record was changed by asha 2 minutes ago',
          data: now,
          changed,
          tag: `"${version}"`,
        }
      now = { ...now, ...(asked.body as Partial<Role>) }
      version++
      return { data: now, message: 'Role updated successfully', tag: `"${version}"` }
    })
  const byAnother = (next: Role) => {
    now = next
    version++
  }
  return { server, sent, byAnother, stored: () => now }
}
const shown = () =>
  showRoutes(
    [
      {
        path: '/roles/:roleId',
        element: (
          <>
            <RolePage />
            <Notices />
          </>
        ),
      },
      { path: '*', element: <Notices /> },
    ],
    '/roles/9',
  )
const name = () => screen.getByLabelText(/^Role Name/)
const rename = async (to: string) => {
  await userEvent.clear(name())
  await userEvent.type(name(), to)
}
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save Changes' }))
const updates = (r: Role, feature: Feature) => r.access.find(a => a.featureName === feature)?.update

test('a renamed role keeps the right that a colleague granted meanwhile', async () => {
  const { byAnother, stored, sent } = keeping(role('Desk', { Tag: 'V' }))
  shown()
  await screen.findByDisplayValue('Desk')
  await rename('Front desk')
  byAnother(role('Desk', { Tag: 'VU' }))
  await save()
  const dialog = await screen.findByRole('dialog', { name: 'This record was changed by asha 2 minutes ago' })
  expect(stored().roleName).toBe('Desk')
  const group = (label: string) => within(dialog).getByRole('radiogroup', { name: label })
  expect(within(group('Role Name')).getByRole('radio', { name: 'Yours Front desk' })).toBeChecked()
  expect(within(group('Tag, Update')).getByRole('radio', { name: 'Theirs Y' })).toBeChecked()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(stored().roleName).toBe('Front desk'))
  expect(updates(stored(), 'Tag')).toBe('Y')
  expect(sent.map(a => a.headers.get('if-match'))).toEqual(['"1"', '"2"'])
})

test('where both changed the same field nothing is saved before the reader has chosen', async () => {
  const { byAnother, stored } = keeping(role('Desk', { Tag: 'V' }))
  shown()
  await screen.findByDisplayValue('Desk')
  await rename('Mine')
  byAnother(role('Theirs now', { Tag: 'V' }))
  await save()
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByRole('button', { name: 'Take theirs' })).toBeDisabled()
  await userEvent.click(within(dialog).getByRole('radio', { name: 'Theirs Theirs now' }))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Take theirs' }))
  expect(await screen.findByDisplayValue('Theirs now')).toBeVisible()
  expect(stored().roleName).toBe('Theirs now')
})

test('put off, the choice is asked for again by the next save, and what was typed is still there', async () => {
  const { byAnother, stored } = keeping(role('Desk', { Tag: 'V' }))
  shown()
  await screen.findByDisplayValue('Desk')
  await rename('Mine')
  byAnother(role('Theirs now', { Tag: 'V' }))
  await save()
  await userEvent.click(await screen.findByRole('button', { name: 'Decide later' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(name()).toHaveValue('Mine')
  expect(screen.getByText(/asha changed this record/)).toBeVisible()
  await save()
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByRole('radio', { name: 'Yours Mine' }))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(stored().roleName).toBe('Mine'))
})

test('a form nobody typed in shows the newer record and says so; one that was typed in keeps its words', async () => {
  const { byAnother } = keeping(role('Desk', { Tag: 'V' }))
  const { cache } = shown()
  await screen.findByDisplayValue('Desk')
  byAnother(role('Counter', { Tag: 'V' }))
  await cache.invalidateQueries({ queryKey: keyOf(getRole) })
  expect(await screen.findByDisplayValue('Counter')).toBeVisible()
  expect(screen.getByText(/The form shows it as it is now/)).toBeVisible()
  await rename('Mine')
  byAnother(role('Till', { Tag: 'V' }))
  await cache.invalidateQueries({ queryKey: keyOf(getRole) })
  expect(await screen.findByText(/What you typed is kept/)).toBeVisible()
  expect(name()).toHaveValue('Mine')
  await userEvent.click(screen.getByRole('button', { name: 'Show changes' }))
  expect(await screen.findByRole('radio', { name: 'Theirs Till' })).toBeInTheDocument()
})
