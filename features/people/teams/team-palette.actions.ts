// Teams in the palette, by name.
import Groups from '@mui/icons-material/GroupsOutlined'
import { call } from '@wattdesk/wire/call'
import { addPaletteSource } from '#kit/shortcuts.ts'
import { listTeamChoices } from './team.contract.ts'

addPaletteSource({
  id: 'teams',
  group: 'Teams',
  right: 'Team.view',
  find: async (text, { teamId, signal }) => {
    const asked = { right: 'Team.view', inactive: 'true', limit: 5, q: text } as const
    const { data } = await call(listTeamChoices, { params: { teamId }, query: asked }, { signal })
    return data.map(t => ({
      id: String(t.teamId),
      label: t.name,
      ...(t.parentName !== null && { hint: t.parentName }),
      to: `/team/${t.teamId}`,
      icon: Groups,
    }))
  },
})
