// The current team, and the button that lets choose another.

import Unfold from '@mui/icons-material/UnfoldMoreOutlined'
import { Button, IconButton } from '@mui/material'
import { type MouseEvent, Suspense, useEffect, useState } from 'react'
import { fetchAhead, later } from '#kit/later.ts'
import { useSession } from '#kit/session.ts'
import { Tip } from '#kit/tip.tsx'

// Closed when a page begins: fetched once the page stands, so that it opens offline too.
const load = () => import('./team-list.tsx')
const List = later(load)

/** `folded`: an icon that says the team on hover. */
export function TeamSelector({ folded }: { folded: boolean }) {
  const { teamName } = useSession()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  useEffect(() => fetchAhead(load), [])
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
      <Suspense>
        {anchor && (
          <List anchor={anchor} minWidth={folded ? 200 : anchor.offsetWidth} onClose={() => setAnchor(null)} />
        )}
      </Suspense>
    </>
  )
}
