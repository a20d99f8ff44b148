// How much may be uploaded, and what becomes of files that no record came to name (D-GEN-18).
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Person, startApp, type TestApp } from '#testing/app.ts'
import { PNG } from './test-files.ts'
import { removeUnnamed } from './upload.commands.ts'

const DAY_MS = 24 * 3_600_000
let t: TestApp
let now = new Date('2026-03-02T10:00:00Z')
beforeAll(async () => {
  t = await startApp({
    now: () => now,
    limits: {
      callsPerUser: Number.MAX_SAFE_INTEGER,
      callsPerAddress: Number.MAX_SAFE_INTEGER,
      exportsPerUser: 2,
      uploadBytesPerCompany: 10 * PNG.length,
      uploadBytesPerUserADay: 4 * PNG.length,
    },
  })
})
afterAll(() => t.close())
beforeEach(() => sql`delete from upload`.execute(t.db))

const image = PNG.toString('base64')
const tokens = new Map<Person, Promise<{ authorization: string }>>()
const as = (who: Person) => {
  const token = tokens.get(who) ?? t.as(who)
  tokens.set(who, token)
  return token
}
const send = async (who: Person, teamId?: number) => {
  const r = await t.app.inject({
    method: 'POST',
    url: `/cms/v1/util/image-upload${teamId ? `?teamId=${teamId}` : ''}`,
    headers: await as(who),
    payload: { image },
  })
  return { status: r.statusCode, message: r.json().message as string, link: r.json().data as string, body: r.json() }
}
const statuses = (all: { status: number }[]) => all.map(r => r.status).sort()

describe('a user has so much a day', () => {
  test.each(['viewer', 'nobody'] as const)('%s: the fifth file is refused, a day later it is not', async who => {
    for (let i = 0; i < 4; i++) expect((await send(who)).status).toBe(200)
    const refused = await send(who)
    const text = expect.stringMatching(/^You can upload [\d.]+ (MB|KB|bytes) a day\. Please try again tomorrow\.$/)
    expect([refused.status, refused.body]).toEqual([422, { success: false, message: text, errors: { image: text } }])
    now = new Date(now.getTime() + DAY_MS)
    expect((await send(who)).status).toBe(200)
  })
  test('of twenty at once four are taken, and no file is left of the others', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => send('viewer')))
    expect(statuses(all)).toEqual([...Array(4).fill(200), ...Array(16).fill(422)])
    const { rows } = await sql<{ n: number }>`select count(*) as n from upload`.execute(t.db)
    expect(rows[0]?.n).toBe(4)
  })
})

describe('a company has so much in all', () => {
  test('whoever uploads, for the company or for a team of it; another company has its own', async () => {
    const people: Person[] = ['viewer', 'operator', 'finance', 'admin']
    const all = await Promise.all(people.flatMap(p => [send(p), send(p), send(p), send(p)]))
    expect(statuses(all)).toEqual([...Array(10).fill(200), ...Array(6).fill(422)])
    const refused = await send('nobody')
    expect(refused.status).toBe(422)
    expect(refused.message).toMatch(/^The uploads of this company may take up .* no room for this file\.$/)
    // A team's upload counts on its company, whoever sends it.
    expect((await send('root', t.world.one.teamId)).status).toBe(422)
    expect((await send('root')).status).toBe(200)
    expect((await send('stranger')).status).toBe(200)
  })
})

describe('files of forms that were never saved', () => {
  const exists = async (link: string) => (await t.app.inject({ url: link })).statusCode === 200
  const ticket = async (who: Person, attachment: string) =>
    t.app.inject({
      method: 'POST',
      url: '/cms/v1/support',
      headers: await as(who),
      payload: {
        email: 'a@volt.example',
        phone: '08023456',
        issueType: 'Others',
        description: 'x',
        attachment,
      },
    })

  test('go after seven days, bytes and row; what a record names stays', async () => {
    const [unsaved, saved] = [(await send('operator')).link, (await send('operator')).link]
    expect((await ticket('operator', saved)).statusCode).toBe(201)
    now = new Date(now.getTime() + 7 * DAY_MS)
    await removeUnnamed(t.services)
    expect([await exists(unsaved), await exists(saved)]).toEqual([true, true])
    now = new Date(now.getTime() + 1)
    await removeUnnamed(t.services)
    expect([await exists(unsaved), await exists(saved)]).toEqual([false, true])
    expect(await t.services.files.get(unsaved.slice('/files/'.length))).toBeUndefined()
    const { rows } = await sql<{ name: string }>`select name from upload`.execute(t.db)
    expect(rows.map(r => `/files/${r.name}`)).toEqual([saved])
    const entries = await sql<{ after: object }>`select after from audit_entry where username = 'Retention'`.execute(
      t.db,
    )
    expect(entries.rows).toEqual([{ after: { 'uploads into forms that were not saved': 1 } }])
  })
  test('a call that names a file keeps it, also one that is refused for something else', async () => {
    const { link } = await send('operator')
    const r = await t.app.inject({
      method: 'PUT',
      url: '/cms/v1/support/999999',
      headers: await as('operator'),
      payload: { email: 'a@volt.example', phone: '08023456', issueType: 'Others', description: 'x', attachment: link },
    })
    expect(r.statusCode).toBe(404)
    now = new Date(now.getTime() + 8 * DAY_MS)
    await removeUnnamed(t.services)
    expect(await exists(link)).toBe(true)
  })
  test('what a crash left half removed is removed the next time, and can no longer be named', async () => {
    const { link } = await send('operator')
    await sql`update upload set gone_at = ${now}`.execute(t.db)
    expect(await exists(link)).toBe(false)
    expect((await ticket('operator', link)).statusCode).toBe(422)
    await removeUnnamed(t.services)
    expect(await t.services.files.get(link.slice('/files/'.length))).toBeUndefined()
  })
})
