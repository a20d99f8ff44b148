// Shared parts of the books: cards with a heading, amounts on their side, links to records.

import ArrowBack from '@mui/icons-material/ArrowBack'
import { Box, Button, Card, Link, Stack, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { Link as RouterLink } from 'react-router'
import { Figure, moneyText } from '#kit/figures.tsx'

type CardProps = { title: string; help?: ReactNode; beside?: ReactNode; children: ReactNode }
export const BookCard = ({ title, help, beside, children }: CardProps) => (
  <Card component="section" aria-label={title} sx={{ p: { xs: 2, sm: 2.5 } }}>
    <Stack direction="row" sx={{ gap: 2, justifyContent: 'space-between', flexWrap: 'wrap', mb: 1.5 }}>
      <Box sx={{ minWidth: 0 }}>
        <Typography variant="h2">{title}</Typography>
        {help && <Typography sx={{ color: 'text.secondary', maxWidth: '72ch' }}>{help}</Typography>}
      </Box>
      {beside}
    </Stack>
    {children}
  </Card>
)

/** Debit less credit, with its side. */
export const sideText = (balance: number): string =>
  balance === 0 ? moneyText(0) : `${moneyText(Math.abs(balance))} ${balance > 0 ? 'Dr' : 'Cr'}`
export const BalanceSide = ({ balance }: { balance: number }) => <Figure>{sideText(balance)}</Figure>

export const Back = ({ to, label }: { to: string; label: string }) => (
  <Box>
    <Button component={RouterLink} to={to} size="small" color="inherit" startIcon={<ArrowBack />}>
      {label}
    </Button>
  </Box>
)

type Of = { transactionId: number | null; paymentId: string | null; payoutId: string | null }
/** The session, payment or payout that something belongs to. */
export function RecordLinks({ of: { transactionId, paymentId, payoutId } }: { of: Of }) {
  const links = [
    transactionId === null ? null : ([`Transaction ${transactionId}`, `/transactions/${transactionId}`] as const),
    paymentId === null ? null : (['Payment', `/refund-details/${encodeURIComponent(paymentId)}`] as const),
    payoutId === null ? null : ([payoutId, `/transactions/payout/${encodeURIComponent(payoutId)}`] as const),
  ].filter(l => l !== null)
  if (links.length === 0) return <span>–</span>
  return (
    <Stack direction="row" sx={{ columnGap: 1.5, flexWrap: 'wrap' }}>
      {links.map(([label, to]) => (
        <Link key={to} component={RouterLink} to={to}>
          {label}
        </Link>
      ))}
    </Stack>
  )
}
