// Keys and security profiles changed over OCPP, on a real socket: which key signs in after each answer, who may send
// such changes, and that no key is left anywhere (D-OCPP-9).
import { once } from 'node:events'
import { SimulatedCharger } from '@wattdesk/ocpp/sim/charger'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashKey, newKey } from '#fleet/chargers/key-hash.crypto.ts'
import { startApp, type TestApp } from '#testing/app.ts'
import { TestCharger } from '#testing/charger.ts'
import { newCharger } from '#testing/ocpp.ts'

let t: TestApp
let base: { http: string; ws: string }
let admin: { authorization: string }
beforeAll(async () => {
  t = await startApp()
  base = await t.listen()
  admin = await t.as('admin')
})
afterAll(() => t.close())

const basic = (id: string, key: string | Buffer) => ({
  authorization: `Basic ${Buffer.concat([Buffer.from(`${id}:`), Buffer.from(key)]).toString('base64')}`,
})
const statusOf = (id: string, key: string | Buffer) =>
  TestCharger.open(base.ws, id, { headers: basic(id, key) }).then(
    c => c.close().then(() => 101),
    (e: Error) => Number(/HTTP (\d+)/.exec(e.message)?.[1]),
  )
/** A booted charger of profile 1 that has its meter interval. */
async function withKey(key: string): Promise<TestCharger & { pk: number; id: string }> {
  const known = await newCharger(t, { securityProfile: 1, keyHash: hashKey(Buffer.from(key)) })
  const c = await TestCharger.open(base.ws, known.id, { headers: basic(known.id, key) })
  await c.boot()
  const [, interval] = await c.nextCall('ChangeConfiguration')
  c.send(JSON.stringify([3, interval, { status: 'Accepted' }]))
  return Object.assign(c, known)
}
const change = (id: string, customConfKey: string, customConfValue: string, headers = admin) =>
  t.app.inject({
    method: 'POST',
    url: '/cms/v1/remote/operation',
    headers,
    payload: {
      chargerId: id,
      remoteOperationType: 'ChangeConfiguration',
      parameters: { keyType: 'Custom', customConfKey, customConfValue },
    },
  })
/** Resolves when the task of the charger has ended. */
const ended = (id: string) =>
  new Promise<void>(ok => {
    const off = t.services.bus.onEvent(({ event: e }) => {
      if (e.type !== 'task' || e.chargepoint_id !== id || e.state === 'queued' || e.state === 'sent') return
      off()
      ok()
    })
  })
/** Sends the value and answers with `frame`, or breaks the socket; resolves when the task has ended. */
async function answered(c: TestCharger & { id: string }, key: string, value: string, frame: unknown[] | undefined) {
  const end = ended(c.id)
  expect((await change(c.id, key, value)).statusCode).toBe(200)
  const [, id, , payload] = await c.nextCall('ChangeConfiguration')
  expect(payload).toEqual({ key, value })
  if (frame) c.send(JSON.stringify([frame[0], id, ...frame.slice(1)]))
  else c.ws.terminate()
  await end
}

describe('after an AuthorizationKey was sent [77]', () => {
  test('and Accepted, the old key is dead at once and the new one opens as bytes and as text', async () => {
    const [old, fresh] = [newKey(), newKey().toUpperCase()]
    const c = await withKey(old)
    await answered(c, 'AuthorizationKey', fresh, [3, { status: 'Accepted' }])
    expect(await statusOf(c.id, old)).toBe(401)
    expect(await statusOf(c.id, Buffer.from(old, 'hex'))).toBe(401)
    expect(await statusOf(c.id, Buffer.from(fresh, 'hex'))).toBe(101)
    expect(await statusOf(c.id, fresh)).toBe(101)
  })

  test.each([
    ['Rejected', [3, { status: 'Rejected' }]],
    ['NotSupported', [3, { status: 'NotSupported' }]],
    ['an error', [4, 'NotImplemented', '', {}]],
  ])('and refused with %s, the old key stays and the new one never opens', async (_, frame) => {
    const [old, fresh] = [newKey(), newKey()]
    const c = await withKey(old)
    await answered(c, 'AuthorizationKey', fresh, frame)
    await c.close()
    for (const key of [fresh, Buffer.from(fresh, 'hex')]) expect(await statusOf(c.id, key)).toBe(401)
    expect(await statusOf(c.id, old)).toBe(101)
  })

  test('while no answer has come both keys open', async () => {
    const [old, fresh] = [newKey(), newKey()]
    const c = await withKey(old)
    expect((await change(c.id, 'AuthorizationKey', fresh)).statusCode).toBe(200)
    await c.nextCall('ChangeConfiguration')
    const again = await TestCharger.open(base.ws, c.id, { headers: basic(c.id, fresh) })
    await again.close()
    // The charger has signed in with the new key, so the old key no longer opens.
    expect(await statusOf(c.id, old)).toBe(401)
    expect(await statusOf(c.id, fresh)).toBe(101)
  })

  test.each(['new', 'old'])(
    'and the socket lost, nobody is locked out: the %s key, once used, is the only one',
    async used => {
      const [old, fresh] = [newKey(), newKey()]
      const c = await withKey(old)
      await answered(c, 'AuthorizationKey', fresh, undefined)
      expect(await statusOf(c.id, used === 'new' ? Buffer.from(fresh, 'hex') : old)).toBe(101)
      expect(await statusOf(c.id, old)).toBe(used === 'old' ? 101 : 401)
      expect(await statusOf(c.id, fresh)).toBe(used === 'new' ? 101 : 401)
    },
  )

  test('and taken for the time after a reboot, the old key opens until the new one is used', async () => {
    const [old, fresh] = [newKey(), newKey()]
    const c = await withKey(old)
    await answered(c, 'AuthorizationKey', fresh, [3, { status: 'RebootRequired' }])
    await c.close()
    for (const key of [old, old, fresh]) expect(await statusOf(c.id, key)).toBe(101)
    expect(await statusOf(c.id, old)).toBe(401)
  })

  test('and lost, a further one that is not even sent changes nothing', async () => {
    const [old, second, third] = [newKey(), newKey(), newKey()]
    const c = await withKey(old)
    const first = await TestCharger.open(base.ws, c.id, { headers: basic(c.id, old) })
    await answered(Object.assign(first, { id: c.id }), 'AuthorizationKey', second, undefined)
    // The charger is not connected: the next key is not even sent, and changes nothing.
    expect((await change(c.id, 'AuthorizationKey', third)).statusCode).toBe(200)
    expect(await statusOf(c.id, third)).toBe(401)
    expect(await statusOf(c.id, second)).toBe(101)
  })
})

test('a charger that follows the standard takes one new key after the other and signs in with their bytes [77]', async () => {
  const first = newKey()
  const { pk, id } = await newCharger(t, { securityProfile: 1, keyHash: hashKey(Buffer.from(first)) })
  const charger = new SimulatedCharger({ url: `${base.ws}/ocpp`, identity: id, key: first })
  await charger.startUp()
  for (const key of [newKey(), '00ff3a0a80c328ed1122334455667788']) {
    const [opened, end] = [charger.next('opened'), ended(id)]
    expect((await change(id, 'AuthorizationKey', key)).statusCode).toBe(200)
    await Promise.all([opened, end])
  }
  expect(t.ocpp.stations.get(pk)?.isOpen).toBe(true)
  await charger.close()
  expect(await statusOf(id, first)).toBe(401)
  expect(await statusOf(id, Buffer.from('00ff3a0a80c328ed1122334455667788', 'hex'))).toBe(101)
})

test.each(['AuthorizationKey', 'authorizationkey'])('%s of another form is refused and not sent', async key => {
  const c = await withKey(newKey())
  for (const value of ['12345678', 'x'.repeat(40), 'a'.repeat(31), 'a'.repeat(60), 'a'.repeat(33)]) {
    const r = await change(c.id, key, value)
    expect([r.statusCode, r.json().errors]).toEqual([
      422,
      { 'parameters.customConfValue': 'Must be 32 to 40 hexadecimal digits, an even number of them' },
    ])
  }
  await c.call('Heartbeat', {})
  expect(c.frames.filter(f => f[0] === 2)).toEqual([])
  await c.close()
})

describe('SecurityProfile [78] [84]', () => {
  const profileOf = async (pk: number) =>
    (
      await sql<{ profile: number | null; next: number | null }>`select security_profile as profile,
        next_security_profile as next from charger where chargepoint_pk = ${pk}`.execute(t.db)
    ).rows[0]

  test('a higher one that the charger accepts is followed, and a connection below it is refused', async () => {
    const key = newKey()
    const c = await withKey(key)
    await answered(c, 'SecurityProfile', '2', [3, { status: 'Accepted' }])
    await c.close()
    expect(await profileOf(c.pk)).toEqual({ profile: 2, next: null })
    expect(await statusOf(c.id, key)).toBe(403)
    const { rows } = await sql<{ before: unknown; after: unknown }>`select before, after from audit_entry
      where feature = 'ChargerPoint' and record_id = ${String(c.pk)} and username = 'admin' and action = 'update'`.execute(
      t.db,
    )
    expect(rows).toEqual([{ before: { security_profile: 1 }, after: { security_profile: 2 } }])
  })

  test.each([
    ['Rejected', [3, { status: 'Rejected' }], null],
    ['RebootRequired', [3, { status: 'RebootRequired' }], 2],
    ['lost', undefined, 2],
  ])('one that was %s leaves the profile as it is', async (_, frame, next) => {
    const key = newKey()
    const c = await withKey(key)
    await answered(c, 'SecurityProfile', '2', frame)
    await c.close()
    expect(await profileOf(c.pk)).toEqual({ profile: 1, next })
    expect(await statusOf(c.id, key)).toBe(101)
  })

  test('a lower one is refused, also below the installation’s own, and so is one that would lock the charger out', async () => {
    const c = await withKey(newKey())
    const lower = await change(c.id, 'SecurityProfile', '0')
    expect([lower.statusCode, lower.json().message]).toEqual([
      422,
      'The security profile is 1 and cannot be lowered over OCPP',
    ])
    const { id } = await newCharger(t)
    t.services.ocppSecurity = 2
    expect((await change(id, 'SecurityProfile', '1')).statusCode).toBe(422)
    t.services.ocppSecurity = 0
    const keyless = await change(id, 'SecurityProfile', '1')
    expect([keyless.statusCode, keyless.json().message]).toEqual([
      422,
      'The charge point has no key yet and would be locked out: send AuthorizationKey first',
    ])
    await c.close()
  })

  test.each(['AuthorizationKey', 'SecurityProfile', 'SECURITYPROFILE'])('%s needs full access', async key => {
    const { id } = await newCharger(t)
    for (const person of ['operator', 'viewer'] as const)
      expect((await change(id, key, '3', await t.as(person))).statusCode).toBe(403)
  })
})

test('no key is left in tasks, audit, frames or events, whatever the charger echoes [76]', async () => {
  const key = 'C0FFEE'.repeat(6)
  const events: string[] = []
  const off = t.services.bus.onEvent(e => void events.push(JSON.stringify(e)))
  const c = await withKey(newKey())
  const unwatch = t.services.bus.watchLog(c.pk)
  await answered(c, 'authorizationKEY', key, [4, 'GenericError', `cannot store ${key.toLowerCase()}`, { key }])
  await c.ask('DataTransfer', { vendorId: 'v', data: `stored:${key}` })
  await answered(c, 'AuthorizationKey', key, [3, { status: 'Accepted', echo: key }])
  // The vendor returns the key in another case of letters when the configuration is read back.
  const end = ended(c.id)
  await t.app.inject({
    method: 'POST',
    url: '/cms/v1/remote/operation',
    headers: admin,
    payload: { chargerId: c.id, remoteOperationType: 'GetConfiguration', parameters: {} },
  })
  const [, id] = await c.nextCall('GetConfiguration')
  const escaped = '"\\u0041uthorizationKey"'
  c.send(
    `[3,"${id}",{"configurationKey":[{"key":${escaped},"readonly":false,"value":"${key.toLowerCase()}"}],"unknownKey":[]}]`,
  )
  await end
  const closed = once(c.ws, 'close')
  c.ws.close()
  await closed
  unwatch()
  off()
  await expect
    .poll(async () => {
      const { rows } = await sql<{ n: number }>`select count(*) as n from ocpp_frame
        where chargepoint_pk = ${c.pk} and message like '%GetConfiguration%'`.execute(t.db)
      return rows[0]?.n
    })
    .toBe(1)
  const { rows } = await sql<{ text: string }>`select task::text as text from task union all
    select audit_entry::text from audit_entry union all select ocpp_frame_pair::text from ocpp_frame_pair union all
    select odd_value::text from odd_value union all select charger::text from charger`.execute(t.db)
  const kept = [...rows.map(r => r.text), ...events]
  expect(kept.length).toBeGreaterThan(20)
  expect(kept.filter(text => /c0ffee/i.test(text))).toEqual([])
})
