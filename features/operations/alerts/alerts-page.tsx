// The alerts of the current team and the teams below it, live, each with its next step (ALERT-04, ALERT-05).
import Chat from '@mui/icons-material/ChatOutlined'
import Check from '@mui/icons-material/CheckOutlined'
import Close from '@mui/icons-material/DoneAllOutlined'
import Person from '@mui/icons-material/PersonAddOutlined'
import Rule from '@mui/icons-material/RuleOutlined'
import { useQueryClient } from '@tanstack/react-query'
import { keyOf } from '@wattdesk/wire/call'
import { Suspense, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { type Action, useRun } from '#kit/actions.tsx'
import type { Chosen, Many } from '#kit/choice.ts'
import { DataGrid } from '#kit/data-grid.tsx'
import { later } from '#kit/later.ts'
import { useLive } from '#kit/live.ts'
import { notify } from '#kit/notices.tsx'
import { Page } from '#kit/page.tsx'
import { recordFilters } from '#kit/record-grid.ts'
import { useTeamList } from '#kit/team-list.ts'
import { ALERT_READS, acknowledge, acknowledgeAction, closeAction, pathOf, stepAction } from './alert.actions.ts'
import { type Alert, listAlerts } from './alert.contract.ts'
import { alertFields } from './alert.fields.ts'
import { alertColumns } from './alert-columns.tsx'
import { AlertGrace } from './alert-grace.tsx'
import { AlertPlaces, useAlertPlaces } from './alert-places.tsx'
import { AlertShows, useAlertShow } from './alert-shows.tsx'

const AlertAssignDialog = later(() => import('./alert-assign-dialog.tsx'))

const AlertNoteDialog = later(() => import('./alert-note-dialog.tsx'))

/** The title says a kind in words; its id is for programs. */
const filterFields = recordFilters(alertFields).filter(f => f.field !== 'kind')

const rules: Action = {
  id: 'rules',
  label: 'Rules',
  icon: Rule,
  right: 'Alert.view',
  run: (_, { navigate }) => navigate('/alerts/rules'),
}

type Noted = { ids: readonly number[]; about?: string }
type Noting = Noted & { what: 'close' | 'comment' }
const EMPTY = {
  open: { title: 'No open alerts', text: 'By the rules of the team and the teams below it nothing is wrong now.' },
  closed: { title: 'No closed alerts', text: 'What was wrong and is over stands here.' },
  all: {
    title: 'No alerts',
    text: 'Rules say when something is wrong: a charge point that stays offline, a fault, a refund that failed.',
  },
} as const

export function AlertsPage() {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const run = useRun()
  const [noting, setNoting] = useState<Noting>()
  const [assigning, setAssigning] = useState<Noted>()
  const shows = useAlertShow()
  const { chargers, sites, ...places } = useAlertPlaces()
  const query = {
    ...(shows.show !== 'all' && { show: shows.show }),
    ...(chargers.length > 0 && { chargers: chargers.join(',') }),
    ...(sites.length > 0 && { sites: sites.join(',') }),
  }
  const { list, state: own } = useTeamList(listAlerts, teamId => ({ params: { teamId }, query }), { sort: '-alert_id' })
  const state = chargers.length + sites.length > 0 ? { ...own, narrowed: true, clear: places.clear } : own
  useLive('alert', () => void cache.invalidateQueries({ queryKey: keyOf(listAlerts) }))
  const closed = useRef(new Set<number>())
  for (const a of list.rows)
    if (a.state === 'Closed') closed.current.add(a.alert_id)
    else closed.current.delete(a.alert_id)
  const actions = useMemo<readonly Action<Alert>[]>(
    () => [
      stepAction,
      acknowledgeAction,
      closeAction(a => setNoting({ what: 'close', ids: [a.alert_id], about: a.text })),
      {
        id: 'history',
        label: 'History',
        icon: Rule,
        run: a => navigate(pathOf(a)),
      },
    ],
    [navigate],
  )
  const many = useMemo<Many>(() => {
    const idsOf = (chosen: Chosen) => (chosen.kind === 'rows' ? chosen.rows.map(r => Number(r.id)) : [])
    /** Without those that are known to be closed: nothing is done to them. */
    const openOf = (chosen: Chosen, go: (ids: number[]) => void) => {
      const ids = idsOf(chosen).filter(id => !closed.current.has(id))
      if (ids.length > 0) go(ids)
      else notify.error('All of these alerts are closed already')
    }
    return {
      most: 0,
      actions: [
        {
          id: 'acknowledge',
          label: 'Acknowledge',
          icon: Check,
          right: 'Alert.update',
          run: chosen =>
            void run(
              {
                id: 'acknowledge',
                label: 'Acknowledge',
                icon: Check,
                right: 'Alert.update',
                run: (_: undefined, { teamId }) => acknowledge(teamId, idsOf(chosen)),
                refreshes: ALERT_READS,
              },
              undefined,
            ),
        },
        {
          id: 'assign',
          label: 'Assign alerts',
          icon: Person,
          right: 'Alert.update',
          run: chosen => openOf(chosen, ids => setAssigning({ ids })),
        },
        {
          id: 'comment',
          label: 'Write a note',
          icon: Chat,
          right: 'Alert.update',
          run: chosen => setNoting({ what: 'comment', ids: idsOf(chosen) }),
        },
        {
          id: 'close',
          label: 'Close alerts',
          icon: Close,
          right: 'Alert.update',
          run: chosen => openOf(chosen, ids => setNoting({ what: 'close', ids })),
        },
      ],
    }
  }, [run])
  return (
    <Page
      title="Alerts"
      actions={[rules]}
      subtitle="What is wrong in the network now, and what was. An alert closes by itself when its cause is gone."
    >
      <AlertGrace />
      <DataGrid
        label="Alerts"
        columns={alertColumns}
        list={list}
        state={state}
        rowId={a => a.alert_id}
        rowLink={pathOf}
        actions={actions}
        many={many}
        search="Search by subject, kind, charger, site or person"
        toolbar={
          <>
            <AlertShows {...shows} />
            <AlertPlaces chargers={chargers} sites={sites} set={places.set} />
          </>
        }
        filterFields={filterFields}
        file="alerts"
        empty={{ ...EMPTY[shows.show], action: rules }}
      />
      {assigning && (
        <Suspense>
          <AlertAssignDialog {...assigning} onClose={() => setAssigning(undefined)} />
        </Suspense>
      )}
      {noting && (
        <Suspense>
          <AlertNoteDialog {...noting} onClose={() => setNoting(undefined)} />
        </Suspense>
      )}
    </Page>
  )
}
