// The last Admin of a team stays an Admin (D-TEAM-2). An Admin holds Team, Users and Role in full, by a role on the team or
// on a team above within the same company: the staff of the platform, further up, do not count.
import { type AccessEntry, type Feature, holds } from '@wattdesk/base/access'

/** With these three in full all other rights can be restored. */
const OF_ADMINS: readonly Feature[] = ['Team', 'Users', 'Role']
export const isAdmin = (access: readonly AccessEntry[]): boolean => OF_ADMINS.every(f => holds(access, `${f}.full`))

/** A team with the path to it from the own team of its company. */
export type TeamPlace = { teamId: number; teamName: string; path: readonly number[] }
export type Membership = { userId: number; teamId: number; isAdmin: boolean }
/** The teams of companies, and the roles held on them. */
export type Staff = { teams: readonly TeamPlace[]; memberships: readonly Membership[] }

/** The teams that have an Admin. The nearest role on the path to a team is the role that counts there (D-ACC-6). */
function teamsWithAdmin({ teams, memberships }: Staff): Set<number> {
  const byTeam = Map.groupBy(memberships, m => m.teamId)
  const hasAdmin = ({ path }: TeamPlace) => {
    const seen = new Set<number>()
    for (const teamId of path.toReversed())
      for (const m of byTeam.get(teamId) ?? []) {
        if (m.isAdmin && !seen.has(m.userId)) return true
        seen.add(m.userId)
      }
    return false
  }
  return new Set(teams.filter(hasAdmin).map(t => t.teamId))
}

/** The first team that has an Admin before a change, and none after it. */
export function teamLeftAlone(before: Staff, after: Staff): TeamPlace | undefined {
  const [had, has] = [teamsWithAdmin(before), teamsWithAdmin(after)]
  return after.teams.find(t => had.has(t.teamId) && !has.has(t.teamId))
}

/** The first team that would be without an Admin if the user had a role on `teamId` that is not Admin. */
export const teamLeftBy = (staff: Staff, userId: number, teamId: number): TeamPlace | undefined =>
  teamLeftAlone(staff, {
    ...staff,
    memberships: [
      ...staff.memberships.filter(m => m.userId !== userId || m.teamId !== teamId),
      { userId, teamId, isAdmin: false },
    ],
  })

export const lastAdminText = (teamName: string): string => `The last Admin of the team ${teamName} stays an Admin`
