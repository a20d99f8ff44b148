// The configuration of chargers over a real socket: the rights to see it, the times when the product asks for it, the
// parts to keep, and the values set by operators (S-CONFIG).
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Person, startApp, type TestApp } from '#testing/app.ts'
import { TestCharger } from '#testing/charger.ts'
import { newCharger } from '#testing/ocpp.ts'
import type { ConfigKey } from './charger-config.contract.ts'

const MOST_OUT = 3
let t: TestApp
let ws: string
beforeAll(async () => {
  t = await startApp({}, { config: { afterMs: 0, everyMs: 5, atOnce: 2, mostOut: MOST_OUT } })
  ws = (await t.listen()).ws
})
afterAll(() => t.close())

const read = async (person: Person, id: string | number, teamId = t.world.one.teamId) => {
  const url = `/cms/v1/team/${teamId}/charger/${id}/config`
  const r = await t.app.inject({ url, headers: await t.as(person) })
  return { status: r.statusCode, body: r.json() }
}
type Config = {
  readAt: string | null
  firmware: string | null
  failed: { at: string; error: string } | null
  keys: ConfigKey[]
}
const configOf = async (id: string): Promise<Config> => (await read('viewer', id)).body.data
const keyOf = async (id: string, key: string) => (await configOf(id)).keys.find(k => k.key === key)

type Keys = Record<string, string>
/** A charger that reports its keys, all or the keys asked for, and takes new values unless `status` refuses them. */
const speaks = (keys: Keys, status: (key: string) => string = () => 'Accepted') => {
  const asked: (string[] | undefined)[] = []
  const onCall: TestCharger['onCall'] = (action, payload) => {
    const { key } = payload as { key?: string[] | string }
    if (action === 'ChangeConfiguration') return { status: status(String(key)) }
    if (action !== 'GetConfiguration') return { status: 'Accepted' }
    asked.push(key as string[] | undefined)
    const names = (key as string[] | undefined) ?? Object.keys(keys)
    const spelt = (n: string) => Object.keys(keys).find(k => k.toLowerCase() === n.toLowerCase())
    const has = names.flatMap(n => spelt(n) ?? [])
    return {
      configurationKey: has.map(k => ({ key: k, readonly: k.startsWith('Number'), value: keys[k] })),
      unknownKey: names.filter(n => spelt(n) === undefined),
    }
  }
  return { keys, asked, onCall }
}
type Speaker = ReturnType<typeof speaks>
const boot = async (c: TestCharger, firmwareVersion = '1.0') =>
  c.call('BootNotification', { chargePointVendor: 'Maker', chargePointModel: 'One', firmwareVersion })
async function online(speaker: Pick<Speaker, 'onCall'>, firmware?: string) {
  const known = await newCharger(t)
  const c = await TestCharger.open(ws, known.id)
  c.onCall = speaker.onCall
  await boot(c, firmware)
  return Object.assign(c, known)
}
const send = async (id: string, remoteOperationType: string, parameters: object) => {
  const url = '/cms/v1/remote/operation'
  const payload = { chargerId: id, remoteOperationType, parameters }
  const r = await t.app.inject({ method: 'POST', url, headers: await t.as('operator'), payload })
  expect(r.statusCode).toBe(200)
  const { taskId } = r.json()
  const ended = () => sql`select from task where task_id = ${taskId} and ended_at is not null`.execute(t.db)
  await vi.waitFor(async () => expect((await ended()).rows).toHaveLength(1), 10_000)
}
const set = (id: string, customConfKey: string, customConfValue: string) =>
  send(id, 'ChangeConfiguration', { keyType: 'Custom', customConfKey, customConfValue })
const differs = async (pk: number) =>
  (
    await sql<{
      n: number
      since: Date | null
    }>`select config_differs as n, config_differs_since as since from charger_state
    where chargepoint_pk = ${pk}`.execute(t.db)
  ).rows[0]
const isRead = (id: string, since: string | null = null) =>
  vi.waitFor(async () => {
    const { readAt } = await configOf(id)
    expect(readAt !== null && readAt !== since).toBe(true)
  }, 10_000)

test('who may: view on ChargerPoint; the charger of another company is not there', async () => {
  const people = ['nobody', 'stranger', 'viewer', 'operator', 'admin', 'root'] as const
  const statuses = await Promise.all(people.map(async p => (await read(p, 'DC-1')).status))
  expect(statuses).toEqual([404, 404, 200, 200, 200, 200])
  const { other } = t.world.chargers
  const unknown = (await read('admin', 'NONE')).body
  for (const id of [other.id, other.pk]) expect(await read('admin', id)).toEqual({ status: 404, body: unknown })
  expect((await configOf('DC-1')).keys).toEqual([])
})

test('a charger is asked once after its boot, and again with another firmware; secrets are kept nowhere', async () => {
  const s = speaks({ HeartbeatInterval: '300', NumberOfConnectors: '2', AuthorizationKey: 'very-secret-key-0001' })
  const c = await online(s)
  await isRead(c.id)
  const config = await configOf(c.id)
  expect([config.firmware, config.failed]).toEqual(['1.0', null])
  const short = config.keys.map(k => [k.key, k.value, k.isReadOnly, k.isSecret])
  expect(short).toEqual([
    ['AuthorizationKey', null, false, true],
    ['HeartbeatInterval', '300', false, false],
    // The product set this key after the boot; the charger does not report the key.
    ['MeterValueSampleInterval', null, null, false],
    ['NumberOfConnectors', '2', true, false],
  ])
  expect(config.keys[2]?.wanted).toMatchObject({ value: '30', by: null, outcome: 'Accepted' })
  const { rows } = await sql<{ text: string }>`select c::text as text from charger_config c
    union all select w::text from charger_config_wish w`.execute(t.db)
  expect(rows.map(r => r.text).join()).not.toContain('very-secret')

  await boot(c, '1.0')
  s.keys.HeartbeatInterval = '60'
  delete s.keys.NumberOfConnectors
  await boot(c, '2.0')
  await isRead(c.id, config.readAt)
  expect(s.asked).toEqual([undefined, undefined])
  const now = await configOf(c.id)
  expect([now.firmware, now.keys.find(k => k.key === 'HeartbeatInterval')?.value]).toEqual(['2.0', '60'])
  expect(now.keys.map(k => k.key)).not.toContain('NumberOfConnectors')
  await c.close()
})

test('what an operator sets is kept with the answer; one that the charger lost at a restart differs', async () => {
  const s = speaks({ HeartbeatInterval: '300', LightIntensity: '80', Region: 'EU' }, key =>
    key === 'LightIntensity' ? 'Rejected' : key === 'Region' ? 'RebootRequired' : 'Accepted',
  )
  const c = await online(s)
  await isRead(c.id)
  await set(c.id, 'heartbeatinterval', '120')
  expect(await keyOf(c.id, 'HeartbeatInterval')).toMatchObject({
    value: '120',
    state: 'same',
    refused: null,
    wanted: { value: '120', by: t.world.usernames.operator, outcome: 'Accepted' },
  })
  await set(c.id, 'LightIntensity', '10')
  expect(await keyOf(c.id, 'LightIntensity')).toMatchObject({
    value: '80',
    state: null,
    wanted: null,
    refused: { value: '10', outcome: 'Rejected' },
  })
  await set(c.id, 'Region', 'IN')
  expect(await keyOf(c.id, 'Region')).toMatchObject({
    value: 'EU',
    state: 'restart',
    wanted: { outcome: 'RebootRequired' },
  })
  expect(await differs(c.pk)).toEqual({ n: 0, since: null })

  // The charger restarts with its old values and with the region that was set.
  s.keys.Region = 'IN'
  await boot(c)
  await vi.waitFor(async () => expect((await keyOf(c.id, 'HeartbeatInterval'))?.state).toBe('differs'), 10_000)
  expect((await keyOf(c.id, 'Region'))?.state).toBe('same')
  expect(s.asked).toEqual([undefined, ['heartbeatinterval', 'Region']])
  const wish = (await keyOf(c.id, 'HeartbeatInterval'))?.wanted
  expect(await differs(c.pk)).toEqual({ n: 1, since: new Date(wish?.at ?? 0) })

  await set(c.id, 'HeartbeatInterval', '120')
  expect(await differs(c.pk)).toEqual({ n: 0, since: null })
  await c.close()
})

test('the heartbeat interval that an operator set survives a boot; no other does (D-OCPP-2)', async () => {
  let status = 'Accepted'
  const s = speaks({ HeartbeatInterval: '300' }, () => status)
  const c = await online(s)
  const interval = async () => (await boot(c)).interval
  expect(await interval()).toBe(300)
  await set(c.id, 'heartbeatINTERVAL', '60')
  expect(await interval()).toBe(60)
  // A value that the charger refused leaves the one before.
  status = 'Rejected'
  await set(c.id, 'HeartbeatInterval', '45')
  expect(await interval()).toBe(60)
  // An interval of 0 leaves the choice to the charger, and the answer to a boot must name an interval [29].
  status = 'Accepted'
  await set(c.id, 'HeartbeatInterval', '0')
  expect(await interval()).toBe(300)
  await set(c.id, 'HeartbeatInterval', '120')
  // Before acceptance the interval is that of the next boot.
  const register = (to: 'Pending' | 'Accepted') => {
    const station = t.ocpp.stations.get(c.pk)
    if (station) station.charger.registration = to
  }
  register('Pending')
  expect(await interval()).toBe(300)
  register('Accepted')
  expect(await interval()).toBe(120)
  // The value of another company's operator does not follow the charger.
  await sql`insert into charger_team_history (chargepoint_pk, team_id, since)
    values (${c.pk}, ${t.world.two.teamId}, now()), (${c.pk}, ${t.world.one.teamId}, now())`.execute(t.db)
  expect(await interval()).toBe(300)
  await c.close()
})

test('an operator reads again: all keys, or some; keys that are gone go', async () => {
  const s = speaks({ HeartbeatInterval: '300', Vendor1: 'a' })
  const c = await online(s)
  await isRead(c.id)
  s.keys.Vendor1 = 'b'
  await send(c.id, 'GetConfiguration', { key: ['Vendor1'] })
  expect((await keyOf(c.id, 'Vendor1'))?.value).toBe('b')
  delete s.keys.Vendor1
  await send(c.id, 'GetConfiguration', { key: ['Vendor1'] })
  expect(await keyOf(c.id, 'Vendor1')).toBeUndefined()
  s.keys.Vendor2 = 'c'
  await send(c.id, 'GetConfiguration', {})
  expect((await configOf(c.id)).keys.map(k => k.key)).toEqual([
    'HeartbeatInterval',
    'MeterValueSampleInterval',
    'Vendor2',
  ])
  await c.close()
})

test('a charger that tells its keys by name only is asked by name, no more at once than it takes [60]', async () => {
  const s = speaks({ HeartbeatInterval: '300', GetConfigurationMaxKeys: '20' })
  const { id } = await newCharger(t)
  const c = await TestCharger.open(ws, id)
  const calls: (string[] | undefined)[] = []
  c.ws.on('message', data => {
    const [kind, call, action, payload] = JSON.parse(String(data))
    if (kind !== 2) return
    if (action !== 'GetConfiguration') return c.send(JSON.stringify([3, call, { status: 'Accepted' }]))
    calls.push(payload.key)
    if (!payload.key) return c.send(JSON.stringify([4, call, 'NotSupported', '', {}]))
    c.send(JSON.stringify([3, call, s.onCall?.(action, payload)]))
  })
  await boot(c)
  await isRead(id)
  expect((await configOf(id)).keys.map(k => k.key)).toContain('HeartbeatInterval')
  expect(calls.map(k => k?.length)).toEqual([undefined, 1, 20, 20, 13])
  await c.close()
})

test('a list that ends where the charger may have cut it off is asked on by name', async () => {
  const s = speaks({ GetConfigurationMaxKeys: '2', HeartbeatInterval: '300', BlinkRepeat: '3' })
  const onCall: TestCharger['onCall'] = (action, payload) => {
    const answer = s.onCall?.(action, payload)
    const list = answer?.configurationKey as object[] | undefined
    return list && !payload.key ? { ...answer, configurationKey: list.slice(0, 2) } : answer
  }
  const c = await online({ onCall })
  await vi.waitFor(async () => expect((await keyOf(c.id, 'BlinkRepeat'))?.value).toBe('3'), 10_000)
  await c.close()
})

test('a charger that tells nothing is not asked at every boot; why is kept', async () => {
  const asked: unknown[] = []
  const c = await online({
    onCall: (action, payload) => {
      if (action === 'GetConfiguration') asked.push(payload)
      return { status: 'Accepted' }
    },
  })
  await vi.waitFor(
    async () => expect((await configOf(c.id)).failed?.error).toBe('The charge point told no keys'),
    10_000,
  )
  const other = await online(speaks({ A: '1' }))
  await boot(c)
  await other.close()
  const third = await online(speaks({ A: '1' }))
  // This charger stood behind the other in the queue: by now `asked` would show a second call to the other.
  await isRead(third.id)
  expect(asked).toHaveLength(1)
  await Promise.all([c.close(), third.close()])
})

test('a fleet that comes back at once is asked one after the other, and served meanwhile', async () => {
  const open = new Map<string, { c: TestCharger; id: string }>()
  let most = 0
  const fleet = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const known = await newCharger(t)
      const c = await TestCharger.open(ws, known.id)
      c.ws.on('message', data => {
        const [kind, id, action] = JSON.parse(String(data))
        if (kind === 2 && action !== 'GetConfiguration') c.send(JSON.stringify([3, id, { status: 'Accepted' }]))
        if (kind !== 2 || action !== 'GetConfiguration') return
        open.set(known.id, { c, id })
        most = Math.max(most, open.size)
      })
      await boot(c)
      return Object.assign(c, known)
    }),
  )
  for (let told = 0; told < fleet.length; told++) {
    await vi.waitFor(() => expect(open.size).toBeGreaterThan(0), 10_000)
    if (told === 0) await vi.waitFor(() => expect(open.size).toBe(MOST_OUT), 10_000)
    // A charger that is being asked is served as ever.
    const [name, { c, id }] = [...open][0] as [string, { c: TestCharger; id: string }]
    expect(await c.call('Heartbeat', {})).toHaveProperty('currentTime')
    open.delete(name)
    c.send(JSON.stringify([3, id, { configurationKey: [{ key: 'A', readonly: true, value: '1' }] }]))
  }
  for (const c of fleet) await isRead(c.id)
  expect(most).toBe(MOST_OUT)
  await Promise.all(fleet.map(c => c.close()))
})
