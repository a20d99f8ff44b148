// Security profiles 0 to 3 at the gate, over plain sockets and over TLS with certificates made for the run; security
// events, and what may not be known of keys.
import { once } from 'node:events'
import { createServer, type Server } from 'node:https'
import net, { type AddressInfo } from 'node:net'
import tls from 'node:tls'
import { validators } from '@wattdesk/ocpp/validators'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import * as keys from '#fleet/chargers/charger-key.store.ts'
import { hashKey, keyMatches, newKey } from '#fleet/chargers/key-hash.crypto.ts'
import { startApp, type TestApp } from '#testing/app.ts'
import { Authority, newRsaKeys } from '#testing/certificates.ts'
import { TestCharger } from '#testing/charger.ts'
import { bootedCharger, newCharger } from '#testing/ocpp.ts'
import { ocppSide } from './gateway.ts'
import { tlsOptions } from './tls.ts'

const ca = new Authority('CA')
const otherCa = new Authority('Other CA')

let t: TestApp
let base: { http: string; ws: string }
let secure: { server: Server; close: () => Promise<void>; wss: string; port: number }
beforeAll(async () => {
  t = await startApp()
  base = await t.listen()
  // A second node of the same product that serves TLS by itself.
  const server = createServer(tlsOptions({ ...ca.issue('Server', 'localhost'), clientCa: ca.certificate }))
  const side = ocppSide({ ...t.services, node: 'tls' })
  side.attach(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  secure = {
    server,
    port,
    wss: `wss://127.0.0.1:${port}`,
    close: async () => {
      await side.close()
      await new Promise(ok => server.close(ok))
    },
  }
})
afterAll(async () => {
  await secure.close()
  await t.close()
})

const basic = (user: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
})
/** Connects over TLS; the status of a refusal, or 101. */
async function overTls(
  id: string,
  options: tls.ConnectionOptions & { headers?: Record<string, string> } = {},
): Promise<number> {
  const { headers = {}, ...connection } = options
  const ws = new WebSocket(`${secure.wss}/ocpp/${encodeURIComponent(id)}`, ['ocpp1.6'], {
    headers,
    ca: ca.certificate,
    checkServerIdentity: () => undefined,
    ...connection,
  })
  const status = await new Promise<number>((ok, no) => {
    ws.once('open', () => ok(101))
    ws.once('unexpected-response', (_, response) => ok(response.statusCode ?? 0))
    ws.once('error', no)
  })
  ws.on('error', () => undefined)
  if (status === 101) {
    ws.close()
    await once(ws, 'close')
  } else ws.terminate()
  return status
}
const statusOf = (id: string, headers: Record<string, string>) =>
  TestCharger.open(base.ws, id, { headers }).then(
    c => c.close().then(() => 101),
    (e: Error) => Number(/HTTP (\d+)/.exec(e.message)?.[1]),
  )
const eventsOf = async (pk: number | null) => {
  const { rows } = await sql<{ type: string; techInfo: string | null; at: Date }>`select type, tech_info, at
    from security_event where chargepoint_pk is not distinct from ${pk} order by id`.execute(t.db)
  return rows
}

test('profile 1: only the right name and key open a connection; all else is 401 before the upgrade [75]', async () => {
  const key = newKey()
  const { pk, id } = await newCharger(t, { securityProfile: 1, keyHash: hashKey(Buffer.from(key)) })
  const foreign = await newCharger(t, { securityProfile: 1, keyHash: hashKey(Buffer.from(newKey())) })
  const good = basic(id, key)
  expect(await statusOf(id, good)).toBe(101)
  const wrong: Record<string, string>[] = [
    {},
    basic(id, newKey()),
    basic(id, key.slice(0, -1)),
    basic(id, `${key} `),
    basic(id, ''),
    basic(foreign.id, key),
    basic(id.toLowerCase(), key),
    { authorization: good.authorization.slice(0, -3) },
    { authorization: good.authorization.replace('Basic', 'Bearer') },
    { authorization: 'Basic' },
    { authorization: `Basic ${Buffer.from(id + key).toString('base64')}` },
  ]
  for (const headers of wrong) expect([headers, await statusOf(id, headers)]).toEqual([headers, 401])
  expect(await statusOf(foreign.id, good)).toBe(401)
  // A flood of refusals is one event a minute.
  await expect
    .poll(() => eventsOf(pk))
    .toEqual([expect.objectContaining({ type: 'FailedToAuthenticateAtCentralSystem' })])
})

/** Basic credentials with a password of any bytes. */
const byBytes = (id: string, key: Buffer) => ({
  authorization: `Basic ${Buffer.concat([Buffer.from(`${id}:`), key]).toString('base64')}`,
})

test.each([
  ['any octet', '00ff3a0a80c328ed1122334455667788990a3a00'],
  ['the fewest digits', 'ABCDEF0123456789abcdef3A3a3a0000'],
  ['zeros', '0'.repeat(40)],
])('a key of hexadecimal digits opens as its bytes and as its text: %s [75] [77]', async (_, key) => {
  const { id } = await newCharger(t, { securityProfile: 1, keyHash: hashKey(Buffer.from(key)) })
  const bytes = Buffer.from(key, 'hex')
  expect(await statusOf(id, byBytes(id, bytes))).toBe(101)
  for (const text of [key, key.toLowerCase(), key.toUpperCase()]) expect(await statusOf(id, basic(id, text))).toBe(101)
  const wrong = [
    bytes.subarray(1),
    Buffer.concat([bytes, Buffer.from([0])]),
    Buffer.from(bytes.toString('utf8')),
    Buffer.from(key.slice(2)),
    Buffer.from(`${key}00`),
  ].filter(b => !b.equals(bytes))
  for (const b of wrong)
    expect([b.toString('hex'), await statusOf(id, byBytes(id, b))]).toEqual([b.toString('hex'), 401])
})

test.each([15, 41, 0])('a key of %i bytes is never stored (D-OCPP-9)', length => {
  expect(() => hashKey(Buffer.alloc(length))).toThrow(RangeError)
  for (const fits of [16, 40]) expect(keyMatches(hashKey(Buffer.alloc(fits, 1)), Buffer.alloc(fits, 1))).toBe(true)
})

test('a key that is no hexadecimal text opens as itself alone [75]', async () => {
  const key = Buffer.from([...Array(20).keys()].map(n => n * 13))
  const { id } = await newCharger(t, { securityProfile: 1, keyHash: hashKey(key) })
  expect(await statusOf(id, byBytes(id, key))).toBe(101)
  expect(await statusOf(id, byBytes(id, Buffer.from(key.toString('hex'))))).toBe(401)
  const words = Buffer.from('Correct horse battery')
  const other = await newCharger(t, { securityProfile: 1, keyHash: hashKey(words) })
  expect(await statusOf(other.id, byBytes(other.id, words))).toBe(101)
  expect(await statusOf(other.id, byBytes(other.id, Buffer.from('correct horse battery')))).toBe(401)
})

test('a key whose answer was lost opens beside the old one until one of the two is used [77]', async () => {
  const [old, fresh] = [newKey(), newKey()]
  for (const used of [old, fresh]) {
    const { pk, id } = await newCharger(t, { securityProfile: 1, keyHash: hashKey(Buffer.from(old)) })
    await keys.offerKey(t.db, pk, { keyHash: hashKey(Buffer.from(fresh)), state: 'unknown' }, new Date())
    expect(await statusOf(id, basic(id, used))).toBe(101)
    expect(await statusOf(id, basic(id, old))).toBe(used === old ? 101 : 401)
    expect(await statusOf(id, basic(id, fresh))).toBe(used === fresh ? 101 : 401)
  }
})

test.each(['sent', 'reboot'] as const)(
  'while a key is %s the old one may be used any number of times [77]',
  async state => {
    const [old, fresh] = [newKey(), newKey()]
    const { pk, id } = await newCharger(t, { securityProfile: 1, keyHash: hashKey(Buffer.from(old)) })
    await keys.offerKey(t.db, pk, { keyHash: hashKey(Buffer.from(fresh)), state }, new Date())
    for (let n = 0; n < 2; n++) expect(await statusOf(id, basic(id, old))).toBe(101)
    expect(await statusOf(id, byBytes(id, Buffer.from(fresh, 'hex')))).toBe(101)
    expect(await statusOf(id, basic(id, old))).toBe(401)
  },
)

test('a higher profile that the charger may have taken is its own from the first connection by that profile [78]', async () => {
  const key = newKey()
  const { pk, id } = await newCharger(t, { securityProfile: 1, keyHash: hashKey(Buffer.from(key)) })
  await keys.expectProfile(t.db, pk, 3)
  expect(await statusOf(id, basic(id, key))).toBe(101)
  expect(await overTls(id, ca.issue('One', id))).toBe(101)
  expect(await statusOf(id, basic(id, key))).toBe(403)
  expect(await overTls(id, { headers: basic(id, key) })).toBe(403)
})

test('a charger without a key cannot come in by profile 1; the installation has the default [75]', async () => {
  const { id } = await newCharger(t)
  t.services.ocppSecurity = 1
  expect(await statusOf(id, basic(id, ''))).toBe(401)
  expect(await statusOf(id, {})).toBe(401)
  t.services.ocppSecurity = 0
  expect(await statusOf(id, {})).toBe(101)
})

test('a key replaced is dead at once, its hash is salted, and it is in no log [76] [77]', async () => {
  const [old, fresh] = [newKey(), newKey()]
  const { pk, id } = await newCharger(t, { securityProfile: 1, keyHash: hashKey(Buffer.from(old)) })
  const c = await TestCharger.open(base.ws, id, { headers: basic(id, old) })
  await c.boot()
  const sent = t.ocpp.command({
    chargepointPk: pk,
    action: 'ChangeConfiguration',
    payload: { key: 'AuthorizationKey', value: fresh },
    taskId: undefined,
    timeoutMs: undefined,
  })
  const [, firstId] = await c.nextCall('ChangeConfiguration')
  c.send(JSON.stringify([3, firstId, { status: 'Accepted' }]))
  const [, secondId] = await c.nextCall('ChangeConfiguration')
  c.send(JSON.stringify([3, secondId, { status: 'Accepted' }]))
  expect(await sent).toMatchObject({ kind: 'result', payload: { status: 'Accepted' } })
  const hash = hashKey(Buffer.from(fresh))
  expect(hashKey(Buffer.from(fresh))).not.toBe(hash)
  await sql`update charger set key_hash = ${hash} where chargepoint_pk = ${pk}`.execute(t.db)
  await c.close()
  expect(await statusOf(id, basic(id, old))).toBe(401)
  expect(await statusOf(id, basic(id, fresh))).toBe(101)
  const leaks = async () => {
    const { rows } = await sql<{ all: number; leaks: number }>`select count(*) as all,
      count(*) filter (where message like ${`%${fresh}%`} or message like ${`%${old}%`}) as leaks from ocpp_frame
      where chargepoint_pk = ${pk}`.execute(t.db)
    return rows[0]?.leaks === 0 && rows[0].all >= 6
  }
  await expect.poll(leaks).toBe(true)
})

test('profile 2: TLS and the key; plain ws is refused whatever it shows [78] [79]', async () => {
  const key = newKey()
  const { pk, id } = await newCharger(t, { securityProfile: 2, keyHash: hashKey(Buffer.from(key)) })
  expect(await statusOf(id, basic(id, key))).toBe(403)
  expect(await overTls(id)).toBe(401)
  expect(await overTls(id, { headers: basic(id, key) })).toBe(101)
  await expect
    .poll(() => eventsOf(pk))
    .toEqual(expect.arrayContaining([expect.objectContaining({ type: 'InvalidTLSVersion' })]))
})

test.each([
  'TLS_AES_128_GCM_SHA256',
  'TLS_AES_256_GCM_SHA384',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
])('TLS is served with %s [79]', async suite => {
  const maxVersion = suite.startsWith('TLS_') ? 'TLSv1.3' : 'TLSv1.2'
  const socket = tls.connect({
    port: secure.port,
    host: '127.0.0.1',
    ca: ca.certificate,
    ciphers: suite,
    maxVersion,
    checkServerIdentity: () => undefined,
  })
  await once(socket, 'secureConnect')
  expect([socket.getCipher().name, socket.getProtocol()]).toEqual([suite, maxVersion])
  socket.destroy()
})

test.each(['ECDHE-RSA-AES128-GCM-SHA256', 'ECDHE-RSA-AES256-GCM-SHA384', 'AES128-GCM-SHA256', 'AES256-GCM-SHA384'])(
  'with an RSA key TLS is served with %s [79]',
  async suite => {
    const server = createServer(tlsOptions(ca.issue('Server', 'localhost', newRsaKeys())))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const socket = tls.connect({
      port: (server.address() as AddressInfo).port,
      host: '127.0.0.1',
      ca: ca.certificate,
      ciphers: suite,
      maxVersion: 'TLSv1.2',
      checkServerIdentity: () => undefined,
    })
    await once(socket, 'secureConnect')
    expect([socket.getCipher().name, socket.authorized]).toEqual([suite, true])
    socket.destroy()
    await new Promise(ok => server.close(ok))
  },
)

test('TLS below 1.2 and weak suites are refused, as security events of our own log [79] [83]', async () => {
  const attempt = async (options: tls.ConnectionOptions) => {
    const socket = tls.connect({ port: secure.port, host: '127.0.0.1', ca: ca.certificate, ...options })
    await once(socket, 'error').catch(() => undefined)
    socket.destroy()
  }
  await attempt({ minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' })
  await attempt({ maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-AES128-SHA' })
  await expect
    .poll(async () => (await eventsOf(null)).map(e => e.type).sort())
    .toEqual(['InvalidTLSCipherSuite', 'InvalidTLSVersion'])
})

/** The first bytes of what the server answers to a TLS 1.2 greeting that offers these ways of compression. */
async function greeted(...compression: number[]): Promise<Buffer> {
  const sized = (bytes: number, data: Buffer) => {
    const length = Buffer.alloc(bytes)
    length.writeUIntBE(data.length, 0, bytes)
    return Buffer.concat([length, data])
  }
  const hex = (text: string) => Buffer.from(text, 'hex')
  // P-256, uncompressed points, ECDSA with SHA-256.
  const extensions = hex('000a000400020017' + '000b00020100' + '000d000400020403')
  const suites = sized(2, hex('c02bc02c'))
  const greeting = [hex('0303'), Buffer.alloc(32, 7), hex('00'), suites, sized(1, Buffer.from(compression))]
  const hello = Buffer.concat([hex('01'), sized(3, Buffer.concat([...greeting, sized(2, extensions)]))])
  const socket = net.connect(secure.port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(Buffer.concat([hex('160301'), sized(2, hello)]))
  const [answer] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  return answer
}
test('TLS never compresses, though a charger offers it [79]', async () => {
  const answer = await greeted(1, 0)
  // A handshake with a ServerHello of TLS 1.2: behind its random and the id of its session the suite and the compression.
  expect([answer[0], answer[5], answer.readUInt16BE(9)]).toEqual([0x16, 2, 0x0303])
  const behindId = 44 + (answer[43] ?? 0)
  expect([answer.readUInt16BE(behindId), answer[behindId + 2]]).toEqual([0xc02b, 0])
  // Who must compress gets an alert.
  expect((await greeted(1))[0]).toBe(0x15)
})

test('profile 3: a certificate of our authority that names the operator and this charger; else nothing [80] [78]', async () => {
  const { id } = await newCharger(t, { securityProfile: 3 })
  expect(await overTls(id, ca.issue('One', id))).toBe(101)
  expect(await overTls(id)).toBe(403)
  expect(await overTls(id, ca.issue('Two', id))).toBe(403)
  expect(await overTls(id, ca.issue('One', 'CP-OTHER'))).toBe(403)
  expect(await overTls(id, otherCa.issue('One', id))).toBe(403)
  expect(await statusOf(id, {})).toBe(403)
})

test('a certificate may name the serial number, told at boot or entered by hand, and always the id [80]', async () => {
  const { pk, id } = await newCharger(t, { securityProfile: 3 })
  const boot = (more: object) => ({ chargePointVendor: 'Maker', chargePointModel: 'One', ...more })
  const link: tls.ConnectionOptions = { ca: ca.certificate, checkServerIdentity: () => undefined }
  const ws = new WebSocket(`${secure.wss}/ocpp/${id}`, ['ocpp1.6'], { ...ca.issue('One', id), ...link })
  const c = new TestCharger(ws)
  await once(ws, 'open')
  expect(await overTls(id, ca.issue('One', 'SN-77'))).toBe(403)
  await c.call('BootNotification', boot({ chargePointSerialNumber: 'SN-77' }))
  // A later boot that names none, or an empty one, forgets none.
  await c.call('BootNotification', boot({}))
  await c.call('BootNotification', boot({ chargePointSerialNumber: ' ', meterSerialNumber: '' }))
  await c.close()
  for (const name of ['SN-77', id]) expect([name, await overTls(id, ca.issue('One', name))]).toEqual([name, 101])
  await sql`update charger set serial_number = 'HAND-1' where chargepoint_pk = ${pk}`.execute(t.db)
  for (const name of ['SN-77', id, 'HAND-1'])
    expect([name, await overTls(id, ca.issue('One', name))]).toEqual([name, 101])
  for (const name of ['SN-78', '', 'undefined', 'null'])
    expect([name, await overTls(id, ca.issue('One', name))]).toEqual([name, 403])
})

test('a serial number entered by hand holds; another one told at boot is kept beside it and counted [80]', async () => {
  const c = await bootedCharger(t, base.ws, { serialNumber: 'HAND-1' })
  for (const chargePointSerialNumber of ['SN-5', 'SN-5', 'HAND-1', 'SN-5'])
    await c.call('BootNotification', { chargePointVendor: 'M', chargePointModel: 'O', chargePointSerialNumber })
  const url = `/cms/v1/team/${t.world.one.teamId}/charger/${c.pk}`
  const { data } = (await t.app.inject({ url, headers: await t.as('viewer') })).json()
  expect(data).toMatchObject({ chargePointSerialNumber: 'HAND-1', bootSerialNumber: 'SN-5' })
  const field = 'BootNotification.chargePointSerialNumber'
  expect(data.oddValues).toEqual([expect.objectContaining({ field, value: 'SN-5', count: 3 })])
  await c.close()
})

test('TLS ended by a proxy counts only when the proxy is a trusted one [78]', async () => {
  const key = newKey()
  const { id } = await newCharger(t, { securityProfile: 2, keyHash: hashKey(Buffer.from(key)) })
  const headers = { ...basic(id, key), 'x-forwarded-proto': 'https', 'x-forwarded-for': '6.6.6.6, 192.0.2.3:4711' }
  expect(await statusOf(id, headers)).toBe(403)
  const server = (await import('node:http')).createServer()
  const side = ocppSide({ ...t.services, node: 'proxied' }, { trustProxy: '10.0.0.0/8, loopback' })
  side.attach(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const through = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`
  const c = await TestCharger.open(through, id, { headers })
  const { rows } = await sql<{ endpointAddress: string }>`select endpoint_address from charger_state join charger
    using (chargepoint_pk) where chargepoint_id = ${id}`.execute(t.db)
  expect(rows).toEqual([{ endpointAddress: '192.0.2.3' }])
  const plain = { ...headers, 'x-forwarded-proto': 'https, http' }
  await expect(TestCharger.open(through, id, { headers: plain })).rejects.toThrow('HTTP 403')
  await c.close()
  await side.close()
  await new Promise(ok => server.close(ok))
})

test('security events, unknown ones too, are kept with their own time [81]', async () => {
  const c = await bootedCharger(t, base.ws)
  for (const type of ['FirmwareUpdated', 'TamperDetectionActivated', 'VendorSpecificThing'])
    expect(
      await c.call('SecurityEventNotification', { type, timestamp: '2025-06-01T10:00:00+05:30', techInfo: 'x' }),
    ).toEqual({})
  expect(await eventsOf(c.pk)).toEqual(
    ['FirmwareUpdated', 'TamperDetectionActivated', 'VendorSpecificThing'].map(type => ({
      type,
      techInfo: 'x',
      at: new Date('2025-06-01T04:30:00Z'),
    })),
  )
  await c.close()
})

test('a signing request that cannot be processed is Rejected [82]', async () => {
  const c = await bootedCharger(t, base.ws)
  expect(await c.call('SignCertificate', { csr: 'no request' })).toEqual({ status: 'Rejected' })
  await c.close()
})

test('the security messages go out well-formed, and their answers are understood [83]', async () => {
  const c = await bootedCharger(t, base.ws)
  c.onCall = undefined
  const pem = '-----BEGIN CERTIFICATE-----\nMA==\n-----END CERTIFICATE-----\n'
  const hash = { hashAlgorithm: 'SHA256', issuerNameHash: 'a1', issuerKeyHash: 'b2', serialNumber: '3' }
  const at = '2026-03-01T10:00:00Z'
  const calls: [string, object, object][] = [
    ['ExtendedTriggerMessage', { requestedMessage: 'SignChargePointCertificate' }, { status: 'NotImplemented' }],
    [
      'GetLog',
      { log: { remoteLocation: 'https://x.example', oldestTimestamp: at }, logType: 'SecurityLog', requestId: 1 },
      { status: 'Accepted', filename: 'log.txt' },
    ],
    [
      'InstallCertificate',
      { certificateType: 'CentralSystemRootCertificate', certificate: pem },
      { status: 'Rejected' },
    ],
    ['DeleteCertificate', { certificateHashData: hash }, { status: 'NotFound' }],
    [
      'GetInstalledCertificateIds',
      { certificateType: 'ManufacturerRootCertificate' },
      { status: 'Accepted', certificateHashData: [hash] },
    ],
    ['CertificateSigned', { certificateChain: pem }, { status: 'Accepted' }],
    [
      'SignedUpdateFirmware',
      {
        requestId: 2,
        firmware: {
          location: 'https://x.example/fw',
          retrieveDateTime: at,
          signingCertificate: pem,
          signature: 'c2ln',
        },
      },
      { status: 'InvalidCertificate' },
    ],
  ]
  for (const [action, payload, answer] of calls) {
    const asked = t.ocpp.command({ chargepointPk: c.pk, action, payload, taskId: undefined, timeoutMs: 5000 })
    const [, id, , sent] = await c.nextCall(action)
    expect([action, sent]).toEqual([action, payload])
    expect([action, validators.get(action as 'GetLog')?.call(sent)]).toEqual([action, undefined])
    c.send(JSON.stringify([3, id, answer]))
    expect(await asked).toMatchObject({ kind: 'result', payload: answer })
  }
  await c.close()
})
