// The members of a team as a grid, 15 a page: on the team's tab and in the Manage Users dialog.
import { useQuery } from '@tanstack/react-query'
import { query } from '@wattdesk/wire/call'
import { type ReactNode, useMemo } from 'react'
import type { Column } from '#kit/columns.tsx'
import { DataGrid } from '#kit/data-grid.tsx'
import { useLocalList } from '#kit/list.ts'
import { useListState } from '#kit/list-state.ts'
import { useAccess } from '#kit/session.ts'
import { MemberRole } from './member-role.tsx'
import { memberActions } from './team.actions.ts'
import { memberName } from './team.rules.ts'
import { listMembers, type TeamMember } from './team-member.contract.ts'

const columns: readonly Column<TeamMember>[] = [
  { field: 'username', header: 'User Name', identity: true },
  { field: 'firstname', header: 'Name', value: memberName },
  { field: 'email', header: 'Email', minWidth: 180 },
  { field: 'accesstype', header: 'Access Type', minWidth: 150, flex: 0.8 },
]

type TeamMembersProps = {
  teamId: number
  readOnly?: boolean
  /** Beside the search. */
  toolbar?: ReactNode
}
export function TeamMembers({ teamId, readOnly = false, toolbar }: TeamMembersProps) {
  const { canUpdate } = useAccess('Team')
  const users = useAccess('Users')
  const state = useListState({ pageSize: 15, prefix: 'members-' })
  const actions = useMemo(() => memberActions(teamId), [teamId])
  const mayChange = canUpdate && !readOnly
  const shown = useMemo(
    () =>
      mayChange
        ? columns.map(c =>
            c.field === 'accesstype' ? { ...c, cell: (m: TeamMember) => <MemberRole teamId={teamId} member={m} /> } : c,
          )
        : columns,
    [mayChange, teamId],
  )
  const members = useQuery({ ...query(listMembers, { params: { teamId } }), select: reply => reply.data })
  const list = useLocalList(members, state, { search: m => [m.username, memberName(m), m.email, m.accesstype] })
  return (
    <DataGrid
      label="Team members"
      columns={shown}
      list={list}
      state={state}
      rowId={m => m.userId}
      {...(users.canView && { rowLink: (m: TeamMember) => `/users/${m.userId}` })}
      {...(mayChange && { actions })}
      search="Search members"
      toolbar={toolbar}
      empty={{
        title: 'No members yet',
        text: 'Only those who hold a role on a team above see this one.',
      }}
    />
  )
}
