// Changing the own profile (D-USER-2).
import { found } from '@wattdesk/wire/route'
import type { Services } from '#office/installation/services.ts'
import { type Profile, profileRecord } from '#people/sign-in/sign-in.contract.ts'
import { endCode } from '#people/users/reset-code.store.ts'
import { TAKEN_WORDS } from '#people/users/user.rules.ts'
import { lock } from '#people/users/user.store.ts'
import { changeOwn, fieldsOf } from '#people/users/user-own.store.ts'
import { act, type Caller } from '#platform/audit/act.ts'
import * as audit from '#platform/audit/audit-log.ts'
import { demandUnchanged } from '#platform/audit/changed.ts'
import type { UpdateProfile } from './profile.contract.ts'
import * as store from './profile.store.ts'

const GONE = 'User not found'

export const updateProfile = (services: Services, caller: Caller, body: UpdateProfile): Promise<Profile> =>
  act(
    services,
    async trx => {
      const { who, by } = caller
      await lock(trx, who.userId)
      const before = found(await fieldsOf(trx, who.userId), GONE)
      await demandUnchanged(trx, caller, profileRecord, who.userId, () => store.profileOf(trx, who, services.timeZone))
      const { address, ...own } = body
      await changeOwn(trx, who.userId, { ...own, ...address })
      const after = found(await fieldsOf(trx, who.userId), GONE)
      if (before.email !== after.email) await endCode(trx, who.userId, services.now())
      await audit.write(trx, by, {
        action: 'update',
        feature: 'Users',
        recordId: who.userId,
        teamId: who.companyId,
        before,
        after,
      })
      return store.profileOf(trx, who, services.timeZone)
    },
    TAKEN_WORDS,
  )
