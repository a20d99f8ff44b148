// A thread for work that can wait: what it logs and counts reaches the product, an error begins it again, and it always ends.
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { failedStatements, threadRestarts } from '#platform/telemetry/metrics.ts'
import { BackgroundThread } from './background-thread.ts'
import type { TestData } from './test-thread.ts'

/** A thread begins when a busy machine has room for it. */
const PATIENT = { timeout: 60_000 }
type Line = { level: string; fields: object; text: string }
let lines: Line[] = []
let told: string[] = []
let thread: BackgroundThread<string> | undefined
function begin(data: TestData, more: { firstPauseMs?: number; endPatienceMs?: number } = {}): BackgroundThread<string> {
  lines = []
  told = []
  const line = (level: string) => (fields: object, text: string) => void lines.push({ level, fields, text })
  thread = new BackgroundThread<string>({
    name: 'tests',
    file: join(import.meta.dirname, './test-thread.ts'),
    data,
    log: { error: line('error'), warn: line('warn') },
    hear: message => told.push(message),
    ...more,
  })
  return thread
}
afterEach(() => thread?.close())
const texts = () => lines.map(l => l.text)

test('log lines with their errors, messages and counts reach the product', { timeout: 120_000 }, async () => {
  const cell = failedStatements.cell({ pool: 'test thread', reason: 'other' })
  const before = cell.value
  const t = begin({ fails: false, ends: true })
  await expect.poll(() => told, PATIENT).toEqual(['begun'])
  await t.close()
  expect(lines).toMatchObject([
    { level: 'error', text: 'Something went wrong', fields: { count: 3, err: { message: 'Refused', code: '57P01' } } },
  ])
  expect(cell.value - before).toBe(2)
})

test('an error that nobody catches is logged and counted, and the thread is begun again, each time later', {
  timeout: 120_000,
}, async () => {
  const restarts = threadRestarts.cell({ thread: 'tests' })
  const before = restarts.value
  const t = begin({ fails: true, ends: true }, { firstPauseMs: 10 })
  await expect.poll(() => restarts.value - before, PATIENT).toBeGreaterThanOrEqual(3)
  await t.close()
  expect(texts()).toContain('The thread for tests has failed')
  const pauses = lines.flatMap(l => ('pauseMs' in l.fields ? [l.fields.pauseMs] : []))
  expect(pauses.slice(0, 3)).toEqual([10, 20, 40])
})

test('a thread that does not end is ended, and never begun again', { timeout: 120_000 }, async () => {
  const restarts = threadRestarts.cell({ thread: 'tests' })
  const before = restarts.value
  const t = begin({ fails: false, ends: false }, { endPatienceMs: 10 })
  await expect.poll(() => told, PATIENT).toEqual(['begun'])
  await t.close()
  expect(texts()).toContain('A thread did not end in time, and was ended')
  expect(restarts.value - before).toBe(0)
})
