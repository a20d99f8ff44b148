// Which entries of the audit log tell of a change of one record, and of which part of it (D-GEN-15).
import type { Feature } from '@wattdesk/base/access'
import type { HistoryPart } from './audit.contract.ts'

/** Numbers and times by which the product knows its rows; nobody else does. */
export const OWN_AFFAIRS: readonly string[] = [
  'id',
  'addressId',
  'companyId',
  'payoutDetailId',
  'priceVersionId',
  'review',
  'taskId',
  'ticketId',
  'userId',
  'createdAt',
  'updatedAt',
  'version',
  'maintenanceByHand',
]

/** The records whose names the server sends with an entry, by the fields that hold their numbers. */
export const NAMED_RECORDS: Readonly<Record<string, { label: string; other: string; isTeam?: true }>> = {
  parentCompanyId: { label: 'Parent Team', other: 'Another team', isTeam: true },
  teamId: { label: 'Team', other: 'Another team', isTeam: true },
  chargingSiteId: { label: 'Charging Site', other: 'Another site' },
  priceGroupId: { label: 'Price Group', other: 'Another price group' },
}

/** Actions that left every record as it was: refused calls, reads, sign-ins. */
const NO_CHANGE = ['refused', 'read', 'sign-in', 'sign-out', 'refuse-sign-in']
const OF_MEMBERS = ['add-member', 'change-member', 'remove-member']
/** The values that a company shares with its own team, which is the same record: by both names. */
const OF_COMPANY_AND_TEAM = [
  'name',
  'domain',
  'active',
  'isActive',
  'street',
  'houseNumber',
  'zipcode',
  'zipCode',
  'city',
  'state',
  'country',
  'latitude',
  'longitude',
  'lat',
  'lng',
]
const OF_ACCOUNTS = ['payoutAccounts', 'settlement_percentage']

/**
 * Entries of a feature: with an action of `only`, with none of `not`, touching a value of `values` or a value beside
 * `besides`. A missing condition narrows nothing.
 */
export type Chosen = {
  feature: Feature
  only?: readonly string[]
  not?: readonly string[]
  values?: readonly string[]
  besides?: readonly string[]
}

/**
 * Returns the conditions for the history of a record, or of one part of a team: an entry belongs if it fits any of
 * them.
 */
export function historyOf(feature: Feature, part?: HistoryPart): readonly Chosen[] {
  if (part === 'members') return [{ feature: 'Team', only: OF_MEMBERS }]
  if (part === 'finance') return [{ feature: 'Finance', not: NO_CHANGE, besides: OF_ACCOUNTS }]
  if (part === 'accounts') return [{ feature: 'Finance', not: NO_CHANGE, values: OF_ACCOUNTS }]
  const own = { feature, not: [...NO_CHANGE, ...OF_MEMBERS] }
  const twin = feature === 'Team' ? 'Company' : feature === 'Company' ? 'Team' : undefined
  return twin ? [own, { ...own, feature: twin, values: OF_COMPANY_AND_TEAM }] : [own]
}
