// Shared parts of the books: the choice of a month, cards with a heading, amounts on their side, links to records.

import ArrowBack from '@mui/icons-material/ArrowBack'
import { Box, Button, Card, Link, MenuItem, Stack, TextField, Typography } from '@mui/material'
import { monthText } from '@wattdesk/base/time'
import { type ReactNode, useState } from 'react'
import { Link as RouterLink } from 'react-router'
import { useAddress } from '#kit/address.ts'
import { Figure, moneyText } from '#kit/figures.tsx'
import { useSession } from '#kit/session.ts'
import { monthsTo } from './period.rules.ts'

/** The months that can be chosen, the present one first. */
export function useMonths(): readonly string[] {
  const { user } = useSession()
  const [months] = useState(() => monthsTo(new Date(), user.businessZone))
  return months
}
/** The month in the address, else the last month that is over. */
export function useMonth(): [month: string, choose: (month: string) => void] {
  const months = useMonths()
  const [params, change] = useAddress()
  const asked = params.get('month')
  const [present = '', last = present] = months
  const month = asked !== null && months.includes(asked) ? asked : last
  const choose = (to: string) =>
    change(now => {
      for (const name of ['page', 'open', 'age', 'q']) now.delete(name)
      now.set('month', to)
    })
  return [month, choose]
}
type MonthProps = { label: string; value: string; onChoose: (value: string) => void; first?: string }
/** `first`: the option before the months, with the value ''. */
export function MonthSelect({ label, value, onChoose, first }: MonthProps) {
  const months = useMonths()
  return (
    <TextField
      select
      size="small"
      label={label}
      value={value}
      onChange={e => onChoose(e.target.value)}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      sx={{ width: { xs: '100%', sm: 200 }, flexShrink: 0 }}
    >
      {first !== undefined && <MenuItem value="">{first}</MenuItem>}
      {months.map((m, i) => (
        <MenuItem key={m} value={m}>
          {monthText(m)}
          {i === 0 ? ' so far' : ''}
        </MenuItem>
      ))}
    </TextField>
  )
}

/** Rows of sums at the end of a table. */
export const SUMS = { '& td, & th': { fontWeight: 600 } } as const

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
