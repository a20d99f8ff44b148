// Sign-up: who is accepted, the records it creates, refusals, and the effect of the link in the mail (D-AUTH-8).
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as mail from '#office/mail/mail.store.ts'
import { startApp, type TestApp } from '#testing/app.ts'
import { encodePassword, PASSWORD_RULE } from './sign-in.rules.ts'

const PASSWORD = 'fresh#Start2026'
let t: TestApp
let now = new Date('2026-03-02T10:00:00Z')
beforeAll(async () => {
  t = await startApp({ now: () => now })
})
afterAll(() => t.close())

const post = (url: string, payload: object, remoteAddress = '10.0.0.1') =>
  t.app.inject({ method: 'POST', url, payload, remoteAddress })
const body = (n: string, more: object = {}) => ({
  domainName: `volt-${n}`,
  name: 'Depot Desk',
  email: `desk-${n}@volt.example`,
  password: encodePassword(PASSWORD),
  type: 'ADMIN',
  ...more,
})
const register = (n: string, more: object = {}) => post('/auth/register', body(n, more))
const signIn = (username: string) => post('/auth/login', { username, password: encodePassword(PASSWORD) })
const linkTo = async (email: string): Promise<string> => {
  const letter = (await mail.newest(t.db)).find(m => m.recipient === email)
  return /http:\/\/portal\.test(\/auth\/verifyemail\?token=\S+)/.exec(letter?.body ?? '')?.[1] ?? ''
}
const open = async (url: string) => {
  const r = await t.app.inject({ url })
  return [r.statusCode, r.headers.location]
}
const status = (value: string) => [302, `/login?emailVerificationStatus=${value}`]

test('a sign-up makes the company with its roles and its ADMIN, who enters after opening the link', async () => {
  const r = await register('one')
  expect([r.statusCode, r.json().message]).toEqual([201, 'Registration successful. Please verify your email.'])
  const { id, companyId } = r.json().data
  const email = 'desk-one@volt.example'
  const { rows } = await sql`
    select t.parent_id, t.company_type, t.name, t.domain, c.root_user, c.email_id,
      (select json_agg(r.name order by r.name) from role r where r.company_id = t.id) as roles
    from team t join company c on c.company_id = t.id where t.id = ${companyId}`.execute(t.db)
  expect(rows).toEqual([
    {
      parentId: t.world.gp,
      companyType: 'P',
      name: 'volt-one',
      domain: 'volt-one',
      rootUser: 'Depot Desk',
      emailId: email,
      roles: ['Admin', 'Finance', 'Operator', 'Viewer'],
    },
  ])
  expect([(await signIn(email)).statusCode, (await signIn(email)).json().message]).toEqual([
    403,
    'Please verify your email before login.',
  ])
  const link = await linkTo(email)
  expect(await open(link)).toEqual(status('true'))
  expect(await open(link)).toEqual(status('alreadyVerified'))
  const entered = (await signIn(email)).json().data
  expect(entered.user).toMatchObject({ id, username: email, firstName: 'Depot', lastName: 'Desk', domain: 'volt-one' })
  expect(entered.user.role).toMatchObject([{ teamId: companyId, roleName: 'Admin' }])
  const claims = JSON.parse(Buffer.from(entered.access_token.split('.')[1], 'base64url').toString())
  expect(claims).toMatchObject({ userType: 'ADMIN', companyType: 'P', companyId })
  const audit = await sql<{ entry: string; recordId: string; after: unknown }>`
    select action || ' ' || feature as entry, record_id, after from audit_entry
    where user_id = ${id} and action <> 'sign-in' order by id`.execute(t.db)
  expect(audit.rows).toEqual([
    { entry: 'register Session', recordId: String(id), after: { domainName: 'volt-one', name: 'Depot Desk', email } },
    { entry: 'create Company', recordId: String(companyId), after: expect.objectContaining({ domain: 'volt-one' }) },
    { entry: 'create Users', recordId: String(id), after: expect.objectContaining({ userType: 'ADMIN', email }) },
    // New companies take no surcharge on UPI and RuPay debit cards.
    ...['surchargeUpi', 'surchargeRupayDebit'].map(name => ({
      entry: 'update Finance',
      recordId: `tax-setting-${name}`,
      after: { since: '2026-03-02', value: 0 },
    })),
    { entry: 'verify-email Session', recordId: String(id), after: null },
  ])
})

test('a link is kept as a hash, ends after 24 hours, and nothing else is one', async () => {
  await register('late')
  const link = await linkTo('desk-late@volt.example')
  const token = new URLSearchParams(link.split('?')[1]).get('token')
  const { rows } = await sql<{ tokenHash: string }>`select token_hash from email_verification`.execute(t.db)
  expect(rows.map(r => r.tokenHash)).not.toContain(token)
  for (const url of ['/auth/verifyemail', '/auth/verifyemail?token=', '/auth/verifyemail?token=x', `${link}x`])
    expect(await open(url)).toEqual(status('false'))
  now = new Date(now.getTime() + 24 * 3_600_000)
  expect(await open(link)).toEqual(status('false'))
  expect((await signIn('desk-late@volt.example')).statusCode).toBe(403)
  now = new Date(now.getTime() - 1)
  expect(await open(link)).toEqual(status('true'))
})

test('a scanner of mails that asks for the head of a link does not use it up', async () => {
  await register('scanned')
  const link = await linkTo('desk-scanned@volt.example')
  expect((await t.app.inject({ method: 'HEAD', url: link })).statusCode).toBe(404)
  expect(await open(link)).toEqual(status('true'))
})

test('of two who open a link at once one verifies and the other is told so', async () => {
  await register('twice')
  const link = await linkTo('desk-twice@volt.example')
  const both = await Promise.all([open(link), open(link)])
  expect(both.map(b => b[1]).sort()).toEqual([status('alreadyVerified')[1], status('true')[1]])
})

test.each<[string, object, [string, string]]>([
  ['the e-mail of a sign-up', { email: 'DESK-one@volt.example' }, ['email', 'Email already exists']],
  ['the e-mail of anyone', { email: 'viewer@example.com' }, ['email', 'Email already exists']],
  ['the domain', { domainName: 'VOLT-one' }, ['domainName', 'Domain Name already exists']],
])('%s, taken, is refused', async (_what, more, [field, text]) => {
  const r = await register('taken', more)
  expect([r.statusCode, r.json().message, r.json().errors]).toEqual([409, text, { [field]: text }])
})

test('of ten who sign up alike at once one is made and nine are told that it is taken', async () => {
  const all = await Promise.all(Array.from({ length: 10 }, () => register('race')))
  expect(all.map(r => r.statusCode).sort()).toEqual([201, ...Array(9).fill(409)])
  const domains = await Promise.all(
    Array.from({ length: 4 }, (_, i) => register('race', { domainName: 'one-domain', email: `r${i}@volt.example` })),
  )
  expect(domains.map(r => r.statusCode).sort()).toEqual([201, 409, 409, 409])
})

test.each<[object, Record<string, string>]>([
  [
    { domainName: '', name: '', email: '', password: '' },
    {
      domainName: 'Domain Name is required',
      name: 'Name is required',
      email: 'Email is required',
      password: 'Password is required',
    },
  ],
  [
    { domainName: 'x', name: 'y', email: 'nobody', password: encodePassword('short') },
    {
      domainName: 'Domain Name should be 2 characters or more',
      name: 'Name should be 2 characters or more',
      email: 'Please enter a valid email',
    },
  ],
  [
    { domainName: 'x'.repeat(21), name: 'y'.repeat(51) },
    {
      domainName: 'Domain Name should be 20 characters or less',
      name: 'Name should be 50 characters or less',
    },
  ],
  [{ password: encodePassword('short') }, { password: PASSWORD_RULE }],
  [{ password: '%%%' }, { password: 'Password must be base64-encoded' }],
  [{ password: encodePassword(`${PASSWORD}\0`) }, { password: 'Password has a character that cannot be stored' }],
  [{ type: 'ROOT' }, { type: 'Type must be ADMIN' }],
])('%j is refused with a text per field', async (more, errors) => {
  const r = await register('bad', more)
  expect(r.statusCode).toBe(422)
  expect(r.json().errors).toEqual(errors)
})

test('what the body may not say is not stored', async () => {
  const r = await register('mass', { userType: 'ROOT', companyId: t.world.gp, is_verified: true, isVerified: true })
  expect(r.statusCode).toBe(201)
  const { rows } =
    await sql`select user_type, is_verified, company_id from app_user where id = ${r.json().data.id}`.execute(t.db)
  expect(rows).toEqual([{ userType: 'ADMIN', isVerified: false, companyId: r.json().data.companyId }])
})

test('switched off, nobody signs up', async () => {
  t.services.mayRegister = false
  expect((await register('closed')).statusCode).toBe(404)
  t.services.mayRegister = true
  expect((await register('closed')).statusCode).toBe(201)
})
