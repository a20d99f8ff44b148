// Who asks and what they may touch. Teams form a tree; a role covers its team and all below, unless one held lower
// down replaces it there (D-ACC-6). A team outside is 404, a missing flag 403 (D-GEN-2, D-GEN-6).
import { type AccessEntry, accessOfLetters, type Can, holds, type Right } from '@wattdesk/base/access'
import { fail, HttpFailure } from '@wattdesk/wire/route'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '#platform/db/db.ts'
import type { Scope } from '#platform/db/scope.ts'
import { type HeldKey, narrowed, readKeyAgain } from './api-key.ts'

export const NOT_AUTHORIZED = 'Not Authorized'

/** `path`: the team of the role, from the top. */
export type HeldRole = {
  teamId: number
  path: readonly number[]
  teamName: string
  roleId: number
  roleName: string
  access: AccessEntry[]
}
/** The signed-in user, or a program with a key of that user, read anew for every request. */
export type Who = {
  userId: number
  username: string
  userType: 'ROOT' | 'ADMIN' | 'USER'
  companyId: number
  companyType: 'GP' | 'P' | 'C'
  roles: HeldRole[]
  /** The browser that calls; missing for programs, and for what the product does itself. */
  browserId?: number
  /** When the person at that browser last proved who they are; missing as `browserId` is. */
  provenAt?: Date
  /** The key that calls, and has narrowed the roles; missing: the person does. */
  key?: HeldKey
}
export const NOT_BY_KEY = 'An API key cannot do this: it takes a person who is signed in.'
/** 403 for a program with an API key: some deeds are for people alone. */
export function demandPerson({ key }: Pick<Who, 'key'>): void {
  if (key) fail(403, NOT_BY_KEY)
}
/** A proof counts for so many minutes for what `asksAgain`. */
export const PROOF_MINUTES = 15
const PROOF_MS = PROOF_MINUTES * 60_000
const PROVE = 'Please confirm that it is you.'
/** 403 for a person whose last proof is too old for a dangerous act; a program has nothing but its key (MFA-02). */
export function demandProof({ key, provenAt }: Pick<Who, 'key' | 'provenAt'>, now: Date): void {
  const isFresh = provenAt !== undefined && now.getTime() - provenAt.getTime() <= PROOF_MS
  if (!key && !isFresh) throw new HttpFailure(403, PROVE, undefined, { body: { needs: 'proof' } })
}
type TeamRow = { id: number; companyId: number; companyType: 'GP' | 'P' | 'C'; path: number[] }

/**
 * The user behind a token with all roles, in one statement; undefined when gone, ended or switched off, or signed out of
 * the browser of the token. `today`: the business day, 'yyyy-MM-dd'.
 */
export async function readWho(
  db: Db,
  { userId, ver, browserId }: { userId: number; ver: number; browserId?: number | undefined },
  today: string,
): Promise<Who | undefined> {
  const isThere = sql`and exists (select from browser b where b.browser_id = ${browserId ?? 0} and b.user_id = u.id and b.ended_at is null)`
  const who = await whoIs(
    db,
    userId,
    sql`and u.ver = ${ver} and u.is_active and c.is_active
      and (c.valid_until is null or c.valid_until >= ${today}::date) ${browserId === undefined ? sql`` : isThere}`,
    browserId,
  )
  return who && browserId !== undefined ? { ...who, browserId } : who
}

/** A user as of now, for what they asked for earlier and is done later; undefined when gone, ended or switched off. */
export const readUser = (db: Db | Trx, userId: number, today: string): Promise<Who | undefined> =>
  whoIs(db, userId, sql`and u.is_active and c.is_active and (c.valid_until is null or c.valid_until >= ${today}::date)`)

/**
 * Locks everybody's rights until the transaction ends: the first statement of each act that gives, takes or judges
 * rights by the rights of others, before it locks any record. If two people take rights from each other at the same
 * moment, the acts follow each other, and the later act is judged by the rights that the earlier act left.
 */
export const holdRights = (trx: Trx): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended('rights', 0))`.execute(trx)

/**
 * The caller as of now, in the transaction of a change: what was read before a lock was waited for may have been taken
 * meanwhile by somebody else. 403 where the right is no longer held on the team at the end of `path`.
 */
export async function readAgain(trx: Trx, who: Who, path: readonly number[], can: Can): Promise<Who> {
  const now = await stillThere(trx, who)
  if (!allows(can, roleOn(now, path)?.access ?? [])) fail(403, NOT_AUTHORIZED)
  return now
}
async function stillThere(trx: Trx, { userId, key, browserId, provenAt }: Who): Promise<Who> {
  const now = (await whoIs(trx, userId, sql`and u.is_active and c.is_active`)) ?? fail(403, NOT_AUTHORIZED)
  const who = { ...now, ...(browserId !== undefined && { browserId }), ...(provenAt && { provenAt }) }
  return key ? withKey(who, (await readKeyAgain(trx, key)) ?? fail(403, NOT_AUTHORIZED)) : who
}

/**
 * The keeper of a key with no more rights than the key has: on its team the flags that count there and that the key names
 * too, on teams below it the same of the roles held there, elsewhere nothing. A key is never platform staff.
 */
export function withKey(keeper: Who, key: HeldKey): Who {
  const above = roleOn(keeper, key.path)
  const below = keeper.roles.filter(r => r.teamId !== key.teamId && r.path.includes(key.teamId))
  const roles = [...(above ? [{ ...above, teamId: key.teamId, path: key.path }] : []), ...below]
  return {
    ...keeper,
    username: `API key ${key.name}`,
    userType: 'USER',
    roles: roles.map(r => ({ ...r, access: narrowed(r.access, key.rights) })),
    key,
  }
}

/**
 * Holds all rights, and answers the caller as of now, with what is left of the scope in which `can` was held when the call
 * came in. 403 or 404 where nothing is.
 */
export async function callerNow<C extends { who: Who; scope: Scope }>(trx: Trx, caller: C, can: Can): Promise<C> {
  await holdRights(trx)
  const who = await stillThere(trx, caller.who)
  return { ...caller, who, scope: await leftOf(trx, who, caller.scope, can) }
}

async function leftOf(trx: Trx, who: Who, scope: Scope, can: Can): Promise<Scope> {
  const { teamId } = scope
  if (scope.kind !== 'teams') return (await teamScope(trx, who, teamId, can)).scope
  const now = await everywhere(trx, who, can)
  const teams = scope.teams.filter(id => now.kind === 'teams' && now.teams.includes(id))
  // The team that the call is about may be gone, or the last of those it could have been about.
  if (teams.length === 0 || (scope.teams.includes(teamId) && !teams.includes(teamId))) fail(403, NOT_AUTHORIZED)
  return { kind: 'teams', teamId, teams }
}

async function whoIs(
  db: Db | Trx,
  userId: number,
  only: RawBuilder<unknown>,
  browserId?: number,
): Promise<Who | undefined> {
  const { rows } = await sql<{
    username: string
    userType: Who['userType']
    companyId: number
    companyType: Who['companyType']
    provenAt: Date | null
    roles: { t: number; p: number[]; n: string; r: number; rn: string; a: Record<string, string> }[] | null
  }>`
    select u.username, u.user_type, u.company_id, c.company_type,
      ${browserId === undefined ? sql`null::timestamptz` : sql`(select proven_at from browser where browser_id = ${browserId})`} as proven_at,
      (select json_agg(json_build_object('t', m.team_id, 'p', t.path, 'n', t.name, 'r', r.id, 'rn', r.name, 'a',
          (select json_object_agg(a.feature_id, concat(
              case when can_view then 'v' end, case when can_create then 'c' end,
              case when can_update then 'u' end, case when can_delete then 'd' end))
            from role_access a where a.role_id = r.id)) order by t.name)
        from team_member m join team t on t.id = m.team_id join role r on r.id = m.role_id
        where m.user_id = u.id) as roles
    from app_user u join team c on c.id = u.company_id
    where u.id = ${userId} ${only}`.execute(db)
  const u = rows[0]
  if (!u) return undefined
  return {
    userId,
    username: u.username,
    userType: u.userType,
    companyId: u.companyId,
    companyType: u.companyType,
    ...(u.provenAt && { provenAt: u.provenAt }),
    roles: (u.roles ?? []).map(r => ({
      teamId: r.t,
      path: r.p,
      teamName: r.n,
      roleId: r.r,
      roleName: r.rn,
      access: accessOfLetters(r.a ?? {}),
    })),
  }
}

/** The role that counts on a team: the nearest one held on its path. */
export const roleOn = (who: Who, path: readonly number[]): HeldRole | undefined => {
  for (let i = path.length - 1; i >= 0; i--) {
    const role = who.roles.find(r => r.teamId === path[i])
    if (role) return role
  }
  return undefined
}

/** True when `access` satisfies `can` on a team that is covered. */
export const allows = (can: Can, access: readonly AccessEntry[]): boolean =>
  typeof can === 'string'
    ? can === 'anyone' || can === 'signed in' || can === 'team role' || holds(access, can as Right)
    : can.some(right => holds(access, right))

/** The team a user works on when none is named: the company's own team, else the first role's (D-GEN-3). */
export const defaultTeam = (who: Who): number | undefined =>
  who.key?.teamId ?? (who.roles.find(r => r.teamId === who.companyId) ?? who.roles[0])?.teamId

/**
 * Scope of a call on one team, and the team on which the role is held that counts there. 404 when not covered, 403 when
 * the right is missing there.
 */
export async function teamScope(
  db: Db | Trx,
  who: Who,
  teamId: number,
  can: Can,
): Promise<{ scope: Scope; access: AccessEntry[]; roleTeamId: number }> {
  const team = await db
    .selectFrom('team')
    .select(['id', 'companyId', 'companyType', 'path'])
    .where('id', '=', teamId)
    .executeTakeFirst()
  const role = team && roleOn(who, team.path)
  if (!team || !role) fail(404, 'Team not found')
  if (!allows(can, role.access)) fail(403, NOT_AUTHORIZED)
  return { scope: await below(db, who, team, can), access: role.access, roleTeamId: role.teamId }
}

/** The scope of a call on one team where `can` is held there; undefined where only another role is. 404 when not covered. */
export async function scopeIfHeld(db: Db | Trx, who: Who, teamId: number, can: Can): Promise<Scope | undefined> {
  try {
    return (await teamScope(db, who, teamId, can)).scope
  } catch (error) {
    if ((error as { statusCode?: number }).statusCode === 403) return undefined
    throw error
  }
}

/** The teams under `team`, less the branches where a role held lower down lacks the right. */
async function below(db: Db | Trx, who: Who, team: TeamRow, can: Can): Promise<Scope> {
  const lower = who.roles.filter(r => r.teamId !== team.id && !allows(can, r.access))
  if (lower.length === 0) {
    if (team.companyType === 'GP') return { kind: 'all', teamId: team.id }
    if (team.companyType === 'P') return { kind: 'company', teamId: team.id, companyId: team.companyId }
  }
  const { rows } = await sql<TeamRow>`
    select id, company_id, company_type, path from team where path @> ${sql.val([team.id])}::int[]`.execute(db)
  const teams = rows.filter(t => t.id === team.id || allows(can, roleOn(who, t.path)?.access ?? [])).map(t => t.id)
  return { kind: 'teams', teamId: team.id, teams }
}

/** Every team where the user has the right: the scope of a record asked for by its id alone (D-GEN-3). */
export async function everywhere(db: Db | Trx, who: Who, can: Can): Promise<Scope> {
  const held = who.roles.filter(r => allows(can, r.access))
  const teamId = defaultTeam(who) ?? who.companyId
  if (held.length === 0) return { kind: 'teams', teamId, teams: [] }
  const { rows } = await sql<TeamRow>`
    select id, company_id, company_type, path from team
    where path && ${sql.val(held.map(r => r.teamId))}::int[]`.execute(db)
  return {
    kind: 'teams',
    teamId,
    teams: rows.filter(t => allows(can, roleOn(who, t.path)?.access ?? [])).map(t => t.id),
  }
}

export { type Scope, within } from '#platform/db/scope.ts'
