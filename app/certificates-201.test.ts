// A station of OCPP 2.0.1 gets to security profile 3 over real sockets: it is given a client certificate (A02), is moved to profile 3
// (A05) and reconnects by TLS with the certificate. Then the certificate is renewed, and the station reconnects with the new one
// (O201-15).
import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { SimulatedStation } from '@wattdesk/ocpp/sim/v201/charging-station'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { authorityCertificate } from '#control/charger-certificates/authority.store.ts'
import { renewCertificates } from '#control/charger-certificates/certificate-renewal.jobs.ts'
import { hashKey, newKey } from '#fleet/chargers/key-hash.crypto.ts'
import { tlsOptions } from '#gateway/tls.ts'
import { startApp, type TestApp } from '#testing/app.ts'
import { Authority } from '#testing/certificates.ts'
import { newCharger } from '#testing/ocpp.ts'

const server = new Authority('Servers')
let t: TestApp
let ws: string
let wss: string
let close: () => Promise<unknown>
/** The serial numbers of the certificates that clients have shown, in order; empty for none. */
const shown: string[] = []
beforeAll(async () => {
  t = await startApp({}, { config: { afterMs: 3_600_000 } })
  ws = (await t.listen()).ws
  const clientCa = [await authorityCertificate(t.db, new Date())]
  const listener = createServer(tlsOptions({ ...server.issue('Server', 'localhost'), clientCa }))
  listener.on('secureConnection', (socket: TLSSocket) => shown.push(socket.getPeerCertificate().serialNumber ?? ''))
  t.ocpp.attach(listener)
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  wss = `wss://127.0.0.1:${(listener.address() as AddressInfo).port}`
  close = () => new Promise(ok => listener.close(ok))
})
afterAll(async () => {
  await t.close()
  await close()
})

const operate = async (id: string, remoteOperationType: string, parameters: object) => {
  const headers = await t.as('admin')
  const r = await t.app.inject({
    method: 'POST',
    url: '/cms/v1/remote/operation',
    headers,
    payload: { chargerId: id, remoteOperationType, parameters },
  })
  expect([r.statusCode, r.json().errors ?? null]).toEqual([200, null])
  const url = `/cms/v1/remote/operation/charger/${id}/task/${r.json().taskId}`
  const task = async () => (await t.app.inject({ url, headers })).json().data
  await expect.poll(async () => (await task()).status, { timeout: 20_000 }).toBe('COMPLETED')
  return (await task()).result[0]
}
const certificatesOf = async (pk: number): Promise<string[]> =>
  (
    await sql<{ serialNumber: string }>`select serial_number from charger_certificate
      where chargepoint_pk = ${pk} order by id`.execute(t.db)
  ).rows.map(r => r.serialNumber)
const signed = async (pk: number) =>
  (
    await sql`select state from task where chargepoint_pk = ${pk} and operation = 'CertificateSigned' order by created_at`.execute(
      t.db,
    )
  ).rows

test('a station gets its certificate, is raised to profile 3, and renews the certificate', async () => {
  const { one } = t.world
  const company = await t.db.selectFrom('team').select('name').where('id', '=', one.companyId).executeTakeFirstOrThrow()
  const key = newKey()
  const { id, pk } = await newCharger(t, { securityProfile: 1, keyHash: hashKey(Buffer.from(key)) })
  const station = new SimulatedStation({
    url: `${ws}/ocpp`,
    identity: id,
    key,
    rebootSeconds: 0,
    variables: { 'SecurityCtrlr.OrganizationName': company.name },
    boot: { serialNumber: id },
    tls: { ca: server.certificate, checkServerIdentity: () => undefined as never },
  })
  await station.startUp()

  await operate(id, 'ExtendedTriggerMessage', { requestedMessage: 'SignChargePointCertificate' })
  await expect.poll(() => signed(pk), { timeout: 10_000 }).toEqual([{ state: 'done' }])

  const raised = station.next('booted')
  const profile = { securityProfile: '3', ocppCsmsUrl: `${wss}/ocpp`, ocppInterface: 'Wired0' }
  expect(await operate(id, 'RaiseSecurityProfile', profile)).toMatchObject({ error: null })
  await raised
  const profileOf = async () =>
    (await sql<{ p: number }>`select security_profile as p from charger where chargepoint_pk = ${pk}`.execute(t.db))
      .rows[0]?.p
  await expect.poll(profileOf, { timeout: 10_000 }).toBe(3)
  const below = new SimulatedStation({ url: `${ws}/ocpp`, identity: id, key })
  await expect(below.startUp()).rejects.toThrow('403')
  const bare = new SimulatedStation({
    url: `${wss}/ocpp`,
    identity: id,
    key,
    tls: { ca: server.certificate, checkServerIdentity: () => undefined as never },
  })
  await expect(bare.startUp()).rejects.toThrow('403')

  await sql`update charger_certificate set expires_at = ${new Date(t.services.now().getTime() + 5 * 86_400_000)}
    where chargepoint_pk = ${pk}`.execute(t.db)
  expect(await renewCertificates(t.services)).toBe(1)
  await expect.poll(() => signed(pk), { timeout: 10_000 }).toEqual([{ state: 'done' }, { state: 'done' }])
  const again = station.next('booted')
  await operate(id, 'Reset', { resetType: 'HARD' })
  await again
  expect(station.isOpen).toBe(true)
  const [first, second] = (await certificatesOf(pk)).map(s => BigInt(`0x${s}`))
  expect(first).not.toBe(second)
  // With the first certificate, without any, with the second.
  expect(shown.map(s => (s === '' ? undefined : BigInt(`0x${s}`)))).toEqual([first, undefined, second])
  await station.close()
})
