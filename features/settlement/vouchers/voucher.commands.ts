// Writes vouchers soon after money has come or gone (M-8), in order, with their numbers in the same transaction, so that a
// number is there or was never given.
import { dayOf } from '@wattdesk/base/time'
import { standsIn, supplierOf } from '#charging/billing/supply.rules.ts'
import { bookDates } from '#money/ledger/book-date.store.ts'
import { demandMode } from '#office/installation/installation.store.ts'
import type { Services } from '#office/installation/services.ts'
import { taxValueOn } from '#office/tax-settings/tax-setting.rules.ts'
import { taxEntries } from '#office/tax-settings/tax-setting.store.ts'
import type { Trx } from '#platform/db/db.ts'
import { figuresOf, fiscalYear, numberText, serviceOn } from '#settlement/invoices/invoice.rules.ts'
import { takeNumbers } from '#settlement/invoices/invoice.store.ts'
import { isAcross, statesOf, unusedOf, voucherSeries } from './voucher.rules.ts'
import * as store from './voucher.store.ts'

type Numbering = Pick<Services, 'db' | 'now' | 'timeZone' | 'invoices' | 'mode' | 'platform'>
const AT_ONCE = 1_000
/** What came or went before is found by the thorough search of each day. */
const LOOK_BACK_MS = 3 * 86_400_000
const EVER = new Date(0)

type Draft = Omit<store.NewVoucher, 'number' | 'series' | 'fiscalYear' | 'sequence' | 'dated' | 'figures'> & {
  totalPaise: number
  isAcross: boolean
}

function receiptOf({ platform, invoices, timeZone }: Numbering, l: store.LackingReceipt): Draft[] {
  const stands = standsIn(l)
  const supplier = l.supplier ? supplierOf(l.supplier, stands) : platform
  if (!supplier) return []
  const states = statesOf({
    supplierGstin: supplier.gstin,
    recipientGstin: l.recipientGstin,
    recipientType: l.recipientType,
    stands,
  })
  return [
    {
      kind: 'receipt',
      refundId: null,
      ofVoucherId: null,
      paymentNo: l.paymentNo,
      gstin: supplier.gstin,
      companyId: l.companyId,
      teamId: l.teamId,
      supplierName: supplier.name,
      supplierAddress: supplier.address,
      supplierState: states.supplier ?? null,
      placeOfSupply: states.place ?? null,
      recipientName: l.recipientName,
      recipientEmail: l.recipientEmail,
      recipientPhone: l.recipientPhone,
      recipientGstin: l.recipientGstin,
      recipientAddress: l.recipientAddress,
      recipientType: l.recipientType,
      sac: serviceOn(dayOf(l.capturedAt, timeZone), invoices.services).sac,
      ratePpm: l.recipientType === 'SEZWOP' ? 0 : l.taxPpm,
      movedAt: l.capturedAt,
      totalPaise: l.amountPaise,
      isAcross: states.isAcross,
    },
  ]
}
async function refundsOf(trx: Trx, lacking: readonly store.LackingRefund[]): Promise<Draft[]> {
  if (lacking.length === 0) return []
  const receipts = await store.partiesOf(
    trx,
    lacking.map(l => l.voucherId),
  )
  const unused = unusedOf(lacking)
  return lacking.flatMap(({ refundId, voucherId, processedAt }, n): Draft[] => {
    const parties = receipts.get(voucherId)
    const totalPaise = unused[n] ?? 0
    if (!parties || totalPaise === 0) return []
    const across = isAcross(parties.recipientType, parties.supplierState, parties.placeOfSupply)
    const moved = { refundId, ofVoucherId: voucherId, movedAt: processedAt, totalPaise }
    return [{ ...parties, ...moved, kind: 'refund', isAcross: across }]
  })
}

async function write(trx: Trx, numbering: Numbering, drafts: readonly Draft[]): Promise<number> {
  if (drafts.length === 0) return 0
  const { now, timeZone, invoices, mode } = numbering
  const series = voucherSeries(invoices.series, mode)
  const at = await store.momentAfterLast(trx, now())
  const isByIssue = taxValueOn(await taxEntries(trx, null), 'issueDates', { companyId: null, day: dayOf(at, timeZone) })
  const dates = await bookDates(
    trx,
    drafts.map(d => ({ companyId: d.companyId, own: isByIssue ? at : d.movedAt, decided: at })),
  )
  const papers = drafts.map((draft, n) => {
    const dated = dates[n] ?? draft.movedAt
    return { draft, dated, series: series[draft.kind], fiscalYear: fiscalYear(dated, timeZone) }
  })
  const groups = [...Map.groupBy(papers, p => `${p.draft.gstin} ${p.series} ${p.fiscalYear}`).values()]
  const first = await takeNumbers(
    trx,
    groups.map(own => {
      const [{ draft, series: s, fiscalYear: year }] = own as [(typeof papers)[number]]
      return { gstin: draft.gstin, series: s, fiscalYear: year, count: own.length }
    }),
  )
  const vouchers = groups.flatMap((own, g) =>
    own.map(({ draft: { totalPaise, isAcross, ...draft }, ...paper }, n): store.NewVoucher => {
      const sequence = (first[g] as number) + n
      const amounts = { totalPaise: BigInt(totalPaise), priorPaise: 0n, ratePpm: draft.ratePpm, isAcross }
      return {
        ...draft,
        ...paper,
        sequence,
        number: numberText(paper.series, paper.fiscalYear, sequence),
        figures: figuresOf('invoice', amounts),
      } as store.NewVoucher
    }),
  )
  await store.insert(trx, vouchers, at)
  await demandMode(trx, mode)
  return vouchers.length
}

/**
 * Writes the vouchers that are missing for money of the last days, or with `isThorough` of any time. Returns how many.
 */
export async function writeVouchers(services: Numbering, { isThorough = false } = {}): Promise<number> {
  const { db, now, timeZone: zone, platform } = services
  const since = isThorough ? EVER : new Date(now().getTime() - LOOK_BACK_MS)
  let made = 0
  for (;;) {
    const written = await db.transaction().execute(async trx => {
      await store.lock(trx)
      const receipts = await store.lackingReceipts(trx, {
        zone,
        since,
        most: AT_ONCE,
        hasPlatform: platform !== undefined,
      })
      const n = await write(
        trx,
        services,
        receipts.flatMap(l => receiptOf(services, l)),
      )
      const refunds = await store.lackingRefunds(trx, since, AT_ONCE)
      return n + (await write(trx, services, await refundsOf(trx, refunds)))
    })
    if (written === 0) return made
    made += written
  }
}
