// The frame of the signed-in area: sidebar, banner, the screen; one live connection; palette and shortcuts.
import Contrast from '@mui/icons-material/ContrastOutlined'
import Density from '@mui/icons-material/DensityMediumOutlined'
import Keyboard from '@mui/icons-material/KeyboardOutlined'
import { Box, GlobalStyles, Link, useColorScheme, useMediaQuery } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, Suspense, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { Outlet, useLocation } from 'react-router'
import { useFollowed } from '#control/remote-operations/followed.actions.ts'
import type { Action } from '#kit/actions.tsx'
import { setDensity, useDensity } from '#kit/density.ts'
import { later } from '#kit/later.ts'
import { ListViewsSlot } from '#kit/list-views.ts'
import { useLive, useLiveConnection, useLiveState, usePolling } from '#kit/live.ts'
import { ModeNotice } from '#kit/mode-notice.tsx'
import type { PaletteScreen } from '#kit/palette.tsx'
import { PartStrip } from '#kit/part-missing.tsx'
import { useSession } from '#kit/session.ts'
import { useShortcuts } from '#kit/shortcuts.ts'
import { Banner } from './banner.tsx'
import { StaleNotice } from './connection.tsx'
import { furtherScreens, menuFor } from './menu.ts'
import { profileEntries } from './profile-entries.ts'
import { routeOf } from './routes.ts'
import { isBuilt } from './screens.ts'
import { refreshUser, refreshUserQuietly } from './session.ts'
import { Sidebar } from './sidebar.tsx'

const Palette = later(() => import('./palette.ts').then(m => ({ default: m.Palette })))
// Loaded with the first operation that is sent.
const TaskStrip = later(() => import('#control/remote-operations/task-strip.tsx').then(m => ({ default: m.TaskStrip })))
// Comes with the first list.
const SavedViews = later(() =>
  import('#desk/scheduled-reports/list-views.parts.tsx').then(m => ({ default: m.ListViewsMenu })),
)
const ShortcutList = later(() => import('#kit/palette.tsx').then(m => ({ default: m.ShortcutList })))

/** The actions that the shell itself offers in the palette. */
function useShellActions(onList: () => void): readonly Action[] {
  const { mode, setMode } = useColorScheme()
  const density = useDensity()
  return useMemo(
    () => [
      ...(['light', 'dark', 'system'] as const)
        .filter(m => m !== mode)
        .map(m => ({ id: `appearance-${m}`, label: `Appearance: ${m}`, icon: Contrast, run: () => setMode(m) })),
      {
        id: 'density',
        label: density === 'compact' ? 'Comfortable rows' : 'Compact rows',
        icon: Density,
        run: () => setDensity(density === 'compact' ? 'comfortable' : 'compact'),
      },
      { id: 'shortcuts', label: 'Shortcuts', icon: Keyboard, run: onList },
    ],
    [mode, setMode, density, onList],
  )
}

const RIGHTS_MS = 30_000
/** Live for the page: the stream of the team, fresh rights when they change, fresh data after a break. */
function useLivePage(): void {
  useLiveConnection()
  useLive('access', refreshUserQuietly)
  const cache = useQueryClient()
  const { state } = useLiveState()
  const broke = useRef(false)
  useEffect(() => {
    if (state === 'broken') broke.current = true
    if (state === 'open' && broke.current) {
      broke.current = false
      void cache.invalidateQueries()
      refreshUserQuietly()
    }
  }, [state, cache])
  // Who has no role yet has no stream, and a broken one tells nothing: rights are asked for meanwhile.
  const polling = usePolling(RIGHTS_MS)
  useEffect(() => {
    if (polling === false) return
    const timer = setInterval(() => {
      refreshUser().catch(() => {
        // The banner says already that nothing is live; the next try is not far.
      })
    }, polling)
    return () => clearInterval(timer)
  }, [polling])
}

/** The pages of the profile menu, for the palette. */
const ownPages: readonly PaletteScreen[] = profileEntries
  .filter(e => e.to !== '/')
  .map(e => ({ ...e, group: 'Account' }))

/** How wide the tools of the banner are: notices stand beside them. */
const bannerTools = <GlobalStyles styles={{ ':root': { '--banner-tools': '412px' } }} />

/** After a navigation the drawer closes, the page begins at its top, and the focus tells readers of the change. */
function useArrival(pathname: string, main: RefObject<HTMLElement | null>, closeDrawer: () => void): void {
  const before = useRef(pathname)
  const onArrival = useEffectEvent(() => {
    closeDrawer()
    globalThis.scrollTo(0, 0)
    main.current?.focus({ preventScroll: true })
  })
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    onArrival()
  }, [pathname])
}

function SkipLink({ onSkip }: { onSkip: () => void }) {
  return (
    <Link
      data-noprint
      href="#main"
      onClick={e => {
        e.preventDefault()
        onSkip()
      }}
      sx={{
        position: 'fixed',
        top: -60,
        left: 8,
        zIndex: 'tooltip',
        p: 1,
        bgcolor: 'background.paper',
        '&:focus': { top: 8 },
      }}
    >
      Skip to the content
    </Link>
  )
}

/** The notices between the banner and the page. `hasTasks`: the strip of followed remote operations is among them. */
function Strips({ hasTasks }: { hasTasks: boolean }) {
  return (
    <Box
      sx={{
        position: 'sticky',
        top: 56,
        zIndex: 'appBar',
        maxHeight: '50dvh',
        overflow: 'auto',
        // On paper the notice of the mode stands above the page and covers nothing.
        '@media print': { position: 'static', overflow: 'visible' },
      }}
    >
      <ModeNotice />
      <div data-noprint>
        <StaleNotice />
        <PartStrip />
        {hasTasks && (
          <Suspense>
            <TaskStrip />
          </Suspense>
        )}
      </div>
    </Box>
  )
}

const FOLD = 'sidebar'
export function Shell() {
  const { role, user } = useSession()
  const words = user.company.menuWords
  const { pathname } = useLocation()
  const route = useMemo(() => routeOf(pathname), [pathname])
  const narrow = useMediaQuery('(max-width:899.95px)', { noSsr: true })
  const [open, setOpen] = useState(false)
  const [folded, setFolded] = useState(() => localStorage.getItem(FOLD) === 'folded')
  const [palette, setPalette] = useState(false)
  const [list, setList] = useState(false)
  const groups = useMemo(() => menuFor(role, isBuilt, words), [role, words])
  const screens = useMemo<PaletteScreen[]>(
    () => [
      ...groups.flatMap(g => g.entries.map(e => ({ ...e, group: g.label }))),
      ...furtherScreens(role, isBuilt, words),
      ...ownPages,
    ],
    [groups, role, words],
  )
  // Once shown the strip stays: the details opened from one of its lines outlive that line.
  const isFollowing = useFollowed().length > 0
  const [hasStrip, setHasStrip] = useState(isFollowing)
  if (isFollowing && !hasStrip) setHasStrip(true)
  const [showList] = useState(() => () => setList(true))
  const actions = useShellActions(showList)
  useLivePage()
  useShortcuts(actions, () => setPalette(true), showList)

  const main = useRef<HTMLElement>(null)
  useArrival(pathname, main, () => setOpen(false))

  const fold = () => {
    localStorage.setItem(FOLD, folded ? 'wide' : 'folded')
    setFolded(!folded)
  }
  return (
    <Box sx={{ display: 'flex', minHeight: '100dvh' }}>
      {bannerTools}
      <SkipLink onSkip={() => main.current?.focus()} />
      <Sidebar
        groups={groups}
        narrow={narrow}
        open={open}
        folded={folded}
        onClose={() => setOpen(false)}
        onFold={fold}
      />
      <Box sx={{ flexGrow: 1, minWidth: 0, display: 'flex', flexDirection: 'column' }}>
        <Banner
          route={route}
          groups={groups}
          narrow={narrow}
          onMenu={() => setOpen(true)}
          onPalette={() => setPalette(true)}
        />
        <Strips hasTasks={hasStrip} />
        <Box
          component="main"
          id="main"
          ref={main}
          tabIndex={-1}
          aria-label={route?.title ?? 'Content'}
          sx={{
            flexGrow: 1,
            p: { xs: 2, sm: 3 },
            // Notices that reach further down than the banner push the page, they do not cover it.
            pt: {
              xs: 'max(16px, calc(var(--notices, 0px) - 48px))',
              sm: 'max(24px, calc(var(--notices, 0px) - 48px))',
            },
            outline: 'none !important',
          }}
        >
          <ListViewsSlot value={SavedViews}>
            <Outlet />
          </ListViewsSlot>
        </Box>
      </Box>
      <Suspense>
        {palette && <Palette onClose={() => setPalette(false)} screens={screens} actions={actions} />}
        {list && <ShortcutList onClose={() => setList(false)} actions={actions} />}
      </Suspense>
    </Box>
  )
}
