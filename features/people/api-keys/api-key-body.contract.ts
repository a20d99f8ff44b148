// An API key as it is written, and what its form checks by (KEY-01).
import { besideOthers } from '@wattdesk/base/field-checks'
import { bodySchema } from '@wattdesk/base/record-schemas'
import { z } from 'zod'
import { RoleBody } from '#people/roles/role-body.contract.ts'
import { apiKeyFields } from './api-key.fields.ts'
import { MOST_ADDRESSES, OVERLAP_HOURS } from './api-key.words.ts'
import { VERSION_DATES } from './api-version.words.ts'

const NETWORK = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])
const TAKES_A_RIGHT = 'Choose at least one right'
export const ApiKeyBody = bodySchema(apiKeyFields).extend({
  /** IPv4 and IPv6 addresses and networks as 203.0.113.0/24; none: the key counts from everywhere. */
  addresses: z
    .array(
      z.string().refine(t => NETWORK.safeParse(t).success, 'Please enter an IP address, or a network with its length'),
    )
    .max(MOST_ADDRESSES, `At most ${MOST_ADDRESSES} addresses`)
    .refine(all => new Set(all).size === all.length, { when: besideOthers, error: 'Each once' })
    .default([]),
  /** The version of the API that serves calls without the header; left out: that of the day of its making, or as it is. */
  api_version: z.enum(VERSION_DATES, { error: `Must be one of ${VERSION_DATES.join(', ')}` }).optional(),
  access: RoleBody.shape.access.refine(all => all.some(a => [a?.view, a?.create, a?.update, a?.delete].includes('Y')), {
    when: besideOthers,
    error: TAKES_A_RIGHT,
  }),
})
export type ApiKeyBody = z.output<typeof ApiKeyBody>
/** The same as its form has it. The team of a stored key stays. */
export const ApiKeyForm = ApiKeyBody.extend({ teamId: z.number('Please select a team') })
export type ApiKeyFormValues = z.input<typeof ApiKeyForm>
export type ApiKeyFormBody = z.output<typeof ApiKeyForm>

export const RotationBody = z.object({
  /** For how many hours the secret that counts so far still counts beside the new one. */
  overlap_hours: z.number().refine(n => (OVERLAP_HOURS as readonly number[]).includes(n), {
    error: `Must be one of ${OVERLAP_HOURS.join(', ')}`,
  }),
})
