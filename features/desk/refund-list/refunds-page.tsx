// Refunds: how many are on their way and how long they take, and the sessions paid by card, UPI or wallet, whose rest
// can be refunded within 24 hours (D-REF-3, D-REF-6).
import ErrorOutlined from '@mui/icons-material/ErrorOutlined'
import HourglassEmpty from '@mui/icons-material/HourglassEmptyOutlined'
import Timer from '@mui/icons-material/TimerOutlined'
import Undo from '@mui/icons-material/UndoOutlined'
import { useMediaQuery } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { keyOf } from '@wattdesk/wire/call'
import { useCallback, useMemo, useRef } from 'react'
import { type Action, useRun } from '#kit/actions.tsx'
import type { Chosen, Many } from '#kit/choice.ts'
import { DataGrid } from '#kit/data-grid.tsx'
import { moneyText } from '#kit/figures.tsx'
import { useList } from '#kit/list.ts'
import { useListState } from '#kit/list-state.ts'
import { useLive, usePolling } from '#kit/live.ts'
import { notify } from '#kit/notices.tsx'
import { Page } from '#kit/page.tsx'
import { holdsAny, useSession } from '#kit/session.ts'
import { StatTile, Tiles } from '#kit/stat-tile.tsx'
import { Tabs } from '#kit/tabs.tsx'
import { NO_ROWS } from '#money/refunds/refund.words.ts'
import { lengthText } from '#money/refunds/refund-time.rules.ts'
import { MAY_REFUND, refreshes, refundOne, refundRows, viewRefund } from './refund.actions.ts'
import { refundButton, refundColumns, refundFilters } from './refund-columns.tsx'
import { listRefunds, type RefundRow, type RefundSummary } from './refund-list.contract.ts'
import { isRecent } from './refund-request.rules.ts'
import { listRefundRequests } from './refund-request-list.contract.ts'
import { RefundRequests } from './refund-requests.tsx'
import { StatusFilter, useRefundStatus } from './refund-status-filter.tsx'

const POLL_MS = 30_000

/** The slowest refund of each method on its own: a card's bank takes days where UPI takes minutes. */
function slowestText(times: RefundSummary['times']): string {
  const [first, ...others] = times
  if (!first) return 'None in the last 30 days'
  if (others.length === 0) return `usual time; the slowest took ${lengthText(first.slowestSeconds)}`
  return `usual time; slowest: ${times.map(t => `${t.method} ${lengthText(t.slowestSeconds)}`).join(', ')}`
}

function Cards({ summary: s, isLoading }: { summary: RefundSummary | undefined; isLoading: boolean }) {
  return (
    <Tiles>
      <StatTile
        label="Refunded"
        icon={Undo}
        value={s && moneyText(s.refunded)}
        footer={s && `${s.processed.toLocaleString('en-IN')} in the last 30 days`}
        to="/refund?tab=refunds&status=processed"
        isLoading={isLoading}
      />
      <StatTile
        label="On their way"
        icon={HourglassEmpty}
        value={s?.pending}
        footer={s && moneyText(s.pendingAmount)}
        to="/refund?tab=refunds&status=pending"
        isLoading={isLoading}
      />
      <StatTile
        label="Failed"
        icon={ErrorOutlined}
        value={s?.failed}
        footer={
          s && (s.failed > 0 ? `${moneyText(s.failedAmount)} wait for a person or the next attempt` : 'None waits')
        }
        to="/refund?tab=refunds&status=failed"
        isLoading={isLoading}
      />
      <StatTile
        label="Time to refund"
        icon={Timer}
        value={s && (s.times.map(t => `${t.method} ${lengthText(t.medianSeconds)}`).join(', ') || '–')}
        footer={s && slowestText(s.times)}
        isLoading={isLoading}
      />
    </Tiles>
  )
}

/** Whether a row may be part of a bulk refund: not processed, and begun within 24 hours. */
const canRefund = (r: RefundRow): boolean =>
  r.refundStatus !== 'processed' && isRecent(new Date(r.startDate), new Date())
const everyRow = [viewRefund, refundOne]
const look = [viewRefund]

/** The cards, and below them the sessions with their refundable amounts, or the refunds one by one. */
export function RefundsPage() {
  const { teamId, role } = useSession()
  const mayRefund = holdsAny(role, MAY_REFUND)
  const cache = useQueryClient()
  const status = useRefundStatus()
  const state = useListState({ pageSize: 10, sort: '-startDate' })
  const list = useList(listRefunds, { query: { teamId, total: 'fast', ...(status && { status }) } }, state, {
    enabled: teamId !== 0,
    refetchInterval: usePolling(POLL_MS),
  })
  useLive('refund', () => {
    for (const e of [listRefunds, listRefundRequests]) void cache.invalidateQueries({ queryKey: keyOf(e) })
  })
  const chosen = useRef<Chosen>(undefined)
  const onChosen = useCallback((now: Chosen) => {
    chosen.current = now
  }, [])
  // Tags of the rows seen so far, since chosen rows may be on another page.
  const tags = useRef(new Map<number, string>())
  for (const r of list.rows) tags.current.set(r.transactionId, r.tag)

  const refundAll = useMemo<Action>(() => {
    const rows = () =>
      chosen.current?.kind === 'rows'
        ? chosen.current.rows.map(({ id }) => ({ transactionId: Number(id), tag: tags.current.get(Number(id)) }))
        : []
    return {
      id: 'refund-all',
      label: 'Refund All',
      icon: Undo,
      right: MAY_REFUND,
      refreshes,
      confirm: () =>
        rows().length === 0
          ? undefined
          : {
              title: 'Refund All',
              text: `What is left of ${rows().length === 1 ? '1 transaction' : `${rows().length} transactions`} goes back to the drivers, the way it was paid.`,
              yes: 'Refund',
            },
      run: () => (rows().length === 0 ? void notify.error(NO_ROWS) : refundRows(rows())),
    }
  }, [])
  const run = useRun()
  const many = useMemo<Many>(
    () => ({
      actions: [{ id: 'Refund', label: 'Refund All', icon: Undo, run: () => void run(refundAll, undefined) }],
      most: 0,
    }),
    [run, refundAll],
  )
  // On a phone this action is in the row's menu.
  const phone = useMediaQuery('(max-width:599.95px)', { noSsr: true })
  const hasButton = mayRefund && !phone
  const columns = useMemo(() => (hasButton ? [...refundColumns, refundButton] : refundColumns), [hasButton])
  const sessions = (
    <DataGrid
      label="Refunds"
      // Rows are chosen for refunds, by readers with that right (D-ACC-4).
      choosable={mayRefund}
      {...(mayRefund && { add: refundAll, many, canChoose: canRefund, onChosen })}
      columns={columns}
      list={list}
      state={state}
      rowId={r => r.transactionId}
      rowLink={r => `/refund/${r.transactionId}`}
      actions={mayRefund ? everyRow : look}
      search="Search refunds"
      filterFields={refundFilters}
      file="refunds"
      empty={{
        title: 'No refunds yet',
        text: 'Sessions paid by card, UPI or wallet stand here, with what was charged and what went back.',
      }}
      toolbar={<StatusFilter status={status} />}
    />
  )
  return (
    <Page>
      <Cards summary={list.reply?.summary} isLoading={list.isLoading} />
      <Tabs
        label="Refund"
        items={[
          { id: 'sessions', label: 'Sessions', panel: sessions },
          { id: 'refunds', label: 'Refunds', panel: <RefundRequests status={status} isPhone={phone} /> },
        ]}
      />
    </Page>
  )
}
