// How long the main thread waits for a core.
import { expect, test } from 'vitest'
import { coreWait } from './core-wait.ts'

test('it begins with 0, and is a share of the time after that', async () => {
  const wait = coreWait()
  expect(wait()).toBe(0)
  const until = performance.now() + 300
  while (performance.now() < until);
  expect(wait()).toBeGreaterThanOrEqual(0)
  expect(wait()).toBeLessThanOrEqual(1)
})
