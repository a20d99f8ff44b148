// RFID tags through the API: rights first, then every refusal with its text, money of prepaid cards, the list and its
// cards, two people at once, chargers tied and untied, and how a charger accepts the tag.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as drivers from '#drivers/drivers/driver.store.ts'
import { balanceOf, trialBalance } from '#money/ledger/account.store.ts'
import { type Person, startApp, type TestApp } from '#testing/app.ts'
import { at, bootedCharger, newTag, start, stop, unique } from '#testing/ocpp.ts'
import type { Tag } from './tag.contract.ts'
import { EVSES_WRONG, TOKEN_TYPES } from './tag.fields.ts'

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

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const ask = async (method: Method, path: string, who: Person, payload?: object, headers: object = {}) => {
  const r = await t.app.inject({
    method,
    url: `/cms/v1/${path}`,
    headers: { ...(await t.as(who)), ...headers },
    ...(payload && { payload }),
  })
  return { status: r.statusCode, body: r.json(), tag: String(r.headers.etag) }
}
const made = async (more: object = {}, who: Person = 'operator', teamId = t.world.one.teamId): Promise<Tag> => {
  const r = await ask('POST', `team/${teamId}/tags`, who, { tag: unique('RF'), ...more })
  expect([r.status, r.body.message]).toEqual([201, 'RFID Tag created successfully'])
  return r.body.data
}
const listed = async (query: string, who: Person = 'admin', teamId = t.world.one.companyId) =>
  (await ask('GET', `team/${teamId}/tags?page=1&pageSize=100&${query}`, who)).body
const texts = async (query: string, who?: Person, teamId?: number) =>
  ((await listed(query, who, teamId)).data as Tag[]).map(g => g.tag)
const newDriver = (d: drivers.NewDriver) => t.db.transaction().execute(trx => drivers.create(trx, d))
const auditOf = async (id: number) =>
  (
    await sql<{
      entry: string
      before: unknown
      after: unknown
    }>`select action || case when is_money then ' €' else '' end as entry,
      before, after from audit_entry where feature = 'Tag' and record_id = ${String(id)} order by id`.execute(t.db)
  ).rows

describe('rights', () => {
  test('each call needs its own flag; chargers are tied by who may change the tag', async () => {
    const { id, tag } = await made()
    const { dc } = t.world.chargers
    const calls = async (who: Person) => {
      const statuses: number[] = []
      for (const [method, path, body] of [
        ['GET', `tag/${id}`],
        ['GET', `tag/${id}/users`],
        ['GET', `tag/${id}/chargers`],
        ['POST', `team/${t.world.one.teamId}/tags`, { tag: unique('RF') }],
        ['PUT', `tag/${id}`, { tag }],
        ['POST', `tag/${id}/chargers`, { chargerIds: [dc.id] }],
        ['DELETE', `tag/${id}/chargers/${dc.id}`],
        ['DELETE', `tag/${id}`],
      ] as const)
        statuses.push((await ask(method, path, who, body)).status)
      return statuses
    }
    expect(await calls('stranger')).toEqual([404, 404, 404, 404, 404, 404, 404, 404])
    expect(await calls('nobody')).toEqual([403, 403, 403, 404, 403, 403, 403, 403])
    expect(await calls('finance')).toEqual([403, 403, 403, 403, 403, 403, 403, 403])
    expect(await calls('viewer')).toEqual([200, 200, 200, 403, 403, 403, 403, 403])
    expect(await calls('operator')).toEqual([200, 200, 200, 201, 200, 200, 200, 403])
    expect(await calls('admin')).toEqual([200, 200, 200, 201, 200, 200, 200, 200])
  })
  test('a charger, a parent and a list of another company are not there', async () => {
    const { id } = await made()
    const other = await ask('POST', `tag/${id}/chargers`, 'operator', { chargerIds: [t.world.chargers.other.id] })
    expect([other.status, other.body.errors]).toEqual([
      422,
      { chargerIds: `Charger not found: ${t.world.chargers.other.id}` },
    ])
    const parent = { tag: unique('RF'), parenttag: t.world.otherTag }
    expect((await ask('POST', `team/${t.world.one.teamId}/tags`, 'admin', parent)).status).toBe(422)
    expect((await ask('GET', `team/${t.world.one.teamId}/tags`, 'stranger')).status).toBe(404)
    expect(await texts('', 'stranger', t.world.two.companyId)).toEqual([t.world.otherTag])
  })
})

describe('what is refused, with its text at its field', () => {
  const TEXTS = 'may have letters from A to Z, digits and the usual signs only'
  test.each<[string, object, string, string]>([
    ['no text', { tag: ' ' }, 'tag', 'RFID Tag ID is required'],
    ['a long text', { tag: 'x'.repeat(21) }, 'tag', 'RFID Tag ID should be 20 characters or less'],
    ['a text no charger sends', { tag: 'ä' }, 'tag', `RFID Tag ID ${TEXTS}`],
    ['a balance below 0', { balance_amount: -1 }, 'balance_amount', 'Balance Amount should be 0 or more'],
    ['a priority beyond 9', { chargingPriority: 10 }, 'chargingPriority', 'Charging Priority should be 9 or less'],
    ['no kind of token', { tokenType: 'RFID' }, 'tokenType', `Please select one of ${TOKEN_TYPES.join(', ')}`],
    ['no EVSEs', { evses: '1, two' }, 'evses', EVSES_WRONG],
    ['EVSE 0', { evses: '0' }, 'evses', EVSES_WRONG],
    ['half a paisa', { balance_amount: 1.005 }, 'balance_amount', 'Balance Amount should have 2 decimals or less'],
    ['a balance in words', { balance_amount: 'ten' }, 'balance_amount', 'Balance Amount must be a number'],
    ['a date that is past', { expirydate: '2020-01-01' }, 'expirydate', 'Please provide a valid future date.'],
    ['a day that is none', { expirydate: '2099-02-30' }, 'expirydate', 'Please provide a valid future date.'],
    ['no date at all', { expirydate: 'soon' }, 'expirydate', 'Please provide a valid future date.'],
    [
      'half a session',
      { max_active_trans_count: 0.5 },
      'max_active_trans_count',
      'Max Active Transactions must be a whole number',
    ],
    ['a parent nobody knows', { parenttag: 'NOBODY' }, 'parenttag', 'Parent Group must be the ID of another RFID tag'],
    ['a note too long', { note: 'x'.repeat(501) }, 'note', 'Notes should be 500 characters or less'],
  ])('%s', async (_what, more, field, text) => {
    const r = await ask('POST', `team/${t.world.one.teamId}/tags`, 'operator', { tag: 'REFUSED', ...more })
    expect([r.status, r.body.errors]).toEqual([422, { [field]: text }])
    expect(await texts('q=REFUSED')).toEqual([])
  })
  test('a text that is taken, in whatever case; its own parent; no charger', async () => {
    const { id, tag } = await made()
    const again = await ask('POST', `team/${t.world.one.teamId}/tags`, 'operator', { tag: tag.toLowerCase() })
    expect([again.status, again.body.message]).toEqual([409, 'RFID Tag already exists'])
    // The text of another company's tag, too: a text is unique in the installation.
    expect((await ask('POST', `team/${t.world.one.teamId}/tags`, 'admin', { tag: t.world.otherTag })).status).toBe(409)
    expect((await ask('PUT', `tag/${id}`, 'operator', { tag, parenttag: tag })).status).toBe(422)
    for (const body of [{}, { chargerIds: [] }])
      expect((await ask('POST', `tag/${id}/chargers`, 'operator', body)).body.errors).toEqual({
        chargerIds: 'Please select tags to be added',
      })
    expect((await ask('DELETE', `tag/${id}/chargers/${t.world.chargers.dc.id}`, 'operator')).status).toBe(404)
  })
})

test('no group lies within itself: near, far, or by two changes at the same moment', async () => {
  const [a, b, c] = [await made(), await made(), await made()]
  const put = (g: Tag, parent: Tag) => ask('PUT', `tag/${g.id}`, 'operator', { tag: g.tag, parenttag: parent.tag })
  expect([(await put(a, b)).status, (await put(b, c)).status]).toEqual([200, 200])
  for (const parent of [a, b]) {
    const text = `RFID Tag ${parent.tag} is in the group of this tag, so it cannot be its Parent Group`
    const far = await put(c, parent)
    expect([far.status, far.body.errors]).toEqual([422, { parenttag: text }])
  }
  for (let i = 0; i < 5; i++) {
    const [d, e] = [await made(), await made()]
    const both = await Promise.all([put(d, e), put(e, d)])
    expect(both.map(r => r.status).toSorted()).toEqual([200, 422])
  }
})

test('a new tag has the defaults, is blocked by them, and holds until the end of its day in India', async () => {
  const g = await made({ expirydate: '2099-01-31' })
  expect(g).toMatchObject({
    balance_amount: 0,
    max_active_trans_count: 0,
    blocked: 1,
    in_transaction: 0,
    parenttag: null,
    note: '',
    expirydate: '2099-01-31T18:29:59.000Z',
    isPrepaid: false,
    userId: null,
    emailId: null,
    chargerpointId: null,
    companyId: t.world.one.companyId,
    teamId: t.world.one.teamId,
    attachedChargers: 0,
  })
  const changed = await ask('PUT', `tag/${g.id}`, 'operator', { tag: g.tag, parenttag: t.world.tag, note: 'Lost once' })
  expect(changed.body).toMatchObject({
    message: 'RFID Tag updated successfully',
    data: { parenttag: t.world.tag, note: 'Lost once', expirydate: g.expirydate },
  })
  // A change cannot touch the balance.
  await ask('PUT', `tag/${g.id}`, 'operator', { tag: g.tag, balance_amount: 500, expirydate: '' })
  expect((await ask('GET', `tag/${g.id}`, 'viewer')).body.data).toMatchObject({ balance_amount: 0, expirydate: null })
  const note = { before: { parenttag: null, note: '' }, after: { parenttag: t.world.tag, note: 'Lost once' } }
  expect((await auditOf(g.id)).slice(1)).toEqual([
    { entry: 'update', ...note },
    { entry: 'update', before: { expirydate: g.expirydate }, after: { expirydate: null } },
  ])
})

test.each([
  ['operator' as Person, 'owner' as const],
  ['root' as Person, 'promotion' as const],
])('a card made by %s has its balance from %s, and is deleted only once that is spent', async (who, kind) => {
  const from = { kind, ref: kind === 'owner' ? t.world.one.teamId : 0 }
  const before = await balanceOf(t.db, from)
  const g = await made({ balance_amount: 250.5, max_active_trans_count: -1 }, who)
  expect(g).toMatchObject({ isPrepaid: true, balance_amount: 250.5 })
  expect(await balanceOf(t.db, { kind: 'card', ref: g.id })).toBe(25_050n)
  // The owner's earnings fall; the total given away by the platform grows.
  expect((await balanceOf(t.db, from)) - before).toBe(kind === 'owner' ? -25_050n : 25_050n)
  expect(await auditOf(g.id)).toMatchObject([{ entry: 'create €', after: { balance_amount: 250.5 } }])
  const kept = await ask('DELETE', `tag/${g.id}`, 'admin')
  expect([kept.status, kept.body.message]).toEqual([
    409,
    'This card still has a balance of ₹250.50. Take it back first.',
  ])
})

test('what stations of OCPP 2.0.1 are told of it is stored, listed, filtered and audited; left out it stays', async () => {
  const told = { tokenType: 'eMAID', chargingPriority: -9, evses: '1, 2' }
  const { id, tag } = await made(told)
  const read = async () => (await ask('GET', `tag/${id}`, 'viewer')).body.data
  expect(await read()).toMatchObject(told)
  await ask('PUT', `tag/${id}`, 'admin', { tag, note: 'Blue' })
  expect(await read()).toMatchObject({ ...told, note: 'Blue' })
  await ask('PUT', `tag/${id}`, 'admin', { tag, chargingPriority: 9, evses: '' })
  expect(await read()).toMatchObject({ tokenType: 'eMAID', chargingPriority: 9, evses: '' })
  expect((await auditOf(id)).at(-1)).toMatchObject({ before: { chargingPriority: -9, evses: '1, 2' } })
  const filters = JSON.stringify({ conditions: [{ field: 'chargingPriority', operator: 'equals', value: 9 }] })
  expect(await texts(`filters=${encodeURIComponent(filters)}`)).toEqual([tag])
  expect(await made()).toMatchObject({ tokenType: 'ISO14443', chargingPriority: 0, evses: '' })
})

test('a tag that charges is in use, keeps its text and is not deleted', async () => {
  const c = await bootedCharger(t, ws)
  const g = await made({ max_active_trans_count: -1 })
  const { transactionId } = await start(c, g.tag.toLowerCase())
  expect((await ask('GET', `tag/${g.id}`, 'viewer')).body.data).toMatchObject({ in_transaction: 1, blocked: 0 })
  const other = await ask('PUT', `tag/${g.id}`, 'operator', { tag: unique('RF') })
  expect([other.status, other.body.message]).toEqual([409, 'This RFID tag is in a transaction'])
  expect((await ask('PUT', `tag/${g.id}`, 'operator', { tag: g.tag, note: 'x' })).status).toBe(200)
  expect((await ask('DELETE', `tag/${g.id}`, 'admin')).body.message).toBe('This RFID tag is in a transaction')
  await stop(c, transactionId)
  const gone = await ask('DELETE', `tag/${g.id}`, 'admin')
  expect([gone.status, gone.body.message]).toEqual([200, 'RFID Tag deleted successfully'])
  expect((await ask('GET', `tag/${g.id}`, 'viewer')).status).toBe(404)
  // The text of the tag is free again, and no charger accepts it.
  expect(await c.call('Authorize', { idTag: g.tag })).toEqual({ idTagInfo: { status: 'Invalid' } })
  await made({ tag: g.tag })
})

test('tied to chargers it is valid at those alone', async () => {
  const [here, there] = [await bootedCharger(t, ws), await bootedCharger(t, ws)]
  const g = await made({ max_active_trans_count: -1 })
  const status = async (c: typeof here) =>
    ((await c.call('Authorize', { idTag: g.tag })) as { idTagInfo: { status: string } }).idTagInfo.status
  const tied = await ask('POST', `tag/${g.id}/chargers`, 'operator', { chargerIds: [here.id, here.id] })
  expect(tied.body.data).toMatchObject([{ charge_box_id: here.id, chargepoint_id: here.id, chargepoint_pk: here.pk }])
  expect([await status(here), await status(there)]).toEqual(['Accepted', 'Invalid'])
  const read = await ask('GET', `tag/${g.id}/chargers`, 'viewer')
  expect(read.body.data).toEqual([
    { ...tied.body.data[0], last_heartbeat_timestamp: read.body.data[0].last_heartbeat_timestamp },
  ])
  expect((await listed(`q=${g.tag}`)).data[0]).toMatchObject({ chargerpointId: here.id, attachedChargers: 1 })
  const untied = await ask('DELETE', `tag/${g.id}/chargers/${here.pk}`, 'operator')
  expect(untied.body).toMatchObject({ message: 'Successfully disassociated user with selected tag', data: [] })
  expect([await status(here), await status(there)]).toEqual(['Accepted', 'Accepted'])
  expect((await auditOf(g.id)).slice(1)).toEqual([
    { entry: 'update', before: { chargers: [] }, after: { chargers: [here.id] } },
    { entry: 'update', before: { chargers: [here.id] }, after: { chargers: [] } },
  ])
})

test('its driver is told; one who is disabled blocks it', async () => {
  const { teamId } = t.world.one
  const driverId = await newDriver({ teamId, firstName: 'Asha', lastName: 'R', email: 'asha@example.com' })
  const tag = await newTag(t, { driverId, teamId })
  const [g] = (await listed(`q=${tag}`)).data as Tag[]
  expect(g).toMatchObject({ userId: driverId, emailId: 'asha@example.com', blocked: 0 })
  expect((await ask('GET', `tag/${g?.id}/users`, 'viewer')).body.data).toEqual([
    { userPk: driverId, email: 'asha@example.com', firstName: 'Asha', lastName: 'R' },
  ])
  await sql`update driver set is_active = false where id = ${driverId}`.execute(t.db)
  expect((await listed(`q=${tag}`)).data[0]).toMatchObject({ blocked: 1 })
})

describe('the list', () => {
  test('counts each tag once, expired ones as nothing else; tags of apps and single sessions are none', async () => {
    const teamId = t.world.one.siblingId
    const driverId = await newDriver({ teamId, firstName: 'App', lastName: 'User', email: null })
    const mine = (more: object = {}) => newTag(t, { teamId, ...more })
    expect(await sql`select from ocpp_tag where driver_id = ${driverId} and kind = 'app'`.execute(t.db)).toMatchObject({
      rows: [{}],
    })
    await mine({ kind: 'session' })
    const past = new Date('2020-01-01T00:00:00Z')
    await mine({ idTag: 'EXP-BLOCKED', maxActiveTransactions: 0, expiresAt: past })
    await mine({ idTag: 'EXP-USED', expiresAt: past })
    await mine({ idTag: 'BLOCKED', maxActiveTransactions: 0 })
    await mine({ idTag: 'BLOCKED-USED', maxActiveTransactions: 0 })
    await mine({ idTag: 'USED' })
    await mine({ idTag: 'FREE', expiresAt: new Date('2099-01-01T00:00:00Z') })
    for (const [n, tag] of ['EXP-USED', 'blocked-used', 'used'].entries())
      await sql`insert into transaction (company_id, team_id, chargepoint_pk, chargepoint_id, chargepoint_name, charger_type,
          connector_id, id_tag, started_at, start_received_at, meter_start_wh, tolerance_watt, payment_type)
        values (${t.world.one.companyId}, ${teamId}, ${t.world.chargers.dc.pk}, 'DC-1', 'DC-1', 'DC', ${n + 1}, ${tag},
          ${at(0)}::timestamptz, ${at(0)}::timestamptz, ${n}, 0, 'RFID')`.execute(t.db)
    const { data, summary, total } = await listed('sort=status', 'admin', teamId)
    expect([total, summary]).toEqual([6, { total: 6, active: 1, blocked: 2, inTransaction: 1, expired: 2 }])
    expect((data as Tag[]).map(g => g.tag)).toEqual([
      'FREE',
      'BLOCKED',
      'BLOCKED-USED',
      'EXP-BLOCKED',
      'EXP-USED',
      'USED',
    ])
    const state = (value: string) => {
      const filters = { conditions: [{ field: 'status', operator: 'equals', value }] }
      return texts(`sort=tag&filters=${encodeURIComponent(JSON.stringify(filters))}`, 'admin', teamId)
    }
    expect(await state('blocked')).toEqual(['BLOCKED', 'BLOCKED-USED'])
    expect(await texts('q=in use', 'admin', teamId)).toEqual(['USED'])
    await sql`delete from transaction where team_id = ${teamId}`.execute(t.db)
  })
  test.each([
    'tag',
    '-parenttag',
    'expirydate',
    '-balance_amount',
    'team_name',
    '-createdAt',
    'max_active_trans_count',
  ])('sorted by %s it is served, as is its export', async sort => {
    const { total, data } = await listed(`sort=${sort}`)
    const whole = await ask('GET', `team/${t.world.one.companyId}/tags?export=true&sort=${sort}`, 'admin')
    expect(whole.body.data).toEqual(data)
    expect(total).toBe(data.length)
  })
  test('what it does not have is refused', async () => {
    expect((await ask('GET', `team/${t.world.one.companyId}/tags?sort=userId`, 'admin')).status).toBe(422)
  })
})

test('two people at one tag: the second is told, and nothing is overwritten', async () => {
  const g = await made()
  const { tag: seen } = await ask('GET', `tag/${g.id}`, 'admin')
  expect((await ask('PUT', `tag/${g.id}`, 'operator', { tag: g.tag, note: 'Mine' })).status).toBe(200)
  const late = await ask('PUT', `tag/${g.id}`, 'admin', { tag: g.tag, note: 'Theirs' }, { 'if-match': seen })
  expect([late.status, late.body.message]).toEqual([
    409,
    expect.stringMatching(/^This record was changed by operator /),
  ])
  expect(late.body.data.note).toBe('Mine')
  expect((await ask('DELETE', `tag/${g.id}`, 'admin', undefined, { 'if-match': seen })).status).toBe(409)
})
