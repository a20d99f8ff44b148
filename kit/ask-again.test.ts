// After the server was away: one reading asks again by itself, its success brings the others; a refusal is left alone.
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { CallError } from '@wattdesk/wire/call'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { askAgain } from './ask-again.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test.each([
  [0, ['a', 'b', 'a', 'a', 'b']],
  [503, ['a', 'b', 'a', 'a', 'b']],
  [500, ['a', 'b']],
  [403, ['a', 'b']],
])('a failure with status %d', async (status, expected) => {
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const off = askAgain(cache, () => 1)
  const asked: string[] = []
  let isAway = true
  const ends = ['a', 'b'].map(name =>
    new QueryObserver(cache, {
      queryKey: [name],
      queryFn: () => {
        asked.push(name)
        return isAway ? Promise.reject(new CallError(status, 'x')) : Promise.resolve(name)
      },
    }).subscribe(() => undefined),
  )
  // After 2 s the server is still away, after 4 more it is back.
  await vi.advanceTimersByTimeAsync(2500)
  isAway = false
  await vi.advanceTimersByTimeAsync(4000)
  expect(asked).toEqual(expected)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked).toEqual(expected)
  for (const end of ends) end()
  off()
  cache.clear()
})
