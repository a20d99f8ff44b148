// The GST registrations of a team, one for each state that it works in (TAX-02, M-2.5). A registration holds from the moment
// in which it is added until the moment in which it is ended; bills of sessions that began before stay as they are.

import { RECIPIENT_TYPE_NAMES } from '@wattdesk/base/business'
import { recordId } from '@wattdesk/base/fields'
import { endpoint } from '@wattdesk/wire/endpoint'
import { z } from 'zod'
import { OfTeam } from './team.contract.ts'
import { RegistrationBody } from './team-registration-body.contract.ts'

export const TeamRegistration = z
  .object({
    registrationId: z.number().int(),
    gstin: z.string(),
    /** The state of the GST number. */
    state: z.object({ code: z.string(), name: z.string() }),
    legalName: z.string(),
    address: z.string(),
    /** What the team is as a recipient of the platform's commission; null: a regular one. */
    recipientType: z.enum(RECIPIENT_TYPE_NAMES).nullable(),
    since: z.string(),
    /** null: in force. */
    until: z.string().nullable(),
    /** The first of those in force: it supplies where no other is of the state of the charge point, and stands in payouts. */
    isFirst: z.boolean(),
  })
  .meta({ id: 'TeamRegistration' })
export type TeamRegistration = z.infer<typeof TeamRegistration>

export const listRegistrations = endpoint({
  method: 'GET',
  path: '/cms/v1/team/{teamId}/registrations',
  can: 'Finance.view',
  summary: 'The GST registrations of a team, in the order in which they began, with those that have ended',
  params: OfTeam,
  data: z.array(TeamRegistration),
})

export const addRegistration = endpoint({
  method: 'POST',
  path: '/cms/v1/team/{teamId}/registrations',
  can: 'Finance.full',
  asksAgain: true,
  summary: 'Add a GST registration to a team; one for each state',
  params: OfTeam,
  body: RegistrationBody,
  data: TeamRegistration,
  status: 201,
})

export const endRegistration = endpoint({
  method: 'POST',
  path: '/cms/v1/team/{teamId}/registrations/{registrationId}/end',
  can: 'Finance.full',
  asksAgain: true,
  summary: 'End a GST registration of a team; sessions that begin afterwards are supplied by another',
  params: OfTeam.extend({ registrationId: recordId() }),
  data: TeamRegistration,
})
