// Roles in the palette, by name.
import Badge from '@mui/icons-material/BadgeOutlined'
import { addPaletteList } from '#kit/palette-list.ts'
import { listRoles } from './role.contract.ts'

addPaletteList(listRoles, {
  group: 'Roles',
  right: 'Role.view',
  icon: Badge,
  query: { sort: 'roleName' },
  entry: r => ({
    id: r.roleId,
    label: r.roleName,
    ...(r.companyName && { hint: r.companyName }),
    to: `/roles/${r.roleId}`,
  }),
})
