// The current team: the company first, disabled without a role in its own team, then the others by name (D-ACC-7).

import Unfold from '@mui/icons-material/UnfoldMoreOutlined'
import { Button, IconButton, MenuItem } from '@mui/material'
import { type MouseEvent, useState } from 'react'
import { LazyMenu } from '../kit/lazy-menu.tsx'
import { chooseTeam, teamChoices, useSession } from '../kit/session.ts'
import { Tip } from '../kit/tip.tsx'

/** `folded`: an icon that says the team on hover. */
export function TeamSelector({ folded }: { folded: boolean }) {
  const { user, teamId, teamName } = useSession()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const opener = {
    'aria-label': `Team: ${teamName}`,
    'aria-haspopup': 'menu' as const,
    'aria-expanded': anchor !== null,
    onClick: (e: MouseEvent<HTMLElement>) => setAnchor(e.currentTarget),
  }
  return (
    <>
      {folded ? (
        <Tip title={teamName} side="right">
          <IconButton {...opener}>
            <Unfold fontSize="small" />
          </IconButton>
        </Tip>
      ) : (
        <Button
          fullWidth
          color="inherit"
          variant="outlined"
          {...opener}
          endIcon={<Unfold />}
          sx={{ justifyContent: 'space-between', borderColor: 'divider', textAlign: 'left', minHeight: 40 }}
        >
          <span style={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>{teamName}</span>
        </Button>
      )}
      <LazyMenu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        slotProps={{
          paper: { sx: { minWidth: folded ? 200 : (anchor?.offsetWidth ?? 0), maxHeight: '60vh' } },
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
