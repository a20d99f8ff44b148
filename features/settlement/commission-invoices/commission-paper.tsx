// The PDF of an invoice of the commission, or of a credit note.
import { EInvoicePart, Facts, Lines, Paper, PaperPart, Prose, Sheet, Sums, Title } from '#kit/paper/parts.tsx'
import type { Brand } from '#office/brand/brand.rules.ts'
import type { CommissionDocument } from './commission-invoice.contract.ts'
import * as words from './commission-lines.rules.ts'

type Props = { document: CommissionDocument; brand: Pick<Brand, 'name' | 'supportEmail'> }
export function CommissionPaper({ document: d, brand }: Props) {
  const title = words.titleOf(d)
  return (
    <Paper title={`${title} ${d.number}`} brand={brand.name}>
      <Sheet brand={brand.name} mark={d.number} foot={d.payoutId}>
        <Title>{title.toUpperCase()}</Title>
        <Facts of={words.headOf(d)} columns={3} />
        <PaperPart heading="Supplied by">
          <Facts of={words.supplierOf(d)} />
        </PaperPart>
        <PaperPart heading="Supplied to">
          <Facts of={words.recipientOf(d)} />
        </PaperPart>
        <PaperPart heading="Amount">
          <Lines
            columns={[
              { header: 'Description' },
              { header: 'Rate', isFigure: true, width: 70 },
              { header: d.isTaxWithin ? 'With tax' : 'Taxable value', isFigure: true, width: 110 },
            ]}
            rows={words.linesOf(d).map(l => [...l])}
          />
          <Sums of={words.figuresOf(d)} />
        </PaperPart>
        <EInvoicePart heading="E-invoice" of={words.eInvoiceOf(d)} code={d.eInvoice?.qr} />
        <PaperPart>
          <Prose>{words.bearerText(d)}</Prose>
          <Prose>{`Questions about this document: ${brand.supportEmail}, naming ${d.number}.`}</Prose>
        </PaperPart>
      </Sheet>
    </Paper>
  )
}
