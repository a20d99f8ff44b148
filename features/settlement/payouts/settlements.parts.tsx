// The settlement grid: payouts newest first, paged and sorted by the server (D-PO-2, D-PO-5). The same on the Payouts tab, for
// a team with those below it, and on the tab of one team.
import Download from '@mui/icons-material/FileDownloadOutlined'
import TaskAlt from '@mui/icons-material/TaskAltOutlined'
import { Box, Card, Link, Typography } from '@mui/material'
import { Suspense, useMemo, useState } from 'react'
import { Link as RouterLink } from 'react-router'
import type { Action } from '#kit/actions.tsx'
import type { Column } from '#kit/columns.tsx'
import { DataGrid } from '#kit/data-grid.tsx'
import { Figure, moneyText, numberText } from '#kit/figures.tsx'
import { later } from '#kit/later.ts'
import { useList } from '#kit/list.ts'
import { useListState } from '#kit/list-state.ts'
import { payoutPage, sessionsOfPayout, showSessions, showWhy } from './payout.actions.ts'
import { listPayouts, type Settlement, type SettlementSums } from './payout.contract.ts'
import { PayoutChip } from './payout-chip.parts.tsx'
import { saveSettlement } from './payout-papers.parts.ts'
import { dayText } from './payout-period.rules.ts'
import { statusWords } from './payout-words.contract.ts'

const PayoutStatusDialog = later(() => import('./payout-status-dialog.tsx'))

const columnsOf = (own: boolean): Column<Settlement>[] => [
  {
    field: 'payoutId',
    header: 'Payout Id',
    identity: true,
    leads: p => payoutPage(p.payoutId),
    sort: false,
    minWidth: 108,
  },
  { field: 'team_name', header: 'Team', hidden: own, minWidth: 120, flex: 1.2 },
  {
    field: 'periodStartDate',
    header: 'Start Date',
    value: p => dayText(p.periodStartDate),
    minWidth: 112,
  },
  { field: 'displayEndDate', header: 'End Date', value: p => dayText(p.displayEndDate), sort: false, minWidth: 112 },
  { field: 'totalAmountCharged', header: 'Amount Charged', kind: 'money', minWidth: 108 },
  {
    field: 'unitsConsumed',
    header: 'Units Consumed (kWh)',
    kind: 'number',
    cell: p => <Figure>{numberText(p.unitsConsumed, 3)}</Figure>,
    minWidth: 124,
  },
  // With these a file leads from the net amount to the payout.
  { field: 'netAmount', header: 'Net Amount', kind: 'money', sort: false, hidden: true, inFiles: true, minWidth: 108 },
  { field: 'CPO_GST', header: 'CPO GST', kind: 'money', sort: false, hidden: true, inFiles: true, minWidth: 100 },
  {
    field: 'totalGSTOnAmount',
    header: 'GST on Amount',
    kind: 'money',
    sort: false,
    hidden: true,
    inFiles: true,
    minWidth: 100,
  },
  {
    field: 'perUnitCommission',
    header: 'Per Unit Commission',
    kind: 'money',
    sort: false,
    hidden: true,
    inFiles: true,
    minWidth: 110,
  },
  {
    field: 'fixedCommission',
    header: 'Fixed Commission',
    kind: 'money',
    sort: false,
    hidden: true,
    inFiles: true,
    minWidth: 110,
  },
  { field: 'amikComission', header: 'Commission', kind: 'money', sort: false, minWidth: 96 },
  {
    field: 'GSTOnAmikComission',
    header: 'GST on Commission',
    kind: 'money',
    sort: false,
    hidden: true,
    inFiles: true,
    minWidth: 110,
  },
  {
    field: 'paymentGatewayFee',
    header: 'Payment Gateway Fee',
    kind: 'money',
    sort: false,
    hidden: true,
    inFiles: true,
    minWidth: 110,
  },
  {
    field: 'deductedGatewayFee',
    header: 'Gateway Fee Deducted',
    kind: 'money',
    sort: false,
    hidden: true,
    inFiles: true,
    minWidth: 110,
  },
  {
    field: 'deductedGST',
    header: 'GST on Commission Deducted',
    kind: 'money',
    sort: false,
    hidden: true,
    inFiles: true,
    minWidth: 110,
  },
  {
    field: 'collectedByOperator',
    header: 'Collected by Operator',
    kind: 'money',
    sort: false,
    hidden: true,
    inFiles: true,
    minWidth: 110,
  },
  {
    field: 'creditsGiven',
    header: 'Credits Given',
    kind: 'money',
    sort: false,
    hidden: true,
    inFiles: true,
    minWidth: 100,
  },
  { field: 'carriedIn', header: 'Carried In', kind: 'money', sort: false, hidden: true, inFiles: true, minWidth: 100 },
  {
    field: 'carriedOut',
    header: 'Carried Out',
    kind: 'money',
    sort: false,
    hidden: true,
    inFiles: true,
    minWidth: 100,
  },
  {
    field: 'CPOPayout',
    header: 'Final Settlement Amount',
    kind: 'money',
    minWidth: 124,
    cell: p => (
      <Link component={RouterLink} to={payoutPage(p.payoutId)} title="Why this number?">
        <Figure>{moneyText(p.CPOPayout)}</Figure>
      </Link>
    ),
  },
  {
    field: 'status',
    header: 'Status',
    sort: false,
    head: true,
    minWidth: 156,
    value: p => statusWords[p.status],
    cell: p => <PayoutChip status={p.status} />,
  },
]
const columns = { own: columnsOf(true), below: columnsOf(false) }

export const downloadPayout: Action<Settlement> = {
  id: 'download-payout',
  label: 'Download Payout',
  icon: Download,
  run: p => saveSettlement(p),
}

const nothing = { title: 'No payouts yet', text: 'A month is settled on the 1st of the next.' }

/** The sums of all payouts that match, below the grid. */
function SumRow({ sums: s }: { sums: SettlementSums }) {
  const cells = [
    ['Units Consumed', `${numberText(s.unitsConsumed, 3)} kWh`],
    ['Amount Charged', moneyText(s.totalAmountCharged)],
    ['Commission', moneyText(s.commission)],
    ['GST on Commission', moneyText(s.GSTOnCommission)],
    ['Collected by Operator', moneyText(s.collectedByOperator)],
    ['Credits Given', moneyText(s.creditsGiven)],
    ['Final Settlement Amount', moneyText(s.CPOPayout)],
  ] as const
  return (
    <Card component="section" aria-label="Sum" sx={{ mt: 1.5, p: 2 }}>
      <Typography sx={{ fontWeight: 600, mb: 1 }}>
        {s.payouts === 1 ? 'Sum of 1 payout' : `Sum of ${numberText(s.payouts)} payouts`}
      </Typography>
      <Box
        component="dl"
        sx={{
          m: 0,
          display: 'grid',
          gap: 1.5,
          gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 150px), 1fr))',
        }}
      >
        {cells.map(([label, text]) => (
          <div key={label}>
            <Typography component="dt" variant="caption" sx={{ color: 'text.secondary' }}>
              {label}
            </Typography>
            <Box component="dd" sx={{ m: 0 }}>
              <Figure>{text}</Figure>
            </Box>
          </div>
        ))}
      </Box>
    </Card>
  )
}

/** `own`: of that team alone; else with the teams below it. */
export function Settlements({ teamId, own = false }: { teamId: number; own?: boolean }) {
  const state = useListState({ pageSize: 15, prefix: 'payouts-' })
  const list = useList(listPayouts, { params: { teamId }, query: own ? { own: 'true' } : {} }, state, {
    enabled: teamId !== 0,
  })
  const [changing, setChanging] = useState<Settlement>()
  const actions = useMemo<Action<Settlement>[]>(
    () => [
      downloadPayout,
      showSessions,
      showWhy,
      { id: 'payout-status', label: 'Set status', icon: TaskAlt, right: 'Finance.full', run: p => setChanging(p) },
    ],
    [],
  )
  return (
    <Box component="section" aria-label="Settlements">
      <DataGrid
        label="Payouts"
        columns={own ? columns.own : columns.below}
        list={list}
        state={state}
        rowId={p => p.payoutId}
        rowLink={p => sessionsOfPayout(p.payoutId)}
        actions={actions}
        file="Settlements"
        empty={nothing}
      />
      {list.reply && list.reply.sums.payouts > 0 && <SumRow sums={list.reply.sums} />}
      {changing && (
        <Suspense>
          <PayoutStatusDialog payoutId={changing.payoutId} teamId={teamId} onClose={() => setChanging(undefined)} />
        </Suspense>
      )}
    </Box>
  )
}
