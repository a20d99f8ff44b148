// Reservations over a real socket: numbers of their own, every answer, every end (S-RESERVATION, O-68, O-69).
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startApp, type TestApp } from '#testing/app.ts'
import type { TestCharger } from '#testing/charger.ts'
import { bootedCharger, newCharger, newTag, unique } from '#testing/ocpp.ts'
import type { Reservation } from './reservation.contract.ts'

let t: TestApp
let ws: string
let aheadMs = 0
beforeAll(async () => {
  t = await startApp({ now: () => new Date(Date.now() + aheadMs) })
  ws = (await t.listen()).ws
})
afterAll(() => t.close())

const read = async (id: string, person: Person = 'viewer') => {
  const url = `/cms/v1/team/${t.world.one.teamId}/charger/${id}/reservations`
  const r = await t.app.inject({ url, headers: await t.as(person) })
  return { status: r.statusCode, data: r.json().data as Reservation[] }
}
const newest = async (id: string) => (await read(id)).data[0]
const inAnHour = () => new Date(t.services.now().getTime() + 3_600_000).toISOString()
type Charger = TestCharger & { pk: number; id: string }
/** Sends an operation; resolves when its task has ended. */
async function asked(c: { id: string }, remoteOperationType: string, parameters: object) {
  const ended = new Promise<void>(ok => {
    const off = t.services.bus.onEvent(({ event: e }) => {
      if (e.type !== 'task' || e.chargepoint_id !== c.id || !['done', 'failed'].includes(e.state)) return
      off()
      ok()
    })
  })
  const r = await t.app.inject({
    method: 'POST',
    url: '/cms/v1/remote/operation',
    headers: await t.as('operator'),
    payload: { chargerId: c.id, remoteOperationType, parameters },
  })
  if (r.statusCode === 200) await ended
  return r
}
async function reserved(c: Charger, status: string, more: object = {}) {
  c.onCall = () => ({ status })
  await asked(c, 'ReserveNow', { connectorId: 1, idTag: unique('R'), expiryDate: inAnHour(), ...more })
  return (await newest(c.id)) as Reservation
}
const session = (c: Charger, idTag: string, more: object = {}) =>
  c.call('StartTransaction', {
    connectorId: 1,
    idTag,
    meterStart: 0,
    timestamp: t.services.now().toISOString(),
    ...more,
  })

test('who may see them: view on ChargerPoint; another company’s charger is not there', async () => {
  const { id } = await newCharger(t)
  const people = ['nobody', 'stranger', 'viewer'] as const
  expect(await Promise.all(people.map(async p => (await read(id, p)).status))).toEqual([404, 404, 200])
})

test('ReserveNow has a number of its own, the group of the card and an expiry that is to come [68]', async () => {
  const c = await bootedCharger(t, ws)
  const parent = await newTag(t)
  const { rows } = await sql<{ pk: number }>`select ocpp_tag_pk as pk from ocpp_tag where id_tag = ${parent}`.execute(
    t.db,
  )
  const idTag = await newTag(t, { parentTagPk: rows[0]?.pk ?? 0 })
  const { reservationId: first } = await reserved(c, 'Accepted', { idTag })
  const [, , , sent] = (await c.nextCall('ReserveNow')) as unknown as [0, 0, 0, Record<string, unknown>]
  expect(sent).toMatchObject({ reservationId: first, connectorId: 1, idTag, parentIdTag: parent })
  const other = await bootedCharger(t, ws)
  expect((await reserved(other, 'Accepted')).reservationId).not.toBe(first)
  const taken = await asked(c, 'ReserveNow', { connectorId: 1, idTag, expiryDate: inAnHour(), reservationId: first })
  expect([taken.statusCode, Object.keys(taken.json().errors)]).toEqual([422, ['parameters.reservationId']])
  const past = await asked(c, 'ReserveNow', { connectorId: 1, idTag, expiryDate: '2026-01-01T00:00:00Z' })
  expect([past.statusCode, Object.keys(past.json().errors)]).toEqual([422, ['parameters.expiryDate']])
  await Promise.all([c.close(), other.close()])
})

test.each(['Occupied', 'Faulted', 'Unavailable', 'Rejected'])(
  '%s: it never held, whatever follows [68] [69]',
  async status => {
    const c = await bootedCharger(t, ws)
    const r = await reserved(c, status)
    expect(r).toMatchObject({ state: 'refused', error: status })
    await session(c, r.idTag, { reservationId: r.reservationId })
    expect((await newest(c.id))?.state).toBe('refused')
    await c.close()
  },
)

test('of a charge point that is away: refused at once', async () => {
  const { id } = await newCharger(t)
  await asked({ id }, 'ReserveNow', { connectorId: 1, idTag: 'X', expiryDate: inAnHour() })
  expect(await newest(id)).toMatchObject({ state: 'refused', error: 'Charge point is not connected' })
})

const status = (connectorId: number, word: string) => (c: Charger) =>
  c.call('StatusNotification', {
    connectorId,
    status: word,
    errorCode: 'NoError',
    timestamp: t.services.now().toISOString(),
  })
const ends: [string, Reservation['state'], (c: Charger, r: Reservation) => Promise<unknown>][] = [
  ['its session, named', 'used', (c, r) => session(c, 'OTHER', { reservationId: r.reservationId })],
  ['a session of its card that names none', 'used', async (c, r) => session(c, r.idTag)],
  ['a fault of its connector', 'ended', status(1, 'Faulted')],
  ['its connector out of service', 'ended', status(1, 'Unavailable')],
  ['the charge point out of service', 'ended', status(0, 'Unavailable')],
  ['CancelReservation', 'cancelled', (c, r) => asked(c, 'CancelReservation', { reservationId: r.reservationId })],
  // Events that do not end the reservation.
  [
    'a session of another reservation',
    'reserved',
    (c, r) => session(c, r.idTag, { reservationId: r.reservationId + 99 }),
  ],
  ['a fault of another connector', 'reserved', status(2, 'Faulted')],
  [
    'a cancellation that is rejected',
    'reserved',
    (c, r) => {
      c.onCall = () => ({ status: 'Rejected' })
      return asked(c, 'CancelReservation', { reservationId: r.reservationId })
    },
  ],
]
test.each(ends)('%s: %s [69]', async (_what, state, happens) => {
  const c = await bootedCharger(t, ws)
  const idTag = await newTag(t)
  const r = await reserved(c, 'Accepted', { idTag })
  expect(r).toMatchObject({ state: 'reserved', askedBy: 'operator' })
  await happens(c, r)
  const now = (await read(c.id)).data.find(x => x.reservationId === r.reservationId)
  expect(now?.state).toBe(state)
  expect(typeof now?.transactionId).toBe(state === 'used' ? 'number' : 'object')
  await c.close()
})

test('a session of its card ends a reservation that was typed in other letters [34] [69]', async () => {
  const c = await bootedCharger(t, ws)
  const idTag = await newTag(t)
  const r = await reserved(c, 'Accepted', { idTag: idTag.toLowerCase() })
  expect(r).toMatchObject({ state: 'reserved', idTag: idTag.toLowerCase() })
  await session(c, idTag)
  expect(await newest(c.id)).toMatchObject({ state: 'used', reservationId: r.reservationId })
  await c.close()
})

test('its time is over [69]', async () => {
  const c = await bootedCharger(t, ws)
  await reserved(c, 'Accepted')
  aheadMs = 3_700_000
  expect((await newest(c.id))?.state).toBe('expired')
  aheadMs = 0
  await c.close()
})
