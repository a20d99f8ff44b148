// The actions on a team and on its members (D-ACC-3).
import Delete from '@mui/icons-material/DeleteOutlined'
import Groups from '@mui/icons-material/GroupsOutlined'
import { call } from '@wattdesk/wire/call'
import type { Action } from '#kit/actions.tsx'
import { deletion } from '#kit/confirm.tsx'
import { recordActions } from '#kit/record-actions.ts'
import { deleteTeam, listTeams, type TeamRow } from './team.contract.ts'
import { listAddableUsers, listMembers, removeMember, type TeamMember } from './team-member.contract.ts'

const actions = recordActions('team', 'Team')
export const addTeam = actions.add('Add Team', '/team/new')
const [view, edit] = actions.open<TeamRow>(t => `/team/${t.teamId}`)

/** The row menu; Manage Users is there for everybody who sees the list. */
export const rowActions = (manage: (team: TeamRow) => void): readonly Action<TeamRow>[] => [
  view,
  // A finance admin changes the finance and the payout accounts (D-ACC-10).
  { ...edit, right: ['Team.update', 'Finance.full'] },
  actions.delete({
    when: t => t.companyType === 'C' || 'A company is deleted on the company screen',
    confirm: t => deletion(`Team ${t.name}`),
    run: t => call(deleteTeam, { params: { teamId: t.teamId } }),
    refreshes: [listTeams],
  }),
  { id: 'manage-users', label: 'Manage Users', icon: Groups, run: t => manage(t) },
]

export const memberActions = (teamId: number): readonly Action<TeamMember>[] => [
  {
    id: 'delete-member',
    label: 'Delete',
    icon: Delete,
    right: 'Team.update',
    danger: true,
    when: m => m.whyKept ?? true,
    confirm: m => deletion(`Team member ${m.username}`),
    run: m => call(removeMember, { params: { teamId, userId: m.userId } }),
    refreshes: [listMembers, listAddableUsers],
  },
]
