// A screen whose code cannot be loaded: said at once, in its place, and shown as soon as it comes.
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { later } from './later.ts'
import { PartFallback, PartStrip } from './part-missing.tsx'

afterEach(() => vi.restoreAllMocks())

function part() {
  let isUp = false
  const Part = later(async () => {
    if (!isUp) throw new TypeError('Failed to fetch dynamically imported module')
    return { default: () => <p>The screen</p> }
  })
  return {
    Part,
    up: () => {
      isUp = true
    },
  }
}

test('instead of a bare skeleton the place says at once that the portal cannot be reached, and Retry asks again', async () => {
  const { Part, up } = part()
  render(
    <>
      <PartStrip />
      <Suspense fallback={<PartFallback>skeleton</PartFallback>}>
        <Part />
      </Suspense>
    </>,
  )
  expect(screen.getByText('skeleton')).toBeVisible()
  expect(await screen.findByRole('alert', {}, { timeout: 250 })).toHaveTextContent(
    'The portal cannot be reached. What you opened is shown as soon as it can be loaded.',
  )
  expect(screen.queryByText('skeleton')).toBeNull()
  up()
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('The screen')).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a part without a place of its own is told of in the strip, and comes with the connection', async () => {
  const { Part, up } = part()
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  render(
    <>
      <PartStrip />
      <Suspense fallback={null}>
        <Part />
      </Suspense>
    </>,
  )
  expect(await screen.findByRole('alert')).toHaveTextContent(/^What you opened is shown as soon as it can be loaded\./)
  up()
  act(() => void globalThis.dispatchEvent(new Event('online')))
  expect(await screen.findByText('The screen')).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
})
