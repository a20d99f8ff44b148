// The figures of /metrics after a charger has charged, a user has called the API and a command has gone out.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '#testing/app.ts'
import { TestCharger } from '#testing/charger.ts'
import { at, bootedCharger, energy, newTag, start, stop } from '#testing/ocpp.ts'

let t: TestApp
let http: string
let ws: string
beforeAll(async () => {
  t = await startApp({ connectedChargers: () => t.ocpp.stations.size })
  ;({ http, ws } = await t.listen())
})
afterAll(() => t.close())

type Samples = Map<string, number>
const scrape = async (): Promise<Samples> =>
  new Map(
    (await t.app.inject('/metrics')).body.split('\n').flatMap((line): [string, number][] => {
      const [, name, value] = /^([^#].*) (\S+)$/.exec(line) ?? []
      return name && value ? [[name, Number(value)]] : []
    }),
  )
/** How much each of `names` has grown. */
const growth = (before: Samples, after: Samples, names: readonly string[]) =>
  Object.fromEntries(names.map(n => [n, (after.get(n) ?? 0) - (before.get(n) ?? 0)]))

test('a session is counted message by message, with its frames, its bill and its command', async () => {
  const before = await scrape()
  const tag = await newTag(t)
  const c = await bootedCharger(t, ws)
  await c.nextCall('ChangeConfiguration')
  const { transactionId } = await start(c, tag)
  // The same start once more is answered and begins nothing.
  await start(c, tag)
  for (const minute of [5, 10])
    await c.call('MeterValues', {
      connectorId: 1,
      transactionId,
      meterValue: [energy(at(minute), 1000 + minute * 500)],
    })
  // Stored figures are read once a second.
  await expect.poll(async () => (await scrape()).get('wattdesk_sessions_running')).toBe(1)
  expect((await scrape()).get('wattdesk_connected_chargers')).toBe(1)
  await stop(c, transactionId)
  expect(await c.ask('MeterValues', { connectorId: 'one' })).toHaveProperty('error')
  const sent = await t.app.inject({
    method: 'POST',
    url: '/cms/v1/remote/operation',
    headers: await t.as('operator'),
    payload: { chargerId: c.id, remoteOperationType: 'Reset', parameters: { resetType: 'SOFT' } },
  })
  expect(sent.statusCode).toBe(200)
  await c.nextCall('Reset')
  await expect(TestCharger.open(ws, 'NOBODY')).rejects.toThrow('404')
  const reset = 'wattdesk_charger_commands_total{action="Reset",outcome="result"}'
  await expect.poll(async () => growth(before, await scrape(), [reset])[reset]).toBe(1)
  const after = await scrape()
  const message = (action: string, outcome: string) =>
    `wattdesk_charger_messages_total{action="${action}",outcome="${outcome}"}`
  const wanted: Record<string, number> = {
    [message('BootNotification', 'answered')]: 1,
    [message('StartTransaction', 'answered')]: 2,
    [message('MeterValues', 'answered')]: 2,
    [message('MeterValues', 'refused')]: 1,
    [message('StopTransaction', 'answered')]: 1,
    [message('StopTransaction', 'failed')]: 0,
    'wattdesk_charger_answer_seconds_count{action="MeterValues"}': 2,
    'wattdesk_charger_answer_seconds_bucket{action="StopTransaction",le="+Inf"}': 1,
    wattdesk_sessions_begun_total: 1,
    wattdesk_sessions_ended_total: 1,
    'wattdesk_charger_handshakes_total{outcome="accepted"}': 1,
    'wattdesk_charger_handshakes_total{outcome="no such charge point"}': 1,
    'wattdesk_charger_command_seconds_count{action="Reset"}': 1,
    'wattdesk_api_requests_total{endpoint="POST /cms/v1/remote/operation",status="2xx"}': 1,
    'wattdesk_api_request_seconds_count{endpoint="POST /cms/v1/remote/operation"}': 1,
  }
  expect(growth(before, after, Object.keys(wanted))).toEqual(wanted)
  // Calls of the charger and their answers, and our calls with theirs.
  const frames = growth(
    before,
    after,
    ['in', 'out'].map(d => `wattdesk_charger_frames_total{direction="${d}"}`),
  )
  expect(Object.values(frames).every(n => n >= 8)).toBe(true)
  expect(after.get('wattdesk_check_ok{check="database"}')).toBe(1)
  expect(after.get('wattdesk_ledger_difference_paise')).toBe(0)
  expect(after.get('wattdesk_sessions_in_review')).toBe(0)
  // PostgreSQL tells its counts of rows within a second or two.
  await expect.poll(async () => (await scrape()).get('wattdesk_bills_written_total'), { timeout: 15_000 }).toBe(1)
  expect((await scrape()).get('wattdesk_sessions_running')).toBe(0)
  c.ws.terminate()
}, 30_000)

test('an open live stream and the refusals of calls are counted', async () => {
  const before = await scrape()
  const headers = await t.as('operator')
  const end = new AbortController()
  const stream = await fetch(`${http}/cms/v1/team/${t.world.one.teamId}/events`, { headers, signal: end.signal })
  expect(stream.status).toBe(200)
  expect((await scrape()).get('wattdesk_live_streams')).toBe(1)
  end.abort()
  await expect.poll(async () => (await scrape()).get('wattdesk_live_streams')).toBe(0)
  await t.app.inject('/cms/v1/remote/operation/charger/none/task/none')
  const refused = [...(await scrape())].filter(([name]) => name.includes('status="4xx"'))
  expect(refused.reduce((n, [name, value]) => n + value - (before.get(name) ?? 0), 0)).toBe(1)
})

test('while the database is away the metrics come all the same, and say so', async () => {
  await t.away()
  const away = await scrape()
  expect(away.get('wattdesk_check_ok{check="database"}')).toBe(0)
  expect(away.get('process_cpu_seconds_total')).toBeGreaterThan(0)
  await t.back()
  await expect.poll(async () => (await scrape()).get('wattdesk_sessions_running'), { timeout: 15_000 }).toBe(0)
}, 30_000)

test('the build says its version', async () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  expect((await scrape()).get(`wattdesk_build_info{version="${version}",node="test"}`)).toBe(1)
})

test('jobs that wait and jobs that are done are counted by queue, and a failed one waits again', async () => {
  const { jobs } = t.services
  await jobs.send(t.db, 'mail', { outboxId: 1 })
  await jobs.send(t.db, 'push', { outboxId: 2 })
  const waiting = (queue: string) => `wattdesk_jobs_waiting{queue="${queue}"}`
  await expect.poll(async () => (await scrape()).get(waiting('mail'))).toBe(1)
  const before = await scrape()
  expect(before.get('wattdesk_jobs_oldest_seconds{queue="mail"}')).toBeGreaterThan(0)
  expect(before.get('wattdesk_jobs_given_up{queue="mail"}')).toBe(0)
  await jobs.work('mail', async () => undefined)
  await jobs.work('push', () => Promise.reject(new Error('the service is away')))
  const done = ['mail",ended="well', 'push",ended="with an error'].map(
    what => `wattdesk_jobs_done_total{queue="${what}"}`,
  )
  await expect.poll(async () => Object.values(growth(before, await scrape(), done))).toEqual([1, 1])
  await expect.poll(async () => (await scrape()).get(waiting('mail'))).toBe(0)
  const after = await scrape()
  expect(after.get(waiting('push'))).toBe(1)
  // Not due before its pause is over.
  expect(after.get('wattdesk_jobs_oldest_seconds{queue="push"}')).toBe(0)
}, 30_000)
