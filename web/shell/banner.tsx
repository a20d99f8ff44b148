// The banner: title of the route, the way to it, palette button, connection state, profile menu.
import MenuIcon from '@mui/icons-material/MenuOutlined'
import Search from '@mui/icons-material/Search'
import { Box, Button, IconButton, Link, Typography } from '@mui/material'
import { headingWord } from '@wattdesk/base/menu-words'
import { Suspense } from 'react'
import { Link as RouterLink, useLocation } from 'react-router'
import { later } from '#kit/later.ts'
import { useSession } from '#kit/session.ts'
import { shortcutText } from '#kit/shortcuts.ts'
import { Connection } from './connection.tsx'
import { isUnder, type MenuGroup } from './menu.ts'
import { ProfileMenu } from './profile-menu.tsx'

import type { Route } from './routes.ts'

// Comes with the page, after what the page shows.
const HelpAndBell = later(() => import('./help-and-bell.tsx'))

type BannerProps = {
  route: Route | undefined
  groups: readonly MenuGroup[]
  narrow: boolean
  onMenu: () => void
  onPalette: () => void
}
export function Banner({ route, groups, narrow, onMenu, onPalette }: BannerProps) {
  const { pathname } = useLocation()
  const { user } = useSession()
  const group = groups.find(g => g.entries.some(e => isUnder(pathname, e.to)))
  const entry = group?.entries.find(e => isUnder(pathname, e.to))
  const deeper = route?.list !== undefined
  return (
    <Box
      component="header"
      sx={{
        position: 'sticky',
        top: 0,
        zIndex: 'appBar',
        display: 'flex',
        height: 56,
        flexShrink: 0,
        borderBottom: 1,
        borderColor: 'divider',
        bgcolor: 'background.paper',
        alignItems: 'center',
        gap: 1,
        px: { xs: 1, sm: 3 },
      }}
    >
      {narrow && (
        <IconButton aria-label="Open the menu" onClick={onMenu}>
          <MenuIcon />
        </IconButton>
      )}
      <Box sx={{ flexGrow: 1, minWidth: 0 }}>
        {group && entry && !narrow && (
          <Box
            component="nav"
            aria-label="Breadcrumb"
            sx={{ fontSize: '0.75rem', lineHeight: 1.3, color: 'text.secondary' }}
          >
            {group.label}
            {' / '}
            {deeper ? (
              <Link component={RouterLink} to={entry.to} color="inherit">
                {entry.label}
              </Link>
            ) : (
              entry.label
            )}
          </Box>
        )}
        <Typography variant="h1" noWrap sx={{ fontSize: narrow ? '1rem' : '1.125rem', lineHeight: 1.3 }}>
          {route && headingWord(user.company.menuWords, route.title)}
        </Typography>
      </Box>
      {narrow ? (
        <IconButton aria-label="Search" onClick={onPalette}>
          <Search />
        </IconButton>
      ) : (
        <Button
          color="inherit"
          variant="outlined"
          size="small"
          startIcon={<Search />}
          onClick={onPalette}
          sx={{ color: 'text.secondary', borderColor: 'divider', fontWeight: 400 }}
        >
          Search
          <Box component="kbd" aria-hidden sx={{ ml: 2, font: 'inherit', fontSize: '0.75rem' }}>
            {shortcutText('Mod+K')}
          </Box>
        </Button>
      )}
      <Connection />
      <Suspense fallback={<Box sx={{ width: 88 }} />}>
        <HelpAndBell form={route?.form} />
      </Suspense>
      <ProfileMenu />
    </Box>
  )
}
