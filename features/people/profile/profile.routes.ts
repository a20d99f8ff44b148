// The own profile: read with roles and rights, changed without any right but being signed in (D-USER-2).
import { route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import { getProfile } from '#people/sign-in/sign-in.contract.ts'
import * as commands from './profile.commands.ts'
import { updateProfile } from './profile.contract.ts'
import * as store from './profile.store.ts'

export function profileRoutes(app: FastifyInstance): void {
  const { services } = app

  route(app, getProfile, async ({ who }) => ({ data: await store.profileOf(services.db, who, services.timeZone) }))

  route(app, updateProfile, async ({ body, ...caller }) => ({
    message: 'Profile Updated Successfully',
    data: await commands.updateProfile(services, caller, body),
  }))
}
