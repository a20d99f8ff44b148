// Stored teams in the shape that travels, and as the audit log keeps them.
import { storedAddress } from '@wattdesk/base/address'
import type { AccountRow } from './payout-account.store.ts'
import type { Team, TeamRow } from './team.contract.ts'
import { lastFour } from './team.rules.ts'
import type { ListRow, StoredTeam } from './team-record.store.ts'

export const teamRowOf = (row: ListRow): TeamRow => ({
  teamId: row.teamId,
  name: row.name,
  active: row.isActive ? 'Y' : 'N',
  description: row.description,
  creationTime: row.createdAt.toISOString(),
  parentCompanyId: row.parentCompanyId,
  parentName: row.parentName,
  companyId: row.companyId,
  companyType: row.companyType,
})

/** With `accounts` as a finance admin reads it, else without finance and accounts. */
export const teamOf = (team: StoredTeam, accounts: readonly AccountRow[] | undefined): Team => ({
  ...teamRowOf(team),
  domain: team.domain,
  address: storedAddress(team.teamId, team),
  settlement_percentage: team.settlementPercentage,
  ...(accounts && { financeConfig: team.finance, payoutAccounts: [...accounts], pan: team.pan }),
})

export const auditOf = (team: StoredTeam) => {
  const { addressId: _, ...address } = storedAddress(team.teamId, team)
  return {
    name: team.name,
    active: team.isActive ? 'Y' : 'N',
    description: team.description,
    parentCompanyId: team.parentCompanyId,
    domain: team.domain,
    ...address,
  }
}

/**
 * A separate value for each field, so that an audit entry names the changed fields; account numbers with their last
 * four digits only.
 */
export const financeAuditOf = (team: StoredTeam, accounts: readonly AccountRow[]) => ({
  ...Object.fromEntries(
    Object.entries(team.finance ?? {}).flatMap(([part, values]) =>
      Object.entries(values).map(([field, value]) => [`${part}.${field}`, value] as const),
    ),
  ),
  settlement_percentage: team.settlementPercentage,
  pan: team.pan,
  payoutAccounts: accounts.map(a => ({ ...a, account_no: lastFour(a.account_no) })),
})
