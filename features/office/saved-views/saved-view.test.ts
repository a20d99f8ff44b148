// Views of lists through the API: whose they are, who sees them, names, defaults (S-VIEWS).
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startApp, type TestApp } from '#testing/app.ts'
import { MOST_VIEWS, NAME_TAKEN, type SavedView, TOO_MANY, type ViewContent } from './saved-view.contract.ts'

let t: TestApp
beforeAll(async () => {
  t = await startApp()
})
afterAll(() => t.close())

const content: ViewContent = {
  combine: 'AND',
  conditions: [{ field: 'city', operator: 'equals', value: 'Pune' }],
  q: 'fast',
  sort: '-chargepoint_id',
  columns: [
    { field: 'chargepoint_id', isShown: true },
    { field: 'city', isShown: false },
  ],
  density: 'compact',
  pageSize: 20,
}
const ask = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, who: Person, payload?: object) => {
  const url = `/cms/v1/team/${path}`
  const r = await t.app.inject({ method, url, headers: await t.as(who), ...(payload && { payload }) })
  return { status: r.statusCode, body: r.json() }
}
const team = () => t.world.one.teamId
const make = async (name: string, more: object = {}, who: Person = 'operator') =>
  ask('POST', `${team()}/views`, who, { list: 'chargers', name, content, ...more })
const seen = async (who: Person, list = 'chargers') => {
  const { body } = await ask('GET', `${team()}/views?list=${list}`, who)
  return body as { data: SavedView[]; defaultId: number | null }
}
const names = async (who: Person) => (await seen(who)).data.map(v => v.name)

test('a view is its keeper’s; shared, it is seen by the team and changed by nobody else', async () => {
  const own = (await make('Mine')).body.data as SavedView
  expect(own).toMatchObject({ isMine: true, isShared: false, content, keptBy: t.world.usernames.operator })
  expect(await names('operator')).toContain('Mine')
  expect(await names('admin')).not.toContain('Mine')
  expect((await ask('PUT', `${team()}/views/${own.id}`, 'admin', { name: 'Theirs' })).status).toBe(404)
  expect((await ask('DELETE', `${team()}/views/${own.id}`, 'admin')).status).toBe(404)
  const shared = await ask('PUT', `${team()}/views/${own.id}`, 'operator', { isShared: true })
  expect(shared.body.data).toMatchObject({ isShared: true, name: 'Mine', content })
  expect((await seen('admin')).data.find(v => v.id === own.id)).toMatchObject({ isMine: false, name: 'Mine' })
  const refused = await ask('PUT', `${team()}/views/${own.id}`, 'admin', { name: 'Theirs' })
  expect([refused.status, refused.body.message]).toEqual([403, `This view is kept by ${t.world.usernames.operator}`])
  expect((await ask('DELETE', `${team()}/views/${own.id}`, 'admin')).status).toBe(403)
  // Another company neither sees it nor reaches the team.
  expect((await ask('GET', `${team()}/views?list=chargers`, 'stranger')).status).toBe(404)
  expect((await ask('PUT', `${t.world.two.teamId}/views/${own.id}`, 'stranger', { name: 'x' })).status).toBe(404)
  expect((await ask('DELETE', `${team()}/views/${own.id}`, 'operator')).status).toBe(200)
  expect(await names('operator')).not.toContain('Mine')
})

test('a rename keeps the rest, a name is taken once a person and list, in any case', async () => {
  const { id } = (await make('Fast ones', { isShared: true })).body.data
  const renamed = await ask('PUT', `${team()}/views/${id}`, 'operator', { name: 'Quick ones' })
  expect(renamed.body.data).toMatchObject({ name: 'Quick ones', isShared: true, content })
  const twice = await make('QUICK ONES')
  expect([twice.status, twice.body.errors]).toEqual([409, { name: NAME_TAKEN }])
  expect((await make('Quick ones', {}, 'admin')).status).toBe(201)
  expect((await make('Quick ones', { list: 'transactions' })).status).toBe(201)
})

test('a list opens with the view that the person chose, while the person reaches it', async () => {
  const { id } = (await make('Opens', { isShared: true })).body.data
  const choose = (who: Person, viewId: number | null, list = 'chargers') =>
    ask('PUT', `${team()}/views/default`, who, { list, viewId })
  expect((await choose('admin', id)).body.data).toEqual({ defaultId: id })
  expect([(await seen('admin')).defaultId, (await seen('operator')).defaultId]).toEqual([id, null])
  expect((await choose('admin', id, 'transactions')).status).toBe(422)
  expect((await choose('stranger', id)).status).toBe(404)
  await ask('PUT', `${team()}/views/${id}`, 'operator', { isShared: false })
  expect((await seen('admin')).defaultId).toBe(null)
  await choose('operator', id)
  await ask('DELETE', `${team()}/views/${id}`, 'operator')
  expect((await seen('operator')).defaultId).toBe(null)
})

test.each([
  ['no name', { name: ' ' }, 'name'],
  ['a long name', { name: 'x'.repeat(61) }, 'name'],
  ['a name with U+0000', { name: 'a\0b' }, 'name'],
  ['a list of no name', { list: '../x' }, 'list'],
  [
    'too many columns',
    { content: { ...content, columns: Array(101).fill({ field: 'a', isShown: true }) } },
    'content.columns',
  ],
  ['a page of none', { content: { ...content, pageSize: 0 } }, 'content.pageSize'],
])('%s is refused on its field', async (_, more, field) => {
  const r = await make('Odd', more)
  expect([r.status, Object.keys(r.body.errors)]).toEqual([422, [field]])
})

test('a person keeps so many views of a list, also when all are kept at once', async () => {
  const headers = await t.as('viewer')
  const all = await Promise.all(
    Array.from({ length: MOST_VIEWS + 5 }, (_, i) => {
      const payload = { list: 'users', name: `View ${i}`, content }
      return t.app.inject({ method: 'POST', url: `/cms/v1/team/${team()}/views`, headers, payload })
    }),
  )
  expect(all.filter(r => r.statusCode === 201)).toHaveLength(MOST_VIEWS)
  expect(all.find(r => r.statusCode === 422)?.json().message).toBe(TOO_MANY)
})
