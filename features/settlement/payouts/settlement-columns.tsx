// The columns of the settlement grid: the figures of a payout, from the amount charged to the settlement amount.
import { Link } from '@mui/material'
import { Link as RouterLink } from 'react-router'
import type { Column } from '#kit/columns.tsx'
import { Figure, moneyText, numberText } from '#kit/figures.tsx'
import { payoutPage } from './payout.actions.ts'
import type { Settlement } from './payout.contract.ts'
import { statusWords } from './payout.words.ts'
import { PayoutChip } from './payout-chip.parts.tsx'
import { dayText } from './payout-period.rules.ts'

/** An amount that is in every file, and in the grid when somebody chooses it. */
const amountInFiles = (field: keyof Settlement, header: string, minWidth: number): Column<Settlement> => ({
  field,
  header,
  kind: 'money',
  sort: false,
  hidden: true,
  inFiles: true,
  minWidth,
})

/** `isOneTeam`: the grid shows the payouts of one team, so that the team's name needs no column. */
export const settlementColumns = (isOneTeam: boolean): Column<Settlement>[] => [
  {
    field: 'payoutId',
    header: 'Payout Id',
    identity: true,
    leads: p => payoutPage(p.payoutId),
    sort: false,
    minWidth: 108,
  },
  { field: 'team_name', header: 'Team', hidden: isOneTeam, minWidth: 120, flex: 1.2 },
  { field: 'periodStartDate', header: 'Start Date', value: p => dayText(p.periodStartDate), minWidth: 112 },
  { field: 'displayEndDate', header: 'End Date', value: p => dayText(p.displayEndDate), sort: false, minWidth: 112 },
  { field: 'totalAmountCharged', header: 'Amount Charged', kind: 'money', minWidth: 108 },
  {
    field: 'unitsConsumed',
    header: 'Units Consumed (kWh)',
    kind: 'number',
    cell: p => <Figure>{numberText(p.unitsConsumed, 3)}</Figure>,
    minWidth: 124,
  },
  // Written to files alone: the amounts between net amount and payout.
  amountInFiles('netAmount', 'Net Amount', 108),
  amountInFiles('CPO_GST', 'CPO GST', 100),
  amountInFiles('totalGSTOnAmount', 'GST on Amount', 100),
  amountInFiles('perUnitCommission', 'Per Unit Commission', 110),
  amountInFiles('fixedCommission', 'Fixed Commission', 110),
  { field: 'amikComission', header: 'Commission', kind: 'money', sort: false, minWidth: 96 },
  amountInFiles('GSTOnAmikComission', 'GST on Commission', 110),
  amountInFiles('paymentGatewayFee', 'Payment Gateway Fee', 110),
  amountInFiles('deductedGatewayFee', 'Gateway Fee Deducted', 110),
  amountInFiles('deductedGST', 'GST on Commission Deducted', 110),
  amountInFiles('tcs', 'TCS', 100),
  amountInFiles('tds', 'TDS', 100),
  amountInFiles('collectedByOperator', 'Collected by Operator', 110),
  amountInFiles('creditsGiven', 'Credits Given', 100),
  amountInFiles('carriedIn', 'Carried In', 100),
  amountInFiles('carriedOut', 'Carried Out', 100),
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
