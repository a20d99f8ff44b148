// The short form of bills: the database gives back every line and fact to the letter, whatever has another form is stored
// whole, and no bill is written short while a node runs that does not read the short form.
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addBillVersion } from '#charging/sessions/session-change.store.ts'
import { startApp, type TestApp } from '#testing/app.ts'
import { bootedCharger, newTag, start, stop } from '#testing/ocpp.ts'
import { bill } from './bill.rules.ts'
import { billVersions } from './bill.store.ts'
import { loweredBill } from './bill-lower.rules.ts'
import { packedBill } from './bill-pack.rules.ts'
import { type BillRow, billRow } from './bill-row.rules.ts'
import { clock, every, reading, session, weekOf } from './test-bill.ts'

let t: TestApp
let ws: string
beforeAll(async () => {
  t = await startApp()
  ws = (await t.listen()).ws
})
afterAll(() => t.close())

type Whole = Pick<BillRow, 'lines' | 'facts'>
type Texts = { lines: string; facts: string }
/** Lines and facts as the database tells them of the short form, and of what it is the short form of. */
async function told(bills: readonly Whole[]): Promise<{ short: Texts[]; whole: Texts[] }> {
  const all = bills.map(b => ({ ...b, packed: packedBill(b.lines, b.facts) }))
  const { rows } = await sql<Texts & { shortLines: string; shortFacts: string }>`
    select lines::text, facts::text, bill_lines(packed -> 'lines')::text as short_lines,
      bill_facts(packed -> 'facts')::text as short_facts
    from json_to_recordset(${JSON.stringify(all)}::json) x (lines jsonb, facts jsonb, packed json)`.execute(t.db)
  return {
    short: rows.map(r => ({ lines: r.shortLines, facts: r.shortFacts })),
    whole: rows.map(({ lines, facts }) => ({ lines, facts })),
  }
}
const made = (change: Parameters<typeof session>[0]): BillRow =>
  billRow(bill(session(change)), {
    supply: { supplier: null, supplierState: '27', placeOfSupply: '27' },
    commissionPpm: 50_000,
    commissionPaisePerKwh: 100,
  })

/** Any bill of today's form, with figures of any size. */
const anyBill: fc.Arbitrary<Whole> = fc.record({
  lines: fc
    .array(
      fc.record({
        said: fc.constantFrom(
          { kind: 'energy', label: 'Energy', unit: 'Wh', rateUnit: 'kWh' },
          { kind: 'time', label: 'Time', unit: 's', rateUnit: 'hour' },
          { kind: 'fixedFeeStarting', label: 'Start fee', unit: 'once', rateUnit: 'once' },
          { kind: 'fixedFeeCharging', label: 'Charging fee', unit: 'once', rateUnit: 'once' },
          { kind: 'minuteFeeCharging', label: 'Charging minutes', unit: 's', rateUnit: 'minute' },
          { kind: 'idealFeeFullyCharged', label: 'Idle minutes', unit: 's', rateUnit: 'minute' },
          { kind: 'noPrice', label: 'No price', unit: 's', rateUnit: 'hour' },
          { kind: 'notCharged', label: 'Not charged', unit: 'once', rateUnit: 'once' },
        ),
        quantity: fc.maxSafeInteger(),
        ratePaise: fc.maxSafeInteger(),
        amountPaise: fc.maxSafeInteger(),
        slots: fc.array(fc.nat(), { maxLength: 4 }),
      }),
      { maxLength: 6 },
    )
    .map(lines => lines.map(({ said, ...figures }) => ({ ...said, ...figures }))),
  facts: fc.record({
    seconds: fc.nat(),
    idleSeconds: fc.nat(),
    insideState: fc.boolean(),
    pieces: fc.array(
      fc.record({
        slot: fc.integer({ min: -1, max: 400 }),
        fromAt: fc.nat().map(second => new Date(second * 1000)),
        energyWh: fc.maxSafeInteger(),
        seconds: fc.nat(),
        idleSeconds: fc.nat(),
        chargingSeconds: fc.nat(),
      }),
      { maxLength: 4 },
    ),
    borders: fc.array(
      fc.record({
        at: fc.nat().map(second => new Date(second * 1000).toISOString()),
        registerWh: fc.maxSafeInteger(),
        mark: fc.constantFrom('measured', 'interpolated', 'without samples'),
      }),
      { maxLength: 4 },
    ),
    droppedSamples: fc.nat(),
    notChargedPaise: fc.maxSafeInteger(),
  }),
})

describe('the short form', () => {
  test('gives back any bill to the letter', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyBill, { minLength: 1, maxLength: 50 }), async bills => {
        const { short, whole } = await told(bills)
        expect(short).toEqual(whole)
      }),
      { numRuns: 40 },
    )
  })

  test('gives back the bills of the rules, and those lowered by a person', async () => {
    const prices = [
      { pricePerKwhPaise: 1600, fixedFeeStartingPaise: 500, idealFeeFullyChargedPaise: 100 },
      { priceType: 'hr', pricePerHourPaise: 9000, minuteFeeChargingPaise: 25, fixedFeeChargingPaise: 100 },
    ] as const
    const change = {
      stopAt: clock(7200),
      meterStopWh: 28_001,
      samples: [reading(0, 0), reading(1700, 11_500), ...every(2999, 7200, { powerW: 20 })],
      snapshot: weekOf([750, 800], prices),
    }
    const gap = { ...weekOf([], []), details: [] }
    const bills = [
      made(change),
      made({ ...change, paymentType: 'CARD', holdPaise: 10_000n }),
      made({ ...change, snapshot: gap }),
      made({ ...change, free: true }),
    ]
    const stored: BillRow = JSON.parse(JSON.stringify(bills[0]))
    const { short, whole } = await told([...bills, stored, loweredBill(stored, 5000n)])
    expect(short).toEqual(whole)
    const kinds = bills.flatMap(b => (b.lines as { kind: string }[]).map(l => l.kind))
    const others = ['minuteFeeCharging', 'idealFeeFullyCharged', 'noPrice', 'notCharged']
    expect(new Set(kinds)).toEqual(new Set(['energy', 'time', 'fixedFeeCharging', ...others]))
    expect(bills[0]?.facts).toMatchObject({ borders: [{}, {}] })
  })

  test('takes less than a quarter of the bytes', () => {
    const { lines, facts } = made({})
    expect(JSON.stringify(packedBill(lines, facts)).length).toBeLessThan(JSON.stringify({ lines, facts }).length / 4)
  })
})

describe('stored whole is', () => {
  const { lines, facts } = JSON.parse(JSON.stringify(made({}))) as {
    lines: Record<string, unknown>[]
    facts: Record<string, unknown> & { pieces: Record<string, unknown>[] }
  }
  const line = (change: object) => [[{ ...lines[0], ...change }], facts] as const
  const fact = (change: object) => [lines, { ...facts, ...change }] as const
  const piece = (change: object) => fact({ pieces: [{ ...facts.pieces[0], ...change }] })
  test.each([
    ['another label', line({ label: 'Energie' })],
    ['another kind', line({ kind: 'discount' })],
    ['another unit', line({ unit: 's' })],
    ['a key more in a line', line({ note: 'x' })],
    ['part of a paisa', line({ amountPaise: 0.5 })],
    ['an amount as text', line({ amountPaise: '5' })],
    ['a slot that is no number', line({ slots: [null] })],
    ['no lines at all', [null, facts] as const],
    ['no facts', [lines, null] as const],
    ['facts of an earlier version', [lines, { energyWh: 10 }] as const],
    ['a key more in the facts', fact({ more: 1 })],
    ['a key less in the facts', fact({ seconds: undefined })],
    ['a piece with milliseconds', piece({ fromAt: '2026-03-02T12:00:00.500Z' })],
    ['a time in another form', piece({ fromAt: '2026-03-02T12:00:00Z' })],
    ['no time', piece({ fromAt: 'soon' })],
    ['a piece without its energy', piece({ energyWh: undefined })],
    [
      'a border of another mark',
      fact({ borders: [{ at: '2026-03-02T12:00:00.000Z', registerWh: 1, mark: 'guessed' }] }),
    ],
  ])('a bill with %s', (_, [someLines, someFacts]) => {
    expect(packedBill(someLines, someFacts)).toBeNull()
  })

  test('read by the database with its number of a line unknown, an error', async () => {
    await expect(sql`select bill_lines('[[8, 1, 1, 1]]')`.execute(t.db)).rejects.toThrow('unknown kind of line 8')
  })
})

describe('a session that ends', () => {
  const shortOf = async (transactionId: number) =>
    (
      await sql<{ isShort: boolean }>`select packed_lines is not null and packed_facts is not null and lines is null
          and facts is null as is_short from bill where transaction_id = ${transactionId}`.execute(t.db)
    ).rows[0]?.isShort
  async function ended(): Promise<number> {
    const c = await bootedCharger(t, ws)
    const { transactionId } = await start(c, await newTag(t), { meterStart: 0 })
    await stop(c, transactionId, { meterStop: 5000 })
    await c.close()
    return transactionId
  }
  test('has a short bill, which is read as any', async () => {
    const transactionId = await ended()
    expect(await shortOf(transactionId)).toBe(true)
    const [stored] = await billVersions(t.db, transactionId)
    expect(stored?.lines).toMatchObject([{ kind: 'energy', label: 'Energy', quantity: 5000 }])
    const { rows } = await sql`select lines, facts from current_bill where transaction_id = ${transactionId}`.execute(
      t.db,
    )
    expect(rows).toEqual([{ lines: stored?.lines, facts: stored?.facts }])
  })

  test('is billed whole while a node of a version before runs', async () => {
    const transactionId = await ended()
    const [first] = await billVersions(t.db, transactionId)
    const back = new Error('Nothing of this stays')
    const work = t.db.transaction().execute(async trx => {
      const isShort = async (version: number): Promise<unknown> => {
        await addBillVersion(trx, { transactionId, at: t.services.now(), bill: first as BillRow })
        return (
          await sql<{ isShort: boolean }>`select packed_lines is not null as is_short from bill
            where transaction_id = ${transactionId} and version = ${version}`.execute(trx)
        ).rows[0]?.isShort
      }
      await sql`insert into node (name, boot_id, roles, version) values ('before', 'a', '{}', '0094-lighter-indexes.sql')`.execute(
        trx,
      )
      expect(await isShort(2)).toBe(false)
      await sql`update node set ended_at = now() where name = 'before'`.execute(trx)
      expect(await isShort(3)).toBe(true)
      const [, second, third] = await billVersions(trx, transactionId)
      expect([second, third]).toEqual([
        { ...first, version: 2 },
        { ...first, version: 3 },
      ])
      throw back
    })
    await expect(work).rejects.toBe(back)
  })
})
