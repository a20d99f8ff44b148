// The screens of RFID tags with the real client: list, rights and menu; the form with its words and where it goes back to;
// attaching; the import from file to report; and unknown tags.
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { listChargers } from '#fleet/chargers/charger.contract.ts'
import { Notices } from '#kit/notices.tsx'
import { show, showRoutes, signInAs } from '#testing/web/render.tsx'
import { roleIn, type TestServer, testServer, testUser } from '#testing/web/server.ts'
import { ImportTagsPage } from './import-tags-page.tsx'
import type { Tag } from './tag.contract.ts'
import * as calls from './tag.contract.ts'
import { TagPage } from './tag-page.parts.tsx'
import { TagsPage } from './tags-page.tsx'
import { listUnknownTags } from './unknown-tag.contract.ts'
import { UnknownTagsPage } from './unknown-tags-page.tsx'

const tag = (more: Partial<Tag> = {}): Tag => ({
  id: 7,
  tag: 'CARD-7',
  parenttag: 'FLEET',
  expirydate: null,
  max_active_trans_count: -1,
  tokenType: 'ISO14443',
  chargingPriority: 0,
  evses: '',
  note: '',
  chargerpointId: null,
  attachedChargers: 0,
  companyId: 1,
  teamId: 1,
  team_name: 'Volt Works',
  userId: null,
  emailId: null,
  isPrepaid: false,
  balance_amount: 0,
  blocked: 0,
  in_transaction: 0,
  createdAt: '2026-01-01T00:00:00Z',
  ...more,
})
const summary = { total: 42, active: 30, blocked: 7, inTransaction: 3, expired: 2 }
const as = (letters: string) =>
  signInAs(testUser([roleIn(1, 'Volt Works', { Tag: letters, Transaction: 'V', ChargerPoint: 'V', Customers: 'V' })]))
let server: TestServer
beforeEach(() => {
  as('VCUD')
  server = testServer()
    .on(listUnknownTags, { data: [], total: 0 })
    .on(calls.getTag, { data: tag() })
    .on(calls.listTagUsers, { data: [{ userPk: 3, email: 'a@example.com', firstName: 'Fleet', lastName: 'Driver' }] })
    .on(calls.listTagChargers, { data: [] })
})
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))
const pages = (at: string) =>
  showRoutes(
    ['/tag', '/tag/new', '/tag/:tagId', '/customer/new', '/customer/:id'].map(path => ({
      path,
      element: (
        <>
          {path.startsWith('/tag/') ? <TagPage /> : <p>Went to {path}</p>}
          <Notices />
        </>
      ),
    })),
    at,
  )

describe('the list', () => {
  const soon = new Date(Date.now() + 86_400_000).toISOString()
  const rows = [
    tag({ id: 1, tag: 'OLD', expirydate: '2020-01-01T00:00:00Z', blocked: 1 }),
    tag({ id: 2, tag: 'STOPPED', blocked: 1, expirydate: soon }),
    tag({ id: 3, tag: 'BUSY', in_transaction: 1 }),
    tag({ id: 4, tag: 'FREE' }),
  ]
  test('has cards, columns, chips, colours of expiry and the menu, by the rights', async () => {
    server.on(calls.listTags, { data: rows, total: 4, summary })
    const { unmount } = show(<TagsPage />)
    expect(await screen.findByText('STOPPED')).toBeVisible()
    for (const [label, figure] of [
      ['Total', '42'],
      ['Active', '30'],
      ['Blocked', '7'],
      ['In Transaction', '3'],
      ['Expired', '2'],
    ])
      expect(within(screen.getByRole('group', { name: label as string })).getByText(figure as string)).toBeVisible()
    const headers = screen.getAllByRole('columnheader').map(h => h.textContent)
    expect(headers.filter(Boolean).slice(0, 4)).toEqual(['RFID Tag', 'Parent Group', 'Expiry Date', 'Status'])
    const row = (name: string) => screen.getByRole('row', { name: new RegExp(name) })
    for (const [name, state] of [
      ['OLD', 'Expired'],
      ['STOPPED', 'Blocked'],
      ['BUSY', 'In Use'],
      ['FREE', 'Active'],
    ])
      expect(within(row(name as string)).getByText(state as string)).toBeVisible()
    expect([...document.querySelectorAll('[data-expiry]')].map(e => (e as HTMLElement).dataset.expiry)).toEqual([
      'past',
      'soon',
    ])
    expect(server.calls.some(c => c.includes('pageSize=10'))).toBe(true)
    await press('Actions of FREE')
    expect((await screen.findAllByRole('menuitem')).map(m => m.textContent)).toEqual([
      'View',
      'Edit',
      'Delete',
      'View Transactions',
      'Attach Charger',
    ])
    unmount()
    as('V')
    show(<TagsPage />)
    await userEvent.click(await screen.findByRole('button', { name: 'Actions of FREE' }))
    expect((await screen.findAllByRole('menuitem')).map(m => m.textContent)).toEqual(['View', 'View Transactions'])
    for (const name of ['Add RFID Tag', 'Import']) expect(screen.queryByRole('button', { name })).toBeNull()
  })
  test('before a tag is deleted the tags of its group are named', async () => {
    let isGone = false
    server
      .on(calls.listTags, ({ query }) => {
        const { conditions } = JSON.parse(query.get('filters') ?? '{"conditions":[]}')
        if (conditions.length === 0) return { data: [tag()], total: 1, summary }
        expect(conditions).toMatchObject([{ field: 'parenttag', operator: 'equals', value: 'CARD-7' }])
        const children = ['A-1', 'A-2', 'A-3', 'A-4', 'A-5'].map((text, i) => tag({ id: 20 + i, tag: text }))
        return { data: children, total: 7, summary }
      })
      .on(calls.deleteTag, () => {
        isGone = true
        return { message: 'RFID Tag deleted successfully', data: { id: 7 } }
      })
    show(<TagsPage />)
    await userEvent.click(await screen.findByRole('button', { name: 'Actions of CARD-7' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    const question = await screen.findByRole('dialog', { name: 'RFID Tag CARD-7' })
    expect(question).toHaveTextContent(
      'A-1, A-2, A-3, A-4, A-5 and 2 more are in the group of this tag and belong to no group afterwards. Are you sure you want to delete this record?',
    )
    expect(isGone).toBe(false)
    await userEvent.click(within(question).getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('RFID Tag deleted successfully')).toBeVisible()
  })
  test('attaching shows the chargers that the tag has, each with a way off it', async () => {
    const charger = { charge_box_id: 'CP-9', chargepoint_id: 'CP-9', chargepoint_pk: 9, chargepoint_name: 'Nine' }
    const attached = { ...charger, description: 'By the gate', last_heartbeat_timestamp: null }
    server
      .on(calls.listTags, { data: [tag({ attachedChargers: 1 })], total: 1, summary })
      .on(listChargers, { data: [], total: 0 } as never)
      .on(calls.listTagChargers, { data: [attached] })
      .on(calls.detachCharger, { message: 'Successfully disassociated user with selected tag', data: [] } as never)
    show(<TagsPage />)
    await userEvent.click(await screen.findByRole('button', { name: 'Actions of CARD-7' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Attach Charger' }))
    const table = await screen.findByRole('table', { name: 'Attached Chargers' })
    const headers = within(table).getAllByRole('columnheader')
    expect(headers.map(h => h.textContent)).toEqual(['Chargerbox ID', 'Description', 'Last Heartbeat', 'Actions'])
    expect(within(table).getByRole('row', { name: /^CP-9 By the gate/ })).toBeVisible()
    await userEvent.click(within(table).getByRole('button', { name: 'Remove CP-9' }))
    server.on(calls.listTagChargers, { data: [] })
    await userEvent.click(await screen.findByRole('button', { name: 'Remove' }))
    expect(await screen.findByText(/^No charger is attached/)).toBeVisible()
    expect(server.calls.filter(c => c.startsWith('DELETE'))).toEqual([expect.stringContaining('/tag/7/chargers/CP-9')])
  })
  test('View Transactions leads to those of the tag; attaching without a charger says so', async () => {
    server.on(calls.listTags, { data: [tag()], total: 1, summary }).on(listChargers, { data: [], total: 0 } as never)
    const { router } = show(<TagsPage />)
    await userEvent.click(await screen.findByRole('button', { name: 'Actions of CARD-7' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Attach Charger' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Attach Chargers' }))
    expect(await screen.findByText('Please select tags to be added')).toBeVisible()
    await press('Cancel')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await press('Actions of CARD-7')
    await userEvent.click(await screen.findByRole('menuitem', { name: 'View Transactions' }))
    expect(router.state.location).toMatchObject({ pathname: '/transactions', search: '?tag=7' })
  })
})

describe('the form', () => {
  test('of a new tag says what is missing, sends the day until its end, and goes to the list', async () => {
    let sent: Record<string, unknown> = {}
    server.on(calls.createTag, ({ body }) => {
      sent = body as typeof sent
      return { status: 201, message: 'RFID Tag created successfully', data: tag() }
    })
    const { router } = pages('/tag/new')
    const date = await screen.findByLabelText(/^Expiry Date/)
    expect(date).toHaveAttribute('min', expect.stringMatching(/^\d{4}-\d\d-\d\d$/))
    expect(screen.getByText(/The tag is blocked: it cannot charge/)).toBeVisible()
    await press('Save Changes')
    expect(await screen.findByText('RFID Tag ID is required')).toBeVisible()
    await userEvent.type(screen.getByLabelText(/^RFID Tag ID/), 'NEW-1')
    await userEvent.type(date, '2020-01-01')
    await press('Save Changes')
    expect(await screen.findByText('Please provide a valid future date.')).toBeVisible()
    await userEvent.clear(date)
    await userEvent.type(date, '2099-01-31')
    // Nothing in it is no balance.
    await userEvent.clear(screen.getByLabelText(/^Balance Amount/))
    await press('Save Changes')
    await waitFor(() => expect(router.state.location.pathname).toBe('/tag'))
    expect(sent).toMatchObject({ tag: 'NEW-1', balance_amount: 0, max_active_trans_count: 0 })
    expect(new Date(sent.expirydate as string).getSeconds()).toBe(59)
  })
  test.each([
    ['/tag/new?returnTo=%2Fcustomer%2Fnew', '/customer/new'],
    ['/tag/new?returnTo=%2Fcustomer%2F7%3Ftab%3Dtags', '/customer/7'],
    ['/tag/new?returnTo=https%3A%2F%2Fevil.example', '/tag'],
  ])('%s goes back to %s after the save', async (at, path) => {
    server.on(calls.createTag, { status: 201, data: tag() })
    const { router } = pages(`${at}&tag=SEEN-1`)
    expect(await screen.findByLabelText(/^RFID Tag ID/)).toHaveValue('SEEN-1')
    // A tag that was refused for being unknown is to charge.
    expect(screen.getByLabelText(/^Max Active Transactions/)).toHaveValue('1')
    await press('Save Changes')
    await waitFor(() => expect(router.state.location.pathname).toBe(path))
  })
  test.each([
    ['/tag/new?returnTo=%2Fcustomer%2Fnew', '1'],
    ['/tag/new?returnTo=https%3A%2F%2Fevil.example', '0'],
    ['/tag/new', '0'],
  ])('%s offers the limit %s: a tag made for a driver may charge', async (at, limit) => {
    pages(at)
    expect(await screen.findByLabelText(/^Max Active Transactions/)).toHaveValue(limit)
  })
  test('offers a card with a balance one session, unless another limit was set, and tells the status', async () => {
    pages('/tag/new')
    const limit = await screen.findByLabelText(/^Max Active Transactions/)
    const status = screen.getByRole('group', { name: 'Status' })
    expect(status).toHaveTextContent(/Blocked$/)
    const balance = screen.getByLabelText(/^Balance Amount/)
    const type = async (field: HTMLElement, text: string) => {
      await userEvent.clear(field)
      await userEvent.type(field, text)
    }
    await type(balance, '250')
    expect(limit).toHaveValue('1')
    expect(status).toHaveTextContent(/Active$/)
    await type(balance, '0')
    expect(limit).toHaveValue('0')
    await type(limit, '3')
    await type(balance, '250')
    expect(limit).toHaveValue('3')
    await type(limit, '0')
    await type(balance, '500')
    expect(limit).toHaveValue('0')
    expect(status).toHaveTextContent(/Blocked$/)
  })
  test('of a stored tag shows its driver and chargers; its balance is off; whoever only reads has Back alone', async () => {
    const { unmount } = pages('/tag/7')
    expect(await screen.findByRole('link', { name: 'Fleet Driver' })).toHaveAttribute('href', '/customer/3')
    expect(screen.getByLabelText(/^Balance Amount/)).toBeDisabled()
    expect(screen.getByText(/^No charger is attached/)).toBeVisible()
    for (const name of ['Cancel', 'Save Changes', 'Attach Charger'])
      expect(screen.getByRole('button', { name })).toBeVisible()
    unmount()
    as('V')
    pages('/tag/7')
    expect(await screen.findByRole('button', { name: 'Back' })).toBeVisible()
    expect(screen.getByLabelText(/^RFID Tag ID/)).toBeDisabled()
    for (const name of ['Cancel', 'Save Changes', 'Attach Charger'])
      expect(screen.queryByRole('button', { name })).toBeNull()
  })
})

test('the import of tags is that of files, with the kind chosen already', () => {
  const { router } = show(<ImportTagsPage />, { at: '/tag/import' })
  expect(router.state.location).toMatchObject({ pathname: '/import/new', search: '?kind=tags' })
})

test('an unknown tag leads to the form with its text in one click', async () => {
  const seen = { key: '1 found', tag: 'Found', chargepoint_pk: 1, chargepoint_id: 'CP-1', chargepoint_name: 'One' }
  const times = { firstAt: '2026-01-05T08:00:00Z', lastAt: '2026-01-05T09:00:00Z' }
  server.on(listUnknownTags, { data: [{ ...seen, ...times, team_name: 'Volt Works', refused: 4 }], total: 1 })
  const { router } = show(<UnknownTagsPage />, { at: '/tag/unknown' })
  await userEvent.click(await screen.findByRole('link', { name: 'Found' }))
  expect(router.state.location).toMatchObject({ pathname: '/tag/new', search: '?tag=Found' })
})
