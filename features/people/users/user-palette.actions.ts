// System users in the palette, by name, user name or address.
import Person from '@mui/icons-material/PersonOutlined'
import { addPaletteList } from '#kit/palette-list.ts'
import { listUsers } from './user.contract.ts'

addPaletteList(listUsers, {
  group: 'Users',
  icon: Person,
  query: { sort: 'username' },
  entry: u => ({
    id: u.userId,
    label: u.username,
    hint: `${u.firstName} ${u.lastName}`.trim(),
    to: `/users/${u.userId}`,
  }),
})
