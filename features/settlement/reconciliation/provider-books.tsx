// The provider against the ledger, day by day, and the differences found in the provider's lists.

import {
  Link,
  Stack,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { monthText } from '@wattdesk/base/time'
import { query } from '@wattdesk/wire/call'
import { Link as RouterLink } from 'react-router'
import { ErrorNotice } from '#kit/error.tsx'
import { moneyText } from '#kit/figures.tsx'
import { MonthSelect, useMonth } from '#kit/month-select.tsx'
import { narrowRows } from '#kit/narrow-rows.ts'
import { useSession } from '#kit/session.ts'
import { RowsSkeleton } from '#kit/skeleton.tsx'
import { ToneChip } from '#kit/status-chip.tsx'
import { RelativeTime, Time } from '#kit/time.tsx'
import { SUMS } from './amounts.parts.tsx'
import { BookCard } from './book-parts.tsx'
import { getProviderBooks, type ProviderCheck, type ProviderDay } from './month-end.contract.ts'

export function ProviderBooks() {
  const [month, choose] = useMonth()
  const { teamId } = useSession()
  const q = useQuery({ ...query(getProviderBooks, { params: { teamId }, query: { month } }), enabled: teamId !== 0 })
  const data = q.data?.data
  return (
    <Stack spacing={2}>
      <BookCard
        title={`Provider and ledger, ${monthText(month)}`}
        help="What the provider told of payments and refunds, against what was posted. Fees stand beside what bills charged for the gateway, which need not be the same."
        beside={<MonthSelect label="Month" value={month} onChoose={choose} />}
      >
        {q.error && !data && <ErrorNotice error={q.error} onRetry={() => void q.refetch()} />}
        {data ? <Days days={data.days} /> : q.isPending && <RowsSkeleton rows={6} />}
      </BookCard>
      {data && (
        <BookCard
          title="Comparisons of the provider’s lists"
          help="Every hour the last three hours, once a day the last three days. What differs is taken in at once and kept here."
        >
          {data.lastRuns.length === 0 && (
            <Typography sx={{ color: 'text.secondary' }}>No comparison was made for this team yet.</Typography>
          )}
          {data.lastRuns.map(c => (
            <Typography key={c.checkId} sx={{ mb: 0.5 }}>
              {c.company}: last compared <RelativeTime at={c.at} within /> ({c.payments.toLocaleString('en-IN')}{' '}
              payments, {c.refunds.toLocaleString('en-IN')} refunds),{' '}
              {c.differences.length === 0 ? 'nothing differed' : `${c.differences.length} differed`}
            </Typography>
          ))}
          <Typography sx={{ color: 'text.secondary', mt: 1.5, mb: 1 }}>
            {counted(data.runs, 'comparison')} in {monthText(month)},{' '}
            {data.differing.length === 0 ? 'none found anything.' : `${data.differing.length} found something:`}
          </Typography>
          {data.differing.length > 0 && <Differences checks={data.differing} />}
        </BookCard>
      )}
    </Stack>
  )
}

const counted = (n: number, word: string): string => `${n.toLocaleString('en-IN')} ${word}${n === 1 ? '' : 's'}`

const PAIRS = [
  ['captured', 'Captured'],
  ['refunded', 'Refunded'],
  ['fees', 'Fees'],
] as const
type Pair = ProviderDay['captured']
const differs = (p: Pair): boolean => Math.round((p.provider - p.ledger) * 100) !== 0
function Days({ days }: { days: readonly ProviderDay[] }) {
  if (days.length === 0)
    return <Typography sx={{ color: 'text.secondary' }}>No payment or refund moved in this month.</Typography>
  const sum = (name: (typeof PAIRS)[number][0], side: keyof Pair) =>
    days.reduce((n, d) => n + Math.round(d[name][side] * 100), 0) / 100
  const dayText = (day: string) => `${day.slice(8)} ${monthText(day.slice(0, 7)).slice(0, 3)}`
  return (
    <TableContainer tabIndex={0} role="region" aria-label="Provider and ledger by day" sx={{ maxHeight: { sm: 520 } }}>
      <Table size="small" stickyHeader sx={narrowRows}>
        <TableHead>
          <TableRow>
            <TableCell>Day</TableCell>
            {PAIRS.map(([name, label]) => [
              <TableCell key={name} align="right">
                {label}, provider
              </TableCell>,
              <TableCell key={`${name}-ledger`} align="right">
                {name === 'fees' ? 'Fees, bills' : `${label}, ledger`}
              </TableCell>,
            ])}
            <TableCell>State</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {days.map(d => (
            <TableRow key={d.day} hover>
              <TableCell component="th" scope="row">
                {dayText(d.day)}
              </TableCell>
              {PAIRS.map(([name, label]) => [
                <TableCell key={name} align="right" data-label={`${label}, provider`}>
                  {moneyText(d[name].provider)}
                </TableCell>,
                <TableCell
                  key={`${name}-ledger`}
                  align="right"
                  data-label={name === 'fees' ? 'Fees, bills' : `${label}, ledger`}
                >
                  {moneyText(d[name].ledger)}
                </TableCell>,
              ])}
              <TableCell data-label="State">
                {differs(d.captured) || differs(d.refunded) ? (
                  <ToneChip tone="fault" label="Differs" />
                ) : (
                  <ToneChip tone="success" label="Equal" />
                )}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
        <TableBody sx={SUMS}>
          <TableRow>
            <TableCell component="th" scope="row">
              Month
            </TableCell>
            {PAIRS.map(([name, label]) => [
              <TableCell key={name} align="right" data-label={`${label}, provider`}>
                {moneyText(sum(name, 'provider'))}
              </TableCell>,
              <TableCell
                key={`${name}-ledger`}
                align="right"
                data-label={name === 'fees' ? 'Fees, bills' : `${label}, ledger`}
              >
                {moneyText(sum(name, 'ledger'))}
              </TableCell>,
            ])}
            <TableCell />
          </TableRow>
        </TableBody>
      </Table>
    </TableContainer>
  )
}

const KINDS: Readonly<Record<string, string>> = {
  'not here': 'Was not known here',
  'not there': 'The provider does not know it',
  state: 'Another state',
  amount: 'Another amount',
  'given back': 'More was given back',
  'refund not here': 'A refund was not known here',
  'refund not there': 'The provider does not know the refund',
  'refund state': 'Another state of the refund',
}
const Differences = ({ checks }: { checks: readonly ProviderCheck[] }) => (
  <TableContainer tabIndex={0} role="region" aria-label="What differed" sx={{ maxHeight: { sm: 360 } }}>
    <Table size="small" sx={narrowRows}>
      <TableHead>
        <TableRow>
          {['Payment', 'What', 'Provider', 'Here', 'Compared'].map(h => (
            <TableCell key={h}>{h}</TableCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {checks.flatMap(c =>
          c.differences.map(d => (
            <TableRow key={`${c.checkId} ${d.paymentId} ${d.kind} ${d.refundId ?? ''}`}>
              <TableCell component="th" scope="row">
                <Link component={RouterLink} to={`/refund-details/${encodeURIComponent(d.paymentId)}`}>
                  {d.paymentId}
                </Link>
              </TableCell>
              <TableCell data-label="What">{KINDS[d.kind] ?? d.kind}</TableCell>
              <TableCell data-label="Provider">{d.theirs ?? '–'}</TableCell>
              <TableCell data-label="Here">{d.ours ?? '–'}</TableCell>
              <TableCell data-label="Compared">
                <Time at={c.at} />
              </TableCell>
            </TableRow>
          )),
        )}
      </TableBody>
    </Table>
  </TableContainer>
)
