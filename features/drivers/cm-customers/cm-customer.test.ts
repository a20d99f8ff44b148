// Customers of the charge management through the API: rights and scopes first (D-ACC-11), then tags and UPI ids.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { driverBody } from '#drivers/drivers/test-driver.ts'
import { type Person, startApp, type TestApp } from '#testing/app.ts'
import { newTag } from '#testing/ocpp.ts'

let t: TestApp
const headers = {} as Record<Person, { authorization: string }>
beforeAll(async () => {
  t = await startApp()
  for (const who of ['root', 'admin', 'operator', 'viewer', 'stranger'] as const) headers[who] = await t.as(who)
})
afterAll(() => t.close())

type Method = 'GET' | 'POST' | 'DELETE'
const ask = async (method: Method, path: string, who: Person, payload?: object) => {
  const url = `/cms/v1/root/${path}`
  const r = await t.app.inject({ method, url, headers: headers[who], ...(payload && { payload }) })
  return { status: r.statusCode, ...r.json() }
}
const made = async (teamId = t.world.one.teamId, who: Person = 'admin'): Promise<number> => {
  const url = `/cms/v1/customer?teamId=${teamId}`
  const r = await t.app.inject({ method: 'POST', url, headers: headers[who], payload: driverBody() })
  return r.json().data.id
}
const of = (id: number) => ({ user: { id, firstName: 'Passed over' } })

test('rights: view reads, update changes, what is another company’s is 404', async () => {
  const id = await made()
  const cases: [Person, Method, string, object | undefined, number][] = [
    ['viewer', 'GET', 'customer', undefined, 403],
    ['operator', 'GET', `customer/${id}`, undefined, 403],
    ['operator', 'POST', 'customer/upi-ids/some%40upi', of(id), 403],
    ['operator', 'POST', 'customer/personal-tags', of(id), 403],
    ['stranger', 'GET', `customer/${id}`, undefined, 404],
    ['stranger', 'POST', 'customer/personal-tags', of(id), 404],
    ['stranger', 'POST', 'customer/personal-tags/CM-STRANGER', of(id), 404],
    ['stranger', 'POST', 'customer/upi-ids', of(id), 404],
    ['stranger', 'POST', 'customer/upi-ids/some%40upi', of(id), 404],
    ['stranger', 'DELETE', 'customer/upi-ids/some%40upi', of(id), 404],
    ['admin', 'POST', 'customer/upi-ids', {}, 422],
    ['admin', 'POST', 'customer/upi-ids', of(id), 200],
    ['admin', 'GET', `customer/${id}`, undefined, 200],
  ]
  for (const [who, method, path, payload, status] of cases)
    expect([who, method, path, (await ask(method, path, who, payload)).status]).toEqual([who, method, path, status])
})

test('the list holds all companies below the team: for ROOT on the platform all, for an operator his own', async () => {
  const [mine, theirs] = [await made(), await made(t.world.two.teamId, 'stranger')]
  const seen = async (who: Person, query = '') =>
    (await ask('GET', `customer${query}`, who)).data.map((d: { id: number }) => d.id)
  expect(await seen('root')).toEqual(expect.arrayContaining([mine, theirs]))
  expect(await seen('admin')).toContain(mine)
  expect(await seen('admin')).not.toContain(theirs)
  expect(await seen('root', `?teamId=${t.world.two.companyId}&page=1&pageSize=5`)).toEqual([theirs])
  expect((await ask('GET', `customer/${theirs}`, 'root')).data).toMatchObject({ id: theirs, heldAmount: 0 })
})

test('a UPI id is one customer’s in the whole installation, whatever its case', async () => {
  const [a, b, theirs] = [await made(), await made(), await made(t.world.two.teamId, 'stranger')]
  const add = (upi: string, id: number, who: Person = 'admin') =>
    ask('POST', `customer/upi-ids/${encodeURIComponent(upi)}`, who, of(id))
  for (const wrong of ['nobody', 'a@', '@upi', 'a b@upi', 'a@u.pi'])
    expect([wrong, (await add(wrong, a)).message]).toEqual([wrong, 'Invalid UPI ID'])
  const first = await add('Fleet.One@OkBank', a)
  expect([first.status, first.data]).toEqual([200, [{ upi_id: 'fleet.one@okbank' }]])
  expect((await add('fleet.one@okbank', a)).data).toHaveLength(1)
  for (const r of [await add('FLEET.ONE@okbank', b), await add('fleet.one@okbank', theirs, 'stranger')])
    expect([r.status, r.message]).toEqual([409, 'UPI ID fleet.one@okbank belongs to another customer'])
  // 255 characters fit into a path, also percent-encoded; one more is too long, not another path.
  const long = `${'x'.repeat(251)}@upi`
  expect((await add(long, a)).data).toContainEqual({ upi_id: long })
  const longer = await add(`x${long}`, a)
  expect([longer.status, longer.errors]).toEqual([422, { upiId: 'UPI ID should be 255 characters or less' }])
  const gone = await ask('DELETE', `customer/upi-ids/${encodeURIComponent(long)}`, 'admin', of(a))
  expect(gone.data).not.toContainEqual({ upi_id: long })
  const both = await Promise.all([add('race@upi', a), add('race@upi', b)])
  expect(both.map(r => r.status).toSorted()).toEqual([200, 409])
  const path = `customer/upi-ids/${encodeURIComponent('Fleet.One@okbank')}`
  expect((await ask('DELETE', path, 'admin', of(b))).status).toBe(404)
  expect((await ask('DELETE', path, 'admin', of(a))).message).toBe('UPI ID deleted successfully')
  expect((await add('fleet.one@okbank', b)).status).toBe(200)
})

test('a tag by its text: made where nobody knows it, given where it is free, refused where it is another’s', async () => {
  const [a, b] = [await made(), await made()]
  const add = (tag: string, id: number) =>
    ask('POST', `customer/personal-tags/${encodeURIComponent(tag)}`, 'admin', of(id))
  const { data } = await add('CM/NEW 1', a)
  expect(data).toEqual([{ id: expect.any(Number), tag: 'CM/NEW 1', balanceAmount: null }])
  const { rows } = await sql<{ teamId: number; n: number }>`select team_id, max_active_transactions as n
    from ocpp_tag where id_tag = 'CM/NEW 1'`.execute(t.db)
  expect(rows).toEqual([{ teamId: t.world.one.teamId, n: 1 }])
  const again = await add('cm/new 1', a)
  expect([again.message, again.data.length]).toEqual(['RFID Tag cm/new 1 is already there', 1])
  expect(await add('cm/new 1', b)).toMatchObject({
    status: 409,
    message: 'RFID Tag CM/NEW 1 belongs to another customer',
  })
  expect((await add(t.world.otherTag, a)).message).toBe(`RFID Tag ${t.world.otherTag} is in use elsewhere`)
  expect((await add('x'.repeat(21), a)).message).toBe('RFID Tag should be 20 characters or less')
  const { data: app } = await ask('GET', `customer/${b}`, 'admin')
  expect((await add(app.id_tag, a)).status).toBe(409)
  const card = await newTag(t, { teamId: t.world.one.teamId, kind: 'prepaid' })
  const given = (await add(card, a)).data
  expect(given).toContainEqual({ id: expect.any(Number), tag: card, balanceAmount: 0 })
  const [one] = data
  expect((await ask('DELETE', `customer/personal-tags/${one.id}`, 'admin', of(b))).status).toBe(404)
  expect((await ask('DELETE', `customer/personal-tags/${app.ocppTagId}`, 'admin', of(b))).status).toBe(404)
  const left = await ask('DELETE', `customer/personal-tags/${one.id}`, 'admin', of(a))
  expect([left.message, left.data.map((x: { tag: string }) => x.tag)]).toEqual([
    'Successfully disassociated user with selected tags',
    [card],
  ])
  expect((await add('CM/NEW 1', b)).status).toBe(200)
})
