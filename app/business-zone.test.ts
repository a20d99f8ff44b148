// A list asked without an offset means the days of the installation's business time zone, not of a zone in the code.
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '#testing/app.ts'

const apps: TestApp[] = []
afterAll(() => Promise.all(apps.map(t => t.close())))

/** The tickets that a product of a zone finds on 2 March, of one on each side of midnight in India and in UTC. */
async function found(timeZone: string, tz = ''): Promise<string[]> {
  const t = await startApp({ timeZone })
  apps.push(t)
  for (const at of ['2026-03-01T18:00:00Z', '2026-03-01T19:00:00Z', '2026-03-02T19:00:00Z'])
    await sql`insert into service_request (company_id, team_id, email, phone, issue_type, description, created_at)
      values (${t.world.one.companyId}, ${t.world.one.companyId}, 'a@b.example', '1', 'Others', ${at}, ${at})`.execute(
      t.db,
    )
  const filters = JSON.stringify({ conditions: [{ field: 'createAt', operator: 'equals', value: '2026-03-02' }] })
  const url = `/cms/v1/support?page=1&filters=${encodeURIComponent(filters)}${tz}`
  const r = await t.app.inject({ url, headers: await t.as('admin') })
  if (r.statusCode !== 200) throw new Error(r.body)
  return r.json().data.map((x: { description: string }) => x.description)
}

test.each([
  ['Asia/Kolkata', '', ['2026-03-01T19:00:00Z']],
  ['UTC', '', ['2026-03-02T19:00:00Z']],
  // The browser's own zone comes first.
  ['UTC', '&tz=330', ['2026-03-01T19:00:00Z']],
])('in %s%s', async (zone, tz, wanted) => {
  expect(await found(zone, tz)).toEqual(wanted)
})
