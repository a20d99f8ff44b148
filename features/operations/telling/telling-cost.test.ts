// Messages tell what an alert costs to those who may see revenue where it is, and to addresses of a rule that such a person saved.
import { featureIdOf } from '@wattdesk/base/access'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startApp, type TestApp } from '#testing/app.ts'
import { tellPeople } from './telling.commands.ts'

let t: TestApp
let now = new Date('2026-03-04T08:00:00Z')
beforeAll(async () => {
  t = await startApp({ now: () => now })
})
afterAll(() => t.close())

const ask = async (who: Person, method: 'POST' | 'PUT', path: string, payload: object) => {
  const r = await t.app.inject({ method, url: `/cms/v1/${path}`, headers: await t.as(who), payload })
  return { status: r.statusCode, ...r.json() }
}
const sees = (role: number | undefined, canView: boolean) =>
  sql`update role_access set can_view = ${canView} where role_id = ${role ?? 0} and feature_id = ${featureIdOf('Transaction')}`.execute(
    t.db,
  )
/** Whom the message about a new payout that is not paid told the amount. */
async function toldCost(ruleId: number): Promise<Record<string, boolean>> {
  const { companyId, teamId } = t.world.one
  now = new Date(now.getTime() + 3_600_000)
  await sql`truncate alert_message, alert_telling`.execute(t.db)
  await sql`delete from alert`.execute(t.db)
  await sql`with a as (insert into alert (alert_rule_id, company_id, team_id, kind, severity, subject, subject_name, facts, since, opened_at, last_at)
      values (${ruleId}, ${companyId}, ${teamId}, 'payout-late', 'Major', 'payout 1', 'Payout P1', '{"paise": 50000}', ${now}, ${now}, ${now})
      returning alert_id)
    insert into alert_rang (alert_id, company_id, team_id, at) select alert_id, ${companyId}, ${teamId}, ${now} from a`.execute(
    t.db,
  )
  await tellPeople(t.services)
  const { rows } = await sql<{ to: string; body: string }>`
    select coalesce(u.username, m.recipient) as to, m.body from alert_message m left join app_user u on u.id = m.user_id`.execute(
    t.db,
  )
  return Object.fromEntries(
    rows.map(r => [r.to, r.body.includes('Payout P1 is not paid') && r.body.includes('Cost so far: ₹500.00')]),
  )
}

test('by the rights of each receiver, and for addresses by those of the person who saved the rule', async () => {
  const { world } = t
  const body = {
    name: 'Payouts',
    kind: 'payout-late',
    severity: 'Major',
    is_active: true,
    gather_minutes: 0,
    users: [world.userIds.operator, world.userIds.viewer],
    addresses: ['guard@example.com'],
  }
  await sees(world.one.roles.Viewer, false)
  const made = await ask('admin', 'POST', `team/${world.one.teamId}/alert-rules`, body)
  expect([made.status, made.errors]).toEqual([201, undefined])
  const id = made.data.alert_rule_id
  const { operator, viewer } = world.usernames
  expect(await toldCost(id)).toEqual({ [operator]: true, [viewer]: false, 'guard@example.com': true })
  // Saved by a person who may not see revenue, it tells addresses no cost any more.
  await sees(world.one.roles.Operator, false)
  expect((await ask('operator', 'PUT', `alert-rules/${id}`, body)).status).toBe(200)
  expect(await toldCost(id)).toEqual({ [operator]: false, [viewer]: false, 'guard@example.com': false })
})
