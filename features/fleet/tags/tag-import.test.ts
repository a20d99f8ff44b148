// The import of many tags and the list of unknown tags through the API: rights, the rows made and left out, money and
// entries, and the unknown tags after a charger's refusals.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { balanceOf, trialBalance } from '#money/ledger/account.store.ts'
import { type Person, startApp, type TestApp } from '#testing/app.ts'
import { at, bootedCharger, unique } from '#testing/ocpp.ts'
import type { ImportRow } from './tag-import.contract.ts'
import type { UnknownTag } from './unknown-tag.contract.ts'
import { addRefused, dropOldUnknown } from './unknown-tag.store.ts'

let t: TestApp
let ws: string
beforeAll(async () => {
  t = await startApp()
  ws = (await t.listen()).ws
})
afterAll(async () => {
  const end = await trialBalance(t.db)
  await t.close()
  expect(end).toEqual({ differencePaise: 0n, driftPaise: 0n })
})

const ask = async (
  method: 'GET' | 'POST',
  path: string,
  who: Person,
  payload?: object,
  teamId = t.world.one.teamId,
) => {
  const url = `/cms/v1/team/${teamId}/${path}`
  const r = await t.app.inject({ method, url, headers: await t.as(who), ...(payload && { payload }) })
  return { status: r.statusCode, body: r.json() }
}
const counted = (rows: ImportRow[]) =>
  Object.fromEntries([...Map.groupBy(rows, r => r.outcome)].map(([outcome, of]) => [outcome, of.length]))
const tagsLike = async (prefix: string) =>
  (
    await sql<{ id: number; tag: string; parent: string | null; kind: string; entries: number }>`
      select t.ocpp_tag_pk as id, t.id_tag as tag, p.id_tag as parent, t.kind, (select count(*)::int from audit_entry e
        where e.feature = 'Tag' and e.action = 'create' and e.record_id = t.ocpp_tag_pk::text) as entries
      from ocpp_tag t left join ocpp_tag p on p.ocpp_tag_pk = t.parent_tag_pk
      where t.id_tag like ${`${prefix}%`} order by 1`.execute(t.db)
  ).rows

test('who may: create on Tag, of a team of their own', async () => {
  for (const path of ['tags/import/preview', 'tags/import']) {
    const of = async (who: Person) => (await ask('POST', path, who, { csv: `RFID Tag\n${unique('MAY')}` })).status
    expect(await Promise.all((['nobody', 'stranger', 'viewer', 'finance', 'operator'] as const).map(of))).toEqual([
      404, 404, 403, 403, 200,
    ])
  }
  // View alone is enough to see the unknown tags.
  const seen = async (who: Person) => (await ask('GET', 'unknown-tags', who)).status
  expect(await Promise.all((['nobody', 'stranger', 'viewer', 'operator'] as const).map(seen))).toEqual([
    404, 404, 200, 200,
  ])
})

test('1,000 rows with 12 bad ones: 988 are made with their group, money and entries; again none is', async () => {
  const rows = Array.from(
    { length: 1000 },
    (_, i) => `M-${i},${i > 0 && i % 100 === 0 ? 'M-0' : ''},2099-01-01,-1,${i % 100 === 5 ? '10.50' : ''},`,
  )
  for (const [i, row] of [
    '',
    'M-1,,,,,',
    `${'x'.repeat(21)},,,,,`,
    '=A,,,,,',
    'B1,,2020-01-01,,,',
    'B2,,soon,,,',
    'B3,,,x,,',
  ].entries())
    rows[900 + i] = row === '' ? ',,,,,no text' : row
  for (const [i, row] of [
    'B4,,,,-1,',
    'B5,,,,1.005,',
    'B6,NOBODY,,,,',
    `${t.world.tag},,,,,`,
    `${t.world.otherTag.toLowerCase()},,,,,`,
  ].entries())
    rows[950 + i] = row
  const csv = `RFID Tag,Parent Group,Expiry Date,Max Active Transactions,Balance Amount,Notes\n${rows.join('\n')}`
  const owner = { kind: 'owner', ref: t.world.one.teamId } as const
  const had = await balanceOf(t.db, owner)
  const preview = await ask('POST', 'tags/import/preview', 'operator', { csv })
  expect(counted(preview.body.data.rows)).toEqual({ ready: 988, error: 9, twice: 1, exists: 2 })
  // A preview makes nothing.
  expect([await tagsLike('M-'), (await balanceOf(t.db, owner)) - had]).toEqual([[], 0n])
  const done = await ask('POST', 'tags/import', 'operator', { csv })
  expect(done.body.message).toBe('988 RFID Tags created successfully')
  expect(counted(done.body.data.rows)).toEqual({ made: 988, error: 9, twice: 1, exists: 2 })
  expect(
    done.body.data.rows.filter((r: ImportRow) => r.outcome !== 'made').every((r: ImportRow) => r.text !== ''),
  ).toBe(true)
  const made = await tagsLike('M-')
  expect([made.length, made.every(m => m.entries === 1)]).toEqual([988, true])
  expect(made.filter(m => m.parent === 'M-0').length).toBe(8)
  const cards = made.filter(m => m.kind === 'prepaid')
  expect([done.body.data.cards, done.body.data.balance]).toEqual([cards.length, cards.length * 10.5])
  expect((await balanceOf(t.db, owner)) - had).toBe(BigInt(cards.length) * -1050n)
  expect(await balanceOf(t.db, { kind: 'card', ref: cards[0]?.id ?? 0 })).toBe(1050n)
  const again = await ask('POST', 'tags/import', 'operator', { csv })
  expect([again.status, again.body.errors]).toEqual([422, { csv: 'No row of the file can be made' }])
})

test('a file that cannot be read says why, and two imports of one file at once make each tag once', async () => {
  const r = await ask('POST', 'tags/import/preview', 'operator', { csv: 'a picture' })
  expect([r.status, r.body.errors.csv]).toEqual([422, expect.stringMatching(/^The first line must name the columns/)])
  const csv = `RFID Tag\n${Array.from({ length: 50 }, (_, i) => `RACE-${i}`).join('\n')}`
  const both = await Promise.all([0, 1].map(() => ask('POST', 'tags/import', 'operator', { csv })))
  const made = both.flatMap(b => (b.body.data?.rows ?? []) as ImportRow[]).filter(x => x.outcome === 'made')
  expect([made.length, (await tagsLike('RACE-')).length]).toEqual([50, 50])
  // The second caller gets the same answer as if the first import had been finished long ago.
  expect(both.map(b => [b.status, b.body.errors ?? null]).toSorted()).toEqual([
    [200, null],
    [422, { csv: 'No row of the file can be made' }],
  ])
})

test.each([
  ['body', 'RFID Tag,Expiry Date', 'Mars/X', { zone: 'There is no time zone Mars/X' }],
  [
    'header',
    'RFID Tag,Expiry Date (Mars/X)',
    'Asia/Tokyo',
    { csv: 'The column Expiry Date (Mars/X) names no time zone in its brackets.' },
  ],
])('a time zone of the %s that does not exist is refused by name', async (_what, head, zone, errors) => {
  for (const path of ['tags/import/preview', 'tags/import']) {
    const r = await ask('POST', path, 'operator', { csv: `${head}\nMARS,2099-01-31`, zone })
    expect([r.status, r.body.errors]).toEqual([422, errors])
  }
  expect(await tagsLike('MARS')).toEqual([])
})

test('the columns of OCPP 2.0.1 are taken over as the list exports them, and a wrong cell says why', async () => {
  const csv = `RFID Tag,Kind of Token,Charging Priority,EVSEs\nN-201,emaid,-3,"1, 2"\nN-202,,,\nN-203,Card,12,x`
  const { rows } = (await ask('POST', 'tags/import', 'operator', { csv })).body.data
  expect(rows.map((r: ImportRow) => [r.outcome, r.text])).toEqual([
    ['made', ''],
    ['made', ''],
    ['error', expect.stringMatching(/^Please select one of .* Charging Priority should be 9 or less\. EVSEs must be/)],
  ])
  const { rows: stored } = await sql`select token_type, charging_priority, evses from ocpp_tag
    where id_tag like 'N-20_' order by id_tag`.execute(t.db)
  expect(stored).toEqual([
    { tokenType: 'eMAID', chargingPriority: -3, evses: '1, 2' },
    { tokenType: 'ISO14443', chargingPriority: 0, evses: '' },
  ])
})

test('dates are of the zone of the header, else of the call, else of the business', async () => {
  const expires = async (head: string, more: object) => {
    const tag = unique('ZONE')
    const csv = `RFID Tag,${head}\n${tag},2099-01-31 12:00`
    expect((await ask('POST', 'tags/import', 'operator', { csv, ...more })).status).toBe(200)
    const { rows } = await sql<{ at: Date }>`select expires_at as at from ocpp_tag where id_tag = ${tag}`.execute(t.db)
    return rows[0]?.at.toISOString()
  }
  const india = '2099-01-31T06:30:00.000Z'
  const tokyo = '2099-01-31T03:00:00.000Z'
  expect(await expires('Expiry Date', {})).toBe(india)
  expect(await expires('Expiry Date', { zone: '' })).toBe(india)
  expect(await expires('Expiry Date ()', { zone: 'asia/tokyo' })).toBe(tokyo)
  expect(await expires('Expiry Date (Asia/Tokyo)', { zone: 'UTC' })).toBe(tokyo)
})

test('a tag that nobody knows is listed with its charger and how often, until it is made; of the scope alone', async () => {
  const c = await bootedCharger(t, ws)
  const tag = unique('Unknown')
  await c.call('Authorize', { idTag: tag })
  await c.call('Authorize', { idTag: tag.toUpperCase() })
  const first = { connectorId: 1, idTag: tag, meterStart: 0, timestamp: at(0) }
  // The same start, sent again, is no further refusal.
  for (const p of [first, first]) await c.call('StartTransaction', p)
  // The tag is known, but not valid here: no unknown tag.
  await c.call('Authorize', { idTag: t.world.otherTag })
  const seen = async (who: Person, teamId?: number) =>
    ((await ask('GET', 'unknown-tags?page=1', who, undefined, teamId)).body.data as UnknownTag[]).filter(
      u => u.chargepoint_id === c.id,
    )
  await expect.poll(async () => (await seen('operator'))[0]?.refused).toBe(3)
  expect(await seen('operator')).toMatchObject([{ tag, refused: 3, chargepoint_pk: c.pk }])
  expect(await seen('admin', t.world.one.companyId)).toHaveLength(1)
  expect([await seen('admin', t.world.one.siblingId), await seen('stranger', t.world.two.companyId)]).toEqual([[], []])
  expect((await ask('GET', `unknown-tags?q=${tag}&export=true&sort=-refused`, 'operator')).body.data).toHaveLength(1)
  await ask('POST', 'tags', 'operator', { tag: tag.toUpperCase() })
  expect(await seen('operator')).toEqual([])
})

test('what is kept of unknown tags is bounded: by their age, by charger, and gone once made', async () => {
  const { pk } = t.world.chargers.ac
  const now = new Date()
  const ago = (days: number) => new Date(now.getTime() - days * 86_400_000)
  const of = (idTag: string, days: number) => ({ chargepointPk: pk, idTag, at: ago(days), count: 1 })
  await addRefused(t.db, [
    of('OLD', 31),
    of(t.world.tag, 0),
    ...Array.from({ length: 205 }, (_, i) => of(`U-${i}`, 1 + i / 100)),
  ])
  const kept = async () =>
    (
      await sql<{ tag: string }>`select id_tag as tag from unknown_tag where chargepoint_pk = ${pk}
        order by last_at desc`.execute(t.db)
    ).rows.map(r => r.tag)
  // 207 were written; the ones unseen for the longest time go at once.
  expect([(await kept()).length, (await kept()).includes('OLD')]).toEqual([200, false])
  await addRefused(t.db, [of('u-199', 0), of('OLD', 31)])
  expect([(await kept()).length, (await kept()).includes('u-199'), (await kept()).includes('OLD')]).toEqual([
    200,
    true,
    false,
  ])
  await t.db.transaction().execute(trx => dropOldUnknown(trx, now))
  expect([(await kept()).length, (await kept()).includes(t.world.tag)]).toEqual([199, false])
})
