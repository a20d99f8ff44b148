// Certificates that end soon are renewed by the charger, asked once a day, in both protocols alike (A02, O201-15).
import { SimulatedStation } from '@wattdesk/ocpp/sim/v201/charging-station'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '#testing/app.ts'
import { bootedCharger, newCharger } from '#testing/ocpp.ts'
import { RENEWED_BEFORE_DAYS, renewCertificates } from './certificate-renewal.jobs.ts'

let t: TestApp
let ws: string
let company: string
beforeAll(async () => {
  t = await startApp({}, { config: { afterMs: 3_600_000 } })
  ws = (await t.listen()).ws
  company =
    (await t.db.selectFrom('team').select('name').where('id', '=', t.world.one.companyId).executeTakeFirst())?.name ??
    ''
})
afterAll(() => t.close())

const DAY_MS = 86_400_000
const days = (n: number) => new Date(t.services.now().getTime() + n * DAY_MS)
/** A certificate of a charger that ends after so many days. */
const certificateOf = (chargepointPk: number, ends: number, issued = -700) =>
  t.db
    .insertInto('chargerCertificate')
    .values({
      chargepointPk,
      companyId: t.world.one.companyId,
      commonName: 'x',
      requestHash: 'x',
      serialNumber: `${chargepointPk}-${ends}-${issued}`,
      certificate: 'x',
      issuedAt: days(issued),
      expiresAt: days(ends),
      taskId: 'x',
    })
    .execute()
const tasksOf = async (pk: number, operation: string) =>
  (
    await sql<{ state: string; createdBy: number | null; parameters: object }>`select state, created_by, parameters
      from task where chargepoint_pk = ${pk} and operation = ${operation} order by created_at`.execute(t.db)
  ).rows

test('a station of 2.0.1 makes a new key and gets its certificate; it is asked no more', async () => {
  const known = await newCharger(t)
  const station = new SimulatedStation({
    url: `${ws}/ocpp`,
    identity: known.id,
    variables: { 'SecurityCtrlr.OrganizationName': company },
    boot: { serialNumber: known.id.slice(0, 25) },
  })
  await station.startUp()
  await certificateOf(known.pk, RENEWED_BEFORE_DAYS - 1)
  expect(await renewCertificates(t.services)).toBe(1)
  expect(await tasksOf(known.pk, 'ExtendedTriggerMessage')).toEqual([
    { state: 'done', createdBy: null, parameters: { requestedMessage: 'SignChargePointCertificate' } },
  ])
  const { rows } = await sql`select username, after ->> 'requestedMessage' as message from audit_entry
    where record_id = ${String(known.pk)} and action = 'ExtendedTriggerMessage'`.execute(t.db)
  expect(rows).toEqual([{ username: 'Charger certificates', message: 'SignChargePointCertificate' }])
  await expect
    .poll(() => tasksOf(known.pk, 'CertificateSigned'), { timeout: 10_000 })
    .toMatchObject([{ state: 'done' }])
  // The newer certificate is good for years.
  await sql`update charger_certificate set renewal_asked_at = null`.execute(t.db)
  expect(await renewCertificates(t.services)).toBe(0)
  await station.close()
})

test('a charger of 1.6 is asked by the same operation, once a day, and anew where it did not follow', async () => {
  const c = await bootedCharger(t, ws)
  c.onCall = () => ({ status: 'Accepted' })
  await certificateOf(c.pk, 5)
  expect(await renewCertificates(t.services)).toBe(1)
  const [, , , payload] = await c.nextCall('ExtendedTriggerMessage')
  expect(payload).toEqual({ requestedMessage: 'SignChargePointCertificate' })
  expect(await renewCertificates(t.services)).toBe(0)
  await sql`update charger_certificate set renewal_asked_at = ${days(-1)} where chargepoint_pk = ${c.pk}`.execute(t.db)
  expect(await renewCertificates(t.services)).toBe(1)
  expect(await tasksOf(c.pk, 'ExtendedTriggerMessage')).toHaveLength(2)
  await c.close()
})

test('nobody else is asked: with time left, with a newer certificate, offline, or asked by two nodes at once', async () => {
  const c = await bootedCharger(t, ws)
  c.onCall = () => ({ status: 'Accepted' })
  await certificateOf(c.pk, RENEWED_BEFORE_DAYS + 1)
  const away = await newCharger(t)
  await certificateOf(away.pk, 1)
  expect(await renewCertificates(t.services)).toBe(0)
  await certificateOf(c.pk, 1, -690)
  const asked = await Promise.all([renewCertificates(t.services), renewCertificates(t.services)])
  expect(asked.toSorted()).toEqual([0, 1])
  await certificateOf(c.pk, 700, -1)
  await sql`update charger_certificate set renewal_asked_at = null`.execute(t.db)
  expect(await renewCertificates(t.services)).toBe(0)
  await c.close()
})

test('however many are due, all are asked in one turn', async () => {
  const due = await Promise.all(Array.from({ length: 51 }, () => bootedCharger(t, ws)))
  for (const c of due) {
    c.onCall = () => ({ status: 'Accepted' })
    await certificateOf(c.pk, 5)
  }
  expect(await renewCertificates(t.services)).toBe(due.length)
  await Promise.all(due.map(c => c.close()))
})
