// Finance, payout accounts and settlement of a team, as a finance admin saves them together with the team (D-ACC-2);
// they have an audit entry of their own, kept for eight years.
import { fail, found } from '@wattdesk/wire/route'
import { gatewayName } from '#office/reference/reference.rules.ts'
import { demandProof, type Who } from '#platform/access/scope.ts'
import * as audit from '#platform/audit/audit-log.ts'
import type { Trx } from '#platform/db/db.ts'
import { NO_ACCOUNT } from './payout-account.contract.ts'
import { areSameAccounts } from './payout-account.rules.ts'
import * as accounts from './payout-account.store.ts'
import { panFault } from './payout-account.words.ts'
import { financeAuditOf } from './team.reply.ts'
import { FinanceBody, type TeamChange } from './team-body.contract.ts'
import { NO_GATEWAY } from './team-finance.contract.ts'
import * as finance from './team-finance.store.ts'
import * as store from './team-record.store.ts'

type SentFinance = Pick<TeamChange, keyof FinanceBody>

/**
 * The part of a body that only a finance admin sends; 422 with a text per field. An empty list of accounts is how a
 * team without accounts is read; sent back, it changes nothing there.
 */
function financeOf(sent: SentFinance, hasAccounts: boolean): FinanceBody {
  const isNone = !hasAccounts && Array.isArray(sent.payoutAccounts) && sent.payoutAccounts.length === 0
  const read = FinanceBody.safeParse(isNone ? { ...sent, payoutAccounts: undefined } : sent)
  if (read.success) return read.data
  const errors: Record<string, string> = {}
  for (const issue of read.error.issues) errors[issue.path.join('.')] ??= issue.message
  fail(422, Object.values(errors)[0] ?? 'Invalid', errors)
}

/** Saves the finance in the request, in the transaction of the team. Other accounts than before take a fresh proof (MFA-02). */
export async function saveFinance(
  trx: Trx,
  { who, by }: { who: Who; by: audit.By },
  row: store.StoredTeam,
  sent: SentFinance,
  now: Date,
): Promise<void> {
  const { teamId } = row
  const accountsBefore = await accounts.listOf(trx, teamId, 'team')
  const before = financeAuditOf(row, accountsBefore)
  const body = financeOf(sent, before.payoutAccounts.length > 0)
  if (body.financeConfig) {
    if (!gatewayName(body.financeConfig.payment_gateway_details.payment_gateway_details_id))
      fail(422, NO_GATEWAY, { 'financeConfig.payment_gateway_details.payment_gateway_details_id': NO_GATEWAY })
    await finance.save(trx, teamId, body.financeConfig, now)
  }
  if (body.payoutAccounts?.length) await accounts.replace(trx, teamId, 'team', body.payoutAccounts, now)
  // Every account in the form was incomplete: a team that has accounts keeps at least one.
  else if (body.payoutAccounts && before.payoutAccounts.length > 0)
    fail(422, NO_ACCOUNT, { payoutAccounts: NO_ACCOUNT })
  if (body.settlement_percentage !== undefined) await store.setSettlement(trx, teamId, body.settlement_percentage, now)
  if (body.pan !== undefined && body.pan !== row.pan) await store.setPan(trx, teamId, body.pan, now)
  const saved = found(await store.get(trx, teamId, []), 'Team not found')
  const accountsAfter = await accounts.listOf(trx, teamId, 'team')
  const fault = panFault({ gst: accountsAfter[0]?.gst ?? null, pan: saved.pan })
  if (fault) fail(422, fault, { [saved.pan === row.pan ? 'payoutAccounts.0.gst' : 'pan']: fault })
  const after = financeAuditOf(saved, accountsAfter)
  // Where money goes, and how much of it.
  const isSame = areSameAccounts(accountsBefore, accountsAfter) && JSON.stringify(before) === JSON.stringify(after)
  if (!isSame) demandProof(who, now)
  const entry = { action: 'update', feature: 'Finance', recordId: teamId, teamId, isMoney: true }
  await audit.write(trx, by, { ...entry, before, after })
}
