// Records that nobody waits for are stored in the end: tried again while the database is away, only the newest of each
// key.
import { expect, test } from 'vitest'
import { Again } from './again.ts'
import { DatabaseAway } from './database-away.ts'

test('what cannot be stored while the database is away is stored when it is back, the newest of each key', async () => {
  const stored: string[] = []
  let isAway = true
  const again = new Again<number, string>(
    async text => {
      if (isAway) throw new DatabaseAway('gone')
      stored.push(text)
    },
    () => undefined,
  )
  await again.add(1, 'one, old')
  await again.add(2, 'two')
  await again.add(1, 'one, new')
  expect([stored, again.waiting.size]).toEqual([[], 2])
  isAway = false
  await expect.poll(() => stored, { timeout: 5000 }).toEqual(['one, new', 'two'])
  expect(again.waiting.size).toBe(0)
  await again.add(1, 'at once')
  expect(stored).toContain('at once')
})

test('what is at fault itself is given up and told', async () => {
  const failed: [string, unknown][] = []
  const error = new TypeError('no such status')
  const again = new Again<number, string>(
    () => Promise.reject(error),
    (item, why) => failed.push([item, why]),
  )
  await again.add(1, 'bad')
  expect([failed, again.waiting.size]).toEqual([[['bad', error]], 0])
})

test('the end tries once more and waits for nothing', async () => {
  let tries = 0
  const again = new Again<number, string>(
    () => {
      tries++
      return Promise.reject(new DatabaseAway('gone'))
    },
    () => undefined,
  )
  await again.add(1, 'lost')
  await again.close()
  expect(tries).toBe(2)
})
