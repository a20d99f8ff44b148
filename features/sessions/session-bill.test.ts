// What a stop bills, over a real socket: never more than was paid beforehand, a time without a price shown, states of the
// connector in the order of the charger's times.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestCharger } from '../../server/test-charger.ts'
import { startHouse, type TestHouse } from '../../server/test-house.ts'
import { at, bootedCharger, energy, newTag, sessionsOf, start, stop } from '../../server/test-ocpp.ts'
import type { TransactionBill } from './transaction.contract.ts'

let t: TestHouse
let ws: string
let idTag: string
beforeAll(async () => {
  t = await startHouse()
  ws = (await t.listen()).ws
  idTag = await newTag(t)
})
afterAll(() => t.close())

/** A session on a charger of its own, paid beforehand; the server has been started anew since. */
async function paidSession(paise: number, paymentType = 'CARD') {
  const known = await bootedCharger(t, ws)
  const { transactionId } = await start(known, idTag)
  await sql`update transaction set payment_type = ${paymentType}, paid_paise = ${paise}
    where transaction_id = ${transactionId}`.execute(t.db)
  await t.restart()
  const c = Object.assign(await TestCharger.open(ws, known.id), { pk: known.pk })
  return { c, transactionId }
}
const shown = async (transactionId: number): Promise<TransactionBill> => {
  const url = `/cms/v1/team/${t.world.one.teamId}/transaction/${transactionId}`
  const r = await t.app.inject({ url, headers: await t.as('viewer') })
  return r.json().data.bill
}

test.each(['CARD', 'UPI'])('a normal stop bills no more than was paid by %s, and keeps what ran over', async type => {
  const { c, transactionId } = await paidSession(1000, type)
  await c.call('MeterValues', { connectorId: 1, transactionId, meterValue: [energy(at(10), 6000)] })
  // 8.28 would be 10.01 with tax and surcharge. The running amount stops there as well.
  expect(await shown(transactionId)).toMatchObject({ taxable: 8.27, total: 9.98 })
  await stop(c, transactionId)
  expect(await sessionsOf(t, c.pk)).toEqual([expect.objectContaining({ chargedPaise: 998, totalPaise: 998 })])
  const bill = await shown(transactionId)
  expect(bill).toMatchObject({ taxable: 8.27, total: 9.98 })
  expect(bill.lines.at(-1)).toMatchObject({ label: 'Not charged', amount: -171.73 })
  const { rows } = await sql<{ facts: { overrunPaise: number } }>`select facts from bill
    where transaction_id = ${transactionId}`.execute(t.db)
  // 10 kWh at 18.00 with 18 % and 2.36 %: 217.41.
  expect(rows[0]?.facts.overrunPaise).toBe(21_741 - 998)
  await c.close()
})

test('what was paid and suffices changes nothing', async () => {
  const { c, transactionId } = await paidSession(50_000)
  await stop(c, transactionId)
  expect(await shown(transactionId)).toMatchObject({ total: 217.41, lines: [{ kind: 'energy' }] })
  await c.close()
})

test.each([false, true])(
  'states count in the order of the charger’s times; read again after a restart: %s',
  async isRead => {
    let c = await bootedCharger(t, ws)
    const { transactionId } = await start(c, idTag)
    const power = { value: '7000', measurand: 'Power.Active.Import', unit: 'W' }
    const meterValue = [0, 4, 8, 12, 16].map(m => energy(at(m), 1000 + m * 400, power))
    await c.call('MeterValues', { connectorId: 1, transactionId, meterValue })
    const state = (minute: number, status: string) =>
      c.call('StatusNotification', { connectorId: 1, errorCode: 'NoError', status, timestamp: at(minute) })
    // The suspension is told last, though it was over by then.
    await state(3, 'Charging')
    await state(2, 'SuspendedEV')
    if (isRead) {
      await t.restart()
      c = Object.assign(await TestCharger.open(ws, c.id), { pk: c.pk, id: c.id })
    }
    await stop(c, transactionId)
    expect((await shown(transactionId)).idleSeconds).toBe(0)
    await c.close()
  },
)
