// Bad neighbours: frames too large, floods of garbage, chargers that do not read. Nobody else notices.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '#testing/app.ts'
import { at, bootedCharger, energy, newTag, sessionsOf, start, stop } from '#testing/ocpp.ts'

let t: TestApp
let base: { http: string; ws: string }
let idTag: string
beforeAll(async () => {
  t = await startApp()
  base = await t.listen()
  idTag = await newTag(t)
})
afterAll(() => t.close())

const booted = () => bootedCharger(t, base.ws)
type Booted = Awaited<ReturnType<typeof booted>>

/** A whole session; how long its slowest answer took, in ms. */
async function charge(c: Booted): Promise<number> {
  let slowest = 0
  const timed = async <T>(answer: Promise<T>): Promise<T> => {
    const from = performance.now()
    const result = await answer
    slowest = Math.max(slowest, performance.now() - from)
    return result
  }
  const { transactionId } = await timed(start(c, idTag, { meterStart: 0 }))
  for (let n = 1; n <= 10; n++)
    await timed(c.call('MeterValues', { connectorId: 1, transactionId, meterValue: [energy(at(n), n * 500)] }))
  await timed(stop(c, transactionId, { meterStop: 10_000 }))
  expect((await sessionsOf(t, c.pk)).at(-1)).toMatchObject({ totalPaise: 21_240, meters: 10 })
  return slowest
}

/** Answers wait for no garbage; a busy machine takes its time. */
const UNHARMED_MS = 5000
test('a flood of garbage from one station harms no other, and memory stays bounded [20] [21]', async () => {
  const [bad, ...good] = [await booted(), await booted(), await booted(), await booted()]
  const garbage = [
    '{',
    '[2,"x"',
    'x'.repeat(20_000),
    '[2,"a","BootNotification",{"chargePointVendor":1}]',
    `[${'['.repeat(5000)}`,
    '[2,"k","ChangeConfiguration",{"password":"',
  ]
  let sent = 0
  let flooding = true
  const flood = (async () => {
    while (flooding) {
      for (let n = 0; n < 50; n++) bad.send(garbage[sent++ % garbage.length] ?? '')
      await new Promise(ok => setTimeout(ok, 20))
    }
  })()
  const before = process.memoryUsage().rss
  const slowest = Math.max(...(await Promise.all(good.map(charge))))
  flooding = false
  await flood
  expect(sent).toBeGreaterThan(100)
  expect(slowest).toBeLessThan(UNHARMED_MS)
  expect(process.memoryUsage().rss - before).toBeLessThan(300 * 1024 * 1024)
  expect(await bad.call('Heartbeat', {})).toHaveProperty('currentTime')
  await Promise.all([bad, ...good].map(c => c?.close()))
})

test('a station that calls without waiting beyond all measure is cut off, and only it [21]', async () => {
  const [bad, good] = [await booted(), await booted()]
  const closed = bad.closed()
  for (let n = 0; n < 5000; n++) bad.send(JSON.stringify([2, `m${n}`, 'Authorize', { idTag }]))
  const slowest = await charge(good)
  expect(slowest).toBeLessThan(3000)
  expect(await closed).toBe(1008)
  await good.close()
})

test('a station that does not read is cut off before it costs much memory [21]', async () => {
  const [bad, good] = [await booted(), await booted()]
  bad.ws.pause()
  const data = 'x'.repeat(200_000)
  const say = () =>
    t.ocpp.command({
      chargepointPk: bad.pk,
      action: 'DataTransfer',
      payload: { vendorId: 'v', data },
      taskId: undefined,
      timeoutMs: 1,
    })
  let said = 0
  while ((await say()).kind !== 'closed') expect(++said).toBeLessThan(300)
  expect(t.ocpp.stations.has(bad.pk)).toBe(false)
  expect(await charge(good)).toBeLessThan(3000)
  bad.ws.terminate()
  await good.close()
})
