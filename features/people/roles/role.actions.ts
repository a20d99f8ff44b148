// The actions on a role in the list (D-ACC-3): Edit, which reads View for users who may only look, and Delete.
import { call } from '@wattdesk/wire/call'
import { deletion } from '#kit/confirm.tsx'
import { recordActions } from '#kit/record-actions.ts'
import { deleteRole, listRoles, type RoleRow } from './role.contract.ts'

const actions = recordActions('role', 'Role')
export const addRole = actions.add('Add Role', '/roles/new')

const pathOf = (r: RoleRow) => `/roles/${r.roleId}`
const remove = actions.delete<RoleRow>({
  confirm: r => deletion(`Role ${r.roleName}`),
  run: r => call(deleteRole, { params: { roleId: r.roleId }, query: {} }),
  refreshes: [listRoles],
})
/** The row menu for readers with letter R, who are read-only, and for everybody else. */
export const roleActions = {
  readOnly: [actions.openAs('View', pathOf)],
  full: [actions.openAs('Edit', pathOf), remove],
} as const
