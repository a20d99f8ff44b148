// Invoices are written soon after the bills (M-6): in the order the bills were written, some thousands at a time, each time
// in one transaction with the numbers they take, so that a number is there or was never given. Where documents bear the date
// of their issue (M-8), it is the moment at which they take their numbers.
import { dayOf } from '@wattdesk/base/time'
import { fail } from '@wattdesk/wire/route'
import { bookDates } from '#money/ledger/book-date.store.ts'
import { demandMode } from '#office/installation/installation.store.ts'
import type { Services } from '#office/installation/services.ts'
import { taxValueOn } from '#office/tax-settings/tax-setting.rules.ts'
import { taxEntries } from '#office/tax-settings/tax-setting.store.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import type { Scope } from '#platform/db/scope.ts'
import { queueInvoices } from '#settlement/e-invoices/e-invoice.store.ts'
import type { Invoice } from './invoice.contract.ts'
import { figuresOf, fiscalYear, kindOf, numberText, seriesOf, serviceOn } from './invoice.rules.ts'
import * as store from './invoice.store.ts'
import { IS_DELIVERY, NO_INVOICE } from './invoice.words.ts'
import { invoiceOf, isDelivery, isLacking } from './invoice-read.store.ts'

type Numbering = Pick<Services, 'db' | 'now' | 'timeZone' | 'invoices' | 'mode'>
const AT_ONCE = 2_000
/** How long after its time a bill may become visible, because its transaction has to end first. */
const OVERLAP_MS = 15 * 60_000

/** Whether documents that are written now bear the date of their issue. */
async function isByIssue(db: Db | Trx, { now, timeZone }: Numbering): Promise<boolean> {
  const day = dayOf(now(), timeZone)
  return taxValueOn(await taxEntries(db, null), 'issueDates', { companyId: null, day })
}
/** The moment of issue of documents that bear it; undefined where they bear the date of supply. */
const issueMoment = async (trx: Trx, numbering: Numbering): Promise<Date | undefined> =>
  (await isByIssue(trx, numbering)) ? store.momentAfterLast(trx, numbering.now()) : undefined

/** Writes missing documents and returns how many; at most one for each version of a bill. */
async function write(trx: Trx, numbering: Numbering, lacking: readonly store.Lacking[]): Promise<number> {
  const { now, timeZone, invoices, mode } = numbering
  const series = seriesOf(invoices.series, mode)
  const needed = lacking.flatMap(l => {
    const kind = kindOf(BigInt(l.totalPaise), BigInt(l.priorPaise), l.invoiceId !== null)
    return kind ? [{ lacking: l, kind }] : []
  })
  if (needed.length === 0) return 0
  const issued = await issueMoment(trx, numbering)
  const at = issued ?? now()
  const ownDates = needed.map(({ lacking: l, kind }) => issued ?? (kind === 'invoice' ? l.stoppedAt : l.billedAt))
  const dates = await bookDates(
    trx,
    needed.map(({ lacking: l }, n) => ({ companyId: l.companyId, own: ownDates[n] ?? at, decided: at })),
  )
  const papers = needed.map(({ lacking: l, kind }, n) => {
    const [totalPaise, priorPaise] = [BigInt(l.totalPaise), BigInt(l.priorPaise)]
    const own = ownDates[n] ?? at
    const dated = dates[n] ?? own
    // A document that is not dated by its supply, or by its correction, bears both dates.
    const suppliedAt = issued || dated.getTime() !== own.getTime() ? l.stoppedAt : null
    const { sac, ratePpm: usual } = serviceOn(dayOf(l.stoppedAt, timeZone), invoices.services)
    const ratePpm = l.taxPpm ?? usual
    const figures = figuresOf(kind, { totalPaise, priorPaise, ratePpm, isAcross: l.isAcross })
    const numbered = { series: series[kind], fiscalYear: fiscalYear(dated, timeZone) }
    return { lacking: l, kind, dated, suppliedAt, sac, ratePpm, figures, ...numbered }
  })
  const groups = new Map<string, store.Group & { next: number }>()
  const groupOf = (p: (typeof papers)[number]) => {
    const gstin = p.lacking.supplierGstin ?? ''
    const key = `${gstin} ${p.series} ${p.fiscalYear}`
    const known = groups.get(key) ?? { gstin, series: p.series, fiscalYear: p.fiscalYear, count: 0, next: 0 }
    groups.set(key, known)
    return known
  }
  for (const p of papers) groupOf(p).count++
  const all = [...groups.values()]
  const first = await store.takeNumbers(trx, all)
  all.forEach((g, n) => {
    g.next = first[n] as number
  })
  const written = papers.map(p => {
    const sequence = groupOf(p).next++
    return { ...p, sequence, number: numberText(p.series, p.fiscalYear, sequence) }
  })
  await store.insert(trx, written, at)
  const toBusinesses = written.filter(w => w.lacking.recipientGstin !== null && w.lacking.supplierGstin)
  await queueInvoices(
    trx,
    toBusinesses.map(w => w.lacking.transactionId),
    timeZone,
    now(),
  )
  await demandMode(trx, mode)
  return written.length
}

/**
 * Writes all documents missing since the last run, or with `isThorough` since the beginning, including those that
 * earlier runs missed. Returns how many.
 */
export async function writeInvoices(services: Numbering, { isThorough = false } = {}): Promise<number> {
  const startedAt = services.now()
  const begin = isThorough ? null : await store.progress(services.db)
  let since = begin
  let made = 0
  for (;;) {
    const [last, written] = await services.db.transaction().execute(async trx => {
      await store.lock(trx)
      const lacking = await store.lackingSince(trx, services.timeZone, since, AT_ONCE)
      const n = await write(trx, services, lacking)
      const last = lacking.at(-1)
      if (!last && since === begin) await store.setProgress(trx, new Date(startedAt.getTime() - OVERLAP_MS))
      return [last, n] as const
    })
    made += written
    // Bills are read in their order: each round begins at the last bill of the round before. A last round reads from the beginning.
    if (!last && since !== begin) {
      since = begin
      continue
    }
    since = last?.billedAt ?? since
    // Bills that need no document are left out by the search, so each round makes progress.
    if (!last || written === 0) return made
  }
}

/** Before a month is cut by the dates of notes: where these are the moments of their writing, what is missing is written. */
export async function issueDocuments(services: Numbering): Promise<void> {
  if (await isByIssue(services.db, services)) await writeInvoices(services)
}

/** Writes the documents of one session at once, where a reader asks for them before their turn. */
export const writeInvoicesOf = (services: Numbering, transactionId: number): Promise<void> =>
  services.db.transaction().execute(async trx => {
    await store.lock(trx)
    // A note follows its invoice.
    for (;;) {
      const lacking = await store.lackingOf(trx, services.timeZone, transactionId)
      if (lacking.length === 0 || (await write(trx, services, lacking)) === 0) return
    }
  })

/** The invoice of a session with its notes, written now where its turn has not come; undefined outside the scope, or without one. */
export async function sessionInvoice(
  services: Numbering,
  scope: Scope,
  transactionId: number,
): Promise<Invoice | undefined> {
  if (await isLacking(services.db, scope, transactionId, services.timeZone))
    await writeInvoicesOf(services, transactionId)
  return invoiceOf(services.db, scope, transactionId, services.timeZone)
}

/**
 * The same for a user of the portal.
 * @throws HttpFailure 404 where there is none, with what the session is instead
 */
export async function sessionInvoiceOrWhy(services: Numbering, scope: Scope, transactionId: number): Promise<Invoice> {
  const invoice = await sessionInvoice(services, scope, transactionId)
  if (invoice) return invoice
  return fail(404, (await isDelivery(services.db, scope, transactionId, services.timeZone)) ? IS_DELIVERY : NO_INVOICE)
}
