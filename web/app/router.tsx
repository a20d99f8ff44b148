// The routes as react-router takes them, made from the table: areas, rights, screens, and /pagenotfound for what is unknown.
import { Navigate, type RouteObject } from 'react-router'
import { Guarded, SignedIn, SignedOut } from '#web/shell/guards.tsx'
import { NotFoundPage } from '#web/shell/not-found-page.tsx'
import { PublicLayout } from '#web/shell/public-layout.tsx'
import { Root } from '#web/shell/root.tsx'
import { pathOf, type Route, routes } from '#web/shell/routes.ts'
import { isBuilt, screenOf } from '#web/shell/screens.ts'

function element(route: Route) {
  if (!isBuilt(route.page)) return <NotFoundPage />
  const Screen = screenOf(route.page)
  return (
    <Guarded route={route}>
      <Screen />
    </Guarded>
  )
}

const object = (route: Route): RouteObject => ({
  path: pathOf(route),
  caseSensitive: true,
  element: element(route),
})
const of = (area: Route['area'], built: boolean): RouteObject[] =>
  routes.filter(r => r.area === area && isBuilt(r.page) === built).map(object)

export const routeObjects = (): RouteObject[] => [
  {
    element: <Root />,
    children: [
      { element: <SignedOut />, children: of('out', true) },
      {
        element: <SignedIn />,
        children: [{ index: true, path: '/', element: <Navigate to="/dashboard" replace /> }, ...of('in', true)],
      },
      { element: <PublicLayout />, children: of('public', true) },
      ...(['out', 'in', 'public'] as const).flatMap(area => of(area, false)),
      { path: '/pagenotfound', element: <NotFoundPage /> },
      { path: '*', element: <Navigate to="/pagenotfound" replace /> },
    ],
  },
]
