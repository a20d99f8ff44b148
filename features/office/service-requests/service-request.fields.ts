// The fields of a service request (D-SR-1, D-SR-2).
import { choice, email, file, instant, key, lines, state, text } from '@wattdesk/base/record'
import { invalidPhone } from '@wattdesk/base/text'

// The states in their order.
export const TICKET_STATES = ['OPEN', 'IN_PROGRESS', 'RESOLVED', 'CLOSED'] as const
export type TicketStatus = (typeof TICKET_STATES)[number]
/** The states as they are shown. */
export const statusWords: Record<TicketStatus, string> = {
  OPEN: 'Open',
  IN_PROGRESS: 'In Progress',
  RESOLVED: 'Resolved',
  CLOSED: 'Closed',
}

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

/** 8 to 14 characters: digits, hyphens, spaces (S-PHONE). */
const isContactPhone = (phone: string): boolean => /^[\d -]{8,14}$/.test(phone) && /\d/.test(phone)

export const serviceRequestFields = {
  ticket_id: key('Ticket ID').sorted().searched().listed({ identity: true, minWidth: 90, flex: 0.5 }),
  email: email().findable().listed({ minWidth: 216, flex: 1.1 }),
  phone: text('Phone', 14).check(isContactPhone, invalidPhone).findable().listed({ minWidth: 126, flex: 0.7 }),
  issueType: choice('Issue Type', issueTypes, 'Please select an issue type')
    .findable()
    .listed({ minWidth: 130, flex: 0.8 }),
  description: lines('Description', 100).findable().listed({ minWidth: 188, flex: 1.6 }),
  attachment: file('Attachment').optional(),
  status: state('Status', statusWords, 'Please select a status')
    .changedLater()
    .findable()
    .listed({ minWidth: 120, flex: 0.7, head: true }),
  teamId: key('Team'),
  team_name: text('Team', 100).joined().listed({ hidden: true }),
  createAt: instant('Created On').readOnly().column('createdAt').sorted().filtered().listed({ minWidth: 150 }),
  updatedAt: instant('Updated On').readOnly(),
}
