// Scheduled reports by their calls: who may, what is refused with its field, what others see, and what the audit log keeps.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Person, startApp, type TestApp } from '#testing/app.ts'
import { MOST_REPORTS } from './scheduled-report.words.ts'

let t: TestApp
let now = new Date('2026-03-04T08:00:00Z')
const headers = {} as Record<Person, { authorization: string }>
beforeAll(async () => {
  t = await startApp({ now: () => now })
  for (const who of ['root', 'admin', 'operator', 'viewer', 'finance', 'nobody', 'stranger'] as const)
    headers[who] = await t.as(who)
})
afterAll(() => t.close())
beforeEach(async () => {
  now = new Date(now.getTime() + 86_400_000)
  await sql`truncate scheduled_report, scheduled_report_run, scheduled_report_receiver`.execute(t.db)
})

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const ask = async (who: Person | undefined, method: Method, path: string, payload?: object, ifMatch?: string) => {
  const url = path.startsWith('/') ? path : `/cms/v1/${path}`
  const r = await t.app.inject({
    method,
    url,
    headers: { ...(who && headers[who]), ...(ifMatch && { 'if-match': ifMatch }) },
    ...(payload && { payload }),
  })
  return { status: r.statusCode, tag: r.headers.etag as string | undefined, ...r.json() }
}
const team = () => t.world.one.teamId
const body = (more: object = {}) => ({
  name: 'Chargers of the yard',
  source: 'chargers',
  period: 'view',
  rhythm: 'daily',
  hour: 6,
  format: 'csv',
  users: [t.world.userIds.operator],
  addresses: ['books@volt.example'],
  ...more,
})
const make = async (more: object = {}, who: Person = 'operator'): Promise<number> => {
  const r = await ask(who, 'POST', `team/${team()}/scheduled-reports`, body(more))
  expect([r.status, r.errors, r.message]).toEqual([201, undefined, 'Report created successfully'])
  return r.data.scheduled_report_id
}
const one = (id: number) => `scheduled-reports/${id}`
const names = async (who: Person) =>
  (await ask(who, 'GET', `team/${team()}/scheduled-reports`)).data.map((r: { name: string }) => r.name)
const view = async (who: Person, more: object = {}): Promise<number> => {
  const content = {
    combine: 'AND',
    conditions: [],
    q: '',
    sort: null,
    columns: [],
    density: 'comfortable',
    pageSize: 10,
  }
  const payload = { list: 'chargers', name: `View ${randomUUID()}`, isShared: false, content, ...more }
  return (await ask(who, 'POST', `team/${team()}/views`, payload)).data.id
}
const audits = async (id: number) =>
  (
    await sql<{
      action: string
    }>`select action from audit_entry where feature = 'ScheduledReport' and record_id = ${String(id)}
      order by id`.execute(t.db)
  ).rows.map(r => r.action)

describe('who may', () => {
  test('nobody without a sign-in, another company sees nothing, a stranger to the team finds no team', async () => {
    const id = await make()
    expect((await ask(undefined, 'GET', `team/${team()}/scheduled-reports`)).status).toBe(401)
    expect((await ask('stranger', 'GET', `team/${team()}/scheduled-reports`)).status).toBe(404)
    expect((await ask('stranger', 'POST', `team/${team()}/scheduled-reports`, body())).status).toBe(404)
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/runs'],
      ['PUT', ''],
      ['DELETE', ''],
      ['POST', '/pause'],
      ['POST', '/resume'],
      ['POST', '/test'],
      ['POST', '/take-over'],
    ] as const)
      expect([
        method,
        path,
        (await ask('stranger', method, `${one(id)}${path}`, method === 'PUT' ? body() : undefined)).status,
      ]).toEqual([method, path, 404])
  })

  test('each has their own; who may change users of the team sees all, may pause, delete and take over, not change', async () => {
    const id = await make()
    await make({ name: 'Mine' }, 'viewer')
    expect(await names('operator')).toEqual(['Chargers of the yard'])
    expect(await names('viewer')).toEqual(['Mine'])
    expect((await names('admin')).sort()).toEqual(['Chargers of the yard', 'Mine'])
    expect((await ask('viewer', 'GET', one(id))).status).toBe(404)
    expect((await ask('admin', 'GET', one(id))).data).toMatchObject({ isMine: false, owner: 'operator' })
    expect((await ask('admin', 'PUT', one(id), body({ hour: 7 }))).status).toBe(403)
    expect((await ask('admin', 'POST', `${one(id)}/test`)).status).toBe(403)
    expect((await ask('admin', 'POST', `${one(id)}/pause`)).data).toMatchObject({ state: 'Paused', next_at: null })
    expect((await ask('admin', 'POST', `${one(id)}/resume`)).status).toBe(403)
    expect((await ask('admin', 'POST', `${one(id)}/take-over`)).data).toMatchObject({ isMine: true, owner: 'admin' })
    expect((await ask('operator', 'GET', one(id))).status).toBe(404)
    expect((await ask('admin', 'POST', `${one(id)}/resume`)).data.state).toBe('Active')
    expect((await ask('admin', 'DELETE', one(id))).status).toBe(200)
    expect(await audits(id)).toEqual(['create', 'pause', 'take-over', 'resume', 'delete'])
  })

  test('what a person may not view is not sent to them: refused at its source', async () => {
    const r = await ask(
      'viewer',
      'POST',
      `team/${team()}/scheduled-reports`,
      body({ source: 'month-end', period: 'month' }),
    )
    expect([r.status, r.errors]).toEqual([403, { source: 'viewer may not view Month end of this team' }])
    const { data } = await ask('viewer', 'GET', `team/${team()}/report-sources`)
    const offered = data.map((s: { source: string }) => s.source)
    expect(offered).toContain('chargers')
    expect(offered).not.toContain('month-end')
    expect(offered).not.toContain('audit')
  })
})

describe('what is refused', () => {
  test.each<[string, object, string]>([
    ['hour 25', { hour: 25 }, 'hour'],
    ['half an hour', { hour: 6.5 }, 'hour'],
    ['weekday 9', { rhythm: 'weekly', weekday: 9 }, 'weekday'],
    ['a week without its day', { rhythm: 'weekly' }, 'weekday'],
    ['a month without its day', { rhythm: 'monthly' }, 'month_day'],
    ['day 29', { rhythm: 'monthly', month_day: 29 }, 'month_day'],
    ['a rhythm of none', { rhythm: 'yearly' }, 'rhythm'],
    ['no receivers', { users: [], addresses: [] }, 'users'],
    ['a malformed address', { addresses: ['books@'] }, 'addresses'],
    ['an address twice, in other letters', { addresses: ['a@volt.example', 'A@volt.example'] }, 'addresses'],
    ['too many receivers', { addresses: Array.from({ length: 51 }, (_, n) => `a${n}@volt.example`) }, 'addresses'],
    [
      'people and addresses that are too many together',
      { addresses: Array.from({ length: 50 }, (_, n) => `a${n}@volt.example`) },
      'addresses',
    ],
    ['a list of none', { source: 'secrets' }, 'source'],
    ['a period that the list has not', { source: 'chargers', period: 'day' }, 'period'],
    ['a statement of any time', { source: 'report', period: 'view' }, 'period'],
    ['a view of a page', { source: 'dashboard', period: 'day', view_id: 1 }, 'view_id'],
    ['a view that is not there', { view_id: 999_999 }, 'view_id'],
    ['a format of none', { format: 'docx' }, 'format'],
    ['a subject of 10,000 characters', { subject: 'x'.repeat(10_000) }, 'subject'],
    ['a subject with a sign for machines', { subject: 'x\u0007' }, 'subject'],
    ['a name with a sign for machines', { name: 'x\u0007' }, 'name'],
    ['no name', { name: ' ' }, 'name'],
  ])('%s, with its field', async (_, more, field) => {
    const r = await ask('operator', 'POST', `team/${team()}/scheduled-reports`, body(more))
    expect([r.status, Object.keys(r.errors ?? {})]).toEqual([422, [field]])
  })

  test('people of another company, the private view of somebody else, a view of another list', async () => {
    const post = (more: object) => ask('operator', 'POST', `team/${team()}/scheduled-reports`, body(more))
    expect((await post({ users: [t.world.userIds.stranger] })).errors).toEqual({
      users: 'Some of these people have no role on the team',
    })
    const theirs = await view('admin')
    expect((await post({ view_id: theirs })).errors).toEqual({ view_id: 'View not found' })
    const shared = await view('admin', { isShared: true })
    expect((await post({ view_id: shared })).status).toBe(201)
    const other = await view('operator', { list: 'transactions' })
    expect((await post({ view_id: other })).errors).toEqual({ view_id: 'The view is of another list' })
    const orView = await view('operator', {
      list: 'transactions',
      content: {
        combine: 'OR',
        conditions: [
          { field: 'chargepoint_id', operator: 'equals', value: 'A' },
          { field: 'chargepoint_id', operator: 'equals', value: 'B' },
        ],
        q: '',
        sort: null,
        columns: [],
        density: 'comfortable',
        pageSize: 10,
      },
    })
    const refused = await post({ source: 'transactions', period: 'day', view_id: orView })
    expect(Object.keys(refused.errors)).toEqual(['period'])
  })

  test('a name that the team has already, in other letters too; its own name stays', async () => {
    const id = await make({ name: 'Weekly' })
    const again = await ask('viewer', 'POST', `team/${team()}/scheduled-reports`, body({ name: 'WEEKLY' }))
    const text = 'The team has a report of this name already'
    expect([again.status, again.errors]).toEqual([409, { name: text }])
    const other = await make({ name: 'Monthly' })
    expect((await ask('operator', 'PUT', one(other), body({ name: 'Weekly' }))).errors).toEqual({ name: text })
    expect((await ask('operator', 'PUT', one(id), body({ name: 'Weekly', hour: 7 }))).status).toBe(200)
    await ask('operator', 'DELETE', one(id))
    expect((await ask('operator', 'PUT', one(other), body({ name: 'Weekly' }))).status).toBe(200)
  })

  test('name and subject are lines: breaks in them are spaces', async () => {
    const id = await make({ name: 'a\r\nBcc: evil@x.example', subject: ' one\n\u2028 two ' })
    expect((await ask('operator', 'GET', one(id))).data).toMatchObject({
      name: 'a Bcc: evil@x.example',
      subject: 'one two',
    })
  })

  test('the report after the fiftieth, also when all come at once', async () => {
    const all = await Promise.all(
      Array.from({ length: MOST_REPORTS + 3 }, (_, i) =>
        ask('operator', 'POST', `team/${team()}/scheduled-reports`, body({ name: `Report ${i}` })),
      ),
    )
    expect(all.filter(r => r.status === 201)).toHaveLength(MOST_REPORTS)
    expect(all.find(r => r.status === 409)?.message).toBe(`A person has at most ${MOST_REPORTS} scheduled reports`)
  })
})

test('the next time is told, and follows a change of the hour; two people at once are told of each other', async () => {
  const id = await make()
  const first = await ask('operator', 'GET', one(id))
  expect(first.data.next_at).toBe(
    new Date(Date.UTC(2026, now.getUTCMonth(), now.getUTCDate() + 1, 0, 30)).toISOString(),
  )
  const changed = await ask('operator', 'PUT', one(id), body({ hour: 23 }), first.tag)
  expect(changed.data.next_at).toBe(new Date(Date.UTC(2026, now.getUTCMonth(), now.getUTCDate(), 17, 30)).toISOString())
  const late = await ask('operator', 'PUT', one(id), body({ hour: 5 }), first.tag)
  expect([late.status, late.data.hour]).toEqual([409, 23])
})

test('the list sorts, filters and searches in the database', async () => {
  await make({ name: 'B', source: 'tags' })
  await make({ name: 'A', format: 'pdf' })
  const list = async (query: string) =>
    (await ask('operator', 'GET', `team/${team()}/scheduled-reports?${query}`)).data.map(
      (r: { name: string }) => r.name,
    )
  expect(await list('sort=name')).toEqual(['A', 'B'])
  expect(await list('sort=-what')).toEqual(['B', 'A'])
  expect(await list('q=rfid')).toEqual(['B'])
  const filters = JSON.stringify({
    combine: 'AND',
    conditions: [{ field: 'format', operator: 'equals', value: 'pdf' }],
  })
  expect(await list(`filters=${encodeURIComponent(filters)}`)).toEqual(['A'])
  expect(await list('page=2&pageSize=1&sort=name')).toEqual(['B'])
})
