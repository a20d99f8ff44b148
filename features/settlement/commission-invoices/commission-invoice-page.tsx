// An invoice of the commission of a month, or a credit note, to read, print and save (M-8).
import { Link, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { query } from '@wattdesk/wire/call'
import { Link as RouterLink, useParams } from 'react-router'
import { useSession } from '#kit/session.ts'
import { EInvoiceFacts } from '#settlement/e-invoices/e-invoice-facts.parts.tsx'
import { TaxDocumentPage } from '#settlement/invoices/tax-document.parts.tsx'
import { type CommissionDocument, getCommissionDocument } from './commission-invoice.contract.ts'
import * as words from './commission-lines.rules.ts'
import { saveCommissionDocument } from './commission-save.parts.ts'

const wordsOf = (d: CommissionDocument) => ({
  title: words.titleOf(d),
  number: d.number,
  head: words.headOf(d),
  sections: [
    { heading: 'Supplied by', facts: words.supplierOf(d) },
    { heading: 'Supplied to', facts: words.recipientOf(d) },
  ],
  lines: words.linesOf(d).map(([text, rate, amount]) => ({ text: `${text}, ${rate}`, amount })),
  figures: words.figuresOf(d),
  foot: (
    <>
      <Typography sx={{ mt: 2, color: 'text.secondary' }}>{words.bearerText(d)}</Typography>
      {d.eInvoice && <EInvoiceFacts of={d.eInvoice} facts={words.eInvoiceOf(d)} />}
      <Link data-noprint component={RouterLink} to={`/transactions/payout/${encodeURIComponent(d.payoutId)}`}>
        Payout {d.payoutId}
      </Link>
    </>
  ),
})

export function CommissionInvoicePage() {
  const { id = '' } = useParams()
  const { teamId } = useSession()
  const isId = /^[1-9]\d{0,8}$/.test(id)
  const found = useQuery({
    ...query(getCommissionDocument, { params: { teamId, documentId: Number(id) } }),
    enabled: isId && teamId !== 0,
  })
  return (
    <TaxDocumentPage
      list={{ label: 'Commission invoices', to: '/tax-papers?tab=commission' }}
      found={isId ? found : undefined}
      words={wordsOf}
      save={saveCommissionDocument}
      missing="Document not found"
    />
  )
}
