// One alert: what happened, since when, how often, the next step, and who did what about it (ALERT-04, ALERT-05).
import Chat from '@mui/icons-material/ChatOutlined'
import Person from '@mui/icons-material/PersonAddOutlined'
import { Box, Card, CardContent, Stack, Typography } from '@mui/material'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Right } from '@wattdesk/base/access'
import { CallError, keyOf, query } from '@wattdesk/wire/call'
import { type ReactNode, Suspense, useState } from 'react'
import { useParams } from 'react-router'
import { type Action, ActionButton } from '#kit/actions.tsx'
import { DetailList } from '#kit/detail-list.tsx'
import { ErrorNotice } from '#kit/error.tsx'
import { Gone } from '#kit/gone.tsx'
import { later } from '#kit/later.ts'
import { useLive } from '#kit/live.ts'
import { Page } from '#kit/page.tsx'
import { RowLink } from '#kit/row-link.tsx'
import { holdsAny, useSession } from '#kit/session.ts'
import { BlockSkeleton } from '#kit/skeleton.tsx'
import { Time } from '#kit/time.tsx'
import { acknowledgeAction, closeAction, LIST, stepAction } from './alert.actions.ts'
import { type Alert, type AlertEvent, getAlert } from './alert.contract.ts'
import { AlertStateChip, SeverityChip, Silenced } from './alert-chips.parts.tsx'
import { CostText } from './alert-cost.tsx'
import { RULE_LIST } from './alert-rule.actions.ts'
import { listToldMessages } from './alert-telling.contract.ts'
import { AlertTold } from './alert-told.tsx'

const AlertAssignDialog = later(() => import('./alert-assign-dialog.tsx'))
const AlertNoteDialog = later(() => import('./alert-note-dialog.tsx'))

const EVENT_WORDS: Readonly<Record<AlertEvent['what'], string>> = {
  opened: 'Opened',
  'opened again': 'Opened again',
  again: 'Happened again',
  changed: 'Another cause',
  moved: 'Moved to another team',
  acknowledged: 'Acknowledged',
  assigned: 'Assigned',
  commented: 'Note',
  closed: 'Closed',
}
const History = ({ events }: { events: readonly AlertEvent[] }) => (
  <Stack component="ol" spacing={1.5} sx={{ listStyle: 'none', p: 0, m: 0 }}>
    {events.map(e => (
      <Box component="li" key={e.id}>
        <Typography component="div" sx={{ fontWeight: 550 }}>
          {EVENT_WORDS[e.what]} {e.by ? `by ${e.by}` : ''}
          <Typography component="span" variant="body2" sx={{ color: 'text.secondary', ml: 1, fontWeight: 400 }}>
            <Time at={e.at} />
          </Typography>
        </Typography>
        {e.note && <Typography sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>{e.note}</Typography>}
      </Box>
    ))}
  </Stack>
)

/** Leads to a page, for whoever may see it. */
function Leading({ to, needs, children }: { to?: string; needs?: string; children: ReactNode }) {
  const { role } = useSession()
  if (!to || !holdsAny(role, needs as Right | undefined)) return children
  return <RowLink to={to}>{children}</RowLink>
}

export function AlertPage() {
  const alertId = Number(useParams().id)
  const cache = useQueryClient()
  const [noting, setNoting] = useState<'close' | 'comment'>()
  const [isAssigning, setAssigning] = useState(false)
  const asked = useQuery(query(getAlert, { params: { alertId } }))
  useLive('alert', () => {
    void cache.invalidateQueries({ queryKey: keyOf(getAlert) })
    void cache.invalidateQueries({ queryKey: keyOf(listToldMessages) })
  })
  if (asked.error instanceof CallError && asked.error.status === 404) return <Gone text="Alert not found" to={LIST} />
  const alert = asked.data?.data
  if (!alert)
    return (
      <Page crumbs={[{ label: 'Alerts', to: LIST }, { label: 'Alert' }]}>
        {asked.error ? (
          <ErrorNotice error={asked.error} onRetry={() => void asked.refetch()} />
        ) : (
          <BlockSkeleton height={300} />
        )}
      </Page>
    )
  const comment: Action<Alert> = {
    id: 'comment',
    label: 'Write a note',
    icon: Chat,
    right: 'Alert.update',
    run: () => setNoting('comment'),
  }
  const assign: Action<Alert> = {
    id: 'assign',
    label: 'Assign',
    icon: Person,
    right: 'Alert.update',
    when: a => a.state !== 'Closed',
    run: () => setAssigning(true),
  }
  return (
    <Page title={alert.text} crumbs={[{ label: 'Alerts', to: LIST }, { label: alert.title }]}>
      <Stack spacing={2}>
        <Card>
          <CardContent>
            <Stack direction="row" sx={{ mb: 2, gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
              <SeverityChip severity={alert.severity} />
              <AlertStateChip state={alert.state} />
              {alert.plannedUntil && <Silenced plannedUntil={alert.plannedUntil} />}
            </Stack>
            <DetailList
              items={[
                { label: 'Subject', value: <Leading {...alert.subject_page}>{alert.subject_name}</Leading> },
                { label: 'Since', value: <Time at={alert.since} /> },
                { label: 'Opened', value: <Time at={alert.openedAt} /> },
                { label: 'Occurrences', value: alert.occurrences.toLocaleString('en-IN') },
                {
                  label: 'Cost so far',
                  value: alert.cost && <CostText cost={alert.cost} isLong />,
                  hidden: !alert.cost,
                  wide: true,
                },
                {
                  label: 'Rule',
                  value: (
                    <Leading to={`${RULE_LIST}/${alert.alert_rule_id}`} needs="Alert.view">
                      {alert.rule_name}
                    </Leading>
                  ),
                },
                {
                  label: 'Team',
                  value: (
                    <Leading to={`/team/${alert.teamId}`} needs="Team.view">
                      {alert.team_name}
                    </Leading>
                  ),
                },
                { label: 'Assignee', value: alert.assignee },
                { label: 'Closed', value: alert.closedAt && <Time at={alert.closedAt} />, hidden: !alert.closedAt },
                { label: 'Why it closed', value: alert.closedWhy, hidden: !alert.closedWhy, wide: true },
              ]}
            />
            <Stack direction="row" sx={{ mt: 2, gap: 1, flexWrap: 'wrap' }}>
              <ActionButton action={stepAction} target={alert} variant="contained" />
              <ActionButton action={acknowledgeAction} target={alert} variant="outlined" />
              <ActionButton action={closeAction(() => setNoting('close'))} target={alert} variant="outlined" />
              <ActionButton action={assign} target={alert} variant="outlined" />
              <ActionButton action={comment} target={alert} variant="outlined" />
            </Stack>
          </CardContent>
        </Card>
        <Card component="section" aria-label="History">
          <CardContent>
            <Typography variant="h3" component="h2" sx={{ mb: 2 }}>
              History
            </Typography>
            <History events={alert.events} />
          </CardContent>
        </Card>
        <Card component="section" aria-label="Messages">
          <CardContent>
            <Typography variant="h3" component="h2" sx={{ mb: 2 }}>
              Messages
            </Typography>
            <AlertTold alertId={alert.alert_id} />
          </CardContent>
        </Card>
      </Stack>
      {isAssigning && (
        <Suspense>
          <AlertAssignDialog ids={[alert.alert_id]} about={alert.text} onClose={() => setAssigning(false)} />
        </Suspense>
      )}
      {noting && (
        <Suspense>
          <AlertNoteDialog
            what={noting}
            ids={[alert.alert_id]}
            about={alert.text}
            onClose={() => setNoting(undefined)}
          />
        </Suspense>
      )}
    </Page>
  )
}
