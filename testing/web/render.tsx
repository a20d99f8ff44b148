// Shows a screen in a test as the portal would: theme, query client, router with the address given, notices and questions.
import { ThemeProvider } from '@mui/material'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { SessionUser } from '@wattdesk/base/session-user'
import type { ReactNode } from 'react'
import { type RouteObject, type To, UNSAFE_createMemoryHistory } from 'react-router'
import { vi } from 'vitest'
import { ConfirmHost, withdraw } from '#kit/confirm.tsx'
import { dismissAll, Notices } from '#kit/notices.tsx'
import { storeSession } from '#kit/session.ts'
import { type AppNavigator, makeWay, Routed } from '#kit/way.tsx'
import { makeTheme } from '#web/app/theme.ts'
import { queryOptions, wireSession } from '#web/shell/session.ts'
import { testToken, testUser } from './server.ts'

/** Makes the window a phone's until the test ends: lists are cards, the primary action sticks below. */
export const asPhone = (): void => {
  const wide = globalThis.matchMedia
  vi.stubGlobal('matchMedia', (media: string) => ({ ...wide(media), matches: /max-width/.test(media) }))
}

/** Signs in before rendering. */
export const signInAs = (user: SessionUser = testUser()): void => storeSession(testToken(), user)

type Options = { at?: string; path?: string }
/** Renders a screen at an address; gives the router to look at and the cache. */
export const show = (shown: ReactNode, { at = '/', path = '*' }: Options = {}) => showScreens([[path, shown]], at)

/** Renders several screens, each at its path, from an address on. */
export const showScreens = (screens: readonly (readonly [path: string, screen: ReactNode])[], at: string) =>
  showRoutes(
    screens.map(([path, element]) => ({
      path,
      element: (
        <>
          {element}
          <ConfirmHost />
          <Notices />
        </>
      ),
    })),
    at,
  )

/** Opens the menu of the row that shows this text, and returns its actions. */
export async function menuOf(text: string): Promise<(string | null)[]> {
  const row = (await screen.findByText(text)).closest('[role="row"]') as HTMLElement
  await userEvent.click(within(row).getByRole('button', { name: /^Actions/ }))
  return (await screen.findAllByRole('menuitem')).map(m => m.textContent)
}

/** The router as tests use it: the present address, and steps as links and the browser make them. */
const routerOf = (way: AppNavigator) => ({
  get state() {
    return { location: way.location }
  },
  navigate: async (to: To | number) => way.navigate(to),
})

/** Renders whole routes, as those of the portal. */
export function showRoutes(routes: RouteObject[], at: string) {
  // Removes questions that an earlier test left unanswered; files share loaded modules.
  dismissAll()
  withdraw()
  const { queries, mutations = {} } = queryOptions
  const cache = new QueryClient({
    defaultOptions: { queries: { ...queries, gcTime: Number.POSITIVE_INFINITY }, mutations },
  })
  const way = makeWay(UNSAFE_createMemoryHistory({ initialEntries: [at], v5Compat: true }))
  wireSession(cache, way)
  const view = render(
    <ThemeProvider theme={makeTheme('#1f6f8b', false)}>
      <QueryClientProvider client={cache}>
        <Routed way={way} routes={routes} />
      </QueryClientProvider>
    </ThemeProvider>,
  )
  return { ...view, router: routerOf(way), cache }
}
