// All keys that differ, at all charge points of the current team and the teams below it; chosen ones are set again by an
// action with a result for each charge point (CAMP-07).
import Block from '@mui/icons-material/BlockOutlined'
import EvStation from '@mui/icons-material/EvStationOutlined'
import Fact from '@mui/icons-material/FactCheckOutlined'
import Replay from '@mui/icons-material/ReplayOutlined'
import { Alert, Typography } from '@mui/material'
import { Suspense, useMemo, useState } from 'react'
import { type DriftingKey, listSettingsDrift } from '#control/settings-drift/settings-drift.contract.ts'
import { settingsDriftFields } from '#control/settings-drift/settings-drift.fields.ts'
import type { ExceptionDialogProps } from '#control/settings-templates/exception-dialog.parts.tsx'
import { SettingsExceptions } from '#control/settings-templates/settings-exceptions.parts.tsx'
import { BulkActionsLink } from '#desk/bulk-actions/bulk-actions-link.parts.tsx'
import type { Action } from '#kit/actions.tsx'
import type { Chosen, Many } from '#kit/choice.ts'
import { DataGrid } from '#kit/data-grid.tsx'
import { later } from '#kit/later.ts'
import { Page } from '#kit/page.tsx'
import { recordFilters } from '#kit/record-grid.ts'
import { useAccess, useSession } from '#kit/session.ts'
import { useTeamList } from '#kit/team-list.ts'
import { keyOfRow } from './drift-choice.rules.ts'
import { settingsDriftColumns } from './settings-drift-columns.tsx'

const PushDialog = later(() => import('./push-dialog.tsx'))
const ExceptionDialog = later(() =>
  import('#control/settings-templates/exception-dialog.parts.tsx').then(m => ({ default: m.ExceptionDialog })),
)

const filterFields = recordFilters(settingsDriftFields)
const MOST = 10_000
const POLL_MS = 30_000

const templates: Action = {
  id: 'templates',
  label: 'Settings templates',
  icon: Fact,
  right: 'Campaign.view',
  run: (_, { navigate }) => navigate('/settings-templates'),
}
const pageActions = [templates]
const one = (d: DriftingKey): Chosen => ({
  kind: 'rows',
  rows: [{ id: keyOfRow(d), name: `${d.spelling} of ${d.chargepoint_id}` }],
  count: 1,
})

export function SettingsDriftPage() {
  const { teamId } = useSession()
  const [pushing, setPushing] = useState<Chosen>()
  const [excepting, setExcepting] = useState<ExceptionDialogProps['of']>()
  const mayExcept = useAccess('Campaign').may('V')
  const { list, state } = useTeamList(listSettingsDrift, id => ({ params: { teamId: id } }), {
    sort: '-since',
    changedBy: ['Campaign'],
    refetchInterval: POLL_MS,
  })
  const waiting = list.reply?.waiting ?? 0
  const actions = useMemo<readonly Action<DriftingKey>[]>(
    () => [
      {
        id: 'push',
        label: d => `Set ${d.wished} again`,
        icon: Replay,
        right: 'ChargerPoint.update',
        when: d => d.state !== 'After a restart' || 'The charge point has taken it and waits for a restart',
        run: d => setPushing(one(d)),
      },
      {
        id: 'except',
        label: 'Except',
        icon: Block,
        right: 'Campaign.update',
        run: d => setExcepting({ ...d, key: d.spelling }),
      },
      {
        id: 'charger',
        label: 'Charge Point',
        icon: EvStation,
        run: (d, { navigate }) => navigate(`/charger/${d.chargepoint_pk}?tab=config`),
      },
    ],
    [],
  )
  const many = useMemo<Many>(
    () => ({
      most: MOST,
      actions: [{ id: 'push', label: 'Set again', icon: Replay, right: 'ChargerPoint.update', run: setPushing }],
    }),
    [],
  )
  return (
    <Page
      title="Settings that differ"
      actions={pageActions}
      subtitle="What charge points tell, where it is not what a template requires or wishes, or what was last set by hand."
    >
      <BulkActionsLink />
      {waiting > 0 && (
        <Alert severity="info" role="status">
          {waiting.toLocaleString('en-IN')} charge {waiting === 1 ? 'point is' : 'points are'} still to be compared.
        </Alert>
      )}
      <DataGrid
        label="Settings that differ"
        columns={settingsDriftColumns}
        list={list}
        state={state}
        rowId={keyOfRow}
        rowLink={d => `/charger/${d.chargepoint_pk}?tab=config`}
        actions={actions}
        many={many}
        search="Search by charger, key, value, template, model or team"
        filterFields={filterFields}
        file="settings-drift"
        empty={{
          title: 'Nothing differs',
          text: 'Each charge point that was read tells what its templates require.',
          action: templates,
        }}
      />
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        Required keys and those set by hand count in figures and alerts. Wished keys are shown alone.
      </Typography>
      {mayExcept && <SettingsExceptions />}
      {pushing && (
        <Suspense fallback={null}>
          <PushDialog teamId={teamId} chosen={pushing} onClose={() => setPushing(undefined)} />
        </Suspense>
      )}
      {excepting && (
        <Suspense fallback={null}>
          <ExceptionDialog of={excepting} onClose={() => setExcepting(undefined)} />
        </Suspense>
      )}
    </Page>
  )
}
