// Writes the documents of a month's commission in the transaction of its payout, with the numbers that they take (M-8).
import type { RecipientType } from '@wattdesk/base/business'
import type { Services } from '#office/installation/services.ts'
import type { Supplier } from '#office/installation/supplier.contract.ts'
import type { Trx } from '#platform/db/db.ts'
import { queueCommission } from '#settlement/e-invoices/e-invoice.store.ts'
import { fiscalYear, numberText } from '#settlement/invoices/invoice.rules.ts'
import { takeNumbers } from '#settlement/invoices/invoice.store.ts'
import { commissionSeries, type DocumentFigures, statesOf } from './commission-invoice.rules.ts'
import * as store from './commission-invoice.store.ts'

type OfPayout = {
  payoutNo: number
  companyId: number
  teamId: number
  month: string
  platform: Supplier
  owner: { name: string; address: string; state: string; gstin: string | null; recipientType: RecipientType | null }
  sac: string
  /** As the setting has it. */
  series: string
  isTaxDeducted: boolean
  isTaxWithin: boolean
  documents: readonly DocumentFigures[]
}
/** Returns the numbers of the documents. */
export async function writeDocuments(
  trx: Trx,
  { timeZone, mode, invoices, now }: Pick<Services, 'timeZone' | 'mode' | 'invoices' | 'now'>,
  { documents, platform, owner, series: wanted, ...of }: OfPayout,
  at: Date,
): Promise<string[]> {
  if (documents.length === 0) return []
  const series = commissionSeries(wanted, invoices.series, mode)
  const year = fiscalYear(at, timeZone)
  const kindOf = (d: DocumentFigures) => (d.correctsPayoutNo === null ? 'invoice' : 'credit note')
  const groups = (['invoice', 'credit note'] as const).flatMap(kind => {
    const count = documents.filter(d => kindOf(d) === kind).length
    return count === 0 ? [] : [{ gstin: platform.gstin, series: series[kind], fiscalYear: year, count }]
  })
  const first = await takeNumbers(trx, groups)
  // The counters are held from here on: of payouts that are made side by side, a higher number bears no earlier time.
  const dated = new Date(Math.max(now().getTime(), at.getTime()))
  const next = new Map(groups.map((g, n) => [g.series, first[n] as number]))
  const states = statesOf(platform.gstin, owner)
  const numbers: string[] = []
  for (const figures of documents) {
    const own = series[kindOf(figures)]
    const sequence = next.get(own) as number
    next.set(own, sequence + 1)
    const number = numberText(own, year, sequence)
    numbers.push(number)
    await store.insert(trx, {
      ...of,
      number,
      gstin: platform.gstin,
      series: own,
      fiscalYear: year,
      sequence,
      dated,
      supplierName: platform.name,
      supplierAddress: platform.address,
      supplierState: states.supplier ?? null,
      recipientName: owner.name,
      recipientAddress: owner.address,
      recipientGstin: owner.gstin,
      recipientType: owner.recipientType,
      placeOfSupply: states.place ?? null,
      figures,
    })
  }
  await queueCommission(trx, of.payoutNo, timeZone, at)
  return numbers
}
