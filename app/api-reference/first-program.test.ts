// "Your first program" of the guide holds: its three calls are sent as they stand there, in a shell, to a network where a
// session runs at a site, and the session ends.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { accessBy, apiKeyBody, makeKey } from '#people/api-keys/test-api-key.ts'
import * as sites from '#power/charging-sites/charging-site.store.ts'
import { startApp, type TestApp } from '#testing/app.ts'
import { bootedCharger, start } from '#testing/ocpp.ts'
import { readGuide } from '../../tools/guide.ts'

const run = promisify(execFile)
const PATIENCE_MS = 120_000
let t: TestApp
let http: string
let charger: Awaited<ReturnType<typeof bootedCharger>>
let running: number
beforeAll(async () => {
  t = await startApp()
  const { http: address, ws } = await t.listen()
  http = address
  charger = await bootedCharger(t, ws)
  const { teamId } = t.world.one
  const zoneId = await sites.create(t.db, { teamId, zoneName: 'Yard' })
  await sql`update charger set zone_id = ${zoneId} where chargepoint_id = ${charger.id}`.execute(t.db)
  running = (await start(charger, 'NOBODY')).transactionId
  const elsewhere = await bootedCharger(t, ws)
  await start(elsewhere, 'NOBODY')
}, 60_000)
afterAll(() => t.close())

/** The calls of the section as the reader sees them. */
const calls = (): string[] => {
  const page = readGuide().find(p => p.slug === 'reports-and-programs')
  const html = page?.sections.find(s => s.id === 'your-first-program')?.html ?? ''
  return [...html.matchAll(/<pre><code>([\s\S]*?)<\/code><\/pre>/g)].map(([, code = '']) =>
    code.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&').trim(),
  )
}

test('the guide finds the session of a site, stops it, and says when it has ended', {
  timeout: PATIENCE_MS,
}, async () => {
  const access = accessBy({ Transaction: 'v', ChargerPoint: 'vu' })
  let tries = 0
  const { headers } = await makeKey(t, 'root', t.world.one.teamId, apiKeyBody(access))
  const send = async (command = '', own: Record<string, string> = {}) => {
    const all = {
      'https://portal.example': http,
      'Bearer wdk_…': headers.authorization,
      '/team/3/': `/team/${t.world.one.teamId}/`,
      'a-new-text-for-each-try': `try-${++tries}`,
      ...own,
    }
    const text = Object.entries(all).reduce((c, [example, value]) => c.replaceAll(example, () => value), command)
    const reply = JSON.parse((await run('/bin/sh', ['-c', text])).stdout)
    expect(reply, text).toMatchObject({ success: true })
    return reply
  }
  const [list, stop, ask, ...others] = calls()
  expect(others).toEqual([])
  const found = await send(list)
  expect(found.next_cursor).toBeNull()
  expect(found.data).toMatchObject([{ transactionId: running, chargepoint_id: charger.id, stoptime: null }])

  charger.onCall = () => ({ status: 'Accepted' })
  const { taskId } = await send(stop, { 'CP-01': charger.id, 662: String(running) })
  const asked = { 'CP-01': charger.id, 'the-task': taskId }
  const answered = await vi.waitFor(
    async () => {
      const { data } = await send(ask, asked)
      return data.state === 'done' ? data : Promise.reject(new Error(data.state))
    },
    { timeout: PATIENCE_MS, interval: 200 },
  )
  expect(answered.effect).toMatchObject({ message: 'StopTransaction', state: 'awaited', transactionId: null })
  await charger.call('StopTransaction', {
    transactionId: running,
    idTag: 'NOBODY',
    meterStop: 5000,
    timestamp: new Date().toISOString(),
  })
  expect((await send(ask, asked)).data.effect).toMatchObject({ state: 'seen', transactionId: running })
  expect(await send(list)).toMatchObject({ data: [], next_cursor: null })
})
