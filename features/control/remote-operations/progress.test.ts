// Firmware updates and uploads over a real socket: every state is answered and kept, asked for or not, across a reboot,
// and matched to the operation that asked; a failure is shown as a failure (S-PROGRESS, O-63, O-64, O-81, O-83).
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Person, startApp, type TestApp } from '#testing/app.ts'
import { TestCharger } from '#testing/charger.ts'
import { bootedCharger, newCharger } from '#testing/ocpp.ts'
import type { Transfer } from './progress.contract.ts'
import { dropOldProgress } from './progress.store.ts'
import type { Task } from './remote-operation.contract.ts'

let t: TestApp
let ws: string
beforeAll(async () => {
  t = await startApp()
  ws = (await t.listen()).ws
})
afterAll(() => t.close())

const read = async (url: string, person: Person = 'viewer') => {
  const r = await t.app.inject({ url: `/cms/v1/${url}`, headers: await t.as(person) })
  return { status: r.statusCode, data: r.json().data }
}
const transfers = async (id: string): Promise<[string, string[], boolean][]> =>
  ((await read(`team/${t.world.one.teamId}/charger/${id}/transfers`)).data as Transfer[]).map(x => [
    ...([x.action, x.states.map(s => s.status)] as [string, string[]]),
    x.taskId !== null,
  ])
const taskOf = async (id: string, taskId: string) =>
  (await read(`remote/operation/charger/${id}/task/${taskId}`)).data as Task
/** Sends an operation and waits until the charger has answered. */
async function asked(c: TestCharger & { id: string }, remoteOperationType: string, parameters: object) {
  const ended = new Promise<void>(ok => {
    const off = t.services.bus.onEvent(({ event: e }) => {
      if (e.type !== 'task' || e.chargepoint_id !== c.id || (e.state !== 'done' && e.state !== 'failed')) return
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
const firmware = { location: 'https://f.example/a.bin', retrieveDate: '2026-01-05T08:00:00Z' }

test('who may see them: view on ChargerPoint; another company’s charger is not there', async () => {
  const { id } = await newCharger(t)
  const url = `team/${t.world.one.teamId}/charger/${id}/transfers`
  for (const [person, status] of [
    ['nobody', 404],
    ['stranger', 404],
    ['viewer', 200],
  ] as const)
    expect((await read(url, person)).status).toBe(status)
})

test('an update of the firmware: live, over a reboot, each state with its time, its end as the end [63]', async () => {
  const c = await bootedCharger(t, ws)
  c.onCall = () => ({})
  const taskId = await asked(c, 'UpdateFirmware', firmware)
  expect((await taskOf(c.id, taskId)).progress).toEqual([])
  const told = vi.fn()
  const off = t.services.bus.onEvent(({ event: e }) => e.type === 'task' && told(e.taskId))
  for (const status of ['Downloading', 'Downloading', 'Downloaded', 'Installing'])
    expect(await c.call('FirmwareStatusNotification', { status })).toEqual({})
  await c.close()
  const again = await TestCharger.open(ws, c.id)
  await again.boot()
  expect(await again.call('FirmwareStatusNotification', { status: 'Installed' })).toEqual({})
  off()
  expect(told.mock.calls).toEqual(Array(4).fill([taskId]))
  const task = await taskOf(c.id, taskId)
  expect(task.progress.map(s => s.status)).toEqual(['Downloading', 'Downloaded', 'Installing', 'Installed'])
  const times = task.progress.map(s => Date.parse(s.at))
  expect(times).toEqual(times.toSorted((a, b) => a - b))
  expect([task.state, task.result[0]?.error]).toEqual(['done', null])
  // States reported after the end of the operation, or in answer to a trigger, belong to no operation.
  await again.call('FirmwareStatusNotification', { status: 'Idle' })
  await again.call('FirmwareStatusNotification', { status: 'Downloading' })
  expect(await transfers(c.id)).toEqual([
    ['FirmwareStatusNotification', ['Downloading'], false],
    ['FirmwareStatusNotification', ['Idle'], false],
    ['FirmwareStatusNotification', ['Downloading', 'Downloaded', 'Installing', 'Installed'], true],
  ])
  await again.close()
})

const told = 'FirmwareStatusNotification'
test.each([
  ['told twice', ['Installing', 'Installed', 'Installed'], [[['Installing', 'Installed'], true]]],
  [
    'told again after a failure that came late',
    ['Installing', 'Installed', 'InstallationFailed', 'Installed'],
    [
      [['InstallationFailed'], false],
      [['Installing', 'Installed'], true],
    ],
  ],
  [
    'of another update that nobody asked for',
    ['Installed', 'Downloading', 'Installed'],
    [
      [['Installed'], false],
      [['Downloading'], false],
      [['Installed'], true],
    ],
  ],
  [
    'after a failure and another try',
    ['InstallationFailed', 'Installed'],
    [[['InstallationFailed', 'Installed'], true]],
  ],
] as [string, string[], [string[], boolean][]][])('Installed, %s [63]', async (_, states, expected) => {
  const c = await bootedCharger(t, ws)
  c.onCall = () => ({})
  await asked(c, 'UpdateFirmware', firmware)
  for (const status of states) await c.call(told, { status })
  expect(await transfers(c.id)).toEqual(expected.map(([s, isAsked]) => [told, s, isAsked]))
  await c.close()
})

test('an operation that failed on the way may go on all the same', async () => {
  const c = await bootedCharger(t, ws)
  c.onCall = undefined
  const asks = asked(c, 'UpdateFirmware', firmware)
  const [, callId] = await c.nextCall('UpdateFirmware')
  c.ws.send(JSON.stringify([4, callId, 'InternalError', 'Modem', {}]))
  const taskId = await asks
  await c.call(told, { status: 'Downloading' })
  expect((await taskOf(c.id, taskId)).progress.map(s => s.status)).toEqual(['Downloading'])
  await c.close()
})

const failures = [
  ['UpdateFirmware', firmware, 'FirmwareStatusNotification', ['Downloading', 'DownloadFailed'], {}],
  ['UpdateFirmware', firmware, 'FirmwareStatusNotification', ['Installing', 'InstallationFailed'], {}],
  [
    'GetDiagnostics',
    { location: 'ftp://f.example' },
    'DiagnosticsStatusNotification',
    ['Uploading', 'UploadFailed'],
    {},
  ],
  [
    'GetLog',
    { logType: 'SecurityLog', log: { remoteLocation: 'ftp://f.example' }, requestId: 71 },
    ...(['LogStatusNotification', ['Uploading', 'PermissionDenied'], { requestId: 71 }] as const),
  ],
] as const
test.each(failures)(
  '%s that fails on the way reads as failed: %j [63] [64] [81] [83]',
  async (op, p, action, states, more) => {
    const c = await bootedCharger(t, ws)
    c.onCall = a => (a === 'GetDiagnostics' ? { fileName: 'a.zip' } : a === 'GetLog' ? { status: 'Accepted' } : {})
    const taskId = await asked(c, op, p)
    for (const status of states) expect(await c.call(action, { status, ...more })).toEqual({})
    const failed = await taskOf(c.id, taskId)
    expect([failed.state, failed.result[0]?.error]).toEqual(['failed', states.at(-1)])
    // The charger tries again.
    await c.call(action, { status: states[0], ...more })
    const going = await taskOf(c.id, taskId)
    expect([going.state, going.result[0]?.error, going.progress.length]).toEqual(['done', null, 3])
    await c.close()
  },
)

test('a log is known by its request id, the newest without one, and one that nobody knows is kept for itself [81] [83]', async () => {
  const c = await bootedCharger(t, ws)
  const log = (requestId: number) => ({
    logType: 'DiagnosticsLog',
    log: { remoteLocation: 'ftp://f.example' },
    requestId,
  })
  const [first, second] = [await asked(c, 'GetLog', log(81)), await asked(c, 'GetLog', log(82))]
  await c.call('LogStatusNotification', { status: 'Uploaded', requestId: 81 })
  await c.call('LogStatusNotification', { status: 'Uploading' })
  await c.call('LogStatusNotification', { status: 'Uploading', requestId: 999 })
  const statuses = async (taskId: string) => (await taskOf(c.id, taskId)).progress.map(s => s.status)
  expect([await statuses(first), await statuses(second)]).toEqual([['Uploaded'], ['Uploading']])
  expect(await transfers(c.id)).toContainEqual(['LogStatusNotification', ['Uploading'], false])
  await c.close()
})

test('an operation that was refused has no progress; what is a year old goes', async () => {
  const c = await bootedCharger(t, ws)
  c.onCall = () => ({ status: 'Rejected' })
  const taskId = await asked(c, 'GetLog', { logType: 'SecurityLog', log: { remoteLocation: 'ftp://f.example' } })
  await c.call('LogStatusNotification', { status: 'Uploading' })
  expect((await taskOf(c.id, taskId)).progress).toEqual([])
  const later = new Date(Date.now() + 366 * 86_400_000)
  expect(await t.db.transaction().execute(trx => dropOldProgress(trx, later))).toBeGreaterThan(0)
  expect(await transfers(c.id)).toEqual([])
  await c.close()
})
