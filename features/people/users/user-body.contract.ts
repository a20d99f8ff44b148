// The request that creates or changes a user, with the checks of its form (D-USER-1); apart from the endpoints, so that
// the list loads no schema.
import { optionalPhone, requiredEmail, requiredText } from '@wattdesk/base/fields'
import { z } from 'zod'

export const UserBody = z.object({
  username: requiredText('User Name', 100),
  firstName: requiredText('First Name', 50),
  lastName: requiredText('Last Name', 50),
  email: requiredEmail(),
  phone: optionalPhone().nullable(),
})
export type UserBody = z.infer<typeof UserBody>
