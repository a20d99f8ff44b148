// The statement report: the earnings of the owner of charge points in a period, session by session (D-REP-1 to
// D-REP-3).
import Balance from '@mui/icons-material/AccountBalanceOutlined'
import Bolt from '@mui/icons-material/BoltOutlined'
import CurrencyRupee from '@mui/icons-material/CurrencyRupee'
import Receipt from '@mui/icons-material/ReceiptLongOutlined'
import { MenuItem, Skeleton, TextField } from '@mui/material'
import { Suspense, useMemo } from 'react'
import type { Action } from '#kit/actions.tsx'
import { useAddress } from '#kit/address.ts'
import { DataGrid } from '#kit/data-grid.tsx'
import { Empty } from '#kit/empty.tsx'
import { energyText, moneyText, numberText } from '#kit/figures.tsx'
import { later } from '#kit/later.ts'
import { useList } from '#kit/list.ts'
import { type ListControls, useListState } from '#kit/list-state.ts'
import { Page } from '#kit/page.tsx'
import { useAccess, useSession } from '#kit/session.ts'
import { StatTile, Tiles } from '#kit/stat-tile.tsx'
import { listReport, REPORT_STATES, type ReportRow, type ReportState, type ReportSummary } from './report.contract.ts'
import { isReportPeriod, queryOfPeriod, type ReportPeriod, reportPeriods } from './report.rules.ts'
import { reportColumns, reportFilters } from './report-columns.tsx'

const ReportFilters = later(() => import('./report-filters.tsx'))

const actions: readonly Action[] = [
  {
    id: 'reconciliation',
    label: 'Reconciliation',
    icon: Balance,
    right: 'Finance.view',
    run: (_, { navigate }) => navigate('/reconciliation'),
  },
  {
    id: 'tax-papers',
    label: 'Tax papers',
    icon: Receipt,
    right: 'Finance.view',
    run: (_, { navigate }) => navigate('/tax-papers'),
  },
]
/** As people know the file of the report, and as its CSV is called (D-EXP-1). */
const FILE = { excel: 'report', csv: 'Transaction' }

function Cards({ summary: s, isLoading }: { summary: ReportSummary | undefined; isLoading: boolean }) {
  return (
    <Tiles>
      <StatTile
        label="Total Energy (kWh)"
        icon={Bolt}
        value={s && numberText(s.totalEnergy, 2)}
        {...(s && { exact: energyText(s.totalEnergy * 1000, 3) })}
        isLoading={isLoading}
      />
      <StatTile
        label="CPO Payout"
        icon={CurrencyRupee}
        value={s && `Rs ${numberText(s.totalRevenue, 2)}`}
        {...(s && { exact: moneyText(s.totalRevenue) })}
        isLoading={isLoading}
      />
      <StatTile label="Total Session" icon={Receipt} value={s?.totalSession} isLoading={isLoading} />
    </Tiles>
  )
}

const listed = (text: string | null): string[] => (text ?? '').split(',').filter(Boolean)
/** The period, charge points and states of the report, kept in the address like search and filters. */
function useChosen() {
  const [params, change] = useAddress()
  const asked = params.get('period')
  const period: ReportPeriod = isReportPeriod(asked) ? asked : 'today'
  const [chargersText, statesText] = [params.get('chargers'), params.get('status')]
  const chargers = useMemo(
    () =>
      listed(chargersText)
        .filter(c => /^[1-9]\d{0,8}$/.test(c))
        .map(Number),
    [chargersText],
  )
  const states = useMemo(() => REPORT_STATES.filter(s => listed(statesText).includes(s)), [statesText])
  const set = (name: string, value: string) =>
    change(now => {
      if (value) now.set(name, value)
      else now.delete(name)
      now.delete('page')
    })
  return {
    period,
    chargers,
    states,
    setPeriod: (p: ReportPeriod) => set('period', p === 'today' ? '' : p),
    setChargers: (pks: readonly number[]) => set('chargers', pks.join(',')),
    setStates: (s: readonly ReportState[]) => set('status', s.join(',')),
    clear: () =>
      change(now => {
        for (const name of ['chargers', 'status', 'q', 'filters', 'page']) now.delete(name)
      }),
  }
}

export function ReportPage() {
  const { teamId } = useSession()
  const { readOnly } = useAccess('Report')
  const { canView } = useAccess('Transaction')
  const { period, chargers, states, clear, ...set } = useChosen()
  const own = useListState({ pageSize: 10, sort: '-stoptime' })
  const state: ListControls = chargers.length > 0 || states.length > 0 ? { ...own, narrowed: true, clear } : own
  const query = {
    ...queryOfPeriod(period, new Date()),
    ...(chargers.length > 0 && { chargers: chargers.join(',') }),
    ...(states.length > 0 && { status: states.join(',') }),
  }
  const list = useList(listReport, { params: { teamId }, query }, state, { enabled: teamId !== 0 })
  if (teamId === 0) return <Empty title="Please select a team to view its statement" />
  const words = reportPeriods[period].label
  return (
    <Page title="Statement Report Tab" actions={actions}>
      <Cards summary={list.reply?.summary} isLoading={list.isLoading} />
      <DataGrid<ReportRow>
        label="Statement"
        columns={reportColumns}
        list={list}
        state={state}
        rowId={r => r.transaction_pk}
        {...(!readOnly && canView && { rowLink: r => `/transactions/${r.transaction_pk}` })}
        search="Search the statement"
        filterFields={reportFilters}
        file={FILE}
        empty={{
          title: `No sessions ended: ${words}`,
          text: 'A session stands here once it has ended and is billed. Choose a longer period to see earlier ones.',
        }}
        toolbar={
          <>
            <TextField
              select
              size="small"
              label="Period"
              value={period}
              onChange={e => set.setPeriod(e.target.value as ReportPeriod)}
              sx={{ width: { xs: '100%', sm: 136 } }}
            >
              {Object.entries(reportPeriods).map(([key, { label }]) => (
                <MenuItem key={key} value={key}>
                  {label}
                </MenuItem>
              ))}
            </TextField>
            <Suspense fallback={<Skeleton variant="rounded" sx={{ width: { xs: '100%', sm: 328 }, height: 40 }} />}>
              <ReportFilters
                teamId={teamId}
                chargers={chargers}
                onChargers={set.setChargers}
                states={states}
                onStates={set.setStates}
              />
            </Suspense>
          </>
        }
      />
    </Page>
  )
}
