// The button of the profile menu: the user's picture or first letter.
import { Box, IconButton } from '@mui/material'
import { Suspense, useEffect, useState } from 'react'
import { fetchAhead, later } from '#kit/later.ts'
import { useSession } from '#kit/session.ts'

// Closed when a page begins: fetched once the page stands, so that it opens offline too.
const load = () => import('./profile-menu-list.tsx')
const List = later(load)

export function ProfileMenu() {
  const { user } = useSession()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  useEffect(() => fetchAhead(load), [])
  return (
    <>
      <IconButton
        aria-label="Profile menu"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={e => setAnchor(e.currentTarget)}
        sx={{ p: 0.5 }}
      >
        <Box
          component="span"
          sx={{
            width: 32,
            height: 32,
            borderRadius: '50%',
            overflow: 'hidden',
            display: 'grid',
            placeItems: 'center',
            fontSize: '0.875rem',
            bgcolor: 'primary.main',
            color: 'primary.contrastText',
          }}
        >
          {user.photoURL ? (
            <img src={user.photoURL} alt="" width={32} height={32} />
          ) : (
            user.name.slice(0, 1).toUpperCase()
          )}
        </Box>
      </IconButton>
      <Suspense>{anchor && <List anchor={anchor} onClose={() => setAnchor(null)} />}</Suspense>
    </>
  )
}
