// Scheduled reports: their list and records, their runs, and what people do with them (REPORT-01, REPORT-02). Everybody with
// a role has their own; who may change users of a team sees all of its reports and may stop them.
import { recordId } from '@wattdesk/base/fields'
import { listQuery, pageFields } from '@wattdesk/base/paging'
import { filterTypes, type ShownRecord, sortNames, writtenNames } from '@wattdesk/base/record'
import { replySchema } from '@wattdesk/base/record-schemas'
import { endpoint, only, type RecordKind } from '@wattdesk/wire/endpoint'
import { z } from 'zod'
import { scheduledReportFields } from './scheduled-report.fields.ts'
import { PERIODS, RESULTS, RHYTHMS, SOURCE_NAMES } from './scheduled-report.words.ts'
import { ScheduledReportBody } from './scheduled-report-body.contract.ts'

const int = () => z.number().int()
const beside = {
  source: z.enum(SOURCE_NAMES),
  view_id: int().nullable(),
  /** Null: no view, or a view that is gone. */
  view_name: z.string().nullable(),
  period: z.enum(PERIODS),
  rhythm: z.enum(RHYTHMS),
  hour: int(),
  weekday: int().nullable(),
  month_day: int().nullable(),
  users: z.array(int()),
  addresses: z.array(z.string()),
  /** The names of the people among the receivers. */
  people: z.array(z.string()),
  /** Receivers who have stopped it by the link in a mail: names of people, and addresses. */
  stopped: z.array(z.string()),
  /** The caller's own: may be changed. */
  isMine: z.boolean(),
}
type Beside = z.infer<z.ZodObject<typeof beside>>
export const ScheduledReport = replySchema(scheduledReportFields, 'ScheduledReport').extend(beside)
export type ScheduledReport = ShownRecord<typeof scheduledReportFields> & Beside

export const scheduledReportRecord: RecordKind<ScheduledReport> = {
  features: ['ScheduledReport'],
  part: only(
    ...writtenNames(scheduledReportFields),
    'source',
    'view_id',
    'period',
    'rhythm',
    'hour',
    'weekday',
    'month_day',
    'users',
    'addresses',
    'owner_id',
  ),
}

const OfTeam = z.object({ teamId: recordId() })
const One = z.object({ scheduledReportId: recordId() })
const sorts = sortNames(scheduledReportFields)
const filters = filterTypes(scheduledReportFields)

export const listScheduledReports = endpoint({
  method: 'GET',
  path: '/cms/v1/team/{teamId}/scheduled-reports',
  can: 'team role',
  summary:
    'The scheduled reports of a team and the teams below it: one’s own, and all of them for who may change users',
  offers: { sorts, filters, key: 'scheduled_report_id' },
  params: OfTeam,
  query: listQuery(sorts, filters),
  data: z.array(ScheduledReport),
  beside: { ...pageFields, zone: z.string() },
})
export const createScheduledReport = endpoint({
  method: 'POST',
  path: '/cms/v1/team/{teamId}/scheduled-reports',
  can: 'team role',
  callers: 'people',
  record: scheduledReportRecord,
  summary: 'Schedule a report of what the caller may view',
  params: OfTeam,
  body: ScheduledReportBody,
  data: ScheduledReport,
  status: 201,
})
export const getScheduledReport = endpoint({
  method: 'GET',
  path: '/cms/v1/scheduled-reports/{scheduledReportId}',
  can: 'team role',
  record: scheduledReportRecord,
  summary: 'One scheduled report',
  params: One,
  data: ScheduledReport,
})
export const updateScheduledReport = endpoint({
  method: 'PUT',
  path: '/cms/v1/scheduled-reports/{scheduledReportId}',
  can: 'team role',
  callers: 'people',
  record: scheduledReportRecord,
  summary: 'Change a scheduled report; its owner alone',
  params: One,
  body: ScheduledReportBody,
  data: ScheduledReport,
})
export const deleteScheduledReport = endpoint({
  method: 'DELETE',
  path: '/cms/v1/scheduled-reports/{scheduledReportId}',
  can: 'team role',
  callers: 'people',
  record: scheduledReportRecord,
  summary: 'Delete a scheduled report, and the files that it keeps for links',
  params: One,
  data: z.object({ scheduled_report_id: int() }),
})
export const pauseScheduledReport = endpoint({
  method: 'POST',
  path: '/cms/v1/scheduled-reports/{scheduledReportId}/pause',
  can: 'team role',
  callers: 'people',
  summary: 'Send a report no more until it goes on',
  params: One,
  data: ScheduledReport,
})
export const resumeScheduledReport = endpoint({
  method: 'POST',
  path: '/cms/v1/scheduled-reports/{scheduledReportId}/resume',
  can: 'team role',
  callers: 'people',
  summary: 'Let a report go on that was paused or has stopped, from its next time; its owner alone',
  params: One,
  data: ScheduledReport,
})
export const testScheduledReport = endpoint({
  method: 'POST',
  path: '/cms/v1/scheduled-reports/{scheduledReportId}/test',
  can: 'team role',
  callers: 'people',
  summary: 'Make a report now and send it to its owner, who is the caller',
  params: One,
  data: z.object({ at: z.string() }),
})
export const takeScheduledReport = endpoint({
  method: 'POST',
  path: '/cms/v1/scheduled-reports/{scheduledReportId}/take-over',
  can: 'team role',
  callers: 'people',
  summary: 'Make oneself the owner of a report, with whose rights it is made from then on',
  params: One,
  data: ScheduledReport,
})

const Run = z
  .object({
    id: int(),
    due_at: z.string(),
    at: z.string(),
    is_test: z.boolean(),
    result: z.enum(RESULTS),
    reason: z.string().nullable(),
    /** The rows in words: period and filters. */
    told: z.string().nullable(),
    rows: int().nullable(),
    bytes: int().nullable(),
    file_name: z.string().nullable(),
    receivers: z.array(z.string()),
    /** Receivers who had stopped it, were switched off, deleted or had no role on the team any more. */
    left_out: z.array(z.string()),
    /** Until when its file is kept for the link in the mail; null: it was attached, or is gone. */
    kept_until: z.string().nullable(),
  })
  .meta({ id: 'ScheduledReportRun' })
export type ScheduledReportRun = z.infer<typeof Run>
const runSorts = ['at', 'due_at', 'rows', 'bytes', 'result'] as const
const runFilters = { at: 'date', due_at: 'date', rows: 'number', bytes: 'number', result: 'text' } as const
export const listScheduledReportRuns = endpoint({
  method: 'GET',
  path: '/cms/v1/scheduled-reports/{scheduledReportId}/runs',
  can: 'team role',
  summary: 'The runs of a scheduled report, the newest first',
  offers: { sorts: runSorts, filters: runFilters },
  params: One,
  query: listQuery(runSorts, runFilters),
  data: z.array(Run),
  beside: pageFields,
})

const ReportSource = z
  .object({
    source: z.enum(SOURCE_NAMES),
    /** Views of the list that the caller reaches. */
    views: z.array(z.object({ id: int(), name: z.string() })),
  })
  .meta({ id: 'ReportSource' })
export type ReportSource = z.infer<typeof ReportSource>
export const listReportSources = endpoint({
  method: 'GET',
  path: '/cms/v1/team/{teamId}/report-sources',
  can: 'team role',
  summary: 'What the caller may have sent: lists with their views, and pages; and the zone of all hours',
  params: OfTeam,
  data: z.array(ReportSource),
  beside: { zone: z.string() },
})
export const listReportPeople = endpoint({
  method: 'GET',
  path: '/cms/v1/team/{teamId}/report-people',
  can: 'team role',
  summary: 'Active users of the company with a role on the team or above it: who may get a report',
  params: OfTeam,
  query: z.object({
    q: z.string().trim().max(100).default(''),
    keys: z
      .string()
      .regex(/^\d+(,\d+)*$/)
      .max(2000)
      .optional(),
  }),
  data: z.array(z.object({ id: int(), name: z.string(), detail: z.string() })),
  beside: { total: int() },
})
export const getReportFile = endpoint({
  method: 'GET',
  path: '/cms/v1/scheduled-report-files/{id}',
  can: 'signed in',
  summary:
    'A file that was too long for a mail, for 7 days: for the owner, the receivers, and who may view its list, with a role on the team',
  params: z.object({ id: recordId() }),
  data: z.string(),
})
export const getReportFileNotes = endpoint({
  method: 'GET',
  path: '/cms/v1/scheduled-report-files/{id}/about',
  can: 'signed in',
  summary: 'Name, size and last day of a file that was too long for a mail',
  params: z.object({ id: recordId() }),
  data: z.object({
    report: z.string(),
    file_name: z.string(),
    bytes: int(),
    rows: int().nullable(),
    kept_until: z.string(),
  }),
})
