import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { show } from '#testing/web/render.tsx'
import { testServer } from '#testing/web/server.ts'
import { register } from './register.contract.ts'
import { RegisterPage } from './register-page.tsx'
import { decodePassword, PASSWORD_RULE } from './sign-in.rules.ts'

beforeEach(() => localStorage.clear())
const fill = async (values: Record<string, string>) => {
  for (const [label, text] of Object.entries(values))
    await userEvent.type(screen.getByLabelText(new RegExp(`^${label}`)), text)
  await userEvent.click(screen.getByRole('button', { name: 'Sign Up' }))
}
const right = { 'Domain Name': 'voltworks', Name: 'Depot Desk', Email: 'd@volt.example', Password: 'fresh#Pass2026' }

test('each field says what is wrong with it, and no call is made', async () => {
  const server = testServer()
  show(<RegisterPage />)
  await fill({})
  for (const label of Object.keys(right)) expect(await screen.findByText(`${label} is required`)).toBeVisible()
  await fill({ 'Domain Name': 'x', Name: 'y', Email: 'nobody', Password: 'short' })
  for (const text of [
    'Domain Name should be 2 characters or more',
    'Name should be 2 characters or more',
    'Please enter a valid email',
    PASSWORD_RULE,
  ])
    expect(await screen.findByText(text)).toBeVisible()
  expect(server.calls).toEqual([])
})

test('a sign-up travels whole, the server’s message is shown and the next step named', async () => {
  let sent: Record<string, string> = {}
  testServer().on(register, ({ body }) => {
    sent = body as typeof sent
    return { status: 201, message: 'Registration successful. Please verify your email.', data: { id: 1, companyId: 2 } }
  })
  show(<RegisterPage />)
  await fill(right)
  expect(await screen.findByText('Registration successful. Please verify your email.')).toBeVisible()
  expect(screen.getByText(/A link was mailed to d@volt.example/)).toBeVisible()
  const { password = '', ...rest } = sent
  expect(rest).toEqual({ domainName: 'voltworks', name: 'Depot Desk', email: 'd@volt.example', type: 'ADMIN' })
  expect(decodePassword(password)).toBe('fresh#Pass2026')
})

test('a refusal stays on the page; a 401 clears the session data', async () => {
  localStorage.setItem('selectedTeam', '4')
  testServer().on(register, () => ({ status: 401, message: 'Not now' }))
  const { router } = show(<RegisterPage />, { at: '/register' })
  await fill(right)
  expect(await screen.findByText('Not now')).toBeVisible()
  expect(localStorage.getItem('selectedTeam')).toBeNull()
  expect(router.state.location.pathname).toBe('/register')
})
