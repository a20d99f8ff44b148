// The start of the portal: brand, theme, session, router.
import '#kit/part.ts'
import { CssBaseline, ThemeProvider } from '@mui/material'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { call } from '@wattdesk/wire/call'
import { StrictMode, useMemo } from 'react'
import { createRoot } from 'react-dom/client'
import { UNSAFE_createBrowserHistory } from 'react-router'
import { askAgain } from '#kit/ask-again.ts'
import { useDensity } from '#kit/density.ts'
import { Boundary } from '#kit/error.tsx'
import { askMode } from '#kit/mode.ts'
import { sessionState } from '#kit/session.ts'
import { makeWay, Routed } from '#kit/way.tsx'
import { getPublicConfig } from '#office/installation/installation.contract.ts'
import { applyFavicon, brand } from '#web/shell/brand.ts'
import { queryOptions, refreshUserQuietly, wireSession } from '#web/shell/session.ts'
import { printInLight } from './print.ts'
import { routeObjects } from './router.tsx'
import { makeTheme } from './theme.ts'

// A service worker of an earlier portal at this address would go on serving it; that of push messages serves nothing.
const isForPush = ({ active }: ServiceWorkerRegistration) => active?.scriptURL.endsWith('/push-worker.js') ?? false
void navigator.serviceWorker?.getRegistrations().then(all => all.map(r => isForPush(r) || r.unregister()))

const cache = new QueryClient({ defaultOptions: queryOptions })
askAgain(cache)
const way = makeWay(UNSAFE_createBrowserHistory({ v5Compat: true }))
const routes = routeObjects()
wireSession(cache, way)
applyFavicon()
void askMode(async () => (await call(getPublicConfig, {})).data.mode)
printInLight()
// Rights may have changed since the user was stored.
if (sessionState().token && sessionState().user) refreshUserQuietly()

function Portal() {
  const compact = useDensity() === 'compact'
  const theme = useMemo(() => makeTheme(brand.colors.primary, compact), [compact])
  return (
    <ThemeProvider theme={theme} defaultMode="system">
      <CssBaseline />
      <QueryClientProvider client={cache}>
        <Boundary>
          <Routed way={way} routes={routes} />
        </Boundary>
      </QueryClientProvider>
    </ThemeProvider>
  )
}

const root = document.getElementById('root')
if (!root) throw new Error('No #root')
createRoot(root).render(
  <StrictMode>
    <Portal />
  </StrictMode>,
)
