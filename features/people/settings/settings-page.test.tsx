import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { listBrowsers } from '#people/browsers/browser.contract.ts'
import { listFactors } from '#people/second-factor/second-factor.contract.ts'
import { getProfile } from '#people/sign-in/sign-in.contract.ts'
import { show, signInAs } from '#testing/web/render.tsx'
import { roleIn, testServer, testUser } from '#testing/web/server.ts'
import { SettingsPage } from './settings-page.tsx'

const noFactors = {
  factors: [],
  recovery_codes_left: 0,
  recovery_codes_made: 0,
  recovery_codes_at: null,
  needed: null,
}
const withProfile = (language: string) => {
  const server = testServer()
  server.on(listBrowsers, { data: [] })
  server.on(listFactors, { data: noFactors })
  server.on(getProfile, {
    data: {
      ...testUser(),
      role: [],
      phone: null,
      language,
      address: { addressId: 1, street: null, houseNumber: null, zipcode: null, city: null, country: 'IN' },
    },
  })
}

test('the ways to profile and password, what is regional with the time zone notice, and the browsers', async () => {
  withProfile('en')
  signInAs()
  show(<SettingsPage />)
  expect(screen.getAllByRole('region').map(r => r.getAttribute('aria-label'))).toEqual([
    'My Profile',
    'Password',
    'What I am told',
    'Regional',
    'Second factor',
    'Browsers',
  ])
  expect(within(screen.getByRole('region', { name: 'My Profile' })).getByRole('link')).toHaveAttribute(
    'href',
    '/profile',
  )
  expect(within(screen.getByRole('region', { name: 'Password' })).getByRole('link')).toHaveAttribute(
    'href',
    '/changepassword',
  )
  expect(await screen.findByText('English')).toBeVisible()
  expect(screen.getByText('Wattdesk')).toBeVisible()
  expect(screen.getByRole('link', { name: 'support@wattdesk.example' })).toBeVisible()
  expect(screen.getByText('Your current timezone is 5.5hrs ahead.')).toBeVisible()
})

test('the audit log is offered with all rights on Team, and not with fewer', () => {
  withProfile('en')
  signInAs(testUser([roleIn(1, 'Volt Works', { Settings: 'V', Team: 'VCU' })]))
  const { unmount } = show(<SettingsPage />)
  expect(screen.queryByRole('button', { name: 'Audit Log' })).toBeNull()
  unmount()
  signInAs(testUser([roleIn(1, 'Volt Works', { Settings: 'V', Team: 'VCUD' })]))
  show(<SettingsPage />)
  expect(screen.getByRole('button', { name: 'Audit Log' })).toBeVisible()
})

test('rows and appearance are chosen here and kept in this browser; choosing the chosen one changes nothing', async () => {
  withProfile('hi')
  signInAs()
  show(<SettingsPage />)
  expect(await screen.findByText('Hindi')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Compact' }))
  expect(localStorage.getItem('density')).toBe('compact')
  await userEvent.click(screen.getByRole('button', { name: 'Compact' }))
  expect(screen.getByRole('button', { name: 'Compact' })).toHaveAttribute('aria-pressed', 'true')
  await userEvent.click(screen.getByRole('button', { name: 'Dark' }))
  expect(screen.getByRole('button', { name: 'Dark' })).toHaveAttribute('aria-pressed', 'true')
  expect(document.documentElement).toHaveAttribute('data-theme', 'dark')
})
