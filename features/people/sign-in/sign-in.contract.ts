// Sign-in and the signed-in user (D-AUTH-1, D-AUTH-9).
import { SessionUser, TeamRole } from '@wattdesk/base/session-schemas'
import { endpoint, only, type RecordKind } from '@wattdesk/wire/endpoint'
import { z } from 'zod'
import { NextStep, SignedIn } from '#people/second-factor/second-step.contract.ts'
import { SignIn } from './sign-in-body.contract.ts'

export const signIn = endpoint({
  method: 'POST',
  path: '/auth/login',
  can: 'anyone',
  summary: 'Sign in; or the step that follows the password',
  body: SignIn,
  data: z.union([SignedIn, NextStep]),
})

/** The signed-in user with the fields of the profile page (D-PROF-1). */
export const Profile = SessionUser.extend({
  phone: z.string().nullable(),
  language: z.string(),
  address: z.object({
    addressId: z.number().int(),
    street: z.string().nullable(),
    houseNumber: z.string().nullable(),
    zipcode: z.string().nullable(),
    city: z.string().nullable(),
    country: z.string(),
  }),
  /** `accesstype` is the name of the role. */
  role: z.array(TeamRole.extend({ accesstype: z.string() })),
}).meta({ id: 'Profile' })
export type Profile = z.infer<typeof Profile>
export const profileRecord: RecordKind<Profile> = {
  features: ['Users'],
  part: only('firstName', 'lastName', 'email', 'phone', 'language', 'address'),
}

export const getProfile = endpoint({
  method: 'GET',
  path: '/cms/v1/profile',
  can: 'signed in',
  record: profileRecord,
  summary: 'The signed-in user with roles and rights',
  data: Profile,
})
