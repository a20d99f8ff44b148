// The own profile as its page edits it (D-PROF-1, D-USER-2). Username and id of the body change nothing.
import { isCountryCode } from '@wattdesk/base/countries'
import { optionalPhone, optionalText, requiredEmail, requiredText } from '@wattdesk/base/fields'
import { endpoint } from '@wattdesk/wire/endpoint'
import { z } from 'zod'
import { Profile, profileRecord } from '#people/sign-in/sign-in.contract.ts'

/** Languages a profile may name: those of the republic that mails are likely to be asked in, English first. */
export const LANGUAGES = ['en', 'hi', 'bn', 'gu', 'kn', 'ml', 'mr', 'pa', 'ta', 'te'] as const

export const UpdateProfile = z.object({
  firstName: requiredText('First Name', 50),
  lastName: requiredText('Last Name', 50),
  email: requiredEmail(),
  phone: optionalPhone().nullable(),
  language: z.enum(LANGUAGES, { error: 'Please select a language' }).default('en'),
  /** Parts that the body leaves out stay as they are. */
  address: z.object({
    street: optionalText('Street', 200).nullable(),
    houseNumber: optionalText('House Number', 50).nullable(),
    zipcode: optionalText('Zip Code', 20).nullable(),
    city: optionalText('City', 50).nullable(),
    country: z.string().refine(isCountryCode, 'Please select a country').default('IN'),
  }),
})
export type UpdateProfile = z.output<typeof UpdateProfile>

export const updateProfile = endpoint({
  method: 'PUT',
  path: '/cms/v1/user',
  can: 'signed in',
  record: profileRecord,
  asksAgain: 'the mail address changes',
  summary: 'Change the own profile',
  body: UpdateProfile,
  data: Profile,
})
