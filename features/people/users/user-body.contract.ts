// The request that creates or changes a user, with the checks of its form (D-USER-1); apart from the endpoints, so that
// the list loads no schema.
import { bodySchema } from '@wattdesk/base/record-schemas'
import type { z } from 'zod'
import { userFields } from './user.fields.ts'

export const UserBody = bodySchema(userFields)
export type UserBody = z.output<typeof UserBody>
