// Versions of prices are for good: changes refused by the database, the version in force at a moment, and the versions
// added by a change of the team's terms.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setPriceGroup } from '#fleet/stations/connector.store.ts'
import { startApp, type TestApp } from '#testing/app.ts'
import { at, bootedCharger, newTag, start, stop } from '#testing/ocpp.ts'
import type { PriceSnapshot } from './price.rules.ts'
import * as groups from './price-group.store.ts'
import { takeTeamTerms } from './price-terms.store.ts'
import { addVersion, versionAt } from './price-version.store.ts'

let t: TestApp
beforeAll(async () => {
  t = await startApp()
})
afterAll(() => t.close())

const day = (n: number): Date => new Date(Date.UTC(2026, 0, n))
const detail = (pricePerKwhPaise: number) => ({
  day: 0,
  startMinute: 0,
  endMinute: 1439,
  priceType: 'kwh' as const,
  pricePerKwhPaise,
  pricePerHourPaise: 0,
  fixedFeeStartingPaise: 0,
  fixedFeeChargingPaise: 0,
  minuteFeeChargingPaise: 0,
  idealFeeFullyChargedPaise: 0,
})
const newGroup = (paise = 1000) =>
  groups.create(t.db, {
    teamId: t.world.one.teamId,
    name: 'Test',
    type: 'fixed',
    details: [detail(paise)],
    validFrom: day(1),
  })
const content = (priceGroupId: number, paise: number, more: Partial<PriceSnapshot> = {}): PriceSnapshot => ({
  priceGroupId,
  type: 'fixed',
  taxPpm: 180_000,
  transactionPpm: 23_600,
  pgChargesBearer: 'EV',
  details: [detail(paise)],
  ...more,
})
const versions = async (id: number) =>
  (
    await sql<{ validFrom: Date; content: PriceSnapshot }>`select valid_from, content from price_group_version
      where price_group_id = ${id} order by price_version_id`.execute(t.db)
  ).rows.map(v => [v.validFrom.getUTCDate(), v.content.details[0]?.pricePerKwhPaise, v.content.taxPpm])
const heldAt = async (id: number, at: Date) => (await versionAt(t.db, id, at))?.content.details[0]?.pricePerKwhPaise

test.each([
  ['change a version', (id: number) => sql`update price_group_version set content = '{}' where price_group_id = ${id}`],
  ['delete a version', (id: number) => sql`delete from price_group_version where price_group_id = ${id}`],
  ['empty the table', () => sql`truncate price_group_version`],
])('the database refuses to %s', async (_what, statement) => {
  const id = await newGroup()
  await expect(statement(id).execute(t.db)).rejects.toMatchObject({ message: 'price_group_version is only added to' })
  expect(await versions(id)).toEqual([[1, 1000, 180_000]])
})

test('a group that is deleted is hidden, and its versions stay', async () => {
  const id = await newGroup()
  await expect(sql`delete from price_group where price_group_id = ${id}`.execute(t.db)).rejects.toMatchObject({
    code: '23503',
  })
  expect(await groups.hide(t.db, id, day(9))).toBe(true)
  expect(await groups.hide(t.db, id, day(10))).toBe(false)
  expect(await heldAt(id, day(20))).toBe(1000)
})

test('the version that holds is the last that began, of two that began together the one made later', async () => {
  const id = await newGroup()
  await addVersion(t.db, { priceGroupId: id, validFrom: day(10), content: content(id, 2000) })
  expect([await heldAt(id, day(9)), await heldAt(id, day(10)), await heldAt(id, day(11))]).toEqual([1000, 2000, 2000])
  // The version from the 10th on is changed before it begins, and once more in the same transaction.
  await t.db.transaction().execute(async trx => {
    await addVersion(trx, { priceGroupId: id, validFrom: day(10), content: content(id, 3000) })
    await addVersion(trx, { priceGroupId: id, validFrom: day(10), content: content(id, 4000) })
  })
  expect([await heldAt(id, day(9)), await heldAt(id, day(11))]).toEqual([1000, 4000])
  // Made earlier, in spite of its higher id.
  await sql`insert into price_group_version (price_group_id, valid_from, made_at, content)
    values (${id}, ${day(10)}, ${day(1)}, ${JSON.stringify(content(id, 5000))}::jsonb)`.execute(t.db)
  expect(await heldAt(id, day(11))).toBe(4000)
  // Before the first version, the first one holds.
  expect(await heldAt(id, new Date(0))).toBe(1000)
})

test('new terms of the team make new versions, of what holds and of what is to come, and change none', async () => {
  const { one } = t.world
  const id = await newGroup()
  await addVersion(t.db, { priceGroupId: id, validFrom: day(20), content: content(id, 2000) })
  await addVersion(t.db, { priceGroupId: id, validFrom: day(20), content: content(id, 2500) })
  const before = await versions(id)
  const take = (now: Date) => t.db.transaction().execute(trx => takeTeamTerms(trx, [one.teamId], now))
  await take(day(10))
  expect(await versions(id)).toEqual(before)
  await sql`update team set tax_ppm = 50000 where id = ${one.teamId}`.execute(t.db)
  await take(day(10))
  await take(day(10))
  expect(await versions(id)).toEqual([...before, [10, 1000, 50_000], [20, 2500, 50_000]])
  expect([
    (await versionAt(t.db, id, day(9)))?.content.taxPpm,
    (await versionAt(t.db, id, day(25)))?.content.taxPpm,
  ]).toEqual([180_000, 50_000])
})

test('a start that was under way for long takes the price that its connector had then', async () => {
  const ws = (await t.listen()).ws
  const idTag = await newTag(t)
  const c = await bootedCharger(t, ws)
  await setPriceGroup(t.db, c.pk, null, new Date(at(-90)))
  await setPriceGroup(t.db, c.pk, t.world.priceGroupId, new Date(at(-60)))
  await setPriceGroup(t.db, c.pk, await newGroup(100), new Date(at(10)))
  const bill = async (minutes: number, meterStart: number) => {
    const { transactionId } = await start(c, idTag, { timestamp: at(minutes), meterStart })
    await stop(c, transactionId, { timestamp: at(minutes + 5), meterStop: meterStart + 1000 })
    const { rows } = await sql`select taxable_paise from bill where transaction_id = ${transactionId}`.execute(t.db)
    return (rows[0] as { taxablePaise: number }).taxablePaise
  }
  expect(await bill(0, 1000)).toBe(1800)
  expect(await bill(20, 2000)).toBe(100)
  await c.close()
})
