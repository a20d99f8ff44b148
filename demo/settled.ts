// The months of the demo that are over: settled on the 1st at 02:00 and paid some days later, all but the last, as the product
// and its users would have done. For the last three months the papers for the tax office are on.
import { dayMs, dayOf, hourMs, startOfMonth } from '@wattdesk/base/time'
import { setTaxSetting } from '#office/tax-settings/tax-setting.commands.ts'
import type { TaxSettingName } from '#office/tax-settings/tax-setting.words.ts'
import type { Scope, Who } from '#platform/access/scope.ts'
import type { Caller } from '#platform/audit/act.ts'
import { runDuePayouts } from '#settlement/payouts/payout-run.commands.ts'
import { setStatus } from '#settlement/payouts/payout-status.commands.ts'
import { writeVouchers } from '#settlement/vouchers/voucher.commands.ts'
import type { PastServices } from './past.ts'

const NOTES = 'Paid by NEFT'
const RUNS_AFTER_MS = 2 * hourMs
const PAID_AFTER_MS = 4.4 * dayMs
/** Months with tax collected and deducted at source, invoices of the commission, and vouchers of the first operator. */
const TAXED_MONTHS = 3
const OF_INSTALLATION: readonly TaxSettingName[] = ['tcs', 'tds', 'commissionInvoices']
/** The platform's registration as a collector of tax. */
const COLLECTOR = '24AACCK3955D1C3'

/** `months`: how far the past goes back. Nothing where they are settled already. */
export async function settleMonths(services: PastServices, months: number): Promise<void> {
  if (await services.db.selectFrom('payout').select('payoutNo').limit(1).executeTakeFirst()) return
  const now = services.now()
  for (let n = months; n >= 0; n--) {
    const first = startOfMonth(now, services.timeZone, -n).getTime()
    if (n === TAXED_MONTHS) await services.at({ at: first }, () => beginTaxes(services))
    if (first + RUNS_AFTER_MS > now.getTime()) continue
    await services.at({ at: first + RUNS_AFTER_MS }, () => runDuePayouts(services))
    if (n > 0) await services.at({ at: first + PAID_AFTER_MS }, () => payAll(services))
  }
  await writeVouchers(services, { isThorough: true })
}

async function callerOf({ db }: PastServices, username: string, kind: Scope['kind']): Promise<Caller> {
  const u = await db
    .selectFrom('appUser')
    .innerJoin('team', 'team.id', 'appUser.companyId')
    .select(['appUser.id', 'appUser.userType', 'appUser.companyId', 'team.companyType'])
    .where('username', '=', username)
    .executeTakeFirstOrThrow()
  const { id: userId, companyId } = u
  const who = { userId, username, userType: u.userType, companyId, companyType: u.companyType, roles: [] } as Who
  const scope: Scope = kind === 'company' ? { kind, companyId, teamId: companyId } : { kind: 'all', teamId: companyId }
  return { who, by: { userId, username, ip: null, written: 0 }, scope, ifMatch: undefined }
}

async function beginTaxes(services: PastServices): Promise<void> {
  const since = dayOf(services.now(), services.timeZone)
  const root = await callerOf(services, 'root', 'all')
  for (const name of OF_INSTALLATION) await setTaxSetting(services, root, { name, since, value: true, lastId: 0 })
  await setTaxSetting(services, root, { name: 'tcsNumber', since, value: COLLECTOR, lastId: 0 })
  const finance = await callerOf(services, 'finance', 'company')
  await setTaxSetting(services, finance, { name: 'vouchers', since, value: true, lastId: 0 })
}

/** The finance users of the operators pay what is settled. */
async function payAll(services: PastServices): Promise<void> {
  const open = await services.db
    .selectFrom('payout')
    .innerJoin('team', 'team.id', 'payout.companyId')
    .select(['payoutId', 'team.domain'])
    .where('status', '=', 'PAYOUTPENDING')
    .orderBy('payoutNo')
    .execute()
  for (const { payoutId, domain } of open) {
    const finance = await callerOf(services, domain === 'bluegrid' ? 'bluegrid.finance' : 'finance', 'all')
    await setStatus(services, finance, payoutId, { status: 'PAYOUTCOMPLETED', notes: NOTES })
  }
}
