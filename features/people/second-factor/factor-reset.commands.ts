// An administrator takes the second factors of a user away who has lost them (MFA-01): under the rules for other changes of a user.
import { notAuthorized } from '@wattdesk/base/text'
import { fail, found } from '@wattdesk/wire/route'
import type { Services } from '#office/installation/services.ts'
import * as browsers from '#people/browsers/browser.store.ts'
import * as roles from '#people/roles/role.store.ts'
import { MISSING, pairsOf } from '#people/users/user.commands.ts'
import { hasSay, isAbove, whyAbove } from '#people/users/user.rules.ts'
import { get, lock, type UserRow } from '#people/users/user.store.ts'
import { callerNow, type Scope, type Who } from '#platform/access/scope.ts'
import { type Caller as Asked, act } from '#platform/audit/act.ts'
import * as audit from '#platform/audit/audit-log.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { listOf } from './factor.commands.ts'
import * as factors from './factor.store.ts'
import { entryOf, mailFactorNews } from './factor-check.commands.ts'
import { resetUserFactors } from './second-factor.contract.ts'
import { FACTOR_KINDS } from './second-factor.words.ts'
import * as steps from './step.store.ts'

const OWN = 'Your own second factors are under My Profile'
const NO_SAY = 'This user holds a role on a team where you may not change users'
const NONE = 'The user has no second factor'

/** Why the caller may not reset the factors of a user; undefined: nothing speaks against. */
async function whyKept(db: Db | Trx, who: Who, user: UserRow): Promise<string | undefined> {
  if (who.userId === user.userId) return OWN
  const pairs = pairsOf(who, await roles.rolesOfUser(db, user.userId))
  if (!hasSay(who, user, pairs)) return NO_SAY
  return isAbove(who, user, pairs) ? whyAbove(user, pairs) : undefined
}

export async function factorsOfUser(db: Db, who: Who, scope: Scope, userId: number) {
  const user = found(await get(db, scope, userId), MISSING)
  return { ...(await listOf(db, userId)), whyKept: (await whyKept(db, who, user)) ?? null }
}

export const resetFactors = (services: Services, asked: Asked, userId: number): Promise<void> =>
  act(services, async trx => {
    const { who, by, scope } = await callerNow(trx, asked, resetUserFactors.can)
    await lock(trx, userId)
    const user = found(await get(trx, scope, userId), MISSING)
    const why = await whyKept(trx, who, user)
    if (why === OWN) fail(409, why)
    if (why !== undefined) fail(403, notAuthorized, { userId: why })
    const held = await factors.factorsOf(trx, userId)
    if (held.length === 0) fail(409, NONE)
    await factors.removeAll(trx, userId)
    await browsers.distrust(trx, userId)
    await steps.endAll(trx, userId, services.now())
    const { companyId, username, email, firstName } = user
    const person = { id: userId, companyId, username, email, firstName }
    const before = { factors: held.map(f => `${FACTOR_KINDS[f.kind]} ${f.name}`).join(', ') }
    await audit.write(trx, by, { ...entryOf(person), action: 'reset-second-factor', before })
    await mailFactorNews(services, trx, person, { what: 'reset', by: who.username }, { ip: by.ip ?? '', agent: '' })
  })
