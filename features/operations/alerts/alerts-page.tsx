// The alerts of the current team and the teams below it, live, each with its next step (ALERT-04, ALERT-05).
import Check from '@mui/icons-material/CheckOutlined'
import Close from '@mui/icons-material/DoneAllOutlined'
import Person from '@mui/icons-material/PersonAddOutlined'
import Rule from '@mui/icons-material/RuleOutlined'
import { useQueryClient } from '@tanstack/react-query'
import { keyOf } from '@wattdesk/wire/call'
import { Suspense, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { type Action, useRun } from '#kit/actions.tsx'
import type { Chosen, Many } from '#kit/choice.ts'
import { DataGrid } from '#kit/data-grid.tsx'
import { later } from '#kit/later.ts'
import { useLive } from '#kit/live.ts'
import { Page } from '#kit/page.tsx'
import { recordFilters } from '#kit/record-grid.ts'
import { useTeamList } from '#kit/team-list.ts'
import { ALERT_READS, acknowledge, acknowledgeAction, closeAction, pathOf, stepAction } from './alert.actions.ts'
import { type Alert, listAlerts } from './alert.contract.ts'
import { alertFields } from './alert.fields.ts'
import { alertColumns } from './alert-columns.tsx'
import { AlertPlaces, useAlertPlaces } from './alert-places.tsx'

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

type Noting = { ids: readonly number[]; title: string }

const namesOf = (n: number): string => `${n.toLocaleString('en-IN')} ${n === 1 ? 'alert' : 'alerts'}`

export function AlertsPage() {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const run = useRun()
  const [closing, setClosing] = useState<Noting>()
  const [assigning, setAssigning] = useState<Noting>()
  const { chargers, sites, ...places } = useAlertPlaces()
  const query = {
    ...(chargers.length > 0 && { chargers: chargers.join(',') }),
    ...(sites.length > 0 && { sites: sites.join(',') }),
  }
  const { list, state: own } = useTeamList(listAlerts, teamId => ({ params: { teamId }, query }), { sort: '-alert_id' })
  const state = chargers.length + sites.length > 0 ? { ...own, narrowed: true, clear: places.clear } : own
  useLive('alert', () => void cache.invalidateQueries({ queryKey: keyOf(listAlerts) }))
  const actions = useMemo<readonly Action<Alert>[]>(
    () => [
      stepAction,
      acknowledgeAction,
      closeAction(a => setClosing({ ids: [a.alert_id], title: a.text })),
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
          run: chosen => setAssigning({ ids: idsOf(chosen), title: `Assign ${namesOf(chosen.count)}` }),
        },
        {
          id: 'close',
          label: 'Close alerts',
          icon: Close,
          right: 'Alert.update',
          run: chosen => setClosing({ ids: idsOf(chosen), title: `Close ${namesOf(chosen.count)}` }),
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
        toolbar={<AlertPlaces chargers={chargers} sites={sites} set={places.set} />}
        filterFields={filterFields}
        file="alerts"
        empty={{
          title: 'No alerts',
          text: 'Rules say when something is wrong: a charger that stays offline, a fault, a refund that failed.',
          action: rules,
        }}
      />
      {assigning && (
        <Suspense>
          <AlertAssignDialog {...assigning} onClose={() => setAssigning(undefined)} />
        </Suspense>
      )}
      {closing && (
        <Suspense>
          <AlertNoteDialog what="close" {...closing} onClose={() => setClosing(undefined)} />
        </Suspense>
      )}
    </Page>
  )
}
