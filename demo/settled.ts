// The months of the demo that are over: their payouts are made by the run of the product, and all but the last were paid.

import type { Services } from '#office/installation/services.ts'
import type { Caller } from '#platform/audit/act.ts'
import { runDuePayouts } from '#settlement/payouts/payout-run.commands.ts'
import { setStatus } from '#settlement/payouts/payout-status.commands.ts'

const NOTES = 'Paid by NEFT'
/** Nothing where they are settled already. */
export async function settleMonths(services: Services): Promise<void> {
  if ((await runDuePayouts(services)).length === 0) return
  const { db } = services
  const all = await db.selectFrom('payout').select(['payoutId', 'companyId', 'month']).orderBy('payoutNo').execute()
  const last = all
    .map(p => String(p.month))
    .sort()
    .at(-1)
  for (const { payoutId, companyId, month } of all) {
    if (String(month) === last) continue
    // As the finance users of the operators would say it.
    const user = await db
      .selectFrom('appUser')
      .select(['id', 'username'])
      .where('companyId', '=', companyId)
      .where('username', 'like', '%finance')
      .executeTakeFirst()
    const by = { userId: user?.id ?? null, username: user?.username ?? 'Finance', ip: null, written: 0 }
    const who = {
      userId: user?.id ?? 0,
      username: by.username,
      userType: 'USER' as const,
      companyId,
      companyType: 'P' as const,
      roles: [],
    }
    const caller: Caller = { who, by, scope: { kind: 'all', teamId: companyId }, ifMatch: undefined }
    await setStatus(services, caller, payoutId, { status: 'PAYOUTCOMPLETED', notes: NOTES })
  }
}
