// Roles: the list that the server searches, sorts and pages (D-ROLE-1).

import { DataGrid } from '#kit/data-grid.tsx'
import { Page } from '#kit/page.tsx'
import { useAccess } from '#kit/session.ts'
import { useTeamList } from '#kit/team-list.ts'
import { addRole, roleActions } from './role.actions.ts'
import { listRoles } from './role.contract.ts'
import { roleColumns } from './role-columns.tsx'

export function RolesPage() {
  const { readOnly } = useAccess('Role')
  return (
    <Page>
      <DataGrid
        label="Roles"
        columns={roleColumns}
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
