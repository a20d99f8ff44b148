// Cases A and B of the way to the central system: a network profile is stored, and the security profile is raised.
import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashKey, newKey } from '#fleet/chargers/key-hash.crypto.ts'
import { tlsOptions } from '#gateway/tls.ts'
import { Authority } from '#testing/certificates.ts'
import { afterEachCase, type Product, startProduct } from './test-station.ts'

const servers = new Authority('Servers')
let product: Product
let wss: string
let close: () => Promise<unknown>
beforeAll(async () => {
  product = await startProduct()
  const listener = createServer(tlsOptions(servers.issue('Server', 'localhost')))
  product.t.ocpp.attach(listener)
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  wss = `wss://127.0.0.1:${(listener.address() as AddressInfo).port}/ocpp`
  close = () => new Promise(ok => listener.close(ok))
})
afterAll(async () => {
  await product.t.close()
  await close()
})
afterEachCase(() => product)

/** A station of profile 1, its key, and the network profile with which it is to come. */
async function online() {
  const key = newKey()
  const charger = { securityProfile: 1 as const, keyHash: hashKey(Buffer.from(key)) }
  const station = await product.connected(charger, { password: key })
  await station.up()
  return { station, key, network: { ocppCsmsUrl: wss, securityProfile: '2', ocppInterface: 'Wired0' } }
}

test.each([
  ['TC_B_42 a network profile is stored', 'Accepted', 'done'],
  ['TC_B_44 a network profile cannot be stored', 'Failed', 'failed'],
])('%s', async (_, answer, state) => {
  const { station, network } = await online()
  station.answers.SetNetworkProfile = { status: answer }
  const task = await product.operate(station, 'SetNetworkProfile', { configurationSlot: 1, ...network })
  expect(task).toMatchObject({ state, answer })
  expect(await station.heard('SetNetworkProfile')).toMatchObject({
    configurationSlot: 1,
    connectionData: { ocppVersion: 'OCPP20', ocppTransport: 'JSON', ocppCsmsUrl: wss, securityProfile: 2 },
  })
})

test('TC_A_19 a higher security profile is taken, and the one before is refused from then on', async () => {
  const { station, key, network } = await online()
  station.variables.set('OCPPCommCtrlr.NetworkConfigurationPriority', '0')
  const task = await product.operate(station, 'RaiseSecurityProfile', network)
  expect(task.answer).toBe('Accepted')
  const { configurationSlot, connectionData } = await station.heard('SetNetworkProfile')
  expect(connectionData).toMatchObject({ ocppCsmsUrl: wss, securityProfile: 2 })
  const { setVariableData } = await station.heard('SetVariables')
  expect(setVariableData).toMatchObject([
    { variable: { name: 'NetworkConfigurationPriority' }, attributeValue: `${String(configurationSlot)},0` },
  ])
  expect(await station.heard('Reset')).toEqual({ type: 'OnIdle' })
  await station.close()
  const wsOpts = { ca: servers.certificate, checkServerIdentity: () => undefined, headers: {} }
  const again = product.again(station, { endpoint: wss, password: key, wsOpts })
  await again.client.connect()
  expect(await again.boot('RemoteReset')).toMatchObject({ status: 'Accepted' })
  await product.taskUntil(again, task, 'seen')
  await again.close()
  await expect(product.again(station, { password: key }).client.connect()).rejects.toMatchObject({ code: 403 })
})
