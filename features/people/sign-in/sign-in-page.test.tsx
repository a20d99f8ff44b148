import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { type NextStep, takeSecondStep } from '#people/second-factor/second-step.contract.ts'
import { show } from '#testing/web/render.tsx'
import { testServer, testToken, testUser } from '#testing/web/server.ts'
import { signIn } from './sign-in.contract.ts'
import { SignInPage } from './sign-in-page.tsx'

beforeEach(() => {
  localStorage.clear()
  window.dispatchEvent(new StorageEvent('storage'))
})
const fill = async (username: string, password: string) => {
  const user = userEvent.setup()
  if (username) await user.type(screen.getByLabelText('Username'), username)
  if (password) await user.type(screen.getByLabelText('Password'), password)
  await user.click(screen.getByRole('button', { name: 'Sign In' }))
  return user
}

test('the page has its title, text, ticked remember-me and the way to a forgotten password', () => {
  show(<SignInPage />)
  expect(screen.getByRole('heading', { name: 'Charging Management System' })).toBeVisible()
  expect(screen.getByText('Sign in to your account to continue')).toBeVisible()
  expect(screen.getByRole('checkbox', { name: 'Remember me' })).toBeChecked()
  expect(screen.getByRole('link', { name: /Forgot password/ })).toHaveAttribute('href', '/reset')
})

test('empty fields are named beside themselves, the first has the focus, and no call is made', async () => {
  const server = testServer()
  show(<SignInPage />)
  await fill('', '')
  expect(screen.getByText('Username is required')).toBeVisible()
  expect(screen.getByText('Password is required')).toBeVisible()
  expect(screen.getByLabelText('Username')).toHaveFocus()
  expect(screen.getByLabelText('Username')).toHaveAccessibleDescription('Username is required')
  expect(server.calls).toEqual([])
})

test('the password travels base64 of UTF-8; token, user and username are stored', async () => {
  let sent: unknown
  const token = testToken()
  testServer().on(signIn, ({ body }) => {
    sent = body
    return { data: { access_token: token, browser: 'b'.repeat(43), user: testUser() }, message: 'Login successful' }
  })
  show(<SignInPage />)
  await fill(' depot ', 'pässword1₹')
  await waitFor(() => expect(localStorage.getItem('token')).toBe(token))
  expect(sent).toEqual({ username: 'depot', password: 'cMOkc3N3b3JkMeKCuQ==' })
  expect(JSON.parse(localStorage.getItem('user') ?? '')).toMatchObject({ username: 'depot' })
  expect(localStorage.getItem('rememberedUsername')).toBe('depot')
})

test('unticked, the username is not remembered; remembered, it stands there at the next visit', async () => {
  testServer().on(signIn, { data: { access_token: testToken(), browser: 'b'.repeat(43), user: testUser() } })
  const { unmount } = show(<SignInPage />)
  await userEvent.click(screen.getByRole('checkbox', { name: 'Remember me' }))
  await fill('depot', 'x')
  await waitFor(() => expect(localStorage.getItem('token')).not.toBeNull())
  expect(localStorage.getItem('rememberedUsername')).toBeNull()
  unmount()
  localStorage.clear()
  localStorage.setItem('rememberedUsername', 'ravi')
  show(<SignInPage />)
  expect(screen.getByLabelText('Username')).toHaveValue('ravi')
  expect(screen.getByLabelText('Password')).toHaveFocus()
})

test('a step follows the password: nothing is stored before the code, and a step that is over leads back', async () => {
  const server = testServer()
  const next: NextStep = {
    step: 'second factor',
    ticket: 't'.repeat(43),
    expires_at: '2026-11-29T00:10:00Z',
    ways: ['app'],
  }
  server.on(signIn, { data: next })
  const token = testToken()
  const sent: unknown[] = []
  server.on(takeSecondStep, ({ body }) => {
    sent.push(body)
    return sent.length === 1
      ? { status: 401, message: 'This sign-in has expired. Please sign in again.' }
      : { data: { access_token: token, browser: 'b'.repeat(43), user: testUser() } }
  })
  show(<SignInPage />)
  const user = await fill('depot', 'x')
  const takeStep = async () => {
    await user.type(await screen.findByLabelText(/Code of your app/), '123456')
    expect(localStorage.getItem('token')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Sign In' }))
  }
  await takeStep()
  expect(await screen.findByText('This sign-in has expired. Please sign in again.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Sign In' }))
  await user.click(await screen.findByLabelText(/Ask for no second factor/))
  await takeStep()
  await waitFor(() => expect(localStorage.getItem('token')).toBe(token))
  expect(sent[1]).toEqual({ ticket: next.ticket, code: '123456', remember: true })
  expect(localStorage.getItem('browserIsRemembered')).toBe('true')
})

test('while the request runs the button reads Signing In...', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  testServer().on(signIn, async () => {
    await promise
    return { status: 401, message: 'Invalid username or password' }
  })
  show(<SignInPage />)
  await fill('depot', 'x')
  expect(screen.getByRole('button', { name: 'Signing In...' })).toBeDisabled()
  resolve()
  expect(await screen.findByRole('alert')).toHaveTextContent('Invalid username or password')
  expect(screen.getByRole('button', { name: 'Sign In' })).toBeEnabled()
})

test('a refusal with 401 clears the session data and the page stays', async () => {
  localStorage.setItem('selectedTeam', '4')
  testServer().on(signIn, () => ({ status: 401, message: 'Invalid username or password' }))
  const { router } = show(<SignInPage />, { at: '/login' })
  await fill('depot', 'x')
  await screen.findByText('Invalid username or password')
  expect(localStorage.getItem('selectedTeam')).toBeNull()
  expect(router.state.location.pathname).toBe('/login')
})

test('a reply without a token is an error of its own', async () => {
  testServer().on(signIn, () => ({ data: {} }))
  show(<SignInPage />)
  await fill('depot', 'x')
  expect(await screen.findByText('Error in login. Please try again.')).toBeVisible()
})

test.each([
  ['alreadyVerified', 'Email is already verified, Please login.'],
  ['false', 'Email verification failed, Please try again or contact us.'],
  ['true', 'Email verified successfully, Please login.'],
])('emailVerificationStatus=%s shows its notice', (value, text) => {
  show(<SignInPage />, { at: `/login?emailVerificationStatus=${value}` })
  expect(screen.getByText(text)).toBeVisible()
})

test('an unknown emailVerificationStatus shows nothing', () => {
  show(<SignInPage />, { at: '/login?emailVerificationStatus=maybe' })
  expect(screen.queryByRole('alert')).toBeNull()
})
