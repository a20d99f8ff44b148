import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { TEST_NOTICE } from '@wattdesk/base/mode'
import { matchRoutes } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { tellMode } from '#kit/mode.ts'
import { showRoutes, signInAs } from '#testing/web/render.tsx'
import { roleIn, testServer, testUser } from '#testing/web/server.ts'
import { fallbackPath, mayOpen } from '#web/shell/guards.tsx'
import { componentName, pathOf, type Route, routeOf, routes } from '#web/shell/routes.ts'
import { isBuilt, loadScreen } from '#web/shell/screens.ts'
import { routeObjects } from './router.tsx'

beforeEach(() => {
  localStorage.clear()
  window.dispatchEvent(new StorageEvent('storage'))
})

/** The form of the route at a path; of the screen that is drawn there and of the row of the table, which must agree. */
const formOf = (path: string): string | undefined => {
  const drawn = matchRoutes(routeObjects(), path)?.at(-1)?.route.path
  const route = routeOf(path)
  if (route) expect(drawn).toBe(pathOf(route))
  return route?.form ?? drawn
}

test.each([
  ['/dashboard', '/dashboard'],
  ['/dashboard/user', '/dashboard'],
  ['/dashboard/any/depth', '/dashboard'],
  ['/dashboards', '*'],
  ['/charger', '/charger'],
  ['/charger/', '/charger'],
  ['/charger/new', '/charger/new'],
  ['/charger/12', '/charger/{id}'],
  ['/charger/12/logs', '*'],
  ['/chargerx', '*'],
  ['/Charger', '*'],
  ['/charging-site/4', '/charging-site/{id}'],
  ['/transactions/88', '/transactions/{id}'],
  ['/transactions/review', '/transactions/review'],
  ['/refund-details/pay_1', '/refund-details/{paymentId}'],
  ['/servicerequest/edit/3', '/servicerequest/edit/{ticketId}'],
  ['/servicerequest/3', '*'],
  ['/setting', '/setting'],
  ['/settings', '/settings'],
  ['/wallet/3', '/wallet/{id}'],
  ['/cm-customer/wallet/3', '/cm-customer/wallet/{id}'],
  ['/customer/wallet/3', '/customer/wallet/{id}'],
  ['/check-transaction-status', '/check-transaction-status'],
  ['/pagenotfound', '/pagenotfound'],
  ['/nothing', '*'],
])('%s is the route %s', (path, form) => expect(formOf(path)).toBe(form))

test('every route of S-ROUTES is known', () => {
  const forms = routes.map(r => r.form)
  const simple =
    'login reset register dashboard charging-site charger chargingprofile team tag pricegroup users transactions refund servicerequest setting settings company roles vehicles customer cm-customer send-messages report profile changepassword faq check-transaction-status'
  for (const path of simple.split(' ')) expect(forms).toContain(`/${path}`)
  for (const path of 'charging-site chargingprofile team tag pricegroup users servicerequest company roles vehicles customer charger'.split(
    ' ',
  ))
    expect(forms).toContain(`/${path}/new`)
  expect(new Set(forms).size).toBe(forms.length)
})

test('every built screen exports the component of its name', async () => {
  for (const page of new Set(routes.map(r => r.page).filter(isBuilt)))
    expect((await loadScreen(page)).default, `${page} exports ${componentName(page)}`).toBeTypeOf('function')
}, 60_000)

const at = async (path: string) => {
  const { router } = showRoutes(routeObjects(), path)
  return router
}

test('an unknown path goes to the 404 page, whose button leads home', async () => {
  const router = await at('/nothing/here')
  expect(await screen.findByText('Sorry, page not found!')).toBeVisible()
  expect(router.state.location.pathname).toBe('/pagenotfound')
  expect(screen.getByRole('link', { name: 'Go to Home' })).toHaveAttribute('href', '/')
})

test('a route whose screen is not built shows the 404 page', async () => {
  const open = routes.find(r => !isBuilt(r.page))
  if (!open) return
  await at(open.form.replaceAll(/\{\w+\}/g, '1'))
  expect(await screen.findByText('Sorry, page not found!')).toBeVisible()
})

test.each(['/', '/dashboard', '/dashboard/blog'])('signed out, %s leads to /login', async path => {
  const router = await at(path)
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
})

test.each(['/', '/login'])('signed in, %s leads to /dashboard', async path => {
  testServer()
  signInAs()
  const router = await at(path)
  await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'))
})

const route = (form: string): Route => {
  const found = routes.find(r => r.form === form)
  if (!found) throw new Error(form)
  return found
}
test('a route needs any right but N, a form of creation C, and some are open with another right', () => {
  const role = roleIn(1, 'T', { ChargerPoint: 'V', Tag: 'U', Refund: 'V', Customers: 'U' })
  expect(mayOpen(route('/charger'), role)).toBe(true)
  expect(mayOpen(route('/charger/new'), role)).toBe(false)
  expect(mayOpen(route('/charger/new'), roleIn(1, 'T', { ChargerPoint: 'VC' }))).toBe(true)
  expect(mayOpen(route('/tag'), role)).toBe(true)
  expect(mayOpen(route('/users'), role)).toBe(false)
  expect(mayOpen(route('/refund-details/{paymentId}'), role)).toBe(true)
  expect(mayOpen(route('/wallet/{id}'), role)).toBe(true)
  expect(mayOpen(route('/audit'), roleIn(1, 'T', { Team: 'VCU' }))).toBe(false)
  expect(mayOpen(route('/profile'), null)).toBe(true)
})

test('the way out of a form is its list, of a list or a closed list the dashboard', () => {
  expect(fallbackPath(route('/charger/new'), roleIn(1, 'T', { ChargerPoint: 'V' }))).toBe('/charger')
  expect(fallbackPath(route('/charger/new'), roleIn(1, 'T', {}))).toBe('/dashboard')
  expect(fallbackPath(route('/charger'), roleIn(1, 'T', {}))).toBe('/dashboard')
})

test('without the right a notice says Not Authorized and the reader lands on the dashboard', async () => {
  const closed = routes.find(r => isBuilt(r.page) && r.feature)
  if (!closed) return
  testServer()
  signInAs(testUser([roleIn(1, 'Volt Works', {})]))
  const router = await at(closed.form.replaceAll(/\{\w+\}/g, '1'))
  expect(await screen.findByText('Not Authorized')).toBeVisible()
  await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'))
  // The notice came with the reader; it goes once the reader goes on.
  await userEvent.keyboard('{Tab}')
  expect(screen.getByText('Not Authorized')).toBeVisible()
  await act(() => router.navigate('/faq'))
  await waitFor(() => expect(screen.queryByText('Not Authorized')).toBeNull())
})

test.each(['/login', '/check-transaction-status', '/faq'])(
  '%s says in test mode that no money moves, for as long as the page is open; in live mode nothing',
  async path => {
    testServer()
    if (path === '/faq') signInAs()
    showRoutes(routeObjects(), path)
    await screen.findByRole('main')
    expect(screen.queryByText(TEST_NOTICE)).toBeNull()
    act(() => tellMode('test'))
    const notice = await screen.findByText(TEST_NOTICE)
    expect(notice).toBeVisible()
    expect(notice).toBe(screen.getByRole('region', { name: 'Mode of the installation' }))
    // Printed too, and without a button that would close the notice.
    expect(notice.closest('[data-noprint]')).toBeNull()
    expect(notice.querySelector('button')).toBeNull()
    act(() => tellMode('live'))
    expect(screen.queryByText(TEST_NOTICE)).toBeNull()
  },
)
