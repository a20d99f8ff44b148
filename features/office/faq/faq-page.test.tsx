import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { show, signInAs } from '#testing/web/render.tsx'
import { testServer } from '#testing/web/server.ts'
import { FaqPage } from './faq-page.tsx'

test('eight questions open and close by mouse and keyboard, one at a time, and the open one is in the address', async () => {
  testServer()
  signInAs()
  const { router } = show(<FaqPage />, { at: '/faq?question=4' })
  const questions = screen.getAllByRole('button', { expanded: false }).length + 1
  expect(questions).toBe(8)
  expect(screen.getByText(/'No Refund' means all funds were used\./)).toBeVisible()
  const third = screen.getByRole('button', { name: 'How do I check the status of a transaction?' })
  third.focus()
  await userEvent.keyboard('{Enter}')
  expect(third).toHaveAttribute('aria-expanded', 'true')
  expect(screen.getByText(/Activity is active \(orange\) or completed \(green\)\./)).toBeVisible()
  expect(router.state.location.search).toBe('?question=3')
  await userEvent.click(third)
  expect(third).toHaveAttribute('aria-expanded', 'false')
  expect(router.state.location.search).toBe('')
})

test('tutorials open in a new tab, and support is a mail link, both of the brand', () => {
  testServer()
  signInAs()
  show(<FaqPage />)
  const tutorials = screen.getByRole('link', { name: 'Video Tutorials' })
  expect(tutorials).toHaveAttribute('href', 'https://tutorials.wattdesk.example/')
  expect(tutorials).toHaveAttribute('target', '_blank')
  expect(screen.getByText('Still need help?')).toBeVisible()
  expect(screen.getByRole('link', { name: 'support@wattdesk.example' })).toHaveAttribute(
    'href',
    'mailto:support@wattdesk.example',
  )
})
