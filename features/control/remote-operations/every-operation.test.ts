// Every call of the central system, from the click to the answer over a real socket: each request fits the official
// schema, and each answer of the standard ends the task with its own word.
import type { LiveEventOf } from '@wattdesk/base/live-event'
import { isCentralSystemAction, messages } from '@wattdesk/ocpp/messages'
import { examples } from '@wattdesk/ocpp/test-examples'
import { validators } from '@wattdesk/ocpp/validators'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { profileBody } from '#power/charging-profiles/test-profile.ts'
import { type Person, startApp, type TestApp } from '#testing/app.ts'
import { Authority } from '#testing/certificates.ts'
import type { TestCharger } from '#testing/charger.ts'
import { bootedCharger, newTag, start } from '#testing/ocpp.ts'
import type { Operation } from './operations/operations.contract.ts'
import type { Task } from './remote-operation.contract.ts'

type Charger = TestCharger & { pk: number; id: string }
let t: TestApp
let ws: string
let charger: Charger
const ended: LiveEventOf<'task'>[] = []
const waiting: { taskId: string; ok: () => void }[] = []
const certificate = new Authority('Root').certificate.trim()
const later = new Date(Date.now() + 3_600_000).toISOString()
const laterStill = new Date(Date.now() + 7_200_000).toISOString()
let tag = ''
let transactionId = 0
let profile = 0

beforeAll(async () => {
  // Without this the product would ask slow test runs for their configuration, and operations would wait behind that.
  t = await startApp({}, { config: { afterMs: 3_600_000 } })
  ws = (await t.listen()).ws
  t.services.bus.onEvent(({ event }) => {
    if (event.type !== 'task' || event.state === 'queued' || event.state === 'sent') return
    ended.push(event)
    for (const w of waiting.filter(x => x.taskId === event.taskId)) w.ok()
  })
  tag = await newTag(t)
  charger = await online()
  transactionId = (await start(charger, tag, { connectorId: 2 })).transactionId
  profile = (await ask('POST', 'charging-profile', profileBody())).body.data.charging_profile_pk
})
afterAll(() => t.close())

const ask = async (method: 'GET' | 'POST', path: string, payload?: object, who: Person = 'admin') => {
  const headers = await t.as(who)
  const r = await t.app.inject({ method, url: `/cms/v1/${path}`, headers, ...(payload && { payload }) })
  return { status: r.statusCode, body: r.json() }
}
const post = (remoteOperationType: string, parameters: object, who?: Person, chargerId = charger.id) =>
  ask('POST', 'remote/operation', { chargerId, remoteOperationType, parameters }, who)
const endOf = async (taskId: string, chargerId = charger.id): Promise<Task> => {
  if (!ended.some(e => e.taskId === taskId)) await new Promise<void>(ok => waiting.push({ taskId, ok }))
  return (await ask('GET', `remote/operation/charger/${chargerId}/task/${taskId}`)).body.data
}

/** A new charger that has its meter interval, which is set after every boot. */
const online = async (): Promise<Charger> => {
  const c = await bootedCharger(t, ws)
  await c.nextCall('ChangeConfiguration')
  c.onCall = undefined
  return c
}
/** Returns the call as the charger gets it; GetConfiguration calls before it are answered NotSupported. */
const callOf = async (c: TestCharger, action: string) => {
  const f = await c.next(x => x[0] === 2 && (x[2] === action || x[2] === 'GetConfiguration'))
  if (f[2] === action) return f
  c.send(JSON.stringify([4, f[1], 'NotSupported', '', {}]))
  return c.nextCall(action)
}

const hash = examples.DeleteCertificate.request.certificateHashData
const firmware = {
  location: 'https://files.example/fw.bin',
  retrieveDateTime: later,
  signingCertificate: certificate,
  signature: 'c2ln',
}
const any = (type: typeof Number) => expect.any(type) as unknown
type Case = { operation: Operation; parameters: () => object; action?: string; payload?: object }
const cases: readonly Case[] = [
  {
    operation: 'ChangeAvailability',
    parameters: () => ({ connectorId: '0', availabilityType: 'INOPERATIVE' }),
    payload: { connectorId: 0, type: 'Inoperative' },
  },
  {
    operation: 'ChangeConfiguration',
    parameters: () => ({ keyType: 'Predefined', confKey: 'HeartBeatInterval', customConfValue: '60' }),
    payload: { key: 'HeartbeatInterval', value: '60' },
  },
  {
    operation: 'RemoteStart',
    parameters: () => ({ connectorId: 1, idTag: tag }),
    action: 'RemoteStartTransaction',
  },
  { operation: 'RemoteStop', parameters: () => ({ transactionId }), action: 'RemoteStopTransaction' },
  {
    operation: 'GetDiagnostics',
    parameters: () => ({
      location: ' ftp://user:pa55word@files.example/up ',
      retries: '',
      retryInterval: '30',
      startDate: '2026-01-01T05:30:00+05:30',
      stopDate: '2026-01-02T00:00:00Z',
    }),
    payload: {
      location: 'ftp://user:pa55word@files.example/up',
      retryInterval: 30,
      startTime: '2026-01-01T00:00:00.000Z',
      stopTime: '2026-01-02T00:00:00.000Z',
    },
  },
  { operation: 'Reset', parameters: () => ({ resetType: 'SOFT' }), payload: { type: 'Soft' } },
  {
    operation: 'UpdateFirmware',
    parameters: () => ({
      location: 'https://files.example/fw.bin',
      retries: 0,
      retrieveDate: later,
      stopDate: laterStill,
    }),
    payload: { location: 'https://files.example/fw.bin', retries: 0, retrieveDate: later },
  },
  {
    operation: 'TriggerMessage',
    parameters: () => ({ triggerMessage: 'Heartbeat', connectorId: 0 }),
    payload: { requestedMessage: 'Heartbeat' },
  },
  { operation: 'UnlockConnector', parameters: () => ({ connectorId: 2 }) },
  { operation: 'ClearCache', parameters: () => ({}) },
  {
    operation: 'DataTransfer',
    parameters: () => ({ vendorId: 'com.example', messageId: '', data: ' {"soc": 54}\n' }),
    payload: { vendorId: 'com.example', data: ' {"soc": 54}\n' },
  },
  {
    operation: 'GetConfiguration',
    parameters: () => ({ key: 'HeartbeatInterval' }),
    payload: { key: ['HeartbeatInterval'] },
  },
  { operation: 'GetLocalListVersion', parameters: () => ({}) },
  {
    operation: 'SendLocalList',
    parameters: () => ({
      listVersion: 7,
      updateType: 'Differential',
      localAuthorizationList: [
        { idTag: 'A', idTagInfo: { status: 'Accepted', expiryDate: later, parentIdTag: '' } },
        { idTag: 'B' },
      ],
    }),
    payload: {
      listVersion: 7,
      updateType: 'Differential',
      localAuthorizationList: [{ idTag: 'A', idTagInfo: { status: 'Accepted', expiryDate: later } }, { idTag: 'B' }],
    },
  },
  {
    operation: 'ReserveNow',
    parameters: () => ({ connectorId: 1, expiryDate: later, idTag: 'TAG-ONE', parentIdTag: '' }),
    payload: { connectorId: 1, expiryDate: later, idTag: 'TAG-ONE', reservationId: any(Number) },
  },
  { operation: 'CancelReservation', parameters: () => ({ reservationId: 5 }) },
  {
    operation: 'SetChargingProfile',
    parameters: () => ({ connectorId: 0, charging_profile_pk: profile }),
    payload: expect.objectContaining({ connectorId: 0 }),
  },
  {
    operation: 'ClearChargingProfile',
    parameters: () => ({ charging_profile_pk: '', id: '', connectorId: 0, chargingProfilePurpose: '', stackLevel: 1 }),
    payload: { connectorId: 0, stackLevel: 1 },
  },
  {
    operation: 'GetCompositeSchedule',
    parameters: () => ({ connectorId: 0, duration: 600, chargingRateUnit: '' }),
    payload: { connectorId: 0, duration: 600 },
  },
  {
    operation: 'GetLog',
    parameters: () => ({
      logType: 'SecurityLog',
      log: { remoteLocation: 'https://files.example/logs', oldestTimestamp: '', latestTimestamp: later },
      requestId: '',
      retries: '2',
      retryInterval: '',
    }),
    payload: {
      logType: 'SecurityLog',
      log: { remoteLocation: 'https://files.example/logs', latestTimestamp: later },
      requestId: any(Number),
      retries: 2,
    },
  },
  {
    operation: 'SignedUpdateFirmware',
    parameters: () => ({ requestId: 12, firmware: { ...firmware, installDateTime: '' }, retries: '' }),
    payload: { requestId: 12, firmware },
  },
  {
    operation: 'ExtendedTriggerMessage',
    parameters: () => ({ requestedMessage: 'SignChargePointCertificate', connectorId: '' }),
    payload: { requestedMessage: 'SignChargePointCertificate' },
  },
  { operation: 'CertificateSigned', parameters: () => ({ certificateChain: certificate }) },
  {
    operation: 'InstallCertificate',
    parameters: () => ({ certificateType: 'CentralSystemRootCertificate', certificate }),
  },
  {
    operation: 'GetInstalledCertificateIds',
    parameters: () => ({ certificateType: 'ManufacturerRootCertificate' }),
  },
  { operation: 'DeleteCertificate', parameters: () => ({ certificateHashData: hash }) },
]
const actionOf = ({ operation, action = operation }: Case) => action as keyof typeof messages
/** The statuses that the standard knows as answers; none where the answer has no status. */
function statusesOf(action: keyof typeof messages): readonly string[] {
  const { node } = messages[action].confirmation
  const status = node.kind === 'obj' ? node.required.status?.node : undefined
  return status?.kind === 'oneOf' ? status.allowed : []
}
const GOOD = ['Accepted', 'AcceptedCanceled', 'Scheduled', 'RebootRequired', 'Unlocked']
/** A whole answer of the standard, with its status where it has one. */
const answerOf = (action: keyof typeof messages, status: string | undefined): Record<string, unknown> => {
  const whole = { ...examples[action].confirmation } as Record<string, unknown>
  return status === undefined || GOOD.includes(status) ? { ...whole, ...(status && { status }) } : { status }
}

test('the cases are the 26 calls of the central system', () => {
  expect(cases.map(actionOf).toSorted()).toEqual(Object.keys(messages).filter(isCentralSystemAction).toSorted())
})

describe.each(cases)('$operation [28] [59] [61] [68] [73] [74] [83]', of => {
  const action = actionOf(of)
  const send = async (): Promise<string> => {
    const r = await post(of.operation, of.parameters())
    expect([r.status, r.body.message]).toEqual([200, 'Operation sent'])
    return r.body.taskId
  }
  test('goes out as its message, and each answer of the standard reads with its own word', async () => {
    const statuses = statusesOf(action)
    for (const status of statuses.length > 0 ? statuses : [undefined]) {
      const taskId = await send()
      const [, id, , payload] = await callOf(charger, action)
      expect(validators.get(action)?.sentCall(payload)).toBeUndefined()
      expect(payload).toEqual(of.payload ?? of.parameters())
      const answer = answerOf(action, status)
      charger.send(JSON.stringify([3, id, answer]))
      const task = await endOf(taskId)
      const isGood = status === undefined || GOOD.includes(status)
      expect(task).toMatchObject({ operation: of.operation, status: 'COMPLETED', state: isGood ? 'done' : 'failed' })
      expect(task.result).toEqual([
        {
          id: taskId,
          charge_box_id: charger.id,
          response: status ?? null,
          error: isGood ? null : status,
          details: answer,
        },
      ])
    }
  })

  test('a charger that does not know it, or answers nonsense, ends it as an error', async () => {
    const refused = await send()
    const [, first] = await callOf(charger, action)
    charger.send(JSON.stringify([4, first, 'NotSupported', '', { since: 2 }]))
    expect(await endOf(refused)).toMatchObject({
      state: 'failed',
      result: [
        { response: null, error: 'NotSupported', details: { errorCode: 'NotSupported', errorDetails: { since: 2 } } },
      ],
    })
    const taskId = await send()
    const [, id] = await callOf(charger, action)
    charger.send(JSON.stringify([3, id, { status: 7, listVersion: 'x', configurationKey: 3, fileName: 4 }]))
    // An answer without fields of its own takes any.
    const task = await endOf(taskId)
    if (action !== 'UpdateFirmware') expect(task.result[0]?.error).toMatch(/^The answer is not valid/)
  })
})

test('a charger that does not answer in its 20 seconds leaves each of them a timeout', {
  timeout: 30_000,
}, async () => {
  const chargers = await Promise.all(cases.map(online))
  const sent: [string, Charger][] = []
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    for (const [i, of] of cases.entries()) {
      const c = chargers[i] as Charger
      const running = of.operation === 'RemoteStop' && (await start(c, tag, { connectorId: 2 })).transactionId
      const r = await post(of.operation, running ? { transactionId: running } : of.parameters(), 'admin', c.id)
      await callOf(c, actionOf(of))
      sent.push([r.body.taskId, c])
    }
    await vi.advanceTimersByTimeAsync(20_000)
  } finally {
    vi.useRealTimers()
  }
  for (const [taskId, c] of sent)
    expect(await endOf(taskId, c.id)).toMatchObject({
      state: 'timeout',
      result: [{ response: null, error: 'Timeout', details: null }],
    })
})

describe('rights', () => {
  const FULL = ['CertificateSigned', 'InstallCertificate', 'DeleteCertificate']
  test.each(cases)('$operation; of a charger that is away it ends at once, and is never sent [62]', async of => {
    const send = (who: Person) => post(of.operation, of.parameters(), who, 'DC-1')
    expect((await send('viewer')).status).toBe(403)
    expect((await send('stranger')).status).toBe(404)
    const mine = await send('operator')
    if (FULL.includes(of.operation)) expect(mine.status).toBe(403)
    if (of.operation === 'RemoteStop') return expect(mine.status).toBe(422)
    const { body } = mine.status === 200 ? mine : await send('admin')
    const task = await ask('GET', `remote/operation/charger/DC-1/task/${body.taskId}`)
    expect(task.body.data.result[0].error).toBe('Charge point is not connected')
  })
  test('the password of an address is not kept', async () => {
    const { body } = await post('GetDiagnostics', { location: 'ftp://user:pa55word@files.example' }, 'admin', 'DC-1')
    const { parameters } = await t.db
      .selectFrom('task')
      .select('parameters')
      .where('taskId', '=', body.taskId)
      .executeTakeFirstOrThrow()
    expect(parameters).toEqual({ location: 'ftp://user:***@files.example' })
  })
})
