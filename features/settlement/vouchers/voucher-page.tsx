// A receipt or refund voucher to read, print and save (M-8).
import { Link, Stack } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { query } from '@wattdesk/wire/call'
import { Link as RouterLink, useParams } from 'react-router'
import { useSession } from '#kit/session.ts'
import { TaxDocumentPage } from '#settlement/invoices/tax-document.parts.tsx'
import { getVoucher, type Voucher } from './voucher.contract.ts'
import { saveVoucher } from './voucher-save.parts.ts'
import * as words from './voucher-words.rules.ts'

const wordsOf = (v: Voucher) => ({
  title: v.kind,
  number: v.number,
  head: words.headOf(v),
  sections: [
    { heading: 'Supplier', facts: words.supplierOf(v) },
    { heading: 'Recipient', facts: words.recipientOf(v) },
  ],
  lines: [{ text: words.purposeOf(v) }],
  figures: words.figuresOf(v),
  foot: (
    <Stack data-noprint sx={{ mt: 2, gap: 0.5, alignItems: 'flex-start' }}>
      {v.receipt && (
        <Link component={RouterLink} to={`/tax-papers/voucher/${v.receipt.voucherId}`}>
          Receipt voucher {v.receipt.number}
        </Link>
      )}
      <Link component={RouterLink} to={`/refund-details/${encodeURIComponent(v.paymentId)}`}>
        Payment {v.paymentId}
      </Link>
    </Stack>
  ),
})

export function VoucherPage() {
  const { id = '' } = useParams()
  const { teamId } = useSession()
  const isId = /^[1-9]\d{0,8}$/.test(id)
  const found = useQuery({
    ...query(getVoucher, { params: { teamId, voucherId: Number(id) } }),
    enabled: isId && teamId !== 0,
  })
  return (
    <TaxDocumentPage
      list={{ label: 'Vouchers', to: '/tax-papers?tab=vouchers' }}
      found={isId ? found : undefined}
      words={wordsOf}
      save={saveVoucher}
      missing="Voucher not found"
    />
  )
}
