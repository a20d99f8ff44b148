// The own profile: rights, the fields that a request changes, refusals, and the audit entries (D-PROF-1, D-USER-2).
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startApp, type TestApp } from '#testing/app.ts'

let t: TestApp
beforeAll(async () => {
  t = await startApp()
})
afterAll(() => t.close())

const body = {
  firstName: 'Depot',
  lastName: 'Desk',
  email: 'depot@voltworks.example',
  phone: '9876543210',
  language: 'hi',
  address: { zipcode: '560001', city: 'Bengaluru', country: 'IN' },
}
const read = async (person: Person) =>
  (await t.app.inject({ url: '/cms/v1/profile', headers: await t.as(person) })).json().data
const put = async (person: Person, payload: object) =>
  t.app.inject({ method: 'PUT', url: '/cms/v1/user', headers: await t.as(person), payload })

test('the profile is the signed-in user with address, language and role names', async () => {
  const p = await read('viewer')
  expect(p).toMatchObject({
    id: t.world.userIds.viewer,
    username: 'viewer',
    email: 'viewer@example.com',
    phone: null,
    language: 'en',
    company: { id: t.world.one.companyId, name: 'One' },
    address: { street: null, houseNumber: null, zipcode: null, city: null, country: 'IN' },
    role: [{ teamId: t.world.one.teamId, teamName: 'One North', accesstype: 'Viewer', roleName: 'Viewer' }],
  })
  expect(p.role[0].access).toHaveLength(22)
})

test('everyone changes the own profile, with or without rights; id, username and rights of the body change nothing', async () => {
  for (const person of ['viewer', 'nobody'] as const) {
    const others = await sql`select * from app_user where username <> ${person} order by id`.execute(t.db)
    const r = await put(person, {
      ...body,
      email: `${person}@voltworks.example`,
      id: t.world.userIds.root,
      username: 'root',
      userType: 'ROOT',
      companyId: t.world.gp,
      password: 'x',
      ver: 99,
    })
    expect([r.statusCode, r.json().message]).toEqual([200, 'Profile Updated Successfully'])
    expect(await read(person)).toMatchObject({
      ...body,
      username: person,
      id: t.world.userIds[person],
      email: `${person}@voltworks.example`,
    })
    expect((await sql`select * from app_user where username <> ${person} order by id`.execute(t.db)).rows).toEqual(
      others.rows,
    )
    const { rows } = await sql`select user_type, company_id, ver from app_user where username = ${person}`.execute(t.db)
    expect(rows).toEqual([{ userType: 'USER', companyId: t.world.one.companyId, ver: 1 }])
  }
})

test('what is left out stays, what is emptied goes', async () => {
  await put('finance', { ...body, email: 'f@x.example', address: { street: '1 Road', houseNumber: '7', zipcode: '1' } })
  await put('finance', { firstName: 'A', lastName: 'B', email: 'f@x.example', address: { zipcode: '' } })
  expect(await read('finance')).toMatchObject({
    phone: '9876543210',
    address: { street: '1 Road', houseNumber: '7', zipcode: null, country: 'IN' },
  })
})

test.each<[object, Record<string, string>]>([
  [
    {},
    {
      firstName: 'First Name is required',
      lastName: 'Last Name is required',
      email: 'Email is required',
    },
  ],
  [
    { ...body, firstName: 'x'.repeat(51), lastName: ' ', email: 'nobody', phone: '12345' },
    {
      firstName: 'First Name should be 50 characters or less',
      lastName: 'Last Name is required',
      email: 'Please enter a valid email',
      phone: 'Please enter a valid phone number',
    },
  ],
  [{ ...body, email: `${'x'.repeat(99)}@a.in` }, { email: 'Email should be 100 characters or less' }],
  [{ ...body, phone: '1234567890123456' }, { phone: 'Phone should be 15 characters or less' }],
  [
    { ...body, language: 'xx', address: { zipcode: '1'.repeat(21), city: 'x'.repeat(51), country: 'ZZ' } },
    {
      language: 'Please select a language',
      'address.zipcode': 'Zip Code should be 20 characters or less',
      'address.city': 'City should be 50 characters or less',
      'address.country': 'Please select a country',
    },
  ],
])('%j is refused with a text per field', async (payload, errors) => {
  const r = await put('viewer', payload)
  expect(r.statusCode).toBe(422)
  expect(r.json().errors).toMatchObject(errors)
})

test('a mail address of a colleague is refused, one of another company is not', async () => {
  const taken = await put('operator', { ...body, email: 'ADMIN@example.com' })
  expect([taken.statusCode, taken.json()]).toMatchObject([
    409,
    { message: 'Email already exists', errors: { email: 'Email already exists' } },
  ])
  expect((await read('operator')).firstName).toBe('operator')
  expect((await put('operator', { ...body, email: 'stranger@example.com' })).statusCode).toBe(200)
})

test('a change is kept with what differs, under the user', async () => {
  await put('admin', { ...body, email: 'admin@example.com', firstName: '<script>alert(1)</script>' })
  await put('admin', { ...body, email: 'admin@example.com', firstName: 'Plain' })
  await put('admin', { ...body, email: 'admin@example.com', firstName: 'Plain' })
  const { rows } = await sql<{ before: object; after: object; username: string; action: string }>`
    select action, username, before, after from audit_entry
    where feature = 'Users' and record_id = ${String(t.world.userIds.admin)} order by id`.execute(t.db)
  expect(rows).toHaveLength(2)
  expect(rows[1]).toEqual({
    action: 'update',
    username: 'admin',
    before: { firstName: '<script>alert(1)</script>' },
    after: { firstName: 'Plain' },
  })
})
