// A charger that moves to another team takes its alerts along where their rules look at that team, too; the others close and
// say so.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { moveToTeam } from '#fleet/chargers/charger-write.store.ts'
import * as teams from '#people/teams/team.store.ts'
import { startApp, type TestApp } from '#testing/app.ts'
import { kindOf } from './alert-kinds.store.ts'
import { lookAt } from './alert-look.store.ts'

let t: TestApp
const now = new Date('2026-03-12T08:00:00Z')
beforeAll(async () => {
  t = await startApp({ now: () => now })
})
afterAll(() => t.close())

const look = () => {
  const kind = kindOf('connector-faulted') ?? expect.fail('kind')
  return t.db
    .transaction()
    .execute(trx => lookAt(trx, kind, { now, zone: t.services.timeZone, chargers: [t.world.chargers.dc.pk] }))
}
const rule = async (teamId: number, name: string) =>
  sql`insert into alert_rule (company_id, team_id, name, kind, severity)
    values (${t.world.one.companyId}, ${teamId}, ${name}, 'connector-faulted', 'Major')`.execute(t.db)
const listed = async (teamId: number) => {
  const r = await t.app.inject({ url: `/cms/v1/team/${teamId}/alerts?show=all`, headers: await t.as('admin') })
  return r
    .json()
    .data.map((a: { rule_name: string; state: string; closedWhy: string | null }) => [
      a.rule_name,
      a.state,
      a.closedWhy ?? null,
    ])
}

test('its alerts go along or close, and both say why', async () => {
  const { one, chargers } = t.world
  const elsewhere = await teams.create(t.db, {
    parentId: one.companyId,
    companyType: 'C',
    name: 'South',
    state: 'Karnataka',
    createdAt: now,
  })
  await rule(one.companyId, 'Of all')
  await rule(one.teamId, 'Of the team')
  await sql`update charger_state set connected = true, boot_accepted = true, live_status = 'online', last_message_at = ${now},
    first_boot_at = ${new Date(now.getTime() - 86_400_000)} where chargepoint_pk = ${chargers.dc.pk}`.execute(t.db)
  await sql`update connector set status = 'Faulted', status_at = ${now} where chargepoint_pk = ${chargers.dc.pk} and connector_id = 1`.execute(
    t.db,
  )
  expect((await look()).map(turn => turn.what)).toEqual(['opened', 'opened'])
  await moveToTeam(t.db, chargers.dc.pk, elsewhere, now)
  expect((await look()).map(turn => turn.what).sort()).toEqual(['closed', 'moved'])
  expect(await listed(elsewhere)).toEqual([['Of all', 'Open', null]])
  expect(await listed(one.teamId)).toEqual([['Of the team', 'Closed', 'Moved to another team']])
  const { rows } = await sql<{ note: string }>`select note from alert_event where what = 'moved'`.execute(t.db)
  expect(rows.map(r => r.note)).toEqual([expect.stringMatching(/^From .+ to South$/)])
  // The bell of the new team has it, and that of the old one no more.
  const rang = await sql<{ teamId: number }>`select g.team_id from alert_rang g join alert a using (alert_id)
    join alert_rule r using (alert_rule_id) where r.name = 'Of all'`.execute(t.db)
  expect(rang.rows).toEqual([{ teamId: elsewhere }])
  // Another look finds nothing new.
  expect(await look()).toEqual([])
})
