// The actions on a team and on its members (D-ACC-3).
import Add from '@mui/icons-material/Add'
import Delete from '@mui/icons-material/DeleteOutlined'
import Edit from '@mui/icons-material/EditOutlined'
import Groups from '@mui/icons-material/GroupsOutlined'
import Visibility from '@mui/icons-material/VisibilityOutlined'
import { call } from '@wattdesk/wire/call'
import type { Action } from '#kit/actions.tsx'
import { deletion } from '#kit/confirm.tsx'
import { deleteTeam, listTeams, type TeamRow } from './team.contract.ts'
import { listAddableUsers, listMembers, removeMember, type TeamMember } from './team-member.contract.ts'

export const addTeam: Action = {
  id: 'add-team',
  label: 'Add Team',
  icon: Add,
  right: 'Team.create',
  run: (_, { navigate }) => navigate('/team/new'),
}

/** The row menu; Manage Users is there for everybody who sees the list. */
export const rowActions = (manage: (team: TeamRow) => void): readonly Action<TeamRow>[] => [
  {
    id: 'view-team',
    label: 'View',
    icon: Visibility,
    right: 'Team.view',
    run: (t, { navigate }) => navigate(`/team/${t.teamId}?mode=view`),
  },
  {
    id: 'edit-team',
    label: 'Edit',
    icon: Edit,
    // A finance admin changes the finance and the payout accounts (D-ACC-10).
    right: ['Team.update', 'Finance.full'],
    run: (t, { navigate }) => navigate(`/team/${t.teamId}`),
  },
  {
    id: 'delete-team',
    label: 'Delete',
    icon: Delete,
    right: 'Team.delete',
    danger: true,
    when: t => t.companyType === 'C' || 'A company is deleted on the company screen',
    confirm: t => deletion(`Team ${t.name}`),
    run: t => call(deleteTeam, { params: { teamId: t.teamId } }),
    refreshes: [listTeams],
  },
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
