import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { sessionState } from '#kit/session.ts'
import { changePassword, requestReset } from '#people/sign-in/password.contract.ts'
import { getProfile } from '#people/sign-in/sign-in.contract.ts'
import { decodePassword, PASSWORD_RULE } from '#people/sign-in/sign-in.rules.ts'
import { show, signInAs } from '#testing/web/render.tsx'
import { roleIn, testProfile, testServer, testToken, testUser } from '#testing/web/server.ts'
import { ChangePasswordPage } from './change-password-page.tsx'
import { updateProfile } from './profile.contract.ts'
import { ProfilePage } from './profile-page.tsx'

beforeEach(() => localStorage.clear())
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const box = (label: string) => screen.getByLabelText(new RegExp(`^${label}`))
const retype = async (label: string, text: string) => {
  await userEvent.clear(box(label))
  if (text) await userEvent.type(box(label), text)
}
// Nobody who may update users: the history of the user has its own tests.
const user = testUser([roleIn(1, 'Volt Works', { Team: 'V' }), roleIn(4, 'Night Shift', {})])
const profile = { ...testProfile(user), phone: '9876543210' }

test('the profile stands in its fields, the username cannot be changed, the roles below lead to their teams', async () => {
  testServer().on(getProfile, { data: profile })
  signInAs(user)
  show(<ProfilePage />, { at: '/profile' })
  expect(await screen.findByLabelText(/^First Name/)).toHaveValue('Depot')
  expect(box('Username')).toHaveValue('depot')
  expect(box('Username')).toBeDisabled()
  expect(box('Language')).toHaveTextContent('English')
  expect(box('Country')).toHaveTextContent('India')
  expect(await screen.findByRole('columnheader', { name: 'Team Name' })).toBeVisible()
  expect(screen.getByRole('columnheader', { name: 'Role' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Night Shift' })).toHaveAttribute('href', '/team/4')
})

test('bad input is named beside its field; what is right is sent without username, and the shell knows the new name', async () => {
  let sent: unknown
  const server = testServer()
    .on(getProfile, { data: profile })
    .on(updateProfile, ({ body }) => {
      sent = body
      return { message: 'Profile Updated Successfully', data: { ...profile, name: 'Yard Desk', firstName: 'Yard' } }
    })
  signInAs(user)
  show(<ProfilePage />, { at: '/profile' })
  await screen.findByLabelText(/^First Name/)
  await retype('First Name', '')
  await retype('Email', 'nobody')
  await retype('Phone', '123')
  await press('Save')
  for (const text of ['First Name is required', 'Please enter a valid email', 'Please enter a valid phone number'])
    expect(await screen.findByText(text)).toBeVisible()
  expect(server.calls.filter(c => c.startsWith('PUT'))).toEqual([])
  await retype('First Name', 'Yard')
  await retype('Email', 'yard@volt.example')
  await retype('Phone', '')
  await retype('City', 'Pune')
  await press('Save')
  expect(await screen.findByText('Profile Updated Successfully')).toBeVisible()
  expect(sent).toEqual({
    firstName: 'Yard',
    lastName: 'Desk',
    email: 'yard@volt.example',
    phone: '',
    language: 'en',
    address: { zipcode: '', city: 'Pune', country: 'IN' },
  })
  expect(sessionState().user).toMatchObject({ name: 'Yard Desk', firstName: 'Yard' })
  expect(localStorage.getItem('user')).not.toContain('phone')
})

test('Back leads to the dashboard, after asking where something is unsaved', async () => {
  testServer().on(getProfile, { data: profile })
  signInAs(user)
  const { router } = show(<ProfilePage />, { at: '/profile' })
  await screen.findByLabelText(/^First Name/)
  await retype('City', 'Pune')
  await press('Back')
  expect(await screen.findByText('Leave without saving')).toBeVisible()
  await userEvent.click(await screen.findByRole('button', { name: 'Leave' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'))
})

test('a profile that cannot be read says why and offers Retry', async () => {
  testServer().on(getProfile, () => ({ status: 500, message: 'Please try again later' }))
  signInAs(user)
  show(<ProfilePage />, { at: '/profile' })
  expect((await screen.findAllByText('Please try again later'))[0]).toBeVisible()
  expect(screen.getAllByRole('button', { name: 'Retry' })[0]).toBeVisible()
})

test('the password form names what is missing; Send OTP asks for the own code and rests for a minute', async () => {
  let asked: unknown
  testServer().on(requestReset, ({ body }) => {
    asked = body
    return { message: 'OTP has been sent to your registered email', data: {} }
  })
  signInAs(user)
  show(<ChangePasswordPage />, { at: '/changepassword' })
  await press('Update Password')
  for (const text of [
    'Please input otp',
    'Old Password is required',
    'New Password is required',
    'Confirm New Password is required',
  ])
    expect(await screen.findByText(text)).toBeVisible()
  await retype('OTP', '12x')
  await retype('New Password', 'abcdefghij')
  await retype('Confirm New Password', 'x')
  expect(await screen.findByText('Numbers is allowed')).toBeVisible()
  expect(screen.getByText(PASSWORD_RULE)).toBeVisible()
  expect(screen.getByText("Passwords doesn't match")).toBeVisible()
  await press('Send OTP')
  expect(await screen.findByText('OTP has been sent to your registered email')).toBeVisible()
  expect(asked).toEqual({ username: 'depot' })
  expect(screen.getByRole('button', { name: /^Send again in \d+ s$/ })).toBeDisabled()
})

test('a change sends both passwords base64, keeps the fresh token and empties the form', async () => {
  let sent: Record<string, string> = {}
  const fresh = testToken({ ver: 2 })
  testServer().on(changePassword, ({ body }) => {
    sent = body as typeof sent
    return { message: 'Password updated successfully', data: { access_token: fresh } }
  })
  signInAs(user)
  const { router } = show(<ChangePasswordPage />, { at: '/changepassword' })
  await retype('OTP', '123456')
  await retype('Old Password', ' old password ')
  await retype('New Password', 'fresh#Pass2026')
  await retype('Confirm New Password', 'fresh#Pass2026')
  await press('Update Password')
  expect(await screen.findByText('Password updated successfully')).toBeVisible()
  expect(Object.keys(sent).sort()).toEqual(['new_password', 'old_password', 'otp'])
  expect(sent.otp).toBe('123456')
  expect(decodePassword(sent.old_password ?? '')).toBe(' old password ')
  expect(decodePassword(sent.new_password ?? '')).toBe('fresh#Pass2026')
  expect(localStorage.getItem('token')).toBe(fresh)
  expect(box('New Password')).toHaveValue('')
  await press('Back')
  expect(router.state.location.pathname).toBe('/dashboard')
})
