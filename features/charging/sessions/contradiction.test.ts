// A message that contradicts a bill opens one review, over real sockets and in both protocols; the bill stays as it is.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '#testing/app.ts'
import type { TestCharger } from '#testing/charger.ts'
import { at, bootedCharger, energy, newTag, reviewsOf, sessionsOf, start, stop, unique } from '#testing/ocpp.ts'
import { bootedStation, eventsOf, register } from '#testing/station201.ts'

let t: TestApp
let ws: string
let idTag: string
beforeAll(async () => {
  t = await startApp()
  ws = (await t.listen()).ws
  idTag = await newTag(t)
})
afterAll(() => t.close())

const REASON = 'Readings contradict the bill'
const TEN_KWH = { energyWh: 10_000, totalPaise: 21_240, bills: 1 }
type Detail = { assumed: object; came: object }
const left = async (pk: number) => {
  const [session] = await sessionsOf(t, pk)
  const reviews = await reviewsOf(t, pk)
  return {
    bill: session && { energyWh: session.energyWh, totalPaise: session.totalPaise, bills: Number(session.bills) },
    reasons: reviews.map(r => r.reason),
    came: reviews.map(r => (r.detail as Detail).came),
    assumed: reviews.map(r => (r.detail as Detail).assumed),
  }
}

/** A billed session of 20 minutes and 10 kWh, and the messages that its charger may send afterwards. */
type Late = {
  c: TestCharger & { pk: number; id: string }
  reading: (minute: number, wh: number) => Promise<unknown>
  /** A reading that names no transaction. */
  loose: (minute: number, wh: number) => Promise<unknown>
  stopAgain: (wh: number) => Promise<unknown>
}
async function billed16(): Promise<Late> {
  const c = await bootedCharger(t, ws)
  const { transactionId } = await start(c, idTag)
  await stop(c, transactionId)
  return {
    c,
    reading: (minute, wh) =>
      c.call('MeterValues', { connectorId: 1, transactionId, meterValue: [energy(at(minute), wh)] }),
    loose: (minute, wh) => c.call('MeterValues', { connectorId: 1, meterValue: [energy(at(minute), wh)] }),
    stopAgain: wh => stop(c, transactionId, { meterStop: wh }),
  }
}
async function billed201(): Promise<Late> {
  const c = await bootedStation(t, ws)
  const e = eventsOf(c, unique('tx'))
  await e.started({ seqNo: 0, at: at(0), token: idTag, state: 'Charging', meters: [register(at(0), 1000)] })
  const end = (wh: number) => e.ended({ seqNo: 1, at: at(20), meters: [register(at(20), wh, 'Transaction.End')] })
  await end(11_000)
  let seqNo = 1
  return {
    c,
    reading: (minute, wh) => e.updated({ seqNo: ++seqNo, at: at(minute), meters: [register(at(minute), wh)] }),
    loose: (minute, wh) => c.call('MeterValues', { evseId: 1, meterValue: [register(at(minute), wh)] }),
    stopAgain: end,
  }
}

describe.each([
  ['1.6', billed16],
  ['2.0.1', billed201],
])('OCPP %s', (_, billed) => {
  test('readings that fit the bill, and the same stop again, open nothing', async () => {
    const { c, reading, loose, stopAgain } = await billed()
    await reading(10, 6000)
    await loose(15, 8000)
    await stopAgain(11_000)
    await stopAgain(11_001)
    expect(await left(c.pk)).toMatchObject({ bill: TEN_KWH, reasons: [] })
    await c.close()
  })

  test('readings above the stop register: one review, which says what lies furthest from the bill', async () => {
    const { c, reading } = await billed()
    await reading(12, 11_500)
    await reading(14, 12_500)
    await reading(13, 12_000)
    expect(await left(c.pk)).toEqual({
      bill: TEN_KWH,
      reasons: [REASON],
      came: [{ what: 'reading', wh: 12_500, at: at(14), offWh: 1500 }],
      assumed: [{ meterStartWh: 1000, meterStopWh: 11_000, chargedPaise: 21_240, idTag }],
    })
    await c.close()
  })

  test('a late reading of the connector that names no session', async () => {
    const { c, loose } = await billed()
    await loose(30, 12_500)
    expect((await left(c.pk)).reasons, 'after the session').toEqual([])
    await loose(12, 12_500)
    expect(await left(c.pk)).toMatchObject({
      bill: TEN_KWH,
      reasons: [REASON],
      came: [{ what: 'reading', wh: 12_500 }],
    })
    await c.close()
  })

  test('the stop told again with another register', async () => {
    const { c, stopAgain } = await billed()
    await stopAgain(9000)
    await stopAgain(9000)
    expect(await left(c.pk)).toMatchObject({
      bill: TEN_KWH,
      reasons: [REASON],
      came: [{ what: 'stop', wh: 9000, offWh: 2000 }],
    })
    await c.close()
  })

  test('a person keeps the bill, after which the same contradiction is no news, and another one is', async () => {
    const { c, stopAgain } = await billed()
    await stopAgain(9000)
    const path = `/cms/v1/team/${t.world.one.teamId}/transactions/review`
    const open = async () =>
      (await t.app.inject({ url: path, headers: await t.as('viewer') }))
        .json()
        .data.find((r: { chargepoint_id: string }) => r.chargepoint_id === c.id)
    const review = await open()
    expect(review).toMatchObject({
      why: 'The bill goes from 1,000 Wh to 11,000 Wh. Afterwards the charger told 9,000 Wh as the register of its stop.',
      proposal: { action: 'wait' },
    })
    const decide = async (payload: object) =>
      t.app.inject({ method: 'PATCH', url: `${path}/${review.id}`, headers: await t.as('admin'), payload })
    expect((await decide({ action: 'bill', stop_meter_value: 9000, note: 'Anew' })).statusCode).toBe(422)
    expect((await decide({ action: 'dismiss', note: 'Its meter was changed' })).json()).toMatchObject({
      data: { action: 'dismiss', totalAmountCharged: null },
    })
    const [session] = await sessionsOf(t, c.pk)
    expect(session).toMatchObject({ energyWh: 10_000, totalPaise: 21_240, chargedPaise: 21_240, inReview: false })
    await stopAgain(9000)
    expect(await open()).toBeUndefined()
    await stopAgain(8000)
    expect(await open()).toMatchObject({ reason: REASON })
    await c.close()
  })
})

test('OCPP 2.0.1: a start that comes after the bill with another register', async () => {
  const c = await bootedStation(t, ws)
  const e = eventsOf(c, unique('tx'))
  await e.updated({ seqNo: 1, at: at(2), token: idTag, state: 'Charging', meters: [register(at(2), 2000)] })
  await e.ended({ seqNo: 2, at: at(20), meters: [register(at(20), 11_000, 'Transaction.End')] })
  await expect.poll(async () => (await sessionsOf(t, c.pk))[0]?.totalPaise).toBe(19_116)
  await e.started({ seqNo: 0, at: at(0), token: idTag, meters: [register(at(0), 1000, 'Transaction.Begin')] })
  expect(await left(c.pk)).toMatchObject({
    bill: { energyWh: 9000, bills: 1 },
    reasons: [REASON],
    came: [{ what: 'start', wh: 1000, offWh: 1000 }],
  })
  await c.close()
})
