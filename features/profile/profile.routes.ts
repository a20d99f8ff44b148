// The own profile: read with roles and rights, changed without any right but being signed in (D-USER-2).
import { fail, route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import * as audit from '../audit/audit.store.ts'
import { endCode } from '../sign-in/reset-code.store.ts'
import { getProfile } from '../sign-in/sign-in.contract.ts'
import { updateProfile } from './profile.contract.ts'
import * as store from './profile.store.ts'

const EMAIL_TAKEN = 'Email already exists'

export function profileRoutes(app: FastifyInstance): void {
  const { db } = app.house

  route(app, getProfile, async ({ who }) => ({ data: await store.profileOf(db, who) }))

  route(app, updateProfile, async ({ who, by, body }) => {
    await db
      .transaction()
      .execute(async trx => {
        const before = await store.fieldsOf(trx, who.userId)
        await store.update(trx, who.userId, body)
        const after = await store.fieldsOf(trx, who.userId)
        if (before?.email !== after?.email) await endCode(trx, who.userId, app.house.now())
        await audit.write(trx, by, {
          action: 'update',
          feature: 'Users',
          recordId: who.userId,
          teamId: who.companyId,
          before: before ?? null,
          after: after ?? null,
        })
      })
      .catch((error: unknown) => {
        if ((error as { code?: string }).code === '23505') fail(409, EMAIL_TAKEN, { email: EMAIL_TAKEN })
        throw error
      })
    return { message: 'Profile Updated Successfully', data: await store.profileOf(db, who) }
  })
}
