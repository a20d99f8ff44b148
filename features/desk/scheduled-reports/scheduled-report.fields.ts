// The fields of a scheduled report (REPORT-01); its rows, times and receivers travel beside them.

import { isOneLine } from '@wattdesk/base/one-line'
import { choice, instant, key, number, text } from '@wattdesk/base/record'
import { FORMATS, MOST_NAME, MOST_SUBJECT, REPORT_STATES } from './scheduled-report.words.ts'

export const scheduledReportFields = {
  scheduled_report_id: key('Report ID').sorted().filtered(),
  name: text('Name', MOST_NAME)
    .check(isOneLine, 'Name must be one line')
    .findable()
    .listed({ identity: true, minWidth: 130, flex: 1.3 }),
  what: text('What', 100).joined().findable().listed({ minWidth: 100 }),
  state: choice('State', REPORT_STATES).readOnly().findable().listed({ minWidth: 90, flex: 0.5, head: true }),
  next_at: instant('Next sending').readOnly().optional().sorted().filtered().listed({ minWidth: 130, flex: 0.9 }),
  format: choice('Format', FORMATS).findable().listed({ minWidth: 70, flex: 0.4, hidden: true }),
  receivers: number('Receivers').joined().sorted().filtered().listed({ minWidth: 84, flex: 0.4, hidden: true }),
  last_at: instant('Last run').joined().optional().sorted().filtered().listed({ minWidth: 96, flex: 0.6 }),
  last_result: text('Result', 40).joined().optional().findable().listed({ minWidth: 160, flex: 0.7 }),
  last_rows: number('Rows').joined().optional().sorted().filtered().listed({ minWidth: 80, flex: 0.4, hidden: true }),
  last_bytes: number('Size (bytes)').joined().optional().sorted().filtered().listed({ minWidth: 76, flex: 0.4 }),
  owner: text('Owner', 100).joined().findable().listed({ minWidth: 90, flex: 0.7 }),
  // It goes into a header of the mail.
  subject: text('Subject', MOST_SUBJECT).check(isOneLine, 'Subject must be one line').optional(),
  stopped_why: text('Why it stopped', 300).readOnly().optional(),
  team_name: text('Team', 100).joined().findable().listed({ minWidth: 130, hidden: true }),
  createdAt: instant('Created').readOnly().sorted().filtered().listed({ minWidth: 140, hidden: true }),
  /** Missing: the account of the owner was deleted. */
  owner_id: key('Owner').optional(),
  teamId: key('Team'),
}
