// The platform as the e-commerce operator of a month (section 52 CGST): through it others supply while it collects tax.
import { collectorFor, collectorsIn } from '#office/tax-settings/collectors.words.ts'
import { taxValueOn } from '#office/tax-settings/tax-setting.rules.ts'
import { taxEntries } from '#office/tax-settings/tax-setting.store.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import type { PlatformThen } from '#settlement/commission-invoices/commission-invoice.rules.ts'
import { lastDayOf, periodNamed } from '#settlement/payouts/period.rules.ts'
import type { Period } from '#settlement/reconciliation/period.rules.ts'
import type { Operator } from './outward.store.ts'

type Month = Pick<Period, 'month' | 'zone'>
async function settingsOf(db: Db | Trx, { month, zone }: Month) {
  const entries = await taxEntries(db, null)
  // The last day of the month, by which payouts collect.
  const at = { companyId: null, day: lastDayOf(periodNamed(`${month}-01`, zone)) }
  return { isOn: taxValueOn(entries, 'tcs', at), numbers: collectorsIn(taxValueOn(entries, 'tcsNumber', at)) }
}

/** The numbers under which the platform collects tax of a month, its first one first; where none is set the platform's own GST number. */
export async function collectorsOf(db: Db | Trx, { supplier }: PlatformThen, month: Month): Promise<string[]> {
  const { numbers } = await settingsOf(db, month)
  return numbers.length > 0 || !supplier ? numbers : [supplier.gstin]
}

/** The operator as a supplier's number sees it in a month; null where TCS is off, or the platform has no GST number. */
export async function operatorOf(
  db: Db | Trx,
  { supplier, pans }: PlatformThen,
  month: Month,
  supplierGstin: string,
): Promise<Operator | null> {
  const { isOn, numbers } = await settingsOf(db, month)
  if (!supplier || !isOn) return null
  return { etin: collectorFor(numbers, supplierGstin) ?? supplier.gstin, pans }
}
