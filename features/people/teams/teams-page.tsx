// The teams of the current team: itself and all below it, searched in the browser.
import Domain from '@mui/icons-material/DomainOutlined'
import FiberNew from '@mui/icons-material/FiberNewOutlined'
import HistoryIcon from '@mui/icons-material/HistoryToggleOff'
import PauseCircle from '@mui/icons-material/PauseCircleOutlined'
import PlayCircle from '@mui/icons-material/PlayCircleOutlined'
import { Box, Link } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { query } from '@wattdesk/wire/call'
import { Suspense, useMemo, useState } from 'react'
import { Link as RouterLink } from 'react-router'
import type { Column } from '#kit/columns.tsx'
import { DataGrid } from '#kit/data-grid.tsx'
import { later } from '#kit/later.ts'
import { useLocalList } from '#kit/list.ts'
import { useListState } from '#kit/list-state.ts'
import { Page } from '#kit/page.tsx'
import { useAccess, useSession } from '#kit/session.ts'
import { StatTile, Tiles } from '#kit/stat-tile.tsx'
import { StatusChip } from '#kit/status-chip.tsx'
import { Time, timeText } from '#kit/time.tsx'
import { addTeam, rowActions } from './team.actions.ts'
import { listTeams, type TeamRow } from './team.contract.ts'
import { ageOf, matchesSearch } from './team.rules.ts'

// Opened seldom: loaded when first opened.
const ManageUsersDialog = later(() => import('./manage-users-dialog.tsx'))

const ages = {
  recent: { tone: 'success', icon: FiberNew, word: 'Created within 7 days' },
  old: { tone: 'warning', icon: HistoryIcon, word: 'Older than a year' },
} as const

function CreatedOn({ at }: { at: string }) {
  const age = ageOf(at, new Date())
  if (age === 'usual') return <Time at={at} />
  const { tone, icon: Icon, word } = ages[age]
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5, color: `status.${tone}.text` }}>
      <Time at={at} />
      <Icon titleAccess={word} sx={{ fontSize: 16 }} />
    </Box>
  )
}

const pathOf = (t: TeamRow) => `/team/${t.teamId}`
/** A click on the row opens the team only for readers who may do more than read; the name is a link for everybody. */
const columnsFor = (readOnly: boolean): readonly Column<TeamRow>[] => [
  {
    field: 'name',
    header: 'Team Name',
    identity: true,
    minWidth: 180,
    ...(readOnly && {
      cell: (t: TeamRow) => (
        <Link component={RouterLink} to={pathOf(t)} sx={{ fontWeight: 550 }}>
          {t.name}
        </Link>
      ),
    }),
  },
  {
    field: 'active',
    header: 'Status',
    minWidth: 110,
    flex: 0.6,
    value: t => (t.active === 'Y' ? 'Active' : 'Inactive'),
    cell: t => <StatusChip kind="record" value={t.active} />,
    head: true,
  },
  { field: 'description', header: 'Description', minWidth: 200, flex: 1.6 },
  { field: 'parentName', header: 'Parent Team', minWidth: 160 },
  {
    field: 'creationTime',
    header: 'Created On',
    kind: 'time',
    minWidth: 180,
    cell: t => <CreatedOn at={t.creationTime} />,
  },
]

export function TeamsPage() {
  const { teamId } = useSession()
  const team = useAccess('Team')
  const finance = useAccess('Finance')
  const readOnly = team.readOnly && !finance.may('FA')
  const state = useListState({ pageSize: 10 })
  const [managed, setManaged] = useState<TeamRow>()
  const columns = useMemo(() => columnsFor(readOnly), [readOnly])
  const actions = useMemo(() => rowActions(setManaged), [])
  const teams = useQuery({
    ...query(listTeams, { params: { teamId } }),
    enabled: teamId !== 0,
    select: reply => reply.data,
  })
  const all = teams.data
  const found = useMemo(() => all?.filter(t => matchesSearch(t, state.q, timeText(t.creationTime))), [all, state.q])
  const list = useLocalList({ ...teams, data: found }, state)
  const active = all?.filter(t => t.active === 'Y').length
  return (
    <Page>
      <Tiles>
        <StatTile label="Total Teams" icon={Domain} value={all?.length} isLoading={teams.isPending} />
        <StatTile label="Active Teams" icon={PlayCircle} value={active} isLoading={teams.isPending} />
        <StatTile
          label="Inactive Teams"
          icon={PauseCircle}
          value={all && all.length - (active ?? 0)}
          isLoading={teams.isPending}
        />
      </Tiles>
      <DataGrid
        label="Teams"
        columns={columns}
        list={list}
        state={state}
        rowId={t => t.teamId}
        {...(!readOnly && { rowLink: pathOf })}
        actions={actions}
        add={addTeam}
        search="Search by team name, status, description, or creation date..."
        empty={{ title: 'No teams yet', text: 'A team groups chargers, people and payouts.', action: addTeam }}
      />
      {managed && (
        <Suspense>
          <ManageUsersDialog team={managed} onClose={() => setManaged(undefined)} />
        </Suspense>
      )}
    </Page>
  )
}
