// Logo, team selector and menu: fixed and foldable to icons on wide screens, a drawer on narrow ones.
import MenuOpen from '@mui/icons-material/MenuOpenOutlined'
import { Box, IconButton, List, ListItemButton, ListItemIcon, ListItemText, Typography } from '@mui/material'
import { Suspense, useEffect, useId } from 'react'
import { NavLink, useLocation } from 'react-router'
import { fetchAhead, later } from '#kit/later.ts'
import { Tip } from '#kit/tip.tsx'
import { brand } from './brand.ts'
import { isUnder, type MenuGroup } from './menu.ts'
import { TeamSelector } from './team-selector.tsx'

// Narrow screens only, and there only once opened.
const loadDrawer = () => import('@mui/material/Drawer')
const Drawer = later(loadDrawer)

const WIDE = 248
const FOLDED = 64

function Group({ group, folded }: { group: MenuGroup; folded: boolean }) {
  const { pathname } = useLocation()
  const id = useId()
  return (
    <Box component="section" aria-labelledby={id} sx={{ px: 1, pb: 1 }}>
      <Typography
        id={id}
        variant="caption"
        component="h2"
        sx={{
          px: 1.5,
          py: 0.5,
          m: 0,
          fontWeight: 550,
          color: 'text.secondary',
          ...(folded && { position: 'absolute', clipPath: 'inset(50%)', width: 1, height: 1, overflow: 'hidden' }),
        }}
      >
        {group.label}
      </Typography>
      <List disablePadding>
        {group.entries.map(e => {
          const active = isUnder(pathname, e.to)
          const row = (
            <ListItemButton
              component={NavLink}
              to={e.to}
              selected={active}
              {...(active && { 'aria-current': 'page' as const })}
              {...(folded && { 'aria-label': e.label })}
              sx={{
                borderRadius: 1,
                minHeight: 40,
                px: 1.5,
                color: 'text.primary',
                '&.Mui-selected': {
                  color: 'primary.main',
                  bgcolor: 'color-mix(in srgb, var(--mui-palette-primary-main) 10%, transparent)',
                },
              }}
            >
              <ListItemIcon sx={{ minWidth: folded ? 0 : 36, color: 'inherit' }}>
                <e.icon fontSize="small" />
              </ListItemIcon>
              {!folded && (
                <ListItemText primary={e.label} slotProps={{ primary: { sx: { fontWeight: active ? 550 : 400 } } }} />
              )}
            </ListItemButton>
          )
          return (
            <li key={e.to}>
              {folded ? (
                <Tip title={e.label} side="right">
                  {row}
                </Tip>
              ) : (
                row
              )}
            </li>
          )
        })}
      </List>
    </Box>
  )
}

type SidebarProps = {
  groups: readonly MenuGroup[]
  narrow: boolean
  open: boolean
  folded: boolean
  onClose: () => void
  onFold: () => void
}
export function Sidebar({ groups, narrow, open, folded: wish, onClose, onFold }: SidebarProps) {
  const folded = wish && !narrow
  useEffect(() => {
    if (narrow) fetchAhead(loadDrawer)
  }, [narrow])
  const width = folded ? FOLDED : WIDE
  const inner = (
    <>
      <Box
        sx={{
          height: 56,
          px: folded ? 0 : 2,
          display: 'flex',
          alignItems: 'center',
          justifyContent: folded ? 'center' : 'flex-start',
          flexShrink: 0,
        }}
      >
        <img src={folded ? brand.logoSmall : brand.logo} alt={brand.name} height={28} />
      </Box>
      <Box sx={folded ? { pb: 1, textAlign: 'center' } : { px: 2, pt: 1, pb: 2 }}>
        <TeamSelector folded={folded} />
      </Box>
      <Box sx={{ flexGrow: 1 }}>
        {groups.map(g => (
          <Group key={g.label} group={g} folded={folded} />
        ))}
      </Box>
      {!narrow && (
        <Box sx={{ p: 1, textAlign: folded ? 'center' : 'right' }}>
          <Tip title={folded ? 'Unfold the menu' : 'Fold the menu'} side="right">
            <IconButton aria-label={folded ? 'Unfold the menu' : 'Fold the menu'} onClick={onFold}>
              <MenuOpen fontSize="small" sx={{ transform: folded ? 'scaleX(-1)' : 'none' }} />
            </IconButton>
          </Tip>
        </Box>
      )}
    </>
  )
  const look = {
    width,
    bgcolor: 'background.paper',
    overflowX: 'hidden',
    display: 'flex',
    flexDirection: 'column',
  } as const
  if (narrow)
    return (
      <Suspense>
        {open && (
          <Drawer open onClose={onClose} slotProps={{ paper: { 'aria-label': 'Menu' } }}>
            <Box component="nav" aria-label="Menu" sx={{ ...look, minHeight: '100%' }}>
              {inner}
            </Box>
          </Drawer>
        )}
      </Suspense>
    )
  return (
    <Box
      component="nav"
      aria-label="Menu"
      sx={{
        ...look,
        flexShrink: 0,
        position: 'sticky',
        top: 0,
        height: '100dvh',
        overflowY: 'auto',
        borderRight: 1,
        borderColor: 'divider',
      }}
    >
      {inner}
    </Box>
  )
}
