// The PDF of an invoice, or of a note that corrects it.
import { Facts, Lines, Paper, PaperPart, Prose, Sheet, Sums, Title } from '#kit/paper/parts.tsx'
import type { Invoice, InvoiceNote } from './invoice.contract.ts'
import { figuresOf, headOf, recipientOf, serviceText, sessionOf, supplierOf, titleOf } from './invoice-lines.rules.ts'

type Props = { invoice: Invoice; note?: InvoiceNote; brand: { name: string; supportEmail: string } }
export function InvoicePaper({ invoice: i, note, brand }: Props) {
  const number = note?.number ?? i.number
  const figures = figuresOf(i, note)
  return (
    <Paper title={`${titleOf(note)} ${number}`} brand={brand.name}>
      <Sheet brand={brand.name} mark={number} foot={i.reference}>
        <Title>{titleOf(note)}</Title>
        <Facts of={headOf(i, note)} columns={3} />
        <PaperPart heading="Supplied by">
          <Facts of={supplierOf(i)} />
        </PaperPart>
        <PaperPart heading="Supplied to">
          <Facts of={recipientOf(i)} columns={3} />
        </PaperPart>
        <PaperPart heading="Session">
          <Facts of={sessionOf(i)} />
        </PaperPart>
        <PaperPart heading="Amount">
          <Lines
            columns={[
              { header: 'Description' },
              { header: 'Quantity', isFigure: true, width: 110 },
              { header: 'Taxable value', isFigure: true, width: 110 },
            ]}
            rows={[[serviceText(i), note ? '' : `${i.energy.toFixed(3)} kWh`, figures[0]?.amount ?? '']]}
          />
          <Sums of={figures} />
        </PaperPart>
        <PaperPart>
          <Prose>{`Questions? ${brand.supportEmail}`}</Prose>
        </PaperPart>
      </Sheet>
    </Paper>
  )
}
