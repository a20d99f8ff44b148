// Who may be where: the signed-out area, the signed-in area with its user, and the right of each route (D-ACC-8).
import { Box } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import type { TeamRole } from '@wattdesk/base/session-user'
import { type ReactNode, Suspense, useEffect } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { Boundary, ErrorNotice } from '#kit/error.tsx'
import { later } from '#kit/later.ts'
import { notify } from '#kit/notices.tsx'
import { PartFallback } from '#kit/part-missing.tsx'
import {
  accessOf,
  afterSignIn,
  forgetEnd,
  holdsAny,
  type ToSignIn,
  toSignIn,
  useSession,
  useSessionState,
} from '#kit/session.ts'
import { RowsSkeleton } from '#kit/skeleton.tsx'
import type { Route } from './routes.ts'
import { routes } from './routes.ts'
import { refreshUser } from './session.ts'

const Shell = later(() => import('./shell.tsx').then(m => ({ default: m.Shell })))

/** Sign-in and its neighbours: whoever is signed in goes on, to where they were headed. */
export function SignedOut() {
  const { token, user } = useSessionState()
  const way = (useLocation().state as ToSignIn | null) ?? {}
  useEffect(() => {
    if (!token) forgetEnd()
  }, [token])
  return token ? (
    <Navigate to={afterSignIn(way, user?.id)} replace />
  ) : (
    <Framed>
      <Outlet />
    </Framed>
  )
}

/** The signed-in area: a token, and the user it belongs to (D-AUTH-9). */
export function SignedIn() {
  const { token, user } = useSessionState()
  const { pathname, search } = useLocation()
  const profile = useQuery({
    queryKey: ['signed-in user', token],
    queryFn: () => refreshUser().then(() => true),
    enabled: token !== null && user === null,
    gcTime: 0,
  })
  if (!token) return <Navigate to="/login" replace state={toSignIn(pathname + search)} />
  if (user)
    return (
      <Boundary>
        <Suspense fallback={<PartFallback />}>
          <Shell />
        </Suspense>
      </Boundary>
    )
  return (
    <Box component="main" sx={{ p: 3, maxWidth: 640, mx: 'auto' }}>
      {profile.isError ? (
        <ErrorNotice error={profile.error} onRetry={() => void profile.refetch()} />
      ) : (
        <RowsSkeleton rows={3} />
      )}
    </Box>
  )
}

/** True when the role may open the route: any letter but N, the letter it names, or one of its other rights. */
export function mayOpen(route: Route, role: TeamRole | null): boolean {
  if (!route.feature) return true
  const { may } = accessOf(role, route.feature)
  return (route.needs ? may(route.needs) : !may('N')) || (route.or !== undefined && holdsAny(role, route.or))
}

/** Where one without the right goes: from a form to its list, from a list, or where that is closed too, to /dashboard. */
export function fallbackPath(route: Route, role: TeamRole | null): string {
  const list = routes.find(r => r.form === route.list)
  return list && mayOpen(list, role) ? list.form : '/dashboard'
}

function Refused({ to }: { to: string }) {
  useEffect(() => void notify.error('Not Authorized'), [])
  return <Navigate to={to} replace />
}

/** A screen and its right. A screen that fails to draw or load says so in its own place. */
export function Guarded({ route, children }: { route: Route; children: ReactNode }) {
  return route.area === 'in' && route.feature ? (
    <ByRight route={route}>{children}</ByRight>
  ) : (
    <Framed>{children}</Framed>
  )
}

function ByRight({ route, children }: { route: Route; children: ReactNode }) {
  const { role } = useSession()
  return mayOpen(route, role) ? <Framed>{children}</Framed> : <Refused to={fallbackPath(route, role)} />
}

function Framed({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  return (
    <Boundary at={pathname}>
      <Suspense
        fallback={
          <PartFallback>
            <RowsSkeleton />
          </PartFallback>
        }
      >
        {children}
      </Suspense>
    </Boundary>
  )
}
