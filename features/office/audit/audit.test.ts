// The audit log: sign-ins, changes and refusals are kept, nobody alters them, and only those who may read them do.
import { HIDDEN } from '@wattdesk/base/secret'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dropOld } from '#app/upkeep.ts'
import * as roles from '#people/roles/role.store.ts'
import { addMember } from '#people/teams/team.store.ts'
import * as log from '#platform/audit/audit-log.ts'
import { byProduct } from '#platform/audit/audit-log.ts'
import { type Person, startApp, type TestApp } from '#testing/app.ts'
import type { AuditEntry } from './audit.contract.ts'

let t: TestApp
beforeAll(async () => {
  t = await startApp()
})
afterAll(() => t.close())

const write = (by: log.By, deed: log.NewEntry) => t.db.transaction().execute(trx => log.write(trx, by, deed))
const read = async (who: Person, url: string) => {
  const r = await t.app.inject({ url, headers: await t.as(who) })
  return { status: r.statusCode, body: r.json() as { data: AuditEntry[]; total: number; message: string } }
}
const ofTeam = (who: Person, query = '') => read(who, `/cms/v1/team/${t.world.one.companyId}/audit?${query}`)

test('every sign-in is kept, with the address it came from', async () => {
  await t.as('viewer')
  const { body } = await ofTeam('admin', 'page=1&q=sign-in')
  expect(body.data.find(e => e.username === 'viewer')).toMatchObject({
    action: 'sign-in',
    feature: 'Session',
    userId: t.world.userIds.viewer,
    teamId: t.world.one.companyId,
    ip: '127.0.0.1',
  })
})

test('the search for a feature does not find one whose name contains it', async () => {
  const teamId = t.world.one.companyId
  for (const feature of ['Customers', 'CMCustomers'])
    await write(byProduct('job of names'), { action: 'update', feature, recordId: 1, teamId, after: { name: 'x' } })
  const found = async (q: string) =>
    (await ofTeam('admin', `page=1&pageSize=100&q=${q}`)).body.data.map(e => e.feature).sort()
  expect(await found('customers')).toEqual(['Customers'])
  expect(await found('cmcust')).toEqual(['CMCustomers'])
  expect(await found('job of names')).toEqual(['CMCustomers', 'Customers'])
})

test('a refused right is kept, with the call that was refused', async () => {
  await t.app.inject({
    method: 'DELETE',
    url: `/cms/v1/team/${t.world.one.teamId}/charger/${t.world.chargers.ac.pk}`,
    headers: await t.as('viewer'),
  })
  const { body } = await ofTeam('admin', 'page=1&sort=-id')
  expect(body.data.find(e => e.action === 'refused')).toMatchObject({
    username: 'viewer',
    feature: 'ChargerPoint',
    recordId: String(t.world.chargers.ac.pk),
    teamId: t.world.one.teamId,
    after: { call: 'DELETE /cms/v1/team/{teamId}/charger/{id}' },
  })
})

test('a change is kept with what it changed, before and after, under the key of the record', async () => {
  const r = await t.app.inject({
    method: 'PUT',
    url: `/cms/v1/team/${t.world.one.teamId}/charging-status/${t.world.chargers.ac.id}/status`,
    headers: await t.as('operator'),
    payload: { status: 'maintenance', reason: 'New cable' },
  })
  expect(r.statusCode).toBe(200)
  const { body } = await ofTeam('admin', 'page=1&sort=-id')
  expect(body.data.find(e => e.feature === 'ChargerPoint' && e.username === 'operator')).toMatchObject({
    action: 'update',
    recordId: String(t.world.chargers.ac.pk),
    before: { status: 'offline', maintenanceByHand: false, maintenanceReason: null },
    after: { status: 'maintenance', maintenanceByHand: true, maintenanceReason: 'New cable' },
  })
})

test('the history of a record is for those who hold Team in full, and holds only that record', async () => {
  const { one, two, userIds } = t.world
  const { teamId } = one
  const by = byProduct('test')
  const entry = { action: 'update', feature: 'Team', before: { a: 1 }, after: { a: 2 } }
  await write(by, { ...entry, recordId: teamId, teamId })
  await write(by, { ...entry, recordId: 999_999, teamId })
  await write(by, { ...entry, recordId: teamId, teamId: two.teamId })
  const url = `/cms/v1/audit/Team/${teamId}`
  const seen = await read('admin', url)
  expect(seen.body).toMatchObject({
    total: 1,
    data: [{ before: { a: 1 }, after: { a: 2 }, username: 'test', userId: null }],
  })
  // Update on the feature is not enough, nor is all of another feature.
  const almost = await roles.create(t.db, one.companyId, 'Almost', [
    { featureId: 4, canView: true, canCreate: true, canUpdate: true, canDelete: false },
    { featureId: 7, canView: true, canCreate: true, canUpdate: true, canDelete: true },
  ])
  await addMember(t.db, { teamId: one.companyId, userId: userIds.nobody, roleId: almost })
  for (const who of ['viewer', 'operator', 'finance', 'nobody'] as const)
    for (const record of [url, `/cms/v1/audit/Users/${userIds[who]}`])
      expect((await read(who, record)).status, `${who} ${record}`).toBe(403)
  expect((await read('stranger', url)).body).toMatchObject({ total: 1, data: [{ teamId: two.teamId }] })
  expect((await read('admin', '/cms/v1/audit/Nothing/1')).status).toBe(404)
})

test('a secret that was replaced stands in the history of its record, though both read the same', async () => {
  const { one, chargers } = t.world
  const by = byProduct('test')
  const key = { before: { authorizationKey: '1' }, after: { authorizationKey: '2' } }
  const recordId = chargers.dc.pk
  await write(by, { action: 'update', feature: 'ChargerPoint', recordId, teamId: one.teamId, ...key })
  const { body } = await read('admin', `/cms/v1/audit/ChargerPoint/${recordId}`)
  expect(body).toMatchObject({ total: 1, data: [{ after: { authorizationKey: HIDDEN } }] })
})

test('an update that changed nothing leaves no entry', async () => {
  const before = (await ofTeam('admin', 'page=1')).body.total
  await write(byProduct('test'), {
    action: 'update',
    feature: 'Team',
    recordId: 1,
    teamId: t.world.one.teamId,
    before: { a: 1 },
    after: { a: 1 },
  })
  // The sign-in of this reading is an entry itself.
  expect((await ofTeam('admin', 'page=1')).body.total).toBe(before + 1)
})

test('nobody changes or deletes an entry; what is past its time goes, money later', async () => {
  for (const text of [`update audit_entry set username = 'x'`, 'delete from audit_entry', 'truncate audit_entry'])
    await expect(sql.raw(text).execute(t.db)).rejects.toThrow('The audit log is only added to')
  const old = (name: string, years: number, isMoney: boolean) =>
    sql`insert into audit_entry (at, username, action, feature, is_money)
      values (now() - make_interval(years => ${years}), ${name}, 'update', 'Team', ${isMoney})`.execute(t.db)
  await old('a', 1, false)
  await old('b', 3, false)
  await old('c', 3, true)
  await old('d', 9, true)
  await dropOld(t.services)
  await dropOld(t.services)
  const told = await sql`select username, action, after from audit_entry where action = 'drop'`.execute(t.db)
  expect(told.rows).toEqual([{ username: 'Retention', action: 'drop', after: { 'audit entries': 2 } }])
  // The job that removes old entries removes nothing else.
  await expect(sql`delete from audit_entry`.execute(t.db)).rejects.toThrow('The audit log is only added to')
  const { rows } = await sql<{ username: string }>`
    select username from audit_entry where length(username) = 1 order by 1`.execute(t.db)
  expect(rows.map(r => r.username)).toEqual(['a', 'c'])
})

test('team, record and the teams among the values are named, as far as the reader sees them', async () => {
  const { one, gp } = t.world
  const teamId = one.teamId
  await write(byProduct('job of teams'), {
    action: 'update',
    feature: 'Team',
    recordId: teamId,
    teamId,
    before: { parentCompanyId: one.companyId },
    after: { parentCompanyId: gp },
  })
  const { body } = await ofTeam('admin', `page=1&q=${encodeURIComponent('job of teams')}`)
  const named = { teamName: 'One North', recordName: 'One North' }
  // The platform above is none of the reader's teams.
  expect(body.data[0]).toMatchObject({ ...named, names: { [one.companyId]: 'One' } })
  expect(body.data[0]?.names).not.toHaveProperty(String(gp))
  const record = await read('admin', `/cms/v1/audit/Team/${teamId}`)
  expect(record.body.data[0]).toMatchObject({ ...named, names: { [one.companyId]: 'One' } })
  await write(byProduct('job of records'), {
    action: 'update',
    feature: 'Tag',
    recordId: 'x1',
    teamId,
    after: { a: 1 },
  })
  await write(byProduct('job of records'), {
    action: 'update',
    feature: 'Team',
    recordId: 999_999,
    teamId,
    after: { a: 1 },
  })
  for (const e of (await ofTeam('admin', `page=1&q=${encodeURIComponent('job of records')}`)).body.data)
    expect([e.recordName, e.names]).toEqual([null, {}])
})
