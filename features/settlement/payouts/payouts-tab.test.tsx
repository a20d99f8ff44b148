// The Payouts tab with the real client: the choice of a month and its words, cards, the bank's file cell by cell, the
// settlements with their menu, the state of a payout with two people at it.
import { configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Download, downloads, papers } from '#testing/web/downloads.ts'
import { account, detail, month, settlement, summary } from '#testing/web/payouts.ts'
import { put } from '#testing/web/put.ts'
import { show, signInAs } from '#testing/web/render.tsx'
import { roleIn, type TestServer, testServer, testUser } from '#testing/web/server.ts'
import { sheetOf } from '#testing/web/sheet.ts'
import { getMonth, getPayout, listPayouts, type MonthlyPayout, runMonth, setPayoutStatus } from './payout.contract.ts'
import { Payouts } from './payouts.parts.tsx'
import { Settlements } from './settlements.parts.tsx'

vi.setConfig({ testTimeout: 60_000 })
configure({ asyncUtilTimeout: 20_000 })

let server: TestServer
let months: MonthlyPayout[]
const finance = () => signInAs(testUser([roleIn(1, 'Volt Works', { Transaction: 'VCUD', Finance: 'VCUD' })]))
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-10-15T06:00:00Z') })
  months = [month('Volt North')]
  finance()
  server = testServer()
    .on(listPayouts, {
      data: [settlement()],
      total: 1,
      sums: {
        payouts: 1,
        unitsConsumed: 1200.5,
        totalAmountCharged: 24_639.95,
        commission: 1149,
        GSTOnCommission: 206.82,
        collectedByOperator: 0,
        creditsGiven: 0,
        CPOPayout: 22_923,
      },
    })
    .on(getMonth, () => ({ data: months }))
    .on(getPayout, { data: detail(), tag: '"1"' })
})
afterEach(() => {
  vi.useRealTimers()
})
const AT = '/transactions?tab=payouts'
const FETCHED = `${AT}&year=2026&month=09&payouts=2026-09`
const asked = () => server.calls.filter(c => c.includes('/teamPayout/'))
const options = async (box: RegExp) => {
  await userEvent.click(screen.getByRole('combobox', { name: box }))
  const all = (await screen.findAllByRole('option')).filter(o => o.getAttribute('aria-disabled') !== 'true')
  return all.map(o => o.textContent)
}
const choose = (name: string) => userEvent.click(screen.getByRole('option', { name }))
const fetchIt = () => userEvent.click(screen.getByRole('button', { name: 'Fetch Payout Data' }))
const card = (name: string) => screen.findByRole('region', { name })

describe('the choice of a month', () => {
  test('without both: an alert and no call; the month waits for the year, and a new year clears month and results', async () => {
    show(<Payouts />, { at: AT })
    expect(screen.getByRole('combobox', { name: /^Month/ })).toHaveAttribute('aria-disabled', 'true')
    await fetchIt()
    expect(await screen.findByText('Please select both month and year to view payout data')).toBeVisible()
    expect(await options(/^Year/)).toEqual(['2020', '2021', '2022', '2023', '2024', '2025', '2026'])
    await choose('2026')
    expect(await options(/^Month/)).toHaveLength(9)
    await choose('September')
    expect(asked()).toEqual([])
    await fetchIt()
    expect(await card('Volt North, September 2026')).toBeVisible()
    expect(asked()).toEqual(['GET /cms/v1/team/1/teamPayout/2026/09'])
    await options(/^Year/)
    await choose('2025')
    expect(screen.queryByRole('region', { name: /September 2026/ })).toBeNull()
    expect(screen.getByRole('combobox', { name: /^Month/ })).toHaveTextContent('Select')
    expect(await options(/^Month/)).toHaveLength(12)
  })
  test('an address that names the present month asks for nothing', async () => {
    show(<Payouts />, { at: `${AT}&year=2026&month=10&payouts=2026-10` })
    expect(await screen.findByText('PO-2609-2')).toBeVisible()
    expect(asked()).toEqual([])
  })
})

describe('the cards', () => {
  test('Payable with energy to three decimals and amounts in lakh; No Payout with its button off; no summary', async () => {
    months = [
      month('Volt North'),
      month(
        'Volt South',
        summary({ totalPayoutAmount: 0, collectedByOperator: 900.5, carriedOut: -12, payoutId: null, status: null }),
        [],
        3,
      ),
      month('Volt East', null, [], 4, { sessions: 2, amount: 1180 }),
    ]
    show(<Payouts />, { at: FETCHED })
    const north = within(await card('Volt North, September 2026'))
    for (const text of ['Payable', '1,200.500 kWh', '₹24,072.00', '-₹1,149.00', '₹22,923.00', 'Payout Pending'])
      expect(north.getByText(text)).toBeVisible()
    expect(north.getByRole('link', { name: 'PO-2609-2' })).toHaveAttribute('href', '/transactions/payout/PO-2609-2')
    const south = within(await card('Volt South, September 2026'))
    expect(south.getByText('No Payout')).toBeVisible()
    // The reason why nothing is paid; amounts of 0 have no line.
    for (const text of ['Already with the operator', '-₹900.50', 'Carried into the next month', '₹12.00'])
      expect(south.getByText(text)).toBeVisible()
    expect(south.queryByText('Credits given by hand')).toBeNull()
    expect(south.getByText('Not run yet: figures as of now')).toBeVisible()
    expect(south.getByRole('button', { name: 'PDF Invoice' })).toHaveAttribute('aria-disabled', 'true')
    const [none, next] = within(await card('Volt East, September 2026')).getAllByRole('alert')
    expect(none).toHaveTextContent('Summary data not available')
    expect(next).toHaveTextContent(
      '2 sessions of September 2026, ₹1,180.00, came after the month was run and belong to the next payout.',
    )
  })
  test('the invoice is a PDF with the name of team and period', async () => {
    const files = papers()
    show(<Payouts />, { at: FETCHED })
    await userEvent.click(await screen.findByRole('button', { name: 'PDF Invoice' }))
    await waitFor(() => expect(files.map(f => f.name)).toEqual(['Payout_Invoice_Volt North_2026-09.pdf']))
  })
  test('a failure without words of the server has those of the documents', async () => {
    server.on(getMonth, () => ({ status: 500, message: 'HTTP error! Status: 500' }))
    show(<Payouts />, { at: FETCHED })
    expect(await screen.findByText('Unable to load payout data: Please try again later')).toBeVisible()
  })
  test('a period before anything existed: no team has figures, so there is nothing for the period', async () => {
    months = [month('Volt North', null, []), month('Volt South', null, [], 3)]
    show(<Payouts />, { at: FETCHED })
    expect(await screen.findByText('No payout data available for the selected period.')).toBeVisible()
    expect(screen.queryByText('Summary data not available')).toBeNull()
  })
  test('no team: said so; a failure: with the words of the server, or ours, and tried again', async () => {
    months = []
    const view = show(<Payouts />, { at: FETCHED })
    expect(await screen.findByText('No payout data available for the selected period.')).toBeVisible()
    view.unmount()
    server.on(getMonth, () => ({ status: 422, message: 'Payouts are made for months that are over' }))
    show(<Payouts />, { at: FETCHED })
    expect(
      await screen.findByText('Unable to load payout data: Payouts are made for months that are over'),
    ).toBeVisible()
    months = [month('Volt North')]
    server.on(getMonth, () => ({ data: months }))
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await card('Volt North, September 2026')).toBeVisible()
  })
  test('a month that was not run is run by the finance admin, who is asked first', async () => {
    months = [month('Volt North', summary({ payoutId: null, status: null }))]
    server.on(runMonth, () => {
      months = [month('Volt North')]
      return { data: { made: 1, payoutIds: ['PO-2609-2'] }, message: '1 payout made' }
    })
    show(<Payouts />, { at: FETCHED })
    await userEvent.click(await screen.findByRole('button', { name: 'Run September 2026' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText(/The payouts of 1 team are made for good/)).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: 'Run' }))
    expect(await screen.findByText('1 payout made')).toBeVisible()
    expect(await within(await card('Volt North, September 2026')).findByText('Payout Pending')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Run September 2026' })).toBeNull()
  })
  test('nobody else is offered that', async () => {
    signInAs(testUser([roleIn(1, 'Volt Works', { Transaction: 'VCUD', Finance: 'V' })]))
    months = [month('Volt North', summary({ payoutId: null, status: null }))]
    show(<Payouts />, { at: FETCHED })
    expect(await card('Volt North, September 2026')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Run September 2026' })).toBeNull()
  })
})

describe('the file of the bank', () => {
  const click = () => userEvent.click(screen.getByRole('button', { name: 'Download Excel' }))
  test('cell by cell: text accounts, an empty debit account, a real date, amounts of two decimals', async () => {
    const files = downloads()
    const accounts = [
      account({ beneficiary_name: '=HYPERLINK("x")', amount: 15_000.1 }),
      account({ beneficiary_name: 'Vik', email: '', account_no: '99887766', ifsc_code: 'SBIN0000001', amount: 7922.9 }),
    ]
    months = [month('Volt North', summary(), accounts), month('Volt South', null, [], 3)]
    show(<Payouts />, { at: FETCHED })
    await card('Volt North, September 2026')
    await click()
    await waitFor(() => expect(files).toHaveLength(1))
    const { name, blob } = files[0] as Download
    expect(name).toBe('Payouts_09_2026.xlsx')
    const [head, first, second, ...rest] = await sheetOf(blob)
    expect(rest).toEqual([])
    expect(head).toEqual([
      'Beneficiary Name',
      'Beneficiary Email',
      'Account Number',
      'IFSC',
      'Transaction Type',
      'Debit Account Number',
      'Date',
      'Amount',
      'Currency',
      'Remarks',
    ])
    const day = Date.parse('2026-10-15T00:00:00Z') / 86_400_000 + 25_569
    // Empty cells are not in the sheet: the debit account in both lines, the email in the second.
    expect(first).toEqual([
      '\'=HYPERLINK("x")',
      'asha@rao.example',
      '001234567890',
      'HDFC0001234',
      'NEFT',
      day,
      15_000.1,
      'INR',
      'PO-2609-2 September 2026',
    ])
    expect(second).toEqual(['Vik', '99887766', 'SBIN0000001', 'NEFT', day, 7922.9, 'INR', 'PO-2609-2 September 2026'])
  })
  test('nothing fetched, or nothing to pay: the alert, and no file', async () => {
    const files = downloads()
    show(<Payouts />, { at: AT })
    await click()
    expect(await screen.findByText('No payout data available to download')).toBeVisible()
    expect(files).toEqual([])
    // The notice disappears with the state that the notice is about.
    await options(/^Year/)
    await choose('2026')
    await waitFor(() => expect(screen.queryByText('No payout data available to download')).toBeNull())
    await fetchIt()
    expect(await screen.findByText('Please select both month and year to view payout data')).toBeVisible()
    await options(/^Month/)
    await choose('September')
    await fetchIt()
    expect(await card('Volt North, September 2026')).toBeVisible()
    expect(screen.queryByText('Please select both month and year to view payout data')).toBeNull()
  })
  test('an account that no bank takes refuses the file with the team named', async () => {
    const files = downloads()
    months = [month('Volt North', summary(), [account({ ifsc_code: 'HDFC1' })])]
    show(<Payouts />, { at: FETCHED })
    await card('Volt North, September 2026')
    await click()
    expect(await screen.findByText('Volt North: the IFSC of Asha Rao is not valid')).toBeVisible()
    expect(files).toEqual([])
  })
  test('completed payouts are left out of the file, which the question before the download says', async () => {
    const files = downloads()
    months = [
      month('Volt North', summary({ status: 'PAYOUTCOMPLETED' })),
      month('Volt South', summary(), [account()], 3),
    ]
    show(<Payouts />, { at: FETCHED })
    await card('Volt North, September 2026')
    await click()
    const dialog = within(await screen.findByRole('dialog'))
    expect(
      dialog.getByText('Volt North: PO-2609-2 is Payout Completed already, so it is not in the file.'),
    ).toBeVisible()
    expect(files).toEqual([])
    await userEvent.click(dialog.getByRole('button', { name: 'Download' }))
    await waitFor(() => expect(files).toHaveLength(1))
    expect(await sheetOf((files[0] as Download).blob)).toHaveLength(2)
  })
  test('others than the finance admin are told why it is off', async () => {
    signInAs(testUser([roleIn(1, 'Volt Works', { Transaction: 'VCUD' })]))
    show(<Payouts />, { at: FETCHED })
    await card('Volt North, September 2026')
    const button = screen.getByRole('button', { name: 'Download Excel' })
    expect(button).toHaveAttribute('aria-disabled', 'true')
    expect(button).toHaveAccessibleDescription('Account numbers are for the finance admin alone')
  })
})

describe('the settlements', () => {
  test('a sum below the grid; the CSV leads from the net amount to the payout', async () => {
    const files = downloads()
    show(<Payouts />, { at: AT })
    const sum = within(await screen.findByRole('region', { name: 'Sum' }))
    for (const text of ['Sum of 1 payout', '₹24,639.95', '₹22,923.00']) expect(sum.getByText(text)).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: /Export/ }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Export to CSV' }))
    await waitFor(() => expect(files.map(f => f.name)).toEqual(['Settlements.csv']))
    const [head = '', row = ''] = (await (files[0] as Download).blob.text()).replace('\ufeff', '').split('\r\n')
    const cells = Object.fromEntries(head.split(',').map((h, i) => [h, Number(row.split(',')[i])]))
    const of = (name: string) => cells[name] ?? Number.NaN
    expect(
      of('Net Amount') +
        of('CPO GST') -
        of('Gateway Fee Deducted') -
        of('Commission') -
        of('GST on Commission Deducted') -
        of('Collected by Operator') -
        of('Credits Given') +
        of('Carried In') -
        of('Carried Out'),
    ).toBeCloseTo(of('Final Settlement Amount'), 6)
  })
  const openMenu = async () => {
    await userEvent.click(await screen.findByRole('button', { name: /Actions/ }))
    return (await screen.findAllByRole('menuitem')).map(i => i.textContent)
  }
  test('fifteen a page, from the server; the row leads to its transactions, the number to its reckoning', async () => {
    show(<Payouts />, { at: AT })
    expect(await screen.findByText('PO-2609-2')).toBeVisible()
    const call = new URL(server.calls.find(c => c.includes('/payouts?'))?.split(' ')[1] ?? '', 'http://x')
    expect([call.pathname, call.searchParams.get('pageSize'), call.searchParams.get('own')]).toEqual([
      '/cms/v1/team/1/payouts',
      '15',
      null,
    ])
    for (const text of ['Volt North', '01 Sep 2026', '30 Sep 2026', '1,200.500', 'Payout Pending'])
      expect(screen.getByText(text)).toBeVisible()
    expect(screen.getByRole('link', { name: '₹22,923.00' })).toHaveAttribute('href', '/transactions/payout/PO-2609-2')
  })
  test('the menu: Download Payout gives payout.pdf, Transactions opens those of the payout', async () => {
    const files = papers()
    const { router } = show(<Payouts />, { at: AT })
    expect(await openMenu()).toEqual(['Download Payout', 'Transactions', 'Why this number?', 'Set status'])
    await userEvent.click(screen.getByRole('menuitem', { name: 'Download Payout' }))
    await waitFor(() => expect(files.map(f => f.name)).toEqual(['payout.pdf']))
    await openMenu()
    await userEvent.click(screen.getByRole('menuitem', { name: 'Transactions' }))
    await waitFor(() => expect(router.state.location.search).toBe('?payoutId=PO-2609-2'))
  })
  test('others than the finance admin cannot set the state', async () => {
    signInAs(testUser([roleIn(1, 'Volt Works', { Transaction: 'V' })]))
    show(<Payouts />, { at: AT })
    expect(await openMenu()).toEqual(['Download Payout', 'Transactions', 'Why this number?'])
  })
  test('the tab of a team shows its own alone', async () => {
    show(<Settlements teamId={2} own />, { at: '/team/2?tab=payout' })
    expect(await screen.findByText('PO-2609-2')).toBeVisible()
    expect(server.calls.find(c => c.includes('/payouts?'))).toMatch(/\/team\/2\/payouts\?.*own=true/)
  })
  test('the state goes with the tag that was read; a change by somebody else meanwhile is shown, not overwritten', async () => {
    const sent: unknown[] = []
    server.on(setPayoutStatus, ({ body, headers }) => {
      sent.push([body, headers.get('if-match')])
      return sent.length === 1
        ? {
            status: 409,
            message: 'This record was changed by Asha 1 minute ago',
            tag: '"2"',
            data: detail({ notes: 'Hers' }),
          }
        : {
            data: settlement({ status: 'PAYOUTCOMPLETED', notes: 'UTR 5' }),
            message: 'Payout updated successfully',
            tag: '"3"',
          }
    })
    show(<Payouts />, { at: AT })
    await openMenu()
    await userEvent.click(screen.getByRole('menuitem', { name: 'Set status' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Payout PO-2609-2' }))
    await userEvent.click(await dialog.findByRole('combobox', { name: /^Status/ }))
    await userEvent.click(await screen.findByRole('option', { name: 'Payout Completed' }))
    put(dialog.getByLabelText(/^Notes/), 'UTR 5')
    await userEvent.click(dialog.getByRole('button', { name: 'Set status' }))
    await waitFor(() => expect(sent).toEqual([[{ status: 'PAYOUTCOMPLETED', notes: 'UTR 5' }, '"1"']]))
    expect((await screen.findAllByText(/This record was changed by Asha/))[0]).toBeVisible()
  })
})
