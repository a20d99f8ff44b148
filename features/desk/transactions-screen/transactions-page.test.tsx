// The transactions screens with the real client: scope, cards, filters, totals, running rows, rights, the bill in words.

import { act, configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { BillLine } from '#charging/billing/bill.contract.ts'
import { runOperation } from '#control/remote-operations/remote-operation.contract.ts'
import { listSessionReviews } from '#desk/session-reviews/session-review.contract.ts'
import {
  getTransaction,
  listChargerTransactions,
  listMeterValues,
  listTagTransactions,
  listTransactions,
  type Transaction,
  type TransactionDetail,
  updateTransactionStatus,
} from '#desk/transactions/transaction.contract.ts'
import { patchLists } from '#desk/transactions/transaction-live.tsx'
import { TransactionPage } from '#desk/transactions/transaction-page.tsx'
import { getScopeNames } from '#desk/transactions/transaction-scope.contract.ts'
import { Notices } from '#kit/notices.tsx'
import { downloads } from '#testing/web/downloads.ts'
import { put } from '#testing/web/put.ts'
import { show, showRoutes, signInAs } from '#testing/web/render.tsx'
import { roleIn, type TestServer, testServer, testUser } from '#testing/web/server.ts'
import { transactionRow as row } from '#testing/web/transactions.ts'
import { TransactionsPage } from './transactions-page.tsx'

const running = row({
  transactionId: 42,
  stoptime: null,
  stop_meter_value: null,
  current_meter_value: 3000,
  kw_consumed: 2,
  totalAmountCharged: 42.48,
  stop_reason: null,
})
const summary = {
  totalTransactions: 1250,
  activeTransactions: 1,
  completed: 1249,
  totalRevenue: 1260,
  totalChargers: 4,
}
const reply = (data: Transaction[], more: object = {}) => ({
  data,
  total: data.length,
  totalIsExact: true,
  summary,
  ...more,
})
const asked = (server: TestServer, path: string) =>
  server.calls.filter(c => c.includes(path)).map(c => new URL(c.split(' ')[1] ?? '', 'http://x'))

// The grid is heavy to draw without a browser, the more so beside other work.
vi.setConfig({ testTimeout: 60_000 })
configure({ asyncUtilTimeout: 20_000 })

let server: TestServer
beforeEach(() => {
  localStorage.clear()
  signInAs()
  server = testServer()
    .on(listTransactions, reply([running, row()]))
    .on(listSessionReviews, { data: [], total: 0 })
})
afterEach(() => localStorage.clear())
const link = (name: string) => screen.findByRole('link', { name })

describe('the list', () => {
  test('an export has charger and connector in columns of their own, and its times name their zone', async () => {
    const files = downloads()
    show(<TransactionsPage />, { at: '/transactions' })
    await link('42')
    await userEvent.click(screen.getByRole('button', { name: 'Export' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Export to CSV' }))
    await waitFor(() => expect(files).toHaveLength(1))
    const [head = '', , second = ''] = (await files[0]?.blob.text())?.split('\r\n') ?? []
    expect(head).toContain(',Charger,Connector,Start Time (Asia/Kolkata),Stop Time (Asia/Kolkata),Energy (kWh),')
    expect(second).toContain(',CP-01,2,2026-01-05 14:30:00,2026-01-05 15:10:00,12.2,259.13,')
  })
  test('asks for ten rows, newest first, and shows the cards of the whole scope', async () => {
    show(<TransactionsPage />, { at: '/transactions' })
    expect(await link('42')).toHaveAttribute('href', '/transactions/42')
    expect(screen.getByRole('tab', { name: 'Transactions' })).toHaveAttribute('aria-selected', 'true')
    expect(screen.getAllByRole('tab').map(t => t.textContent)).toEqual(['Transactions', 'Payments', 'Payouts'])
    const { searchParams: q } = asked(server, '/transactions?')[0] as URL
    expect([q.get('page'), q.get('pageSize'), q.get('sort'), q.get('total')]).toEqual(['1', '10', '-starttime', 'fast'])
    for (const text of ['1,250', '1,249', '₹1.3k']) expect(screen.getAllByText(text)[0]).toBeVisible()
    expect(screen.getByTitle('₹1,260.00')).toHaveTextContent('₹1.3k')
    await userEvent.click(screen.getByRole('button', { name: 'Hide overview' }))
    expect(screen.queryByText('Total Revenue')).toBeNull()
  })

  test('a total that is not known yet is counted by a call of its own', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    server.on(listTransactions, async ({ query }) => {
      if (query.get('total') !== 'only') return reply([row()], { total: 10_001, totalIsExact: false })
      await promise
      return reply([], { total: 123_456 })
    })
    show(<TransactionsPage />, { at: '/transactions?q=depot' })
    expect(await screen.findByText('At least 10,001, counting')).toBeVisible()
    resolve()
    expect(await screen.findByText(/of [\d,]*23,456/)).toBeVisible()
    expect(screen.queryByText(/counting/)).toBeNull()
  })

  test.each([
    ['charger=7&tag=3&email=a@b.in', '/charger/7/transactions', 'Transactions of charger CP-01, Hall'],
    ['tag=3&payoutId=P1', '/tag/3/transactions', 'Transactions of tag TAG-ONE'],
    ['email=a@b.in&id=5', '/team/1/transactions', 'Transactions of customer Fleet Driver'],
    ['ocpp_tag_pk=3&payoutId=P1', '/team/1/transactions', 'Transactions of payout P1, tag TAG-ONE'],
  ])('?%s shows its scope and can be cleared', async (query, path, heading) => {
    for (const e of [listChargerTransactions, listTagTransactions]) server.on(e, reply([]))
    server.on(getScopeNames, ({ query }) => ({
      data: {
        charger: query.get('charger') === '7' ? { chargepoint_id: 'CP-01', chargepoint_name: 'Hall' } : null,
        tag: query.get('tag') === '3' ? 'TAG-ONE' : null,
        customer: query.get('id') === '5' ? 'Fleet Driver' : null,
      },
    }))
    const { router } = show(<TransactionsPage />, { at: `/transactions?${query}&q=x` })
    expect(await screen.findByRole('heading', { name: `${heading} Clear` })).toBeVisible()
    if (query.startsWith('email')) {
      const { searchParams: q } = asked(server, `${path}?`)[0] as URL
      expect([q.get('id'), q.get('email')]).toEqual(['5', 'a@b.in'])
    } else if (!query.startsWith('ocpp')) {
      expect(asked(server, `${path}?`)).toHaveLength(1)
      expect(asked(server, '/team/1/transactions?')).toHaveLength(0)
    }
    await userEvent.click(screen.getByRole('link', { name: 'Clear' }))
    expect(router.state.location.search).toBe('?q=x')
  })

  test('a charger that is not the reader’s is unknown, and its key does not show', async () => {
    server.on(listChargerTransactions, () => ({ status: 404, message: 'Charge point not found' }))
    server.on(getScopeNames, { data: { charger: null, tag: null, customer: null } })
    show(<TransactionsPage />, { at: '/transactions?charger=4711' })
    expect(await screen.findByRole('heading', { name: 'Transactions of an unknown charger Clear' })).toBeVisible()
    expect(await screen.findByText('Charge point not found')).toBeVisible()
    expect(screen.queryByText(/4711/)).toBeNull()
  })

  test('what waits for review is named, and where', async () => {
    const review = {
      id: 1,
      reason: 'Stop never came',
      transactionId: 41,
      chargepoint_id: 'CP-01',
      connectorId: 1,
      tag: null,
    } as never
    server.on(listSessionReviews, { data: [review], total: 3 })
    show(<TransactionsPage />, { at: '/transactions' })
    expect(await link('To review: 3')).toHaveAttribute('href', '/transactions/review')
  })

  test('a running row can be stopped after a question; a completed one cannot', async () => {
    let sent: unknown
    server.on(runOperation, ({ body }) => {
      sent = body
      return { data: { taskId: 't1' }, taskId: 't1', message: 'Operation sent' }
    })
    show(<TransactionsPage />, { at: '/transactions' })
    await userEvent.click(await screen.findByRole('button', { name: 'Actions of 41' }))
    expect(screen.getAllByRole('menuitem').map(m => m.textContent)).toEqual(['View', 'View Logs'])
    await userEvent.keyboard('{Escape}')
    await userEvent.click(await screen.findByRole('button', { name: 'Actions of 42' }))
    await userEvent.click(screen.getByRole('menuitem', { name: 'Stop' }))
    expect(await screen.findByRole('dialog')).toHaveTextContent('Stop this transaction?')
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Stop' }))
    await waitFor(() => expect(sessionStorage.getItem('operations')).toContain('Stop transaction 42 on CP-01'))
    // A sent request is not reported as a success.
    expect(screen.queryByText('Operation sent')).toBeNull()
    expect(sent).toEqual({ chargerId: 'CP-01', remoteOperationType: 'RemoteStop', parameters: { transactionId: 42 } })
  })

  test('without update on the charger there is no Stop; View Logs leads to the logs tab', async () => {
    signInAs(testUser([roleIn(1, 'Volt Works', { Transaction: 'V', ChargerPoint: 'V' })]))
    const { router } = show(<TransactionsPage />, { at: '/transactions' })
    await userEvent.click(await screen.findByRole('button', { name: 'Actions of 42' }))
    expect(screen.queryByRole('menuitem', { name: 'Stop' })).toBeNull()
    await userEvent.click(screen.getByRole('menuitem', { name: 'View Logs' }))
    expect(router.state.location.pathname + router.state.location.search).toBe('/charger/7?tab=logs')
  })

  test('energy and amount of a running row rise with its events', async () => {
    const { cache } = show(<TransactionsPage />, { at: '/transactions' })
    expect(await screen.findByText('2.000 kWh')).toBeVisible()
    const event = {
      type: 'transaction',
      at: '',
      teamId: 1,
      transactionId: 42,
      chargepoint_pk: 7,
      connectorId: 2,
    } as const
    const metered = {
      ...event,
      change: 'metered',
      energyWh: 2500,
      powerW: 7000,
      socPercent: null,
      totalAmountCharged: 53.1,
      stoptime: null,
      inReview: false,
      energyInDoubt: false,
    } as const
    act(() => patchLists(cache, [{ ...metered, energyWh: 2400 }, metered]))
    expect(await screen.findByText('2.500 kWh')).toBeVisible()
    expect(screen.getByText('₹53.10')).toBeVisible()
    expect(screen.getByText('12.200 kWh')).toBeVisible()
    expect(screen.queryByText('in doubt')).toBeNull()
    // A stop whose energy is in doubt: the row says so with the event, before anything is read again.
    const doubted = { energyWh: 800_053, powerW: null, totalAmountCharged: 0, inReview: true, energyInDoubt: true }
    const stopped = { ...metered, ...doubted, change: 'stopped', stoptime: '2026-01-05T10:00:00.000Z' } as const
    act(() => patchLists(cache, [stopped]))
    expect(await screen.findByText('in doubt')).toBeVisible()
    expect(screen.getByText('To review')).toBeVisible()
  })
})

const bill: TransactionDetail['bill'] = {
  isRunning: false,
  businessZone: 'Asia/Kolkata',
  version: 1,
  billedAt: '2026-01-05T09:40:00.000Z',
  lines: [
    {
      kind: 'energy',
      label: 'Energy',
      quantity: 12.2,
      unit: 'kWh',
      rate: 18,
      amount: 219.6,
      slots: ['Mon 06:00 to 10:00', 'Mon 22:00 to 24:00'],
      businessSlots: ['Mon 11:30 to 15:30', 'Tue 03:30 to 05:30'],
    },
  ],
  taxable: 219.6,
  taxPercent: 18,
  cgst: 19.76,
  sgst: 19.76,
  igst: 0,
  gross: 259.12,
  surcharge: 6.11,
  surchargePercent: 2.36,
  total: 265.23,
  overrun: 0,
  supplier: { name: 'Amberline Charging', gstin: '29AACCC6636P1Z1', state: '29' },
  placeOfSupply: { code: '29', name: 'Karnataka' },
  borders: [{ at: '2026-01-05T09:20:00.000Z', registerWh: 6000, mark: 'interpolated' }],
  idleSeconds: 0,
}
const detail = (more: Partial<TransactionDetail> = {}): TransactionDetail => ({
  ...row(),
  stop_tag: null,
  driver_name: null,
  reservationId: null,
  isFree: false,
  isDismissed: false,
  startAnswer: 'Accepted',
  told_starttime: null,
  told_stoptime: null,
  stationTransactionId: null,
  idTokenType: null,
  missingEvents: null,
  stationEvents: null,
  startTimeFrom: 'charger',
  stopTimeFrom: 'charger',
  clockOffsetSec: null,
  readingWh: null,
  stopBelowReading: false,
  samples: 0,
  signedValues: 0,
  ocmfValues: 0,
  droppedSamples: { undeliverable: 0, belowStart: 0, aboveStop: 0, backwards: 0, outsideTime: 0 },
  durationSeconds: 2400,
  powerW: null,
  socPercent: null,
  meteredAt: null,
  initialBalance: null,
  remainingBalance: null,
  bill,
  ...more,
})

describe('one transaction', () => {
  const told = { location: null, isSigned: false, value_timestamp: '2026-01-05T09:10:00.000Z' }
  const open = (t: TransactionDetail, id = '41') => {
    server.on(getTransaction, { data: t }).on(listMeterValues, {
      data: [
        { ...told, measurand: 'Power.Active.Import', value: '30', unit: 'kW' },
        { ...told, measurand: 'Frequency', value: '50', unit: 'Hertz' },
      ],
    })
    return show(<TransactionPage />, { at: `/transactions/${id}`, path: '/transactions/:id' })
  }

  test('it lasts from its start to its stop, also where the stop came after the reply was read', async () => {
    open(detail({ durationSeconds: 44 }))
    expect(await screen.findByText('40 min 00 s')).toBeVisible()
    expect(screen.queryByText('44 s')).toBeNull()
  })

  test('its bill is explained line by line, taxes by heads, and where the price changed', async () => {
    open(detail())
    const card = await screen.findByRole('region', { name: 'Bill' })
    for (const text of [
      '12.200 kWh',
      '₹18.00 per kWh',
      '₹219.60',
      'CGST 9.00%',
      'SGST 9.00%',
      'Payment gateway 2.36%',
      '₹265.23',
    ])
      expect(within(card).getAllByText(text)[0]).toBeVisible()
    expect(within(card).getByText('Mon 06:00 to 10:00, Mon 22:00 to 24:00 (UTC)')).toBeVisible()
    expect(within(card).getByText('Mon 11:30 to 15:30, Tue 03:30 to 05:30 (Asia/Kolkata)')).toBeVisible()
    expect(card).toHaveTextContent('meter at 6.000 kWh. Worked out from the readings just before and after.')
    expect(screen.getByText('40 min 00 s')).toBeVisible()
  })

  test('its bill names who supplied and where, a time without a price, and what ran over', async () => {
    const none: BillLine = {
      kind: 'noPrice',
      label: 'No price',
      quantity: 0.25,
      unit: 'hour',
      rate: 0,
      amount: 0,
      slots: [],
      businessSlots: [],
    }
    const cut: BillLine = {
      ...none,
      kind: 'notCharged',
      label: 'Not charged',
      quantity: 1,
      unit: 'once',
      rate: -20,
      amount: -20,
    }
    open(
      detail({
        bill: bill && {
          ...bill,
          lines: [...bill.lines, none, cut],
          placeOfSupply: { code: '33', name: 'Tamil Nadu' },
          overrun: 23.6,
        },
      }),
    )
    const card = await screen.findByRole('region', { name: 'Bill' })
    expect(card).toHaveTextContent(
      'Supplied by Amberline Charging, GSTIN 29AACCC6636P1Z1. Place of supply: Tamil Nadu (33).',
    )
    expect(card).toHaveTextContent('₹23.60 above what was paid beforehand were not charged.')
    const unpriced = within(card).getByRole('row', { name: /No price/ })
    expect(unpriced).toHaveTextContent('15 min 00 s')
    expect(unpriced).toHaveTextContent('₹0.00')
    expect(within(card).getByRole('row', { name: /Not charged/ })).toHaveTextContent('-₹20.00')
  })

  test.each([
    ['WALLET', ['Initial Wallet Balance', 'Remaining Wallet Balance']],
    ['PREPAID', ['Initial Card Balance', 'Remaining Card Balance']],
    ['CARD', ['Total Paid Amount', 'Refund Amount']],
    ['UPI', ['Total Paid Amount', 'Refund Amount']],
  ] as const)('%s has its two payment labels', async (payment_type, labels) => {
    open(detail({ payment_type }))
    for (const label of labels) expect(await screen.findByText(label)).toBeVisible()
  })

  test('times that are not simply the charger’s say where they come from; a stop below the last reading is marked', async () => {
    open(
      detail({
        startTimeFrom: 'clock',
        stopTimeFrom: 'samples',
        clockOffsetSec: 19_800,
        told_starttime: '2026-01-05T14:30:00.000Z',
        told_stoptime: '1970-01-01T00:00:00.000Z',
        readingWh: 20_000,
        stopBelowReading: true,
        samples: 1240,
        droppedSamples: { undeliverable: 2, belowStart: 0, aboveStop: 1100, backwards: 0, outsideTime: 0 },
      }),
    )
    const card = await screen.findByRole('region', { name: 'Transaction details' })
    expect(card).toHaveTextContent('(corrected: clock 5 h 30 min ahead)')
    expect(card).toHaveTextContent('(as the readings show; the charger’s own time cannot be)')
    expect(within(card).getByText('Start Time (charger)')).toBeVisible()
    expect(within(card).getByText('Stop Time (charger)')).toBeVisible()
    expect(card).toHaveTextContent(
      'Dropped Readings1,102 of 1,240: 2 more energy than the connector can deliver, 1,100 above the stop',
    )
    expect(card).toHaveTextContent('20.000 kWh: the stop is below it, and is billed as the charger told')
  })

  test('a dismissed one counts nothing, and names its registers as told', async () => {
    open(detail({ isDismissed: true, bill: null, kw_consumed: 0, stop_meter_value: 200_000, totalAmountCharged: 0 }))
    expect(await screen.findByText('Stop Meter Value (as the charger told)')).toBeVisible()
    expect(screen.getByText('200.000 kWh')).toBeVisible()
    expect(screen.getByText(/^This session was dismissed: no energy of it counts/)).toBeVisible()
  })
  test('one whose tag was refused says so, whatever it delivered', async () => {
    const bill = { ...detail().bill, lines: [], idleSeconds: 2100 } as NonNullable<TransactionDetail['bill']>
    open(detail({ startAnswer: 'Blocked', bill, kw_consumed: 27.912 }))
    const card = await screen.findByRole('region', { name: 'Bill' })
    expect(card).toHaveTextContent('The tag was refused at the start (Blocked), so nothing of this session is billed.')
    expect(card).not.toHaveTextContent(/No energy was delivered|The car rested/)
  })
  test('ordinary times are shown once', async () => {
    open(detail())
    const card = await screen.findByRole('region', { name: 'Transaction details' })
    expect(within(card).getByText('Start Time')).toBeVisible()
    for (const label of ['Start Time (charger)', 'Stop Time (charger)', 'Last Reading'])
      expect(within(card).queryByText(label)).toBeNull()
  })

  test('a status is saved with its notes', async () => {
    let sent: unknown
    server.on(updateTransactionStatus, ({ body }) => {
      sent = body
      return {
        data: { transactionId: 41, status: 'PAYOUTPENDING', notes: 'x' },
        message: 'Succesfully updated the transaction status',
      }
    })
    open(detail())
    put(await screen.findByLabelText('Notes'), 'By hand')
    await userEvent.click(screen.getByRole('button', { name: 'Update Transaction' }))
    expect(await screen.findByText('Please select a status first')).toBeVisible()
    await userEvent.click(screen.getByRole('combobox', { name: /Status/ }))
    const options = screen.getAllByRole('option')
    expect(options.map(o => [o.textContent, o.getAttribute('aria-disabled')])).toEqual([
      ['None', 'true'],
      ['Authorized', 'true'],
      ['Captured', 'true'],
      ['Payout Pending', null],
      ['Payout Completed', null],
    ])
    await userEvent.click(screen.getByRole('option', { name: 'Payout Pending' }))
    await userEvent.click(screen.getByRole('button', { name: 'Update Transaction' }))
    expect(await screen.findByText('Succesfully updated the transaction status')).toBeVisible()
    expect(sent).toEqual({ status: 'PAYOUTPENDING', notes: 'By hand' })
  })

  test.each([
    ['V', false, false],
    ['VU', true, false],
    ['VCUD', true, true],
  ])('with the flags %s notes can be typed: %s, and saved: %s', async (flags, types, saves) => {
    signInAs(testUser([roleIn(1, 'Volt Works', { Transaction: flags })]))
    open(detail())
    const notes = await screen.findByLabelText('Notes')
    if (types) expect(notes).toBeEnabled()
    else expect(notes).toBeDisabled()
    expect(screen.queryAllByRole('button', { name: 'Update Transaction' })).toHaveLength(saves ? 1 : 0)
  })

  test('while the provider holds the status nothing can be changed, and it says so', async () => {
    open(detail({ status: 'CAPTURED' }))
    expect(await screen.findByLabelText('Notes')).toBeDisabled()
    expect(screen.getByText(/the status cannot be changed/)).toBeVisible()
    expect(screen.getByRole('link', { name: 'Transactions' })).toHaveAttribute('href', '/transactions')
    expect(screen.queryByRole('button', { name: 'Update Transaction' })).toBeNull()
  })

  test('in a payout the status follows the payout, the form says so, and notes are saved with it', async () => {
    let sent: unknown
    server.on(updateTransactionStatus, ({ body }) => {
      sent = body
      return { data: { transactionId: 41, status: 'PAYOUTCOMPLETED', notes: 'Seen' }, message: 'Saved' }
    })
    open(detail({ status: 'PAYOUTCOMPLETED', payoutId: 'PO-2509-4' }))
    const status = await screen.findByRole('combobox', { name: /Status/ })
    expect(status).toHaveAttribute('aria-disabled', 'true')
    expect(status).toHaveTextContent('Payout Completed')
    expect(status).toHaveAccessibleDescription(
      'This session is in payout PO-2509-4, so its status is that of the payout.',
    )
    put(screen.getByLabelText('Notes'), 'Seen')
    await userEvent.click(screen.getByRole('button', { name: 'Update Transaction' }))
    await waitFor(() => expect(sent).toEqual({ status: 'PAYOUTCOMPLETED', notes: 'Seen' }))
  })

  test('only measurands that have a chart are drawn; all values stand in the table', async () => {
    open(detail())
    expect(await screen.findByRole('region', { name: 'Power.Active.Import' })).toBeVisible()
    expect(screen.queryByRole('region', { name: 'Frequency' })).toBeNull()
    expect(await screen.findByText('Hertz')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Hide statistics' }))
    expect(screen.queryByRole('region', { name: 'Power.Active.Import' })).toBeNull()
  })

  test('signed values are offered where there are any, for verification where they are in OCMF', async () => {
    const shown = open(detail({ signedValues: 2, ocmfValues: 2, idTokenType: 'ISO15693' }))
    const part = await screen.findByRole('region', { name: 'Signed values' })
    expect(part).toHaveTextContent('2 readings are signed by the meter.')
    expect(within(part).getByRole('button', { name: 'Save signed values' })).toBeEnabled()
    expect(within(part).getByRole('button', { name: 'Save for verification' })).toBeEnabled()
    expect(screen.getByText('ISO15693')).toBeVisible()
    shown.unmount()
    open(detail({ signedValues: 1 }))
    expect(await screen.findByText('1 reading is signed by the meter.')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Save for verification' })).toBeNull()
  })

  test('the events of a station of OCPP 2.0.1 are listed with cause, state and stop reason; 1.6 has none', async () => {
    const event = { seqNo: 0, at: '2026-01-05T09:00:00.000Z', eventType: 'Started', triggerReason: 'CablePluggedIn' }
    open(
      detail({
        stationEvents: [
          { ...event, chargingState: 'EVConnected', stoppedReason: null },
          { ...event, seqNo: 7, eventType: 'Ended', chargingState: null, stoppedReason: 'EVDisconnected' },
        ],
      }),
    )
    const events = await screen.findByRole('region', { name: 'Events of the station' })
    await waitFor(() => expect(within(events).getByText('EVDisconnected')).toBeVisible())
    expect(within(events).getAllByText('CablePluggedIn')).toHaveLength(2)
    expect(within(events).getByText('EVConnected')).toBeVisible()
  })

  test('a running one shows power, charge and cost so far, and can be stopped', async () => {
    open(
      detail({
        ...running,
        transactionId: 41,
        powerW: 30_000,
        socPercent: 40,
        bill: bill && { ...bill, isRunning: true },
      }),
    )
    expect(await screen.findByText('30.00 kW')).toBeVisible()
    expect(screen.getByText('40%')).toBeVisible()
    expect(screen.getByText('Total so far')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Stop' })).toBeVisible()
  })

  test.each([
    [404, 'Transaction not found'],
    [403, 'Not Authorized'],
  ])('a %i leads back to the list and says %s', async (status, message) => {
    server.on(getTransaction, () => ({ status, message }))
    const at = (path: string, element: ReactNode) => ({
      path,
      element: (
        <>
          {element}
          <Notices />
        </>
      ),
    })
    const { router } = showRoutes(
      [at('/transactions/:id', <TransactionPage />), at('/transactions', null)],
      '/transactions/41',
    )
    await waitFor(() => expect(router.state.location.pathname).toBe('/transactions'))
    expect(await screen.findByText(message)).toBeVisible()
  })
})
