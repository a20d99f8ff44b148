// The balance of a prepaid card on the page of its tag: who may change it, its limits, the question asked and the call
// sent.
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { TagPage } from '#desk/tag-screen/tag-page.tsx'
import * as tags from '#fleet/tags/tag.contract.ts'
import { show, signInAs } from '#testing/web/render.tsx'
import { roleIn, testServer, testUser } from '#testing/web/server.ts'
import { updateWallet } from './wallet.contract.ts'

const card = (more: Partial<tags.Tag> = {}): tags.Tag => ({
  id: 7,
  tag: 'CARD-7',
  parenttag: null,
  expirydate: null,
  max_active_trans_count: -1,
  tokenType: 'ISO14443',
  chargingPriority: 0,
  evses: '',
  note: '',
  userId: 3,
  chargerpointId: null,
  attachedChargers: 0,
  companyId: 1,
  teamId: 1,
  team_name: 'Volt Works',
  emailId: null,
  isPrepaid: true,
  balance_amount: 125.5,
  blocked: 0,
  in_transaction: 0,
  createdAt: '2026-01-01T00:00:00Z',
  ...more,
})
function open(rights: string, shown: () => tags.Tag = card, at = '/tag/7') {
  signInAs(testUser([roleIn(1, 'Volt Works', { Tag: 'VU', CMCustomers: rights })]))
  const server = testServer()
    .on(tags.getTag, () => ({ data: shown() }))
    .on(tags.listTagUsers, { data: [] })
    .on(tags.listTagChargers, { data: [] })
  show(<TagPage />, { at, path: '/tag/:tagId' })
  return server
}
const part = async () => within(await screen.findByRole('region', { name: 'Balance' }))

test.each<[string, string, () => tags.Tag, string, { part: boolean; button: boolean; link: boolean }]>([
  ['who may change it', 'VU', card, '/tag/7', { part: true, button: true, link: true }],
  ['who may see customers', 'V', card, '/tag/7', { part: true, button: false, link: true }],
  ['who sees tags alone', '', card, '/tag/7', { part: true, button: false, link: false }],
  ['a card of nobody', 'VU', () => card({ userId: null }), '/tag/7', { part: true, button: true, link: false }],
  ['opened to look at', 'VU', card, '/tag/7?mode=view', { part: true, button: false, link: true }],
  ['a plain tag', 'VU', () => card({ isPrepaid: false }), '/tag/7', { part: false, button: false, link: false }],
])('%s', async (_, rights, shown, at, wanted) => {
  open(rights, shown, at)
  await screen.findByRole('region', { name: 'Associated EV Driver' })
  const is = (role: string, name: string | RegExp) => screen.queryByRole(role, { name }) !== null
  expect({
    part: is('region', 'Balance'),
    button: is('button', 'Change Balance'),
    link: is('link', /^Wallet History of its driver/),
  }).toEqual(wanted)
})

test('the new balance is within the limits, shown before, sent with the one that was shown, and then stands there', async () => {
  let now = 125.5
  const asked: unknown[] = []
  open('VU', () => card({ balance_amount: now })).on(updateWallet, ({ params, body }) => {
    asked.push([params, body])
    if (asked.length === 1) {
      now = 80
      const message = 'Balance has changed, please reload'
      return { status: 409, success: false, message, errors: { amount: message } }
    }
    now = 500
    const names = { id: null, firstName: null, lastName: null, email: null, phone: null }
    return {
      data: { ocppTagId: 7, id_tag: 'CARD-7', balanceAmount: now, ...names },
      message: 'Wallet updated successfully',
    }
  })
  expect((await part()).getByText('₹125.50')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Change Balance' }))
  const dialog = within(await screen.findByRole('dialog'))
  const amount = await dialog.findByLabelText(/New Balance/)
  const save = () => userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await userEvent.type(dialog.getByLabelText(/Note/), 'Cash at the counter')
  for (const [typed, text] of [
    ['1000.01', 'Amount Should be between 0 and 1000'],
    ['1.234', 'Wallet Amount should have 2 decimals or less'],
    ['125.5', 'Please enter another balance than the present one'],
  ] as const) {
    await userEvent.clear(amount)
    await userEvent.type(amount, typed)
    await save()
    expect(await dialog.findByText(text)).toBeVisible()
    expect(dialog.queryByText(/after it/)).toBeNull()
  }
  await userEvent.clear(amount)
  await userEvent.type(amount, '500')
  expect(dialog.getByText('₹125.50 now, ₹500.00 after it: ₹374.50 are given.')).toBeVisible()
  const confirm = async (text: string) => {
    await save()
    const asks = within(
      (await screen.findByText('Prepaid card CARD-7')).closest<HTMLElement>('[role=dialog]') as HTMLElement,
    )
    expect(asks.getByText(text)).toBeVisible()
    await userEvent.click(asks.getByRole('button', { name: 'Save' }))
  }
  await confirm('₹125.50 now, ₹500.00 after it: ₹374.50 are given.')
  // Another balance stands there by now: what was typed stays, and the next save is compared with that.
  await userEvent.click(await dialog.findByRole('button', { name: 'Reload' }))
  expect(await dialog.findByText('₹80.00 now, ₹500.00 after it: ₹420.00 are given.')).toBeVisible()
  await confirm('₹80.00 now, ₹500.00 after it: ₹420.00 are given.')
  expect(await (await part()).findByText('₹500.00')).toBeVisible()
  expect(screen.queryByRole('dialog')).toBeNull()
  const sent = { amount: 500, note: 'Cash at the counter', ocppTagId: 7 }
  expect(asked).toEqual([
    [{ ocppTagId: '7' }, { ...sent, balanceAmount: 125.5 }],
    [{ ocppTagId: '7' }, { ...sent, balanceAmount: 80 }],
  ])
})
