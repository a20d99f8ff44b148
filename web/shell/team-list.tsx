// The teams to choose from: the company first, disabled without a role in its own team, then the others by name (D-ACC-7).
import { Menu, MenuItem } from '@mui/material'
import { chooseTeam, teamChoices, useSession } from '#kit/session.ts'

type Props = { anchor: HTMLElement; minWidth: number; onClose: () => void }
export default function TeamList({ anchor, minWidth, onClose }: Props) {
  const { user, teamId } = useSession()
  return (
    <Menu
      anchorEl={anchor}
      open
      onClose={onClose}
      slotProps={{ paper: { sx: { minWidth, maxHeight: '60vh' } }, list: { 'aria-label': 'Team' } }}
    >
      {teamChoices(user).map(t => (
        <MenuItem
          key={t.teamId}
          role="menuitemradio"
          aria-checked={t.teamId === teamId}
          selected={t.teamId === teamId}
          disabled={t.disabled}
          onClick={() => {
            onClose()
            chooseTeam(t.teamId)
          }}
        >
          {t.teamName}
        </MenuItem>
      ))}
    </Menu>
  )
}
