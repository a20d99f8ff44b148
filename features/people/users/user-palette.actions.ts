// System users in the palette, by name, user name or address.
import Person from '@mui/icons-material/PersonOutlined'
import { addPaletteList } from '#kit/palette-list.ts'
import { listUsers } from './user.contract.ts'

addPaletteList(listUsers, {
  id: 'users',
  group: 'Users',
  right: 'Users.view',
  icon: Person,
  args: (teamId, page) => ({ query: { teamId, sort: 'username', ...page } }),
  entry: u => ({
    id: u.userId,
    label: u.username,
    hint: `${u.firstName} ${u.lastName}`.trim(),
    to: `/users/${u.userId}`,
  }),
})
