// A service request as it is written, and what its form checks by (D-SR-1).
import { requiredEmail, requiredText } from '@wattdesk/base/fields'
import { invalidPhone } from '@wattdesk/base/text'
import { z } from 'zod'
import { changedLink, optionalLink } from '#office/uploads/upload.contract.ts'
import { TICKET_STATES } from './ticket-states.contract.ts'

export const MAX_DESCRIPTION = 100

export const issueTypes = [
  'Device not charging',
  'Dashboard',
  'Charger issues',
  'CMS user',
  'EV driver',
  'Price Group',
  'Refund',
  'Invoice',
  'Reporting',
  'Others',
] as const

/** The body of a request; a new request is open, whatever its body says. */
export const NewServiceRequest = z.object({
  email: requiredEmail(),
  // 8 to 14 characters: digits, hyphens, spaces (S-PHONE).
  phone: requiredText('Phone', 14).refine(t => /^[\d -]{8,14}$/.test(t) && /\d/.test(t), invalidPhone),
  issueType: z.enum(issueTypes, {
    error: i =>
      i.input === undefined || i.input === null || i.input === ''
        ? 'Issue Type is required'
        : 'Please select an issue type',
  }),
  description: requiredText('Description', MAX_DESCRIPTION),
  attachment: optionalLink('Attachment'),
})
export type NewServiceRequest = z.output<typeof NewServiceRequest>
export const ServiceRequestChange = NewServiceRequest.extend({
  attachment: changedLink('Attachment'),
  status: z.enum(TICKET_STATES, 'Please select a status').optional(),
})
export type ServiceRequestChange = z.output<typeof ServiceRequestChange>
