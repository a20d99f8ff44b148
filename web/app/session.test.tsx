import { screen, waitFor } from '@testing-library/react'
import { call } from '@wattdesk/wire/call'
import { beforeEach, expect, test } from 'vitest'
import {
  chooseTeam,
  claimsOf,
  clearSession,
  currentTeam,
  rememberUsername,
  sessionState,
  storeSession,
  teamChoices,
} from '#kit/session.ts'
import { getProfile, signIn } from '#people/sign-in/sign-in.contract.ts'
import { showRoutes, signInAs } from '#testing/web/render.tsx'
import { type Asked, accessTo, roleIn, testProfile, testServer, testToken, testUser } from '#testing/web/server.ts'
import { routeObjects } from './router.tsx'

beforeEach(() => localStorage.clear())

test('the claims are read from the token, and what is no token has none', () => {
  expect(claimsOf(testToken({ username: 'ashå', companyType: 'GP' }))).toMatchObject({
    username: 'ashå',
    companyType: 'GP',
    companyId: 1,
  })
  for (const none of [null, '', 'abc', 'a.b.c', 'a.!!!.c', testToken({ userType: 'NOBODY' })])
    expect(claimsOf(none)).toBeNull()
})

test('the default team is the saved choice, else the company’s own, else that of the first role', () => {
  const user = testUser([roleIn(5, 'Five'), roleIn(1, 'Volt Works'), roleIn(9, 'Nine')])
  expect(currentTeam(user, 9)?.teamId).toBe(9)
  expect(currentTeam(user, null)?.teamId).toBe(1)
  expect(currentTeam(user, 777)?.teamId).toBe(1)
  expect(currentTeam(testUser([roleIn(5, 'Five'), roleIn(9, 'Nine')]), null)?.teamId).toBe(5)
  expect(currentTeam(testUser([]), 9)).toBeNull()
})

test('the selector lists the company first, disabled without a role there, then the others by name', () => {
  expect(
    teamChoices(testUser([roleIn(4, 'Zeta'), roleIn(3, 'alpha'), roleIn(8, 'Beta 10'), roleIn(9, 'Beta 9')])),
  ).toEqual([
    { teamId: 1, teamName: 'Volt Works', disabled: true },
    { teamId: 3, teamName: 'alpha', disabled: false },
    { teamId: 9, teamName: 'Beta 9', disabled: false },
    { teamId: 8, teamName: 'Beta 10', disabled: false },
    { teamId: 4, teamName: 'Zeta', disabled: false },
  ])
  expect(teamChoices(testUser())[0]?.disabled).toBe(false)
})

test('signing out clears all keys but the remembered username when remember-me is on', () => {
  const fill = (remember: boolean) => {
    storeSession(testToken(), testUser())
    chooseTeam(1)
    rememberUsername('depot', remember)
    clearSession()
    return Object.keys({ ...localStorage }).sort()
  }
  expect(fill(true)).toEqual(['rememberMe', 'rememberedUsername'])
  expect(fill(false)).toEqual([])
  expect(sessionState().token).toBeNull()
})

test('a 401 clears the session and leads to /login, a call without a token is not even made', async () => {
  const server = testServer().on(getProfile, () => ({ status: 401, message: 'Invalid token.' }))
  signInAs()
  const { router } = showRoutes([{ path: '*', element: <p>here</p> }], '/charger')
  await expect(call(getProfile, {})).rejects.toThrow('Invalid token.')
  expect(localStorage.getItem('token')).toBeNull()
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
  await expect(call(getProfile, {})).rejects.toThrow('User is not authorized')
  expect(server.calls).toEqual(['GET /cms/v1/profile'])
})

test('a 401 of an older token ends nothing once a fresh one is stored: the call is made again with that', async () => {
  const fresh = testToken({ ver: 2 })
  const server = testServer().on(getProfile, ({ headers }) => {
    localStorage.setItem('token', fresh)
    return headers.get('authorization') === `Bearer ${fresh}`
      ? { data: testProfile() }
      : { status: 401, message: 'Invalid token.' }
  })
  signInAs()
  const { router } = showRoutes([{ path: '*', element: <p>here</p> }], '/charger')
  expect((await call(getProfile, {})).data.username).toBe('depot')
  expect(server.calls).toHaveLength(2)
  expect(localStorage.getItem('token')).toBe(fresh)
  expect(router.state.location.pathname).toBe('/charger')
})

test('calls carry the token, the sign-in call does not', async () => {
  const seen: (string | null)[] = []
  const note = (a: Asked, data: unknown) => {
    seen.push(a.headers.get('authorization'))
    return { data }
  }
  testServer()
    .on(getProfile, a => note(a, testUser()))
    .on(signIn, a => note(a, { access_token: 'x', user: testUser() }))
  signInAs()
  showRoutes([{ path: '*', element: null }], '/')
  await call(getProfile, {})
  await call(signIn, { body: { username: 'a', password: 'b' } })
  expect(seen).toEqual([`Bearer ${sessionState().token}`, null])
})

test('a token without a user loads the profile and then shows the screen', async () => {
  const server = testServer().on(getProfile, {
    data: testProfile(testUser([{ ...roleIn(1, 'Volt Works'), access: accessTo({}) }])),
  })
  localStorage.setItem('token', testToken())
  window.dispatchEvent(new StorageEvent('storage'))
  showRoutes(routeObjects(), '/dashboard')
  expect(
    await screen.findByText(
      /Welcome back, Fleet Driver! Here's your charging network overview./,
      {},
      { timeout: 5000 },
    ),
  ).toBeVisible()
  expect(server.calls).toContain('GET /cms/v1/profile')
})

test('when the profile cannot be read the page says why and offers Retry', async () => {
  testServer().on(getProfile, () => ({ status: 500, message: 'Please try again later' }))
  localStorage.setItem('token', testToken())
  window.dispatchEvent(new StorageEvent('storage'))
  showRoutes(routeObjects(), '/dashboard')
  expect(await screen.findByText('Please try again later')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Retry' })).toBeVisible()
})
