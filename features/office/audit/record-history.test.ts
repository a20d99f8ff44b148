// The history of one record: its changes alone, changes of its parts with the parts, a company and its own team as one
// record, and a total of all its pages.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { byProduct, type NewEntry, write } from '#platform/audit/audit-log.ts'
import { type Person, startApp, type TestApp } from '#testing/app.ts'
import type { AuditEntry } from './audit.contract.ts'

let t: TestApp
beforeAll(async () => {
  t = await startApp()
})
afterAll(() => t.close())

const keep = (deed: NewEntry) => t.db.transaction().execute(trx => write(trx, byProduct('test'), deed))
const history = async (path: string) => {
  const r = await t.app.inject({ url: `/cms/v1/audit/${path}`, headers: await t.as('admin') })
  expect(r.statusCode, r.body).toBe(200)
  const { data, total } = r.json() as { data: AuditEntry[]; total: number }
  return { total, told: data.map(e => [e.feature, e.action, Object.keys(e.after ?? e.before ?? {}).join()]) }
}

test('a refused call is no change of the record; it stays in the log of the team, with what was wanted in words', async () => {
  const { userIds, one } = t.world
  const refused = await t.app.inject({
    method: 'DELETE',
    url: `/cms/v1/user/${userIds.operator}`,
    headers: await t.as('viewer'),
  })
  expect(refused.statusCode).toBe(403)
  expect(await history(`Users/${userIds.operator}`)).toEqual({ total: 0, told: [] })
  const log = await t.app.inject({
    url: `/cms/v1/team/${one.companyId}/audit?page=1&q=refused`,
    headers: await t.as('admin'),
  })
  expect(log.json().data[0].after).toEqual({
    call: 'DELETE /cms/v1/user/{id}',
    asked: 'Delete a user with the roles held; ends the sessions',
  })
})

test('members, finance and payout accounts of a team each have a history of their own', async () => {
  const teamId = t.world.one.teamId
  const of = { recordId: teamId, teamId }
  await keep({ ...of, action: 'update', feature: 'Team', before: { name: 'A' }, after: { name: 'B' } })
  await keep({ ...of, action: 'remove-member', feature: 'Team', before: { 'member asha': 'Viewer' } })
  await keep({ ...of, action: 'refused', feature: 'Team', after: { call: 'PUT /cms/v1/team/{teamId}' } })
  const money = { ...of, action: 'update', feature: 'Finance' }
  await keep({ ...money, before: { 'payout_details.tax': 18 }, after: { 'payout_details.tax': 12 } })
  await keep({ ...money, before: { payoutAccounts: [] }, after: { payoutAccounts: [{ ifsc_code: 'HDFC0001234' }] } })
  await keep({ ...money, before: { settlement_percentage: 10 }, after: { settlement_percentage: 20 } })
  const both = { settlement_percentage: 20, 'payout_details.tax': 12 }
  await keep({ ...money, action: 'delete', before: both })
  const all = ['Finance', 'delete', 'payout_details.tax,settlement_percentage']
  expect(await history(`Team/${teamId}`)).toEqual({ total: 1, told: [['Team', 'update', 'name']] })
  expect(await history(`Team/${teamId}?part=members`)).toEqual({
    total: 1,
    told: [['Team', 'remove-member', 'member asha']],
  })
  const finance = await history(`Team/${teamId}?part=finance`)
  expect(finance).toEqual({ total: 2, told: [all, ['Finance', 'update', 'payout_details.tax']] })
  const accounts = await history(`Team/${teamId}?part=accounts`)
  expect(accounts.total).toBe(3)
  expect(accounts.told.slice(1)).toEqual([
    ['Finance', 'update', 'settlement_percentage'],
    ['Finance', 'update', 'payoutAccounts'],
  ])
})

test('a company and its own team are one record: a name given on either screen stands in both histories', async () => {
  const { companyId } = t.world.one
  const headers = await t.as('admin')
  const company = (await t.app.inject({ url: `/cms/v1/company/${companyId}`, headers })).json().data
  const named = async (url: string, name: string) =>
    expect((await t.app.inject({ method: 'PUT', url, headers, payload: { name } })).statusCode).toBe(200)
  await named(`/cms/v1/company/${company.id}`, 'Named as company')
  await named(`/cms/v1/team/${companyId}`, 'Named as team')
  await keep({
    action: 'update',
    feature: 'Company',
    recordId: companyId,
    teamId: companyId,
    before: { comments: '' },
    after: { comments: 'Paid' },
  })
  const shared = [
    ['Team', 'update', 'name'],
    ['Company', 'update', 'name'],
  ]
  expect(await history(`Team/${companyId}`)).toEqual({ total: 2, told: shared })
  expect(await history(`Company/${companyId}`)).toEqual({
    total: 3,
    told: [['Company', 'update', 'comments'], ...shared],
  })
})

test('an update that says nothing is neither shown nor counted', async () => {
  const { userIds, one } = t.world
  const of = { action: 'update', feature: 'Users', recordId: userIds.finance, teamId: one.companyId }
  for (let i = 0; i < 25; i++) await keep({ ...of, before: { version: i }, after: { version: i + 1 } })
  await keep({ ...of, before: { phone: '' }, after: { phone: null } })
  await keep({
    ...of,
    before: {
      payoutAccounts: [
        { gst: null, payoutDetailId: 7 },
        { addressId: 3, gst: 'x' },
      ],
    },
    after: {
      payoutAccounts: [
        { gst: null, payoutDetailId: 9 },
        { addressId: 4, gst: 'x' },
      ],
    },
  })
  await keep({ ...of, before: { firstName: 'Asha' }, after: { firstName: 'Usha' } })
  for (let i = 0; i < 3; i++) await keep({ ...of, before: { version: i }, after: { version: i + 1 } })
  expect(await history(`Users/${userIds.finance}`)).toEqual({ total: 1, told: [['Users', 'update', 'firstName']] })
})

test('a charger: what was changed with the names of its site and price groups, for those above it alone', async () => {
  const { one, chargers, priceGroupId } = t.world
  const { rows } = await sql<{ id: number }>`insert into charging_site (company_id, team_id, zone_name)
    values (${one.companyId}, ${one.teamId}, 'Mall') returning zone_id as id`.execute(t.db)
  const siteId = rows[0]?.id
  const of = { action: 'update', feature: 'ChargerPoint', recordId: chargers.dc.pk, teamId: one.teamId }
  const at = (chargingSiteId: number | null | undefined, id: number) => ({
    chargingSiteId,
    connectors: [{ connectorId: 1, priceGroupId: id }],
  })
  await keep({ ...of, before: at(siteId, 99_999), after: at(null, priceGroupId) })
  const url = `/cms/v1/audit/ChargerPoint/${chargers.dc.pk}`
  const ask = async (person: Person) => t.app.inject({ url, headers: await t.as(person) })
  const [entry] = (await ask('admin')).json().data as AuditEntry[]
  expect(Object.keys(entry?.names ?? {}).sort()).toEqual([`chargingSiteId ${siteId}`, `priceGroupId ${priceGroupId}`])
  expect(entry?.names[`chargingSiteId ${siteId}`]).toBe('Mall')
  for (const person of ['viewer', 'operator'] as const) expect((await ask(person)).statusCode, person).toBe(403)
  // Somebody else's charger reads like one without a history.
  await keep({ ...of, recordId: chargers.other.pk, teamId: t.world.two.teamId, before: at(1, 1), after: at(null, 2) })
  const theirs = await t.app.inject({
    url: `/cms/v1/audit/ChargerPoint/${chargers.other.pk}`,
    headers: await t.as('admin'),
  })
  expect([theirs.statusCode, theirs.json().data]).toEqual([200, []])
})
