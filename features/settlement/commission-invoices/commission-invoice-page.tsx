// An invoice of the commission of a month, or a credit note, to read, print and save (M-8).
import Download from '@mui/icons-material/DownloadOutlined'
import Print from '@mui/icons-material/PrintOutlined'
import { Box, Card, Link, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { CallError, query } from '@wattdesk/wire/call'
import { useMemo } from 'react'
import { Link as RouterLink, useParams } from 'react-router'
import type { Action } from '#kit/actions.tsx'
import { DetailList } from '#kit/detail-list.tsx'
import { ErrorNotice } from '#kit/error.tsx'
import { Gone } from '#kit/gone.tsx'
import { notify } from '#kit/notices.tsx'
import { Page } from '#kit/page.tsx'
import { useSession } from '#kit/session.ts'
import { FormSkeleton } from '#kit/skeleton.tsx'
import { EInvoiceFacts } from '#settlement/e-invoices/e-invoice-facts.parts.tsx'
import { type CommissionDocument, getCommissionDocument } from './commission-invoice.contract.ts'
import * as words from './commission-lines.rules.ts'
import { saveCommissionDocument } from './commission-save.parts.ts'

const LIST = '/tax-papers?tab=commission'
const items = (facts: words.Fact[]) => facts.map(([label, value]) => ({ label, value }))

/** What was supplied and what it costs, as one table. */
function Amounts({ d }: { d: CommissionDocument }) {
  return (
    <Box
      component="table"
      aria-label={`Amounts of ${d.number}`}
      sx={{ width: '100%', borderSpacing: 0, '& td, & th': { py: 0.75, textAlign: 'left', fontWeight: 'inherit' } }}
    >
      <tbody>
        {words.linesOf(d).map(([text, rate, amount]) => (
          <tr key={text}>
            <th scope="row">{`${text}, ${rate}`}</th>
            <Box component="td" sx={{ textAlign: 'right !important', fontVariantNumeric: 'tabular-nums' }}>
              {amount}
            </Box>
          </tr>
        ))}
        {words.figuresOf(d).map((f, i) => (
          <Box
            component="tr"
            key={f.label}
            sx={{
              fontWeight: f.isStrong ? 600 : 400,
              ...(i === 0 && { '& td, & th': { borderTop: 1, borderColor: 'divider' } }),
            }}
          >
            <th scope="row">{f.label}</th>
            <Box component="td" sx={{ textAlign: 'right !important', fontVariantNumeric: 'tabular-nums' }}>
              {f.amount}
            </Box>
          </Box>
        ))}
      </tbody>
    </Box>
  )
}

export function CommissionInvoicePage() {
  const { id = '' } = useParams()
  const { teamId } = useSession()
  const isId = /^[1-9]\d{0,8}$/.test(id)
  const found = useQuery({
    ...query(getCommissionDocument, { params: { teamId, documentId: Number(id) } }),
    enabled: isId && teamId !== 0,
  })
  const d = found.data?.data
  const download = useMemo<Action>(
    () => ({
      id: 'commission-pdf',
      label: 'Download PDF',
      icon: Download,
      run: () => d && saveCommissionDocument(d).catch((e: unknown) => notify.error(e)),
    }),
    [d],
  )
  const actions = useMemo<Action[]>(
    () => [{ id: 'commission-print', label: 'Print', icon: Print, run: () => window.print() }],
    [],
  )
  const status = found.error instanceof CallError ? found.error.status : undefined
  const crumbs = [
    { label: 'Tax papers', to: '/tax-papers' },
    { label: 'Commission invoices', to: LIST },
  ]
  if (!isId || status === 404) return <Gone text="Document not found" to={LIST} />
  if (status === 403) return <Gone text="Not Authorized" to="/tax-papers" />
  if (!d)
    return (
      <Page title="Commission invoice" crumbs={crumbs}>
        {found.error ? (
          <ErrorNotice error={found.error} onRetry={() => void found.refetch()} />
        ) : (
          <FormSkeleton fields={10} />
        )}
      </Page>
    )
  return (
    <Page
      title={`${words.titleOf(d)} ${d.number}`}
      crumbs={[...crumbs, { label: d.number }]}
      primary={download}
      actions={actions}
    >
      <Card component="section" aria-label={d.number} sx={{ p: { xs: 2, sm: 2.5 }, maxWidth: 880 }}>
        <Typography variant="h2" sx={{ mb: 2 }}>
          {words.titleOf(d)}
        </Typography>
        <DetailList items={items(words.headOf(d))} />
        <Typography variant="h3" sx={{ mt: 3, mb: 1 }}>
          Supplied by
        </Typography>
        <DetailList items={items(words.supplierOf(d))} />
        <Typography variant="h3" sx={{ mt: 3, mb: 1 }}>
          Supplied to
        </Typography>
        <DetailList items={items(words.recipientOf(d))} />
        <Typography variant="h3" sx={{ mt: 3, mb: 1 }}>
          Amount
        </Typography>
        <Amounts d={d} />
        <Typography sx={{ mt: 2, color: 'text.secondary' }}>{words.bearerText(d)}</Typography>
        {d.eInvoice && <EInvoiceFacts of={d.eInvoice} facts={words.eInvoiceOf(d)} />}
        <Link data-noprint component={RouterLink} to={`/transactions/payout/${encodeURIComponent(d.payoutId)}`}>
          Payout {d.payoutId}
        </Link>
      </Card>
    </Page>
  )
}
