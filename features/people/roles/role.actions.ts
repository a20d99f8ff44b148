// The actions on a role in the list (D-ACC-3): Edit, which reads View for users who may only look, and Delete.
import Add from '@mui/icons-material/Add'
import Delete from '@mui/icons-material/DeleteOutlined'
import Edit from '@mui/icons-material/EditOutlined'
import Visibility from '@mui/icons-material/VisibilityOutlined'
import { call } from '@wattdesk/wire/call'
import type { Action } from '#kit/actions.tsx'
import { deletion } from '#kit/confirm.tsx'
import { deleteRole, listRoles, type RoleRow } from './role.contract.ts'

export const addRole: Action = {
  id: 'add-role',
  label: 'Add Role',
  icon: Add,
  right: 'Role.create',
  run: (_, { navigate }) => navigate('/roles/new'),
}

const open = (label: 'View' | 'Edit'): Action<RoleRow> => ({
  id: 'open-role',
  label,
  icon: label === 'View' ? Visibility : Edit,
  right: 'Role.view',
  run: (r, { navigate }) => navigate(`/roles/${r.roleId}`),
})
const remove: Action<RoleRow> = {
  id: 'delete-role',
  label: 'Delete',
  icon: Delete,
  right: 'Role.delete',
  danger: true,
  confirm: r => deletion(`Role ${r.roleName}`),
  run: r => call(deleteRole, { params: { roleId: r.roleId }, query: {} }),
  refreshes: [listRoles],
}

/** The row menu for readers with letter R, who are read-only, and for everybody else. */
export const roleActions = {
  readOnly: [open('View')],
  full: [open('Edit'), remove],
} as const
