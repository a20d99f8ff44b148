// Documents for businesses with their states at the invoice registration portal, and the portal's credentials (TAX-09).
import { Card, MenuItem, Stack, TextField, Typography } from '@mui/material'
import { Suspense, useMemo, useState } from 'react'
import { useAddress } from '#kit/address.ts'
import type { Column } from '#kit/columns.tsx'
import { DataGrid } from '#kit/data-grid.tsx'
import { later } from '#kit/later.ts'
import { useList } from '#kit/list.ts'
import { useListState } from '#kit/list-state.ts'
import { useBusinessDays } from '#kit/month-select.tsx'
import { useSession } from '#kit/session.ts'
import { cancelling, leaving, registering } from './e-invoice.actions.ts'
import { type EInvoiceRow, listEInvoices } from './e-invoice.contract.ts'
import { E_INVOICE_STATES, STATE_WORDS, stateText } from './e-invoice.words.ts'
import { EInvoiceChip } from './e-invoice-facts.parts.tsx'
import { PortalAccounts } from './portal-accounts.parts.tsx'

const dialogs = () => import('./e-invoice-dialogs.parts.tsx')
const RegisterAgainDialog = later(async () => ({ default: (await dialogs()).RegisterAgainDialog }))
const CancelDialog = later(async () => ({ default: (await dialogs()).CancelDialog }))

const faultText = (r: EInvoiceRow): string => (r.fault ? `${r.errorCode ? `${r.errorCode} ` : ''}${r.fault}` : '')
const columns: readonly Column<EInvoiceRow>[] = [
  { field: 'number', header: 'Number', identity: true, minWidth: 160 },
  { field: 'kind', header: 'Document', sort: false, minWidth: 104, flex: 0.6 },
  { field: 'date', header: 'Date', minWidth: 110 },
  {
    field: 'state',
    header: 'State',
    sort: false,
    minWidth: 150,
    value: stateText,
    cell: r => <EInvoiceChip state={r.state} irn={r.irn} />,
    head: true,
  },
  {
    field: 'fault',
    header: 'Answer of the portal',
    sort: false,
    minWidth: 190,
    flex: 2,
    value: faultText,
    inFiles: true,
  },
  { field: 'errorField', header: 'Field', sort: false, hidden: true, inFiles: true },
  { field: 'irn', header: 'IRN', sort: false, hidden: true, inFiles: true },
  { field: 'ackNo', header: 'Acknowledgement', sort: false, hidden: true, inFiles: true },
  { field: 'ackDate', header: 'Acknowledged', kind: 'time', sort: false, hidden: true, inFiles: true },
  { field: 'recipientName', header: 'Recipient', sort: false, minWidth: 170 },
  { field: 'recipientGstin', header: 'Recipient GSTIN', sort: false, hidden: true, inFiles: true },
  { field: 'supplierGstin', header: 'Supplier GSTIN', sort: false, hidden: true, inFiles: true },
  { field: 'team_name', header: 'Team', sort: false, hidden: true, inFiles: true },
  { field: 'attempts', header: 'Tries', kind: 'number', sort: false, hidden: true },
  { field: 'nextTry', header: 'Next try', kind: 'time', sort: false, hidden: true },
  { field: 'cancelledAt', header: 'Cancelled', kind: 'time', sort: false, hidden: true, inFiles: true },
  { field: 'total', header: 'Total', kind: 'money', minWidth: 108, flex: 0.6 },
]
const linkOf = (r: EInvoiceRow): string =>
  r.transactionId === null
    ? `/tax-papers/commission-invoice/${r.commissionDocumentId}`
    : `/transactions/${r.transactionId}/invoice`

export function EInvoices() {
  const { teamId } = useSession()
  const [params, change] = useAddress()
  const chosen = E_INVOICE_STATES.find(s => s === params.get('state'))
  const state = useListState({ pageSize: 15, sort: '-date' })
  const query = { ...(chosen && { state: chosen }) }
  const list = useList(listEInvoices, { params: { teamId }, query }, state, { enabled: teamId !== 0 })
  const [again, setAgain] = useState<EInvoiceRow>()
  const [cancelled, setCancelled] = useState<EInvoiceRow>()
  const actions = useMemo(() => [registering(setAgain), leaving(setCancelled), cancelling(setCancelled)], [])
  return (
    <Stack spacing={3}>
      <DataGrid
        label="E-invoices"
        columns={useBusinessDays(columns, 'date')}
        list={list}
        state={state}
        rowId={r => r.eInvoiceId}
        rowLink={linkOf}
        actions={actions}
        search="Search by number, IRN, GSTIN, recipient or team"
        file="E_invoices"
        toolbar={
          <TextField
            select
            size="small"
            label="State"
            value={chosen ?? ''}
            sx={{ width: 200 }}
            onChange={e =>
              change(now => {
                now.delete('page')
                if (e.target.value) now.set('state', e.target.value)
                else now.delete('state')
              })
            }
          >
            <MenuItem value="">All states</MenuItem>
            {E_INVOICE_STATES.map(s => (
              <MenuItem key={s} value={s}>
                {STATE_WORDS[s]}
              </MenuItem>
            ))}
          </TextField>
        }
        empty={{
          title: 'No e-invoices yet',
          text: 'Documents for businesses with a GSTIN stand here, from the day on which the setting is switched on.',
        }}
      />
      <Card component="section" aria-label="Credentials of the portal" sx={{ p: { xs: 2, sm: 2.5 }, maxWidth: 880 }}>
        <Typography variant="h2" sx={{ mb: 2 }}>
          Credentials of the portal
        </Typography>
        <PortalAccounts />
      </Card>
      <Suspense>
        {again && <RegisterAgainDialog row={again} onClose={() => setAgain(undefined)} />}
        {cancelled && <CancelDialog row={cancelled} onClose={() => setCancelled(undefined)} />}
      </Suspense>
    </Stack>
  )
}
