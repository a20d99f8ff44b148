// Roles: the list that the server searches, sorts and pages (D-ROLE-1).
import type { Column } from '#kit/columns.tsx'
import { DataGrid } from '#kit/data-grid.tsx'
import { Page } from '#kit/page.tsx'
import { useAccess } from '#kit/session.ts'
import { useTeamList } from '#kit/team-list.ts'
import { addRole, roleActions } from './role.actions.ts'
import { listRoles, type RoleRow } from './role.contract.ts'

const columns: readonly Column<RoleRow>[] = [
  { field: 'roleName', header: 'Role Name', identity: true, minWidth: 160 },
  { field: 'companyName', header: 'Company', minWidth: 160 },
  {
    field: 'feature',
    header: 'Features',
    sort: false,
    flex: 2,
    minWidth: 220,
    value: r => (r.feature ?? '').replaceAll(',', ', '),
  },
  { field: 'createTime', header: 'Created On', kind: 'time', width: 160 },
  { field: 'createdBy', header: 'Created By', minWidth: 120 },
]

export function RolesPage() {
  const { readOnly } = useAccess('Role')
  return (
    <Page>
      <DataGrid
        label="Roles"
        columns={columns}
        {...useTeamList(listRoles, teamId => ({ query: { teamId } }), { sort: 'roleName' })}
        rowId={r => r.roleId}
        rowLink={r => `/roles/${r.roleId}`}
        actions={readOnly ? roleActions.readOnly : roleActions.full}
        add={addRole}
        search="Search roles"
        empty={{
          title: 'No roles yet',
          text: 'A role says what its holders see and may do in a team.',
          action: addRole,
        }}
      />
    </Page>
  )
}
