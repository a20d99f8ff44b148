// Cases A: who may connect, keys that are changed, and certificates that a station asks for.
import { generateKeyPairSync, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { signingRequest } from '@wattdesk/ocpp/sim/certificates'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashKey, newKey } from '#fleet/chargers/key-hash.crypto.ts'
import { ocppSide } from '#gateway/gateway.ts'
import { tlsOptions } from '#gateway/tls.ts'
import { localBus } from '#platform/bus/bus.ts'
import { Authority } from '#testing/certificates.ts'
import { afterEachCase, type Link, type Product, type StrictStation, startProduct } from './test-station.ts'

const ca = new Authority('CA')
const otherCa = new Authority('Other CA')
let product: Product
let secure: { endpoint: string; server: Server; close: () => Promise<void> }
beforeAll(async () => {
  product = await startProduct()
  // A second node of the same product that serves TLS by itself; commands go to the first one.
  const server = createServer(tlsOptions({ ...ca.issue('Server', 'localhost'), clientCa: ca.certificate }))
  const side = ocppSide({ ...product.t.services, node: 'tls', bus: localBus(() => undefined) })
  side.attach(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  secure = {
    endpoint: `wss://127.0.0.1:${(server.address() as AddressInfo).port}/ocpp`,
    server,
    close: async () => {
      await side.close()
      await new Promise(ok => server.close(ok))
    },
  }
})
afterAll(async () => {
  await secure.close()
  await product.t.close()
})
afterEachCase(() => product)

const withKey = (key: string, profile: 1 | 2 | 3 = 1) => ({
  securityProfile: profile,
  keyHash: hashKey(Buffer.from(key)),
})
/** How a station fares that connects: 101, or the status of the refusal. */
const statusOf = (station: StrictStation): Promise<number> =>
  station.client.connect().then(
    () => 101,
    (e: { code?: unknown }) => Number(e.code),
  )
const tls = (more: object = {}): Link => ({
  endpoint: secure.endpoint,
  wsOpts: { ca: ca.certificate, checkServerIdentity: () => undefined, headers: {}, ...more },
})

test('TC_A_01 the right name and password open the connection', async () => {
  const key = newKey()
  const station = await product.connected(withKey(key), { password: key })
  expect(station.client.protocol).toBe('ocpp2.0.1')
  await station.up()
})

test('TC_A_02 the name of another station is refused', async () => {
  const key = newKey()
  const other = await product.known(withKey(key))
  const authorization = `Basic ${Buffer.from(`${other.id}:${key}`).toString('base64')}`
  const station = await product.known(withKey(key), { headers: { authorization } })
  expect(await statusOf(station)).toBe(401)
})

test('TC_A_03 a wrong password is refused', async () => {
  const station = await product.known(withKey(newKey()), { password: newKey() })
  expect(await statusOf(station)).toBe(401)
})

test('TC_A_04 the server shows its certificate, and the password goes over TLS', async () => {
  const key = newKey()
  const shown: (string | undefined)[] = []
  const wsOpts = {
    ca: ca.certificate,
    headers: {},
    checkServerIdentity: (_: string, c: { subject: { CN?: string } }) => void shown.push(c.subject.CN),
  }
  const station = await product.connected(withKey(key, 2), { endpoint: secure.endpoint, password: key, wsOpts })
  expect(shown).toEqual(['localhost'])
  await station.up()
})

test('TC_A_06 a version of TLS below 1.2 ends in the handshake', async () => {
  const key = newKey()
  const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' }
  const station = await product.known(withKey(key, 2), { password: key, ...tls(old) })
  await expect(station.client.connect()).rejects.toThrow()
})

test('TC_A_07 a certificate of this station opens the connection', async () => {
  const known = await product.known({ securityProfile: 3 })
  const station = product.again(known, tls(ca.issue('One', known.id)))
  expect(await statusOf(station)).toBe(101)
  await station.up()
})

test('TC_A_08 a certificate that another authority signed, or that names another station, is refused', async () => {
  const known = await product.known({ securityProfile: 3 })
  for (const shown of [otherCa.issue('One', known.id), ca.issue('One', 'CP-OTHER'), {}])
    expect(await statusOf(product.again(known, tls(shown)))).toBe(403)
})

const setKey = (station: StrictStation, key: string) =>
  product.operate(station, 'ChangeConfiguration', {
    keyType: 'Custom',
    customConfKey: 'AuthorizationKey',
    customConfValue: key,
  })
const password = (attributeValue: string) => ({
  setVariableData: [{ component: { name: 'SecurityCtrlr' }, variable: { name: 'BasicAuthPassword' }, attributeValue }],
})

test('TC_A_09 a new password that the station takes is the only one from then on', async () => {
  const [old, fresh] = [newKey(), newKey()]
  const station = await product.connected(withKey(old), { password: old })
  await station.up()
  expect(await setKey(station, fresh)).toMatchObject({ state: 'done', answer: 'Accepted' })
  expect(await station.heard('SetVariables')).toEqual(password(fresh))
  await station.close()
  expect(await statusOf(product.again(station, { password: old }))).toBe(401)
  expect(await statusOf(product.again(station, { password: fresh }))).toBe(101)
})

test('TC_A_10 a new password that the station refuses opens nothing', async () => {
  const [old, fresh] = [newKey(), newKey()]
  const station = await product.connected(withKey(old), { password: old })
  await station.up()
  station.answers.SetVariables = {
    setVariableResult: [
      {
        component: { name: 'SecurityCtrlr' },
        variable: { name: 'BasicAuthPassword' },
        attributeStatus: 'Rejected',
      },
    ],
  }
  expect(await setKey(station, fresh)).toMatchObject({ state: 'failed', answer: 'Rejected' })
  expect(await station.heard('SetVariables')).toEqual(password(fresh))
  await station.close()
  expect(await statusOf(product.again(station, { password: fresh }))).toBe(401)
  expect(await statusOf(product.again(station, { password: old }))).toBe(101)
})

const companyOf = async (): Promise<string> => {
  const { one } = product.t.world
  const row = await product.t.db.selectFrom('team').select('name').where('id', '=', one.companyId).executeTakeFirst()
  return row?.name ?? ''
}
/** The operator asks for a signing request, and the station sends it. */
async function askForCertificate(station: StrictStation, keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })) {
  const requestedMessage = 'SignChargePointCertificate'
  expect(await product.operate(station, 'ExtendedTriggerMessage', { requestedMessage })).toMatchObject({
    answer: 'Accepted',
  })
  expect(await station.heard('TriggerMessage')).toEqual({ requestedMessage: 'SignChargingStationCertificate' })
  const csr = signingRequest(await companyOf(), station.id, keys)
  const certificateType = 'ChargingStationCertificate'
  expect(await station.call('SignCertificate', { csr, certificateType })).toEqual({ status: 'Accepted' })
  return keys
}

test('TC_A_11 a station that was asked to gets a certificate for its key', async () => {
  const station = await product.station()
  const keys = await askForCertificate(station)
  const { certificateChain, certificateType } = await station.heard('CertificateSigned')
  expect(certificateType).toBe('ChargingStationCertificate')
  const leaf = new X509Certificate(String(certificateChain))
  expect(leaf.subject).toBe(`O=${await companyOf()}\nCN=${station.id}`)
  expect(leaf.publicKey.equals(keys.publicKey)).toBe(true)
  expect(leaf.serialNumber).toMatch(/./)
  expect(await product.ownTask(station, 'CertificateSigned')).toMatchObject({ state: 'done', answer: 'Accepted' })
})

test('TC_A_14 a certificate that the station does not take shows so', async () => {
  const station = await product.station()
  station.answers.CertificateSigned = { status: 'Rejected' }
  await askForCertificate(station)
  await station.heard('CertificateSigned')
  const event = { type: 'InvalidChargingStationCertificate', timestamp: new Date().toISOString() }
  expect(await station.call('SecurityEventNotification', event)).toEqual({})
  expect(await product.ownTask(station, 'CertificateSigned')).toMatchObject({ state: 'failed', answer: 'Rejected' })
})
