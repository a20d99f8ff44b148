// The PDF of an invoice, or of a note that corrects it, in the language of the reader.
import { EInvoicePart, Facts, Lines, Paper, PaperPart, Prose, Sheet, Sums, Title } from '#kit/paper/parts.tsx'
import type { Invoice, InvoiceNote } from './invoice.contract.ts'
import * as lines from './invoice-lines.rules.ts'

type Props = {
  invoice: Invoice
  note?: InvoiceNote
  brand: { name: string; supportEmail: string }
  speech: lines.InvoiceSpeech
}
export function InvoicePaper({ invoice: i, note, brand, speech }: Props) {
  const { words } = speech
  const number = note?.number ?? i.number
  const figures = lines.figuresOf(speech, i, note)
  const title = lines.titleOf(speech, note)
  return (
    <Paper title={`${title} ${number}`} brand={brand.name}>
      <Sheet brand={brand.name} mark={number} foot={i.reference}>
        <Title>{title}</Title>
        <Facts of={lines.headOf(speech, i, note)} columns={3} />
        <PaperPart heading={words.suppliedBy}>
          <Facts of={lines.supplierOf(speech, i)} />
        </PaperPart>
        <PaperPart heading={words.suppliedTo}>
          <Facts of={lines.recipientOf(speech, i)} columns={3} />
        </PaperPart>
        <PaperPart heading={words.session}>
          <Facts of={lines.sessionOf(speech, i)} />
        </PaperPart>
        <PaperPart heading={words.amount}>
          <Lines
            columns={[
              { header: words.description },
              { header: words.quantity, isFigure: true, width: 110 },
              { header: words.taxableValue, isFigure: true, width: 110 },
            ]}
            rows={[[lines.serviceText(speech, i), note ? '' : lines.energyText(speech, i), figures[0]?.amount ?? '']]}
          />
          <Sums of={figures} />
        </PaperPart>
        <EInvoicePart heading={words.eInvoice} of={lines.eInvoiceOf(speech, i, note)} code={(note ?? i).eInvoice?.qr} />
        <PaperPart>
          <Prose>{words.questions({ email: brand.supportEmail })}</Prose>
        </PaperPart>
      </Sheet>
    </Paper>
  )
}
