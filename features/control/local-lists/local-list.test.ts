// Local lists over a real socket: who may have them kept, which messages are sent when, and every way in which a charge
// point refuses them (S-LOCAL-LIST, O-65 to O-67).
import type { LiveEventOf } from '@wattdesk/base/live-event'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { attach } from '#fleet/tags/tag.store.ts'
import { type Person, startApp, type TestApp } from '#testing/app.ts'
import { TestCharger } from '#testing/charger.ts'
import { newCharger, newTag } from '#testing/ocpp.ts'
import { keepLists } from './local-list.commands.ts'
import type { LocalList } from './local-list.contract.ts'

let t: TestApp
let ws: string
const aheadMs = 0
beforeAll(async () => {
  t = await startApp({ now: () => new Date(Date.now() + aheadMs) })
  ws = (await t.listen()).ws
})
afterAll(() => t.close())

const url = (id: string) => `/cms/v1/team/${t.world.one.teamId}/charger/${id}/local-list`
const read = async (id: string, person: Person = 'viewer') => {
  const r = await t.app.inject({ url: url(id), headers: await t.as(person) })
  return { status: r.statusCode, data: r.json().data as LocalList }
}
const keep = async (id: string, isKept = true, person: Person = 'operator') =>
  t.app.inject({ method: 'PUT', url: url(id), headers: await t.as(person), payload: { isKept } })
/** Looks at the list at once, whenever it is due. */
async function look(id: string) {
  await sql`update local_list set due_at = ${t.services.now()} where chargepoint_pk = (select chargepoint_pk from charger
    where chargepoint_id = ${id})`.execute(t.db)
  await keepLists(t.services)
  const { state, version, tags, problem, leftOut } = (await read(id)).data
  return { state, version, tags, problem, leftOut }
}

type Item = { idTag: string; idTagInfo?: { status: string; parentIdTag?: string; expiryDate?: string } }
type Sent = { listVersion: number; updateType: string; localAuthorizationList?: Item[] }
/** A charge point with a local list that behaves as the standard says; `answer` may answer otherwise. */
class WithList {
  version = 0
  readonly has = new Map<string, string>()
  readonly sent: Sent[] = []
  keys: Record<string, string> = {}
  answer: (m: Sent) => string | undefined = () => undefined
  c!: TestCharger
  readonly id: string
  readonly pk: number
  constructor({ id, pk }: { id: string; pk: number }) {
    this.id = id
    this.pk = pk
  }
  async boot() {
    this.c = await TestCharger.open(ws, this.id)
    this.c.onCall = (action, p) => this.reply(action, p)
    await this.c.boot()
  }
  reply(action: string, p: Record<string, unknown>): Record<string, unknown> {
    if (action === 'GetConfiguration')
      return { configurationKey: Object.entries(this.keys).map(([key, value]) => ({ key, value, readonly: true })) }
    if (action === 'GetLocalListVersion') return { listVersion: this.version }
    if (action !== 'SendLocalList') return { status: 'Accepted' }
    const m = p as unknown as Sent
    this.sent.push(m)
    const status = this.answer(m)
    if (status !== undefined) return { status }
    if (m.updateType === 'Differential' && m.listVersion <= this.version) return { status: 'VersionMismatch' }
    if (m.updateType === 'Full') this.has.clear()
    for (const { idTag, idTagInfo } of m.localAuthorizationList ?? [])
      if (idTagInfo) this.has.set(idTag.toLowerCase(), idTagInfo.status)
      else this.has.delete(idTag.toLowerCase())
    this.version = m.listVersion
    return { status: 'Accepted' }
  }
  /** Returns the messages sent since the last call. */
  news() {
    return this.sent.splice(0).map(m => [m.updateType, m.listVersion, m.localAuthorizationList?.length ?? 0])
  }
}
/** A charge point with this many tags of its own and none of its team's. */
async function withTags(count: number, more: { keys?: Record<string, string> } = {}) {
  const s = new WithList(await newCharger(t, { teamId: team }))
  s.keys = more.keys ?? {}
  const tags = await Promise.all(Array.from({ length: count }, () => newTag(t)))
  for (const idTag of tags) await tie(idTag, s.pk)
  await s.boot()
  await keep(s.id)
  return { s, tags }
}
let team: number
beforeAll(() => {
  team = t.world.one.teamId
})
const pkOf = async (idTag: string) =>
  (await sql<{ pk: number }>`select ocpp_tag_pk as pk from ocpp_tag where id_tag = ${idTag}`.execute(t.db)).rows[0]
    ?.pk ?? 0
const tie = async (idTag: string, pk: number) => attach(t.db, await pkOf(idTag), [pk])
const drop = (idTag: string) => sql`update ocpp_tag set deleted_at = now() where id_tag = ${idTag}`.execute(t.db)
/** Counts the tags that are valid everywhere in the team: the tags of the test world. */
const others = async () => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ocpp_tag o join team m on m.id = ${team}
    where o.deleted_at is null and o.team_id = any(m.path) and o.kind = 'rfid'
      and not exists (select from ocpp_tag_charger a where a.ocpp_tag_pk = o.ocpp_tag_pk)`.execute(t.db)
  return rows[0]?.n ?? 0
}

test('who may: see with view, decide with update; another company’s charger is not there', async () => {
  const { id } = await newCharger(t)
  const people = ['nobody', 'stranger', 'viewer', 'operator'] as const
  expect(await Promise.all(people.map(async p => (await read(id, p)).status))).toEqual([404, 404, 200, 200])
  expect(await Promise.all(people.map(async p => (await keep(id, true, p)).statusCode))).toEqual([404, 404, 403, 200])
  expect((await read(id)).data).toMatchObject({ isKept: true, state: 'waiting', version: 0, isConnected: false })
})

test('nothing is sent before somebody decides, nor to a charge point that is away', async () => {
  const s = new WithList(await newCharger(t))
  await s.boot()
  await keepLists(t.services)
  expect([s.news(), (await read(s.id)).data.state]).toEqual([[], 'off'])
  await s.c.close()
  await keep(s.id)
  expect((await look(s.id)).state).toBe('waiting')
  expect(s.news()).toEqual([])
})

test('the whole list first, then what changes; versions step up; the same again after a restart of both [65]', async () => {
  const { s, tags } = await withTags(3)
  const n = await others()
  const blocked = await newTag(t, { maxActiveTransactions: 0 })
  await tie(blocked, s.pk)
  expect(await look(s.id)).toMatchObject({ state: 'current', version: 1, tags: n + 4 })
  expect(s.news()).toEqual([['Full', 1, n + 4]])
  expect([s.has.get(String(tags[0]).toLowerCase()), s.has.get(blocked.toLowerCase())]).toEqual(['Accepted', 'Blocked'])
  await look(s.id)
  expect(s.news()).toEqual([])
  await drop(String(tags[0]))
  const added = await newTag(t)
  await tie(added, s.pk)
  expect(await look(s.id)).toMatchObject({ state: 'current', version: 2, tags: n + 4 })
  expect(s.news()).toEqual([['Differential', 2, 2]])
  expect([s.has.has(String(tags[0]).toLowerCase()), s.has.has(added.toLowerCase())]).toEqual([false, true])
  // After a restart the charge point is asked for its version, which is the known version.
  await s.c.close()
  await t.restart()
  await s.boot()
  await drop(String(tags[1]))
  await keepLists(t.services)
  expect(s.news()).toEqual([['Differential', 3, 1]])
  // The charge point has lost its list.
  s.version = 0
  s.has.clear()
  await s.c.close()
  await s.boot()
  await keepLists(t.services)
  expect(s.news()).toEqual([['Full', 4, n + 3]])
  // After the list is switched off, nothing is left on the charge point.
  await keep(s.id, false)
  expect(await look(s.id)).toMatchObject({ state: 'empty', tags: 0 })
  expect([s.news(), s.has.size]).toEqual([[['Full', 5, 0]], 0])
  await s.c.close()
})

test('no message holds more than the charge point takes, nor the list more than it has room for [65]', async () => {
  const { s } = await withTags(5, { keys: { SendLocalListMaxLength: '2' } })
  const n = (await others()) + 5
  await look(s.id)
  const sent = s.news()
  expect(sent).toHaveLength(Math.ceil(n / 2))
  expect(sent.map(m => m[0])).toEqual(sent.map((_, i) => (i === 0 ? 'Full' : 'Differential')))
  expect(sent.map(m => m[1])).toEqual(sent.map((_, i) => i + 1))
  for (const m of sent) expect(m[2]).toBeLessThanOrEqual(2)
  expect(s.has.size).toBe(n)
  await s.c.close()
  const small = await withTags(5, { keys: { LocalAuthListMaxLength: '3' } })
  expect(await look(small.s.id)).toMatchObject({ state: 'shortened', tags: 3, leftOut: n - 3 })
  small.s.news()
  await look(small.s.id)
  expect(small.s.news()).toEqual([])
  await small.s.c.close()
})

test.each(['Failed', 'VersionMismatch'])('%s on changes: the whole list follows [66]', async status => {
  const { s } = await withTags(1)
  const n = await others()
  await look(s.id)
  s.news()
  await tie(await newTag(t), s.pk)
  s.answer = m => (m.updateType === 'Differential' ? status : undefined)
  expect(await look(s.id)).toMatchObject({ state: 'current', tags: n + 2 })
  expect(s.news()).toEqual([
    ['Differential', 2, 1],
    ['Full', 3, n + 2],
  ])
  await s.c.close()
})

test('another version than the known one: the whole list, past that version [66]', async () => {
  const { s } = await withTags(1)
  const n = await others()
  await look(s.id)
  s.news()
  s.version = 41
  await tie(await newTag(t), s.pk)
  await look(s.id)
  expect(s.news()).toEqual([['Full', 42, n + 2]])
  await s.c.close()
})

const NO_LIST = 'The charge point keeps no local list.'
test.each([
  ['-1 [67]', (s: WithList) => Object.assign(s, { version: -1 }), 'unsupported', NO_LIST, 0],
  [
    'no such profile',
    (s: WithList) => Object.assign(s.keys, { SupportedFeatureProfiles: 'Core' }),
    'unsupported',
    NO_LIST,
    0,
  ],
  [
    'switched off there',
    (s: WithList) => Object.assign(s.keys, { LocalAuthListEnabled: 'false' }),
    'unsupported',
    /LocalAuthListEnabled/,
    0,
  ],
  ['NotSupported', (s: WithList) => Object.assign(s, { answer: () => 'NotSupported' }), 'unsupported', NO_LIST, 1],
  [
    'Failed on the whole list',
    (s: WithList) => Object.assign(s, { answer: () => 'Failed' }),
    'refused',
    /\(Failed\)/,
    1,
  ],
] as const)('%s: nothing counts as sent, and the page says why', async (_what, set, state, problem, messages) => {
  const { s } = await withTags(1)
  set(s)
  expect(await look(s.id)).toMatchObject({ state, problem: expect.stringMatching(problem), tags: 0 })
  expect(s.sent).toHaveLength(messages)
  // The charge point is not asked again at once, but after its next boot.
  s.sent.splice(0)
  await keepLists(t.services)
  expect(s.sent).toEqual([])
  s.keys = {}
  Object.assign(s, { answer: () => undefined, version: Math.max(0, s.version) })
  await s.c.close()
  await s.boot()
  await keepLists(t.services)
  expect((await read(s.id)).data).toMatchObject({ state: 'current', problem: null })
  await s.c.close()
})

test('an empty list needs no message: 0 is a list without tags [67]', async () => {
  const s = new WithList(await newCharger(t, { teamId: t.world.two.teamId }))
  await s.boot()
  const put = {
    method: 'PUT',
    url: `/cms/v1/team/${t.world.two.teamId}/charger/${s.id}/local-list`,
    payload: { isKept: true },
  } as const
  await t.app.inject({ ...put, headers: await t.as('root') })
  await sql`update ocpp_tag set deleted_at = now() where company_id = ${t.world.two.companyId}`.execute(t.db)
  await keepLists(t.services)
  const r = await t.app.inject({ url: put.url, headers: await t.as('root') })
  expect([r.json().data.state, s.sent]).toEqual(['current', []])
  await s.c.close()
})

test('a connection that breaks with a message on its way: its version decides what comes next', async () => {
  const { s } = await withTags(1)
  s.answer = () => {
    // The charge point took the message, but its answer is lost.
    s.version = 1
    s.c.ws.terminate()
    return undefined
  }
  await look(s.id)
  expect((await read(s.id)).data).toMatchObject({ state: 'waiting', version: 0 })
  s.answer = () => undefined
  s.news()
  await s.boot()
  await keepLists(t.services)
  expect(s.news()).toEqual([['Full', 2, (await others()) + 1]])
  await s.c.close()
})

test('two looks at once are one', async () => {
  const { s } = await withTags(1)
  const n = await others()
  await Promise.all([keepLists(t.services), keepLists(t.services), keepLists(t.services)])
  expect(s.news()).toEqual([['Full', 1, n + 1]])
  await s.c.close()
})

describe('a list that an operator sends', () => {
  const send = async (id: string, parameters: object, person: Person = 'operator') => {
    const r = await t.app.inject({
      ...({ method: 'POST', url: '/cms/v1/remote/operation' } as const),
      headers: await t.as(person),
      payload: { chargerId: id, remoteOperationType: 'SendLocalList', parameters },
    })
    return { status: r.statusCode, body: r.json() }
  }
  const ended: LiveEventOf<'task'>[] = []
  const waiting: { taskId: string; ok: () => void }[] = []
  const taskEnd = async (id: string, parameters: object) => {
    const { taskId } = (await send(id, parameters)).body
    if (!ended.some(e => e.taskId === taskId)) await new Promise<void>(ok => waiting.push({ taskId, ok }))
    return ended.find(e => e.taskId === taskId)
  }
  beforeAll(() => {
    t.services.bus.onEvent(({ event }) => {
      if (event.type !== 'task' || event.state === 'queued' || event.state === 'sent') return
      ended.push(event)
      for (const w of waiting.filter(x => x.taskId === event.taskId)) w.ok()
    })
  })
  const booted = async (tags: Parameters<typeof newTag>[1][]) => {
    const s = new WithList(await newCharger(t, { teamId: team }))
    const made = await Promise.all(tags.map(of => newTag(t, of)))
    for (const idTag of made) await tie(idTag, s.pk)
    await s.boot()
    return { s, made }
  }

  test('holds the valid tags with status, end and group, at the version after that of the charge point', async () => {
    const group = await newTag(t)
    const expiresAt = new Date(Date.now() + 86_400_000)
    const { s, made } = await booted([{ parentTagPk: await pkOf(group), expiresAt }, { maxActiveTransactions: 0 }])
    const [member = '', blocked = ''] = made
    s.version = 41
    expect(await taskEnd(s.id, { updateType: 'Full', contents: 'ValidTags' })).toMatchObject({ state: 'done' })
    const [sent] = s.sent
    expect(sent).toMatchObject({ listVersion: 42, updateType: 'Full' })
    expect(sent?.localAuthorizationList).toHaveLength(2 + (await others()))
    expect(sent?.localAuthorizationList).toEqual(
      expect.arrayContaining([
        { idTag: member, idTagInfo: { status: 'Accepted', expiryDate: expiresAt.toISOString(), parentIdTag: group } },
        { idTag: blocked, idTagInfo: { status: 'Blocked' } },
      ]),
    )
    const { rows } = await sql<{ request: Sent }>`select parameters -> 'request' as request from task
      where chargepoint_pk = ${s.pk}`.execute(t.db)
    expect(rows).toEqual([{ request: sent }])
    await s.c.close()
  })

  test('of chosen tags holds those alone; changes add, take off and count on', async () => {
    const { s, made } = await booted([{}, {}])
    const [a = '', b = ''] = made
    await taskEnd(s.id, { updateType: 'Full', contents: 'ChosenTags', idTags: [a.toLowerCase()] })
    expect([...s.has]).toEqual([[a.toLowerCase(), 'Accepted']])
    const changes = { updateType: 'Differential', contents: 'ChosenTags', idTags: [b], removedIdTags: [a] }
    expect(await taskEnd(s.id, changes)).toMatchObject({ state: 'done' })
    expect([...s.has]).toEqual([[b.toLowerCase(), 'Accepted']])
    expect(s.news()).toEqual([
      ['Full', 1, 1],
      ['Differential', 2, 2],
    ])
    await s.c.close()
  })

  test('holds no tag of another company, none with a balance and none that nobody made', async () => {
    const { s } = await booted([])
    const prepaid = await newTag(t, { kind: 'prepaid' })
    const idTags = [t.world.tag, t.world.otherTag, prepaid, 'NOBODY']
    const r = await send(s.id, { updateType: 'Full', contents: 'ChosenTags', idTags })
    expect([r.status, r.body.errors]).toEqual([
      422,
      {
        'parameters.idTags': `Not an RFID tag that is valid on this charge point: ${t.world.otherTag}, ${prepaid}, NOBODY`,
      },
    ])
    expect(s.sent).toEqual([])
    await s.c.close()
  })

  test('empties the list of the charge point only where that was asked for', async () => {
    const { s, made } = await booted([{}])
    await taskEnd(s.id, { updateType: 'Full', contents: 'ChosenTags', idTags: made })
    expect((await send(s.id, { updateType: 'Full' })).status).toBe(422)
    expect((await send(s.id, { listVersion: 9, updateType: 'Full', localAuthorizationList: [] })).status).toBe(422)
    expect(s.has.size).toBe(1)
    expect(await taskEnd(s.id, { updateType: 'Full', contents: 'NoTags' })).toMatchObject({ state: 'done' })
    expect([s.has.size, s.version]).toEqual([0, 2])
    await s.c.close()
  })

  test('is refused where no tag is valid, for it would be empty too', async () => {
    const far = await newCharger(t, { teamId: t.world.gp })
    const r = await send(far.id, { updateType: 'Full', contents: 'ValidTags' }, 'root')
    expect([r.status, r.body.errors]).toEqual([
      422,
      { 'parameters.contents': 'No tag is valid on this charge point: name NoTags to empty the list' },
    ])
  })

  test('is not sent to a charge point that keeps none, and gives way to the list that the portal keeps', async () => {
    const { s, made } = await booted([{}, {}])
    s.version = -1
    expect(await taskEnd(s.id, { updateType: 'Full', contents: 'ValidTags' })).toMatchObject({
      state: 'failed',
      error: 'The charge point keeps no local list.',
    })
    expect(s.sent).toEqual([])
    s.version = 0
    await keep(s.id)
    const whole = 2 + (await others())
    expect(await look(s.id)).toMatchObject({ state: 'current', tags: whole })
    s.news()
    await taskEnd(s.id, { updateType: 'Full', contents: 'ChosenTags', idTags: made.slice(0, 1) })
    expect([s.has.size, s.news()]).toEqual([1, [['Full', 2, 1]]])
    expect(await look(s.id)).toMatchObject({ state: 'current', tags: whole, version: 3 })
    expect([s.has.size, s.news()]).toEqual([whole, [['Full', 3, whole]]])
    await s.c.close()
  })
})
