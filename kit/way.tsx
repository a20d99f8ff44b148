// The user's navigation through the portal: the browser's history, from which react-router's links, hooks and routes
// draw. Its data router (loaders, actions, fetchers: 19 KB) is left out; the two parts of it that the portal needs are
// here: the address at this moment, and guards that are asked before a page is left.
import { createContext, startTransition, use, useLayoutEffect, useState } from 'react'
import {
  type Location,
  type Navigator,
  parsePath,
  type RouteObject,
  Router,
  type To,
  type UNSAFE_createBrowserHistory,
  useRoutes,
} from 'react-router'

type History = ReturnType<typeof UNSAFE_createBrowserHistory>
/** Stands before the way to another page. */
type Guard = {
  /** True while the page must not be left unasked. */
  holds: () => boolean
  /** Asks; `goOn` makes the step that was held back. */
  ask: (goOn: () => void) => void
}
export type AppNavigator = Navigator & {
  /** Where the reader is now; a render may lag behind it. A step that is held back has not been made. */
  readonly location: Location
  readonly action: History['action']
  /** A step in the history, or to an address. */
  navigate: (to: To | number, options?: { replace?: boolean; state?: unknown }) => void
  listen: (hear: () => void) => () => void
  /** Asks `guard` before another path, not before another query; until the answer is called. */
  guard: (guard: Guard) => () => void
}

/** The way over `history`, which must tell its listener of its own pushes too (`v5Compat`). Made once for each. */
export function makeWay(history: History): AppNavigator {
  let { location, action } = history
  const guards = new Set<Guard>()
  const hearers = new Set<() => void>()
  /** The next arrival was asked about already. */
  let isAnswered = false
  /** Set while the browser returns to the page that a guard would not let the reader leave. */
  let onReturn: (() => void) | undefined
  const guardBefore = (pathname = location.pathname): Guard | undefined =>
    pathname === location.pathname ? undefined : [...guards].find(g => g.holds())

  history.listen(({ action: how, location: to, delta }) => {
    if (onReturn) {
      const returned = onReturn
      onReturn = undefined
      returned()
      return
    }
    const isStep = how === 'POP' && !isAnswered
    isAnswered = false
    const guard = isStep && delta ? guardBefore(to.pathname) : undefined
    if (guard && delta) {
      // The browser has gone already: it is sent back, and goes again when the answer is yes.
      const isBack = new Promise<void>(resolve => {
        onReturn = resolve
      })
      history.go(-delta)
      guard.ask(() => {
        void isBack.then(() => {
          isAnswered = true
          history.go(delta)
        })
      })
      return
    }
    location = to
    action = how
    for (const hear of hearers) hear()
  })

  const step = (how: 'push' | 'replace') => (to: To, state?: unknown) => {
    const make = () => history[how](to, state)
    const guard = guardBefore((typeof to === 'string' ? parsePath(to) : to).pathname)
    if (guard) guard.ask(make)
    else make()
  }
  const member =
    <T,>(set: Set<T>) =>
    (one: T) => {
      set.add(one)
      return () => {
        set.delete(one)
      }
    }
  const way: AppNavigator = {
    get location() {
      return location
    },
    get action() {
      return action
    },
    createHref: history.createHref,
    createURL: history.createURL,
    encodeLocation: history.encodeLocation,
    go: delta => history.go(delta),
    push: step('push'),
    replace: step('replace'),
    navigate: (to, { replace = false, state } = {}) => {
      if (typeof to === 'number') history.go(to)
      else way[replace ? 'replace' : 'push'](to, state)
    },
    listen: member(hearers),
    guard: member(guards),
  }
  return way
}

const WayContext = createContext<AppNavigator | null>(null)
/** The way that the page is drawn from. */
export function useWay(): AppNavigator {
  const way = use(WayContext)
  if (!way) throw new Error('There is no way above this component')
  return way
}

/** Draws the routes of where `way` is. The page before stays until the next one can be drawn. */
export function Routed({ way, routes }: { way: AppNavigator; routes: RouteObject[] }) {
  const [at, setAt] = useState({ location: way.location, navigationType: way.action })
  useLayoutEffect(
    () => way.listen(() => startTransition(() => setAt({ location: way.location, navigationType: way.action }))),
    [way],
  )
  return (
    <WayContext value={way}>
      <Router {...at} navigator={way}>
        <Matched routes={routes} />
      </Router>
    </WayContext>
  )
}
const Matched = ({ routes }: { routes: RouteObject[] }) => useRoutes(routes)
