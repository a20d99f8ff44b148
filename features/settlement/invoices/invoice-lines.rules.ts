// The words and figures of an invoice or of one of its notes, alike on the page and in the PDF (D-INV-1), in the language of
// the reader.
import { zoneName } from '@wattdesk/base/time'
import { type Figures, figuresOf as figuresIn } from '@wattdesk/words/figures'
import * as english from '@wattdesk/words/made/en-invoice'
import type { InvoiceWords } from '@wattdesk/words/made/load-invoice'
import type { Invoice, InvoiceNote } from './invoice.contract.ts'
import { zoneFacts } from './special-zone.rules.ts'

/** The texts and figures of a language. */
export type InvoiceSpeech = { words: InvoiceWords; figures: Figures }
/** That of the portal. */
export const ENGLISH: InvoiceSpeech = { words: english, figures: figuresIn('en') }

export type Fact = readonly [label: string, value: string | null]
/** `isPart`: contained in the figure above it, and not to be added again. */
export type Figure = { label: string; amount: string; isStrong?: boolean; isPart?: boolean }

const timeText = ({ figures }: InvoiceSpeech, { businessZone }: Invoice, iso: string): string =>
  figures.dateTime(new Date(iso), businessZone)
/** With its zone: the portal shows the same time by the clock of the reader. */
const zonedText = (speech: InvoiceSpeech, invoice: Invoice, iso: string): string =>
  `${timeText(speech, invoice, iso)} (${zoneName(invoice.businessZone)})`
const dayText = ({ figures }: InvoiceSpeech, { businessZone }: Invoice, iso: string): string =>
  figures.date(new Date(iso), businessZone)
const two = (n: number) => String(n).padStart(2, '0')
const durationText = (s: number): string =>
  `${two(Math.floor(s / 3600))}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}`
const stateText = (s: Invoice['placeOfSupply']) => s && `${s.name} (${s.code})`

export const titleOf = ({ words }: InvoiceSpeech, note?: InvoiceNote): string =>
  note ? { 'credit note': words.creditNote, 'debit note': words.debitNote }[note.kind] : words.invoice
const numberLabel = (words: InvoiceWords, note?: InvoiceNote): string =>
  note ? { 'credit note': words.creditNoteNumber, 'debit note': words.debitNoteNumber }[note.kind] : words.invoiceNumber

const FILES = { 'credit note': 'Credit_Note', 'debit note': 'Debit_Note' } as const
/** `Invoice_{transactionId}.pdf`, of a note with its own number; the same in every language. */
export const fileOf = (invoice: Invoice, note?: InvoiceNote): string =>
  note
    ? `${FILES[note.kind]}_${invoice.transactionId}_${note.number.replaceAll('/', '-')}.pdf`
    : `Invoice_${invoice.transactionId}.pdf`

/** One date or, on a document that is dated by its issue, both. */
function datesOf(speech: InvoiceSpeech, invoice: Invoice, note?: InvoiceNote): Fact[] {
  const { words } = speech
  const { date, dateOfSupply } = note ?? invoice
  if (dateOfSupply === null) return [[words.date, timeText(speech, invoice, date)]]
  return [
    [words.dateOfIssue, timeText(speech, invoice, date)],
    [words.dateOfSupply, timeText(speech, invoice, dateOfSupply)],
  ]
}
export function headOf(speech: InvoiceSpeech, invoice: Invoice, note?: InvoiceNote): Fact[] {
  const { words } = speech
  const corrected = words.numberOfDay({ number: invoice.number, day: dayText(speech, invoice, invoice.date) })
  return [
    [numberLabel(words, note), note?.number ?? invoice.number],
    [words.reference, invoice.reference],
    ...datesOf(speech, invoice, note),
    ...(note ? ([[words.correctsInvoice, corrected]] as Fact[]) : []),
    [words.placeOfSupply, stateText(invoice.placeOfSupply)],
    [words.reverseCharge, invoice.isReverseCharge ? words.yes : words.no],
  ]
}
export const supplierOf = ({ words }: InvoiceSpeech, { supplier: s }: Invoice): Fact[] => [
  [words.supplier, s.name],
  [words.gstin, s.gstin],
  [words.address, s.address],
  [words.state, stateText(s.state)],
]
export const recipientOf = ({ words }: InvoiceSpeech, { recipient: r }: Invoice): Fact[] => [
  [words.customer, r.name],
  ...(r.business
    ? ([
        [words.gstin, r.business.gstin],
        [words.address, r.business.address],
        [words.state, stateText(r.business.state)],
        ...zoneFacts(r.business),
      ] as Fact[])
    : []),
  [words.email, r.email],
  [words.phone, r.phone],
]
export const energyText = ({ words, figures }: InvoiceSpeech, { energy }: Invoice): string =>
  words.energyValue({ amount: figures.fixed(energy, 3) })
/** As the charger is labelled: by the EVSE, and by the connector where the EVSE has others. */
function connectorOf({ words }: InvoiceSpeech, { connectorId, evseId, evseConnectorId }: Invoice): Fact[] {
  if (evseId === null) return [[words.connector, String(connectorId)]]
  const within: Fact[] = evseConnectorId === null ? [] : [[words.connector, String(evseConnectorId)]]
  return [['EVSE', String(evseId)], ...within]
}
export function sessionOf(speech: InvoiceSpeech, invoice: Invoice): Fact[] {
  const { words } = speech
  return [
    [words.charger, invoice.chargepoint_id],
    ...connectorOf(speech, invoice),
    [words.startTime, zonedText(speech, invoice, invoice.starttime)],
    [words.stopTime, zonedText(speech, invoice, invoice.stoptime)],
    [words.duration, durationText(invoice.durationSeconds)],
    [words.energy, energyText(speech, invoice)],
    [words.paymentMethod, invoice.payment_type],
    [words.paymentId, invoice.paymentId],
  ]
}
export const serviceText = ({ words }: InvoiceSpeech, { sac }: Invoice): string => words.service({ sac })

/** The registration at the portal; nothing where there is no number yet. */
export function eInvoiceOf(speech: InvoiceSpeech, invoice: Invoice, note?: InvoiceNote): Fact[] {
  const { words } = speech
  const { eInvoice: e } = note ?? invoice
  if (!e?.irn) return []
  return [
    [words.irn, e.irn],
    [words.ackNumber, e.ackNo],
    [words.ackDate, e.ackDate && timeText(speech, invoice, e.ackDate)],
    ...(e.cancelledAt ? ([[words.irnCancelled, timeText(speech, invoice, e.cancelledAt)]] as Fact[]) : []),
  ]
}

/** Cost, the tax with its heads as parts of it, and the total. */
export function figuresOf({ words, figures }: InvoiceSpeech, invoice: Invoice, note?: InvoiceNote): Figure[] {
  const f = note ?? invoice
  const percent = (n: number) => ({ percent: figures.number(Number(n.toFixed(2))) })
  const whole = percent(invoice.ratePercent)
  const half = percent(invoice.ratePercent / 2)
  const heads: (readonly [string, number])[] =
    f.igst !== 0 || invoice.recipient.business?.sez
      ? [[words.igst(whole), f.igst]]
      : [
          [words.cgst(half), f.cgst],
          [words.sgst(half), f.sgst],
        ]
  return [
    { label: words.cost, amount: figures.money(f.cost) },
    { label: words.gst(whole), amount: figures.money(f.gst) },
    ...heads.map(([label, n]) => ({ label, amount: figures.money(n), isPart: true })),
    ...(f.rounding === 0 ? [] : [{ label: words.rounding, amount: figures.money(f.rounding), isPart: true }]),
    { label: words.total, amount: figures.money(f.total), isStrong: true },
  ]
}
