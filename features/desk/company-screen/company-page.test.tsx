// The screens of companies with the real client: words, rights, domains and their providers, requests, failures.
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { ConfirmHost } from '#kit/confirm.tsx'
import { Notices } from '#kit/notices.tsx'
import { storeSession } from '#kit/session.ts'
import {
  deleteProviderAccount,
  getProviderAccount,
  type ProviderAccount,
  putProviderAccount,
  testProviderAccount,
} from '#money/payment-provider/provider-account.contract.ts'
import { listRecordAudit } from '#office/audit/audit.contract.ts'
import { listPaymentGateways } from '#office/reference/reference.contract.ts'
import { uploadImage } from '#office/uploads/upload.contract.ts'
import { CompaniesPage } from '#people/companies/companies-page.tsx'
import {
  type Company,
  createCompany,
  deleteCompany,
  getCompany,
  listCompanies,
  updateCompany,
} from '#people/companies/company.contract.ts'
import { show, showRoutes } from '#testing/web/render.tsx'
import { roleIn, testServer, testToken, testUser } from '#testing/web/server.ts'
import { CompanyPage } from './company-page.tsx'

const company = (more: Partial<Company> = {}): Company => ({
  id: 5,
  companyId: 5,
  companyType: 'P',
  name: 'Volt Works',
  domain: 'volt.example',
  companyProtocolType: 'ocpp',
  paymentCurrency: 'INR',
  active: 'Y',
  validUntil: null,
  creationTime: '2026-01-05T09:00:00.000Z',
  createdBy: 'root',
  subscriptionId: 1,
  provider: {
    name: 'Volt',
    icon: '/files/a-000000000000000000000000000000.png',
    greyIcon: null,
    greenIcon: null,
    redIcon: null,
    countryCode: '+91',
  },
  paymentConfirmationNo: 'card',
  paymentGatewayDetailsId: null,
  paymentGatewayId: 1,
  taxPercent: 18,
  transactionPercent: 2.36,
  token: null,
  endpoint: null,
  partyId: null,
  menuWords: { menu: {}, headings: {} },
  rootUser: 'volt.root',
  emailId: 'root@volt.example',
  comments: null,
  runningCostSec: 0,
  showsTariff: 'N',
  address: {
    street: null,
    houseNumber: null,
    zipCode: null,
    city: 'Pune',
    state: null,
    country: 'IN',
    lat: null,
    lng: null,
  },
  ...more,
})
const provider = (more: Partial<ProviderAccount> = {}): ProviderAccount => ({
  kind: 'sandbox',
  keyId: null,
  mode: null,
  isReadable: true,
  refusedAt: null,
  oldWebhookSecretUntil: null,
  changedAt: null,
  isUsed: true,
  installationMode: 'live',
  webhookUrl: 'https://portal.example/public/v1/webhooks/razorpay',
  ...more,
})
const withKey = provider({ kind: 'razorpay', keyId: 'rzp_live_Volt1', mode: 'live', changedAt: '2026-02-02T06:30:00Z' })
/** Signs in at the platform, or at an operator. */
const as = (companyType: 'GP' | 'P', letters = 'VCUD') =>
  storeSession(testToken({ companyType }), testUser([roleIn(1, 'Platform', { Company: letters, Finance: 'VCUD' })]))
const pages = (at: string) =>
  showRoutes(
    [
      { path: '/company', screen: <p>The list</p> },
      { path: '/company/new', screen: <CompanyPage /> },
      { path: '/company/:companyId', screen: <CompanyPage /> },
    ].map(r => ({
      path: r.path,
      element: (
        <>
          {r.screen}
          <Notices />
          <ConfirmHost />
        </>
      ),
    })),
    at,
  )
const server = () =>
  testServer()
    .on(listPaymentGateways, { data: [{ id: 1, name: 'Razorpay', payment_gateway_id: 1 }] })
    .on(listRecordAudit, { data: [], total: 0 })
    .on(getProviderAccount, { data: provider() })
    .on(getCompany, { data: company() })
const choose = async (label: RegExp, option: string | RegExp) => {
  await userEvent.click(screen.getByRole('combobox', { name: label }))
  await userEvent.click(await screen.findByRole('option', { name: option }))
}
const tab = async (name: RegExp) => userEvent.click(await screen.findByRole('tab', { name }))
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }))
/** At once: a key at a time takes its time on a page of this size. */
const fill = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const fillOthers = async () => {
  fill(/^Name/, 'Volt Works')
  fill(/^Root User/, 'volt.root')
  fill(/^Email ID/, 'root@volt.example')
  await tab(/^Payment/)
  await choose(/Payment Gateway/, 'Razorpay')
  fill(/^Tax Percent/, '18')
  fill(/^Transaction Percent/, '2.36')
}

beforeEach(() => {
  as('GP')
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }))
})

test('the list has its columns; who speaks for the platform adds and deletes, the platform’s own company stays', async () => {
  testServer()
    .on(listCompanies, {
      data: [
        company(),
        company({ id: 6, companyId: 6, name: 'Old', validUntil: '2020-01-01' }),
        company({ id: 1, companyId: 1, name: 'Platform', companyType: 'GP' }),
      ],
    })
    .on(deleteCompany, { data: { id: 5 }, message: 'Company deleted successfully' })
  show(<CompaniesPage />)
  await screen.findByText('Volt Works')
  const headers = screen.getAllByRole('columnheader').map(h => h.textContent)
  expect(headers.slice(1, 7)).toEqual(['Name', 'Domain', 'Protocol', 'Currency', 'Status', 'Created On'])
  expect(screen.getByText('Expired')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Add Company' })).toBeVisible()
  await userEvent.click(within(screen.getByText('Volt Works').closest('[role=row]') as HTMLElement).getByRole('button'))
  expect((await screen.findAllByRole('menuitem')).map(m => m.textContent)).toEqual(['Edit', 'Delete'])
  await userEvent.click(screen.getByRole('menuitem', { name: 'Delete' }))
  expect(await screen.findByText('Are you sure you want to delete this record?')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Company deleted successfully')).toBeVisible()
})

test.each([
  ['an operator', 'P', 'VCUD', ['Edit']],
  ['a reader', 'GP', 'VD', ['View']],
] as const)('%s is offered neither Add nor Delete', async (_what, type, letters, items) => {
  as(type, letters)
  testServer().on(listCompanies, { data: [company()] })
  show(<CompaniesPage />)
  await userEvent.click(await screen.findByRole('button', { name: /^Actions/ }))
  expect((await screen.findAllByRole('menuitem')).map(m => m.textContent)).toEqual(items)
  expect(screen.queryByRole('button', { name: 'Add Company' })).toBeNull()
})

test('making one is the platform’s: an operator is told and sent to the list', async () => {
  as('P')
  server()
  pages('/company/new')
  expect(await screen.findByText('The list')).toBeVisible()
  expect(screen.getByText('Not Authorized')).toBeVisible()
})

test('an empty form says what is missing, all at once, and sends nothing', async () => {
  const s = server()
  pages('/company/new')
  await choose(/^Protocol/, 'OCPI')
  await save()
  const said = async (texts: readonly string[]) => {
    for (const text of texts) expect(await screen.findByText(text)).toBeVisible()
  }
  await said([
    ...['Name', 'Root User', 'Email ID', 'Token', 'Endpoint', 'Party ID'].map(l => `${l} is required`),
    'Token, Endpoint, and Party ID are required for OCPI',
  ])
  // The tabs that hide the others are marked.
  await tab(/^Domain.*has errors/)
  await said(['Domain is required'])
  await tab(/^Payment.*has errors/)
  await said(['Tax Percent is required', 'Transaction Percent is required', 'Please select a payment gateway'])
  expect(s.calls.filter(c => !c.startsWith('GET'))).toEqual([])
})

test('a configured domain brings provider, icons and country code; an own one opens the fields', async () => {
  let sent: Record<string, unknown> = {}
  server().on(createCompany, asked => {
    sent = asked.body as typeof sent
    return { status: 201, message: 'Company created successfully', data: company() }
  })
  pages('/company/new')
  await tab(/^Domain/)
  await choose(/^Domain/, /^northcharge/)
  expect(screen.getByText('North Charge')).toBeVisible()
  expect(screen.getAllByRole('img')).toHaveLength(4)
  expect(screen.queryByLabelText(/^Provider Name/)).toBeNull()
  await choose(/^Domain/, 'Other (custom)')
  expect(screen.getByLabelText(/^Provider Name/)).toHaveValue('')
  await choose(/^Domain/, /^citycharge/)
  await fillOthers()
  await save()
  expect(await screen.findByText('The list')).toBeVisible()
  expect(screen.getByText('Company created successfully')).toBeVisible()
  expect(sent).toMatchObject({
    domain: 'citycharge',
    companyProtocolType: 'ocpp',
    paymentCurrency: 'INR',
    active: 'Y',
    taxPercent: 18,
    transactionPercent: 2.36,
    paymentGatewayId: 1,
    provider: { name: 'City Charge', greenIcon: '/providers/citycharge-green.svg', countryCode: '+91' },
  })
})

test('an own icon is uploaded before the company is saved', async () => {
  let sent: Record<string, unknown> = {}
  const s = server()
    .on(uploadImage, { data: '/files/icon-000000000000000000000000000.png' })
    .on(createCompany, asked => {
      sent = asked.body as typeof sent
      return { status: 201, data: company() }
    })
  pages('/company/new')
  await tab(/^Domain/)
  await choose(/^Domain/, 'Other (custom)')
  fill(/^Custom Domain/, 'volt.example')
  fill(/^Provider Name/, 'Volt')
  await userEvent.upload(screen.getByLabelText(/^Icon/), new File(['x'], 'icon.png', { type: 'image/png' }))
  await waitFor(() =>
    expect(screen.getByRole('img', { name: 'Icon' })).toHaveAttribute(
      'src',
      '/files/icon-000000000000000000000000000.png',
    ),
  )
  await fillOthers()
  await save()
  await waitFor(() =>
    expect(sent).toMatchObject({
      domain: 'volt.example',
      provider: { icon: '/files/icon-000000000000000000000000000.png' },
    }),
  )
  const posts = s.calls.filter(c => c.startsWith('POST')).map(c => c.replace(/\?.*/, ''))
  expect(posts).toEqual(['POST /cms/v1/util/image-upload', 'POST /cms/v1/company'])
})

test('what the server refuses is told as it stands or after what failed; the tab with the field is led to', async () => {
  const s = server()
  pages('/company/5')
  await screen.findByLabelText(/^Comments/)
  fill(/^Comments/, 'x')
  const cases = [
    [500, 'Something went wrong. Please try again.', 'Failed to save company: Something went wrong. Please try again.'],
    [500, '', 'Failed to save company'],
    [409, 'Domain already exists', 'Domain already exists'],
  ] as const
  for (const [status, message, shown] of cases) {
    s.on(updateCompany, () => ({ status, message, ...(status === 409 && { errors: { domain: message } }) }))
    await save()
    await waitFor(() => expect(screen.getAllByText(shown)[0]).toBeVisible())
  }
  await waitFor(() => expect(screen.getByRole('tab', { name: /^Domain/ })).toHaveAttribute('aria-selected', 'true'))
  expect(screen.getByLabelText(/^Custom Domain/)).toHaveAccessibleDescription('Domain already exists')
})

test('a change of one tab sends that alone, whatever is stored on the others', async () => {
  const bodies: unknown[] = []
  server()
    .on(getCompany, { data: company({ emailId: '', provider: { ...company().provider, name: '' } }) })
    .on(updateCompany, ({ body }) => {
      bodies.push(body)
      return { message: 'Company updated successfully', data: company() }
    })
  pages('/company/5')
  expect(await screen.findByText(/^What is stored here needs a correction: Email ID is required\./)).toBeVisible()
  await tab(/^Payment/)
  fill(/^Tax Percent/, '12')
  await save()
  await waitFor(() => expect(bodies).toEqual([{ taxPercent: 12 }]))
})

test('what OCPI needs is judged and sent together', async () => {
  const bodies: unknown[] = []
  server().on(updateCompany, ({ body }) => {
    bodies.push(body)
    return { message: 'Company updated successfully', data: company() }
  })
  pages('/company/5')
  await screen.findByLabelText(/^Comments/)
  await choose(/^Protocol/, 'OCPI')
  fill(/^Token/, 'secret')
  await save()
  expect(await screen.findByText('Party ID is required')).toBeVisible()
  fill(/^Party ID/, 'VLT')
  fill(/^Endpoint/, 'https://ocpi.example/2.2')
  await save()
  await waitFor(() =>
    expect(bodies).toEqual([
      { companyProtocolType: 'ocpi', token: 'secret', endpoint: 'https://ocpi.example/2.2', partyId: 'VLT' },
    ]),
  )
})

test('the first user stays, and an operator cannot lengthen the own time', async () => {
  as('P')
  server()
  pages('/company/5')
  expect(await screen.findByLabelText(/^Root User/)).toBeDisabled()
  expect(screen.getByLabelText('Valid Until')).toBeDisabled()
  expect(screen.getByRole('combobox', { name: /^Status/ })).toHaveAttribute('aria-disabled', 'true')
  expect(screen.getByLabelText(/^Name/)).toBeEnabled()
})

test('for R the form is read only with Back alone; a company that is not there leads to the list', async () => {
  as('GP', 'V')
  server()
  const { unmount } = pages('/company/5')
  expect(await screen.findByLabelText(/^Name/)).toBeDisabled()
  expect(screen.getByRole('button', { name: 'Back' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  unmount()
  server().on(getCompany, () => ({ status: 404, message: 'Company not found' }))
  pages('/company/77')
  expect(await screen.findByText('The list')).toBeVisible()
})

test('another currency than the rupee is told at once that money is in rupees', async () => {
  server().on(getCompany, { data: company() })
  pages('/company/5')
  await tab(/^Payment/)
  const words = /are in rupees \(INR\), whatever currency the company names/
  const currency = await screen.findByRole('combobox', { name: /^Currency/ })
  expect(screen.queryByText(words)).toBeNull()
  await userEvent.click(currency)
  await userEvent.click(await screen.findByRole('option', { name: 'CAD' }))
  expect(await screen.findByText(words)).toBeVisible()
})

describe('the payment provider', () => {
  const finance = { payoutAccounts: [] }
  const section = () => screen.findByRole('region', { name: 'Payment provider' })
  const press = async (name: string) => userEvent.click(within(await section()).getByRole('button', { name }))

  test.each<[string, Partial<ProviderAccount>, RegExp, string]>([
    [
      'no credentials in live mode',
      { kind: 'none' },
      /can pay neither by UPI nor by card/,
      'There are no credentials to test',
    ],
    ['the sandbox', {}, /drivers pay in the sandbox/, 'There are no credentials to test'],
    [
      'a key of the other mode',
      { kind: 'razorpay', keyId: 'rzp_test_Volt1', mode: 'test', isUsed: false },
      /The stored key is not used: this installation is in live mode and takes only keys that begin with rzp_live_/,
      'The stored key is not used by this installation, so there is nothing to test',
    ],
  ])('%s: the section says so, and that there is nothing to test', async (_what, account, text, why) => {
    server()
      .on(getCompany, { data: company(finance) })
      .on(getProviderAccount, { data: provider(account) })
    pages('/company/5')
    await tab(/^Payment/)
    expect(await screen.findByText(text)).toBeVisible()
    const button = within(await section()).getByRole('button', { name: 'Test connection' })
    expect(button).toHaveAttribute('aria-disabled', 'true')
    expect(button).toHaveAccessibleDescription(why)
  })

  test('the sandbox says that no money moves; credentials are sent once, and never come back into a field', async () => {
    const sent: unknown[] = []
    let now = provider()
    server()
      .on(getCompany, { data: company(finance) })
      .on(getProviderAccount, () => ({ data: now }))
      .on(putProviderAccount, ({ body }) => {
        sent.push(body)
        if (sent.length === 1) return { status: 422, message: 'Refused', errors: { keySecret: 'Not this secret' } }
        now = withKey
        return { data: now, message: 'Payment provider updated successfully' }
      })
    pages('/company/5')
    await tab(/^Payment/)
    expect(await screen.findByText(/no money moves/)).toBeVisible()
    await press('Set credentials')
    const dialog = within(await screen.findByRole('dialog', { name: 'Payment provider' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await dialog.findByText('Key ID is required')).toBeVisible()
    fill(/^Key ID/, 'rzp_live_Volt1')
    fill(/^Key Secret/, 'the key secret')
    await userEvent.click(dialog.getByRole('button', { name: 'Make a webhook secret' }))
    const webhookSecret = (dialog.getByLabelText(/^Webhook Secret/) as HTMLInputElement).value
    expect(webhookSecret).toMatch(/^[0-9a-f]{32}$/)
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await dialog.findByText('Not this secret')).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await within(await section()).findByText('rzp_live_Volt1')).toBeVisible()
    expect(sent[1]).toEqual({ keyId: 'rzp_live_Volt1', keySecret: 'the key secret', webhookSecret })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await press('Change credentials')
    expect(await screen.findByLabelText(/^Key Secret/)).toHaveValue('')
    expect(screen.getByLabelText(/^Key ID/)).toHaveValue('rzp_live_Volt1')
  })

  test('another key is asked about; a trial tells its outcome; credentials are taken away after a question', async () => {
    const done: string[] = []
    server()
      .on(getCompany, { data: company(finance) })
      .on(getProviderAccount, () => ({ data: done.includes('removed') ? provider() : withKey }))
      .on(testProviderAccount, { data: { outcome: 'refused', text: 'The payment provider refuses the credentials' } })
      .on(putProviderAccount, () => {
        done.push('changed')
        return { data: withKey, message: 'Done' }
      })
      .on(deleteProviderAccount, () => {
        done.push('removed')
        return { data: provider(), message: 'Done' }
      })
    pages('/company/5')
    await tab(/^Payment/)
    await press('Test connection')
    expect(await screen.findByText('The payment provider refuses the credentials')).toBeVisible()
    await press('Change credentials')
    await screen.findByLabelText(/^Key ID/)
    fill(/^Key ID/, 'rzp_test_Other1')
    fill(/^Key Secret/, 'the other secret')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Change' }))
    await waitFor(() => expect(done).toEqual(['changed']))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await press('Remove credentials')
    await userEvent.click(await screen.findByRole('button', { name: 'Remove' }))
    expect(await screen.findByText(/no money moves/)).toBeVisible()
  })

  test.each([
    ['a finance admin of nothing here', 'VCUD', {}],
    ['a reader', 'V', finance],
  ])('%s sees it and changes nothing', async (_who, letters, more) => {
    as('GP', letters)
    server()
      .on(getCompany, { data: company(more) })
      .on(getProviderAccount, { data: provider({ ...withKey, isReadable: false }) })
    pages('/company/5')
    await tab(/^Payment/)
    expect(await within(await section()).findByText(/cannot be opened/)).toBeVisible()
    expect(within(await section()).queryByRole('button', { name: /credentials|Test/ })).toBeNull()
  })
})
