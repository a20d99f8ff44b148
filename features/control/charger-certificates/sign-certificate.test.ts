// Certificates for charge points that ask: issued by the installation's own authority, delivered by CertificateSigned,
// and accepted at sign-in; and the requests that are refused (O-82, D-OCPP-9).
import { generateKeyPairSync, type KeyObject, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { signingRequest } from '@wattdesk/ocpp/sim/certificates'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { ocppSide } from '#gateway/gateway.ts'
import { tlsOptions } from '#gateway/tls.ts'
import { localBus } from '#platform/bus/bus.ts'
import { startApp, type TestApp } from '#testing/app.ts'
import { Authority } from '#testing/certificates.ts'
import type { TestCharger } from '#testing/charger.ts'
import { bootedCharger, newCharger } from '#testing/ocpp.ts'
import { authorityCertificate } from './authority.store.ts'

type Charger = TestCharger & { pk: number; id: string }
const server = new Authority('Servers')
let t: TestApp
let ws: string
let wss: string
let close: () => Promise<unknown>
let company: string
let authority: string
beforeAll(async () => {
  t = await startApp()
  ws = (await t.listen()).ws
  company =
    (await t.db.selectFrom('team').select('name').where('id', '=', t.world.one.companyId).executeTakeFirst())?.name ??
    ''
  // Two callers that need the authority at once get the same certificate.
  const [first, second] = await Promise.all([
    authorityCertificate(t.db, new Date()),
    authorityCertificate(t.db, new Date()),
  ])
  expect(first).toBe(second)
  authority = first
  const listener = createServer(tlsOptions({ ...server.issue('Server', 'localhost'), clientCa: [authority] }))
  // Commands go to the node without TLS.
  const side = ocppSide({ ...t.services, node: 'tls', bus: localBus(() => undefined) })
  side.attach(listener)
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  wss = `wss://127.0.0.1:${(listener.address() as AddressInfo).port}`
  close = async () => {
    await side.close()
    await new Promise(ok => listener.close(ok))
  }
})
afterAll(async () => {
  await close()
  await t.close()
})

const ec = (namedCurve = 'P-256') => generateKeyPairSync('ec', { namedCurve })
type Keys = { publicKey: KeyObject; privateKey: KeyObject }
const online = async (): Promise<Charger> => {
  const c = await bootedCharger(t, ws)
  await c.nextCall('ChangeConfiguration')
  c.onCall = undefined
  return c
}
const ask = (c: Charger, csr: string) => c.call('SignCertificate', { csr })
const eventsOf = async (pk: number) =>
  (
    await sql<{ techInfo: string }>`select tech_info from security_event where chargepoint_pk = ${pk}
      and type = 'SigningRequestRefused' order by at`.execute(t.db)
  ).rows.map(r => r.techInfo)
/** Returns the certificate chain that the charger is sent, after the charger has answered. */
const sent = async (c: Charger, status = 'Accepted'): Promise<string> => {
  const [, id, , payload] = await c.nextCall('CertificateSigned')
  c.send(JSON.stringify([3, id, { status }]))
  return (payload as { certificateChain: string }).certificateChain
}
const overTls = (id: string, cert: string, { privateKey }: Keys): Promise<number> =>
  new Promise(ok => {
    const socket = new WebSocket(`${wss}/ocpp/${id}`, ['ocpp1.6'], {
      cert,
      key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
      ca: server.certificate,
      checkServerIdentity: () => false,
    })
    socket.on('open', () => {
      socket.close()
      ok(101)
    })
    socket.on('unexpected-response', (_request, response) => ok(response.statusCode ?? 0))
    socket.on('error', () => undefined)
  })

test('a charge point that asks for a certificate gets one that lets it in, and nobody else [82]', async () => {
  const c = await online()
  const keys = ec()
  expect(await ask(c, signingRequest(company, c.id, keys))).toEqual({ status: 'Accepted' })
  const chain = await sent(c)
  const [own = '', root = ''] = chain.match(/-----BEGIN[^-]+-----[^-]+-----END[^-]+-----/g) ?? []
  const [leaf, above] = [new X509Certificate(own), new X509Certificate(root)]
  expect(leaf.subject).toBe(`O=${company}\nCN=${c.id}`)
  expect([leaf.ca, above.ca]).toEqual([false, true])
  expect(leaf.checkIssued(above) && leaf.verify(above.publicKey) && above.verify(above.publicKey)).toBe(true)
  expect(leaf.publicKey.equals(keys.publicKey)).toBe(true)
  expect(root.trim()).toBe(authority.trim())

  const task = () =>
    t.db.selectFrom('task').selectAll().where('chargepointPk', '=', c.pk).where('operation', '=', 'CertificateSigned')
  await expect.poll(async () => (await task().executeTakeFirstOrThrow()).state).toBe('done')
  const { taskId, createdBy, response } = await task().executeTakeFirstOrThrow()
  expect([createdBy, response]).toEqual([null, 'Accepted'])
  const { rows } = await sql`select username, after ->> 'commonName' as name from audit_entry
    where action = 'CertificateSigned' and after ->> 'taskId' = ${taskId}`.execute(t.db)
  expect(rows).toEqual([{ username: 'Charger certificates', name: c.id }])

  const other = await newCharger(t)
  await sql`update charger set security_profile = 3 where chargepoint_pk in (${c.pk}, ${other.pk})`.execute(t.db)
  await c.close()
  expect(await overTls(c.id, chain, keys)).toBe(101)
  expect(await overTls(other.id, chain, keys)).toBe(403)
  expect(await overTls(c.id, server.issue(company, c.id, keys as never).cert, keys)).toBe(403)
})

test('a charge point that does not take it shows so', async () => {
  const c = await online()
  await ask(c, signingRequest(company, c.id, ec('P-384')))
  await sent(c, 'Rejected')
  const state = () => t.db.selectFrom('task').select('error').where('chargepointPk', '=', c.pk).executeTakeFirst()
  await expect.poll(async () => (await state())?.error).toBe('Rejected')
  await c.close()
})

test('what cannot be signed is Rejected, with the reason among the security events [82]', async () => {
  const c = await online()
  const other = await newCharger(t, {})
  await sql`update charger set serial_number = 'SN-OF-OTHER' where chargepoint_pk = ${other.pk}`.execute(t.db)
  // The charger reports the other charger's serial number.
  await c.call('BootNotification', {
    chargePointVendor: 'Maker',
    chargePointModel: 'One',
    chargePointSerialNumber: 'SN-OF-OTHER',
  })
  const [keys, others] = [ec(), ec()]
  const good = signingRequest(company, c.id, keys)
  const cases: [string, RegExp][] = [
    ['hello', /cannot be read/],
    [good.replace(/\n[A-Za-z\d+/=]+\n/, '\n'), /cannot be read/],
    [signingRequest(company, c.id, { ...keys, privateKey: others.privateKey }), /not signed by its own key/],
    [signingRequest('Another', c.id, keys), /organisation \(O\) must be/],
    [signingRequest(company, other.id, keys), /common name \(CN\) must be/],
    [signingRequest(company, 'SN-OF-OTHER', keys), /Another charge point goes by the name SN-OF-OTHER/],
    [signingRequest(company, c.id, ec('secp256k1')), /^The key must be on a curve/],
  ]
  for (const [csr] of cases) expect(await ask(c, csr)).toEqual({ status: 'Rejected' })
  expect(await eventsOf(c.pk)).toEqual(cases.map(([, reason]) => expect.stringMatching(reason)))
  expect(c.frames.filter(f => f[2] === 'CertificateSigned')).toEqual([])
  await c.close()
})

test('a charge point that asks again and again gets five a day', async () => {
  const c = await online()
  for (let i = 0; i < 5; i++) {
    expect(await ask(c, signingRequest(company, c.id, ec()))).toEqual({ status: 'Accepted' })
    await sent(c)
  }
  expect(await ask(c, signingRequest(company, c.id, ec()))).toEqual({ status: 'Rejected' })
  expect(await eventsOf(c.pk)).toEqual(['5 certificates were issued within a day'])
  await c.close()
})
