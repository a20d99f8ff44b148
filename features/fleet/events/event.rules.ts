// Which users are told of a changed record: all who may open the record, whichever team they have chosen (D-GEN-14,
// D-GEN-16, D-ACC-6).
import { type AccessEntry, type Feature, holds } from '@wattdesk/base/access'

/** The roles that a user holds, each with the path of its team, the top of the tree first. */
export type Reach = {
  userId: number
  roles: readonly { teamId: number; path: readonly number[]; access: readonly AccessEntry[] }[]
}
/** A changed record, with the team it belongs to as a way from the top, and its company. */
export type ChangedRecord = { feature: Feature; recordId: string; companyId: number; path: readonly number[] }

/** Records of a whole company: a user who may view them on any of its teams may view them. */
const OF_COMPANY: ReadonlySet<Feature> = new Set(['Users', 'Role'])

export function mayHearOf(r: Reach, record: ChangedRecord): boolean {
  const { feature, recordId, companyId, path } = record
  const views = (role: Reach['roles'][number]) => holds(role.access, `${feature}.view`)
  // Users may always open their own profile (D-USER-2).
  if (feature === 'Users' && recordId === String(r.userId)) return true
  // The nearest role on the way to the top counts.
  const nearest = path.toReversed().flatMap(id => r.roles.find(role => role.teamId === id) ?? [])[0]
  if (nearest && views(nearest)) return true
  return OF_COMPANY.has(feature) && r.roles.some(role => role.path.includes(companyId) && views(role))
}
