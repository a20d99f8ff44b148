// GSTR-1 of a GST number and month: which return is asked for, the reading of its documents, and its file in pieces.
import { found } from '@wattdesk/wire/route'
import { atOneMoment } from '#money/ledger/ledger-sums.store.ts'
import type { Services } from '#office/installation/services.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { platformAt } from '#settlement/commission-invoices/platform.store.ts'
import { closingOf } from '#settlement/reconciliation/month-closing.store.ts'
import { numbersOf } from './comparison.rules.ts'
import {
  addDocument,
  documentLists,
  type Gstr1,
  headJson,
  isOfCommission,
  type NumberRun,
  newGstr1,
  type OutwardDocument,
  sumsJson,
} from './gstr1.rules.ts'
import { faultsOf, operatorFaults, supplierFaults } from './gstr1-checks.rules.ts'
import { operatorOf } from './operator.store.ts'
import * as store from './outward.store.ts'
import type { TaxExports } from './tax-export.contract.ts'

const NO_NUMBER = 'No document of the month has this GST number'

type Reading = Pick<Services, 'db' | 'platform'>
export type Asked = store.Month & { gstin?: string | undefined }
/**
 * The number that is asked for, else the platform's own, else the first one; undefined where no number has documents.
 * @throws HttpFailure 404 where no document of the month has the number that is asked for
 */
export async function chosenNumber({ db, platform }: Reading, { gstin: asked, ...month }: Asked) {
  const registers = await atOneMoment(db, trx => store.registersIn(trx, month))
  const numbers = numbersOf(registers)
  const then = await platformAt(db, platform, month.period.to)
  const { supplier } = then
  const isThere = (gstin: string | undefined) => numbers.some(n => n.gstin === gstin)
  if (asked !== undefined && !isThere(asked)) found(undefined, NO_NUMBER)
  const own = store.hasCommission(month) && isThere(supplier?.gstin) ? supplier?.gstin : undefined
  return { registers, numbers, gstin: asked ?? own ?? numbers[0]?.gstin, platform: then }
}
/** @throws HttpFailure 404 where no document of the month has the number */
export async function returnOf(services: Reading, asked: Asked): Promise<store.Return> {
  const { gstin: chosen, platform } = await chosenNumber(services, asked)
  const gstin = found(chosen, NO_NUMBER)
  const operator = await operatorOf(services.db, platform, asked.period, gstin)
  return { books: asked.books, period: asked.period, gstin, operator }
}

/** Whether a month may still change: where it is not closed in the company, or not in each that has documents. */
export async function isOpenMonth(db: Db, { books, period }: store.Month, gstin: string | undefined): Promise<boolean> {
  const closing = await closingOf(db, books.scope, period)
  if (closing) return !closing.isClosed
  return gstin === undefined || !(await store.isClosedByAll(db, { books, period, gstin, operator: null }))
}

/** As many faults are shown and written into the file; all of them are counted. */
const MOST_FAULTS = 100
type Read = { gstr1: Gstr1; runs: NumberRun[]; faults: TaxExports['faults']; faultCount: number }
export const newRead = ({ gstin, period }: Pick<store.Return, 'gstin' | 'period'>): Read => {
  const own = gstin === '' ? [] : supplierFaults(gstin)
  return {
    gstr1: newGstr1(gstin, period.month),
    runs: [],
    faults: own.map(text => ({ number: gstin, text, transactionId: null, documentId: null })),
    faultCount: own.length,
  }
}
function take(r: Read, d: OutwardDocument): void {
  addDocument(r.gstr1, d)
  const { number, transactionId } = d
  for (const text of faultsOf(d, r.gstr1))
    addFault(r, { number, text, transactionId, documentId: isOfCommission(d) ? d.id : null })
}
function addFault(r: Read, fault: TaxExports['faults'][number]): void {
  r.faultCount++
  if (r.faults.length < MOST_FAULTS) r.faults.push(fault)
}
/** Adds all documents of a return to what is read of it, and hands them on in portions. `before` reads what else is of that moment. */
export async function* readInto(
  r: Read,
  db: Db,
  of: store.Return,
  before: (trx: Trx) => Promise<void> = () => Promise.resolve(),
): AsyncGenerator<OutwardDocument[]> {
  const portions = store.outwardDocuments(db, of, async trx => {
    r.runs = await store.numberRuns(trx, of)
    await before(trx)
  })
  for await (const documents of portions) {
    for (const d of documents) take(r, d)
    yield documents
  }
  if (!of.operator || r.gstr1.throughOperator.documents === 0) return
  for (const text of operatorFaults(of.operator.etin))
    addFault(r, { number: of.operator.etin, text, transactionId: null, documentId: null })
}

/**
 * The file in pieces. The portal takes no names that it does not know: what it would refuse of the documents stands in the file
 * as `faults`, and only then.
 */
export async function* gstr1Pieces(db: Db, of: store.Return): AsyncGenerator<string> {
  const read = newRead(of)
  const lists = documentLists()
  yield JSON.stringify(headJson(read.gstr1)).slice(0, -1)
  for await (const documents of readInto(read, db, of)) {
    const text = documents.map(d => (d.section === 'b2cs' ? '' : lists.next(d))).join('')
    if (text !== '') yield text
  }
  const { gstr1, runs, faults, faultCount } = read
  const told = faults.map(f => `${f.number}: ${f.text}`)
  const rest = {
    ...sumsJson(gstr1, runs, of.operator?.etin ?? null),
    ...(faultCount > 0 && { faults: told, fault_count: faultCount }),
  }
  const inner = JSON.stringify(rest).slice(1, -1)
  yield `${lists.end()}${inner === '' ? '' : `,\n${inner}`}}\n`
}
