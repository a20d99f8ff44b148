// Deciding on sessions to review: rights, the effect of each decision on the session, its bill and the hour's figures,
// and the result if nobody decides.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startUpkeep } from '#app/upkeep.ts'
import { postWaitingBills } from '#charging/billing/bill-ledger.commands.ts'
import { type Person, startApp, type TestApp } from '#testing/app.ts'
import { TestCharger } from '#testing/charger.ts'
import { at, bootedCharger, energy, newTag, priceCharger, sessionsOf, start, stop } from '#testing/ocpp.ts'
import { decideOverdue } from './session-review.commands.ts'
import type { ReviewPreview, SessionReview } from './session-review.contract.ts'

let t: TestApp
let ws: string
let tag: string
let aheadMs = 0
beforeAll(async () => {
  t = await startApp({ now: () => new Date(Date.now() + aheadMs) })
  ws = (await t.listen()).ws
  tag = await newTag(t)
})
afterAll(() => t.close())

type Charger = TestCharger & { pk: number; id: string }
/** A new charger with a session to review, which reached 6,000 Wh by its readings and stopped at 900. */
async function ranBack(): Promise<{ c: Charger; transactionId: number; review: SessionReview }> {
  const c = await bootedCharger(t, ws)
  const { transactionId } = await start(c, tag)
  await c.call('MeterValues', { connectorId: 1, transactionId, meterValue: [energy(at(10), 6000)] })
  await stop(c, transactionId, { meterStop: 900 })
  return { c, transactionId, review: await reviewOf(c) }
}
/** A stop of an unknown session, sent while another session runs. */
async function lostStop(): Promise<{ c: Charger; transactionId: number; review: SessionReview }> {
  const c = await bootedCharger(t, ws)
  const { transactionId } = await start(c, tag)
  await stop(c, 987_654, { meterStop: 11_000, idTag: 'SOMEBODY', reason: 'EVDisconnected' })
  return { c, transactionId, review: await reviewOf(c) }
}

const path = () => `/cms/v1/team/${t.world.one.teamId}/transactions/review`
const open = async (): Promise<SessionReview[]> =>
  (await t.app.inject({ url: path(), headers: await t.as('viewer') })).json().data
const reviewOf = async (c: Charger): Promise<SessionReview> => {
  const found = (await open()).find(r => r.chargepoint_id === c.id)
  if (!found) throw new Error('Nothing waits')
  return found
}
const decide = async (id: number, payload: object, person: Person = 'admin', url = path()) => {
  const r = await t.app.inject({ method: 'PATCH', url: `${url}/${id}`, headers: await t.as(person), payload })
  return { ...r.json(), status: r.statusCode } as {
    status: number
    message: string
    data?: unknown
    errors?: Record<string, string>
  }
}
const preview = async (id: number, payload: object, person: Person = 'viewer', url = path()) => {
  const r = await t.app.inject({ method: 'POST', url: `${url}/${id}/preview`, headers: await t.as(person), payload })
  return { ...r.json(), status: r.statusCode } as { status: number; message: string; data?: ReviewPreview }
}
const hour = async () =>
  (
    await sql<Record<string, number>>`select sum(finished)::int as finished, sum(successful)::int as successful,
      sum(energy_wh)::int as energy_wh, sum(charged_paise)::int as charged_paise, sum(rfid_paise)::int as rfid_paise from usage_hour`.execute(
      t.db,
    )
  ).rows[0] as Record<string, number>
/** The changes in the hours' figures since `before`. */
const since = async (before: Record<string, number>) =>
  Object.fromEntries(Object.entries(await hour()).map(([k, v]) => [k, v - (before[k] ?? 0)]))

describe('rights', () => {
  test('deciding needs full access to transactions, and the review within the scope', async () => {
    const { review } = await ranBack()
    const body = { action: 'bill', note: 'Checked' }
    const anonymous = await t.app.inject({ method: 'PATCH', url: `${path()}/${review.id}`, payload: body })
    expect(anonymous.statusCode).toBe(401)
    const wanted = { nobody: 404, stranger: 404, viewer: 403, operator: 403 }
    for (const [person, code] of Object.entries(wanted))
      expect((await decide(review.id, body, person as Person)).status, person).toBe(code)
    const foreign = `/cms/v1/team/${t.world.two.companyId}/transactions/review`
    expect((await decide(review.id, body, 'root', foreign)).status).toBe(404)
    expect((await open()).map(r => r.id)).toContain(review.id)
    expect(await decide(review.id, body)).toMatchObject({
      status: 200,
      message: 'Session to review updated successfully',
    })
  })
})

describe('a session', () => {
  test('billed without figures is billed on the last certain register, once, and counted', async () => {
    const { c, transactionId, review } = await ranBack()
    expect(review.proposal).toEqual({ action: 'bill', stop_meter_value: 6000 })
    const before = await hour()
    // 5 kWh at 18.00 and 18 %.
    expect(await decide(review.id, { action: 'bill', note: 'Meter was changed' })).toMatchObject({
      status: 200,
      data: { id: review.id, transactionId, action: 'bill', totalAmountCharged: 106.2 },
    })
    expect(await sessionsOf(t, c.pk)).toEqual([
      expect.objectContaining({
        inReview: false,
        meterStopWh: 6000,
        energyWh: 5000,
        chargedPaise: 10_620,
        totalPaise: 10_620,
        bills: 1,
      }),
    ])
    // Neither successful nor failed until now.
    expect(await since(before)).toEqual({
      finished: 1,
      successful: 1,
      energyWh: 5000,
      chargedPaise: 10_620,
      rfidPaise: 10_620,
    })
    expect((await open()).map(r => r.id)).not.toContain(review.id)
    expect(await decide(review.id, { action: 'bill', note: 'Again' })).toMatchObject({
      status: 409,
      message: 'This session has been decided already',
    })
    const { rows } = await sql<{ decidedBy: number; decision: object }>`
      select decided_by, decision from session_review where id = ${review.id}`.execute(t.db)
    expect(rows[0]?.decision).toEqual({ action: 'bill', note: 'Meter was changed' })
    expect(rows[0]?.decidedBy).toBeGreaterThan(0)
    await c.close()
  })

  test('billed with figures of a person’s own is billed on those', async () => {
    const { c, review } = await ranBack()
    const body = { action: 'bill', stop_meter_value: 7000, stoptime: at(15), note: 'Read off the display' }
    expect(await decide(review.id, body)).toMatchObject({ data: { totalAmountCharged: 127.44 } })
    expect(await sessionsOf(t, c.pk)).toEqual([
      expect.objectContaining({ meterStopWh: 7000, stoppedAt: new Date(at(15)), totalPaise: 12_744 }),
    ])
    await c.close()
  })

  test.each([
    ['a stop below the start', (c: Charger, id: number) => stop(c, id, { meterStop: 30 })],
    ['a stop above what can be', (c: Charger, id: number) => stop(c, id, { meterStop: 900_000 })],
    ['no stop before the next start', (c: Charger) => start(c, tag, { timestamp: at(30), meterStart: 40 })],
  ])(
    'whose meter was reset is billed on the last plausible register, whatever came after it: %s',
    async (_what, end) => {
      const c = await bootedCharger(t, ws)
      const { transactionId } = await start(c, tag)
      const says = (minute: number, ...more: object[]) =>
        c.call('MeterValues', {
          connectorId: 1,
          transactionId,
          meterValue: [{ timestamp: at(minute), sampledValue: more }],
        })
      await says(10, { value: '6000' })
      await says(12, { value: '0' })
      await says(14, { value: '7', measurand: 'Power.Active.Import' }, { value: '40', measurand: 'Temperature' })
      await end(c, transactionId)
      const review = await reviewOf(c)
      expect(review.proposal).toEqual({ action: 'bill', stop_meter_value: 6000 })
      expect(await decide(review.id, { action: 'bill', note: 'Reset' })).toMatchObject({
        data: { totalAmountCharged: 106.2 },
      })
      await c.close()
    },
  )

  test('dismissed is never billed and keeps what the charger said', async () => {
    const { c, review } = await ranBack()
    const before = await hour()
    expect(await decide(review.id, { action: 'dismiss', note: 'Test run' })).toMatchObject({
      status: 200,
      data: { totalAmountCharged: null },
    })
    expect(await sessionsOf(t, c.pk)).toEqual([
      expect.objectContaining({ inReview: false, meterStopWh: 900, chargedPaise: 0, bills: 0 }),
    ])
    expect(await since(before)).toEqual({ finished: 1, successful: 0, energyWh: 0, chargedPaise: 0, rfidPaise: 0 })
    await c.close()
  })

  test('dismissed has no energy that counts, and its register is what the charger told', async () => {
    const c = await bootedCharger(t, ws)
    const { transactionId } = await start(c, tag)
    await c.call('MeterValues', { connectorId: 1, transactionId, meterValue: [energy(at(10), 6000)] })
    await start(c, tag, { timestamp: at(30), meterStart: 6500 })
    const review = await reviewOf(c)
    expect((await decide(review.id, { action: 'dismiss', note: 'Impossible' })).status).toBe(200)
    const r = await t.app.inject({
      url: `/cms/v1/team/${t.world.one.companyId}/transaction/${transactionId}`,
      headers: await t.as('admin'),
    })
    expect(r.json().data).toMatchObject({
      isDismissed: true,
      kw_consumed: 0,
      energy_consumed: 0,
      totalAmountCharged: 0,
      stop_meter_value: 6000,
    })
    await c.close()
  })

  test('whose stop never came counts as finished once somebody decides; a stop that comes later is shown and changes nothing', async () => {
    const c = await bootedCharger(t, ws)
    const { transactionId } = await start(c, tag)
    await c.call('MeterValues', { connectorId: 1, transactionId, meterValue: [energy(at(10), 6000)] })
    await start(c, tag, { timestamp: at(30), meterStart: 6500 })
    const review = await reviewOf(c)
    const before = await hour()
    expect(await decide(review.id, { action: 'bill', note: 'Power cut' })).toMatchObject({ status: 200 })
    expect(await since(before)).toEqual({
      finished: 1,
      successful: 1,
      energyWh: 5000,
      chargedPaise: 10_620,
      rfidPaise: 10_620,
    })
    await stop(c, transactionId, { meterStop: 9000 })
    expect((await sessionsOf(t, c.pk))[0]).toMatchObject({ meterStopWh: 6000, totalPaise: 10_620, bills: 1 })
    const { id, reason } = await reviewOf(c)
    expect(reason).toBe('Readings contradict the bill')
    expect(await decide(id, { action: 'dismiss', note: 'The bill stays' })).toMatchObject({ status: 200 })
    await c.close()
  })

  test('whose stop never came ended with its last reading, also with one that was queued and came after the next start', async () => {
    const c = await bootedCharger(t, ws)
    const { transactionId } = await start(c, tag)
    const says = (minute: number, wh: number) =>
      c.call('MeterValues', { connectorId: 1, transactionId, meterValue: [energy(at(minute), wh)] })
    await says(10, 6000)
    await start(c, tag, { timestamp: at(30), meterStart: 8500 })
    await says(20, 8000)
    const review = await reviewOf(c)
    // 7 kWh at 18.00 and 18 %.
    expect(await decide(review.id, { action: 'bill', note: 'Power cut' })).toMatchObject({
      data: { totalAmountCharged: 148.68 },
    })
    expect((await sessionsOf(t, c.pk))[0]).toMatchObject({ meterStopWh: 8000, stoppedAt: new Date(at(20)) })
    await c.close()
  })

  test('two who decide at once are one decision', async () => {
    const { c, review } = await ranBack()
    const both = await Promise.all([1, 2].map(n => decide(review.id, { action: 'bill', note: `Number ${n}` })))
    expect(both.map(b => b.status).sort()).toEqual([200, 409])
    expect(await sessionsOf(t, c.pk)).toEqual([expect.objectContaining({ bills: 1, totalPaise: 10_620 })])
    await c.close()
  })

  test('paid beforehand is never billed above what was taken', async () => {
    const { c, transactionId, review } = await ranBack()
    await sql`update transaction set payment_type = 'CARD', paid_paise = 5000 where transaction_id = ${transactionId}`.execute(
      t.db,
    )
    const { data } = await decide(review.id, { action: 'bill', note: 'Checked' })
    expect((data as { totalAmountCharged: number }).totalAmountCharged).toBeLessThanOrEqual(50)
    expect((data as { totalAmountCharged: number }).totalAmountCharged).toBeGreaterThan(49.9)
    expect(data).toMatchObject({ nothingToTake: null })
    await c.close()
  })

  test('whose payment was given back says before and after that nothing can be billed, and why', async () => {
    const { c, transactionId, review } = await ranBack()
    await sql`update transaction set payment_type = 'CARD', paid_paise = 0 where transaction_id = ${transactionId}`.execute(
      t.db,
    )
    const why =
      'Nothing can be billed, because the payment of this session was given back already and no money is kept back.'
    const nothing = { totalAmountCharged: 0, nothingToTake: why }
    expect(await preview(review.id, { action: 'bill' })).toMatchObject({ status: 200, data: nothing })
    expect((await preview(review.id, { action: 'dismiss' })).data).toMatchObject({ nothingToTake: null })
    expect(await decide(review.id, { action: 'bill', note: 'Checked' })).toMatchObject({ status: 200, data: nothing })
    await c.close()
  })

  test('without a price asks for one, and is billed by it once the connector has it', async () => {
    const c = await bootedCharger(t, ws)
    await priceCharger(t, c.pk, null)
    t.services.bus.changed({ what: 'charger', chargepointPk: c.pk })
    const hasPrice = () => t.ocpp.stations.get(c.pk)?.charger.connectors.some(n => n.priceGroupId !== null)
    while (hasPrice()) await new Promise(next => setImmediate(next))
    const { transactionId } = await start(c, tag)
    await stop(c, transactionId)
    const review = await reviewOf(c)
    expect(review.reason).toBe('No price group')
    const lacks = { setting: 'price', chargepoint_pk: c.pk, teamId: t.world.one.teamId }
    expect(await preview(review.id, { action: 'bill' })).toMatchObject({
      status: 200,
      data: { bill: null, totalAmountCharged: null, lacks },
    })
    expect(await decide(review.id, { action: 'bill', note: 'Bill it' })).toMatchObject({
      status: 409,
      message: 'Set a price group on the connector first',
    })
    await priceCharger(t, c.pk, t.world.priceGroupId)
    expect((await preview(review.id, { action: 'bill' })).data).toMatchObject({
      lacks: null,
      totalAmountCharged: 212.4,
    })
    expect(await decide(review.id, { action: 'bill', note: 'Bill it' })).toMatchObject({
      data: { totalAmountCharged: 212.4 },
    })
    await c.close()
  })
})

describe('a stop without a session', () => {
  test('matched ends its session with what it said', async () => {
    const { c, transactionId, review } = await lostStop()
    expect(review).toMatchObject({ transactionId: null, proposal: { action: 'dismiss' } })
    const before = await hour()
    aheadMs = 40 * 3_600_000
    const matchedAt = t.services.now()
    expect(await decide(review.id, { action: 'match', transactionId, note: 'The only car' })).toMatchObject({
      status: 200,
      data: { transactionId, totalAmountCharged: 212.4 },
    })
    aheadMs = 0
    await postWaitingBills(t)
    // A payout that was made before the match looks for later bills alone.
    const times = await t.db
      .selectFrom('bill as b')
      .innerJoin('posting as p', 'p.transactionId', 'b.transactionId')
      .select(['b.billedAt', 'p.eventAt'])
      .where('b.transactionId', '=', transactionId)
      .execute()
    expect(times).toEqual([{ billedAt: times[0]?.billedAt, eventAt: times[0]?.billedAt }])
    expect(times[0]?.billedAt.getTime()).toBeGreaterThanOrEqual(matchedAt.getTime())
    expect(await sessionsOf(t, c.pk)).toEqual([
      expect.objectContaining({
        stopReason: 'EVDisconnected',
        meterStopWh: 11_000,
        totalPaise: 21_240,
        bills: 1,
        stoppedAt: new Date(at(20)),
      }),
    ])
    expect(await since(before)).toMatchObject({ finished: 1, successful: 1, energyWh: 10_000, chargedPaise: 21_240 })
    await c.close()
  })

  test('belongs to a session of its own charger that has no stop yet', async () => {
    const [lost, other, done] = [await lostStop(), await lostStop(), await ranBack()]
    const match = (transactionId?: number) => decide(lost.review.id, { action: 'match', transactionId, note: 'Try' })
    expect(await match()).toMatchObject({ status: 422, errors: { transactionId: 'Transaction ID is required' } })
    for (const id of [other.transactionId, done.transactionId, 2_000_000_000])
      expect(await match(id)).toMatchObject({
        status: 422,
        errors: { transactionId: 'This charge point has no such transaction' },
      })
    await stop(lost.c, lost.transactionId)
    expect(await match(lost.transactionId)).toMatchObject({
      status: 422,
      errors: { transactionId: 'This transaction has its stop already' },
    })
    expect((await open()).map(r => r.id)).toContain(lost.review.id)
    for (const { c } of [lost, other, done]) await c.close()
  })

  test('dismissed is gone, and leaves the running session alone', async () => {
    const { c, review } = await lostStop()
    expect((await decide(review.id, { action: 'dismiss', note: 'From before' })).status).toBe(200)
    expect((await open()).map(r => r.id)).not.toContain(review.id)
    expect(await sessionsOf(t, c.pk)).toEqual([expect.objectContaining({ stoppedAt: null })])
    await c.close()
  })
})

const AMOUNT = 'Stop meter value must not be'
const BETWEEN = expect.stringMatching(
  /^Stop time must lie between \d\d \w{3} \d{4} \d\d:\d\d and \d\d \w{3} \d{4} \d\d:\d\d \(Asia\/Kolkata\)$/,
)
test('what cannot be is refused beside its field, and nothing is decided', async () => {
  const { c, review } = await ranBack()
  const lost = await lostStop()
  const bill = (more: object) => ({ action: 'bill', note: 'x', ...more })
  for (const [id, body, field, text] of [
    [review.id, bill({ stop_meter_value: 999 }), 'stop_meter_value', `${AMOUNT} below the start, 1,000 Wh`],
    [review.id, bill({ stop_meter_value: 5999 }), 'stop_meter_value', `${AMOUNT} below the last reading, 6,000 Wh`],
    // 60 kW and a tenth for 21 minutes.
    [
      review.id,
      bill({ stop_meter_value: 24_101 }),
      'stop_meter_value',
      `${AMOUNT} above 24,100 Wh: the connector cannot deliver more in this time`,
    ],
    [
      review.id,
      bill({ stop_meter_value: 99_990_428_000, stoptime: at(15) }),
      'stop_meter_value',
      `${AMOUNT} above 18,600 Wh: the connector cannot deliver more in this time`,
    ],
    [review.id, bill({ stop_meter_value: -1 }), 'stop_meter_value', 'Stop meter value must be a number'],
    [review.id, bill({ stoptime: at(-5) }), 'stoptime', BETWEEN],
    [review.id, bill({ stoptime: at(100_000) }), 'stoptime', BETWEEN],
    // After its stop was heard.
    [review.id, bill({ stoptime: at(75) }), 'stoptime', BETWEEN],
    [review.id, bill({ stoptime: 'soon' }), 'stoptime', 'Please enter a valid date and time'],
    [review.id, bill({ note: '  ' }), 'note', 'Note is required'],
    [review.id, bill({ note: 'x'.repeat(601) }), 'note', 'Note should be 600 characters or less'],
    [review.id, { action: 'forget', note: 'x' }, 'action', 'Please select an action'],
    [
      review.id,
      { action: 'match', transactionId: 1, note: 'x' },
      'action',
      'Only a stop without a session can be matched',
    ],
    [lost.review.id, bill({}), 'action', 'There is no session to bill'],
  ] as const) {
    expect(await preview(id, body), JSON.stringify(body)).toMatchObject(
      'note' in body && (body.note.trim() === '' || body.note.length > 600)
        ? { status: 200 }
        : { status: 422, errors: { [field]: text } },
    )
    expect(await decide(id, body), JSON.stringify(body)).toMatchObject({ status: 422, errors: { [field]: text } })
  }
  expect((await decide(2_000_000_000, bill({}))).status).toBe(404)
  expect((await open()).map(r => r.id)).toEqual(expect.arrayContaining([review.id, lost.review.id]))
  await c.close()
  await lost.c.close()
})

test('what nobody decides in 48 hours is billed on what is certain, or dismissed, by the upkeep', async () => {
  const [{ c, review }, lost] = [await ranBack(), await lostStop()]
  aheadMs = 47 * 3_600_000
  expect(await decideOverdue(t.services)).toBe(0)
  // Within the hour after, and before the upkeep seals the meter values of today, which it does two days after today's end.
  const restOfDayMs = 86_400_000 - (Date.now() % 86_400_000)
  aheadMs = 48 * 3_600_000 + Math.min(3_600_000, restOfDayMs / 2)
  await startUpkeep(t.services)
  await expect.poll(open, { timeout: 20_000 }).toEqual([])
  expect(await sessionsOf(t, c.pk)).toEqual([
    expect.objectContaining({ meterStopWh: 6000, totalPaise: 10_620, bills: 1 }),
  ])
  const { rows } = await sql<{ id: number; decidedBy: number | null; decision: { action: string } }>`
    select id, decided_by, decision from session_review where id in (${review.id}, ${lost.review.id}) order by id`.execute(
    t.db,
  )
  expect(rows.map(r => [r.decidedBy, r.decision.action])).toEqual([
    [null, 'bill'],
    [null, 'dismiss'],
  ])
  aheadMs = 0
  await c.close()
  await lost.c.close()
})

describe('before it is decided', () => {
  test('the bill that follows is shown, line by line, and nothing is written', async () => {
    const { c, transactionId, review } = await ranBack()
    const figures = { action: 'bill', stop_meter_value: 7000, stoptime: at(15) }
    const shown = await preview(review.id, figures)
    expect(shown).toMatchObject({
      status: 200,
      data: {
        transactionId,
        starttime: at(0),
        stoptime: at(15),
        start_meter_value: 1000,
        stop_meter_value: 7000,
        bill: { lines: [{ label: 'Energy', quantity: 6, rate: 18, amount: 108 }], taxable: 108, total: 127.44 },
        totalAmountCharged: 127.44,
      },
    })
    expect((await preview(review.id, { action: 'dismiss' })).data).toMatchObject({
      bill: null,
      totalAmountCharged: null,
    })
    expect(await sessionsOf(t, c.pk)).toEqual([expect.objectContaining({ inReview: true, meterStopWh: 900, bills: 0 })])
    const totalAmountCharged = shown.data?.totalAmountCharged
    expect(await decide(review.id, { ...figures, totalAmountCharged, note: 'As shown' })).toMatchObject({
      data: { totalAmountCharged: 127.44 },
    })
    expect((await preview(review.id, figures)).status).toBe(409)
    await c.close()
  })

  test('an amount that is another by now is a conflict, and nothing is written', async () => {
    const { c, review } = await ranBack()
    expect(await decide(review.id, { action: 'bill', totalAmountCharged: 106.19, note: 'As shown' })).toMatchObject({
      status: 409,
      message: 'The bill has changed meanwhile, please check it again',
    })
    expect(await sessionsOf(t, c.pk)).toEqual([expect.objectContaining({ inReview: true, bills: 0 })])
    await c.close()
  })

  test('nobody outside the team is shown it', async () => {
    const { c, review } = await ranBack()
    for (const person of ['nobody', 'stranger'] as const)
      expect((await preview(review.id, { action: 'bill' }, person)).status, person).toBe(404)
    const foreign = `/cms/v1/team/${t.world.two.companyId}/transactions/review`
    expect((await preview(review.id, { action: 'bill' }, 'root', foreign)).status).toBe(404)
    await c.close()
  })
})

type Entry = { action: string; recordId: string; username: string; isMoney: boolean; before: object; after: object }
const auditOf = async (recordId: string | number) =>
  (
    await sql<Entry>`select action, record_id, username, is_money, before, after from audit_entry
      where feature = 'Transaction' and record_id = ${String(recordId)} order by id`.execute(t.db)
  ).rows

test('each decision is one entry of the audit log, with what was before and after; a refused one is none', async () => {
  const [one, two, lost] = [await ranBack(), await ranBack(), await lostStop()]
  expect((await decide(one.review.id, { action: 'bill', stop_meter_value: 1, note: 'Try' })).status).toBe(422)
  await decide(one.review.id, { action: 'bill', note: 'Meter was changed' })
  await decide(two.review.id, { action: 'dismiss', note: 'Test run' })
  await decide(lost.review.id, { action: 'dismiss', note: 'From before' })
  expect(await auditOf(one.transactionId)).toEqual([
    {
      action: 'bill',
      recordId: String(one.transactionId),
      username: 'admin',
      isMoney: true,
      before: expect.objectContaining({ inReview: true, stop_meter_value: 900, totalAmountCharged: null }),
      after: expect.objectContaining({
        inReview: false,
        stop_meter_value: 6000,
        totalAmountCharged: 106.2,
        note: 'Meter was changed',
      }),
    },
  ])
  expect(await auditOf(two.transactionId)).toEqual([expect.objectContaining({ action: 'dismiss', isMoney: true })])
  expect(await auditOf(`review ${lost.review.id}`)).toEqual([expect.objectContaining({ action: 'dismiss' })])
  for (const { c } of [one, two, lost]) await c.close()
})

/** Starts a session while the charger's connector has no price; the price is set again afterwards. */
async function unpriced(person: 'one' | 'two', paymentType?: string) {
  const groups = { one: t.world.priceGroupId, two: await priceGroupOf('OTHER-1') }
  const c =
    person === 'one'
      ? await bootedCharger(t, ws)
      : Object.assign(await TestCharger.open(ws, 'OTHER-1'), t.world.chargers.other)
  if (person === 'two') await c.boot()
  const price = async (id: number | null) => {
    await priceCharger(t, c.pk, id)
    t.services.bus.changed({ what: 'charger', chargepointPk: c.pk })
    const has = () => t.ocpp.stations.get(c.pk)?.charger.connectors.some(n => n.priceGroupId !== null)
    while (has() !== (id !== null)) await new Promise(next => setImmediate(next))
  }
  await price(null)
  const { transactionId } = await start(c, person === 'one' ? tag : t.world.otherTag)
  if (paymentType)
    await sql`update transaction set payment_type = ${paymentType} where transaction_id = ${transactionId}`.execute(
      t.db,
    )
  await stop(c, transactionId)
  await price(groups[person])
  return { c, transactionId }
}
const priceGroupOf = async (id: string) =>
  (
    await sql<{ n: number }>`select n.price_group_id as n from connector n join charger c using (chargepoint_pk)
      where c.chargepoint_id = ${id}`.execute(t.db)
  ).rows[0]?.n ?? 0
const priceOf = async (transactionId: number) =>
  (
    await sql<{ n: number | null }>`select price_version_id as n from transaction
      where transaction_id = ${transactionId}`.execute(t.db)
  ).rows[0]?.n

test('a decision touches no session of another company, whatever id it names', async () => {
  const theirs = await unpriced('two')
  const lost = await lostStop()
  const match = { action: 'match', transactionId: theirs.transactionId, note: 'Try' }
  for (const [person, url] of [
    ['admin', path()],
    ['root', path()],
  ] as const)
    expect(await decide(lost.review.id, match, person, url)).toMatchObject({
      status: 422,
      errors: { transactionId: 'This charge point has no such transaction' },
    })
  expect(await preview(lost.review.id, match)).toMatchObject({ status: 422 })
  expect(await priceOf(theirs.transactionId)).toBeNull()
  await lost.c.close()
  await theirs.c.close()
})

test('a session without a price waits for a person beyond the 48 hours, unless money of a driver is held for it', async () => {
  const mine = await unpriced('one')
  const held = await unpriced('one', 'WALLET')
  expect((await reviewOf(mine.c)).proposal).toEqual({
    action: 'wait',
    stop_meter_value: 11_000,
    lacks: 'price',
  })
  expect((await reviewOf(held.c)).proposal).toMatchObject({ action: 'dismiss', lacks: 'price' })
  aheadMs = 49 * 3_600_000
  await decideOverdue(t.services)
  await decideOverdue(t.services)
  aheadMs = 0
  expect(await sessionsOf(t, mine.c.pk)).toEqual([expect.objectContaining({ inReview: true, bills: 0 })])
  expect(await priceOf(mine.transactionId)).toBeNull()
  expect(await sessionsOf(t, held.c.pk)).toEqual([
    expect.objectContaining({ inReview: false, bills: 0, chargedPaise: 0 }),
  ])
  expect(await auditOf(held.transactionId)).toEqual([
    expect.objectContaining({ action: 'dismiss', username: 'Sessions to review' }),
  ])
  const { id } = await reviewOf(mine.c)
  expect(await decide(id, { action: 'bill', note: 'Priced by hand' })).toMatchObject({
    data: { totalAmountCharged: 212.4 },
  })
  expect(await priceOf(mine.transactionId)).toBeGreaterThan(0)
  expect(await auditOf(mine.transactionId)).toEqual([
    expect.objectContaining({
      before: expect.objectContaining({ priceVersionId: null }),
      after: expect.objectContaining({ priceVersionId: expect.any(Number), totalAmountCharged: 212.4 }),
    }),
  ])
  await mine.c.close()
  await held.c.close()
})

test('a stop that is given to a session leaves the next session on the connector its time and its energy', async () => {
  const c = await bootedCharger(t, ws)
  const first = await start(c, tag)
  const second = await start(c, tag, { meterStart: 9000, timestamp: at(20) })
  await stop(c, second.transactionId, { meterStop: 19_000, timestamp: at(40) })
  await stop(c, 987_655, { meterStop: 19_100, timestamp: at(45), idTag: 'SOMEBODY' })
  const lost = (await open()).find(r => r.chargepoint_id === c.id && r.transactionId === null)
  const match = { action: 'match', transactionId: first.transactionId, note: 'Found' }
  const late = await decide(lost?.id ?? 0, match)
  expect([late.status, Object.keys(late.errors ?? {})]).toEqual([422, ['stoptime']])
  expect(late.message).toMatch(/^Stop time must not be after .*: the next session began on this connector$/)
  const much = await preview(lost?.id ?? 0, { ...match, stoptime: at(20), stop_meter_value: 9001 }, 'admin')
  expect([much.status, much.message]).toEqual([
    422,
    'Stop meter value must not be above 9,000 Wh, where the next session on this connector began',
  ])
  expect((await decide(lost?.id ?? 0, { ...match, stoptime: at(20), stop_meter_value: 9000 })).status).toBe(200)
  await c.close()
})
