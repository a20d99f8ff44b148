import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { show } from '#testing/web/render.tsx'
import { testServer } from '#testing/web/server.ts'
import { requestReset, resetPassword } from './password.contract.ts'
import { ResetPage } from './reset-page.tsx'
import { decodePassword, PASSWORD_RULE } from './sign-in.rules.ts'

beforeEach(() => localStorage.clear())
afterEach(() => {
  vi.useRealTimers()
})
const SENT = 'OTP has been sent to your registered email'
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const type = (label: string, text: string) => userEvent.type(screen.getByLabelText(new RegExp(`^${label}`)), text)
/** One turn of the event loop, without a timer, because timers are stopped in this test. */
const turn = () =>
  new Promise<void>(resolve => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })
const toStepTwo = async () => {
  const view = show(<ResetPage />, { at: '/reset' })
  await type('Username', 'depot')
  await press('Send OTP')
  await screen.findByLabelText(/^OTP/)
  return view
}

test('step 1 needs a username, and Cancel leads to the sign-in', async () => {
  const server = testServer()
  const { router } = show(<ResetPage />, { at: '/reset' })
  await press('Send OTP')
  expect(await screen.findByText('Username is required')).toBeVisible()
  expect(server.calls).toEqual([])
  await press('Cancel')
  expect(router.state.location.pathname).toBe('/login')
})

test('step 2 says per field what is wrong and makes no call', async () => {
  const server = testServer().on(requestReset, { data: {}, message: SENT })
  await toStepTwo()
  expect(screen.getByText(SENT)).toBeVisible()
  await waitFor(() => expect(screen.getByLabelText(/^OTP/)).toHaveFocus())
  await press('Reset Password')
  for (const text of ['Please input otp', 'New Password is required', 'Confirm New Password is required'])
    expect(await screen.findByText(text)).toBeVisible()
  await type('OTP', '12a')
  await type('New Password', 'short')
  await type('Confirm New Password', 'shorter')
  await press('Reset Password')
  for (const text of ['Numbers is allowed', PASSWORD_RULE, "Passwords doesn't match"])
    expect(await screen.findByText(text)).toBeVisible()
  expect(server.calls.filter(c => !c.startsWith('GET'))).toHaveLength(1)
})

test('the new password travels base64, is told of, and two seconds later the sign-in stands there', async () => {
  const sent: { username: string; otp: unknown; new_password: string }[] = []
  testServer()
    .on(requestReset, { data: {}, message: SENT })
    .on(resetPassword, ({ body }) => {
      sent.push(body as (typeof sent)[number])
      return { message: 'Password reset successfully', data: {} }
    })
  const { router } = await toStepTwo()
  await type('OTP', '123456')
  await type('New Password', 'fresh#Pass2026')
  await type('Confirm New Password', 'fresh#Pass2026')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  act(() => screen.getByRole('button', { name: 'Reset Password' }).click())
  while (!screen.queryByText('Password reset successfully')) await act(turn)
  expect(sent).toEqual([{ username: 'depot', otp: '123456', new_password: expect.any(String) }])
  expect(decodePassword(sent[0]?.new_password ?? '')).toBe('fresh#Pass2026')
  act(() => void vi.advanceTimersByTime(1990))
  expect(router.state.location.pathname).toBe('/reset')
  act(() => void vi.advanceTimersByTime(10))
  expect(router.state.location.pathname).toBe('/login')
})

test('a refused code stands beside its field; Back leads to step 1, a new code is a link away', async () => {
  testServer()
    .on(requestReset, { data: {}, message: SENT })
    .on(resetPassword, () => ({
      status: 422,
      message: 'Invalid or expired OTP',
      errors: { otp: 'Invalid or expired OTP' },
    }))
  const { router } = await toStepTwo()
  await type('OTP', '999999')
  await type('New Password', 'fresh#Pass2026')
  await type('Confirm New Password', 'fresh#Pass2026')
  await press('Reset Password')
  await waitFor(() => expect(screen.getByLabelText(/^OTP/)).toHaveAccessibleDescription('Invalid or expired OTP'))
  await act(() => router.navigate(-1))
  expect(screen.getByLabelText(/^Username/)).toHaveValue('')
  await act(() => router.navigate(1))
  await userEvent.click(screen.getByRole('link', { name: 'Ask for a new code' }))
  expect(screen.getByLabelText(/^Username/)).toHaveValue('depot')
})
