// Changing the own profile (D-USER-2).
import { found } from '@wattdesk/wire/route'
import type { Services } from '#office/installation/services.ts'
import { post } from '#office/mail/mail.store.ts'
import { homeOfCompany } from '#office/mail/mail-home.store.ts'
import { type Profile, profileRecord } from '#people/sign-in/sign-in.contract.ts'
import { endCode } from '#people/users/reset-code.store.ts'
import { movedMail, TAKEN_WORDS } from '#people/users/user.rules.ts'
import { lock } from '#people/users/user.store.ts'
import { changeOwn, fieldsOf } from '#people/users/user-own.store.ts'
import { demandProof } from '#platform/access/scope.ts'
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
      const isMoved = before.email !== body.email
      // Codes for passwords go to this address.
      if (isMoved) demandProof(who, services.now())
      const { address, ...own } = body
      await changeOwn(trx, who.userId, { ...own, ...address })
      const after = found(await fieldsOf(trx, who.userId), GONE)
      if (isMoved) {
        await endCode(trx, who.userId, services.now())
        const home = await homeOfCompany(trx, services.publicUrl, who.companyId)
        const user = { username: who.username, firstName: before.firstName }
        await post(trx, services.jobs, { to: before.email, ...movedMail(home, user, who.username) })
      }
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
