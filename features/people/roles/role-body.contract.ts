// The request that creates or changes a role, with the checks of its form (D-ROLE-1); apart from the endpoints, so that
// screens which only read roles load no schema.
import { FEATURES } from '@wattdesk/base/access'
import { besideOthers } from '@wattdesk/base/field-checks'
import { requiredText } from '@wattdesk/base/fields'
import { YesNo } from '@wattdesk/base/session-schemas'
import { z } from 'zod'

const flag = (name: string) => z.enum(YesNo.options, { error: `${name} must be Y or N` })
/** Flags as they are sent; the name says which feature. */
const AccessGiven = z.object({
  featureName: z.enum(FEATURES, { error: 'Unknown feature' }),
  view: flag('view'),
  create: flag('create'),
  update: flag('update'),
  delete: flag('delete'),
})
export type AccessGiven = z.infer<typeof AccessGiven>

export const RoleBody = z.object({
  roleName: requiredText('Role Name', 50),
  /** Whoever holds the role needs a second factor (MFA-01); missing: as it was. */
  needsSecondFactor: z.boolean({ error: 'Needs a second factor must be true or false' }).optional(),
  access: z
    .array(AccessGiven, {
      error: issue => (issue.input === undefined ? 'Access is required' : 'Access must be a list of features'),
    })
    .refine(all => new Set(all.map(a => (a as Partial<AccessGiven> | null)?.featureName)).size === all.length, {
      when: besideOthers,
      error: 'A feature is named twice',
    }),
})
export type RoleBody = z.infer<typeof RoleBody>
