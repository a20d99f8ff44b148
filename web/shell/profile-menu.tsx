// The profile menu: name and e-mail, then its entries in their order, Logout last.
import { Box, Divider, IconButton, MenuItem, Typography } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { LazyMenu } from '../kit/lazy-menu.tsx'
import { useSession } from '../kit/session.ts'
import { brand } from './brand.ts'
import { routes } from './routes.ts'
import { isBuilt } from './screens.ts'
import { signOut } from './session.ts'

const known = [
  { label: 'Home', to: '/' },
  { label: 'Profile', to: '/profile' },
  { label: 'Change Password', to: '/changepassword' },
  { label: 'FAQ', to: '/faq' },
]
const exists = (to: string): boolean => to === '/' || isBuilt(routes.find(r => r.form === to)?.page)
/** The entries whose screen is built. */
export const profileEntries = known.filter(e => exists(e.to))

export function ProfileMenu() {
  const { user } = useSession()
  const cache = useQueryClient()
  const navigate = useNavigate()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const close = () => setAnchor(null)
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
      <LazyMenu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { sx: { minWidth: 220 } } }}
      >
        <Box component="li" role="presentation" sx={{ px: 2, py: 1 }}>
          <Typography sx={{ fontWeight: 550 }}>{user.name}</Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
            {user.email}
          </Typography>
        </Box>
        <Divider component="li" role="presentation" />
        {profileEntries.map(e => (
          <MenuItem key={e.to} component={Link} to={e.to} onClick={close}>
            {e.label}
          </MenuItem>
        ))}
        <MenuItem component="a" href={brand.tutorialsUrl} target="_blank" rel="noopener" onClick={close}>
          Video Tutorials
        </MenuItem>
        <Divider component="li" role="presentation" />
        <MenuItem
          onClick={() => {
            close()
            signOut(cache, 'left')
            void navigate('/login', { replace: true })
          }}
        >
          Logout
        </MenuItem>
      </LazyMenu>
    </>
  )
}
