// Teams in the palette, by name.
import Groups from '@mui/icons-material/GroupsOutlined'
import { call } from '@wattdesk/wire/call'
import { addPaletteSource } from '../../web/kit/shortcuts.ts'
import { listTeams } from './team.contract.ts'

addPaletteSource({
  id: 'teams',
  group: 'Teams',
  right: 'Team.view',
  find: async (text, { teamId, signal }) => {
    const { data } = await call(listTeams, { params: { teamId } }, { signal })
    const q = text.toLowerCase()
    return data
      .filter(t => t.name.toLowerCase().includes(q))
      .slice(0, 5)
      .map(t => ({
        id: String(t.teamId),
        label: t.name,
        ...(t.parentName !== null && { hint: t.parentName }),
        to: `/team/${t.teamId}`,
        icon: Groups,
      }))
  },
})
