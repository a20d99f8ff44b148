// Problems that cost money now, line by line, each with its next step (S-ATTENTION). Amounts in rupees, times ISO 8601
// in UTC.
import { recordId } from '@wattdesk/base/fields'
import { endpoint } from '@wattdesk/wire/endpoint'
import { z } from 'zod'

const int = () => z.number().int()

export const AttentionItem = z
  .object({
    /** Names the kind of line; a portal draws kinds that it does not know too. */
    kind: z.string(),
    tone: z.enum(['fault', 'offline', 'warning']),
    /** The number of rows in the list behind `to`. */
    count: int(),
    /** The words of the line without its number: 'chargers offline'. */
    title: z.string(),
    /** The longest of them lasts since then; null where no time is known. */
    since: z.string().nullable(),
    /** The estimated loss; null where nothing is known to estimate it by, or the reader may not see revenue. */
    loss: z
      .object({
        perHour: z.number(),
        soFar: z.number(),
        /** The number of rows of `count` that the estimate covers; too little is known of the others. */
        covers: int(),
        /** The time at which the oldest of the paces behind the estimate was computed. */
        workedOutAt: z.string(),
      })
      .nullable(),
    /** How the figure relates to alerts: which stand, by which rules; missing: the reader may not see alerts. */
    alerts: z.object({ text: z.string(), to: z.string() }).optional(),
    /** The next step in words, and where in the portal it is taken. */
    step: z.string(),
    to: z.string(),
  })
  .meta({ id: 'AttentionItem' })
export type AttentionItem = z.infer<typeof AttentionItem>

export const listAttention = endpoint({
  method: 'GET',
  path: '/cms/v1/team/{teamId}/attention',
  can: 'team role',
  summary: 'What costs money now, the costliest first; each kind with view on its feature',
  params: z.object({ teamId: recordId() }),
  data: z.array(AttentionItem),
  beside: {
    /** The number of kinds that were looked for, which are those that the reader may see. */
    kinds: int(),
  },
})
