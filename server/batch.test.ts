// Group commit: what goes together, in which order results come, and what fails alone.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Batch, Trail } from './batch.ts'

const dataError = Object.assign(new Error('out of range'), { code: '22003' })
const gone = new Error('Connection terminated unexpectedly')

test('what arrives while a statement runs shares the next one, in order', async () => {
  const runs: number[][] = []
  const b = new Batch<number, number>(
    async items => {
      runs.push(items)
      await new Promise(ok => setImmediate(ok))
      return items.map(i => i * 2)
    },
    { max: 3 },
  )
  const first = b.add(1)
  await new Promise(ok => setImmediate(ok))
  const rest = [2, 3, 4, 5].map(n => b.add(n))
  expect(await Promise.all([first, ...rest])).toEqual([2, 4, 6, 8, 10])
  expect(runs).toEqual([[1], [2, 3, 4], [5]])
})

test('items that cannot be stored fail alone, whichever they are', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.boolean(), { minLength: 1, maxLength: 40 }), async bad => {
      const stored: number[] = []
      const b = new Batch<number, number>(async items => {
        if (items.some(i => bad[i])) throw dataError
        stored.push(...items)
        return items
      })
      const ends = await Promise.allSettled(bad.map((_, i) => b.add(i)))
      expect(ends.map(e => e.status)).toEqual(bad.map(isBad => (isBad ? 'rejected' : 'fulfilled')))
      expect(stored).toEqual(bad.flatMap((isBad, i) => (isBad ? [] : [i])))
    }),
  )
})

test('a database that is away is not asked again for every item', async () => {
  let runs = 0
  const b = new Batch<number, number>(async () => {
    runs++
    throw gone
  })
  const ends = await Promise.allSettled([1, 2, 3, 4].map(n => b.add(n)))
  expect(ends.every(e => e.status === 'rejected')).toBe(true)
  expect(runs).toBe(1)
})

test('rows wait while the database is away, keep their order, and a bad one goes alone', async () => {
  const written: number[] = []
  const lost: number[] = []
  let isAway = true
  const trail = new Trail<number>(
    async rows => {
      if (isAway) throw gone
      if (rows.includes(3)) throw dataError
      written.push(...rows)
    },
    { onLost: n => lost.push(n), max: 4 },
  )
  for (const n of [1, 2, 3]) trail.push(n)
  await trail.flush()
  expect([written, lost]).toEqual([[], [0]])
  isAway = false
  for (const n of [4, 5, 6]) trail.push(n)
  while (trail.rows.length > 0 || trail.writing) await trail.flush()
  expect(written).toEqual([1, 2, 4, 5, 6])
  expect(lost).toEqual([0, 1])
  expect(trail.size).toBe(0)
})

test('what waits is bounded: the oldest go, and their number is told', async () => {
  let lost = 0
  const written: string[] = []
  const trail = new Trail<string>(async rows => void written.push(...rows), {
    limit: 100,
    sizeOf: text => text.length,
    delayMs: 60_000,
    onLost: n => {
      lost += n
    },
  })
  for (let n = 0; n < 30; n++) trail.push(String(n).padStart(10, '0'))
  expect(trail.size).toBeLessThanOrEqual(100)
  await trail.flush()
  expect(written.length + lost).toBe(30)
  expect(written.at(-1)).toBe('0000000029')
})
