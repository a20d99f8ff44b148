// The tax document of a bill's version (M-6): an invoice, a note that corrects the invoice, or none; its number, its
// financial year, its figures. Amounts in paise. Pure.
import type { Mode } from '@wattdesk/base/mode'
import type { Paise, Ppm } from '@wattdesk/base/money'
import { partsIn } from '@wattdesk/base/time'
import { invoiceSplit } from '#charging/billing/bill.rules.ts'

const KINDS = ['invoice', 'credit note', 'debit note'] as const
export type InvoiceKind = (typeof KINDS)[number]

/** Two capitals or digits each, so that a number has at most 16 characters (rule 46). */
export type Series = Readonly<Record<InvoiceKind, string>>
export const isSeries = (text: string): boolean => /^[A-Z0-9]{2}$/.test(text)
/** In test mode every series begins so, and no number of a test can be taken for a number of the real series (D-PAY-7). */
export const TEST_SERIES = 'TEST'
/** The series of notes are derived from the series of invoices, so that two kinds of documents never share one. */
export function seriesOf(invoices: string, mode: Mode): Series {
  const prefix = mode === 'test' ? TEST_SERIES : ''
  const [creditNotes, debitNotes] = invoices === 'CN' || invoices === 'DN' ? ['KN', 'EN'] : ['CN', 'DN']
  return {
    invoice: `${prefix}${invoices}`,
    'credit note': `${prefix}${creditNotes}`,
    'debit note': `${prefix}${debitNotes}`,
  }
}

/** The service code of charging and its rate, from a day on; the latest entry up to a day counts. */
export type Service = { from: string; sac: string; ratePpm: Ppm }
/** Advance ruling of Karnataka 24/2023: SAC 998714, 18 %. */
export const SERVICES: readonly Service[] = [{ from: '2017-07-01', sac: '998714', ratePpm: 180_000 }]
/** `day`: yyyy-MM-dd in the business time zone. */
export const serviceOn = (day: string, services: readonly Service[]): Service =>
  services.findLast(s => s.from <= day) ?? services[0] ?? (SERVICES[0] as Service)

/** April to March: '26-27' for 2026-11-22. */
export function fiscalYear(at: Date, zone: string): string {
  const { year, month } = partsIn(at, zone)
  const first = month >= 4 ? year : year - 1
  const short = (y: number) => String(y % 100).padStart(2, '0')
  return `${short(first)}-${short(first + 1)}`
}

/** The part of a number before its sequence: 'CM/26-27/'; in test mode 'TESTCM26/', so that 16 characters hold as many. */
const numberStart = (series: string, year: string): string =>
  series.startsWith(TEST_SERIES) ? `${series}${year.slice(0, 2)}/` : `${series}/${year}/`
/** 'CM/26-27/0000001', in test mode 'TESTCM26/0000001' */
export const numberText = (series: string, year: string, sequence: number): string =>
  `${numberStart(series, year)}${String(sequence).padStart(7, '0')}`

/**
 * The kind of document that a version of a bill needs, by its total and the total of the version before it (0 for the
 * first); `hasInvoice`: an earlier version of the session has an invoice. Undefined where no document is needed.
 */
export function kindOf(totalPaise: Paise, priorPaise: Paise, hasInvoice: boolean): InvoiceKind | undefined {
  if (totalPaise === priorPaise) return undefined
  if (!hasInvoice) return totalPaise > 0n ? 'invoice' : undefined
  return totalPaise < priorPaise ? 'credit note' : 'debit note'
}

export type Figures = {
  costPaise: Paise
  cgstPaise: Paise
  sgstPaise: Paise
  igstPaise: Paise
  roundingPaise: Paise
  totalPaise: Paise
}
/**
 * The figures of a document (M-2.9). A note has the difference between the invoice before and after the correction, so
 * that an invoice and its notes add up to the invoice of the last bill.
 */
export function figuresOf(
  kind: InvoiceKind,
  {
    totalPaise,
    priorPaise,
    ratePpm,
    isAcross,
  }: { totalPaise: Paise; priorPaise: Paise; ratePpm: Ppm; isAcross: boolean },
): Figures {
  const whole = (total: Paise): Figures => {
    const { gstPaise: _, ...split } = invoiceSplit(total, ratePpm, !isAcross)
    return { ...split, totalPaise: total }
  }
  const after = whole(totalPaise)
  if (kind === 'invoice') return after
  const before = whole(priorPaise)
  const sign = kind === 'credit note' ? -1n : 1n
  const less = (of: (f: Figures) => Paise) => sign * (of(after) - of(before))
  return {
    costPaise: less(f => f.costPaise),
    cgstPaise: less(f => f.cgstPaise),
    sgstPaise: less(f => f.sgstPaise),
    igstPaise: less(f => f.igstPaise),
    roundingPaise: less(f => f.roundingPaise),
    totalPaise: less(f => f.totalPaise),
  }
}

type Shown = { eInvoice?: { fault: string | null } | undefined }
/** As its customer reads it: why the portal has not registered a document is for the supplier. */
export function withoutFaults<I extends Shown & { notes: Shown[] }>(invoice: I): I {
  const told = <D extends Shown>(d: D): D => (d.eInvoice ? { ...d, eInvoice: { ...d.eInvoice, fault: null } } : d)
  return { ...told(invoice), notes: invoice.notes.map(told) }
}
