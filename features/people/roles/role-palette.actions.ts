// Roles in the palette, by name.
import Badge from '@mui/icons-material/BadgeOutlined'
import { call } from '@wattdesk/wire/call'
import { addPaletteSource } from '#kit/shortcuts.ts'
import { listRoles } from './role.contract.ts'

addPaletteSource({
  id: 'roles',
  group: 'Roles',
  right: 'Role.view',
  find: async (text, { teamId, signal }) => {
    const { data } = await call(
      listRoles,
      { query: { teamId, page: 1, pageSize: 5, sort: 'roleName', q: text } },
      { signal },
    )
    return data.map(r => ({
      id: String(r.roleId),
      label: r.roleName,
      ...(r.companyName && { hint: r.companyName }),
      to: `/roles/${r.roleId}`,
      icon: Badge,
    }))
  },
})
