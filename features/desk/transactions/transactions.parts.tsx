// Transactions: the cards of the whole scope, and the grid that the server searches, filters,
// sorts and pages; running sessions rise as their chargers report.
import Bolt from '@mui/icons-material/BoltOutlined'
import CheckCircle from '@mui/icons-material/CheckCircleOutlined'
import CurrencyRupee from '@mui/icons-material/CurrencyRupee'
import EvStation from '@mui/icons-material/EvStationOutlined'
import Insights from '@mui/icons-material/InsightsOutlined'
import Receipt from '@mui/icons-material/ReceiptLongOutlined'
import { Button, Link, Stack, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { formatRevenueCard } from '@wattdesk/base/text'
import { query } from '@wattdesk/wire/call'
import { type ReactNode, useState } from 'react'
import { Link as RouterLink, useSearchParams } from 'react-router'
import { DataGrid } from '#kit/data-grid.tsx'
import { moneyText } from '#kit/figures.tsx'
import { useList } from '#kit/list.ts'
import { type ListControls, useListState } from '#kit/list-state.ts'
import { usePolling } from '#kit/live.ts'
import { useSession } from '#kit/session.ts'
import { StatTile, Tiles } from '#kit/stat-tile.tsx'
import { transactionActions } from './transaction.actions.ts'
import {
  listChargerTransactions,
  listTagTransactions,
  listTransactions,
  type TransactionSummary,
} from './transaction.contract.ts'
import { transactionColumns, transactionFilters } from './transaction-columns.tsx'
import { useLiveTransactions } from './transaction-live.tsx'
import { getScopeNames } from './transaction-scope.contract.ts'
import {
  namedScopeKeys,
  type PageScope,
  pageScope,
  scopeNoun,
  scopeText,
  withoutScope,
} from './transaction-scope.rules.ts'

const POLL_MS = 30_000

/** The list of the scope; its exact total comes from a separate call where the first reply only has a lower bound. */
function useTransactions(scope: PageScope, state: ListControls) {
  const { teamId } = useSession()
  const polling = { refetchInterval: usePolling(POLL_MS) }
  const at = (kind: PageScope['kind']) => ({ ...polling, enabled: scope.kind === kind && teamId !== 0 })
  const ofId = { teamId, id: scope.kind === 'query' ? '' : scope.id }
  const fast = { total: 'fast' as const }
  const lists = {
    query: useList(
      listTransactions,
      { params: { teamId }, query: { ...(scope.kind === 'query' && scope.query), ...fast } },
      state,
      at('query'),
    ),
    charger: useList(listChargerTransactions, { params: ofId, query: fast }, state, at('charger')),
    tag: useList(listTagTransactions, { params: ofId, query: fast }, state, at('tag')),
  }
  const list = lists[scope.kind]
  const { page: _, pageSize: __, sort: ___, ...narrowed } = state.query
  const count = { ...narrowed, total: 'only' as const }
  const unknown = list.reply !== undefined && !list.reply.totalIsExact
  const exact = useQuery({
    ...(scope.kind === 'query'
      ? query(listTransactions, { params: { teamId }, query: { ...scope.query, ...count } })
      : query(scope.kind === 'charger' ? listChargerTransactions : listTagTransactions, {
          params: ofId,
          query: count,
        })),
    enabled: unknown,
    staleTime: POLL_MS,
  })
  const total = unknown ? (exact.data?.total ?? list.total) : list.total
  const isCounting = unknown && exact.data === undefined
  return { list: { ...list, total, isCounting }, isCounting, summary: list.reply?.summary }
}

function Overview({ summary, isLoading }: { summary: TransactionSummary | undefined; isLoading: boolean }) {
  return (
    <Tiles>
      <StatTile label="Total Transactions" icon={Receipt} value={summary?.totalTransactions} isLoading={isLoading} />
      <StatTile label="Active Transactions" icon={Bolt} value={summary?.activeTransactions} isLoading={isLoading} />
      <StatTile label="Completed" icon={CheckCircle} value={summary?.completed} isLoading={isLoading} />
      <StatTile
        label="Total Revenue"
        icon={CurrencyRupee}
        value={summary && formatRevenueCard(summary.totalRevenue)}
        exact={moneyText(summary?.totalRevenue)}
        isLoading={isLoading}
      />
      <StatTile label="Total Chargers" icon={EvStation} value={summary?.totalChargers} isLoading={isLoading} />
    </Tiles>
  )
}

/** Whose transactions these are, by name; undefined where they are simply all. */
function useHeading(scope: PageScope): string | undefined {
  const { teamId } = useSession()
  const asked = namedScopeKeys(scope)
  const names = useQuery({
    ...query(getScopeNames, { params: { teamId }, query: asked ?? {} }),
    enabled: asked !== undefined && teamId !== 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  // A name that cannot be read is left out: the list below shows the error.
  return scopeText(scope, names.data?.data ?? (names.error ? { charger: null, tag: null, customer: null } : undefined))
}

/** The cards of a scope and the grid below them. `beside`: further content for the bar of the grid. */
export function Transactions({ beside }: { beside?: ReactNode }) {
  const [params] = useSearchParams()
  const scope = pageScope(params)
  const state = useListState({ pageSize: 10, sort: '-starttime' })
  const { list, isCounting, summary } = useTransactions(scope, state)
  const [shown, setShown] = useState(true)
  useLiveTransactions()
  const heading = useHeading(scope)
  return (
    <Stack spacing={2}>
      {heading && (
        <Typography variant="h2" sx={{ overflowWrap: 'anywhere' }}>
          {heading}{' '}
          <Link component={RouterLink} to={`/transactions${withoutScope(params)}`} sx={{ fontSize: '0.875rem', ml: 1 }}>
            Clear
          </Link>
        </Typography>
      )}
      {shown && <Overview summary={summary} isLoading={list.isLoading} />}
      <DataGrid
        label="Transactions"
        columns={transactionColumns}
        list={list}
        state={state}
        rowId={t => t.transactionId}
        rowLink={t => `/transactions/${t.transactionId}`}
        actions={transactionActions}
        search="Search transactions"
        filterFields={transactionFilters}
        file="transactions"
        empty={
          scope.kind === 'query' && scope.query.stuck
            ? { title: 'No stuck transactions', text: 'Every running one has told a reading within the hour.' }
            : {
                title: `No transactions${scopeNoun(scope)} yet`,
                text: 'A transaction begins when a driver starts charging at one of the charge points.',
              }
        }
        toolbar={
          <>
            <Button
              size="small"
              color="inherit"
              startIcon={<Insights />}
              aria-expanded={shown}
              onClick={() => setShown(!shown)}
            >
              {shown ? 'Hide overview' : 'Show overview'}
            </Button>
            {/* The count in `beside` is that of the whole team. */}
            {!heading && beside}
            {isCounting && (
              <Typography variant="caption" role="status" sx={{ color: 'text.secondary' }}>
                At least {list.total.toLocaleString('en-IN')}, counting
              </Typography>
            )}
          </>
        }
      />
    </Stack>
  )
}
