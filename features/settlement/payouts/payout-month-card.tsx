// A team's month on a card: its sales, deductions and payout, with its invoice as PDF.
import Download from '@mui/icons-material/FileDownloadOutlined'
import { Alert, Box, Card, Link, Stack, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { Link as RouterLink } from 'react-router'
import { type Action, ActionButton } from '#kit/actions.tsx'
import { Figure, moneyText, numberText } from '#kit/figures.tsx'
import { ToneChip } from '#kit/status-chip.tsx'
import { payoutPage } from './payout.actions.ts'
import { type MonthlyPayout, NOTHING_TO_PAY } from './payout.contract.ts'
import { belongsToNext, NO_SUMMARY, statusWords } from './payout.words.ts'
import { summaryLines } from './payout-lines.rules.ts'
import { saveInvoice } from './payout-papers.parts.ts'
import { type Period, periodText } from './payout-period.rules.ts'

type Target = { month: MonthlyPayout; period: Period }
const downloadInvoice: Action<Target> = {
  id: 'payout-invoice',
  label: 'PDF Invoice',
  icon: Download,
  when: ({ month }) => (month.payout.data.summary?.totalPayoutAmount ?? 0) > 0 || NOTHING_TO_PAY,
  run: ({ month, period }) => saveInvoice(month, period),
}

const Line = ({ label, children, isSum = false }: { label: string; children: ReactNode; isSum?: boolean }) => (
  <Box
    sx={{
      display: 'flex',
      justifyContent: 'space-between',
      gap: 2,
      py: 0.5,
      ...(isSum && { fontWeight: 600, borderTop: 1, borderColor: 'divider', mt: 0.5, pt: 1 }),
    }}
  >
    <Box component="dt" sx={{ color: isSum ? 'inherit' : 'text.secondary' }}>
      {label}
    </Box>
    <Box component="dd" sx={{ m: 0 }}>
      <Figure>{children}</Figure>
    </Box>
  </Box>
)

export function PayoutMonthCard({ month, period }: Target) {
  const { teamDetails, summary: s, nextPayout: next } = month.payout.data
  const isPayable = s !== null && s.totalPayoutAmount > 0
  return (
    <Card
      component="section"
      aria-label={`${teamDetails.name}, ${periodText(period)}`}
      sx={{ p: { xs: 2, sm: 2.5 }, display: 'flex', flexDirection: 'column', gap: 1.5, minWidth: 0 }}
    >
      <Box sx={{ display: 'flex', alignItems: 'flex-start', justifyContent: 'space-between', gap: 1.5 }}>
        <Typography variant="h3" sx={{ fontSize: '0.9375rem', fontWeight: 600, minWidth: 0, overflowWrap: 'anywhere' }}>
          {teamDetails.name}
        </Typography>
        {s && <ToneChip tone={isPayable ? 'success' : 'neutral'} label={isPayable ? 'Payable' : 'No Payout'} />}
      </Box>
      {s ? (
        <>
          <Box component="dl" sx={{ m: 0 }}>
            <Line label="Transactions">{numberText(s.totalTransactions)}</Line>
            <Line label="Charge points">{numberText(s.totalChargers)}</Line>
            <Line label="Energy">{numberText(s.totalKW, 3)} kWh</Line>
            {summaryLines(s).map(({ label, amount }) => (
              <Line key={label} label={label}>
                {moneyText(amount)}
              </Line>
            ))}
            <Line label="Payout" isSum>
              {moneyText(s.totalPayoutAmount)}
            </Line>
          </Box>
          <Stack
            direction="row"
            sx={{ mt: 'auto', alignItems: 'center', justifyContent: 'space-between', gap: 1, flexWrap: 'wrap' }}
          >
            {s.payoutId ? (
              <span>
                <Link component={RouterLink} to={payoutPage(s.payoutId)} title="Why this number?">
                  {s.payoutId}
                </Link>
                {s.status && (
                  <Typography component="span" variant="caption" sx={{ color: 'text.secondary', ml: 1 }}>
                    {statusWords[s.status]}
                  </Typography>
                )}
              </span>
            ) : (
              <Typography variant="caption" sx={{ color: 'text.secondary' }}>
                Not run yet: figures as of now
              </Typography>
            )}
            <ActionButton action={downloadInvoice} target={{ month, period }} size="small" />
          </Stack>
        </>
      ) : (
        <Alert severity="warning">{NO_SUMMARY}</Alert>
      )}
      {next.sessions > 0 && (
        <Alert severity="info">{belongsToNext(next.sessions, moneyText(next.amount), periodText(period))}</Alert>
      )}
    </Card>
  )
}
