// Charging profiles on their way to chargers, over a real socket: who may send them, the reasons against sending, the
// requests, and the reading of each answer.
import type { LiveEventOf } from '@wattdesk/base/live-event'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Task } from '#control/remote-operations/remote-operation.contract.ts'
import { type Person, startApp, type TestApp } from '#testing/app.ts'
import type { TestCharger } from '#testing/charger.ts'
import { bootedCharger, newCharger, newTag, start, stop } from '#testing/ocpp.ts'
import type { ChargingProfile, ProfileTask } from './charging-profile.contract.ts'
import { profileBody } from './test-profile.ts'

type Charger = TestCharger & { pk: number; id: string }
let t: TestApp
let base: { http: string; ws: string }
let nowShift = 0
const NOT_TOLD = 'The charge point did not say in time what it takes, so nothing was sent'
const seen: LiveEventOf<'task'>[] = []
const waiting: { fits: (e: LiveEventOf<'task'>) => boolean; ok: () => void }[] = []
beforeAll(async () => {
  t = await startApp({ now: () => new Date(Date.now() + nowShift) })
  base = await t.listen()
  t.services.bus.onEvent(({ event }) => {
    if (event.type !== 'task') return
    seen.push(event)
    for (const w of waiting.filter(x => x.fits(event))) w.ok()
  })
})
afterAll(() => t.close())

const ask = async (method: 'GET' | 'POST' | 'PUT', path: string, who: Person, payload?: object) => {
  const headers = await t.as(who)
  const r = await t.app.inject({ method, url: `/cms/v1/${path}`, headers, ...(payload && { payload }) })
  return { status: r.statusCode, body: r.json() }
}
const made = async (more: object = {}, who: Person = 'admin'): Promise<ChargingProfile> =>
  (await ask('POST', 'charging-profile', who, profileBody({ ...more }))).body.data
const post = (remoteOperationType: string, chargerId: string, parameters: object, who: Person = 'operator') =>
  ask('POST', 'remote/operation', who, { chargerId, remoteOperationType, parameters })
const ended = async (chargerId: string, taskId: string): Promise<Task> => {
  const fits = (e: LiveEventOf<'task'>) => e.taskId === taskId && ['done', 'failed', 'timeout'].includes(e.state)
  if (!seen.some(fits)) await new Promise<void>(ok => waiting.push({ fits, ok }))
  return (await ask('GET', `remote/operation/charger/${chargerId}/task/${taskId}`, 'operator')).body.data
}
const run = async (c: { id: string }, operation: string, parameters: object): Promise<Task> => {
  const r = await post(operation, c.id, parameters)
  expect([r.status, r.body.message]).toEqual([200, 'Operation sent'])
  return ended(c.id, r.body.taskId)
}
/** Answers questions about the charger's limits, and all other calls with `answers`. */
const answering =
  (limits: Record<string, string>, answers: Record<string, Record<string, unknown>> = {}) =>
  (action: string, payload: Record<string, unknown>): Record<string, unknown> | undefined => {
    if (action !== 'GetConfiguration') return answers[action] ?? { status: 'Accepted' }
    const keys = payload.key as string[]
    const told = { GetConfigurationMaxKeys: '2', ...limits } as Record<string, string>
    return {
      configurationKey: keys.flatMap(key =>
        told[key] === undefined ? [] : [{ key, readonly: true, value: told[key] }],
      ),
      unknownKey: keys.filter(key => told[key] === undefined),
    }
  }
const online = async (limits: Record<string, string> = {}, answers = {}): Promise<Charger> => {
  const c = await bootedCharger(t, base.ws)
  c.onCall = answering(limits, answers)
  return c
}
const sentTo = (c: TestCharger, action: string) => c.frames.filter(f => f[0] === 2 && f[2] === action)
const firstPeriods = [
  { startPeriod: 0, limit: 32, numberPhases: 3 },
  { startPeriod: 21_600, limit: 16.5 },
]

describe('rights', () => {
  test('sending takes the right to change the charger, and to see the profile', async () => {
    const { charging_profile_pk } = await made()
    for (const operation of ['SetChargingProfile', 'ClearChargingProfile']) {
      const parameters = { ...(operation === 'SetChargingProfile' && { connectorId: 0 }), charging_profile_pk }
      expect((await post(operation, 'DC-1', parameters, 'viewer')).status).toBe(403)
      expect((await post(operation, 'DC-1', parameters, 'nobody')).status).toBe(403)
      expect((await post(operation, 'DC-1', parameters, 'stranger')).status).toBe(404)
      // A profile of the company itself is above the operator of a team.
      const above = await post(operation, 'DC-1', parameters, 'operator')
      expect([above.status, above.body.message]).toEqual([404, 'Charging profile not found'])
      expect((await post(operation, 'DC-1', parameters, 'admin')).status).toBe(200)
    }
  })
  test('a profile of another company is not there, for whoever sees both companies neither', async () => {
    const strange = await made({}, 'stranger')
    const parameters = { connectorId: 0, charging_profile_pk: strange.charging_profile_pk }
    for (const who of ['admin', 'root'] as const) {
      const r = await post('SetChargingProfile', 'DC-1', parameters, who)
      expect([r.status, r.body.message]).toEqual([404, 'Charging profile not found'])
    }
  })
  test('where a profile was sent to tells only of chargers that the reader may see', async () => {
    const own = await ofTeam()
    await run(await newCharger(t), 'SetChargingProfile', { connectorId: 0, charging_profile_pk: own })
    const tasks = async (who: Person) => ask('GET', `charging-profile/${own}/tasks`, who)
    expect((await tasks('viewer')).body.data).toHaveLength(1)
    expect((await tasks('stranger')).status).toBe(404)
    expect((await tasks('nobody')).status).toBe(403)
    await t.db
      .updateTable('roleAccess')
      .set({ canView: false })
      .where('roleId', '=', t.world.one.roles.Viewer)
      .where('featureId', '=', 2)
      .execute()
    expect((await tasks('viewer')).body.data).toEqual([])
    await t.db
      .updateTable('roleAccess')
      .set({ canView: true })
      .where('roleId', '=', t.world.one.roles.Viewer)
      .where('featureId', '=', 2)
      .execute()
  })
})

/** The key of a profile of the operator's team. */
const ofTeam = async (more: object = {}): Promise<number> => {
  const path = `charging-profile?teamId=${t.world.one.teamId}`
  return (await ask('POST', path, 'admin', profileBody({ ...more }))).body.data.charging_profile_pk
}

describe('what goes out', () => {
  test('with a start, the profile of the session that begins, without a number that it does not have yet', async () => {
    const c = await online()
    const pk = await ofTeam({ charging_profile_purpose: 'TxProfile', charging_profile_id: 4712 })
    const parameters = { connectorId: 1, idTag: 'TAG-ONE', charging_profile_pk: String(pk) }
    expect(await run(c, 'RemoteStart', parameters)).toMatchObject({ state: 'done', effect: { state: 'awaited' } })
    const [[, , , payload] = []] = sentTo(c, 'RemoteStartTransaction')
    expect(payload).toEqual({
      connectorId: 1,
      idTag: 'TAG-ONE',
      chargingProfile: expect.objectContaining({ chargingProfileId: 4712, chargingProfilePurpose: 'TxProfile' }),
    })
    expect((payload as { chargingProfile: object }).chargingProfile).not.toHaveProperty('transactionId')
    const other = await ofTeam()
    const refused = await post('RemoteStart', c.id, { ...parameters, charging_profile_pk: other })
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      { 'parameters.charging_profile_pk': 'A start takes a profile of purpose TxProfile only' },
    ])
    const strange = await made({ charging_profile_purpose: 'TxProfile' }, 'stranger')
    const { charging_profile_pk } = strange
    expect((await post('RemoteStart', c.id, { ...parameters, charging_profile_pk }, 'admin')).status).toBe(404)
    await c.close()
  })
  test('the stored profile as OCPP has it, after the charger was asked what it takes; kept whole with the task [70] [72]', async () => {
    const c = await online()
    const pk = await ofTeam({ charging_profile_id: 4711 })
    const task = await run(c, 'SetChargingProfile', { connectorId: '1', charging_profile_pk: String(pk) })
    expect(task).toMatchObject({ state: 'done', result: [{ response: 'Accepted', error: null }] })
    const asked = sentTo(c, 'GetConfiguration').map(f => (f[3] as { key: string[] }).key)
    expect(asked).toEqual([
      ['GetConfigurationMaxKeys'],
      ['ChargeProfileMaxStackLevel', 'ChargingScheduleAllowedChargingRateUnit'],
      ['ChargingScheduleMaxPeriods'],
    ])
    const request = {
      connectorId: 1,
      csChargingProfiles: {
        chargingProfileId: 4711,
        stackLevel: 2,
        chargingProfilePurpose: 'TxDefaultProfile',
        chargingProfileKind: 'Recurring',
        recurrencyKind: 'Daily',
        validFrom: '2026-01-01T00:00:00Z',
        validTo: '2026-12-31T23:59:59Z',
        chargingSchedule: {
          duration: 86_400,
          startSchedule: '2026-01-01T18:30:00Z',
          chargingRateUnit: 'A',
          chargingSchedulePeriod: firstPeriods,
          minChargingRate: 6,
        },
      },
    }
    expect(sentTo(c, 'SetChargingProfile').map(f => f[3])).toEqual([request])
    // The sent profile stays known after the stored profile has changed.
    await ask('PUT', `charging-profile/${pk}`, 'admin', profileBody({ stack_level: 5 }))
    const { rows } = await sql`select parameters from task where task_id = ${task.taskId}`.execute(t.db)
    expect(rows).toEqual([{ parameters: { connectorId: 1, charging_profile_pk: pk, request } }])
    const entries = await sql<{ after: object }>`
      select after from audit_entry where action = 'SetChargingProfile' and after ->> 'taskId' = ${task.taskId}`.execute(
      t.db,
    )
    expect(entries.rows).toMatchObject([{ after: { request } }])
    await c.close()
  })
  test('a TxProfile names the session that runs there, and only there it is sent [70]', async () => {
    const c = await online()
    const pk = await ofTeam({ charging_profile_purpose: 'TxProfile', charging_profile_kind: 'Relative' })
    const send = (connectorId: number) => post('SetChargingProfile', c.id, { connectorId, charging_profile_pk: pk })
    for (const [connectorId, text] of [
      [0, 'A TxProfile is for a session: choose the connector on which it runs'],
      [1, 'No session is running on connector 1'],
    ] as const) {
      const r = await send(connectorId)
      expect([r.status, r.body.errors]).toEqual([422, { 'parameters.connectorId': text }])
    }
    const now = new Date().toISOString()
    const { transactionId } = await start(c, await newTag(t), { timestamp: now })
    const task = await ended(c.id, (await send(1)).body.taskId)
    expect(task.state).toBe('done')
    expect(sentTo(c, 'SetChargingProfile').map(f => f[3])).toMatchObject([
      { connectorId: 1, csChargingProfiles: { transactionId, chargingProfilePurpose: 'TxProfile' } },
    ])
    await stop(c, transactionId, { timestamp: new Date().toISOString() })
    expect((await send(1)).status).toBe(422)
    await c.close()
  })
  test('a session whose start was kept while the charger was offline is not limited until it is heard of [71]', async () => {
    const c = await online()
    const pk = await ofTeam({ charging_profile_purpose: 'TxProfile' })
    // An hour ago, by the charger's clock.
    const { transactionId } = await start(c, await newTag(t))
    const send = () => post('SetChargingProfile', c.id, { connectorId: 1, charging_profile_pk: pk })
    const refused = await send()
    expect([refused.status, refused.body.message]).toEqual([
      422,
      `The start of transaction ${transactionId} on connector 1 was reported late and nothing has been heard of the session since: it may be over`,
    ])
    expect(sentTo(c, 'SetChargingProfile')).toEqual([])
    const sampledValue = [{ value: '1500' }]
    const meterValue = [{ timestamp: new Date(Date.now() + 1000).toISOString(), sampledValue }]
    await c.call('MeterValues', { connectorId: 1, transactionId, meterValue })
    expect((await ended(c.id, (await send()).body.taskId)).state).toBe('done')
    await c.close()
  })
  test('a limit of the whole charge point goes to connector 0 alone [70]', async () => {
    const c = await online()
    const pk = await ofTeam({ charging_profile_purpose: 'ChargePointMaxProfile', charging_profile_kind: 'Absolute' })
    const r = await post('SetChargingProfile', c.id, { connectorId: 1, charging_profile_pk: pk })
    expect([r.status, r.body.message]).toEqual([
      422,
      'A ChargePointMaxProfile is for the whole charge point, connector 0',
    ])
    expect((await run(c, 'SetChargingProfile', { connectorId: 0, charging_profile_pk: pk })).state).toBe('done')
    await c.close()
  })
  test('cleared by the number of a stored profile, or by any fields of the request', async () => {
    const c = await online()
    const pk = await ofTeam({ charging_profile_id: 815 })
    await run(c, 'ClearChargingProfile', { charging_profile_pk: pk })
    await run(c, 'ClearChargingProfile', {
      id: '',
      connectorId: 2,
      chargingProfilePurpose: 'TxDefaultProfile',
      stackLevel: '0',
    })
    await run(c, 'ClearChargingProfile', {})
    expect(sentTo(c, 'ClearChargingProfile').map(f => f[3])).toEqual([
      { id: 815 },
      { connectorId: 2, chargingProfilePurpose: 'TxDefaultProfile', stackLevel: 0 },
      {},
    ])
    await c.close()
  })
  test('the composite schedule is asked for and kept as it came', async () => {
    const schedule = { chargingRateUnit: 'W', chargingSchedulePeriod: [{ startPeriod: 0, limit: 7360 }] }
    const answer = {
      status: 'Accepted',
      connectorId: 1,
      scheduleStart: '2026-01-05T10:00:00Z',
      chargingSchedule: schedule,
    }
    const c = await online({}, { GetCompositeSchedule: answer })
    const task = await run(c, 'GetCompositeSchedule', { connectorId: 1, duration: 3600, chargingRateUnit: '' })
    expect(task.result[0]).toMatchObject({ response: 'Accepted', error: null, details: answer })
    expect(sentTo(c, 'GetCompositeSchedule').map(f => f[3])).toEqual([{ connectorId: 1, duration: 3600 }])
    await c.close()
  })
})

describe('what stands against it', () => {
  test.each<[string, Record<string, string>, string]>([
    ['periods', { ChargingScheduleMaxPeriods: '1' }, 'The charge point takes 1 period at most, the profile has 2'],
    [
      'the stack level',
      { ChargeProfileMaxStackLevel: '1' },
      'The charge point takes stack levels up to 1, the profile has 2',
    ],
    [
      'the unit',
      { ChargingScheduleAllowedChargingRateUnit: 'Power' },
      'The charge point takes limits in W only, those of the profile are in A',
    ],
  ])('beyond what the charger takes, %s: the task says so and nothing is sent [72]', async (_, limits, error) => {
    const c = await online(limits)
    const task = await run(c, 'SetChargingProfile', { connectorId: 0, charging_profile_pk: await ofTeam() })
    expect(task).toMatchObject({ state: 'failed', sentTime: null, result: [{ response: null, error, details: null }] })
    expect(sentTo(c, 'SetChargingProfile')).toEqual([])
    await c.close()
  })
  test('a charger that answers the question with an error is sent the profile all the same', async () => {
    const c = await bootedCharger(t, base.ws)
    c.onCall = undefined
    const r = await post('SetChargingProfile', c.id, { connectorId: 0, charging_profile_pk: await ofTeam() })
    const [, id] = await c.nextCall('GetConfiguration')
    c.send(JSON.stringify([4, id, 'NotSupported', 'no', {}]))
    const [, profile] = await c.nextCall('SetChargingProfile')
    c.send(JSON.stringify([3, profile, { status: 'Accepted' }]))
    expect((await ended(c.id, r.body.taskId)).state).toBe('done')
    await c.close()
  })
  test('a charger that goes away before it said what it takes was sent nothing', async () => {
    const c = await bootedCharger(t, base.ws)
    c.onCall = undefined
    const r = await post('SetChargingProfile', c.id, { connectorId: 0, charging_profile_pk: await ofTeam() })
    await c.nextCall('GetConfiguration')
    await c.close()
    const task = await ended(c.id, r.body.taskId)
    expect([task.sentTime, task.result[0]?.error]).toEqual([null, NOT_TOLD])
  })
  test('a charger that took longer than 25 seconds to say what it takes is sent nothing by surprise', async () => {
    const c = await bootedCharger(t, base.ws)
    const known = answering({})
    let answers = 0
    c.onCall = (action, payload) => {
      if (action === 'GetConfiguration' && ++answers === 3) nowShift += 26_000
      return known(action, payload)
    }
    const task = await run(c, 'SetChargingProfile', { connectorId: 0, charging_profile_pk: await ofTeam() })
    expect([task.sentTime, task.result[0]?.error]).toEqual([null, NOT_TOLD])
    expect(sentTo(c, 'SetChargingProfile')).toEqual([])
    await c.close()
  })
  test('a charger that never answers the profile itself: Timeout', async () => {
    const c = await online()
    const known = c.onCall
    c.onCall = (action, payload) => (action === 'SetChargingProfile' ? undefined : known?.(action, payload))
    // Waited for half a second instead of the 20 that it is given.
    const { bus } = t.services
    const command = bus.command.bind(bus)
    const given: unknown[] = []
    const hurried = vi.spyOn(bus, 'command').mockImplementation((node, asked) => {
      if (asked.action !== 'SetChargingProfile') return command(node, asked)
      given.push(asked.timeoutMs)
      return command(node, { ...asked, timeoutMs: 500 })
    })
    const task = await run(c, 'SetChargingProfile', { connectorId: 0, charging_profile_pk: await ofTeam() })
    hurried.mockRestore()
    expect(given).toEqual([20_000])
    expect(task).toMatchObject({ state: 'timeout', result: [{ response: null, error: 'Timeout' }] })
    expect(task.sentTime).not.toBeNull()
    await c.close()
  })
  test.each([
    ['SetChargingProfile', 'Rejected'],
    ['SetChargingProfile', 'NotSupported'],
    ['ClearChargingProfile', 'Unknown'],
    ['GetCompositeSchedule', 'Rejected'],
  ])('%s answered %s is shown, not thrown [73]', async (operation, status) => {
    const c = await online({}, { [operation]: { status } })
    const parameters =
      operation === 'GetCompositeSchedule'
        ? { connectorId: 0, duration: 60 }
        : { ...(operation === 'SetChargingProfile' && { connectorId: 0 }), charging_profile_pk: await ofTeam() }
    const task = await run(c, operation, parameters)
    expect(task).toMatchObject({ state: 'failed', result: [{ response: status, error: status, details: { status } }] })
    await c.close()
  })
  test.each([
    ['SetChargingProfile', { connectorId: 0 }, 'charging_profile_pk', 'This field is required'],
    ['SetChargingProfile', { charging_profile_pk: 1 }, 'connectorId', 'This field is required'],
    [
      'SetChargingProfile',
      { connectorId: 9, charging_profile_pk: 1 },
      'connectorId',
      'The charge point has no connector 9',
    ],
    ['ClearChargingProfile', { charging_profile_pk: 1, id: 7 }, 'id', 'Leave this empty where a profile is chosen'],
    ['ClearChargingProfile', { stackLevel: -1 }, 'stackLevel', 'Must be at least 0'],
    ['GetCompositeSchedule', { connectorId: 1 }, 'duration', 'This field is required'],
    [
      'GetCompositeSchedule',
      { connectorId: 1, duration: 604_801 },
      'duration',
      'Should be a week (604800 seconds) or less',
    ],
    [
      'GetCompositeSchedule',
      { connectorId: 1, duration: 60, chargingRateUnit: 'kW' },
      'chargingRateUnit',
      'Should be one of W, A',
    ],
  ])('%s %o', async (operation, parameters, field, text) => {
    const r = await post(operation, 'DC-1', parameters)
    expect([r.status, r.body.errors]).toEqual([422, { [`parameters.${field}`]: text }])
  })
  test('while its site balances the load, no hand sets or clears a profile (D-SITE-4)', async () => {
    const c = await online()
    const charging_profile_pk = await ofTeam()
    const { companyId, teamId } = t.world.one
    const { rows } = await sql<{ zoneId: number }>`
      insert into charging_site (company_id, team_id, zone_name, is_load_balancing, load_balancing_value, load_balancing_unit)
      values (${companyId}, ${teamId}, 'Balanced', true, 32, 'A') returning zone_id`.execute(t.db)
    const zoneId = rows[0]?.zoneId ?? 0
    await sql`update charger set zone_id = ${zoneId} where chargepoint_pk = ${c.pk}`.execute(t.db)
    for (const [operation, parameters] of [
      ['SetChargingProfile', { connectorId: 0, charging_profile_pk }],
      ['ClearChargingProfile', { charging_profile_pk }],
      ['ClearChargingProfile', {}],
    ] as const) {
      const r = await post(operation, c.id, parameters)
      expect([r.status, r.body.message]).toEqual([409, 'This charger is load balanced by its site'])
    }
    expect((await post('GetCompositeSchedule', c.id, { connectorId: 0, duration: 60 })).status).toBe(200)
    await sql`update charging_site set is_load_balancing = false where zone_id = ${zoneId}`.execute(t.db)
    expect((await run(c, 'SetChargingProfile', { connectorId: 0, charging_profile_pk })).state).toBe('done')
    await c.close()
  })
})

test('where a profile was sent to, and cleared, newest first, with who and how it went', async () => {
  const c = await online({}, { ClearChargingProfile: { status: 'Unknown' } })
  const away = await newCharger(t)
  const pk = await ofTeam()
  const other = await ofTeam()
  await run(c, 'SetChargingProfile', { connectorId: 2, charging_profile_pk: pk })
  await run(c, 'SetChargingProfile', { connectorId: 2, charging_profile_pk: other })
  await run(away, 'SetChargingProfile', { connectorId: 0, charging_profile_pk: pk })
  await run(c, 'ClearChargingProfile', { charging_profile_pk: pk })
  const { data } = (await ask('GET', `charging-profile/${pk}/tasks`, 'operator')).body as { data: ProfileTask[] }
  expect(data.map(d => [d.operation, d.chargepoint_id, d.connectorId, d.state, d.error, d.by])).toEqual([
    ['ClearChargingProfile', c.id, null, 'failed', 'Unknown', 'operator'],
    ['SetChargingProfile', away.id, 0, 'failed', 'Charge point is not connected', 'operator'],
    ['SetChargingProfile', c.id, 2, 'done', null, 'operator'],
  ])
  await c.close()
})
