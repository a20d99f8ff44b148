// Two cards that both let somebody into one transaction of OCPP 2.0.1: the sequence numbers decide, whichever came first.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '#testing/app.ts'
import { at, newTag, reviewsOf, sessionsOf, unique } from '#testing/ocpp.ts'
import { bootedStation, eventsOf, register, type Station201 } from '#testing/station201.ts'

let t: TestApp
let ws: string
beforeAll(async () => {
  t = await startApp()
  ws = (await t.listen()).ws
})
afterAll(() => t.close())

const cardOf = async (pk: number) => {
  const { rows } = await sql<Record<string, unknown>>`select id_tag, ocpp_tag_pk is not null as is_known, id_tag_status,
    payment_type from transaction where chargepoint_pk = ${pk}`.execute(t.db)
  return rows
}
/** The station says that it has more events, so that an end waits for those that are missing. */
async function station(): Promise<Station201> {
  const c = await bootedStation(t, ws)
  c.onCall = action => (action === 'GetTransactionStatus' ? { messagesInQueue: true } : { status: 'Accepted' })
  return c
}
const courses = async (first: string, second: string) => {
  const c = await station()
  const id = unique('tx')
  const e = eventsOf(c, id)
  return {
    c,
    id,
    began: () => e.started({ seqNo: 0, at: at(0), token: first, state: 'Charging', meters: [register(at(0), 1000)] }),
    later: () =>
      e.updated({ seqNo: 1, at: at(2), trigger: 'Authorized', token: second, meters: [register(at(2), 2000)] }),
    ended: () => e.ended({ seqNo: 2, at: at(20), meters: [register(at(20), 11_000, 'Transaction.End')] }),
  }
}

test.each([
  ['as they were', ['began', 'later', 'ended']],
  ['the other card first', ['later', 'began', 'ended']],
  ['the end before the first card', ['later', 'ended', 'began']],
  ['the other card first, and everything twice', ['later', 'later', 'began', 'began', 'ended', 'ended']],
] as const)('the card of the lower number pays: %s', async (_, order) => {
  const [first, second] = [await newTag(t), await newTag(t)]
  const course = await courses(first, second)
  const answers: Record<string, unknown>[] = []
  for (const step of order) answers.push(await course[step]())
  expect(await cardOf(course.c.pk)).toEqual([
    { idTag: first, isKnown: true, idTagStatus: 'Accepted', paymentType: 'RFID' },
  ])
  expect(await sessionsOf(t, course.c.pk)).toMatchObject([{ energyWh: 10_000, totalPaise: 21_240, bills: 1 }])
  expect(await reviewsOf(t, course.c.pk)).toEqual([])
  expect(answers[order.indexOf('began')]).toMatchObject({ idTokenInfo: { status: 'Accepted' } })
  await course.c.close()
})

test('a card of the lower number that is refused: the session is that of a refused card, and nothing is billed', async () => {
  const course = await courses('NOBODY-KNOWS', await newTag(t))
  await course.later()
  expect(await course.began()).toMatchObject({ idTokenInfo: { status: 'Unknown' } })
  await course.ended()
  expect(await cardOf(course.c.pk)).toEqual([
    { idTag: 'NOBODY-KNOWS', isKnown: false, idTagStatus: 'Invalid', paymentType: 'RFID' },
  ])
  expect((await sessionsOf(t, course.c.pk))[0]?.chargedPaise).toBe(0)
  await course.c.close()
})

test('after the bill the card stays, and a person sees both', async () => {
  const [first, second] = [await newTag(t), await newTag(t)]
  const course = await courses(first, second)
  course.c.onCall = action => (action === 'GetTransactionStatus' ? { messagesInQueue: false } : { status: 'Accepted' })
  await course.later()
  await course.ended()
  await expect.poll(async () => (await sessionsOf(t, course.c.pk))[0]?.stoppedAt).toBeTruthy()
  await course.began()
  expect((await cardOf(course.c.pk))[0]).toMatchObject({ idTag: second })
  expect(await reviewsOf(t, course.c.pk)).toMatchObject([
    { reason: 'Readings contradict the bill', detail: { assumed: { idTag: second }, card: { idTag: first } } },
  ])
  const stopAgain = { meters: [register(at(20), 13_000, 'Transaction.End')] }
  await eventsOf(course.c, course.id).ended({ seqNo: 2, at: at(20), ...stopAgain })
  expect(await reviewsOf(t, course.c.pk), 'a register beside the card').toMatchObject([
    { detail: { assumed: { meterStopWh: 11_000 }, came: { what: 'stop', wh: 13_000 }, card: { idTag: first } } },
  ])
  await course.c.close()
})
