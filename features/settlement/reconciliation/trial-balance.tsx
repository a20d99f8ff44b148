// The trial balance by kind of account, now or as of a month's end, and the proof that it comes out at zero.

import Balance from '@mui/icons-material/BalanceOutlined'
import CallMade from '@mui/icons-material/CallMade'
import CallReceived from '@mui/icons-material/CallReceived'
import Verified from '@mui/icons-material/VerifiedOutlined'
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
import { useAddress } from '#kit/address.ts'
import { ErrorNotice } from '#kit/error.tsx'
import { moneyText } from '#kit/figures.tsx'
import { MonthSelect, useMonths } from '#kit/month-select.tsx'
import { narrowRows } from '#kit/narrow-rows.ts'
import { useSession } from '#kit/session.ts'
import { RowsSkeleton } from '#kit/skeleton.tsx'
import { StatTile, Tiles } from '#kit/stat-tile.tsx'
import { ToneChip } from '#kit/status-chip.tsx'
import { SUMS } from './amounts.parts.tsx'
import { BalanceSide, BookCard, sideText } from './book-parts.tsx'
import { kindWords, PARTS } from './books.rules.ts'
import { booksPath } from './books-address.rules.ts'
import { LedgerAccounts, LedgerEntries } from './ledger-accounts.tsx'
import { getReconciliation, type KindBalance, type Reconciliation } from './reconciliation.contract.ts'

/** The end of a month as the address names it; undefined: now. */
function useAsOf(): string | undefined {
  const [params] = useAddress()
  const months = useMonths()
  const asked = params.get('asOf')
  return asked !== null && months.includes(asked) ? asked : undefined
}

export function TrialBalance() {
  const [params, change] = useAddress()
  const asOf = useAsOf()
  const { teamId } = useSession()
  const [kind, account] = [params.get('kind'), Number(params.get('account'))]
  const isWhole = kind === null && !(account > 0)
  const q = useQuery({
    ...query(getReconciliation, { params: { teamId }, query: asOf === undefined ? {} : { asOf } }),
    enabled: teamId !== 0 && isWhole,
  })
  if (Number.isSafeInteger(account) && account > 0) return <LedgerEntries accountId={account} asOf={asOf} />
  if (kind !== null) return <LedgerAccounts kind={kind} asOf={asOf} />
  const choose = (to: string) =>
    change(now => {
      if (to === '') now.delete('asOf')
      else now.set('asOf', to)
    })
  const data: Reconciliation | undefined = q.data?.data
  return (
    <Stack spacing={2}>
      <Proof data={data} isLoading={q.isPending} />
      <BookCard
        title="Trial balance"
        help={
          data?.isWhole
            ? 'All accounts of the installation. A kind opens its accounts, an account its entries.'
            : 'Accounts of this team and those below it. A kind opens its accounts, an account its entries.'
        }
        beside={<MonthSelect label="As of" value={asOf ?? ''} onChoose={choose} first="Now" />}
      >
        {q.error && !data && <ErrorNotice error={q.error} onRetry={() => void q.refetch()} />}
        {data ? <Kinds data={data} asOf={asOf} /> : q.isPending && <RowsSkeleton rows={8} />}
      </BookCard>
    </Stack>
  )
}

function Proof({ data, isLoading }: { data: Reconciliation | undefined; isLoading: boolean }) {
  const t = data?.trialBalance
  const drift = t?.drifting ?? null
  return (
    <Tiles>
      <StatTile
        label="Debits"
        icon={CallReceived}
        value={t && moneyText(t.debit)}
        footer={t && t.outside.debit !== 0 && `and ${moneyText(t.outside.debit)} in accounts outside this team`}
        isLoading={isLoading}
      />
      <StatTile
        label="Credits"
        icon={CallMade}
        value={t && moneyText(t.credit)}
        footer={t && t.outside.credit !== 0 && `and ${moneyText(t.outside.credit)} in accounts outside this team`}
        isLoading={isLoading}
      />
      <StatTile
        label="Difference"
        icon={Balance}
        value={t && moneyText(t.difference)}
        footer={
          t &&
          (t.difference === 0 ? (
            <ToneChip tone="success" label="Balanced" />
          ) : (
            <ToneChip tone="fault" label="Does not balance" />
          ))
        }
        isLoading={isLoading}
      />
      <StatTile
        label="Kept balances"
        icon={Verified}
        value={t && (drift === null ? '–' : drift === 0 ? 'Equal' : drift)}
        footer={
          t &&
          (drift === null ? (
            'Compared with their entries as of now'
          ) : drift === 0 ? (
            <ToneChip tone="success" label="Same as their entries" />
          ) : (
            <ToneChip tone="fault" label="Differ from their entries" />
          ))
        }
        isLoading={isLoading}
      />
    </Tiles>
  )
}

function Kinds({ data, asOf }: { data: Reconciliation; asOf: string | undefined }) {
  const { trialBalance: t, accounts } = data
  if (accounts.length === 0)
    return (
      <Typography sx={{ color: 'text.secondary' }}>
        {asOf === undefined
          ? 'Nothing was posted yet.'
          : `Nothing was posted for times before the end of ${monthText(asOf)}.`}
      </Typography>
    )
  const outside = t.outside.debit - t.outside.credit
  const hasOutside = t.outside.debit !== 0 || t.outside.credit !== 0
  return (
    <TableContainer tabIndex={0} role="region" aria-label="Trial balance by kind of account">
      <Table size="small" sx={narrowRows}>
        <TableHead>
          <TableRow>
            {['Account', 'Accounts', 'Debits', 'Credits', 'Balance'].map((h, i) => (
              <TableCell key={h} align={i === 0 ? 'left' : 'right'}>
                {h}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        {PARTS.map(part => {
          const rows = accounts.filter(a => kindWords(a.kind).part === part)
          return rows.length === 0 ? null : (
            <TableBody key={part}>
              <TableRow>
                <TableCell component="th" scope="rowgroup" colSpan={5} sx={{ color: 'text.secondary', pt: 2 }}>
                  {part}
                </TableCell>
              </TableRow>
              {rows.map(a => (
                <KindRow key={a.kind} row={a} asOf={asOf} />
              ))}
            </TableBody>
          )
        })}
        <TableBody sx={SUMS}>
          {hasOutside && (
            <TableRow>
              <TableCell component="th" scope="row" colSpan={2} sx={{ fontWeight: '400 !important' }}>
                The other side of the same postings, in accounts outside this team
              </TableCell>
              <TableCell align="right" data-label="Debits">
                {moneyText(t.outside.debit)}
              </TableCell>
              <TableCell align="right" data-label="Credits">
                {moneyText(t.outside.credit)}
              </TableCell>
              <TableCell align="right" data-label="Balance">
                <BalanceSide balance={outside} />
              </TableCell>
            </TableRow>
          )}
          <TableRow>
            <TableCell component="th" scope="row" colSpan={2}>
              Total
            </TableCell>
            <TableCell align="right" data-label="Debits">
              {moneyText(t.debit + t.outside.debit)}
            </TableCell>
            <TableCell align="right" data-label="Credits">
              {moneyText(t.credit + t.outside.credit)}
            </TableCell>
            <TableCell align="right" data-label="Balance">
              <BalanceSide balance={t.difference} />
            </TableCell>
          </TableRow>
        </TableBody>
      </Table>
    </TableContainer>
  )
}
function KindRow({ row: a, asOf }: { row: KindBalance; asOf: string | undefined }) {
  const { label, help } = kindWords(a.kind)
  return (
    <TableRow hover>
      <TableCell component="th" scope="row">
        <Link component={RouterLink} to={booksPath({ kind: a.kind, asOf })}>
          {label}
        </Link>
        <Typography variant="caption" component="div" sx={{ color: 'text.secondary' }}>
          {help}
        </Typography>
      </TableCell>
      <TableCell align="right" data-label="With a balance">
        {a.open.toLocaleString('en-IN')} of {a.accounts.toLocaleString('en-IN')}
      </TableCell>
      <TableCell align="right" data-label="Debits">
        {moneyText(a.debit)}
      </TableCell>
      <TableCell align="right" data-label="Credits">
        {moneyText(a.credit)}
      </TableCell>
      <TableCell align="right" data-label="Balance">
        {sideText(a.balance)}
      </TableCell>
    </TableRow>
  )
}
