// Runs the examples of the guides as they are printed: each curl command in sh, bash and zsh where they are installed,
// and the receiver of webhooks in Node.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { hash } from '@node-rs/argon2'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessBy, apiKeyBody, makeKey } from '#people/api-keys/test-api-key.ts'
import { addApp, codeAt, ticketOf } from '#people/second-factor/test-factors.ts'
import { encodePassword } from '#people/sign-in/sign-in.rules.ts'
import { makeWebhook, sendHere, webhookBody } from '#people/webhooks/test-webhook.ts'
import { startApp, type TestApp } from '#testing/app.ts'
import { guide } from './guide.ts'
import { RECEIVER } from './guide-webhooks.ts'

const run = promisify(execFile)
/** Longer than a line of `base64`, with all that `printf` and a shell might read. */
const HARD = '100% of "it" $HOME `id` \\n \\\\ ₹ é, and so long that its Base64 has more than seventy-six letters'
let t: TestApp
let http: string
let aheadMs = 0
const now = () => new Date(Date.now() + aheadMs)
beforeAll(async () => {
  t = await startApp({ now, mayCallPrivate: true })
  const hashed = await hash(HARD, { memoryCost: 8, timeCost: 1 })
  await sql`update app_user set password_hash = ${hashed} where username = 'viewer'`.execute(t.db)
  http = (await t.listen()).http
}, 60_000)
afterAll(() => t.close())

const fenced = (): string[] => [...guide(t.services.limits).matchAll(/^```\n([\s\S]*?)^```$/gm)].map(m => m[1] ?? '')
/** Every call that a guide prints, by its path. */
const printed = (): Map<string, string> =>
  new Map(
    fenced()
      .filter(block => block.startsWith('curl '))
      .flatMap(block => block.trim().split(/\n(?=curl )/))
      .map(command => [/portal\.example(\/[^?'\s]*)/.exec(command)?.[1] ?? '', command]),
  )

const shells = ['sh', 'bash', 'zsh'].flatMap(name => {
  const path = ['/bin', '/usr/bin'].map(folder => join(folder, name)).find(existsSync)
  return path ? [[name, path] as const] : []
})
describe.each(shells)('in %s', (_, shell) => {
  test('every call that the guides print works with one’s own names and secrets', { timeout: 240_000 }, async () => {
    aheadMs += 60_000
    await sql`delete from second_factor`.execute(t.db)
    const payload = { username: 'viewer', password: encodePassword(HARD) }
    const signedIn = (await t.app.inject({ method: 'POST', url: '/auth/login', payload })).json()
    const viewer = `Bearer ${signedIn.data.access_token}`
    const { secret } = await addApp(t, await t.as('operator'), now())
    const { headers } = await makeKey(t, 'root', t.world.one.teamId, apiKeyBody(accessBy({ ChargerPoint: 'v' })))
    let ticket = ''
    /** Puts one's own in the place of what is an example, and answers the `data` of the reply. */
    const send = async (command = '', more: Record<string, string> = {}) => {
      const own = {
        'https://portal.example': http,
        '"asha"': '"viewer"',
        'the password': HARD,
        'team/3/': `team/${t.world.one.teamId}/`,
        'Bearer wdk_…': headers.authorization,
        'Bearer the-token': viewer,
        'the ticket': ticket,
        ...more,
      }
      const text = Object.entries(own).reduce((c, [example, value]) => c.replaceAll(example, () => value), command)
      const { stdout } = await run(shell, ['-c', text], { env: { PATH: process.env.PATH ?? '' } })
      const reply = JSON.parse(stdout)
      expect(reply, text).toMatchObject({ success: true })
      return reply.data
    }
    const calls = printed()
    const call = (path: string) => {
      const command = calls.get(path)
      calls.delete(path)
      return command
    }
    expect(await send(call('/auth/login'))).toMatchObject({ access_token: expect.any(String) })
    expect(await send(call('/cms/v1/team/3/chargers'))).toEqual(expect.any(Array))
    aheadMs += 60_000
    ticket = await ticketOf(t, 'operator')
    const second = await send(call('/auth/second-factor'), { 123456: codeAt(secret, now()) })
    expect(second).toMatchObject({ access_token: expect.any(String), browser: expect.any(String) })
    const begun = await send(call('/auth/proof/begin'))
    expect(begun.ways).toEqual(['password'])
    ticket = begun.ticket
    expect(await send(call('/auth/proof'))).toEqual({ proven_at: expect.any(String) })
    expect([...calls.keys()]).toEqual([])
  })
})

test('a wrong password is refused as such, not as a call that cannot be read', async () => {
  const wrong = printed().get('/auth/login')?.replaceAll('https://portal.example', http).replaceAll('asha', 'viewer')
  const { stdout } = await run('/bin/sh', ['-c', wrong ?? ''])
  expect(JSON.parse(stdout)).toMatchObject({ success: false, message: 'Invalid username or password' })
})

test('no shell finds a pattern outside of quotes', () => {
  // zsh refuses a call with an unquoted question mark; not every machine has zsh to try that.
  for (const command of printed().values()) {
    const bare = command.replaceAll(/'[^']*'|"\$\([^)]*\)"/g, '')
    expect(bare, command).toMatch(/^[\w\s:/.\\-]*$/)
  }
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

test('the receiver that the guide prints takes what is signed by us, and nothing else', {
  timeout: 60_000,
}, async () => {
  expect(fenced().map(b => b.trim())).toContain(RECEIVER)
  const port = await freePort()
  const address = `http://127.0.0.1:${port}/`
  const made = await makeWebhook(t, 'root', t.world.one.companyId, webhookBody({ address }))
  const folder = mkdtempSync(join(tmpdir(), 'wattdesk-receiver-'))
  writeFileSync(join(folder, 'receiver.mjs'), RECEIVER)
  const env = { ...process.env, WEBHOOK_SECRET: made.secret, PORT: String(port) }
  const receiver: ChildProcess = spawn(process.execPath, [join(folder, 'receiver.mjs')], { env, stdio: 'pipe' })
  const lines = createInterface({ input: receiver.stdout as NodeJS.ReadableStream })[Symbol.asyncIterator]()
  const sender = await sendHere(t.services, { everyMs: 20 })
  try {
    expect((await lines.next()).value).toBe('Listening')
    const forged = { 'webhook-id': 'msg_1', 'webhook-timestamp': String(Math.floor(Date.now() / 1000)) }
    const signature = `v1,${Buffer.alloc(32).toString('base64')}`
    for (const headers of [{}, forged, { ...forged, 'webhook-signature': signature }])
      expect((await fetch(address, { method: 'POST', body: '{}', headers })).status).toBe(401)
    aheadMs = 0
    const headers = await t.as('root')
    const r = await t.app.inject({ method: 'POST', url: `/cms/v1/webhooks/${made.id}/test`, headers })
    expect(r.statusCode, r.body).toBe(200)
    expect((await lines.next()).value).toMatch(/^msg_[\w-]+ webhook\.test \d{4}-\d\d-\d\dT/)
  } finally {
    receiver.kill()
    await sender.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
