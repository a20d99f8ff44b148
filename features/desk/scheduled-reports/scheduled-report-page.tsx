// One scheduled report: made anew, changed by its owner or looked at by others, with what was sent (REPORT-01).
import { Alert, Card, Stack } from '@mui/material'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { formatDateTime, zoneName } from '@wattdesk/base/time'
import { keyOf, query } from '@wattdesk/wire/call'
import { useMemo } from 'react'
import { useParams, useSearchParams } from 'react-router'
import type { Action } from '#kit/actions.tsx'
import { DetailList } from '#kit/detail-list.tsx'
import { ErrorNotice } from '#kit/error.tsx'
import { useLive } from '#kit/live.ts'
import { RecordPages } from '#kit/record-page.tsx'
import { useSession } from '#kit/session.ts'
import { BlockSkeleton } from '#kit/skeleton.tsx'
import { deleteOnPage, REPORT_READS, reportDeeds } from './scheduled-report.actions.ts'
import { getScheduledReport, listReportSources, type ScheduledReport } from './scheduled-report.contract.ts'
import { FORMAT_WORDS, isSource, PERIOD_WORDS, REPORT_LIST } from './scheduled-report.words.ts'
import { ReportStateChip } from './scheduled-report-chips.tsx'
import { whenText } from './scheduled-report-columns.tsx'
import { type Draft, ScheduledReportForm } from './scheduled-report-form.tsx'
import { ReportRuns } from './scheduled-report-runs.tsx'

type WithSourcesProps = { report?: ScheduledReport; draft?: Draft; tag?: string | undefined }
/** The form, once it is known what may be sent. */
function WithSources({ report, draft, tag }: WithSourcesProps) {
  const { teamId: current } = useSession()
  const teamId = report?.teamId ?? current
  const asked = useQuery({ ...query(listReportSources, { params: { teamId } }), enabled: teamId !== 0 })
  if (asked.error && !asked.data) return <ErrorNotice error={asked.error} onRetry={() => void asked.refetch()} />
  if (!asked.data) return <BlockSkeleton height={320} />
  const { data: sources, zone } = asked.data
  return (
    <ScheduledReportForm
      sources={sources}
      zone={zone}
      {...(report && { report })}
      {...(draft && { draft })}
      tag={tag}
    />
  )
}

/** A new report: empty, of a list and a view that the address names, or as a copy. */
function NewReport() {
  const [asked] = useSearchParams()
  const scheduledReportId = Number(asked.get('copy') ?? 0)
  const list = asked.get('list') ?? ''
  const viewId = Number(asked.get('view') ?? 0)
  const copied = useQuery({
    ...query(getScheduledReport, { params: { scheduledReportId } }),
    enabled: scheduledReportId > 0,
  })
  const copy = copied.data?.data
  const draft = useMemo<Draft>(
    () => ({ ...(isSource(list) && { source: list }), ...(viewId > 0 && { viewId }), ...(copy && { copied: copy }) }),
    [list, viewId, copy],
  )
  if (copied.error) return <ErrorNotice error={copied.error} onRetry={() => void copied.refetch()} />
  if (scheduledReportId > 0 && !copied.data) return <BlockSkeleton height={320} />
  return <WithSources draft={draft} />
}

/** A report of somebody else, which may be stopped and taken over, but not changed. */
const Others = ({ report: r }: { report: ScheduledReport }) => (
  <Card component="section" aria-label="Report" sx={{ p: { xs: 2, sm: 3 } }}>
    <DetailList
      items={[
        { label: 'What', value: r.what },
        { label: 'Team', value: r.team_name },
        { label: 'Period', value: PERIOD_WORDS[r.period] },
        { label: 'Format', value: FORMAT_WORDS[r.format] },
        { label: 'People', value: r.people.join(', ') },
        { label: 'Mail addresses', value: r.addresses.join(', ') },
        { label: 'Stopped by', value: r.stopped.join(', ') },
      ]}
    />
  </Card>
)

/** The deeds as they stand for one report. */
const actionsFor = (r: ScheduledReport): Action[] =>
  [...reportDeeds, deleteOnPage].flatMap(a =>
    a.when?.(r) === false
      ? []
      : [
          {
            id: a.id,
            label: typeof a.label === 'string' ? a.label : a.label(r),
            icon: a.icon,
            ...(a.danger && { danger: true }),
            ...(a.confirm && { confirm: () => a.confirm?.(r) }),
            run: (_: undefined, on) => a.run(r, on),
            ...(a.refreshes && { refreshes: a.refreshes }),
          } as Action,
        ],
  )

export function ScheduledReportPage() {
  const { id } = useParams()
  const cache = useQueryClient()
  // As the hour of the form, which stands in the same sentence.
  const { businessZone: zone } = useSession().user
  useLive('scheduled-report', events => {
    if (!events.some(e => String(e.id) === id)) return
    for (const e of REPORT_READS) void cache.invalidateQueries({ queryKey: keyOf(e) })
  })
  const actions = useMemo(() => {
    let known: { of: ScheduledReport; actions: Action[] } | undefined
    return (r: ScheduledReport) => {
      if (known?.of !== r) known = { of: r, actions: actionsFor(r) }
      return known.actions
    }
  }, [])
  return (
    <RecordPages
      id={id}
      list={{ label: 'Scheduled reports', path: REPORT_LIST }}
      read={scheduledReportId => query(getScheduledReport, { params: { scheduledReportId } })}
      missing="Report not found"
      title="Report"
      fresh={{ title: 'New report', children: <NewReport /> }}
    >
      {({ data: r, tag }) => ({
        name: r.name,
        title: r.name,
        subtitle: (
          <Stack direction="row" component="span" sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
            <ReportStateChip state={r.state} /> {r.what}. {whenText(r)}
            {r.next_at && `, next ${formatDateTime(new Date(r.next_at), zone)} (${zoneName(zone)})`}. Owner: {r.owner}
          </Stack>
        ),
        actions: actions(r),
        children: (
          <Stack spacing={{ xs: 2, sm: 3 }}>
            {r.state === 'Stopped' && <Alert severity="error">It has stopped: {r.stopped_why}</Alert>}
            {r.isMine ? <WithSources key={r.scheduled_report_id} report={r} tag={tag} /> : <Others report={r} />}
            <ReportRuns reportId={r.scheduled_report_id} />
          </Stack>
        ),
      })}
    </RecordPages>
  )
}
