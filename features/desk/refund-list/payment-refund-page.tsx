// A payment with which no session began: its amount, its refunds with every step, and the refund by hand (D-REF-2).
import { Card, Link, Stack, Typography } from '@mui/material'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CallError, keyOf, query } from '@wattdesk/wire/call'
import { Link as RouterLink, useParams } from 'react-router'
import { connectorMark } from '#fleet/stations/evse-words.rules.ts'
import { ActionButton } from '#kit/actions.tsx'
import { DetailList } from '#kit/detail-list.tsx'
import { ErrorNotice } from '#kit/error.tsx'
import { moneyText } from '#kit/figures.tsx'
import { Gone } from '#kit/gone.tsx'
import { useLive, usePolling } from '#kit/live.ts'
import { Page } from '#kit/page.tsx'
import { FormSkeleton } from '#kit/skeleton.tsx'
import { StatusChip } from '#kit/status-chip.tsx'
import { Time } from '#kit/time.tsx'
import { NO_PAYMENT } from '#money/refunds/refund.words.ts'
import { refundPaymentAgain } from './refund.actions.ts'
import { getPaymentRefund, type PaymentRefundDetail } from './refund-request-list.contract.ts'
import { RefundSteps } from './refund-steps.tsx'

const POLL_MS = 30_000
const LIST = '/refund?tab=refunds'

export function PaymentRefundPage() {
  const { paymentId = '' } = useParams()
  const cache = useQueryClient()
  const found = useQuery({
    ...query(getPaymentRefund, { params: { paymentId } }),
    refetchInterval: usePolling(POLL_MS),
  })
  useLive('refund', events => {
    if (events.some(e => e.paymentId === paymentId)) void cache.invalidateQueries({ queryKey: keyOf(getPaymentRefund) })
  })
  const status = found.error instanceof CallError ? found.error.status : undefined
  if (status === 404 || status === 422) return <Gone text={NO_PAYMENT} to={LIST} />
  if (status === 403) return <Gone text="Not Authorized" to={LIST} />
  return (
    <Page title={`Payment ${paymentId}`} crumbs={[{ label: 'Refund', to: LIST }, { label: paymentId }]}>
      {found.data ? (
        <PaymentRefund p={found.data.data} />
      ) : found.error ? (
        <ErrorNotice error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <FormSkeleton fields={12} />
      )}
    </Page>
  )
}

function PaymentRefund({ p }: { p: PaymentRefundDetail }) {
  return (
    <Card component="section" aria-label="Refund" sx={{ p: { xs: 2, sm: 2.5 } }}>
      <Stack direction="row" useFlexGap sx={{ gap: 2, mb: 2, justifyContent: 'space-between', flexWrap: 'wrap' }}>
        <Typography variant="h2">Refund</Typography>
        {p.transactionId === null && <ActionButton action={refundPaymentAgain} target={p} size="small" />}
      </Stack>
      <DetailList
        items={[
          {
            label: 'Payment ID',
            value: (
              <Link
                component={RouterLink}
                to={`/refund-details/${encodeURIComponent(p.paymentId)}`}
                sx={{ overflowWrap: 'anywhere' }}
              >
                {p.paymentId}
              </Link>
            ),
          },
          {
            label: 'Transaction Number',
            value:
              p.transactionId === null ? (
                'No session'
              ) : (
                <Link component={RouterLink} to={`/refund/${p.transactionId}`}>
                  {p.transactionId}
                </Link>
              ),
          },
          { label: 'Total Paid', value: p.currency === 'INR' ? moneyText(p.amount) : `${p.amount} ${p.currency}` },
          { label: 'Status', value: <StatusChip kind="payment" value={p.status} /> },
          { label: 'Method', value: p.method?.toUpperCase() },
          { label: 'VPA', value: p.vpa },
          { label: 'Customer Email', value: p.customerEmail },
          { label: 'Contact', value: p.contact },
          {
            label: 'Charger',
            value: [p.chargepoint_id, p.connectorId !== null && connectorMark({ ...p, connectorId: p.connectorId })]
              .filter(Boolean)
              .join(' / '),
          },
          { label: 'Team', value: p.team_name },
          { label: 'Company', value: p.companyName },
          { label: 'Created At', value: <Time at={p.createdAt} /> },
          { label: 'Captured At', value: p.capturedAt && <Time at={p.capturedAt} /> },
          { label: 'Can be refunded', value: moneyText(p.refundable), hidden: p.refundable === null },
        ]}
      />
      <RefundSteps refunds={p.refunds} label="Refunds of the payment" />
    </Card>
  )
}
