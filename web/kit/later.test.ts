// Parts that load when first shown survive a server that is away for a moment.
import { expect, test } from 'vitest'
import { loadAgain, NotLoaded } from './later.ts'

test('a part that comes at the third try is had', async () => {
  let tries = 0
  const part = await loadAgain(async () => {
    tries++
    if (tries < 3) throw new TypeError('Failed to fetch dynamically imported module')
    return 'the part'
  }, [1, 1])
  expect([part, tries]).toEqual(['the part', 3])
})

test('one that never comes is NotLoaded, with what went wrong as its cause', async () => {
  const gone = new TypeError('Failed to fetch dynamically imported module')
  const error = await loadAgain(() => Promise.reject(gone), [1]).catch((e: unknown) => e)
  expect(error).toBeInstanceOf(NotLoaded)
  expect((error as NotLoaded).cause).toBe(gone)
})
