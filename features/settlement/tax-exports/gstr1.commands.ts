// GSTR-1 of a GST number and month: its file in pieces, and what the screen shows of it, both from one pass over the documents.
import { rupeesFromPaise } from '@wattdesk/base/money'
import { found } from '@wattdesk/wire/route'
import { atOneMoment } from '#money/ledger/ledger-sums.store.ts'
import type { Services } from '#office/installation/services.ts'
import type { Db } from '#platform/db/db.ts'
import { platformAt } from '#settlement/commission-invoices/platform.store.ts'
import { registerSummaryOf } from '#settlement/reconciliation/books-read.store.ts'
import { closingOf } from '#settlement/reconciliation/month-closing.store.ts'
import {
  AMOUNTS,
  type Amounts,
  addDocument,
  documentLists,
  type Gstr1,
  headJson,
  isOfCommission,
  type NumberRun,
  newGstr1,
  noAmounts,
  type OutwardDocument,
  servicesOf,
  signOf,
  sumsJson,
} from './gstr1.rules.ts'
import { faultsOf, supplierFaults } from './gstr1-checks.rules.ts'
import * as store from './outward.store.ts'
import type { Sums, TaxExports } from './tax-export.contract.ts'

const NO_NUMBER = 'No document of the month has this GST number'
/** As many faults are shown and written into the file; all of them are counted. */
const MOST_FAULTS = 100

type Counted = Amounts & { documents: number }
const nothing = (): Counted => ({ documents: 0, ...noAmounts() })
const counted = (all: readonly Counted[]): Counted => {
  const sum = nothing()
  for (const c of all) for (const name of ['documents', ...AMOUNTS] as const) sum[name] += c[name]
  return sum
}
const rupees = (paise: number): number => rupeesFromPaise(BigInt(paise))
const inRupees = ({ documents, ...amounts }: Counted): Sums => ({
  documents,
  ...(Object.fromEntries(AMOUNTS.map(name => [name, rupees(amounts[name])])) as Amounts),
})

/** The GST numbers with documents in a month, and the documents without one. */
function numbersOf({ sessions, commission }: store.Registers) {
  const names = new Map<string, { name: string; documents: number }>()
  for (const s of [...sessions.map(r => ({ ...r, gstin: r.supplierGstin })), ...commission]) {
    if (s.gstin === '') continue
    const known = names.get(s.gstin)
    names.set(s.gstin, { name: known?.name || s.supplierName || '', documents: (known?.documents ?? 0) + s.documents })
  }
  return [...names].map(([gstin, n]) => ({ gstin, ...n })).toSorted((a, b) => (a.gstin < b.gstin ? -1 : 1))
}
const registerOf = ({ sessions, commission }: store.Registers, gstin: string): Counted =>
  counted([...sessions.filter(s => s.supplierGstin === gstin), ...commission.filter(s => s.gstin === gstin)])

type Asked = store.Month & { gstin?: string | undefined }
/** The return that is asked for: of the number that is named, else of the platform's own, else of the first one. */
async function chosen(services: Reading, { gstin: asked, ...month }: Asked) {
  const registers = await atOneMoment(services.db, trx => store.registersIn(trx, month))
  const numbers = numbersOf(registers)
  const { supplier } = await platformAt(services.db, services.platform, month.period.to)
  const isThere = (gstin: string | undefined) => numbers.some(n => n.gstin === gstin)
  if (asked !== undefined) found(isThere(asked) || undefined, NO_NUMBER)
  const own = store.hasCommission(month) && isThere(supplier?.gstin) ? supplier?.gstin : undefined
  const isPlatforms = (gstin: string) => !store.hasCommission(month) && gstin === supplier?.gstin
  return { registers, numbers, gstin: asked ?? own ?? numbers[0]?.gstin, isPlatforms }
}
/** @throws HttpFailure 404 where no document of the month has the number */
export async function returnOf(services: Reading, asked: Asked): Promise<store.Return> {
  const { gstin } = await chosen(services, asked)
  return { books: asked.books, period: asked.period, gstin: found(gstin, NO_NUMBER) }
}

type Fault = TaxExports['faults'][number]
type Read = { gstr1: Gstr1; faults: Fault[]; faultCount: number }
const newRead = ({ gstin, period }: store.Return): Read => {
  const own = supplierFaults(gstin).map(text => ({ number: gstin, text, transactionId: null, documentId: null }))
  return { gstr1: newGstr1(gstin, period.month), faults: own, faultCount: own.length }
}
function take(r: Read, d: OutwardDocument): void {
  addDocument(r.gstr1, d)
  for (const text of faultsOf(d, r.gstr1)) {
    r.faultCount++
    if (r.faults.length >= MOST_FAULTS) continue
    const { number, transactionId } = d
    r.faults.push({ number, text, transactionId, documentId: isOfCommission(d) ? d.id : null })
  }
}

/**
 * The file in pieces. The portal takes no names that it does not know: what it would refuse of the documents stands in the file
 * as `faults`, and only then.
 */
export async function* gstr1Pieces(db: Db, of: store.Return): AsyncGenerator<string> {
  const read = newRead(of)
  const lists = documentLists()
  let runs: NumberRun[] = []
  yield JSON.stringify(headJson(read.gstr1)).slice(0, -1)
  const portions = store.outwardDocuments(db, of, async trx => {
    runs = await store.numberRuns(trx, of)
  })
  for await (const documents of portions) {
    let text = ''
    for (const d of documents) {
      take(read, d)
      if (d.section !== 'b2cs') text += lists.next(d)
    }
    if (text) yield text
  }
  const { faults, faultCount } = read
  const told = faults.map(f => `${f.number}: ${f.text}`)
  const rest = { ...sumsJson(read.gstr1, runs), ...(faultCount > 0 && { faults: told, fault_count: faultCount }) }
  const sums = JSON.stringify(rest)
  yield `${lists.end()}${sums === '{}' ? '' : `,\n${sums.slice(1, -1)}`}}\n`
}

type Reading = Pick<Services, 'db' | 'timeZone' | 'platform'>
/** Whether a month may still change: where it is not closed in the company, or not in each that has documents. */
export async function isOpenMonth(db: Db, { books, period }: store.Month, gstin: string | undefined): Promise<boolean> {
  const closing = await closingOf(db, books.scope, period)
  if (closing) return !closing.isClosed
  return gstin === undefined || !(await store.isClosedByAll(db, { books, period, gstin }))
}

/** What the screen shows: the sections beside the registers and the ledger, and what the portal would refuse. */
export async function taxExportsOf(services: Reading, asked: Asked): Promise<TaxExports> {
  const { db, timeZone } = services
  const { books, period } = asked
  const { registers, numbers, gstin, isPlatforms } = await chosen(services, asked)
  const of = { books, period, gstin: gstin ?? '' }
  const read = newRead(of)
  let then = registers
  let runs: NumberRun[] = []
  const commissionHeads = { cgst: 0, sgst: 0, igst: 0 }
  let hasCommission = false
  if (gstin !== undefined)
    for await (const documents of store.outwardDocuments(db, of, async trx => {
      then = await store.registersIn(trx, of)
      runs = await store.numberRuns(trx, of)
    }))
      for (const d of documents) {
        take(read, d)
        if (!isOfCommission(d)) continue
        hasCommission = true
        for (const head of ['cgst', 'sgst', 'igst'] as const) commissionHeads[head] += signOf(d) * d[head]
      }
  else read.faults = []
  const { month, rows: _, ...bridge } = await registerSummaryOf(db, books, period.month, timeZone)
  const { sections } = read.gstr1
  const sum = counted(Object.values(sections))
  const register = registerOf(then, of.gstin)
  const difference = counted([sum])
  for (const name of ['documents', ...AMOUNTS] as const) difference[name] -= register[name]
  const services12 = servicesOf(read.gstr1)
  const inServices = (head: 'taxable' | 'cgst' | 'sgst' | 'igst') => services12.reduce((n, s) => n + s[head], 0)
  const numbered = runs.reduce((n, r) => n + r.documents, 0)
  const ledger = hasCommission ? await store.commissionLedger(db, of) : commissionHeads
  const without = counted(registers.sessions.filter(s => s.supplierGstin === ''))
  return {
    month,
    isOpen: await isOpenMonth(db, of, gstin),
    numbers,
    gstin: gstin ?? null,
    withoutNumber: { documents: without.documents, total: rupees(without.total) },
    leftOut: (await store.isOfMoreTeams(db, of)) ? 'teams' : isPlatforms(of.gstin) ? 'companies' : null,
    sections: (['b2b', 'b2cl', 'b2cs', 'cdnr', 'cdnur'] as const).map(section => ({
      section,
      ...inRupees(sections[section]),
    })),
    sum: inRupees(sum),
    register: inRupees(register),
    difference: inRupees(difference),
    services: {
      taxable: rupees(inServices('taxable')),
      cgst: rupees(inServices('cgst')),
      sgst: rupees(inServices('sgst')),
      igst: rupees(inServices('igst')),
    },
    numbered,
    differences: [
      ...(['documents', ...AMOUNTS] as const)
        .filter(name => difference[name] !== 0)
        .map(name => `${LABELS[name]}: the sections differ from the registers`),
      ...(['taxable', 'cgst', 'sgst', 'igst'] as const)
        .filter(name => inServices(name) !== sum[name])
        .map(name => `${LABELS[name]}: table 12 differs from the sections`),
      ...(numbered === sum.documents ? [] : ['Documents: table 13 differs from the sections']),
      ...(['cgst', 'sgst', 'igst'] as const)
        .filter(name => ledger[name] !== commissionHeads[name])
        .map(name => `${LABELS[name]} on the commission: the documents differ from the ledger`),
      ...(bridge.isEqual ? [] : ['The sales register differs from the ledger']),
    ],
    commission: hasCommission ? { documents: headsInRupees(commissionHeads), ledger: headsInRupees(ledger) } : null,
    books: bridge,
    faults: read.faults,
    faultCount: gstin === undefined ? 0 : read.faultCount,
  }
}
const LABELS = {
  documents: 'Documents',
  taxable: 'Taxable value',
  cgst: 'CGST',
  sgst: 'SGST',
  igst: 'IGST',
  rounding: 'Rounding',
  total: 'Total',
} as const
const headsInRupees = (h: store.TaxHeads): store.TaxHeads => ({
  cgst: rupees(h.cgst),
  sgst: rupees(h.sgst),
  igst: rupees(h.igst),
})
