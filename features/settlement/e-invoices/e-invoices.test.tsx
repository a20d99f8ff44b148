// The list of documents at the registration portal: states and answers, registering again with a PIN code, cancelling, and the
// credentials by GSTIN.
import { configure, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { show, signInAs } from '#testing/web/render.tsx'
import { type TestServer, testServer } from '#testing/web/server.ts'
import {
  cancelEInvoice,
  type EInvoiceRow,
  getIrpAccounts,
  type IrpAccounts,
  listEInvoices,
  putIrpAccount,
  registerAgain,
} from './e-invoice.contract.ts'
import { EInvoices } from './e-invoices.parts.tsx'

vi.setConfig({ testTimeout: 60_000 })
configure({ asyncUtilTimeout: 20_000 })

const row = (more: Partial<EInvoiceRow>): EInvoiceRow => ({
  eInvoiceId: 1,
  kind: 'Invoice',
  number: 'CM/26-27/0000001',
  date: '2026-11-20T06:00:00.000Z',
  team_name: 'One North',
  transactionId: 41,
  commissionDocumentId: null,
  supplierGstin: '29AACCC6636P1Z1',
  recipientName: 'Chennai Cabs Ltd',
  recipientGstin: '33AAPFU0939F1Z2',
  total: 212.4,
  state: 'registered',
  irn: 'a'.repeat(64),
  ackNo: '112010000011462',
  ackDate: new Date().toISOString(),
  attempts: 1,
  nextTry: null,
  errorCode: null,
  errorField: null,
  fault: null,
  cancelAsked: false,
  cancelledAt: null,
  mayAct: true,
  cancelUntil: new Date(Date.now() + 3_600_000).toISOString(),
  ...more,
})
const FAULT = 'The address of the recipient has no PIN code of six digits'
const failed = row({
  eInvoiceId: 2,
  number: 'CM/26-27/0000002',
  state: 'failed',
  irn: null,
  fault: FAULT,
  errorField: 'BuyerDtls.Pin',
  cancelUntil: null,
})
const none: IrpAccounts = {
  accounts: [],
  missing: ['29AACCC6636P1Z1'],
  isOwn: true,
  without: 'nothing',
  hasPortal: true,
}
let server: TestServer
beforeEach(() => {
  signInAs()
  server = testServer()
  server.on(listEInvoices, () => ({ data: [row({}), failed], total: 2, page: 1, pageSize: 15 }))
  server.on(getIrpAccounts, () => ({ data: none }))
  show(<EInvoices />, { at: '/tax-papers?tab=e-invoices', path: '/tax-papers' })
})
/** Chooses an action of a row. */
async function choose(number: string, action: string) {
  const found = (await screen.findByText(number)).closest('[role="row"], li, article, [data-row]') as HTMLElement
  await userEvent.click(within(found).getByRole('button', { name: /actions|more/i }))
  await userEvent.click(await screen.findByRole('menuitem', { name: action }))
  return screen.findByRole('dialog')
}

test('states and answers stand in the list; a PIN code registers again', async () => {
  expect(await screen.findByText('Needs a person')).toBeVisible()
  expect(screen.getByText(FAULT)).toBeVisible()
  let asked: unknown
  server.on(registerAgain, ({ body }) => {
    asked = body
    return { data: { ...failed, state: 'registered' as const, fault: null } }
  })
  const dialog = await choose('CM/26-27/0000002', 'Register again')
  await userEvent.type(within(dialog).getByLabelText(/recipient/), '600001')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Register' }))
  await vi.waitFor(() => expect(asked).toMatchObject({ buyerPin: '600001' }))
})

test('a registration is cancelled with a reason and a remark', async () => {
  let asked: unknown
  server.on(cancelEInvoice, ({ body }) => {
    asked = body
    return { data: row({ state: 'cancelled' }) }
  })
  const dialog = await choose('CM/26-27/0000001', 'Cancel registration')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel registration' }))
  expect(await within(dialog).findByText('Remark is required')).toBeVisible()
  await userEvent.type(within(dialog).getByLabelText(/Remark/), 'Wrong address')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel registration' }))
  await vi.waitFor(() => expect(asked).toEqual({ reason: '2', remark: 'Wrong address' }))
})

test('a refused document is left without IRN, with a remark', async () => {
  let asked: unknown
  server.on(cancelEInvoice, ({ body }) => {
    asked = body
    return { data: { ...failed, state: 'cancelled' as const } }
  })
  const dialog = await choose('CM/26-27/0000002', 'Leave without IRN')
  expect(within(dialog).queryByLabelText(/Reason/)).toBeNull()
  await userEvent.type(within(dialog).getByLabelText(/Remark/), 'Its GSTIN has ended')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Leave without IRN' }))
  await vi.waitFor(() => expect(asked).toEqual({ reason: '4', remark: 'Its GSTIN has ended' }))
  expect(await screen.findByText(/Left without IRN/)).toBeVisible()
  expect(screen.queryByText('OK')).toBeNull()
})

test('live mode says what waits for credentials; they are typed once and not shown', async () => {
  expect(await screen.findByText(/Documents of 29AACCC6636P1Z1 wait for that/)).toBeVisible()
  let asked: unknown
  server.on(putIrpAccount, ({ body }) => {
    asked = body
    return { data: none }
  })
  await userEvent.click(screen.getByRole('button', { name: 'Add credentials' }))
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByLabelText(/GSTIN/)).toHaveValue('29AACCC6636P1Z1')
  for (const [label, text] of [
    [/Client ID/, 'client'],
    [/Client secret/, 'secret'],
    [/User name/, 'user'],
    [/^Password/, 'word'],
  ] as const)
    await userEvent.type(within(dialog).getByLabelText(label), text)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  await vi.waitFor(() =>
    expect(asked).toEqual({
      gstin: '29AACCC6636P1Z1',
      clientId: 'client',
      clientSecret: 'secret',
      userName: 'user',
      password: 'word',
    }),
  )
})
