// Mails on events of chargers, over a real socket: their recipients, their texts, one mail for an event in five
// minutes, and that no charger waits for a mail.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setMails } from '#fleet/chargers/charger-form.store.ts'
import { homeOf } from '#office/brand/brand.rules.ts'
import { startApp, type TestApp } from '#testing/app.ts'
import { TestCharger } from '#testing/charger.ts'
import { newCharger, newTag } from '#testing/ocpp.ts'
import { eventLetter } from './charger-mail.rules.ts'
import { type ChargerHappening, takeDueMails } from './charger-mail.store.ts'
import { CHARGER_EVENTS, chargerEvents } from './charger-mail.words.ts'

let t: TestApp
let ws: string
let now = new Date('2026-03-02T10:00:00Z')
const later = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000)
}
beforeAll(async () => {
  t = await startApp({ now: () => now, publicUrl: 'https://portal.example' })
  ws = (await t.listen()).ws
})
afterAll(() => t.close())

type Mail = { recipient: string; subject: string; body: string }
const mailsOf = async (id: string): Promise<Mail[]> =>
  (
    await sql<Mail>`select recipient, subject, body from outbox where subject like ${`${id}: %`} order by outbox_id`.execute(
      t.db,
    )
  ).rows
const subjects = async (id: string) => (await mailsOf(id)).map(m => m.subject)
/** Waits until the outbox holds this many mails of a charger. */
const until = (id: string, count: number) => expect.poll(() => mailsOf(id), { timeout: 10_000 }).toHaveLength(count)
const withMails = async (events: readonly string[] = chargerEvents, recipients = ['ops@example.com']) => {
  const known = await newCharger(t)
  await setMails(t.db, known.pk, { isEnabled: true, recipients, events })
  return known
}
const connect = async (id: string) => {
  const c = await TestCharger.open(ws, id)
  c.onCall = () => ({ status: 'Accepted' })
  return c
}
const faulted = (connectorId = 1) => ({ connectorId, status: 'Faulted', errorCode: 'GroundFailure', info: 'Leak' })
const available = (connectorId = 1) => ({ connectorId, status: 'Available', errorCode: 'NoError' })

test('each of the six events is a mail to each recipient, with what happened and where', async () => {
  const { pk, id } = await withMails(chargerEvents, ['a@example.com', 'b@example.com'])
  const c = await connect(id)
  await until(id, 2)
  await c.boot()
  await until(id, 4)
  await c.call('StatusNotification', faulted())
  await until(id, 6)
  const idTag = await newTag(t)
  const timestamp = now.toISOString()
  const { transactionId } = await c.call('StartTransaction', { connectorId: 2, idTag, meterStart: 0, timestamp })
  await until(id, 8)
  later(1)
  await c.call('StopTransaction', { transactionId, meterStop: 500, timestamp: now.toISOString() })
  await until(id, 10)
  await c.close()
  await until(id, 12)
  const mails = await mailsOf(id)
  expect(mails.map(m => m.recipient)).toEqual(Array(6).fill(['a@example.com', 'b@example.com']).flat())
  expect(mails.filter(m => m.recipient === 'a@example.com').map(m => m.subject)).toEqual([
    `${id}: Station Connected`,
    `${id}: Boot Notification Sent`,
    `${id}: Connector Faulted, connector 1`,
    `${id}: Transaction Started, connector 2`,
    `${id}: Transaction Ended, connector 2`,
    `${id}: Station Disconnected`,
  ])
  expect(mails[4]?.body).toContain('Error: GroundFailure, Leak')
  expect(mails[4]?.body).toContain(`https://portal.example/charger/${pk}`)
  expect(mails[8]?.body).toContain(`Transaction: ${transactionId}\nEnergy: 0.50 kWh`)
})

test('only the events whose switch is on; none at all with the mails off or for a charger that is left out', async () => {
  const on = await withMails(['OcppStationBooted'])
  const off = await withMails()
  await setMails(t.db, off.pk, { isEnabled: false, recipients: ['ops@example.com'], events: chargerEvents })
  const out = await withMails()
  await sql`update charger set exclude_from_email = true where chargepoint_pk = ${out.pk}`.execute(t.db)
  for (const { id } of [off, out, on]) {
    const c = await connect(id)
    await c.boot()
    await c.call('StatusNotification', faulted())
    await c.close()
  }
  await until(on.id, 1)
  expect([await subjects(on.id), await subjects(off.id), await subjects(out.id)]).toEqual([
    [`${on.id}: Boot Notification Sent`],
    [],
    [],
  ])
})

test('a switch that is turned while the charger is connected counts at once', async () => {
  const { pk, id } = await newCharger(t)
  const c = await connect(id)
  await c.boot()
  await c.call('StatusNotification', faulted())
  const settings = {
    enableNotifications: true,
    notificationRecipients: 'a@example.com',
    notificationFeatures: ['OcppStationStatusFailure'],
  }
  const r = await t.app.inject({
    method: 'PUT',
    url: `/cms/v1/team/${t.world.one.teamId}/charger/${pk}`,
    headers: await t.as('admin'),
    payload: { settings },
  })
  expect(r.statusCode).toBe(200)
  await expect.poll(() => t.ocpp.stations.get(pk)?.charger.mailEvents).toEqual(['OcppStationStatusFailure'])
  // The same fault again is no new fault; on the other connector it is.
  await c.call('StatusNotification', faulted())
  await c.call('StatusNotification', faulted(2))
  await until(id, 1)
  expect(await subjects(id)).toEqual([`${id}: Connector Faulted, connector 2`])
  await c.close()
})

test('a hundred faults in a second are one mail; after five minutes there may be another', async () => {
  const { id } = await withMails(['OcppStationStatusFailure'])
  const c = await connect(id)
  await c.boot()
  for (let i = 0; i < 100; i++) {
    now = new Date(now.getTime() + 10)
    await c.call('StatusNotification', faulted())
    await c.call('StatusNotification', available())
  }
  await until(id, 1)
  later(4.9)
  await c.call('StatusNotification', faulted())
  await c.call('StatusNotification', available())
  await c.call('StatusNotification', faulted(2))
  await until(id, 2)
  expect((await subjects(id))[1]).toBe(`${id}: Connector Faulted, connector 2`)
  later(0.2)
  await c.call('StatusNotification', faulted())
  await until(id, 3)
  await c.close()
})

test('a charger is answered while mails cannot be stored, and they come when they can', async () => {
  const { id } = await withMails(['OcppStationBooted'])
  const c = await connect(id)
  let release = () => {}
  const held = new Promise<void>(ok => {
    release = ok
  })
  const locked = new Promise<void>(ok => {
    void t.db.transaction().execute(async trx => {
      await sql`lock table charger_mail_sent in access exclusive mode`.execute(trx)
      ok()
      await held
    })
  })
  await locked
  expect((await c.boot()).status).toBe('Accepted')
  expect(await mailsOf(id)).toEqual([])
  release()
  await until(id, 1)
  await c.close()
})

test('the end of the server is no disconnection of its chargers', async () => {
  const { id } = await withMails(['OcppStationWebSocketDisconnected'])
  const c = await connect(id)
  await c.boot()
  const gone = c.closed()
  await t.restart()
  await gone
  expect(await mailsOf(id)).toEqual([])
})

test('of five thousand chargers at once the due ones are found in one statement, quickly', async () => {
  await sql`with c as (insert into charger (company_id, team_id, chargepoint_id, chargepoint_name)
      select company_id, id, 'MANY-' || n, 'Many' from team, generate_series(1, 5000) n where id = ${t.world.one.teamId}
      returning chargepoint_pk, team_id, created_at),
    h as (insert into charger_team_history (chargepoint_pk, team_id, since) select chargepoint_pk, team_id, created_at from c)
    insert into charger_mail_settings (chargepoint_pk, is_enabled, recipients, events)
      select chargepoint_pk, true, '{ops@example.com}', '{OcppStationWebSocketConnected}' from c`.execute(t.db)
  const { rows } = await sql<{
    pk: number
  }>`select chargepoint_pk as pk from charger where chargepoint_id like 'MANY-%'`.execute(t.db)
  const all = rows.map(
    (r): ChargerHappening => ({ pk: r.pk, connectorId: 0, event: 'OcppStationWebSocketConnected', heardAt: now }),
  )
  const take = () => t.db.transaction().execute(trx => takeDueMails(trx, all))
  const from = performance.now()
  expect(await take()).toHaveLength(5000)
  expect(performance.now() - from).toBeLessThan(5000)
  expect(await take()).toEqual([])
  later(5)
  const again = all.map(h => ({ ...h, heardAt: now }))
  expect(await t.db.transaction().execute(trx => takeDueMails(trx, again))).toHaveLength(5000)
})

test('a mail names connector and charge point as people know them', () => {
  const told = {
    chargepointPk: 7,
    chargepointId: 'CP-7',
    chargepointName: 'Mall',
    connectorId: 2,
    connectorName: 'Left',
    evseId: null,
    evseConnectorId: null,
    event: 'OcppStationStatusFailure' as const,
    at: new Date('2026-03-02T10:00:00Z'),
    details: ['Error: OverVoltage'],
  }
  const { subject, text } = eventLetter(told, { home: homeOf('https://p.example', null), timeZone: 'Asia/Kolkata' })
  expect(subject).toBe('CP-7: Connector Faulted, connector 2')
  expect(text.split('\n').slice(0, 6)).toEqual([
    CHARGER_EVENTS.OcppStationStatusFailure,
    '',
    'Charge point: CP-7 (Mall)',
    'Connector: 2 (Left)',
    'Time: 02 Mar 2026 15:30 (Asia/Kolkata)',
    'Error: OverVoltage',
  ])
})
