// GSTR-1 of a supplier's GST number and month (M-8): the section of each document, its form in the portal's JSON, and the sums
// of the sections. One pass over the documents makes both the file and what the screen shows. Pure; amounts in paise.
import type { RecipientType } from '@wattdesk/base/business'
import { rupeesFromPaise } from '@wattdesk/base/money'
import { type CommissionLine, figuresByRate } from '#settlement/commission-invoices/commission-invoice.rules.ts'

/** In the order of the file, whose consumers' sums come last because they are known last. */
export const SECTIONS = ['b2b', 'b2cl', 'cdnr', 'cdnur', 'b2cs'] as const
type Section = (typeof SECTIONS)[number]

/**
 * Above which total an invoice across states to a consumer is reported by itself (B2CL), by the first day on which it holds:
 * rule 59 (4) of the CGST rules, lowered by notification 12/2024.
 */
export const LARGE_INVOICES = [
  { from: '2017-07-01', paise: 25_000_000 },
  { from: '2024-08-01', paise: 10_000_000 },
] as const
/** The first month whose table 12 has businesses and consumers apart. */
const TABLE_12_IN_TWO = '2025-05'
/** What the offline tool of the portal writes. */
const VERSION = { version: 'GST3.2.4', hash: 'hash' } as const

export type Heads = { taxable: number; cgst: number; sgst: number; igst: number }
export type Amounts = Heads & { rounding: number; total: number }
export const AMOUNTS = ['taxable', 'cgst', 'sgst', 'igst', 'rounding', 'total'] as const
export const HEADS = ['taxable', 'cgst', 'sgst', 'igst'] as const
export const noAmounts = (): Amounts => ({ taxable: 0, cgst: 0, sgst: 0, igst: 0, rounding: 0, total: 0 })

/** A document of the supplier; the amounts of a credit note are above 0. */
export type OutwardDocument = Amounts & {
  section: Section
  /** Of the invoice of a session, or of an invoice of the commission. */
  id: number
  transactionId: number | null
  kind: 'invoice' | 'credit note' | 'debit note'
  number: string
  /** The business day, yyyy-MM-dd. */
  day: string
  recipientGstin: string | null
  /** Of a business; null for a consumer. */
  recipientName: string | null
  placeOfSupply: string | null
  /** Of a unit in a Special Economic Zone; null for a regular recipient. */
  recipientType: RecipientType | null
  isAcross: boolean
  sac: string
  /** Null where the lines have rates of their own. */
  ratePpm: number | null
  lines: CommissionLine[] | null
  isTaxWithin: boolean
  /** More than one document of the month has this number. */
  isDouble: boolean
  /** The registration at the invoice registration portal, with the business day of its acknowledgement; null where there is none. */
  irn: string | null
  irnDay: string | null
  /** Supplied through the platform, which collects tax of the supplier (table 14). */
  isThroughOperator: boolean
}
/** Whether a document is of the commission, which is another service than charging. */
export const isOfCommission = (d: Pick<OutwardDocument, 'transactionId'>): boolean => d.transactionId === null
export const signOf = ({ kind }: Pick<OutwardDocument, 'kind'>): 1 | -1 => (kind === 'credit note' ? -1 : 1)
export type Item = Heads & { ratePpm: number }
/** The parts of a document by rate; together they are the document. */
export function itemsOf(d: OutwardDocument): Item[] {
  const { taxable, cgst, sgst, igst } = d
  if (d.ratePpm !== null) return [{ ratePpm: d.ratePpm, taxable, cgst, sgst, igst }]
  return figuresByRate({
    lines: d.lines ?? [],
    isTaxWithin: d.isTaxWithin,
    taxablePaise: BigInt(taxable),
    cgstPaise: BigInt(cgst),
    sgstPaise: BigInt(sgst),
    igstPaise: BigInt(igst),
  }).map(r => ({
    ratePpm: r.ratePpm,
    taxable: Number(r.taxablePaise),
    cgst: Number(r.cgstPaise),
    sgst: Number(r.sgstPaise),
    igst: Number(r.igstPaise),
  }))
}

export type Json = { [name: string]: string | number | Json | Json[] }
const rupees = (paise: number): number => rupeesFromPaise(BigInt(paise))
const percent = (ppm: number): number => ppm / 10_000
/** dd-MM-yyyy */
const dateText = (day: string): string => day.split('-').toReversed().join('-')
const taxJson = (h: Heads, isAcross: boolean): Json =>
  isAcross ? { iamt: rupees(h.igst), csamt: 0 } : { camt: rupees(h.cgst), samt: rupees(h.sgst), csamt: 0 }
const itemsJson = (d: OutwardDocument): Json[] =>
  itemsOf(d).map((item, n) => ({
    num: n + 1,
    itm_det: { rt: percent(item.ratePpm), txval: rupees(item.taxable), ...taxJson(item, d.isAcross) },
  }))
const placeOf = (d: OutwardDocument): string => d.placeOfSupply ?? ''

/** Documents of a section are listed under the recipient or the place of supply; those of `cdnur` stand by themselves. */
const GROUPS = {
  b2b: { by: 'ctin', of: (d: OutwardDocument) => d.recipientGstin ?? '', list: 'inv' },
  b2cl: { by: 'pos', of: placeOf, list: 'inv' },
  cdnr: { by: 'ctin', of: (d: OutwardDocument) => d.recipientGstin ?? '', list: 'nt' },
} as const
const INVOICE_TYPES = { SEZWP: 'SEWP', SEZWOP: 'SEWOP' } as const
const typeJson = ({ recipientType }: OutwardDocument): Json => ({
  rchrg: 'N',
  inv_typ: recipientType ? INVOICE_TYPES[recipientType] : 'R',
})
/** As the GST portal fills them in for documents that it has from the invoice registration portal. */
const irnJson = ({ irn, irnDay }: OutwardDocument): Json =>
  irn === null || irnDay === null ? {} : { srctyp: 'e-Invoice', irn, irngendate: dateText(irnDay) }
/** A document as its section lists it. */
export function documentJson(d: OutwardDocument): Json {
  const [date, val, itms] = [dateText(d.day), rupees(d.total), itemsJson(d)]
  const note = { ntty: d.kind === 'credit note' ? 'C' : 'D', nt_num: d.number, nt_dt: date, val, pos: placeOf(d) }
  switch (d.section) {
    case 'b2b':
      return { inum: d.number, idt: date, val, pos: placeOf(d), ...typeJson(d), ...irnJson(d), itms }
    case 'b2cl':
      return { inum: d.number, idt: date, val, itms }
    case 'cdnr':
      return { ...note, ...typeJson(d), ...irnJson(d), itms }
    case 'cdnur':
      return { typ: 'B2CL', ...note, itms }
    case 'b2cs':
      throw new Error('B2CS lists sums, not documents')
  }
}

/** Numbers that follow each other without a hole, in one series and financial year. */
type VoucherKind = 'receipt voucher' | 'refund voucher'
export type NumberRun = { kind: OutwardDocument['kind'] | VoucherKind; first: string; last: string; documents: number }
/** Vouchers have numbers in table 13, and stand in no section. */
export const isOfVouchers = ({ kind }: NumberRun): boolean => kind === 'receipt voucher' || kind === 'refund voucher'
type Summed = Heads & { isAcross: boolean; place: string; ratePpm: number }
type Service = Heads & { isBusiness: boolean; sac: string; ratePpm: number }
export type Gstr1 = {
  gstin: string
  /** yyyy-MM */
  month: string
  sections: Record<Section, Amounts & { documents: number }>
  /** Those of the commission among the documents of all sections. */
  commission: Heads & { documents: number }
  consumers: Map<string, Summed>
  services: Map<string, Service>
  /** What was supplied through the platform, less credit notes. */
  throughOperator: Heads & { documents: number }
}
export const newGstr1 = (gstin: string, month: string): Gstr1 => ({
  gstin,
  month,
  sections: {
    b2b: { documents: 0, ...noAmounts() },
    b2cl: { documents: 0, ...noAmounts() },
    cdnr: { documents: 0, ...noAmounts() },
    cdnur: { documents: 0, ...noAmounts() },
    b2cs: { documents: 0, ...noAmounts() },
  },
  commission: { documents: 0, taxable: 0, cgst: 0, sgst: 0, igst: 0 },
  consumers: new Map(),
  services: new Map(),
  throughOperator: { documents: 0, taxable: 0, cgst: 0, sgst: 0, igst: 0 },
})
function addTo<S extends Heads>(sums: Map<string, S>, key: string, first: () => S, item: Heads, sign: 1 | -1): void {
  const sum = sums.get(key) ?? first()
  for (const head of HEADS) sum[head] += sign * item[head]
  sums.set(key, sum)
}
/** Adds a document to the sums of the return. */
export function addDocument(r: Gstr1, d: OutwardDocument): void {
  const { sections, commission, consumers, services } = r
  const sign = signOf(d)
  const section = sections[d.section]
  section.documents++
  for (const name of AMOUNTS) section[name] += sign * d[name]
  for (const [is, sum] of [
    [isOfCommission(d), commission],
    [d.isThroughOperator, r.throughOperator],
  ] as const) {
    if (!is) continue
    sum.documents++
    for (const head of HEADS) sum[head] += sign * d[head]
  }
  const nothing = { taxable: 0, cgst: 0, sgst: 0, igst: 0 }
  const isBusiness = d.recipientGstin !== null
  for (const item of itemsOf(d)) {
    const { ratePpm } = item
    const service = () => ({ ...nothing, isBusiness, sac: d.sac, ratePpm })
    addTo(services, `${isBusiness ? 0 : 1} ${d.sac} ${String(ratePpm).padStart(7, '0')}`, service, item, sign)
    if (d.section !== 'b2cs') continue
    const place = placeOf(d)
    const sum = () => ({ ...nothing, isAcross: d.isAcross, place, ratePpm })
    addTo(consumers, `${d.isAcross ? 1 : 0} ${place} ${String(ratePpm).padStart(7, '0')}`, sum, item, sign)
  }
}
const inOrder = <S>(sums: Map<string, S>): S[] =>
  [...sums].toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([, sum]) => sum)
export const servicesOf = (r: Gstr1): Service[] => inOrder(r.services)

/** What stands before the sections. */
export const headJson = ({ gstin, month }: Pick<Gstr1, 'gstin' | 'month'>): Json => ({
  gstin,
  fp: `${month.slice(5)}${month.slice(0, 4)}`,
  ...VERSION,
})
const consumersJson = (r: Gstr1): Json[] =>
  inOrder(r.consumers).map(s => ({
    sply_ty: s.isAcross ? 'INTER' : 'INTRA',
    pos: s.place,
    typ: 'OE',
    rt: percent(s.ratePpm),
    txval: rupees(s.taxable),
    ...taxJson(s, s.isAcross),
  }))
/** Services have no quantity. */
const servicesJson = (services: readonly Service[]): Json[] =>
  services.map((s, n) => ({
    num: n + 1,
    hsn_sc: s.sac,
    uqc: 'NA',
    qty: 0,
    rt: percent(s.ratePpm),
    txval: rupees(s.taxable),
    iamt: rupees(s.igst),
    camt: rupees(s.cgst),
    samt: rupees(s.sgst),
    csamt: 0,
  }))
/** Table 12: until April 2025 by service and rate alone, where businesses and consumers are added up. */
function table12(r: Gstr1): Json {
  const all = servicesOf(r)
  if (r.month >= TABLE_12_IN_TWO) {
    const part = (isBusiness: boolean) => servicesJson(all.filter(s => s.isBusiness === isBusiness))
    const [b2b, b2c] = [part(true), part(false)]
    return { ...(b2b.length > 0 && { hsn_b2b: b2b }), ...(b2c.length > 0 && { hsn_b2c: b2c }) }
  }
  const sums = new Map<string, Service>()
  for (const s of all)
    addTo(
      sums,
      `${s.sac} ${String(s.ratePpm).padStart(7, '0')}`,
      () => ({ ...s, taxable: 0, cgst: 0, sgst: 0, igst: 0 }),
      s,
      1,
    )
  return { data: servicesJson(inOrder(sums)) }
}
/** The numbers that the portal has for natures of documents. */
const NATURES = [
  ['invoice', 1],
  ['debit note', 4],
  ['credit note', 5],
  ['receipt voucher', 6],
  ['refund voucher', 8],
] as const
/** Table 13. No number is ever cancelled, and a hole in a month ends a run. */
const table13 = (runs: readonly NumberRun[]): Json => ({
  doc_det: NATURES.flatMap(([kind, doc_num]) => {
    const own = runs.filter(r => r.kind === kind)
    const docs = own.map(({ first, last, documents }, n) => ({
      num: n + 1,
      from: first,
      to: last,
      totnum: documents,
      cancel: 0,
      net_issue: documents,
    }))
    return docs.length === 0 ? [] : [{ doc_num, docs }]
  }),
})
/** Table 14: the net value of what was supplied through an operator that collects tax under section 52. */
const table14 = ({ throughOperator: sum }: Gstr1, etin: string): Json => ({
  clttx: [
    {
      etin,
      suppval: rupees(sum.taxable),
      igst: rupees(sum.igst),
      cgst: rupees(sum.cgst),
      sgst: rupees(sum.sgst),
      cess: 0,
    },
  ],
})
/**
 * The sections that are sums, which come after those that list documents. Sections without content are left out.
 * @param etin the GST number of the operator that collects tax; null where nobody does
 */
export function sumsJson(r: Gstr1, runs: readonly NumberRun[], etin: string | null): Json {
  const consumers = consumersJson(r)
  return {
    ...(consumers.length > 0 && { b2cs: consumers }),
    ...(r.services.size > 0 && { hsn: table12(r) }),
    ...(runs.length > 0 && { doc_issue: table13(runs) }),
    ...(etin !== null && r.throughOperator.documents > 0 && { supeco: table14(r, etin) }),
  }
}

/** Text of the sections that list documents, made as the documents come: in the order of sections and groups. */
export function documentLists(): { next: (d: OutwardDocument) => string; end: () => string } {
  let section: Section | undefined
  let group: string | undefined
  const close = (): string => (section === undefined ? '' : section === 'cdnur' ? ']' : ']}]')
  return {
    next: d => {
      const text = JSON.stringify(documentJson(d))
      const own = d.section === 'cdnur' || d.section === 'b2cs' ? undefined : GROUPS[d.section]
      const [key, isSame] = [own?.of(d), section === d.section]
      const begin = own ? `{${JSON.stringify(own.by)}:${JSON.stringify(key)},"${own.list}":[` : ''
      let before = ','
      if (!isSame) before = `${close()},\n${JSON.stringify(d.section)}:[${begin}`
      else if (key !== group) before = `]},\n${begin}`
      section = d.section
      group = key
      return before + text
    },
    end: close,
  }
}
