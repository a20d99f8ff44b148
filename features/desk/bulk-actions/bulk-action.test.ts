// Bulk actions on charge points over real sockets: the choice, the single command done for each item with the rights of
// that moment, nothing sent twice, and only failures retried (D-BULK-1 to D-BULK-4).
import { randomUUID } from 'node:crypto'
import { operators } from '@wattdesk/base/filters'
import type { LiveEvent } from '@wattdesk/base/live-event'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { endLeftOver } from '#control/remote-operations/task.store.ts'
import { hide } from '#fleet/chargers/charger-detail.store.ts'
import { profileWriters } from '#power/charging-profiles/profile-request.commands.ts'
import * as sites from '#power/charging-sites/charging-site.store.ts'
import { type Person, startApp, type TestApp } from '#testing/app.ts'
import type { TestCharger } from '#testing/charger.ts'
import { bootedCharger, newCharger, unique } from '#testing/ocpp.ts'
import type { BulkAction, BulkItem } from './bulk-action.contract.ts'
import { refusalOf } from './bulk-action.rules.ts'
import { dropOld } from './bulk-action.store.ts'
import { workBulkActions } from './bulk-work.commands.ts'

let t: TestApp
let ws: string
beforeAll(async () => {
  t = await startApp()
  ws = (await t.listen()).ws
})
afterAll(() => t.close())

type Reply = { status: number; message: string; errors?: Record<string, string> }
async function call<T>(
  who: Person,
  method: 'GET' | 'POST',
  path: string,
  payload?: object,
): Promise<Reply & { data: T }> {
  const url = `/cms/v1/${path}`
  const r = await t.app.inject({ method, url, headers: await t.as(who), ...(payload && { payload }) })
  return { status: r.statusCode, ...r.json() }
}
const team = () => `team/${t.world.one.teamId}`
/** The outcome of an accepted reset. */
const DONE = 'Accepted. The charge point restarts. It is away for some minutes.'
const RESET = { kind: 'Reset', parameters: { resetType: 'SOFT' } }
type More = { who?: Person; path?: string; confirmed?: number; requestKey?: string }
const ask = (chosen: object, act: object = RESET, { who = 'operator', path = team(), ...more }: More = {}) =>
  call<BulkAction>(who, 'POST', `${path}/bulk-actions`, {
    requestKey: randomUUID(),
    confirmed: 10_000,
    chosen,
    ...act,
    ...more,
  })
const made = async (...args: Parameters<typeof ask>): Promise<number> => {
  const r = await ask(...args)
  expect([r.status, r.message]).toEqual([201, expect.anything()])
  return r.data.id
}
const work = (more: Parameters<typeof workBulkActions>[2] = {}, services = t.services) =>
  workBulkActions(services, { writers: profileWriters }, more)
const read = async (id: number) => (await call<BulkAction>('operator', 'GET', `bulk-action/${id}`)).data
const itemsOf = async (id: number, query = ''): Promise<BulkItem[]> =>
  (await call<BulkItem[]>('operator', 'GET', `bulk-action/${id}/items?pageSize=100&page=1${query}`)).data
const told = async (id: number) => (await itemsOf(id)).map(i => [i.chargepoint_id, i.state, i.outcome])
/** The resets that a charger has been sent. */
const resets = (c: TestCharger) => c.frames.filter(f => f[0] === 2 && f[2] === 'Reset').length

test.each<[Person, number]>([
  ['nobody', 404],
  ['viewer', 403],
  ['finance', 403],
  ['stranger', 404],
  ['operator', 201],
  ['admin', 201],
  ['root', 201],
])('%s asks for an act: %i; nobody else reads it, tries it again or ends it', async (who, status) => {
  const { pk } = t.world.chargers.dc
  expect((await ask({ ids: [pk] }, RESET, { who })).status).toBe(status)
  const counted = await call(who, 'POST', `${team()}/bulk-actions/count`, { chosen: { ids: [pk] } })
  expect(counted.status).toBe(status === 201 ? 200 : status)
  const id = await made({ ids: [pk] })
  const may = who === 'operator'
  for (const [method, path] of [
    ['GET', ''],
    ['GET', '/items'],
    ['POST', '/cancel'],
    ['POST', '/retry'],
  ] as const) {
    const r = await call(who, method, `bulk-action/${id}${path}`)
    if (may) expect(r.status).toBe(path === '/retry' ? 409 : 200)
    else expect([403, 404]).toContain(r.status)
  }
  await sql`delete from bulk_action`.execute(t.db)
})

test('every way to narrow the list chooses what the list shows, in its order, less what was left out', async () => {
  const fields = { text: 'chargepoint_name', number: 'locationLatitude', date: 'lastHeartbeatTimestamp' } as const
  const chargers = [12, 13, 14].map(latitude =>
    newCharger(t, { chargepointName: unique('Yard'), latitude, longitude: 77 }),
  )
  const pks = (await Promise.all(chargers)).map(c => c.pk)
  const values = { text: 'Yard', number: 13, date: '2026-01-01' } as const
  let seen = 0
  for (const [type, field] of Object.entries(fields) as [keyof typeof fields, string][])
    for (const operator of operators[type]) {
      const one = values[type]
      const filters = JSON.stringify({
        combine: 'AND',
        conditions: [{ field, operator, value: operator === 'between' ? [one, one] : one }],
      })
      const query = `filters=${encodeURIComponent(filters)}&sort=-chargepoint_name&page=1&pageSize=100`
      const list = await call<{ id: number }[]>('operator', 'GET', `${team()}/chargers?${query}`)
      const chosen = { matching: { filters, sort: '-chargepoint_name' } }
      const counted = await call<{ count: number }>('operator', 'POST', `${team()}/bulk-actions/count`, { chosen })
      expect([operator, counted.data.count]).toEqual([operator, list.data.length])
      if (list.data.length === 0) continue
      seen++
      const id = await made(chosen)
      expect((await itemsOf(id)).map(i => i.chargepoint_pk)).toEqual(list.data.map(c => c.id))
    }
  expect(seen).toBeGreaterThan(12)
  const but = await made({ matching: { q: 'Yard', except: pks.slice(1) } })
  expect((await itemsOf(but)).map(i => i.chargepoint_pk)).toEqual(pks.slice(0, 1))
  expect((await read(but)).isAllMatching).toBe(true)
  const bad = await ask({ matching: { filters: '{"conditions":[{"field":"key","operator":"equals","value":"1"}]}' } })
  expect([bad.status, bad.message]).toEqual([422, 'Cannot filter by key'])
  await sql`delete from bulk_action`.execute(t.db)
})

test('what is another company’s, deleted or unknown is left out, and what was not agreed to is not done', async () => {
  const { dc, ac, other } = t.world.chargers
  const gone = await newCharger(t)
  await hide(t.db, gone.pk, new Date())
  const ids = [ac.pk, other.pk, gone.pk, 999_999, dc.pk, dc.pk]
  const counted = await call('operator', 'POST', `${team()}/bulk-actions/count`, { chosen: { ids } })
  expect(counted.data).toEqual({ count: 2, leftOut: 3, offline: 2, charging: 0, first: [ac.id, dc.id] })
  expect((await told(await made({ ids }))).map(([id]) => id)).toEqual([ac.id, dc.id])
  const none = await ask({ ids: [other.pk] })
  expect([none.status, none.message]).toEqual([422, 'None of the chosen charge points exists any more'])
  const more = await ask({ ids: [ac.pk, dc.pk] }, RESET, { confirmed: 1 })
  expect([more.status, more.message]).toEqual([409, '2 charge points match now, 1 did when you were asked'])
  for (const chosen of [{}, { ids: [] }, { ids: [1], matching: {} }])
    expect((await ask(chosen)).errors?.['chosen.ids']).toMatch(/^Choose /)
  const key = { keyType: 'Custom', customConfKey: 'AuthorizationKey', customConfValue: 'a'.repeat(40) }
  const secret = await ask({ ids: [dc.pk] }, { kind: 'ChangeConfiguration', parameters: key })
  expect(secret.errors).toEqual({
    'parameters.customConfKey': 'Keys and passwords are set on one charge point at a time',
  })
  const location = 'ftp://fleet:word@files.example/2.bin'
  const parameters = { location, retrieveDate: new Date().toISOString() }
  expect((await ask({ ids: [dc.pk] }, { kind: 'UpdateFirmware', parameters })).errors).toEqual({
    'parameters.location':
      'An address with a user name or password is sent to one charge point at a time. Leave them out, or use a signed address.',
  })
  const place = { keyType: 'Custom', customConfKey: 'UpdateServer', customConfValue: location }
  const named = await ask({ ids: [dc.pk] }, { kind: 'ChangeConfiguration', parameters: place })
  expect(Object.keys(named.errors ?? {})).toEqual(['parameters.customConfValue'])
  const site = await ask({ ids: [dc.pk] }, { kind: 'ChargingSite', parameters: { chargingSiteId: 4711 } })
  expect(site.errors).toEqual({ 'parameters.chargingSiteId': 'Charging site not found' })
  await sql`delete from bulk_action`.execute(t.db)
})

test('two presses at once are one act', async () => {
  const requestKey = randomUUID()
  const chosen = { ids: [t.world.chargers.dc.pk, t.world.chargers.ac.pk] }
  const both = await Promise.all([ask(chosen, RESET, { requestKey }), ask(chosen, RESET, { requestKey })])
  expect(both.map(r => [r.status, r.data.id])).toEqual(Array(2).fill([201, both[0].data.id]))
  expect(await itemsOf(both[0].data.id)).toHaveLength(2)
  const other = await ask(chosen, { kind: 'Reset', parameters: { resetType: 'HARD' } }, { requestKey })
  expect(other.status).toBe(409)
  const { data } = await call<BulkAction[]>('operator', 'GET', 'bulk-actions')
  expect(data.map(a => a.id)).toEqual([both[0].data.id])
  await sql`delete from bulk_action`.execute(t.db)
})

test('what an address opens by reaches the charge point and is shown nowhere', async () => {
  const c = await bootedCharger(t, ws)
  const secret = 'c0ffee5ec3e7'
  const location = `https://files.example/2.bin?X-Amz-Signature=${secret}&token=${secret}`
  const parameters = { location, retrieveDate: new Date().toISOString() }
  const made = await ask({ ids: [c.pk] }, { kind: 'UpdateFirmware', parameters })
  await work()
  expect((await c.nextCall('UpdateFirmware'))[3]).toMatchObject({ location })
  const { id } = made.data
  const shown = [
    made,
    await call('operator', 'GET', 'bulk-actions'),
    await call('operator', 'GET', `bulk-action/${id}`),
  ]
  const kept = await sql`select to_jsonb(x) as row from (select after from audit_entry) x
    union all select to_jsonb(x) from (select parameters, details from task) x`.execute(t.db)
  const log = () => sql`select message from ocpp_frame where message like '%2.bin%'`.execute(t.db)
  await vi.waitFor(async () => expect((await log()).rows).not.toHaveLength(0), 10_000)
  for (const part of [shown, kept.rows, (await log()).rows]) {
    expect(JSON.stringify(part)).toContain('2.bin?X-Amz-Signature=***&token=***')
    expect(JSON.stringify(part)).not.toContain(secret)
  }
  await c.close()
  await sql`delete from bulk_action`.execute(t.db)
})

test('each kind does what the single act does, with its entries, and tells the one who asked', async () => {
  const [yes, no] = [await bootedCharger(t, ws), await bootedCharger(t, ws)]
  for (const [c, status] of [
    [yes, 'Accepted'],
    [no, 'Rejected'],
  ] as const)
    c.onCall = action => (action === 'UpdateFirmware' ? {} : { status })
  const off = await newCharger(t, { connectorCount: 1 })
  const ids = [yes.pk, no.pk, off.pk]
  const zoneId = await sites.create(t.db, { teamId: t.world.one.teamId, zoneName: 'Yard' })
  const { rows: groups } = await sql<{ id: number }>`
    insert into price_group (company_id, team_id, name) select company_id, team_id, 'Night' from price_group
    where price_group_id = ${t.world.priceGroupId} returning price_group_id as id`.execute(t.db)
  const night = groups[0]?.id ?? 0
  const heard: LiveEvent[] = []
  const leave = t.services.bus.onEvent(({ event }) => heard.push(event))
  const config = { keyType: 'Predefined', confKey: 'HeartBeatInterval', customConfValue: '300' }
  const firmware = { location: 'https://files.example/2.bin', retrieveDate: new Date().toISOString() }
  const refused = 'Rejected. '
  const received = 'Request received. How it goes shows at the charge point.'
  const away = 'Charge point is not connected. Nothing was sent.'
  const cases: [object, (readonly [state: string, outcome: string])[], string][] = [
    [
      RESET,
      [
        ['Done', DONE],
        ['Failed', refused],
        ['Failed', away],
      ],
      'Reset',
    ],
    [
      { kind: 'UpdateFirmware', parameters: firmware },
      [
        ['Done', received],
        ['Done', received],
        ['Failed', away],
      ],
      'UpdateFirmware',
    ],
    [
      { kind: 'ChangeConfiguration', parameters: config },
      [
        ['Done', 'Accepted. '],
        ['Failed', refused],
        ['Failed', away],
      ],
      'ChangeConfiguration',
    ],
    [
      { kind: 'PriceGroup', parameters: { priceGroupId: night, connectorId: 2 } },
      [
        ['Done', 'Changed'],
        ['Done', 'Changed'],
        ['Failed', 'The charge point has no connector 2'],
      ],
      'update',
    ],
    [
      { kind: 'PriceGroup', parameters: { priceGroupId: night, connectorId: null } },
      Array(3).fill(['Done', 'Changed']),
      'update',
    ],
    [{ kind: 'ChargingSite', parameters: { chargingSiteId: zoneId } }, Array(3).fill(['Done', 'Changed']), 'update'],
    [{ kind: 'ChargingSite', parameters: { chargingSiteId: null } }, Array(3).fill(['Done', 'Changed']), 'update'],
    [{ kind: 'ChargingSite', parameters: { chargingSiteId: null } }, Array(3).fill(['Done', 'It was so already']), ''],
  ]
  // A price group of another company is refused at once, like a group that does not exist: its name is not revealed.
  const { rows: others } = await sql<{ id: number }>`insert into price_group (company_id, team_id, name)
    select company_id, id, 'Their secret' from team where id = ${t.world.two.teamId} returning price_group_id as id`.execute(
    t.db,
  )
  for (const priceGroupId of [4711, others[0]?.id]) {
    const r = await ask(
      { ids },
      { kind: 'PriceGroup', parameters: { priceGroupId, connectorId: null } },
      { who: 'admin' },
    )
    expect([r.status, r.message]).toEqual([422, 'The price group is none of the company of the charge point'])
  }
  for (const [act, ends, action] of cases) {
    const from = (await sql<{ id: number }>`select coalesce(max(id), 0) as id from audit_entry`.execute(t.db)).rows[0]
      ?.id
    const id = await made({ ids }, act, { who: 'admin' })
    await work()
    const { data } = await call<BulkItem[]>('admin', 'GET', `bulk-action/${id}/items?page=1`)
    expect([act, data.map(i => [i.state, i.outcome])]).toEqual([
      act,
      ends.map(e => [e[0], expect.stringContaining(e[1])]),
    ])
    const { rows } = await sql<{
      action: string
      username: string
      ip: string
    }>`select action, username, ip from audit_entry
      where id > ${from} and feature = 'ChargerPoint' order by id`.execute(t.db)
    const single = rows.map(r => [r.action, r.username, r.ip])
    // An operation gets its audit entry on the request, a change on the change itself.
    const noted = action === 'update' ? ends.filter(([state]) => state === 'Done').length : action === '' ? 0 : 3
    expect([act, single]).toEqual([act, Array(noted).fill([action, 'admin', '127.0.0.1'])])
    expect(heard).toContainEqual(
      expect.objectContaining({ type: 'bulk-action', bulkActionId: id, userId: t.world.userIds.admin }),
    )
  }
  leave()
  const { rows: dated } = await sql<{ n: number }>`select count(*) as n from connector_price_history
    where price_group_id = ${night}`.execute(t.db)
  expect(dated[0]?.n).toBe(5)
  const tasks = await call<BulkItem[]>(
    'admin',
    'GET',
    `bulk-action/${(await call<BulkAction[]>('admin', 'GET', 'bulk-actions?sort=createdAt&page=1')).data[0]?.id}/items?page=1`,
  )
  for (const i of tasks.data) {
    const task = await call<{ operation: string }>(
      'admin',
      'GET',
      `remote/operation/charger/${i.chargepoint_id}/task/${i.taskId}`,
    )
    expect(task.data.operation).toBe('Reset')
  }
  await Promise.all([yes.close(), no.close()])
})

test('the rights and the charger of that moment count; what is cancelled is not begun', async () => {
  const c = await bootedCharger(t, ws)
  const gone = await newCharger(t)
  const moved = await newCharger(t)
  const id = await made({ ids: [gone.pk, moved.pk, c.pk] })
  await hide(t.db, gone.pk, new Date())
  await sql`update charger set team_id = ${t.world.one.siblingId} where chargepoint_pk = ${moved.pk}`.execute(t.db)
  await work({ atOnce: 1 })
  expect(await told(id)).toEqual([
    [gone.id, 'Skipped', 'The charge point was deleted'],
    [moved.id, 'Failed', 'You have no right to do this on this charge point'],
    [c.id, 'Done', DONE],
  ])
  const lost = await made({ ids: [c.pk] })
  const cancelled = await made({ ids: [c.pk] })
  expect(
    (await call<BulkAction>('operator', 'POST', `bulk-action/${cancelled}/cancel`)).data.cancelledAt,
  ).not.toBeNull()
  const role = sql`team_member set role_id = `
  const { Viewer, Operator } = t.world.one.roles
  await sql`update ${role}${Viewer} where user_id = ${t.world.userIds.operator}`.execute(t.db)
  await work()
  await sql`update ${role}${Operator} where user_id = ${t.world.userIds.operator}`.execute(t.db)
  expect(await told(lost)).toEqual([[c.id, 'Failed', 'You have no right to do this on this charge point']])
  expect(await told(cancelled)).toEqual([[c.id, 'Skipped', 'Cancelled before it began']])
  expect(resets(c)).toBe(1)
  await c.close()
})

test('a node that dies in the middle sends nothing twice, and another goes on with the rest', async () => {
  const [first, second] = [await bootedCharger(t, ws), await bootedCharger(t, ws)]
  const id = await made({ ids: [first.pk, second.pk] })
  // The first message goes out, and its answer comes to a node that is no more.
  let sent: () => void = () => undefined
  const isSent = new Promise<void>(ok => {
    sent = ok
  })
  const bus = Object.create(t.services.bus, {
    command: {
      value: async (...args: Parameters<typeof t.services.bus.command>) => {
        await t.services.bus.command(...args)
        sent()
        return new Promise(() => undefined)
      },
    },
  })
  const dead = new AbortController()
  void work({ atOnce: 1, stopped: dead.signal }, Object.create(t.services, { bus: { value: bus } }))
  await isSent
  dead.abort()
  expect((await read(id)).counts).toMatchObject({ 'In progress': 1, Waiting: 1 })
  await endLeftOver(t.db, new Date(Date.now() + 600_000))
  await work()
  await work()
  expect(await told(id)).toEqual([
    [first.id, 'Failed', 'Timeout. Whether the charge point did it is not known.'],
    [second.id, 'Done', DONE],
  ])
  expect([resets(first), resets(second)]).toEqual([1, 1])
  await Promise.all([first.close(), second.close()])
})

test('two nodes that work the same act do each charge point once; what is stopped begins nothing', async () => {
  const chargers = await Promise.all(Array.from({ length: 12 }, () => bootedCharger(t, ws)))
  const id = await made({ ids: chargers.map(c => c.pk) })
  const stopped = new AbortController()
  stopped.abort()
  await work({ stopped: stopped.signal })
  await work({ since: new Date(Date.now() + 60_000) })
  expect((await read(id)).counts.Waiting).toBe(12)
  await Promise.all([work({ atOnce: 3 }), work({ atOnce: 3 })])
  expect((await read(id)).counts.Done).toBe(12)
  expect(chargers.map(resets)).toEqual(Array(12).fill(1))
  await Promise.all(chargers.map(c => c.close()))
})

test('only what failed is tried again, with what became of it before', async () => {
  const c = await bootedCharger(t, ws)
  const late = await bootedCharger(t, ws)
  late.onCall = () => ({ status: 'Rejected' })
  const id = await made({ ids: [c.pk, late.pk] })
  await work()
  expect((await read(id)).counts).toMatchObject({ Done: 1, Failed: 1 })
  expect((await read(id)).endedAt).not.toBeNull()
  late.onCall = () => ({ status: 'Accepted' })
  const again = await call<BulkAction>('operator', 'POST', `bulk-action/${id}/retry`)
  expect([again.data.counts.Waiting, again.data.endedAt]).toEqual([1, null])
  await work()
  const [, item] = await itemsOf(id)
  expect(item).toMatchObject({
    state: 'Done',
    attempt: 2,
    earlier: [{ attempt: 1, outcome: expect.stringContaining('Rejected. ') }],
  })
  expect(item?.earlier[0]?.taskId).not.toBe(item?.taskId)
  expect([resets(c), resets(late)]).toEqual([1, 2])
  expect((await call('operator', 'POST', `bulk-action/${id}/retry`)).status).toBe(409)
  expect((await itemsOf(id, '&q=done&sort=-chargepoint_id')).map(i => i.chargepoint_id)).toEqual(
    [late.id, c.id].sort().reverse(),
  )
  await Promise.all([c.close(), late.close()])
})

test('at most 10,000 at once, and never more than were agreed to', async () => {
  const many = 'At most 10,000 charge points at once: please narrow the choice'
  const ids = Array.from({ length: 10_001 }, (_, i) => i + 1)
  expect((await ask({ ids })).errors).toEqual({ 'chosen.ids': many })
  expect([refusalOf(10_001, 20_000), refusalOf(10_000, 10_000)]).toEqual([{ status: 422, text: many }, undefined])
  expect(refusalOf(3, 5)).toBeUndefined()
})

test('90 days on, what has ended is gone with its items', async () => {
  const [old, open, young] = [
    await made({ ids: [t.world.chargers.dc.pk] }),
    await made({ ids: [t.world.chargers.dc.pk] }),
    await made({ ids: [t.world.chargers.dc.pk] }),
  ]
  await call('operator', 'POST', `bulk-action/${old}/cancel`)
  await call('operator', 'POST', `bulk-action/${young}/cancel`)
  await sql`update bulk_action set created_at = now() - interval '91 days' where bulk_action_id <= ${open}`.execute(
    t.db,
  )
  await t.db.transaction().execute(trx => dropOld(trx, new Date()))
  const { rows } = await sql<{ id: number }>`select distinct bulk_action_id as id from bulk_action_item
    where bulk_action_id >= ${old} order by 1`.execute(t.db)
  expect(rows.map(r => r.id)).toEqual([open, young])
})
