// States of firmware updates and logs as stations of OCPP 2.0.1 tell them: always by the number of the request, which is that of
// the task where 1.6 gives none (O201-16).
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '#testing/app.ts'
import { bootedStation, type Station201 } from '#testing/station201.ts'
import type { Transfer } from './progress.contract.ts'
import { taskNumberOf } from './task-number.rules.ts'

let t: TestApp
let ws: string
beforeAll(async () => {
  t = await startApp({}, { config: { afterMs: 3_600_000 } })
  ws = (await t.listen()).ws
})
afterAll(() => t.close())

async function asked(c: Station201, remoteOperationType: string, parameters: object) {
  const ended = new Promise<void>(ok => {
    const off = t.services.bus.onEvent(({ event: e }) => {
      if (e.type !== 'task' || e.chargepoint_id !== c.id || !['done', 'failed'].includes(e.state)) return
      off()
      ok()
    })
  })
  const r = await t.app.inject({
    method: 'POST',
    url: '/cms/v1/remote/operation',
    headers: await t.as('operator'),
    payload: { chargerId: c.id, remoteOperationType, parameters },
  })
  expect(r.statusCode, r.body).toBe(200)
  await ended
  return r.json().taskId as string
}
/** What the charge point went through, the newest first: its task, and the states. */
async function transfers({ id }: Station201): Promise<[string | null, string[]][]> {
  const url = `/cms/v1/team/${t.world.one.teamId}/charger/${id}/transfers`
  const r = await t.app.inject({ url, headers: await t.as('viewer') })
  return (r.json().data as Transfer[]).map(x => [x.taskId, x.states.map(s => s.status)])
}
const firmware = { location: 'https://f.example/a.bin', retrieveDate: '2026-01-05T08:00:00Z' }

test('each state belongs to the task whose number it names, whatever else has begun since', async () => {
  const c = await bootedStation(t, ws)
  const first = await asked(c, 'UpdateFirmware', firmware)
  const second = await asked(c, 'UpdateFirmware', firmware)
  const [, , , sent] = await c.nextCall('UpdateFirmware')
  expect(sent).toMatchObject({ requestId: taskNumberOf(first) })
  const say = (status: string, requestId?: number) =>
    c.call('FirmwareStatusNotification', { status, ...(requestId && { requestId }) })
  await say('Downloading', taskNumberOf(first))
  await say('Downloading', taskNumberOf(second))
  await say('DownloadFailed', taskNumberOf(first))
  await say('Installed', taskNumberOf(second))
  // Nobody asked for this one.
  await say('Downloading', 1)
  expect((await transfers(c)).toReversed()).toEqual([
    [first, ['Downloading', 'DownloadFailed']],
    [second, ['Downloading', 'Installed']],
    [null, ['Downloading']],
  ])
})

test('logs of both kinds of request, and the number that an operator gave', async () => {
  const c = await bootedStation(t, ws)
  const plain = await asked(c, 'GetDiagnostics', { location: 'https://f.example/up' })
  const log = { remoteLocation: 'https://f.example/up' }
  const numbered = await asked(c, 'GetLog', { logType: 'SecurityLog', log, requestId: 77 })
  const say = (status: string, requestId: number) => c.call('LogStatusNotification', { status, requestId })
  await say('Uploading', 77)
  await say('Uploading', taskNumberOf(plain))
  await say('Uploaded', taskNumberOf(plain))
  await say('PermissionDenied', 77)
  expect((await transfers(c)).toReversed()).toEqual([
    [plain, ['Uploading', 'Uploaded']],
    [numbered, ['Uploading', 'PermissionDenied']],
  ])
})

test('firmware that a local controller publishes is told, and is not its own', async () => {
  const c = await bootedStation(t, ws)
  await c.call('PublishFirmwareStatusNotification', { status: 'Downloading', requestId: 5 })
  await c.call('PublishFirmwareStatusNotification', {
    status: 'Published',
    requestId: 5,
    location: ['https://f.example/a.bin'],
  })
  expect((await transfers(c)).map(([, states]) => states)).toEqual([['Published'], ['Downloading']])
})
