// The current team: the company first, disabled without a role in its own team, then the others by name (D-ACC-7).
import Unfold from '@mui/icons-material/UnfoldMoreOutlined'
import { Button, MenuItem } from '@mui/material'
import { useState } from 'react'
import { LazyMenu } from '../kit/lazy-menu.tsx'
import { chooseTeam, teamChoices, useSession } from '../kit/session.ts'

export function TeamSelector() {
  const { user, teamId, teamName } = useSession()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <Button
        fullWidth
        color="inherit"
        variant="outlined"
        aria-label={`Team: ${teamName}`}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        endIcon={<Unfold />}
        onClick={e => setAnchor(e.currentTarget)}
        sx={{ justifyContent: 'space-between', borderColor: 'divider', textAlign: 'left', minHeight: 40 }}
      >
        <span style={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>{teamName}</span>
      </Button>
      <LazyMenu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        slotProps={{
          paper: { sx: { minWidth: anchor?.offsetWidth ?? 0, maxHeight: '60vh' } },
          list: { 'aria-label': 'Team' },
        }}
      >
        {teamChoices(user).map(t => (
          <MenuItem
            key={t.teamId}
            role="menuitemradio"
            aria-checked={t.teamId === teamId}
            selected={t.teamId === teamId}
            disabled={t.disabled}
            onClick={() => {
              setAnchor(null)
              chooseTeam(t.teamId)
            }}
          >
            {t.teamName}
          </MenuItem>
        ))}
      </LazyMenu>
    </>
  )
}
