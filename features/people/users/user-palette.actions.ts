// System users in the palette, by name, user name or address.
import Person from '@mui/icons-material/PersonOutlined'
import { call } from '@wattdesk/wire/call'
import { addPaletteSource } from '#kit/shortcuts.ts'
import { listUsers } from './user.contract.ts'

addPaletteSource({
  id: 'users',
  group: 'Users',
  right: 'Users.view',
  find: async (text, { teamId, signal }) => {
    const { data } = await call(
      listUsers,
      { query: { teamId, page: 1, pageSize: 5, sort: 'username', q: text } },
      { signal },
    )
    return data.map(u => ({
      id: String(u.userId),
      label: u.username,
      hint: `${u.firstName} ${u.lastName}`.trim(),
      to: `/users/${u.userId}`,
      icon: Person,
    }))
  },
})
