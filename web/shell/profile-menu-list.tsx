// The profile menu: name and e-mail, then its entries in their order, Logout last.
import { Box, Divider, Menu, MenuItem, Typography } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router'
import { useSession } from '#kit/session.ts'
import { brand } from './brand.ts'
import { profileEntries } from './profile-entries.ts'
import { leave } from './session.ts'

export default function ProfileMenuList({ anchor, onClose }: { anchor: HTMLElement; onClose: () => void }) {
  const { user } = useSession()
  const cache = useQueryClient()
  const navigate = useNavigate()
  return (
    <Menu
      anchorEl={anchor}
      open
      onClose={onClose}
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
        <MenuItem key={e.to} component={Link} to={e.to} onClick={onClose}>
          {e.label}
        </MenuItem>
      ))}
      <MenuItem component="a" href={brand.tutorialsUrl} target="_blank" rel="noopener" onClick={onClose}>
        Video Tutorials
      </MenuItem>
      <Divider component="li" role="presentation" />
      <MenuItem
        onClick={() => {
          onClose()
          leave(cache)
          void navigate('/login', { replace: true })
        }}
      >
        Logout
      </MenuItem>
    </Menu>
  )
}
