// Closes and reopens months of a company (M-8), by a finance admin on the company's own team. A closing reads the checklist in
// its own transaction, while nobody can write with a date in the month: what it read is what it closes.
import { monthText } from '@wattdesk/base/time'
import { fail } from '@wattdesk/wire/route'
import { postWaitingBills } from '#charging/billing/bill-ledger.commands.ts'
import { holdSums } from '#money/ledger/ledger-sums.store.ts'
import type { Services } from '#office/installation/services.ts'
import type { Scope } from '#platform/access/scope.ts'
import { act, type Caller } from '#platform/audit/act.ts'
import * as audit from '#platform/audit/audit-log.ts'
import { booksOf } from './books.store.ts'
import { openLines } from './books-read.store.ts'
import { closedBefore, closingFault, reopeningFault } from './month-closing.rules.ts'
import * as store from './month-closing.store.ts'
import { OPEN_WORDS } from './open-item.words.ts'
import { periodOf } from './period.rules.ts'

const ownCompany = (scope: Scope): number =>
  scope.kind === 'company' ? scope.companyId : fail(403, 'Months are closed on the company’s own team')

const recordOf = (month: string): string => `month-${month}`

/**
 * @throws HttpFailure 403 on another team than the company's own; 409 where the month is closed already; 422 where it is not
 * over, an earlier one is open, or lines are open, which are named
 */
export async function closeMonth(services: Services, { scope, who, by }: Caller, month: string): Promise<void> {
  const companyId = ownCompany(scope)
  const period = periodOf(month, services.timeZone)
  await postWaitingBills(services)
  return act(services, async trx => {
    await store.holdClosings(trx, companyId)
    const at = services.now()
    const before = (await store.closingEvents(trx, companyId))[0]?.closedUntil ?? null
    const fault = closingFault(period, before, at)
    if (fault) fail(fault.status, fault.text)
    await store.holdMonths(trx, companyId, before, period.to)
    await holdSums(trx)
    if ((await store.teamsNotRun(trx, companyId, period)) > 0)
      fail(422, `The payouts of ${monthText(month)} are not run yet: they are made on the 1st at 02:00`)
    const open = new Set(await openLines(trx, booksOf(scope, who), period, at))
    if ((await store.billsToPost(trx, companyId, period.to)) > 0) open.add(OPEN_WORDS.unposted.label)
    if (open.size > 0) fail(422, `${monthText(month)} cannot be closed while lines are open: ${[...open].join(', ')}`)
    await store.addClosing(trx, {
      companyId,
      event: 'closed',
      month,
      reason: '',
      closedUntil: period.to,
      at,
      userId: by.userId,
    })
    await audit.write(trx, by, {
      action: 'close',
      feature: 'Finance',
      recordId: recordOf(month),
      teamId: companyId,
      isMoney: true,
      before: { status: 'open' },
      after: { month, status: 'closed' },
    })
  })
}

/**
 * @throws HttpFailure 403 on another team than the company's own; 409 where the month is not closed; 422 where a later one is
 * closed
 */
export function reopenMonth(
  services: Services,
  { scope, by }: Caller,
  { month, reason }: { month: string; reason: string },
): Promise<void> {
  const companyId = ownCompany(scope)
  const period = periodOf(month, services.timeZone)
  return act(services, async trx => {
    await store.holdClosings(trx, companyId)
    const events = await store.closingEvents(trx, companyId)
    const fault = reopeningFault(period, events[0]?.closedUntil ?? null)
    if (fault) fail(fault.status, fault.text)
    const closedUntil = closedBefore(events, month)
    const at = services.now()
    await store.addClosing(trx, { companyId, event: 'reopened', month, reason, closedUntil, at, userId: by.userId })
    await audit.write(trx, by, {
      action: 'reopen',
      feature: 'Finance',
      recordId: recordOf(month),
      teamId: companyId,
      isMoney: true,
      before: { status: 'closed' },
      after: { month, status: 'open', reason },
    })
  })
}
