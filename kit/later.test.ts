// Parts that load when first shown survive a server that is away for a moment.
import { expect, test, vi } from 'vitest'
import { loadAgain, NotLoaded, wakeLoads } from './later.ts'

test('a part that comes at the third try is had', async () => {
  let tries = 0
  const part = await loadAgain(async () => {
    tries++
    if (tries < 3) throw new TypeError('Failed to fetch dynamically imported module')
    return 'the part'
  }, [1, 1])
  expect([part, tries]).toEqual(['the part', 3])
})

test('one that is not there though the portal answers is NotLoaded, with what went wrong as its cause', async () => {
  const gone = new TypeError('Failed to fetch dynamically imported module')
  const error = await loadAgain(
    () => Promise.reject(gone),
    [1],
    async () => true,
  ).catch((e: unknown) => e)
  expect(error).toBeInstanceOf(NotLoaded)
  expect((error as NotLoaded).cause).toBe(gone)
})

test('while the portal is away a part is asked for on and on, and at once when the connection is back', async () => {
  let tries = 0
  let isUp = false
  const part = loadAgain(
    async () => {
      tries++
      if (!isUp) throw new TypeError('Failed to fetch')
      return 'the part'
    },
    [1, 1, 60_000],
    async () => isUp,
  )
  await vi.waitFor(() => expect(tries).toBe(3))
  globalThis.dispatchEvent(new Event('online'))
  // The last pause goes on for as long as nothing answers.
  await vi.waitFor(() => expect(tries).toBe(4))
  isUp = true
  wakeLoads()
  expect(await part).toBe('the part')
})
