// Stored teams in the shape that travels, and as the audit log keeps them.
import { storedAddress } from '@wattdesk/base/address'
import type { AccountRow } from './payout-account.store.ts'
import type { Team, TeamRow } from './team.contract.ts'
import { lastFour } from './team.rules.ts'
import type { ListRow, StoredTeam } from './team-record.store.ts'

export const teamRowOf = (r: ListRow): TeamRow => ({
  teamId: r.teamId,
  name: r.name,
  active: r.isActive ? 'Y' : 'N',
  description: r.description,
  creationTime: r.createdAt.toISOString(),
  parentCompanyId: r.parentCompanyId,
  parentName: r.parentName,
  companyId: r.companyId,
  companyType: r.companyType,
})

/** With `accounts` as a finance admin reads it, else without finance and accounts. */
export const teamOf = (r: StoredTeam, accounts: readonly AccountRow[] | undefined): Team => ({
  ...teamRowOf(r),
  domain: r.domain,
  address: storedAddress(r.teamId, r),
  settlement_percentage: r.settlementPercentage,
  ...(accounts && { financeConfig: r.finance, payoutAccounts: [...accounts] }),
})

export const auditOf = (r: StoredTeam) => {
  const { addressId: _, ...address } = storedAddress(r.teamId, r)
  return {
    name: r.name,
    active: r.isActive ? 'Y' : 'N',
    description: r.description,
    parentCompanyId: r.parentCompanyId,
    domain: r.domain,
    ...address,
  }
}

/**
 * A separate value for each field, so that an audit entry names the changed fields; account numbers with their last
 * four digits only.
 */
export const financeAuditOf = (r: StoredTeam, accounts: readonly AccountRow[]) => ({
  ...Object.fromEntries(
    Object.entries(r.finance ?? {}).flatMap(([part, values]) =>
      Object.entries(values).map(([field, value]) => [`${part}.${field}`, value] as const),
    ),
  ),
  settlement_percentage: r.settlementPercentage,
  payoutAccounts: accounts.map(a => ({ ...a, account_no: lastFour(a.account_no) })),
})
