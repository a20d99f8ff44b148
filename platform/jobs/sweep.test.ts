// Work that is wanted soon, and now and then: never twice at once, none after the close, and again after a failure.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Sweep, sweep } from './sweep.ts'

let runs: { end: (error?: Error) => void }[]
let errors: unknown[]
let s: Sweep
beforeEach(() => {
  vi.useFakeTimers()
  runs = []
  errors = []
  const work = () => new Promise<void>((ok, no) => runs.push({ end: error => (error ? no(error) : ok()) }))
  s = sweep(work, { soonMs: 100, everyMs: 1000, onError: error => errors.push(error) })
})
afterEach(() => vi.useRealTimers())
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('without any word it runs every so often, counted from the end of the run before', async () => {
  await pass(999)
  expect(runs).toHaveLength(0)
  await pass(1)
  expect(runs).toHaveLength(1)
  await pass(5000)
  expect(runs).toHaveLength(1)
  runs[0]?.end()
  await pass(1000)
  expect(runs).toHaveLength(2)
})

test('woken, it runs soon, once for all that woke it; woken amid a run, once more soon after', async () => {
  s.wake()
  await pass(60)
  s.wake()
  await pass(40)
  expect(runs).toHaveLength(1)
  s.wake()
  s.wake()
  await pass(500)
  expect(runs).toHaveLength(1)
  runs[0]?.end()
  await pass(100)
  expect(runs).toHaveLength(2)
  runs[1]?.end()
  await pass(999)
  expect(runs).toHaveLength(2)
})

test('a failed run is told and followed by the next one', async () => {
  s.wake()
  await pass(100)
  runs[0]?.end(new Error('away'))
  await pass(1000)
  expect(errors).toEqual([new Error('away')])
  expect(runs).toHaveLength(2)
})

test('the close waits for the run under way, and nothing begins any more', async () => {
  s.wake()
  await pass(100)
  let isClosed = false
  const closing = s.close().then(() => {
    isClosed = true
  })
  s.wake()
  await pass(50)
  expect(isClosed).toBe(false)
  runs[0]?.end()
  await closing
  await pass(5000)
  expect(runs).toHaveLength(1)
})
