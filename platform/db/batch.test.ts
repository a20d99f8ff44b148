// Group commit: what goes together, in which order results come, and what fails alone.
import fc from 'fast-check'
import pg from 'pg'
import { expect, test } from 'vitest'
import { Batch, WriteQueue } from './batch.ts'
import { DatabaseAway } from './database-away.ts'

/** An error as PostgreSQL tells it. */
const told = (code: string) => Object.assign(new pg.DatabaseError('told', 4, 'error'), { code })
const dataError = told('22003')
const gone = new DatabaseAway(new Error('Connection terminated unexpectedly'))

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

test.each([
  ['a lost connection', gone],
  ['ended by an administrator', told('57P01')],
  ['starting up', told('57P03')],
  ['a full disk', told('53100')],
  ['too many connections', told('53300')],
  ['a server that only reads', told('25006')],
  ['a statement that took too long', told('57014')],
])('%s fails every item once, and is not asked again for each', async (_what, error) => {
  let runs = 0
  const b = new Batch<number, number>(async () => {
    runs++
    throw error
  })
  const ends = await Promise.allSettled([1, 2, 3, 4].map(n => b.add(n)))
  expect(ends.map(e => (e as PromiseRejectedResult).reason)).toEqual([error, error, error, error])
  expect(runs).toBe(1)
  // A later item is tried again.
  await expect(b.add(5)).rejects.toBe(error)
  expect(runs).toBe(2)
})

test.each([
  ['a rule of the database', told('P0001')],
  ['a constraint', told('23514')],
  ['a deadlock', told('40P01')],
  ['a mistake of our own', new Error('undefined is not a connector')],
])('%s fails the item that it is of, and its neighbours are stored', async (_what, error) => {
  const b = new Batch<number, number>(async items => {
    if (items.includes(3)) throw error
    return items
  })
  const ends = await Promise.allSettled([1, 2, 3, 4, 5].map(n => b.add(n)))
  expect(ends.map(e => e.status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
})

test.each([
  ['a deadlock', '40P01'],
  ['the same stored by another node just before', '23505'],
])('%s: tried once more, the item is stored', async (_what, code) => {
  let isFirst = true
  const b = new Batch<number, number>(async items => {
    if (!isFirst) return items
    isFirst = false
    throw told(code)
  })
  expect(await b.add(1)).toBe(1)
})

test('rows wait while the database is away, keep their order, and a bad one goes alone', async () => {
  const written: number[] = []
  const lost: number[] = []
  let isAway = true
  const queue = new WriteQueue<number>(
    async rows => {
      if (isAway) throw gone
      if (rows.includes(3)) throw dataError
      written.push(...rows)
    },
    { onLost: n => lost.push(n), max: 4 },
  )
  for (const n of [1, 2, 3]) queue.push(n)
  await queue.flush()
  expect([written, lost]).toEqual([[], [0]])
  isAway = false
  for (const n of [4, 5, 6]) queue.push(n)
  while (queue.rows.length > 0 || queue.writing) await queue.flush()
  expect(written).toEqual([1, 2, 4, 5, 6])
  expect(lost).toEqual([0, 1])
  expect(queue.size).toBe(0)
})

test('what waits is bounded: the oldest go, and their number is told', async () => {
  let lost = 0
  const written: string[] = []
  const queue = new WriteQueue<string>(async rows => void written.push(...rows), {
    limit: 100,
    sizeOf: text => text.length,
    delayMs: 60_000,
    onLost: n => {
      lost += n
    },
  })
  for (let n = 0; n < 30; n++) queue.push(String(n).padStart(10, '0'))
  expect(queue.size).toBeLessThanOrEqual(100)
  await queue.flush()
  expect(written.length + lost).toBe(30)
  expect(written.at(-1)).toBe('0000000029')
})
