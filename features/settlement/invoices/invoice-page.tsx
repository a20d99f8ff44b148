// The invoice of a session as a page to read, print and save, with the notes that correct it (D-INV-1).
import Download from '@mui/icons-material/DownloadOutlined'
import Mail from '@mui/icons-material/EmailOutlined'
import Print from '@mui/icons-material/PrintOutlined'
import { Box, Button, Card, Stack, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { CallError, call, query } from '@wattdesk/wire/call'
import { USUAL } from '@wattdesk/words/language'
import { Suspense, useMemo, useState } from 'react'
import { useParams } from 'react-router'
import type { Action } from '#kit/actions.tsx'
import { DetailList } from '#kit/detail-list.tsx'
import { ErrorNotice } from '#kit/error.tsx'
import { Gone } from '#kit/gone.tsx'
import { later } from '#kit/later.ts'
import { notify } from '#kit/notices.tsx'
import { Page } from '#kit/page.tsx'
import { useSession } from '#kit/session.ts'
import { FormSkeleton } from '#kit/skeleton.tsx'
import { brandOf } from '#office/brand/brand.rules.ts'
import { EInvoiceFacts } from '#settlement/e-invoices/e-invoice-facts.parts.tsx'
import { getInvoice, type Invoice, type InvoiceNote, mailInvoice } from './invoice.contract.ts'
import * as words from './invoice-lines.rules.ts'
import { saveInvoice } from './invoice-save.parts.ts'

const MailPaperDialog = later(() => import('#office/mail/mail-paper-dialog.parts.tsx'))
const items = (facts: words.Fact[]) => facts.map(([label, value]) => ({ label, value }))
const save = (i: Invoice, note?: InvoiceNote) =>
  saveInvoice(i, { language: USUAL, note }).catch((e: unknown) => notify.error(e))

function Figures({ of, label }: { of: words.Figure[]; label: string }) {
  return (
    <Box component="table" aria-label={label} sx={{ width: '100%', borderSpacing: 0, '& td, & th': { py: 0.75 } }}>
      <tbody>
        {of.map(f => (
          <Box
            component="tr"
            key={f.label}
            sx={{
              fontWeight: f.isStrong ? 600 : 400,
              ...(f.isPart && { color: 'text.secondary', fontSize: '0.8125rem', '& th': { pl: 2 } }),
            }}
          >
            <Box component="th" scope="row" sx={{ textAlign: 'left', fontWeight: 'inherit' }}>
              {f.label}
            </Box>
            <Box component="td" sx={{ textAlign: 'right', fontVariantNumeric: 'tabular-nums' }}>
              {f.amount}
            </Box>
          </Box>
        ))}
      </tbody>
    </Box>
  )
}

const SuppliedTo = ({ i }: { i: Invoice }) => (
  <>
    <Typography variant="h3" sx={{ mt: 3, mb: 1 }}>
      Supplied to
    </Typography>
    <DetailList items={items(words.recipientOf(words.ENGLISH, i))} />
  </>
)
function One({ i, note, onMail }: { i: Invoice; note?: InvoiceNote; onMail: (note?: InvoiceNote) => void }) {
  const title = words.titleOf(words.ENGLISH, note)
  const { number, eInvoice } = note ?? i
  const brand = brandOf(location.host)
  return (
    <Card
      component="section"
      aria-label={`${title} ${number}`}
      sx={{ p: { xs: 2, sm: 2.5 }, maxWidth: 880, breakInside: 'avoid' }}
    >
      <Stack direction="row" useFlexGap sx={{ gap: 2, mb: 2, alignItems: 'center', flexWrap: 'wrap' }}>
        {!note && <Box component="img" src={brand.logo} alt={brand.name} sx={{ height: 32 }} />}
        <Typography variant="h2" sx={{ flexGrow: 1 }}>
          {title}
        </Typography>
        {note && (
          <Stack data-noprint direction="row" sx={{ gap: 1 }}>
            <Button size="small" startIcon={<Download />} onClick={() => void save(i, note)}>
              Download PDF
            </Button>
            <Button size="small" startIcon={<Mail />} onClick={() => onMail(note)}>
              Send by mail
            </Button>
          </Stack>
        )}
      </Stack>
      <DetailList items={items(words.headOf(words.ENGLISH, i, note))} />
      {note && i.recipient.business && <SuppliedTo i={i} />}
      {!note && (
        <>
          <Typography variant="h3" sx={{ mt: 3, mb: 1 }}>
            Supplied by
          </Typography>
          <DetailList items={items(words.supplierOf(words.ENGLISH, i))} />
          <SuppliedTo i={i} />
          <Typography variant="h3" sx={{ mt: 3, mb: 1 }}>
            {words.serviceText(words.ENGLISH, i)}
          </Typography>
          <DetailList items={items(words.sessionOf(words.ENGLISH, i))} />
        </>
      )}
      <Box sx={{ mt: 2 }}>
        <Figures of={words.figuresOf(words.ENGLISH, i, note)} label={`Amounts of ${number}`} />
      </Box>
      {eInvoice && <EInvoiceFacts of={eInvoice} facts={words.eInvoiceOf(words.ENGLISH, i, note)} />}
    </Card>
  )
}

export function InvoicePage() {
  const { id = '' } = useParams()
  const { teamId } = useSession()
  const isId = /^[1-9]\d{0,9}$/.test(id) && Number(id) <= 2_147_483_647
  const found = useQuery({
    ...query(getInvoice, { params: { teamId, id: Number(id) } }),
    enabled: isId && teamId !== 0,
  })
  const invoice = found.data?.data
  const download = useMemo<Action>(
    () => ({ id: 'invoice-pdf', label: 'Download PDF', icon: Download, run: () => invoice && save(invoice) }),
    [invoice],
  )
  /** The paper that is to be mailed: the invoice where it names no note. */
  const [mailing, setMailing] = useState<{ note?: InvoiceNote | undefined }>()
  const actions = useMemo<Action[]>(
    () => [
      { id: 'invoice-mail', label: 'Send by mail', icon: Mail, run: () => setMailing({}) },
      { id: 'invoice-print', label: 'Print', icon: Print, run: () => window.print() },
    ],
    [],
  )
  const back = `/transactions/${id}`
  const crumbs = [{ label: 'Transactions', to: '/transactions' }, { label: id, to: back }, { label: 'Invoice' }]
  const status = found.error instanceof CallError ? found.error.status : undefined
  if (!isId || status === 404)
    return <Gone text={found.error?.message ?? 'This session has no invoice'} to={isId ? back : '/transactions'} />
  if (status === 403) return <Gone text="Not Authorized" to="/transactions" />
  if (!invoice)
    return (
      <Page title="Invoice" crumbs={crumbs}>
        {found.error ? (
          <ErrorNotice error={found.error} onRetry={() => void found.refetch()} />
        ) : (
          <FormSkeleton fields={12} />
        )}
      </Page>
    )
  return (
    <Page title={`Invoice ${invoice.number}`} crumbs={crumbs} primary={download} actions={actions}>
      <Stack spacing={2}>
        <One i={invoice} onMail={note => setMailing({ note })} />
        {invoice.notes.map(n => (
          <One key={n.number} i={invoice} note={n} onMail={note => setMailing({ note })} />
        ))}
      </Stack>
      {mailing && (
        <Suspense>
          <MailPaperDialog
            title={`${words.titleOf(words.ENGLISH, mailing.note)} ${mailing.note?.number ?? invoice.number}`}
            to={invoice.recipient.email}
            send={body => {
              const note = mailing.note && { note: mailing.note.number }
              return call(mailInvoice, { params: { teamId, id: Number(id) }, body: { ...body, ...note } })
            }}
            onClose={() => setMailing(undefined)}
          />
        </Suspense>
      )}
    </Page>
  )
}
