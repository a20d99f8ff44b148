// The checks of the form of a view.
import { requiredLine } from '@wattdesk/base/fields'
import { z } from 'zod'

export const viewName = requiredLine('Name', 60)
export const ViewForm = z.object({
  name: viewName,
  isShared: z.boolean(),
  /** Whether the list opens with it. */
  opens: z.boolean(),
})
export type ViewForm = z.output<typeof ViewForm>
