// The actions on a system user in the list (D-ACC-3).
import Delete from '@mui/icons-material/DeleteOutlined'
import Edit from '@mui/icons-material/EditOutlined'
import PersonAdd from '@mui/icons-material/PersonAddOutlined'
import Visibility from '@mui/icons-material/VisibilityOutlined'
import { call } from '@wattdesk/wire/call'
import type { Action } from '#kit/actions.tsx'
import { deletion } from '#kit/confirm.tsx'
import { deleteUser, type ListedUser, listUsers } from './user.contract.ts'

export const addUser: Action = {
  id: 'add-user',
  label: 'Add CMS System User',
  icon: PersonAdd,
  right: 'Users.create',
  run: (_, { navigate }) => navigate('/users/new'),
}

export const userActions: readonly Action<ListedUser>[] = [
  {
    id: 'view-user',
    label: 'View',
    icon: Visibility,
    right: 'Users.view',
    run: (u, { navigate }) => navigate(`/users/${u.userId}?mode=view`),
  },
  {
    id: 'edit-user',
    label: 'Edit',
    icon: Edit,
    right: 'Users.update',
    run: (u, { navigate }) => navigate(`/users/${u.userId}`),
  },
  {
    id: 'delete-user',
    label: 'Delete',
    icon: Delete,
    right: 'Users.delete',
    danger: true,
    when: u => u.whyKept ?? true,
    confirm: u => deletion(`User ${u.username}`),
    run: u => call(deleteUser, { params: { id: u.userId } }),
    refreshes: [listUsers],
  },
]
