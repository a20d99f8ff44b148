// Refused single sign-ons in the audit log of their company (SSO-02): with the reason, without secrets, and never as a flood.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startApp, type TestApp } from '#testing/app.ts'
import { MOST_OF_COMPANY, MOST_OF_NETWORK, noteRefusal } from './sign-in-refusal.commands.ts'
import { DOMAIN, type Liar, setUp, startLiar, tab, ticketIn } from './test-single-sign-on.ts'

let t: TestApp
let liar: Liar
/** Each test sees its own entries. */
let begunAfter = 0
beforeAll(async () => {
  liar = await startLiar()
  t = await startApp({ mayCallPrivate: true })
})
afterAll(async () => {
  await t.close()
  await liar.close()
})
beforeEach(async () => {
  await setUp(t, liar.issuer)
  const last = await t.db.selectFrom('auditEntry').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
  begunAfter = Number(last?.id ?? 0)
})

const told = async () =>
  (
    await sql<{ companyId: number; username: string; ip: string; reason: string; text: string }>`
      select company_id, username, ip, after->>'reason' as reason, to_jsonb(e)::text as text from audit_entry e
      where action = 'refuse-sign-in' and id > ${begunAfter} order by id`.execute(t.db)
  ).rows
async function come(answer: (asked: URLSearchParams) => Record<string, string> = () => ({})) {
  const page = tab(t)
  const asked = new URL((await page.begin(`eve@${DOMAIN}`)).json().data.onward).searchParams
  const q = new URLSearchParams({
    code: 'the-secret-code',
    state: asked.get('state') ?? '',
    iss: liar.issuer,
    ...answer(asked),
  })
  const ticket = ticketIn(await page.comeBack(`${asked.get('redirect_uri')}?${q}`))
  return { page, ticket, nonce: asked.get('nonce') ?? '', state: asked.get('state') ?? '' }
}

test('an answer of the provider that is refused, once, with the reason and without code, state or token', async () => {
  let token = ''
  liar.token = async () => {
    token = await liar.sign({ iss: liar.issuer, aud: 'somebody else', sub: 'eve', iat: 1, exp: 9e9 })
    return token
  }
  const { page, ticket, nonce, state } = await come()
  expect((await page.finish(ticket)).statusCode).toBe(403)
  const entries = await told()
  expect(entries).toMatchObject([{ companyId: t.world.one.companyId, username: 'Single sign-on', ip: '127.0.0.1' }])
  expect(entries[0]?.reason).toMatch(/"(aud|nonce)"/)
  for (const secret of ['the-secret-code', nonce, state, token, ticket]) expect(entries[0]?.text).not.toContain(secret)
  // The same again says nothing new.
  await come()
  expect(await told()).toHaveLength(1)
})

test('a person who may not come in, and a ticket that another tab brings', async () => {
  const sign = (nonce: string, email: string) => {
    const seconds = Math.floor(Date.now() / 1000)
    const claims = { iss: liar.issuer, aud: 'portal', sub: email, iat: seconds, exp: seconds + 300, nonce }
    return liar.sign({ ...claims, email, email_verified: true, name: 'Eve Menon' })
  }
  let nonce = ''
  liar.token = () => sign(nonce, 'eve@elsewhere.example')
  const keep = (asked: URLSearchParams) => {
    nonce = asked.get('nonce') ?? ''
    return {}
  }
  const { page, ticket } = await come(keep)
  expect((await page.finish(ticket)).statusCode).toBe(403)
  const [first] = await told()
  expect(first?.reason).toBe(
    'Your provider gives the mail address eve@elsewhere.example, and its domain is not one that your company has proven.',
  )
  liar.token = () => sign(nonce, `eve@${DOMAIN}`)
  const second = await come(keep)
  expect((await tab(t).finish(second.ticket)).statusCode).toBe(403)
  expect((await told()).map(e => e.reason)[1]).toMatch(/begun in another tab/)
})

test('a flood fills no log: a network leaves ten entries an hour, a company sixty, and the last says that there are more', async () => {
  const { companyId } = t.world.two
  // Those of the hour before do not count.
  await sql`insert into audit_entry (username, company_id, team_id, action, feature, record_id, after, at)
    select 'Single sign-on', ${companyId}::int, ${companyId}::int, 'refuse-sign-in', 'Company', ${String(companyId)}, '{"reason": "Reason 0"}',
      now() - interval '61 minutes' from generate_series(1, 100)`.execute(t.db)
  const earlier = (await told()).length
  const note = (ip: string, n: number) => noteRefusal(t.services, companyId, { ip, reason: `Reason ${n}` })
  for (let n = 0; n < 30; n++) await note('203.0.113.1', n)
  const here = (await told()).slice(earlier)
  expect(here).toHaveLength(MOST_OF_NETWORK)
  expect(here.at(-1)?.reason).toMatch(/^More single sign-ons were refused/)
  for (let n = 0; n < 100; n++) await note(`203.0.113.${n + 2}`, n)
  const all = (await told()).slice(earlier)
  expect(all).toHaveLength(MOST_OF_COMPANY)
  expect(all.at(-1)?.reason).toMatch(/^More/)
})
