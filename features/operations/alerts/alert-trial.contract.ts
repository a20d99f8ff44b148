// A rule tried before it is saved: how often it would have opened in the last 30 days, and for what (ALERT-10).
import { recordId } from '@wattdesk/base/fields'
import { endpoint } from '@wattdesk/wire/endpoint'
import { z } from 'zod'
import { AlertRuleBody } from './alert-rule-body.contract.ts'

/** Subjects of a reply, those with the most openings first. */
export const MOST_SUBJECTS = 100

const int = () => z.number().int()
const page = () => ({
  chargepoint_pk: int().nullable(),
  zone_id: int().nullable(),
  transaction_id: int().nullable(),
})
export const AlertTrial = z
  .object({
    /** The days that were looked at, ISO 8601 in UTC. */
    from: z.string(),
    to: z.string(),
    /** Why nothing can be told of the past of this kind; null: it can. */
    untold: z.string().nullable(),
    /** Which part of the days it cannot tell of, and why; null: none. */
    partly: z.string().nullable(),
    /** How many alerts would have opened; what came back within ten minutes is one. Null where the past cannot be told. */
    opened: int().nullable(),
    /** Day by day in the business time zone, 'yyyy-MM-dd', also days without; empty where the past cannot be told. */
    days: z.array(z.object({ day: z.string(), opened: int() })),
    /** Of how many subjects; `subjects` has at most 100 of them. */
    total: int().nullable(),
    subjects: z.array(
      z.object({
        subject: z.string(),
        name: z.string(),
        opened: int(),
        ...page(),
      }),
    ),
    /** For how many others it holds now without an opening in these days: they would open at once. */
    standing: int(),
    /** At most 100 of them, those that stand for the longest first, with since when the cause is there. */
    stands: z.array(z.object({ subject: z.string(), name: z.string(), since: z.string(), ...page() })),
  })
  .meta({ id: 'AlertTrial' })
export type AlertTrial = z.infer<typeof AlertTrial>

export const tryAlertRule = endpoint({
  method: 'POST',
  path: '/cms/v1/team/{teamId}/alert-rules/trial',
  can: 'Alert.view',
  reads: true,
  isWhole: true,
  patienceMs: 60_000,
  summary: 'How often a rule would have opened in the last 30 days, and for what; nothing is stored',
  params: z.object({ teamId: recordId() }),
  body: AlertRuleBody.pick({ kind: true, parameters: true, chargers: true, sites: true }),
  data: AlertTrial,
})
