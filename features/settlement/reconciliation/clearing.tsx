// Clearing accounts, which should empty themselves, by the age of their open items.
import { Link, Table, TableBody, TableCell, TableContainer, TableHead, TableRow, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { query } from '@wattdesk/wire/call'
import { Link as RouterLink } from 'react-router'
import { useAddress } from '#kit/address.ts'
import { ErrorNotice } from '#kit/error.tsx'
import { moneyText } from '#kit/figures.tsx'
import { narrowRows } from '#kit/narrow-rows.ts'
import { useSession } from '#kit/session.ts'
import { RowsSkeleton } from '#kit/skeleton.tsx'
import { ToneChip } from '#kit/status-chip.tsx'
import { BookCard } from './book-parts.tsx'
import { booksPath } from './books-address.rules.ts'
import { AGES, ageText, CLEARING_KINDS, OPEN_WORDS } from './open-item.words.ts'
import { OpenItems } from './open-items.tsx'
import { type Clearing as ClearingRow, getReconciliation } from './reconciliation.contract.ts'

export function ClearingAccounts() {
  const [params] = useAddress()
  const { teamId } = useSession()
  const kind = CLEARING_KINDS.find(k => k === params.get('open'))
  const q = useQuery({
    ...query(getReconciliation, { params: { teamId }, query: {} }),
    enabled: teamId !== 0 && kind === undefined,
  })
  if (kind) return <OpenItems kind={kind} back={booksPath({ tab: 'clearing' })} backLabel="Clearing" />
  const rows = q.data?.data.clearing
  return (
    <BookCard
      title="Money on its way"
      help="Accounts that should empty themselves. What stands longer than 3 days is worth a look, longer than 30 days somebody has to act."
    >
      {q.error && !rows && <ErrorNotice error={q.error} onRetry={() => void q.refetch()} />}
      {rows ? <Rows rows={rows} /> : q.isPending && <RowsSkeleton rows={5} />}
    </BookCard>
  )
}

const Rows = ({ rows }: { rows: readonly ClearingRow[] }) => (
  <TableContainer tabIndex={0} role="region" aria-label="Clearing accounts by age">
    <Table size="small" sx={narrowRows}>
      <TableHead>
        <TableRow>
          <TableCell>Account</TableCell>
          {AGES.map(a => (
            <TableCell key={a} align="right">
              {ageText[a]}
            </TableCell>
          ))}
          <TableCell align="right">Balance</TableCell>
          <TableCell>Explained</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map(r => (
          <TableRow key={r.kind} hover>
            <TableCell component="th" scope="row">
              <Link component={RouterLink} to={booksPath({ tab: 'clearing', open: r.kind })}>
                {OPEN_WORDS[r.kind].label}
              </Link>
              <Typography variant="caption" component="div" sx={{ color: 'text.secondary' }}>
                {OPEN_WORDS[r.kind].asked}
              </Typography>
            </TableCell>
            {AGES.map(a => (
              <TableCell key={a} align="right" data-label={ageText[a]}>
                <Aged row={r} age={a} />
              </TableCell>
            ))}
            <TableCell align="right" data-label="Balance">
              {moneyText(r.balance)}
            </TableCell>
            <TableCell data-label="Explained">
              {r.unexplained === 0 ? (
                <ToneChip tone="success" label="To the paisa" />
              ) : (
                <Link component={RouterLink} to={booksPath({ kind: r.kind })}>
                  {moneyText(r.unexplained)} of other postings
                </Link>
              )}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  </TableContainer>
)
function Aged({ row, age }: { row: ClearingRow; age: (typeof AGES)[number] }) {
  const { count, amount } = row.ages[age]
  if (count === 0) return <span>–</span>
  return (
    <Link component={RouterLink} to={booksPath({ tab: 'clearing', open: row.kind, age })}>
      {moneyText(amount)} ({count.toLocaleString('en-IN')})
    </Link>
  )
}
