// How a session ends and what the next person finds: the sign-in page says why, the return address is its user's own.
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { call, fetchFor } from '@wattdesk/wire/call'
import { beforeEach, expect, test, vi } from 'vitest'
import { notify } from '#kit/notices.tsx'
import { saveFile } from '#kit/save-file.ts'
import { renewingToken, sessionState, storeSession } from '#kit/session.ts'
import { changePassword } from '#people/sign-in/password.contract.ts'
import { getProfile, signIn } from '#people/sign-in/sign-in.contract.ts'
import { showRoutes, signInAs } from '#testing/web/render.tsx'
import { testProfile, testServer, testToken, testUser } from '#testing/web/server.ts'
import { refreshUser } from '#web/shell/session.ts'
import { routeObjects } from './router.tsx'

const ENDED = 'Your session has ended. Please sign in again.'
beforeEach(() => {
  localStorage.clear()
  window.dispatchEvent(new StorageEvent('storage'))
})
const other = { ...testUser(), id: 8, username: 'night' }
/** Signs in on the page that is shown, as the user the server answers with. */
async function signInOnPage(user: typeof other) {
  testServer().on(signIn, {
    data: { access_token: testToken({ sub: String(user.id) }), browser: 'b'.repeat(43), user },
  })
  await userEvent.type(await screen.findByLabelText('Username'), user.username)
  await userEvent.type(screen.getByLabelText('Password'), 'x')
  await userEvent.click(screen.getByRole('button', { name: 'Sign In' }))
}
async function expire(at: string) {
  testServer().on(getProfile, () => ({ status: 401, message: 'Invalid token.' }))
  signInAs()
  const { router } = showRoutes(routeObjects(), at)
  await act(async () => {
    await call(getProfile, {}).catch(notify.error)
  })
  expect(await screen.findByText(ENDED)).toBeVisible()
  return router
}

test('an expired session says so on the sign-in page, without "Invalid token.", and its user returns', async () => {
  const router = await expire('/faq?topic=3')
  expect(screen.queryByText('Invalid token.')).toBeNull()
  await signInOnPage({ ...testUser() })
  await waitFor(() => expect(router.state.location.pathname + router.state.location.search).toBe('/faq?topic=3'))
})

test('another person does not land where the expired session was', async () => {
  const router = await expire('/faq?topic=3')
  await signInOnPage(other)
  await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'))
})

test('after Logout the sign-in page says nothing and the next person starts on the dashboard', async () => {
  testServer().on(getProfile, { data: testProfile() })
  signInAs()
  const { router } = showRoutes(routeObjects(), '/faq?topic=3')
  await userEvent.click(await screen.findByRole('button', { name: 'Profile menu' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Logout' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
  expect(router.state.location.state).toBeNull()
  expect(screen.queryByText(ENDED)).toBeNull()
  await signInOnPage(other)
  await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'))
})

test('signed out in another tab: said, and no return address is left', async () => {
  testServer().on(getProfile, { data: testProfile() })
  signInAs()
  const { router } = showRoutes(routeObjects(), '/faq')
  await screen.findByRole('button', { name: 'Profile menu' })
  localStorage.clear()
  act(() => void window.dispatchEvent(new StorageEvent('storage')))
  expect(await screen.findByText(ENDED)).toBeVisible()
  expect(router.state.location.state).toEqual({ ended: true })
})

test('an address opened without a session is kept, and asks to sign in; the bare portal asks without a word', async () => {
  testServer()
  const { router, unmount } = showRoutes(routeObjects(), '/faq')
  expect(await screen.findByText('Please sign in to continue.')).toBeVisible()
  await signInOnPage(other)
  await waitFor(() => expect(router.state.location.pathname).toBe('/faq'))
  unmount()
  localStorage.clear()
  window.dispatchEvent(new StorageEvent('storage'))
  showRoutes(routeObjects(), '/')
  expect(await screen.findByRole('button', { name: 'Sign In' })).toBeVisible()
})

test('a token that is gone before a call: the call is not made, and the sign-in page says that the session ended', async () => {
  const server = testServer()
  signInAs()
  showRoutes(routeObjects(), '/faq')
  await screen.findByRole('button', { name: 'Profile menu' })
  server.calls.length = 0
  localStorage.removeItem('token')
  await act(async () => {
    await expect(call(getProfile, {})).rejects.toThrow('User is not authorized')
  })
  expect(await screen.findByText(ENDED)).toBeVisible()
  expect(server.calls).toEqual([])
})

test('what is refused while a password changes waits for the fresh token and is asked again, without a word', async () => {
  const fresh = testToken({ ver: 2 })
  let answer: (() => void) | undefined
  const server = testServer()
    .on(changePassword, async () => {
      await new Promise<void>(resolve => {
        answer = resolve
      })
      return { message: 'Password changed successfully', data: { access_token: fresh } }
    })
    .on(getProfile, ({ headers }) =>
      headers.get('authorization') === `Bearer ${fresh}`
        ? { data: testProfile() }
        : { status: 401, message: 'Invalid token.' },
    )
  signInAs()
  const { router } = showRoutes(routeObjects(), '/faq')
  await screen.findByRole('button', { name: 'Profile menu' })
  const body = { new_password: 'a', old_password: 'b', otp: 123456 }
  const changed = renewingToken(async () => {
    const reply = await call(changePassword, { body: body as never })
    return { token: reply.data.access_token, reply }
  })
  server.calls.length = 0
  // The server tells of the change before its reply is here.
  const read = refreshUser().catch(notify.error)
  await vi.waitFor(() => expect(answer).toBeDefined())
  await vi.waitFor(() => expect(server.calls.filter(c => c.endsWith('/profile'))).toHaveLength(1))
  await act(async () => answer?.())
  await Promise.all([changed, read])
  expect(server.calls.filter(c => c.endsWith('/profile'))).toHaveLength(2)
  expect(localStorage.getItem('token')).toBe(fresh)
  expect(router.state.location.pathname).toBe('/faq')
  expect(screen.queryByText('Invalid token.')).toBeNull()
})

test('what is refused while the password changes in another tab waits for its token; a tab that gave up ends the wait', async () => {
  const fresh = testToken({ ver: 2 })
  const server = testServer().on(getProfile, ({ headers }) =>
    headers.get('authorization') === `Bearer ${fresh}`
      ? { data: testProfile() }
      : { status: 401, message: 'Invalid token.' },
  )
  const asked = () => server.calls.filter(c => c.endsWith('/profile')).length
  const elsewhere = (change: () => void) => {
    change()
    window.dispatchEvent(new StorageEvent('storage'))
  }
  const begin = () => elsewhere(() => localStorage.setItem('tokenRenewalUntil', String(Date.now() + 30_000)))
  signInAs()
  const { router } = showRoutes(routeObjects(), '/faq')
  await screen.findByRole('button', { name: 'Profile menu' })
  server.calls.length = 0
  begin()
  const read = refreshUser()
  await vi.waitFor(() => expect(asked()).toBe(1))
  await act(async () => {
    elsewhere(() => localStorage.setItem('token', fresh))
    elsewhere(() => localStorage.removeItem('tokenRenewalUntil'))
    await read
  })
  expect(asked()).toBe(2)
  expect(router.state.location.pathname).toBe('/faq')
  elsewhere(() => localStorage.setItem('token', testToken({ ver: 3 })))
  begin()
  const refused = refreshUser().catch((error: Error) => error.message)
  await vi.waitFor(() => expect(asked()).toBe(3))
  await act(async () => {
    elsewhere(() => localStorage.removeItem('tokenRenewalUntil'))
    await refused
  })
  expect(await screen.findByText(ENDED)).toBeVisible()
})

test('the last role is lost while the profile is being read: read once more, and menu and dashboard follow', async () => {
  const answers: (() => void)[] = []
  let role = testUser().role
  testServer().on(getProfile, async () => {
    const now = role
    await new Promise<void>(resolve => {
      answers.push(resolve)
    })
    return { data: testProfile(testUser(now)) }
  })
  signInAs()
  showRoutes(routeObjects(), '/dashboard')
  expect(await screen.findByRole('link', { name: 'ChargerPoint' })).toBeVisible()
  const before = refreshUser()
  await vi.waitFor(() => expect(answers).toHaveLength(1))
  role = []
  const after = refreshUser()
  answers[0]?.()
  await act(() => before)
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  answers[1]?.()
  await act(() => after)
  expect(await screen.findByText('You have no role in any team')).toBeVisible()
  expect(screen.queryByRole('link', { name: 'ChargerPoint' })).toBeNull()
})

test('a profile that comes after somebody else has signed in is not theirs', async () => {
  let answer: (() => void) | undefined
  testServer().on(getProfile, async () => {
    await new Promise<void>(resolve => {
      answer = resolve
    })
    return { data: testProfile() }
  })
  signInAs()
  showRoutes([{ path: '*', element: null }], '/')
  const read = refreshUser()
  await vi.waitFor(() => expect(answer).toBeDefined())
  storeSession(testToken({ sub: '8' }), other)
  answer?.()
  await read
  expect(sessionState().user?.username).toBe('night')
})

test('a change that could not be sent says so; one whose answer is missing says that it may have been made', async () => {
  signInAs()
  showRoutes([{ path: '*', element: null }], '/')
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch')
  })
  const change = () => call(changePassword, { body: {} as never })
  await expect(change()).rejects.toThrow(
    'The server cannot be reached. Check whether the change was made before you try again.',
  )
  await expect(call(getProfile, {})).rejects.toThrow(/^The server cannot be reached\.$/)
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await expect(change()).rejects.toThrow('This device is offline. Nothing was sent.')
  await expect(call(getProfile, {})).rejects.toThrow(/^This device is offline\.$/)
  // Files that are sent or fetched past `call` have the same words.
  await expect(fetchFor(changePassword, '/x', {})).rejects.toThrow('This device is offline. Nothing was sent.')
  await expect(saveFile('/x', 'x.pdf')).rejects.toThrow(/^This device is offline\.$/)
  onLine.mockRestore()
})
