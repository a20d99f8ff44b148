// Invoices are written soon after the bills (M-6): in the order the bills were written, some thousands at a time, each time
// in one transaction with the numbers they take, so that a number is there or was never given.
import { dayOf } from '@wattdesk/base/time'
import { demandMode } from '#office/installation/installation.store.ts'
import type { Services } from '#office/installation/services.ts'
import type { Trx } from '#platform/db/db.ts'
import type { Scope } from '#platform/db/scope.ts'
import type { Invoice } from './invoice.contract.ts'
import { figuresOf, fiscalYear, kindOf, numberText, seriesOf, serviceOn } from './invoice.rules.ts'
import * as store from './invoice.store.ts'
import { invoiceOf, isLacking } from './invoice-read.store.ts'

type Numbering = Pick<Services, 'db' | 'now' | 'timeZone' | 'invoices' | 'mode'>
const AT_ONCE = 2_000
/** How long after its time a bill may become visible, because its transaction has to end first. */
const OVERLAP_MS = 15 * 60_000

/** Writes missing documents and returns how many; at most one for each version of a bill. */
async function write(
  trx: Trx,
  { now, timeZone, invoices, mode }: Numbering,
  lacking: readonly store.Lacking[],
): Promise<number> {
  const series = seriesOf(invoices.series, mode)
  const papers = lacking.flatMap(l => {
    const [totalPaise, priorPaise] = [BigInt(l.totalPaise), BigInt(l.priorPaise)]
    const kind = kindOf(totalPaise, priorPaise, l.invoiceId !== null)
    if (!kind) return []
    const dated = kind === 'invoice' ? l.stoppedAt : l.billedAt
    const { sac, ratePpm: usual } = serviceOn(dayOf(l.stoppedAt, timeZone), invoices.services)
    const ratePpm = l.taxPpm ?? usual
    const figures = figuresOf(kind, { totalPaise, priorPaise, ratePpm, isAcross: l.isAcross })
    return [
      { lacking: l, kind, dated, sac, ratePpm, figures, series: series[kind], fiscalYear: fiscalYear(dated, timeZone) },
    ]
  })
  if (papers.length === 0) return 0
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
  await store.insert(trx, written, now())
  await demandMode(trx, mode)
  return written.length
}

/**
 * Writes all documents missing since the last run, or with `isThorough` since the beginning, including those that
 * earlier runs missed. Returns how many.
 */
export async function writeInvoices(services: Numbering, { isThorough = false } = {}): Promise<number> {
  const startedAt = services.now()
  const since = isThorough ? null : await store.progress(services.db)
  let made = 0
  for (;;) {
    const [found, written] = await services.db.transaction().execute(async trx => {
      await store.lock(trx)
      const lacking = await store.lackingSince(trx, since, AT_ONCE)
      const n = await write(trx, services, lacking)
      if (lacking.length === 0) await store.setProgress(trx, new Date(startedAt.getTime() - OVERLAP_MS))
      return [lacking.length, n] as const
    })
    made += written
    // Bills that need no document are left out by the search, so each round makes progress.
    if (found === 0 || written === 0) return made
  }
}

/** Writes the documents of one session at once, where a reader asks for them before their turn. */
export const writeInvoicesOf = (services: Numbering, transactionId: number): Promise<void> =>
  services.db.transaction().execute(async trx => {
    await store.lock(trx)
    // A note follows its invoice.
    for (;;) {
      const lacking = await store.lackingOf(trx, transactionId)
      if (lacking.length === 0 || (await write(trx, services, lacking)) === 0) return
    }
  })

/** The invoice of a session with its notes, written now where its turn has not come; undefined outside the scope, or without one. */
export async function sessionInvoice(
  services: Numbering,
  scope: Scope,
  transactionId: number,
): Promise<Invoice | undefined> {
  if (await isLacking(services.db, scope, transactionId)) await writeInvoicesOf(services, transactionId)
  return invoiceOf(services.db, scope, transactionId, services.timeZone)
}
