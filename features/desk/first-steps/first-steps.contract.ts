// The first steps of a company: from its own details to the first session, each read from the data itself. Times ISO 8601
// in UTC.
import { recordId } from '@wattdesk/base/fields'
import { endpoint } from '@wattdesk/wire/endpoint'
import { z } from 'zod'

const int = () => z.number().int()
const text = () => z.string().nullable()

export const FirstSteps = z
  .object({
    /** open until the first session, skipped or done for good; none: the team is no company's, or was made without them. */
    state: z.enum(['open', 'skipped', 'done', 'none']),
    /** The fields that the company still needs, in the words of its form; empty where it is complete. */
    missing: z.array(z.string()),
    /** The first team. */
    team: z.object({ teamId: int(), name: z.string() }).nullable(),
    /** The first price group. */
    price: z.object({ priceGroupId: int(), name: z.string() }).nullable(),
    /** The first charger that has sent a message, else the one that was added last. */
    charger: z
      .object({
        chargepoint_pk: int(),
        chargepoint_id: z.string(),
        teamId: int(),
        registrationStatus: z.enum(['Pending', 'Accepted', 'Rejected']),
        security_profile: int().nullable(),
        connectorCount: int(),
        /** When it last said that it has started: a charger begins with that. */
        lastBootAt: text(),
        /** As the charger has told them; null before its first message. */
        ocppProtocol: text(),
        vendor: text(),
        model: text(),
      })
      .meta({ id: 'FirstCharger' })
      .nullable(),
    /** The first session. */
    session: z
      .object({ transactionId: int(), startedAt: z.string(), stoppedAt: text() })
      .meta({ id: 'FirstSession' })
      .nullable(),
  })
  .meta({ id: 'FirstSteps' })
export type FirstSteps = z.infer<typeof FirstSteps>

const OfTeam = z.object({ teamId: recordId() })

export const getFirstSteps = endpoint({
  method: 'GET',
  path: '/cms/v1/team/{teamId}/first-steps',
  can: 'Team.create',
  summary: 'How far the set-up of a company has come',
  params: OfTeam,
  data: FirstSteps,
})

export const endFirstSteps = endpoint({
  method: 'POST',
  path: '/cms/v1/team/{teamId}/first-steps/end',
  can: 'Team.create',
  summary: 'End the first steps of a company for everybody: done once all of them are, or skipped',
  params: OfTeam,
  body: z.object({ how: z.enum(['done', 'skipped'], 'Please say done or skipped') }),
  data: FirstSteps,
})
