// The heading of the transactions page: names for keys, only for records that the reader may see.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startApp, type TestApp } from '#testing/app.ts'
import { addTransactions } from './test-transactions.ts'
import { pageScope, scopeText } from './transaction-scope.rules.ts'

let t: TestApp
let own: number
let foreign: number
beforeAll(async () => {
  t = await startApp()
  const { one, two } = t.world
  const driver = async (companyId: number, firstName: string, lastName: string) =>
    (
      await sql<{ id: number }>`insert into driver (company_id, team_id, first_name, last_name)
        values (${companyId}, ${companyId}, ${firstName}, ${lastName}) returning id`.execute(t.db)
    ).rows[0]?.id as number
  own = await driver(one.companyId, 'Depot', 'Driver')
  foreign = await driver(two.companyId, 'Single', '')
  await addTransactions(t.db, t.world, 30)
})
afterAll(() => t.close())

const ask = async (person: Person, teamId: number, query: string) => {
  const r = await t.app.inject({
    url: `/cms/v1/team/${teamId}/transactions/scope?${query}`,
    headers: await t.as(person),
  })
  return { status: r.statusCode, data: r.json().data }
}
const nothing = { charger: null, tag: null, customer: null }

test('only who may see transactions of the team is answered', async () => {
  const { teamId } = t.world.one
  const wanted = { nobody: 404, stranger: 404, viewer: 200, admin: 200, root: 200 } as const
  for (const [person, status] of Object.entries(wanted))
    expect((await ask(person as Person, teamId, 'charger=DC-1')).status, person).toBe(status)
  expect((await t.app.inject({ url: `/cms/v1/team/${teamId}/transactions/scope` })).statusCode).toBe(401)
})

test('charger, tag and customer are named, by key or by text', async () => {
  const { one, chargers } = t.world
  const charger = { chargepoint_id: 'DC-1', chargepoint_name: expect.any(String) }
  for (const id of ['DC-1', chargers.dc.pk])
    expect((await ask('admin', one.companyId, `charger=${id}`)).data).toEqual({ ...nothing, charger })
  const tag = (await ask('admin', one.companyId, `tag=tag-one&id=${own}`)).data
  expect(tag).toEqual({ ...nothing, tag: 'TAG-ONE', customer: 'Depot Driver' })
  expect((await ask('admin', one.companyId, '')).data).toEqual(nothing)
})

test('a tag of the company that has charged in the team is named to who sees the team alone', async () => {
  expect((await ask('viewer', t.world.one.teamId, 'tag=TAG-ONE')).data.tag).toBe('TAG-ONE')
})

test('what is another operator’s has no name here', async () => {
  const { one, two, chargers } = t.world
  const query = `charger=${chargers.other.pk}&tag=TAG-TWO&id=${foreign}`
  expect((await ask('admin', one.companyId, query)).data).toEqual(nothing)
  expect((await ask('stranger', two.companyId, query)).data).toMatchObject({ tag: 'TAG-TWO', customer: 'Single' })
})

test('the heading has names, never keys', () => {
  const charger = { chargepoint_id: 'CP-01', chargepoint_name: 'CP-01' }
  expect(scopeText({ kind: 'charger', id: '7' }, undefined)).toBe('Transactions of one charger')
  expect(scopeText({ kind: 'charger', id: '7' }, { ...nothing, charger })).toBe('Transactions of charger CP-01')
  expect(scopeText({ kind: 'tag', id: '7' }, nothing)).toBe('Transactions of an unknown tag')
  expect(scopeText({ kind: 'query', query: {} }, undefined)).toBeUndefined()
  expect(scopeText({ kind: 'query', query: { ocpp_tag_pk: 6, domain: 'volt' } }, nothing)).toBe(
    'Transactions of domain volt, an unknown tag',
  )
  // Beside a customer they name the same person.
  expect(scopeText({ kind: 'query', query: { id: 5, ocpp_tag_pk: 6, domain: 'volt' } }, nothing)).toBe(
    'Transactions of an unknown customer',
  )
})

test('sessions of a time are named by it; what is no time is left out', () => {
  const range = 'start=2026-03-03T18:30:00.000Z&end=2026-03-10T18:29:59.999Z'
  const of = (query: string) => scopeText(pageScope(new URLSearchParams(query)), undefined)
  expect(of(range)).toMatch(/^Transactions started from \d\d Mar 2026 \d\d:\d\d to \d\d Mar 2026 \d\d:\d\d$/)
  expect(of(`email=a@example.com&${range}`)).toMatch(/^Transactions of email a@example.com started from /)
  expect(of('start=yesterday&end=2026-13-40T00:00:00Z')).toBeUndefined()
  expect(of('stuck=true')).toBe('Stuck transactions')
  expect(of('counted=true')).toBe('Ended transactions')
  expect(of('stuck=true&email=a@example.com')).toBe('Stuck transactions of email a@example.com')
  expect(of('stuck=perhaps')).toBeUndefined()
})
