// The screens of price groups with the real client: the list, a new group, a week of prices, refusals, read-only.
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import {
  createPriceGroup,
  getPriceGroup,
  listPriceGroups,
  listPriceVersions,
  type PriceGroup,
  updatePriceGroup,
} from '#money/price-groups/price-group.contract.ts'
import { PriceGroupsPage } from '#money/price-groups/price-groups-page.tsx'
import { getPaymentDetails } from '#people/teams/team.contract.ts'
import { put } from '#testing/web/put.ts'
import { show, signInAs } from '#testing/web/render.tsx'
import { roleIn, testServer, testUser } from '#testing/web/server.ts'
import { PriceGroupPage } from './price-group-page.tsx'

const group: PriceGroup = {
  priceGroupId: 7,
  name: 'Night',
  description: 'Cheap',
  companyId: 1,
  teamId: 2,
  team_name: 'North',
  currency: 'INR',
  paymentGateway: 'Razorpay',
  paymentGatewayId: 1,
  taxPercent: 18,
  transactionPercent: 2.36,
  pgChargesBearer: 'EV',
  priceGroupType: 'fixed',
  create_time: '2026-01-01T00:00:00Z',
  update_time: '2026-01-02T00:00:00Z',
  priceDetails: [
    {
      priceDetailsId: 1,
      day: 0,
      startTime: '00:00',
      endTime: '23:59',
      priceType: 'kwh',
      priceperKW: 16,
      priceperHr: null,
      priceperMin: null,
      fixedFeeStarting: 0,
      fixedFeeCharging: 0,
      minuteFeeCharging: 0,
      idealFeeFullyCharged: 0,
    },
  ],
}
const paymentOf = (g: PriceGroup) => {
  const percent = g.transactionPercent
  return { ...g, transactionPercentByMethod: { upi: percent, rupayDebit: percent, card: percent, wallet: percent } }
}
let server: ReturnType<typeof testServer>
beforeEach(() => {
  signInAs(testUser([roleIn(2, 'North', { PriceGroup: 'VCUD' })]))
  server = testServer()
    .on(listPriceGroups, { data: [group], total: 1 })
    .on(getPriceGroup, { data: group })
    .on(listPriceVersions, { data: [] })
    .on(getPaymentDetails, { data: [paymentOf(group)] })
})
const open = (at = '/pricegroup/new') =>
  show(<PriceGroupPage />, { at, path: at === '/pricegroup/new' ? at : '/pricegroup/:priceGroupId' })
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }))

test('the list has its columns, its row menu, and Add', async () => {
  show(<PriceGroupsPage />, { at: '/pricegroup' })
  expect(await screen.findByText('Night')).toBeVisible()
  for (const header of ['Name', 'Description', 'Pricing Type', 'Creation Time', 'Update Time'])
    expect(screen.getByRole('columnheader', { name: new RegExp(header) })).toBeInTheDocument()
  expect(screen.queryByRole('columnheader', { name: /Team/ })).toBeNull()
  expect(server.calls.join()).toMatch(
    /pricegroups\?(?=.*teamId=2)(?=.*page=1\b)(?=.*pageSize=10)(?=.*sort=-create_time)/,
  )
  expect(screen.getByRole('button', { name: 'Add' })).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Actions of Night' }))
  expect((await screen.findAllByRole('menuitem')).map(i => i.textContent)).toEqual(['View', 'Edit', 'Delete'])
})

test('a new group shows the terms of its team, and says all that is wrong before it is sent', async () => {
  open()
  expect(await screen.findByText('Razorpay')).toBeVisible()
  expect(screen.getByText('2.36%')).toBeVisible()
  expect(screen.getByRole('heading', { name: 'Create Price Group' })).toBeVisible()
  await save()
  const alert = (await screen.findByText('Please fix the following errors:')).closest('[role=alert]') as HTMLElement
  expect(
    within(alert)
      .getAllByRole('listitem')
      .map(i => i.textContent),
  ).toEqual(['Name is required', 'Price per kWh is required'])
  put(screen.getByLabelText(/^Name/), 'Day')
  put(screen.getByLabelText(/^Price per kWh/), '0')
  expect(await screen.findAllByText(/Must be greater than 0/)).not.toHaveLength(0)
  expect(server.calls.some(c => c.startsWith('POST'))).toBe(false)
})

test('a week is made from a fixed price: a time moves its neighbour, a day is copied, and all of it is sent', async () => {
  let sent: { priceDetails: Record<string, unknown>[] } | undefined
  server.on(createPriceGroup, ({ body }) => {
    sent = body as never
    return { data: group, message: 'Price group created successfully' }
  })
  open()
  put(await screen.findByLabelText(/^Name/), 'Day and night')
  put(screen.getByLabelText(/^Price per kWh/), '22')
  await userEvent.click(screen.getByRole('combobox', { name: /Pricing Type/ }))
  await userEvent.click(await screen.findByRole('option', { name: 'Variable' }))
  expect(screen.getByRole('button', { name: 'Monday' })).toHaveAttribute('aria-pressed', 'true')
  await userEvent.click(screen.getByRole('button', { name: 'Add Time Range' }))
  expect(await screen.findByText(/^Already defined 24 hours for the selected day/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull()
  // Read in 24 hours in any language of the browser, and in the forms that people type.
  await userEvent.clear(screen.getByLabelText(/^End Time/))
  await userEvent.type(screen.getByLabelText(/^End Time/), '930')
  await userEvent.tab()
  expect(screen.getByRole('group', { name: 'Monday 00:00 to 09:30' })).toBeVisible()
  fireEvent.change(screen.getByLabelText(/^End Time/), { target: { value: '12:00' } })
  expect(await screen.findByText('Monday: no price from 12:00 to 24:00')).toBeVisible()
  expect(screen.getByText('17:30 in Asia/Kolkata')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Add Time Range' }))
  expect(screen.getAllByRole('button', { name: 'Remove' })).toHaveLength(2)
  const second = screen.getByRole('group', { name: 'Monday 12:00 to 23:59' })
  put(within(second).getByLabelText(/^Price per kWh/), '16.5')
  // By keyboard on the strip: the border goes a quarter of an hour on, for both slots.
  const border = screen.getByRole('slider', { name: /^Monday/ })
  border.focus()
  await userEvent.keyboard('{ArrowRight}')
  expect(border).toHaveAttribute('aria-valuetext', '12:15')
  expect(screen.getByRole('group', { name: 'Monday 12:15 to 23:59' })).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Copy Schedule' }))
  const dialog = await screen.findByRole('dialog', { name: 'Copy Schedule' })
  await userEvent.click(within(dialog).getByLabelText('All days'))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Copy' }))
  // No day chosen: no slot can be added.
  await userEvent.click(screen.getByRole('button', { name: 'Monday' }))
  await userEvent.click(screen.getByRole('button', { name: 'Add Time Range' }))
  expect(await screen.findByText('Please select the day before adding new time range')).toBeVisible()
  await save()
  await waitFor(() => expect(sent?.priceDetails).toHaveLength(14))
  expect(sent?.priceDetails.filter(d => d.day === 5)).toMatchObject([
    { startTime: '00:00', endTime: '12:15', priceType: 'kwh', priceperKW: 22, fixedFeeStarting: 0 },
    { startTime: '12:15', endTime: '23:59', priceType: 'kwh', priceperKW: 16.5 },
  ])
})

test('a week that is not whole leads to its first day without a price, as the errors name them', async () => {
  open()
  put(await screen.findByLabelText(/^Name/), 'Monday alone')
  await userEvent.click(screen.getByRole('combobox', { name: /Pricing Type/ }))
  await userEvent.click(await screen.findByRole('option', { name: 'Variable' }))
  put(screen.getByLabelText(/^Price per kWh/), '20')
  await save()
  const alert = (await screen.findByText('Please fix the following errors:')).closest('[role=alert]') as HTMLElement
  expect(within(alert).getAllByRole('listitem')[0]).toHaveTextContent('Tuesday')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Tuesday' })).toHaveAttribute('aria-pressed', 'true'))
})

test('what the server refuses stands in the banner, at its field and in a notice', async () => {
  server.on(updatePriceGroup, () => ({
    status: 422,
    message: 'Please check the prices',
    errors: { 'priceDetails.0.priceperKW': 'Must be greater than 0' },
  }))
  open('/pricegroup/7')
  expect(await screen.findByRole('heading', { name: 'Edit Price Group' })).toBeVisible()
  put(await screen.findByLabelText(/^Name/), 'Night 2')
  await save()
  const banner = (await screen.findByText('Submission Error:')).closest('[role=alert]')
  expect(banner).toHaveTextContent('Must be greater than 0')
  expect(await screen.findByText('Please check the prices')).toBeVisible()
  expect(screen.getByLabelText(/^Price per kWh/)).toHaveAccessibleDescription('Must be greater than 0')
})

test('a save that failed is told in the banner and in a notice, whatever the reply holds', async () => {
  const cases: readonly [what: string, body: object, banner: string, notice: string][] = [
    ['an error without message', { error: 'err field' }, 'err field', 'err field'],
    ['nothing', {}, 'An error occurred while saving the price group', 'An error occurred while saving the price group'],
    [
      'errors of several texts',
      { errors: { name: 'bad name', x: ['a', 'b'] } },
      'bad name, a, b',
      'An error occurred while saving the price group',
    ],
  ]
  open('/pricegroup/7')
  put(await screen.findByLabelText(/^Name/), 'Night 2')
  for (const [i, [what, body, banner, notice]] of cases.entries()) {
    server.on(updatePriceGroup, () => ({ status: 500, message: undefined, ...body }) as never)
    await save()
    // What the save before had left is gone by then.
    await waitFor(() =>
      expect(
        server.calls.filter(c => c.startsWith('PUT')),
        what,
      ).toHaveLength(i + 1),
    )
    const told = (await screen.findByText('Submission Error:')).closest('[role=alert]') as HTMLElement
    expect(told, what).toHaveTextContent(`Submission Error:${banner}`)
    const beside = screen.getAllByRole('alert').map(a => a.textContent)
    expect(beside, what).toContain(notice)
    expect(beside, what).not.toContain('a, b')
    if ('errors' in body) expect(screen.getByLabelText(/^Name/)).toHaveAccessibleDescription('bad name')
  }
})

test('a price of three decimals is told at its field, with the banner of a refusal gone', async () => {
  server.on(updatePriceGroup, () => ({ status: 500, message: 'Not today' }))
  open('/pricegroup/7')
  put(await screen.findByLabelText(/^Name/), 'Night 2')
  await save()
  expect((await screen.findAllByText('Not today')).length).toBe(2)
  const price = await screen.findByLabelText(/^Price per kWh/)
  put(price, '1.234')
  await save()
  expect(await screen.findByText('Please fix the following errors:')).toBeVisible()
  expect(price).toHaveAccessibleDescription(/should have 2 decimals or less/)
  expect(price).toBeInvalid()
  expect(screen.queryByText('Not today')).toBeNull()
  expect(server.calls.filter(c => c.startsWith('PUT'))).toHaveLength(1)
})

test('who may not change sees the details, and nothing to press', async () => {
  signInAs(testUser([roleIn(2, 'North', { PriceGroup: 'V' })]))
  open('/pricegroup/7')
  expect(await screen.findByRole('heading', { name: 'Price Group Details' })).toBeVisible()
  expect(await screen.findByLabelText(/^Price per kWh/)).toBeDisabled()
  for (const name of ['Save', 'Reset', 'Add Time Range']) expect(screen.queryByRole('button', { name })).toBeNull()
})

test('a company that names another currency is told that money is in rupees', async () => {
  const words = /are in rupees \(INR\), whatever currency the company names/
  const view = show(<PriceGroupPage />, { at: '/pricegroup/7', path: '/pricegroup/:priceGroupId' })
  expect(await screen.findByText('Razorpay')).toBeVisible()
  expect(screen.queryByText(words)).toBeNull()
  view.unmount()
  const cad = { ...group, currency: 'CAD' }
  server.on(getPriceGroup, { data: cad }).on(getPaymentDetails, { data: [paymentOf(cad)] })
  show(<PriceGroupPage />, { at: '/pricegroup/7', path: '/pricegroup/:priceGroupId' })
  expect(await screen.findByText(words)).toBeVisible()
})
