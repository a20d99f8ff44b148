// How a station of OCPP 2.0.1 reaches the central system, over real sockets with and without TLS: its security profile is raised, the
// profile before is refused from then on, a station that does not come back is told of, and no secret is left anywhere (O201-15).
import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { SimulatedStation } from '@wattdesk/ocpp/sim/v201/charging-station'
import type { StationOptions } from '@wattdesk/ocpp/sim/v201/station'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Task } from '#control/remote-operations/remote-operation.contract.ts'
import { hashKey, newKey } from '#fleet/chargers/key-hash.crypto.ts'
import { tlsOptions } from '#gateway/tls.ts'
import { startApp, type TestApp } from '#testing/app.ts'
import { Authority } from '#testing/certificates.ts'
import { TestCharger } from '#testing/charger.ts'
import { bootedCharger, newCharger } from '#testing/ocpp.ts'
import { BOOT_201 } from '#testing/station201.ts'

const server = new Authority('Servers')
let t: TestApp
let ws: string
let wss: string
let close: () => Promise<unknown>
beforeAll(async () => {
  t = await startApp({}, { config: { afterMs: 3_600_000 } })
  ws = (await t.listen()).ws
  // The same gateway behind TLS.
  const listener = createServer(tlsOptions(server.issue('Server', 'localhost')))
  t.ocpp.attach(listener)
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  wss = `wss://127.0.0.1:${(listener.address() as AddressInfo).port}`
  close = () => new Promise(ok => listener.close(ok))
})
afterAll(async () => {
  await Promise.all(stations.map(s => s.close()))
  await t.close()
  await close()
})

const stations: SimulatedStation[] = []
/** A station of profile 1 that has booted. */
async function online(options: Partial<StationOptions> = {}) {
  const key = newKey()
  const known = await newCharger(t, { securityProfile: 1, keyHash: hashKey(Buffer.from(key)) })
  const station = new SimulatedStation({
    url: `${ws}/ocpp`,
    identity: known.id,
    key,
    rebootSeconds: 0,
    tls: { ca: server.certificate, checkServerIdentity: () => undefined as never },
    ...options,
  })
  stations.push(station)
  await station.startUp()
  return { ...known, key, station }
}
type Known = Awaited<ReturnType<typeof online>>
type Person = 'admin' | 'operator' | 'viewer' | 'stranger'
const send = async (id: string, remoteOperationType: string, parameters: object, person: Person = 'admin') =>
  t.app.inject({
    method: 'POST',
    url: '/cms/v1/remote/operation',
    headers: await t.as(person),
    payload: { chargerId: id, remoteOperationType, parameters },
  })
const taskOf = async (id: string, taskId: string): Promise<Task> =>
  (
    await t.app.inject({
      url: `/cms/v1/remote/operation/charger/${id}/task/${taskId}`,
      headers: await t.as('admin'),
    })
  ).json().data
async function operate(c: { id: string }, operation: string, parameters: object): Promise<Task> {
  const r = await send(c.id, operation, parameters)
  expect([r.statusCode, r.json().errors ?? null]).toEqual([200, null])
  const { taskId } = r.json()
  await expect.poll(async () => (await taskOf(c.id, taskId)).status, { timeout: 20_000 }).toBe('COMPLETED')
  return taskOf(c.id, taskId)
}
const answerOf = ({ result: [row] }: Task) => row?.error ?? row?.response
const profileOf = async (pk: number) =>
  (
    await sql<{ profile: number | null; next: number | null }>`select security_profile as profile,
      next_security_profile as next from charger where chargepoint_pk = ${pk}`.execute(t.db)
  ).rows[0]
const raise = (c: Known, more: object = {}) =>
  operate(c, 'RaiseSecurityProfile', {
    securityProfile: '2',
    ocppCsmsUrl: `${wss}/ocpp`,
    ocppInterface: 'Wired0',
    ...more,
  })
const network = {
  configurationSlot: 1,
  ocppCsmsUrl: 'wss://portal.example/ocpp',
  securityProfile: '2',
  ocppInterface: 'Wired0',
}

test.each([
  ['SetNetworkProfile', network],
  ['RaiseSecurityProfile', { securityProfile: '2', ocppCsmsUrl: 'wss://portal.example/ocpp', ocppInterface: 'Wired0' }],
])('%s takes full access, and a station of 2.0.1', async (operation, parameters) => {
  const c = await online()
  for (const person of ['operator', 'viewer'] as const)
    expect((await send(c.id, operation, parameters, person)).statusCode).toBe(403)
  expect((await send(c.id, operation, parameters, 'stranger')).statusCode).toBe(404)
  const old = await bootedCharger(t, ws)
  expect((await send(old.id, operation, parameters)).statusCode).toBe(409)
  await old.close()
})

test('the profile is raised: the station comes back by TLS, and the profile before is refused', async () => {
  const c = await online()
  const booted = c.station.next('booted')
  const task = await raise(c)
  expect(answerOf(task)).toBe('Accepted')
  await booted
  await expect.poll(async () => (await taskOf(c.id, task.taskId)).effect?.state, { timeout: 10_000 }).toBe('seen')
  expect(await profileOf(c.pk)).toEqual({ profile: 2, next: null })
  // The station has dropped the profile before, and a stranger who uses it is turned away.
  expect(c.station.station.model.text('SecurityCtrlr.SecurityProfile')).toBe('2')
  expect(c.station.station.model.text('OCPPCommCtrlr.NetworkConfigurationPriority')).toBe('1')
  const below = new SimulatedStation({ url: `${ws}/ocpp`, identity: c.id, key: c.key })
  await expect(below.startUp()).rejects.toThrow('403')
  // Never lower again.
  const lower = await send(c.id, 'SetNetworkProfile', { ...network, securityProfile: '1', ocppCsmsUrl: `${ws}/ocpp` })
  expect([lower.statusCode, lower.json().errors]).toEqual([
    422,
    { 'parameters.securityProfile': 'The security profile is 2 and cannot be lowered over OCPP' },
  ])
  const same = await send(c.id, 'RaiseSecurityProfile', {
    securityProfile: '2',
    ocppCsmsUrl: `${wss}/ocpp`,
    ocppInterface: 'Wired0',
  })
  expect(same.json().errors).toEqual({
    'parameters.securityProfile': 'The charge point has security profile 2 already',
  })
})

test('a station that cannot connect by the higher profile comes back by the one before, and that is told', async () => {
  // It does not trust the server's certificate.
  const c = await online({ tls: {} })
  const booted = c.station.next('booted')
  const task = await raise(c)
  expect(answerOf(task)).toBe('Accepted')
  await booted
  expect(await profileOf(c.pk)).toEqual({ profile: 1, next: 2 })
  expect((await taskOf(c.id, task.taskId)).effect?.state).toBe('awaited')
  const { rows } = await sql<{ techInfo: string }>`select tech_info from security_event
    where chargepoint_pk = ${c.pk} and type = 'SecurityProfileNotRaised'`.execute(t.db)
  expect(rows).toEqual([{ techInfo: expect.stringContaining('without profile 2') }])
})

test('a slot that the station does not have, and profile 3 without a certificate: refused, and nothing has changed', async () => {
  const c = await online()
  expect(answerOf(await raise(c, { configurationSlot: 9 }))).toMatch(/answered Rejected to SetNetworkProfile/)
  expect(answerOf(await raise(c, { securityProfile: '3' }))).toMatch(/answered Rejected to OCPPCommCtrlr/)
  expect(await profileOf(c.pk)).toEqual({ profile: 1, next: null })
  expect(c.station.isOpen).toBe(true)
})

test('a station that does not tell its priorities is not expected by a higher profile', async () => {
  const key = newKey()
  const known = await newCharger(t, { securityProfile: 1, keyHash: hashKey(Buffer.from(key)) })
  const authorization = `Basic ${Buffer.from(`${known.id}:${key}`).toString('base64')}`
  const c = await TestCharger.open(ws, known.id, { protocols: ['ocpp2.0.1'], headers: { authorization } })
  await c.call('BootNotification', BOOT_201)
  c.onCall = action => (action === 'GetVariables' ? { getVariableResult: [] } : {})
  const task = await operate(known, 'RaiseSecurityProfile', {
    securityProfile: '2',
    ocppCsmsUrl: `${wss}/ocpp`,
    ocppInterface: 'Wired0',
  })
  expect(answerOf(task)).toMatch(/did not tell OCPPCommCtrlr.NetworkConfigurationPriority/)
  expect(await profileOf(known.pk)).toEqual({ profile: 1, next: null })
  expect(c.frames.filter(f => f[2] === 'SetNetworkProfile')).toEqual([])
  await c.close()
})

test.each([
  [{ ocppCsmsUrl: 'ws://portal.example/ocpp' }, { ocppCsmsUrl: 'Profiles 2 and 3 need wss://' }],
  [{ securityProfile: '1' }, { ocppCsmsUrl: 'Profiles 0 and 1 have no TLS: ws://' }],
  [{ ocppCsmsUrl: 'portal.example' }, { ocppCsmsUrl: 'Must be an address such as wss://portal.example/ocpp' }],
  [{ apn: 'internet' }, { apnAuthentication: 'This field is required' }],
  [
    { vpnType: 'IKEv2', vpnServer: 'vpn.example', vpnUser: 'u', vpnKey: 'k' },
    { vpnPassword: 'This field is required' },
  ],
])('a network profile with %j is refused', async (spoilt, errors) => {
  const { id } = await newCharger(t)
  const r = await send(id, 'SetNetworkProfile', { ...network, ...spoilt })
  expect([r.statusCode, r.json().errors]).toEqual([
    422,
    Object.fromEntries(Object.entries(errors).map(([field, text]) => [`parameters.${field}`, text])),
  ])
})

test('a network profile is stored with all it has, and its secrets stand in no task, audit entry or frame', async () => {
  const c = await online()
  const secrets = { apnPassword: 'apn-hush-hush', vpnPassword: 'vpn-hush-hush', vpnKey: 'shared-hush-hush' }
  const task = await operate(c, 'SetNetworkProfile', {
    ...network,
    apn: 'internet',
    apnAuthentication: 'CHAP',
    simPin: 8642,
    vpnType: 'IKEv2',
    vpnServer: 'vpn.example',
    vpnUser: 'station',
    ...secrets,
  })
  expect(answerOf(task)).toBe('Accepted')
  expect(c.station.station.networks.get(1)).toEqual({ ocppCsmsUrl: network.ocppCsmsUrl, securityProfile: 2 })
  const frames = async () => {
    const { data } = (
      await t.app.inject({
        url: `/cms/v1/team/${t.world.one.teamId}/charger/${c.id}/log?page=1&limit=100`,
        headers: await t.as('admin'),
      })
    ).json()
    return data.map((m: { message: string }) => m.message).join('\n')
  }
  await expect.poll(frames).toContain('SetNetworkProfile')
  const { rows } = await sql<{ text: string }>`select parameters::text || coalesce(details::text, '') as text from task
    where chargepoint_pk = ${c.pk} union all select after::text from audit_entry
    where feature = 'ChargerPoint' and record_id = ${String(c.pk)} and action = 'SetNetworkProfile'`.execute(t.db)
  expect(rows.length).toBeGreaterThanOrEqual(2)
  for (const text of [await frames(), ...rows.map(r => r.text)]) expect(text).not.toMatch(/hush|8642/)
  expect(rows[0]?.text).toContain('vpn.example')
})

test('a new password that the station takes, and a station that is gone before it answers: nobody is locked out', async () => {
  const c = await online()
  const key = newKey()
  const set = { keyType: 'Custom', customConfKey: 'SecurityCtrlr.BasicAuthPassword', customConfValue: key }
  // The socket is lost with the answer.
  const lost = send(c.id, 'ChangeConfiguration', set)
  await c.station.goOffline()
  expect((await lost).statusCode).toBe(200)
  await c.station.goOnline()
  expect(c.station.isOpen).toBe(true)
  const task = await operate(c, 'ChangeConfiguration', set)
  expect(answerOf(task)).toBe('Accepted')
  await c.station.goOffline()
  // The old one is dead, also for a station that would come back with it.
  const before = new SimulatedStation({ url: `${ws}/ocpp`, identity: c.id, key: c.key })
  await expect(before.startUp()).rejects.toThrow('401')
  await c.station.goOnline()
  expect(c.station.isOpen).toBe(true)
})
