// The platform as the e-commerce operator of a month (section 52 CGST): through it others supply while it collects tax.
import { taxValueOn } from '#office/tax-settings/tax-setting.rules.ts'
import { taxEntries } from '#office/tax-settings/tax-setting.store.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import type { PlatformThen } from '#settlement/commission-invoices/commission-invoice.rules.ts'
import { lastDayOf, periodNamed } from '#settlement/payouts/period.rules.ts'
import type { Period } from '#settlement/reconciliation/period.rules.ts'
import type { Operator } from './outward.store.ts'

/** As on the last day of the month, by which payouts collect; null where TCS is off, or the platform has no GST number. */
export async function operatorOf(
  db: Db | Trx,
  { supplier, pans }: PlatformThen,
  { month, zone }: Pick<Period, 'month' | 'zone'>,
): Promise<Operator | null> {
  const entries = await taxEntries(db, null)
  const at = { companyId: null, day: lastDayOf(periodNamed(`${month}-01`, zone)) }
  if (!supplier || !taxValueOn(entries, 'tcs', at)) return null
  return { etin: taxValueOn(entries, 'tcsNumber', at) ?? supplier.gstin, pans }
}
