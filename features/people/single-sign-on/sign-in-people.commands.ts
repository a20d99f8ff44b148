// The people of a company who are known by single sign-on.
import { fail } from '@wattdesk/wire/route'
import type { Services } from '#office/installation/services.ts'
import { demandNotAbove } from '#people/roles/above.commands.ts'
import * as roles from '#people/roles/role.store.ts'
import { callerNow } from '#platform/access/scope.ts'
import { act, type Caller } from '#platform/audit/act.ts'
import * as audit from '#platform/audit/audit-log.ts'
import * as identities from './identity.store.ts'
import { demandCompany } from './sign-in-company.commands.ts'
import type { SignInSetting } from './sign-in-setting.contract.ts'
import * as calls from './sign-in-setting.contract.ts'
import * as store from './sign-in-setting.store.ts'
import { shown } from './sign-in-shown.commands.ts'

/** Lets a user go from the person that they were at the provider. */
export const releasePerson = (
  services: Services,
  asked: Caller,
  { id, userId }: { id: number; userId: number },
): Promise<SignInSetting> =>
  act(services, async trx => {
    const { who, by, scope } = await callerNow(trx, asked, calls.releaseSignInPerson.can)
    await store.lock(trx, id)
    await demandCompany(trx, scope, id)
    const theirs = (await roles.rolesInCompany(trx, id)).filter(m => m.userId === userId)
    for (const member of theirs) demandNotAbove(who, member, [member], ['userId'])
    if (!(await identities.release(trx, id, userId))) fail(404, 'User not found')
    await audit.write(trx, by, { action: 'unlink', feature: 'Users', recordId: userId, teamId: id })
    return shown(services, trx, who, id)
  })
