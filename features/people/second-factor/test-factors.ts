// Calls of second factors for tests: a person's browser, step by step.

import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { newest } from '#office/mail/mail.store.ts'
import { encodePassword } from '#people/sign-in/sign-in.rules.ts'
import { PASSWORD, type TestApp } from '#testing/app.ts'

export const ORIGIN = 'https://portal.test'
const AGENT =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36'

/** The code that an app shows at a time. */
export const codeAt = (secret: string, at: Date): string =>
  new TOTP({ algorithm: 'SHA1', digits: 6, period: 30, secret: Secret.fromBase32(secret) }).generate({
    timestamp: at.getTime(),
  })
/** A code of six digits that no step near `at` has. */
export function wrongCode(secret: string, at: Date): string {
  const near = [-2, -1, 0, 1, 2].map(n => codeAt(secret, new Date(at.getTime() + n * 30_000)))
  for (let n = 0; ; n++) {
    const code = String(n).padStart(6, '0')
    if (!near.includes(code)) return code
  }
}

const TABLES = ['second_factor', 'recovery_code', 'sign_in_step', 'sign_in_try', 'browser', 'outbox', 'company_sign_in']
/** Forgets all second factors, steps, tries, browsers and mails: each test begins without any. */
export async function forgetAll(t: TestApp): Promise<void> {
  for (const table of TABLES) await sql`delete from ${sql.table(table)}`.execute(t.db)
}

type Headers = Record<string, string>
export type From = { ip?: string; origin?: string; headers?: Headers }
/** A call as JSON. */
export async function send(
  t: TestApp,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  payload?: object,
  { ip = '203.0.113.7', origin = ORIGIN, headers = {} }: From = {},
) {
  const r = await t.app.inject({
    method,
    url,
    headers: { 'user-agent': AGENT, origin, ...headers },
    remoteAddress: ip,
    ...(payload && { payload }),
  })
  return { status: r.statusCode, body: r.json(), retryAfter: r.headers['retry-after'] }
}

export type Login = { browser?: string; password?: string } & From
export const login = (t: TestApp, username: string, { browser, password = PASSWORD, ...from }: Login = {}) =>
  send(t, 'POST', '/auth/login', { username, password: encodePassword(password), ...(browser && { browser }) }, from)
/** The ticket of the step that follows the password. */
export async function ticketOf(t: TestApp, username: string, more: Login = {}): Promise<string> {
  const r = await login(t, username, more)
  if (!r.body.data?.ticket) throw new Error(`no step, but ${r.status} ${r.body.message}`)
  return r.body.data.ticket
}
export const secondStep = (t: TestApp, body: object, from: From = {}) =>
  send(t, 'POST', '/auth/second-factor', body, from)
export const bearer = (data: { access_token: string }) => ({ authorization: `Bearer ${data.access_token}` })

/** Sets an app up for a person who is signed in. */
export async function addApp(t: TestApp, headers: Headers, now: Date, name = 'Phone') {
  const own = '/cms/v1/profile/second-factor'
  const begun = await send(t, 'POST', `${own}/app`, undefined, { headers })
  const { secret, ticket } = begun.body.data
  const r = await send(t, 'POST', `${own}/app/end`, { ticket, name, code: codeAt(secret, now) }, { headers })
  if (r.status !== 200) throw new Error(`${r.status} ${JSON.stringify(r.body)}`)
  return {
    secret: secret as string,
    codes: r.body.recovery_codes as string[],
    factorId: r.body.data.factor_id as number,
  }
}

/** The code that a sign-in has mailed to a user for the set-up of a factor. */
export async function mailedCode(t: TestApp, username: string): Promise<string> {
  const { email } = await t.db
    .selectFrom('appUser')
    .select('email')
    .where('username', '=', username)
    .executeTakeFirstOrThrow()
  const mail = (await newest(t.db)).find(m => m.recipient === email && m.subject.includes('set up your second factor'))
  return /code for it is (\d{6})/.exec(mail?.body ?? '')?.[1] ?? 'none'
}
