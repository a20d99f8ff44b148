// The accounts of a kind, and the entries of one account with the session, payment or payout each belongs to.

import { FormControlLabel, Stack, Switch, Typography } from '@mui/material'
import { monthText } from '@wattdesk/base/time'
import { useMemo } from 'react'
import { useAddress } from '#kit/address.ts'
import type { Column } from '#kit/columns.tsx'
import { DataGrid } from '#kit/data-grid.tsx'
import { useList } from '#kit/list.ts'
import { useListState } from '#kit/list-state.ts'
import { useSession } from '#kit/session.ts'
import { Back, BalanceSide, RecordLinks, sideText } from './book-parts.tsx'
import { kindWords, postingText } from './books.rules.ts'
import { booksPath } from './books-address.rules.ts'
import {
  type LedgerAccount,
  type LedgerEntry,
  listLedgerAccounts,
  listLedgerEntries,
} from './reconciliation.contract.ts'

const accountColumns: readonly Column<LedgerAccount>[] = [
  { field: 'name', header: 'Account', identity: true, sort: false, minWidth: 200, flex: 1.6 },
  { field: 'team_name', header: 'Team', sort: false, minWidth: 140 },
  { field: 'entries', header: 'Entries', kind: 'number', minWidth: 96, flex: 0.5 },
  { field: 'debit', header: 'Debits', kind: 'money', minWidth: 130 },
  { field: 'credit', header: 'Credits', kind: 'money', minWidth: 130 },
  {
    field: 'balance',
    header: 'Balance',
    kind: 'money',
    minWidth: 150,
    cell: a => <BalanceSide balance={a.balance} />,
    head: true,
  },
]
const entryColumns: readonly Column<LedgerEntry>[] = [
  { field: 'at', header: 'Posted for', kind: 'time', sort: false, identity: true, minWidth: 150 },
  { field: 'kind', header: 'Posting', sort: false, minWidth: 150, value: e => postingText(e.kind) },
  {
    field: 'transactionId',
    header: 'Belongs to',
    sort: false,
    minWidth: 190,
    flex: 1.4,
    value: e => [e.transactionId, e.paymentId, e.payoutId].filter(v => v !== null).join(' '),
    cell: e => <RecordLinks of={e} />,
  },
  { field: 'debit', header: 'Debit', kind: 'money', sort: false, minWidth: 116 },
  { field: 'credit', header: 'Credit', kind: 'money', sort: false, minWidth: 116 },
  {
    field: 'balance',
    header: 'Balance',
    kind: 'money',
    sort: false,
    minWidth: 140,
    cell: e => <BalanceSide balance={e.balance} />,
  },
  { field: 'note', header: 'Note', sort: false, hidden: true },
  { field: 'writtenAt', header: 'Written at', kind: 'time', sort: false, hidden: true },
  { field: 'postingId', header: 'Posting Number', kind: 'number', sort: false, hidden: true },
  { field: 'key', header: 'Evidence', sort: false, hidden: true, minWidth: 200 },
]
const asOfText = (asOf: string | undefined): string =>
  asOf === undefined ? '' : `, as of the end of ${monthText(asOf)}`

export function LedgerAccounts({ kind, asOf }: { kind: string; asOf: string | undefined }) {
  const { teamId } = useSession()
  const [params, change] = useAddress()
  const all = params.get('all') === 'true'
  const state = useListState({ pageSize: 10, sort: '-entries' })
  const query = { kind, ...(asOf !== undefined && { asOf }), ...(all && { all: 'true' as const }) }
  const list = useList(listLedgerAccounts, { params: { teamId }, query }, state, { enabled: teamId !== 0 })
  const { label, help } = kindWords(kind)
  return (
    <Stack spacing={2}>
      <Back to={booksPath({ asOf })} label="Trial balance" />
      <div>
        <Typography variant="h2">
          {label}
          {asOfText(asOf)}
        </Typography>
        <Typography sx={{ color: 'text.secondary' }}>{help}</Typography>
      </div>
      <DataGrid
        label={label}
        columns={accountColumns}
        list={list}
        state={state}
        rowId={a => a.accountId}
        rowLink={a => booksPath({ account: a.accountId, kind, asOf })}
        search="Search accounts"
        file={`accounts-${kind}`}
        empty={{ title: all ? 'No account of this kind' : 'No account has a balance' }}
        toolbar={
          <FormControlLabel
            label="Settled too"
            sx={{ mx: 0, gap: 1 }}
            control={
              <Switch
                size="small"
                checked={all}
                onChange={(_, on) =>
                  change(now => {
                    now.delete('page')
                    if (on) now.set('all', 'true')
                    else now.delete('all')
                  })
                }
              />
            }
          />
        }
      />
    </Stack>
  )
}

export function LedgerEntries({ accountId, asOf }: { accountId: number; asOf: string | undefined }) {
  const { teamId } = useSession()
  const [params] = useAddress()
  const state = useListState({ pageSize: 20 })
  const query = useMemo(() => (asOf === undefined ? {} : { asOf }), [asOf])
  const list = useList(listLedgerEntries, { params: { teamId, accountId }, query }, state, { enabled: teamId !== 0 })
  const account = list.reply?.account
  const kind = params.get('kind') ?? account?.kind
  return (
    <Stack spacing={2}>
      <Back to={booksPath({ ...(kind && { kind }), asOf })} label={kind ? kindWords(kind).label : 'Trial balance'} />
      <div>
        <Typography variant="h2">
          {account ? `${kindWords(account.kind).label}: ${account.name}` : 'Account'}
          {asOfText(asOf)}
        </Typography>
        {account && (
          <Typography sx={{ color: 'text.secondary' }}>
            {account.entries.toLocaleString('en-IN')} entries, balance {sideText(account.balance)}. The last written
            stands first; each balance is that after the entry.
          </Typography>
        )}
      </div>
      <DataGrid
        label="Entries"
        columns={entryColumns}
        list={list}
        state={state}
        rowId={e => e.id}
        file={`entries-${accountId}`}
        empty={{ title: 'No entries yet' }}
      />
    </Stack>
  )
}
