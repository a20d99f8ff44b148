// The papers that the server makes, each with the name of its file, drawn by the same components as in the browser.
import type { DocumentRequest } from '@wattdesk/wire/document-calls'
import { figuresOf } from '@wattdesk/words/figures'
import type { Language } from '@wattdesk/words/language'
import { wordsOf } from '@wattdesk/words/words'
import type { ReactElement } from 'react'
import { CertificatePaper } from '#settlement/collected-taxes/certificate-paper.tsx'
import type { TaxCertificate } from '#settlement/collected-taxes/collected-tax.contract.ts'
import { certificateFile } from '#settlement/collected-taxes/collected-tax.rules.ts'
import type { CommissionDocument } from '#settlement/commission-invoices/commission-invoice.contract.ts'
import { fileOf as commissionFile } from '#settlement/commission-invoices/commission-lines.rules.ts'
import { CommissionPaper } from '#settlement/commission-invoices/commission-paper.tsx'
import type { Invoice, InvoiceNote } from '#settlement/invoices/invoice.contract.ts'
import { fileOf } from '#settlement/invoices/invoice-lines.rules.ts'
import { InvoicePaper } from '#settlement/invoices/invoice-paper.tsx'
import type { MonthlyPayout, Settlement } from '#settlement/payouts/payout.contract.ts'
import { PayoutInvoicePaper } from '#settlement/payouts/payout-invoice-paper.tsx'
import { payoutInvoiceFile, settlementFile } from '#settlement/payouts/payout-paper.rules.ts'
import type { Period } from '#settlement/payouts/payout-period.rules.ts'
import { SettlementPaper } from '#settlement/payouts/settlement-paper.tsx'
import type { Voucher } from '#settlement/vouchers/voucher.contract.ts'
import { VoucherPaper } from '#settlement/vouchers/voucher-paper.tsx'
import { fileOf as voucherFile } from '#settlement/vouchers/voucher-words.rules.ts'

type PaperBrand = Pick<DocumentRequest['brandHome'], 'name' | 'supportEmail'>
export type PaperKind = {
  /** The name of the file, with its ending. */
  fileName: (props: unknown) => string
  draw: (props: unknown, brand: PaperBrand, language: Language) => ReactElement
}
/** A kind whose properties are those of `P`, as the server gives them. */
const paper = <P>(kind: {
  fileName: (props: P) => string
  draw: (props: P & { brand: PaperBrand }, language: Language) => ReactElement
}): PaperKind => ({
  fileName: props => kind.fileName(props as P),
  draw: (props, brand, language) => kind.draw({ ...(props as P), brand }, language),
})

export const PAPERS: ReadonlyMap<string, PaperKind> = new Map([
  [
    'invoice',
    paper<{ invoice: Invoice; note?: InvoiceNote }>({
      fileName: ({ invoice, note }) => fileOf(invoice, note),
      draw: (props, language) =>
        InvoicePaper({ ...props, speech: { words: wordsOf(language).invoice, figures: figuresOf(language) } }),
    }),
  ],
  [
    'settlement',
    paper<{ payout: Settlement }>({ fileName: ({ payout }) => settlementFile(payout), draw: SettlementPaper }),
  ],
  [
    'commission-invoice',
    paper<{ document: CommissionDocument }>({
      fileName: ({ document }) => commissionFile(document),
      draw: CommissionPaper,
    }),
  ],
  ['voucher', paper<{ voucher: Voucher }>({ fileName: ({ voucher }) => voucherFile(voucher), draw: VoucherPaper })],
  [
    'tax-certificate',
    paper<{ certificate: TaxCertificate }>({
      fileName: ({ certificate }) => certificateFile(certificate),
      draw: CertificatePaper,
    }),
  ],
  [
    'payout-invoice',
    paper<{ month: MonthlyPayout; period: Period }>({
      fileName: ({ month, period }) => payoutInvoiceFile(month, period),
      draw: PayoutInvoicePaper,
    }),
  ],
])
