// The columns of the list of roles, for the grid and for files.
import type { Column } from '#kit/columns.tsx'
import type { RoleRow } from './role.contract.ts'

export const roleColumns: readonly Column<RoleRow>[] = [
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
