// The settlement grid: payouts newest first, paged and sorted by the server (D-PO-2, D-PO-5). The same on the Payouts tab, for
// a team with those below it, and on the tab of one team.
import Download from '@mui/icons-material/FileDownloadOutlined'
import TaskAlt from '@mui/icons-material/TaskAltOutlined'
import { Box, Card, Typography } from '@mui/material'
import { Suspense, useMemo, useState } from 'react'
import type { Action } from '#kit/actions.tsx'
import { DataGrid } from '#kit/data-grid.tsx'
import { moneyText, numberText } from '#kit/figures.tsx'
import { later } from '#kit/later.ts'
import { useList } from '#kit/list.ts'
import { useListState } from '#kit/list-state.ts'
import { FigureList } from './figure-list.tsx'
import { sessionsOfPayout, showSessions, showWhy } from './payout.actions.ts'
import { listPayouts, type Settlement, type SettlementSums } from './payout.contract.ts'
import { saveSettlement } from './payout-papers.parts.ts'
import { settlementColumns } from './settlement-columns.tsx'

const PayoutStatusDialog = later(() => import('./payout-status-dialog.tsx'))

const columns = { own: settlementColumns(true), below: settlementColumns(false) }

const downloadPayout: Action<Settlement> = {
  id: 'download-payout',
  label: 'Download Payout',
  icon: Download,
  run: p => saveSettlement(p),
}

const nothing = { title: 'No payouts yet', text: 'A month is settled on the 1st of the next.' }

/** The sums of all payouts that match, below the grid. */
function SumRow({ sums: s }: { sums: SettlementSums }) {
  const figures = [
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
      <FigureList figures={figures} gap={1.5} />
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
