// The payments tab: cards and rows of payments by card and UPI, today or since yesterday (D-PAY-1 to D-PAY-4).
import CheckCircle from '@mui/icons-material/CheckCircleOutlined'
import ErrorIcon from '@mui/icons-material/ErrorOutlined'
import Receipt from '@mui/icons-material/ReceiptLongOutlined'
import Replay from '@mui/icons-material/Replay'
import Undo from '@mui/icons-material/UndoOutlined'
import { MenuItem, Stack, TextField } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { dayOf } from '@wattdesk/base/time'
import { keyOf } from '@wattdesk/wire/call'
import { useEffect, useRef } from 'react'
import { useAddress } from '#kit/address.ts'
import { DataGrid } from '#kit/data-grid.tsx'
import { Empty } from '#kit/empty.tsx'
import { moneyText } from '#kit/figures.tsx'
import { useList } from '#kit/list.ts'
import { useListState } from '#kit/list-state.ts'
import { patchAnswers, useLive, usePolling } from '#kit/live.ts'
import { reasonOr } from '#kit/notices.tsx'
import { useSession } from '#kit/session.ts'
import { StatTile, Tiles } from '#kit/stat-tile.tsx'
import { listPayments, type PaymentSummary } from './payment.contract.ts'
import { DATE_RANGES, type DateRange, rangeWords } from './payment.words.ts'
import { paymentColumns, rupees } from './payment-columns.tsx'
import { cardAmount } from './payment-text.rules.ts'

const filterFields = [
  { field: 'id', label: 'Payment ID', type: 'text' },
  { field: 'status', label: 'Status', type: 'text' },
  { field: 'method', label: 'Method', type: 'text' },
  { field: 'vpa', label: 'UPI ID', type: 'text' },
  { field: 'email', label: 'Email', type: 'text' },
  { field: 'contact', label: 'Contact', type: 'text' },
  { field: 'chargerId', label: 'Charger', type: 'text' },
  { field: 'amount', label: 'Amount (₹)', type: 'number' },
  { field: 'amount_refunded', label: 'Refunded (₹)', type: 'number' },
] as const

function Overview({ summary: s, isLoading }: { summary: PaymentSummary | undefined; isLoading: boolean }) {
  const amount = (paise: number | undefined) =>
    paise === undefined ? {} : { value: cardAmount(paise), exact: moneyText(rupees(paise)) }
  return (
    <Tiles>
      <StatTile label="Total Transactions" icon={Receipt} value={s?.totalTransactions} isLoading={isLoading} />
      <StatTile label="Total Refunded" icon={Replay} value={s?.totalRefunded} isLoading={isLoading} />
      <StatTile label="Total Failed" icon={ErrorIcon} value={s?.totalFailed} isLoading={isLoading} />
      <StatTile
        label="Total Captured Amount"
        icon={CheckCircle}
        value={undefined}
        {...amount(s?.totalCapturedAmount)}
        isLoading={isLoading}
      />
      <StatTile
        label="Total Refunded Amount"
        icon={Undo}
        value={undefined}
        {...amount(s?.totalRefundedAmount)}
        isLoading={isLoading}
      />
    </Tiles>
  )
}

const READ_AGAIN_MS = 5000

/** Rows follow the events of the stream; new rows, and the cards, are read again at most every five seconds. */
function useLivePayments(): void {
  const cache = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const readAgain = () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      void cache.invalidateQueries({ queryKey: keyOf(listPayments) })
    }, READ_AGAIN_MS)
  }
  // A failed refund lowers the amount given back again, so the list is read anew.
  useLive('refund', readAgain)
  useLive('payment', events => {
    const last = new Map(events.map(e => [e.paymentId, e]))
    patchAnswers(cache, listPayments, old => ({
      ...old,
      data: old.data.map(p => {
        const e = last.get(p.id)
        return e
          ? {
              ...p,
              status: e.status,
              amount_refunded: e.amountRefunded,
              transactionId: e.transactionId ?? p.transactionId,
            }
          : p
      }),
    }))
    readAgain()
  })
}

/** In the address, days of the reader's choice: `from` and `to`, of the business time zone. */
const CUSTOM = 'custom'

const isRange = (text: string | null): text is DateRange => DATE_RANGES.some(r => r === text)

export function Payments() {
  const { teamId, user } = useSession()
  const [params, change] = useAddress()
  const asked = params.get('range')
  const [from, to] = [params.get('from') ?? '', params.get('to') ?? '']
  const isCustom = asked === CUSTOM
  const dateRange = isRange(asked) ? asked : 'today'
  const setRange = (range: string) =>
    change(now => {
      if (range === 'today') now.delete('range')
      else now.set('range', range)
      // The days begin with the present one, so that the rows stay the same until a day is chosen.
      const today = dayOf(new Date(), user.businessZone)
      for (const name of ['from', 'to']) {
        if (range === CUSTOM) now.set(name, today)
        else now.delete(name)
      }
      now.delete('p-page')
    })
  const setDay = (name: 'from' | 'to', day: string) =>
    change(now => {
      if (day) now.set(name, day)
      else now.delete(name)
      now.delete('p-page')
    })
  const state = useListState({ pageSize: 10, sort: '-created_at', prefix: 'p-' })
  const polling = usePolling(30_000)
  const list = useList(
    listPayments,
    { query: { teamId, ...(isCustom ? { ...(from && { from }), ...(to && { to }) } : { dateRange }) } },
    state,
    {
      enabled: teamId !== 0,
      refetchInterval: polling,
    },
  )
  useLivePayments()
  if (teamId === 0) return <Empty title="Please select a team to view UPI transactions" />
  const error = list.error && new Error(unable(list.error))
  return (
    <Stack spacing={2}>
      <Overview summary={list.reply?.summary} isLoading={list.isLoading} />
      <DataGrid
        label="Payments"
        columns={paymentColumns}
        list={{ ...list, error }}
        state={state}
        rowId={p => p.id}
        search="Search payments"
        filterFields={filterFields}
        file="upi-transactions"
        empty={{
          title: isCustom
            ? 'No payments on these days'
            : dateRange === 'today'
              ? 'No payments today'
              : 'No payments since yesterday',
          text: 'What drivers pay by card or UPI at the charge points stands here.',
        }}
        toolbar={
          <>
            <TextField
              select
              size="small"
              label="Date Range"
              value={isCustom ? CUSTOM : dateRange}
              onChange={e => setRange(e.target.value)}
              sx={{ width: { xs: '100%', sm: 150 } }}
            >
              {DATE_RANGES.map(r => (
                <MenuItem key={r} value={r}>
                  {rangeWords[r]}
                </MenuItem>
              ))}
              <MenuItem value={CUSTOM}>Custom</MenuItem>
            </TextField>
            {isCustom &&
              (
                [
                  ['from', 'From', from],
                  ['to', 'To', to],
                ] as const
              ).map(([name, label, value]) => (
                <TextField
                  key={name}
                  type="date"
                  size="small"
                  label={label}
                  value={value}
                  onChange={e => setDay(name, e.target.value)}
                  slotProps={{ inputLabel: { shrink: true } }}
                  sx={{ width: { xs: '100%', sm: 150 } }}
                />
              ))}
          </>
        }
      />
    </Stack>
  )
}

/** The text where the payments cannot be loaded. */
const unable = (error: Error): string =>
  `Unable to load UPI transactions: ${reasonOr(error, 'Something went wrong. Please try again.')}`
