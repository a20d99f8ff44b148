// The form of a scheduled report (REPORT-01): what is sent, when, and to whom.
import { Alert, Typography } from '@mui/material'
import { formatDateTime } from '@wattdesk/base/time'
import { query } from '@wattdesk/wire/call'
import { useEffect, useMemo, useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { boundFields } from '#kit/fields.tsx'
import { Form, Section } from '#kit/form.tsx'
import { FoundField } from '#kit/found-field.tsx'
import { recordInputs, recordValues } from '#kit/record-inputs.tsx'
import { useSession } from '#kit/session.ts'
import type { Finder } from '#kit/use-found.ts'
import { usePageForm } from '#kit/use-page-form.ts'
import { listRecordAudit } from '#office/audit/audit.contract.ts'
import { nextTimes, timesText } from './report-time.rules.ts'
import {
  createScheduledReport,
  getScheduledReport,
  listReportPeople,
  listScheduledReports,
  type ReportSource,
  type ScheduledReport,
  updateScheduledReport,
} from './scheduled-report.contract.ts'
import { scheduledReportFields } from './scheduled-report.fields.ts'
import {
  FORMAT_WORDS,
  FORMATS,
  isSource,
  LAST_DAY,
  MOST_DAY,
  MOST_NAME,
  PERIOD_WORDS,
  periodsOf,
  REPORT_LIST,
  RHYTHM_WORDS,
  RHYTHMS,
  type SourceName,
  sourceWords,
  WEEKDAYS,
} from './scheduled-report.words.ts'
import { ScheduledReportBody, type ScheduledReportValues } from './scheduled-report-body.contract.ts'

const Input = recordInputs(scheduledReportFields)
const { Select, TextList } = boundFields<ScheduledReportValues>()
const calls = {
  list: listScheduledReports,
  read: getScheduledReport,
  create: createScheduledReport,
  change: updateScheduledReport,
}
const refreshes = [listRecordAudit]

const formatOptions = FORMATS.map(value => ({ value, label: FORMAT_WORDS[value] }))
const rhythmOptions = RHYTHMS.map(value => ({ value, label: RHYTHM_WORDS[value] }))
const hourOptions = Array.from({ length: 24 }, (_, value) => ({ value, label: `${String(value).padStart(2, '0')}:00` }))
const weekdayOptions = WEEKDAYS.map((label, n) => ({ value: n + 1, label }))
const dayOptions = [
  ...Array.from({ length: MOST_DAY }, (_, n) => ({ value: n + 1, label: `Day ${n + 1}` })),
  { value: LAST_DAY, label: 'The last day' },
]

/** What a new report begins with: a list and a view that the address names, or another report as a draft. */
export type Draft = { source?: SourceName; viewId?: number; copied?: ScheduledReport }
function valuesOf(r: ScheduledReport | undefined, { source, viewId, copied }: Draft): ScheduledReportValues {
  const from = r ?? copied
  const begun = source ?? 'transactions'
  return {
    ...recordValues(scheduledReportFields, from ?? { format: 'xlsx' }),
    ...(copied && !r && { name: `Copy of ${copied.name}`.slice(0, MOST_NAME) }),
    source: from?.source ?? begun,
    view_id: from ? from.view_id : (viewId ?? null),
    period:
      from?.period ??
      (viewId === undefined ? (periodsOf(begun).find(p => p !== 'view') ?? 'view') : (periodsOf(begun)[0] ?? 'view')),
    rhythm: from?.rhythm ?? 'daily',
    hour: from?.hour ?? 6,
    weekday: from?.weekday ?? 1,
    month_day: from?.month_day ?? 1,
    users: from?.users ?? [],
    addresses: from?.addresses ?? [],
  }
}

const peopleFinder = (teamId: number) => {
  const asked = (more: { q?: string; keys?: string }) => query(listReportPeople, { params: { teamId }, query: more })
  return {
    find: (q: string) => asked(q ? { q } : {}),
    read: (keys: readonly number[]) => asked({ keys: keys.join(',') }),
    found: reply => ({
      options: reply.data.map(({ id, name, detail }) => ({ value: id, label: name, detail })),
      total: reply.total,
    }),
  } satisfies Finder<number, { data: { id: number; name: string; detail: string }[]; total: number }>
}

/** What is sent: the choices of view and period are those of the chosen list. */
function WhatFields({ sources }: { sources: readonly ReportSource[] }) {
  const chosen = useWatch<ScheduledReportValues, 'source'>({ name: 'source' })
  const viewId = useWatch<ScheduledReportValues, 'view_id'>({ name: 'view_id' })
  const source = isSource(chosen) ? chosen : 'transactions'
  const views = sources.find(s => s.source === source)?.views ?? []
  const isViewGone = typeof viewId === 'number' && !views.some(v => v.id === viewId)
  const { getFieldState, getValues, setValue } = useFormContext<ScheduledReportValues>()
  // Another list has other views, and perhaps no such period. Where somebody else saved it, it has come with its view.
  const before = useRef(source)
  useEffect(() => {
    if (before.current === source) return
    before.current = source
    if (getFieldState('source').isDirty || getFieldState('view_id').isDirty)
      setValue('view_id', null, { shouldDirty: true })
    const [usual = 'view', ...others] = periodsOf(source)
    if (![usual, ...others].includes(getValues('period'))) setValue('period', usual, { shouldDirty: true })
  }, [source, getFieldState, getValues, setValue])
  const { time, isPage } = sourceWords(source)
  const offered = sources.map(s => ({ value: s.source, label: sourceWords(s.source).title }))
  const isOffered = offered.some(o => o.value === source)
  // Its name stands there though its owner may not view the list any more.
  const options = isOffered ? offered : [...offered, { value: source, label: sourceWords(source).title }]
  const periods = periodsOf(source).map(value => ({
    value,
    label: value === 'view' && (viewId ?? null) === null ? 'Rows of any time' : PERIOD_WORDS[value],
  }))
  return (
    <Section
      title="What"
      help="Made with your rights at the time of each sending, as the list would show it to you then."
    >
      <Input name="name" autoComplete="off" />
      <Select
        name="source"
        label="List or page"
        options={options}
        required
        {...(!isOffered && { help: 'You may no longer view this list: choose another one.' })}
      />
      {!isPage && (
        <Select
          name="view_id"
          label="View"
          options={[
            ...views.map(v => ({ value: v.id, label: v.name })),
            ...(isViewGone ? [{ value: viewId, label: 'A view that is gone' }] : []),
          ]}
          none={{ label: 'No view: all rows' }}
          help={
            isViewGone
              ? 'It was deleted, or is no longer shared, so nothing is sent: choose another one.'
              : 'Filters, search, order and columns are those of the view, also when it changes later.'
          }
        />
      )}
      <Select
        name="period"
        label="Period"
        options={periods}
        required
        {...(time && { help: `By ${time.label}, in the business time zone.` })}
      />
      <Select
        name="format"
        label="Format"
        options={formatOptions}
        required
        help="A PDF is for reading: it shows up to 1,000 rows, Excel holds 50,000."
      />
      <Input name="subject" autoComplete="off" help="Empty: the name of the report." />
    </Section>
  )
}

function WhenFields({ zone }: { zone: string }) {
  const [rhythm, hour, weekday, monthDay] = useWatch<ScheduledReportValues, ['rhythm', 'hour', 'weekday', 'month_day']>(
    {
      name: ['rhythm', 'hour', 'weekday', 'month_day'],
    },
  )
  const times = { rhythm, hour, weekday: weekday ?? 1, monthDay: monthDay ?? 1 }
  const next = useMemo(
    () => nextTimes({ rhythm, hour, weekday: weekday ?? 1, monthDay: monthDay ?? 1 }, new Date(), zone, 3),
    [rhythm, hour, weekday, monthDay, zone],
  )
  return (
    <Section title="When">
      <Select name="rhythm" label="How often" options={rhythmOptions} required />
      {rhythm === 'weekly' && <Select name="weekday" label="Day" options={weekdayOptions} required />}
      {rhythm === 'monthly' && <Select name="month_day" label="Day" options={dayOptions} required />}
      <Select name="hour" label="Hour" options={hourOptions} required help={zone} />
      <Typography sx={{ gridColumn: '1 / -1', color: 'text.secondary' }} role="status">
        {timesText(times)}. The next times: {next.map(at => formatDateTime(at, zone)).join(', ')} ({zone}).
      </Typography>
    </Section>
  )
}

function ReceiverFields({ teamId, stopped }: { teamId: number; stopped: readonly string[] }) {
  const people = useMemo(() => peopleFinder(teamId), [teamId])
  const addresses = useWatch<ScheduledReportValues, 'addresses'>({ name: 'addresses' })
  return (
    <Section title="To whom" help="Each gets a mail of their own, with a link that stops it for them.">
      <FoundField
        multiple
        name="users"
        label="People"
        finder={people}
        placeholder="Search by name"
        noOptionsText="Nobody found"
      />
      <TextList
        name="addresses"
        label="Mail addresses"
        placeholder="books@company.example"
        help="Of people outside the portal."
      />
      {stopped.length > 0 && (
        <Alert severity="info" sx={{ gridColumn: '1 / -1' }}>
          Stopped by {stopped.join(', ')}: they get nothing. Only the link in one of its mails lets it come again.
        </Alert>
      )}
      {(addresses?.length ?? 0) > 0 && (
        <Alert severity="warning" sx={{ gridColumn: '1 / -1' }}>
          A file above 10 MB becomes a link for 7 days, which needs a sign-in and a role on the team: who has no account
          here cannot open it.
        </Alert>
      )}
    </Section>
  )
}

type Props = {
  sources: readonly ReportSource[]
  zone: string
  report?: ScheduledReport
  draft?: Draft
  tag?: string | undefined
}
const NO_DRAFT: Draft = {}
export function ScheduledReportForm({ sources, zone, report, draft = NO_DRAFT, tag }: Props) {
  const { teamId: current } = useSession()
  const values = useMemo(() => (r?: ScheduledReport) => valuesOf(r, draft), [draft])
  const page = usePageForm<ScheduledReportValues, ScheduledReportBody, ScheduledReport>({
    schema: ScheduledReportBody,
    valuesOf: values,
    stored: report && { id: report.scheduled_report_id, record: report, tag },
    calls,
    list: REPORT_LIST,
    readOnly: false,
    refreshes,
  })
  return (
    <Form {...page} label="Report" submit="Save">
      <WhatFields sources={sources} />
      <WhenFields zone={zone} />
      <ReceiverFields teamId={report?.teamId ?? current} stopped={report?.stopped ?? []} />
    </Form>
  )
}
