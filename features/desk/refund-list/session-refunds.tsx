// The refund of a session, above its transaction: the amounts paid and charged, and its refunds with every step.
import { Card, Stack, Typography } from '@mui/material'
import { refundText } from '#desk/transactions/transaction.rules.ts'
import { ActionButton } from '#kit/actions.tsx'
import { DetailList } from '#kit/detail-list.tsx'
import { moneyText } from '#kit/figures.tsx'
import { Time } from '#kit/time.tsx'
import { refundOne } from './refund.actions.ts'
import type { RefundDetail } from './refund-list.contract.ts'
import { RefundSteps } from './refund-steps.tsx'

/** The refund fields above the transaction, and its refunds. */
export function SessionRefunds({ r }: { r: RefundDetail }) {
  return (
    <Card component="section" aria-label="Refund" sx={{ p: { xs: 2, sm: 2.5 } }}>
      <Stack direction="row" useFlexGap sx={{ gap: 2, mb: 2, justifyContent: 'space-between', flexWrap: 'wrap' }}>
        <Typography variant="h2">Refund</Typography>
        <ActionButton action={refundOne} target={r} size="small" />
      </Stack>
      <DetailList
        items={[
          { label: 'Transaction Number', value: r.transactionNumber },
          { label: 'Customer Email', value: r.customerEmail },
          { label: 'Company', value: r.companyName },
          { label: 'Amount Charged', value: moneyText(r.amountCharged) },
          { label: 'Total Paid', value: moneyText(r.totalPaid) },
          { label: 'Total Refund', value: moneyText(r.totalRefund) },
          { label: 'Start Date', value: <Time at={r.startDate} /> },
          { label: 'End Date', value: r.endDate && <Time at={r.endDate} /> },
          { label: 'Refund Status', value: refundText({ ...r, stoptime: r.endDate }) },
          { label: 'Tag', value: r.tag },
          { label: 'Can be refunded', value: moneyText(r.refundable), hidden: r.refundable === null },
        ]}
      />
      <RefundSteps refunds={r.refunds} label="Refunds of the session" />
    </Card>
  )
}
