// Refunds of a session or a payment: each with its state, the bank's number, the requesting user and every step.
import { Box, Stack, Typography } from '@mui/material'
import { CopyButton } from '#kit/copy-button.tsx'
import { moneyText } from '#kit/figures.tsx'
import { StatusChip } from '#kit/status-chip.tsx'
import { Time } from '#kit/time.tsx'
import type { SessionRefund } from '#money/refunds/refund.contract.ts'
import { causeText, standingText, stepText } from '#money/refunds/refund-labels.rules.ts'

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

/** `label` names the list for screen readers. */
export const RefundSteps = ({ refunds, label }: { refunds: readonly SessionRefund[]; label: string }) =>
  refunds.length === 0 ? null : (
    <Box component="ul" aria-label={label} sx={{ listStyle: 'none', p: 0, m: 0, mt: 2 }}>
      {refunds.map(r => (
        <Refund key={r.refundId} r={r} />
      ))}
    </Box>
  )
