// The refunds of a session: each with its state, the bank's number, who asked for it and every step.
import { Box, Card, Stack, Typography } from '@mui/material'
import { ActionButton } from '../../web/kit/actions.tsx'
import { CopyButton } from '../../web/kit/copy-button.tsx'
import { DetailList } from '../../web/kit/detail-list.tsx'
import { moneyText } from '../../web/kit/figures.tsx'
import { StatusChip } from '../../web/kit/status-chip.tsx'
import { Time } from '../../web/kit/time.tsx'
import type { SessionRefund } from '../refunds/refund.contract.ts'
import { causeText, standingText, stepText } from '../refunds/refund-labels.rules.ts'
import { refundText } from '../transactions/transaction.rules.ts'
import { refundOne } from './refund.actions.ts'
import type { RefundDetail } from './refund-list.contract.ts'

const copied = {
  said: 'Refund ID copied to clipboard!',
  failed: 'Unable to copy refund ID. Please try again.',
}

function Refund({ r }: { r: SessionRefund }) {
  return (
    <Box component="li" sx={{ py: 1.5, borderTop: 1, borderColor: 'divider' }}>
      <Stack direction="row" useFlexGap sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography sx={{ fontWeight: 550 }}>{moneyText(r.amount)}</Typography>
        <StatusChip kind="payment" value={r.status} />
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {causeText(r.cause)}
          {r.requestedBy && `, asked for by ${r.requestedBy}`}. {standingText(r)}
          {r.status === 'failed' && r.nextAt && (
            <>
              . Next attempt <Time at={r.nextAt} />
            </>
          )}
        </Typography>
      </Stack>
      {r.providerRefundId && (
        <Stack direction="row" sx={{ alignItems: 'center', fontSize: '0.8125rem' }}>
          <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
            {r.providerRefundId}
          </Box>
          <CopyButton text={r.providerRefundId} label="refund id" {...copied} />
        </Stack>
      )}
      <Box
        component="ol"
        aria-label={`Steps of refund ${r.refundId}`}
        sx={{ m: 0, mt: 0.5, pl: 2.5, fontSize: '0.8125rem', color: 'text.secondary' }}
      >
        {r.steps.map((s, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps are only ever added
          <li key={i}>
            <Time at={s.at} />: {s.status}, {stepText(s.source)}
            {s.attempt > 1 && `, attempt ${s.attempt}`}
            {s.providerRefundId && `, ${s.providerRefundId}`}
            {s.failure && `: ${s.failure}`}
          </li>
        ))}
      </Box>
    </Box>
  )
}

/** The refund fields that stand above the transaction, and its refunds. */
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
      {r.refunds.length > 0 && (
        <Box component="ul" aria-label="Refunds of the session" sx={{ listStyle: 'none', p: 0, m: 0, mt: 2 }}>
          {r.refunds.map(x => (
            <Refund key={x.refundId} r={x} />
          ))}
        </Box>
      )}
    </Card>
  )
}
