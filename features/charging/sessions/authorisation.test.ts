// Who may charge: every status of a tag with its reason, groups, limits, and the outcome of a refused session.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as tags from '#fleet/tags/tag.store.ts'
import { startApp, type TestApp } from '#testing/app.ts'
import { at, bootedCharger, newTag, reviewsOf, sessionsOf, start, stop } from '#testing/ocpp.ts'

let t: TestApp
let base: { http: string; ws: string }
beforeAll(async () => {
  t = await startApp()
  base = await t.listen()
})
afterAll(() => t.close())

const booted = (options: Parameters<typeof bootedCharger>[2] = {}) => bootedCharger(t, base.ws, options)
type Booted = Awaited<ReturnType<typeof booted>>
const authorize = async (c: Booted, idTag: string) =>
  ((await c.call('Authorize', { idTag })) as { idTagInfo: Record<string, string> }).idTagInfo
const pkOf = async (idTag: string) =>
  (await sql<{ pk: number }>`select ocpp_tag_pk as pk from ocpp_tag where id_tag = ${idTag}`.execute(t.db)).rows[0]
    ?.pk ?? 0

test('Authorize and StartTransaction answer each status for its reason [33] [36]', async () => {
  const [c, elsewhere] = [await booted(), await booted()]
  const attached = await newTag(t)
  await tags.attach(t.db, await pkOf(attached), [elsewhere.pk])
  const disabled = await newTag(t)
  await sql`with d as (insert into driver (company_id, team_id, first_name, is_active)
      values (${t.world.one.companyId}, ${t.world.one.teamId}, 'Gone', false) returning id)
    update ocpp_tag set driver_id = d.id from d where id_tag = ${disabled}`.execute(t.db)
  const deleted = await newTag(t)
  await sql`update ocpp_tag set deleted_at = now() where id_tag = ${deleted}`.execute(t.db)
  const cases: [string, string][] = [
    [await newTag(t), 'Accepted'],
    [await newTag(t, { expiresAt: new Date(Date.now() + 60_000) }), 'Accepted'],
    ['NOBODY KNOWS IT', 'Invalid'],
    [deleted, 'Invalid'],
    [t.world.otherTag, 'Invalid'],
    [await newTag(t, { teamId: t.world.one.siblingId }), 'Invalid'],
    [attached, 'Invalid'],
    [await newTag(t, { expiresAt: new Date(Date.now() - 60_000) }), 'Expired'],
    [await newTag(t, { maxActiveTransactions: 0 }), 'Blocked'],
    [disabled, 'Blocked'],
  ]
  for (const [n, [idTag, status]] of cases.entries()) {
    expect([idTag, (await authorize(c, idTag)).status]).toEqual([idTag, status])
    const begun = await start(c, idTag, { timestamp: new Date(Date.now() + n).toISOString() })
    expect([idTag, begun.status]).toEqual([idTag, status])
    expect(begun.transactionId).toBeGreaterThan(0)
    await stop(c, begun.transactionId, { timestamp: new Date(Date.now() + 60_000).toISOString(), meterStop: 1100 })
  }
  expect((await authorize(elsewhere, attached)).status).toBe('Accepted')
  await Promise.all([c.close(), elsewhere.close()])
})

test('tags compare without regard to case: list, start, stop, limit [34]', async () => {
  const [a, b] = [await booted(), await booted()]
  const idTag = await newTag(t, { idTag: 'MiXeD-Case-1', maxActiveTransactions: 1 })
  expect((await authorize(a, 'mixed-CASE-1')).status).toBe('Accepted')
  const { transactionId } = await start(a, 'MIXED-CASE-1', { timestamp: new Date().toISOString() })
  expect((await start(b, 'mixed-case-1', { timestamp: new Date().toISOString() })).status).toBe('ConcurrentTx')
  const answer = await stop(a, transactionId, { idTag: idTag.toLowerCase(), timestamp: new Date().toISOString() })
  expect(answer).toMatchObject({ idTagInfo: { status: 'Accepted' } })
  await Promise.all([a.close(), b.close()])
})

test('cards of one group carry the same parent, and another card of the group may stop the session [35]', async () => {
  const c = await booted()
  const parent = await newTag(t)
  const parentTagPk = await pkOf(parent)
  const [mine, partner] = [await newTag(t, { parentTagPk }), await newTag(t, { parentTagPk })]
  expect(await authorize(c, mine)).toEqual({ status: 'Accepted', parentIdTag: parent })
  expect(await authorize(c, partner)).toEqual({ status: 'Accepted', parentIdTag: parent })
  const { transactionId } = await start(c, mine)
  expect(await stop(c, transactionId, { idTag: partner })).toEqual({
    idTagInfo: { status: 'Accepted', parentIdTag: parent },
  })
  expect(await sessionsOf(t, c.pk)).toEqual([expect.objectContaining({ totalPaise: 21_240 })])
  await c.close()
})

test('a tag that is not accepted gets a usable transaction; its DeAuthorized stop is taken and not billed [37]', async () => {
  const c = await booted()
  const { transactionId, status } = await start(c, 'STRANGER')
  expect(status).toBe('Invalid')
  expect(await stop(c, transactionId, { reason: 'DeAuthorized', meterStop: 1500, idTag: 'STRANGER' })).toEqual({
    idTagInfo: { status: 'Invalid' },
  })
  expect(await sessionsOf(t, c.pk)).toEqual([
    expect.objectContaining({
      stopReason: 'DeAuthorized',
      energyWh: 500,
      chargedPaise: 0,
      totalPaise: 0,
      inReview: false,
    }),
  ])
  expect(await reviewsOf(t, c.pk)).toEqual([])
  await c.close()
})

test('the same card at two stations follows its limit, always with a transactionId [52]', async () => {
  const all = [await booted(), await booted(), await booted()] as const
  const now = () => new Date().toISOString()
  const idTag = await newTag(t, { maxActiveTransactions: 2 })
  // At once: they meet in one batch, and the limit holds there too.
  const begun = await Promise.all(all.map(c => start(c, idTag, { timestamp: now() })))
  expect(begun.map(b => b.status).sort()).toEqual(['Accepted', 'Accepted', 'ConcurrentTx'])
  expect(new Set(begun.map(b => b.transactionId)).size).toBe(3)
  const refused = all[begun.findIndex(b => b.status === 'ConcurrentTx')] as Booted
  expect((await authorize(refused, idTag)).status).toBe('ConcurrentTx')
  // The tag may end its session on the charger that it charges on.
  const charging = begun.findIndex(b => b.status === 'Accepted')
  expect((await authorize(all[charging] as Booted, idTag)).status).toBe('Accepted')
  await stop(all[charging] as Booted, begun[charging]?.transactionId ?? 0, { timestamp: now() })
  expect((await authorize(refused, idTag)).status).toBe('Accepted')
  await Promise.all(all.map(c => c.close()))
})

test('starts that meet in one batch are each judged by their own tag, with and without a limit, at new connectors too', async () => {
  const all = [await booted(), await booted(), await booted(), await booted(), await booted()] as const
  const now = () => new Date().toISOString()
  const [one, free] = [await newTag(t, { maxActiveTransactions: 1 }), await newTag(t)]
  const ask: [string, number][] = [
    [one, 1],
    [free, 1],
    [one, 1],
    [free, 7],
    ['nobody', 1],
  ]
  const begun = await Promise.all(
    ask.map(([idTag, connectorId], i) => start(all[i] as Booted, idTag, { timestamp: now(), connectorId })),
  )
  const status = begun.map(b => b.status)
  expect([status[0], status[2]].sort()).toEqual(['Accepted', 'ConcurrentTx'])
  expect([status[1], status[3], status[4]]).toEqual(['Accepted', 'Accepted', 'Invalid'])
  expect(new Set(begun.map(b => b.transactionId)).size).toBe(5)
  await Promise.all(all.map(c => c.close()))
})

test('a session begun offline is judged as of its start: neither what expired since nor what runs now is held against it [45]', async () => {
  const expired = await newTag(t, { expiresAt: new Date(at(30)), maxActiveTransactions: 1 })
  const [offline, online] = [await booted(), await booted()]
  await sql`insert into transaction (company_id, team_id, chargepoint_pk, chargepoint_id, chargepoint_name, charger_type,
      connector_id, id_tag, started_at, meter_start_wh, tolerance_watt)
    values (${t.world.one.companyId}, ${t.world.one.teamId}, ${online.pk}, ${online.id}, ${online.id}, 'DC', 1, ${expired},
      now(), 0, 300)`.execute(t.db)
  expect((await start(offline, expired)).status).toBe('Accepted')
  expect((await start(offline, expired, { timestamp: at(31), connectorId: 2 })).status).toBe('Expired')
  await Promise.all([offline.close(), online.close()])
})
