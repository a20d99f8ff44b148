// Setting again what differs, over real sockets: read at the boot, compared, pushed key by key, told again; refused, reboot
// needed, unknown key, offline; twice at once, and a run that breaks off (CAMP-07).
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { keepOutcome } from '#control/charger-config/charger-config.commands.ts'
import { readOldConfigurations } from '#control/charger-config/config-daily.jobs.ts'
import { endLostChanges, keepLostChange } from '#control/charger-config/lost-changes.jobs.ts'
import { askNode } from '#control/device-model/base-report.commands.ts'
import { endAbandonedTasks } from '#control/remote-operations/task.jobs.ts'
import { endLeftOver } from '#control/remote-operations/task.store.ts'
import { compareWaiting } from '#control/settings-drift/settings-check.commands.ts'
import { never, required, templateBody, wished } from '#control/settings-templates/test-settings.ts'
import type { BulkAction, BulkItem } from '#desk/bulk-actions/bulk-action.contract.ts'
import { workBulkActions } from '#desk/bulk-actions/bulk-work.commands.ts'
import { profileWriters } from '#power/charging-profiles/profile-request.commands.ts'
import { type Person, startApp, type TestApp } from '#testing/app.ts'
import { TestCharger } from '#testing/charger.ts'
import { newCharger, unique } from '#testing/ocpp.ts'

let t: TestApp
let ws: string
let aheadMs = 0
beforeAll(async () => {
  t = await startApp({ now: () => new Date(Date.now() + aheadMs) }, { config: { afterMs: 0, everyMs: 5 } })
  ws = (await t.listen()).ws
})
afterAll(() => t.close())

const call = async <T>(who: Person, method: 'GET' | 'POST' | 'PUT', path: string, payload?: object) => {
  const r = await t.app.inject({
    method,
    url: `/cms/v1/${path}`,
    headers: await t.as(who),
    ...(payload && { payload }),
  })
  const reply = r.json() as { data: T; message: string; errors?: Record<string, string> }
  return { status: r.statusCode, ...reply }
}
const team = () => `team/${t.world.one.teamId}`
const work = (more: Parameters<typeof workBulkActions>[2] = {}, services = t.services) =>
  workBulkActions(services, { writers: WRITERS }, more)
const WRITERS = { ...profileWriters, ended: keepOutcome }

type Keys = Record<string, string>
/** A charger that tells its keys and takes new values as `status` says. */
async function online(keys: Keys, status: (key: string) => string = () => 'Accepted') {
  const known = await newCharger(t)
  const c = await TestCharger.open(ws, known.id)
  c.onCall = (action, payload) => {
    const { key, value } = payload as { key?: string | string[]; value: string }
    if (action === 'ChangeConfiguration') {
      const answer = status(String(key))
      if (answer === 'Accepted') keys[String(key)] = value
      return { status: answer }
    }
    if (action !== 'GetConfiguration') return { status: 'Accepted' }
    const names = (key as string[] | undefined) ?? Object.keys(keys)
    return {
      configurationKey: names.flatMap(k => (k in keys ? [{ key: k, readonly: false, value: keys[k] }] : [])),
      unknownKey: names.filter(k => !(k in keys)),
    }
  }
  await c.call('BootNotification', { chargePointVendor: 'Maker', chargePointModel: 'Push', firmwareVersion: '1.0' })
  const isRead = () =>
    sql`select from charger_config_read where chargepoint_pk = ${known.pk} and read_at is not null`.execute(t.db)
  await vi.waitFor(async () => expect((await isRead()).rows).toHaveLength(1), 10_000)
  return Object.assign(c, known)
}
const sent = (c: TestCharger) =>
  c.frames
    .flatMap(f => (f[0] === 2 && f[2] === 'ChangeConfiguration' ? [Object.values(f[3] as Keys).join('=')] : []))
    .filter(s => !s.startsWith('MeterValueSampleInterval'))
const template = async (chargers: readonly { pk: number }[], keys: object[]): Promise<void> => {
  const body = templateBody(unique('Push'), { chargers: chargers.map(c => c.pk), keys })
  const r = await call('operator', 'POST', `${team()}/settings-templates`, body)
  expect([r.status, r.errors]).toEqual([201, undefined])
  await compareWaiting(t.services)
}
const push = async (chosen: object, which = 'Required and set by hand'): Promise<number> => {
  const body = { requestKey: randomUUID(), confirmed: 10_000, chosen, kind: 'PushSettings', parameters: { which } }
  const r = await call<BulkAction>('operator', 'POST', `${team()}/bulk-actions`, body)
  expect([r.status, r.message]).toEqual([201, expect.anything()])
  return r.data.id
}
const told = async (id: number) =>
  (await call<BulkItem[]>('operator', 'GET', `bulk-action/${id}/items?pageSize=100&page=1`)).data.map(i => [
    i.chargepoint_id,
    i.state,
    i.outcome,
  ])
const driftOf = async (pk: number) =>
  (
    await sql<{
      spelling: string
      state: string
    }>`select spelling, state from settings_drift where chargepoint_pk = ${pk}
      order by key`.execute(t.db)
  ).rows.map(d => `${d.spelling} ${d.state}`)

test('from the boot to the end: each key with its answer; what was taken differs no more', async () => {
  const answers: Keys = { BlinkRepeat: 'Rejected', LightIntensity: 'RebootRequired', 'Vendor.New': 'NotSupported' }
  const keys = { HeartbeatInterval: '60', BlinkRepeat: '1', LightIntensity: '5', ResetRetries: '9' }
  const c = await online(keys, key => answers[key] ?? 'Accepted')
  const fine = await online({
    HeartbeatInterval: '0300',
    BlinkRepeat: '3',
    LightIntensity: '50',
    ResetRetries: '9',
    'Vendor.New': 'a',
  })
  const away = await online({ HeartbeatInterval: '60', BlinkRepeat: '1' })
  const asked = ['HeartbeatInterval=300', 'BlinkRepeat=3', 'LightIntensity=50', 'Vendor.New=a'].map(
    k => k.split('=') as [string, string],
  )
  await template([c, fine, away], [...asked.map(([k, v]) => required(k, v)), wished('ResetRetries', '2')])
  expect(await driftOf(c.pk)).toEqual([
    'BlinkRepeat Differs',
    'HeartbeatInterval Differs',
    'LightIntensity Differs',
    'ResetRetries Differs',
    'Vendor.New Unknown to it',
  ])
  expect(await driftOf(fine.pk)).toEqual(['ResetRetries Differs'])
  await away.close()
  await vi.waitFor(async () => {
    const s = await sql`select from charger_state where chargepoint_pk = ${away.pk} and not connected`.execute(t.db)
    expect(s.rows).toHaveLength(1)
  }, 10_000)
  const id = await push({ ids: [c.pk, fine.pk, away.pk] })
  await work()
  expect(await told(id)).toEqual([
    [
      c.id,
      'Failed',
      'BlinkRepeat: Rejected. HeartbeatInterval: Accepted. LightIntensity: Reboot needed. Vendor.New: Unknown key',
    ],
    [fine.id, 'Done', 'Its settings are as they should be'],
    [away.id, 'Failed', 'BlinkRepeat: Charge point is not connected'],
  ])
  expect(sent(c)).toEqual(['BlinkRepeat=3', 'HeartbeatInterval=300', 'LightIntensity=50', 'Vendor.New=a'])
  expect(sent(fine)).toEqual([])
  expect(await driftOf(c.pk)).toEqual([
    'BlinkRepeat Differs',
    'LightIntensity After a restart',
    'ResetRetries Differs',
    'Vendor.New Unknown to it',
  ])
  // The failed ones are tried again with what differs by then; what waits for a restart is not sent again.
  answers.BlinkRepeat = 'Accepted'
  expect((await call('operator', 'POST', `bulk-action/${id}/retry`)).status).toBe(200)
  await work()
  expect((await told(id))[0]).toEqual([c.id, 'Failed', 'BlinkRepeat: Accepted. Vendor.New: Unknown key'])
  expect(sent(c).slice(4)).toEqual(['BlinkRepeat=3', 'Vendor.New=a'])
  // The tab tells each key beside the value it should have.
  const config = await call<{ keys: { key: string; asked: { level: string; value: string; isMet: boolean } }[] }>(
    'viewer',
    'GET',
    `${team()}/charger/${c.pk}/config`,
  )
  expect(
    config.data.keys.flatMap(k => (k.asked ? [[k.key, k.asked.level, k.asked.value, k.asked.isMet]] : [])),
  ).toEqual([
    ['BlinkRepeat', 'Required', '3', true],
    ['HeartbeatInterval', 'Required', '300', true],
    ['LightIntensity', 'Required', '50', false],
    ['ResetRetries', 'Wished', '2', false],
    ['Vendor.New', 'Required', 'a', false],
  ])
  // Somebody changes a key at the charger itself: a day later it is read again.
  keys.HeartbeatInterval = '10'
  aheadMs = 25 * 3_600_000
  expect(await readOldConfigurations(t.services, askNode)).toBeGreaterThan(0)
  expect(await driftOf(c.pk)).toContain('HeartbeatInterval Differs')
  expect(await readOldConfigurations(t.services, askNode)).toBe(0)
  aheadMs = 0
})

test('an error in answer to one key is the result of that key alone', async () => {
  const c = await online({ BlinkRepeat: '1', HeartbeatInterval: '60' })
  const { onCall } = c
  const isBroken = (action: unknown, payload: unknown) =>
    action === 'ChangeConfiguration' && (payload as Keys).key === 'BlinkRepeat'
  c.onCall = (action, payload) => (isBroken(action, payload) ? undefined : onCall?.(action, payload))
  c.ws.on('message', data => {
    const [, id, action, payload] = JSON.parse(String(data))
    if (isBroken(action, payload)) c.ws.send(JSON.stringify([4, id, 'InternalError', 'Out of order', {}]))
  })
  await template([c], [required('BlinkRepeat', '3'), required('HeartbeatInterval', '300')])
  const id = await push({ ids: [c.pk] })
  await work()
  expect(await told(id)).toEqual([[c.id, 'Failed', 'BlinkRepeat: Out of order. HeartbeatInterval: Accepted']])
})

test('chosen keys alone, or all that match, are sent; wished ones where they are chosen', async () => {
  const one = await online({ HeartbeatInterval: '60', BlinkRepeat: '1' })
  const two = await online({ HeartbeatInterval: '60', BlinkRepeat: '1' })
  await template([one, two], [required('HeartbeatInterval', '300'), wished('BlinkRepeat', '3')])
  const rows = [{ chargepoint_pk: one.pk, key: 'BlinkRepeat' }]
  const counted = await call<{ count: number; first: string[] }>('operator', 'POST', `${team()}/bulk-actions/count`, {
    chosen: { drift: { rows } },
  })
  expect(counted.data).toMatchObject({ count: 1, leftOut: 0, first: [one.id] })
  const id = await push({ drift: { rows } }, 'Wished too')
  await work()
  expect(await told(id)).toEqual([[one.id, 'Done', 'BlinkRepeat: Accepted']])
  const conditions = [{ field: 'chargepoint_id', operator: 'isAnyOf', value: `${one.id},${two.id}` }]
  const filters = JSON.stringify({ combine: 'AND', conditions })
  const except = [{ chargepoint_pk: one.pk, key: 'heartbeatinterval' }]
  const rest = await push({ drift: { matching: { filters, except } } }, 'Wished too')
  await work()
  expect(await told(rest)).toEqual([[two.id, 'Done', 'BlinkRepeat: Accepted. HeartbeatInterval: Accepted']])
  expect([sent(one), sent(two)]).toEqual([['BlinkRepeat=3'], ['BlinkRepeat=3', 'HeartbeatInterval=300']])
  const ask = (chosen: object, more: object = {}, who: Person = 'operator') =>
    call(who, 'POST', `${team()}/bulk-actions`, {
      requestKey: randomUUID(),
      confirmed: 10,
      chosen,
      kind: 'PushSettings',
      parameters: { which: 'Wished too' },
      ...more,
    })
  const { other } = t.world.chargers
  expect((await ask({ drift: { rows: [{ chargepoint_pk: other.pk, key: 'x' }] } })).status).toBe(422)
  expect((await ask({ drift: { rows: [] } })).status).toBe(422)
  expect((await ask({ drift: { rows }, ids: [one.pk] })).status).toBe(422)
  expect((await ask({ drift: { rows } }, {}, 'viewer')).status).toBe(403)
  expect((await ask({ ids: [one.pk] }, { parameters: { which: 'Some' } })).errors).toEqual({
    'parameters.which': expect.any(String),
  })
  const wrong = { kind: 'Reset', parameters: { resetType: 'SOFT' } }
  expect((await ask({ drift: { rows: except } }, wrong)).errors).toEqual({ kind: expect.any(String) })
})

test('two actions at once send each key once', async () => {
  const c = await online({ HeartbeatInterval: '60', BlinkRepeat: '1' })
  await template([c], [required('HeartbeatInterval', '300'), required('BlinkRepeat', '3')])
  const ids = [await push({ ids: [c.pk] }), await push({ ids: [c.pk] })]
  await Promise.all([work(), work()])
  expect(sent(c).sort()).toEqual(['BlinkRepeat=3', 'HeartbeatInterval=300'])
  const ends = (await Promise.all(ids.map(told))).flat().map(([, state, outcome]) => [state, outcome])
  expect(ends).toContainEqual(['Done', 'BlinkRepeat: Accepted. HeartbeatInterval: Accepted'])
  const others = [
    ['Skipped', 'Another action is setting its keys now'],
    ['Done', 'Its settings are as they should be'],
  ]
  expect(ends.filter(([, o]) => o !== 'BlinkRepeat: Accepted. HeartbeatInterval: Accepted')).toEqual([
    expect.toSatisfy(e => JSON.stringify(others).includes(JSON.stringify(e))),
  ])
})

/** Works as a node that is killed: the task is written, and no answer ever comes, so the work never ends. */
function workUnheard(): void {
  const silent: typeof t.services = {
    ...t.services,
    bus: { ...t.services.bus, command: () => new Promise<never>(() => undefined) },
  }
  // The end of the test takes its database away.
  work({}, silent).catch(() => undefined)
}

test('a node that dies between two keys: the next run goes on with the others and repeats none', async () => {
  const c = await online({ HeartbeatInterval: '60', BlinkRepeat: '1' })
  await template([c], [required('HeartbeatInterval', '300'), required('BlinkRepeat', '3')])
  const id = await push({ ids: [c.pk] })
  workUnheard()
  await vi.waitFor(async () => expect((await told(id))[0]?.[1]).toBe('In progress'), 10_000)
  expect(sent(c)).toEqual([])
  await endLeftOver(t.db, new Date(Date.now() + 3_600_000))
  await work()
  // What became of the key under way is not known: the rest is not sent before somebody tries it again.
  expect((await told(id))[0]).toEqual([c.id, 'Failed', expect.stringMatching(/^BlinkRepeat: /)])
  await call('operator', 'POST', `bulk-action/${id}/retry`)
  await work()
  expect((await told(id))[0]).toEqual([c.id, 'Done', 'BlinkRepeat: Accepted. HeartbeatInterval: Accepted'])
  expect(sent(c)).toEqual(['BlinkRepeat=3', 'HeartbeatInterval=300'])
})

/** As after a kill: a change of the first key was sent, and nobody waits for its answer any more. */
async function lostChange(keys: Keys) {
  const c = await online(keys)
  await template([c], [required('BlinkRepeat', '3')])
  const id = await push({ ids: [c.pk] })
  workUnheard()
  await vi.waitFor(async () => expect((await told(id))[0]?.[1]).toBe('In progress'), 10_000)
  return { c, id }
}
/** The charger comes back without a boot. */
async function again(c: TestCharger & { id: string }, onCall = c.onCall) {
  await c.close()
  const back = await TestCharger.open(ws, c.id)
  back.onCall = onCall
  return back
}

test('a change whose node died is not asked about before the charger is back, and then at once', async () => {
  const keys = { BlinkRepeat: '1' }
  const { c, id } = await lostChange(keys)
  expect(await endLostChanges(t.services)).toBe(0)
  keys.BlinkRepeat = '3'
  const back = await again(c)
  await vi.waitFor(async () => expect(await endLostChanges(t.services)).toBe(1), 10_000)
  // Chargers that are back since need not wait for the others of an earlier action.
  await work({ since: new Date(Date.now() - 1) })
  expect((await told(id))[0]?.slice(1)).toEqual(['Waiting', 'BlinkRepeat: Accepted'])
  await work({ since: new Date(Date.now() - 60_000) })
  expect((await told(id))[0]?.slice(1)).toEqual(['Done', 'BlinkRepeat: Accepted'])
  expect(await driftOf(c.pk)).toEqual([])
  expect(sent(back)).toEqual([])
  await back.close()
})

test('a charger that comes back after its change was given up is asked what it has', async () => {
  const keys = { BlinkRepeat: '1' }
  const { c, id } = await lostChange(keys)
  keys.BlinkRepeat = '3'
  await c.close()
  const later = { ...t.services, now: () => new Date(Date.now() + 3_600_000) }
  expect(await endAbandonedTasks(later as typeof t.services, keepLostChange)).toBeGreaterThan(0)
  await work()
  expect((await told(id))[0]?.slice(1)).toEqual(['Failed', 'BlinkRepeat: Timeout'])
  expect(await driftOf(c.pk)).toEqual(['BlinkRepeat Differs'])
  aheadMs = 2 * 3_600_000
  const back = await again(c)
  await vi.waitFor(async () => expect(await driftOf(c.pk)).toEqual([]), 10_000)
  aheadMs = 0
  await back.close()
})

test('at a boot a template goes before the record of the charger, but for exceptions', async () => {
  const charger = await newCharger(t, { meterIntervalSec: 45 })
  const boot = async ({ id }: { id: string }) => {
    const c = await TestCharger.open(ws, id)
    const { interval } = await c.boot()
    return { c, interval }
  }
  const bootOf = async (of: { id: string }) => {
    const { c, interval } = await boot(of)
    const [, , , sent] = await c.nextCall('ChangeConfiguration')
    await c.close()
    return { interval, ...(sent as { key: string; value: string }) }
  }
  const key = 'MeterValueSampleInterval'
  expect(await bootOf(charger)).toEqual({ interval: 300, key, value: '45' })
  await template([charger], [required(key, '60'), wished('HeartbeatInterval', '120')])
  expect(await bootOf(charger)).toEqual({ interval: 120, key, value: '60' })
  for (const excepted of [key, 'HeartbeatInterval']) {
    const body = { chargepoint_pk: charger.pk, key: excepted, reason: 'Its meter is slow' }
    expect((await call('operator', 'POST', `${team()}/settings-exceptions`, body)).status).toBe(201)
  }
  expect(await bootOf(charger)).toEqual({ interval: 300, key, value: '45' })

  const untouched = await newCharger(t)
  await template([untouched], [never(key), never('HeartbeatInterval')])
  const { c, interval } = await boot(untouched)
  // The first question comes after what a boot sets.
  await c.nextCall('GetConfiguration')
  expect([interval, c.frames.filter(f => f[2] === 'ChangeConfiguration')]).toEqual([300, []])
  await c.close()
})
