// Receivers as they are in the world, each on a socket of its own: redirects, silence, half an answer, too much of one, wrong
// certificates, private addresses behind a name; one that is slow holds up no other; and two runs at once. Runs that are killed:
// bench/hooks.ts.
import dns from 'node:dns'
import { createServer } from 'node:https'
import { syncBuiltinESMExports } from 'node:module'
import { type AddressInfo, isIP, createServer as plainServer } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '#testing/app.ts'
import { Authority } from '#testing/certificates.ts'
import { type Receiver, webhookReceiver } from './test-receiver.ts'
import { makeWebhook, sendHere, webhookBody } from './test-webhook.ts'
import type { WebhookSender } from './webhook-sender.jobs.ts'

let t: TestApp
let r: Receiver
let sender: WebhookSender
const closers: (() => unknown)[] = []
const nodes: TestApp[] = []
beforeAll(async () => {
  t = await startApp({ mayCallPrivate: true })
  r = await webhookReceiver()
  sender = await sendHere(t.services, { everyMs: 20, patienceMs: 1500 })
})
afterAll(async () => {
  await sender.close()
  for (const close of closers) await close()
  for (const node of nodes) await node.close()
  await t.close()
  await r.close()
})
const make = (address: string, more: object = {}) =>
  makeWebhook(t, 'admin', t.world.one.companyId, webhookBody({ address, events: ['alert.opened'], ...more }))
/** The first delivery of a webhook once it was tried. */
const tried = async (id: number) => {
  const read = async () => {
    const headers = await t.as('admin')
    const list = await t.app.inject({ url: `/cms/v1/webhooks/${id}/deliveries`, headers })
    const [first] = list.json().data
    if (!first || first.tries === 0) return undefined
    const one = await t.app.inject({ url: `/cms/v1/webhooks/${id}/deliveries/${first.delivery_id}`, headers })
    const { state, status, answer, attempts } = one.json().data
    return { state, status, error: attempts[0].error as string | null, answer: answer as string | null }
  }
  await expect.poll(read, { timeout: 10_000 }).toBeDefined()
  return (await read()) as { state: string; status: number | null; error: string | null; answer: string | null }
}
const sendTest = async (id: number) => {
  const url = `/cms/v1/webhooks/${id}/test`
  expect((await t.app.inject({ method: 'POST', url, headers: await t.as('admin') })).statusCode).toBe(200)
}
const sent = async (address: string) => {
  const { id } = await make(address)
  await sendTest(id)
  return tried(id)
}

test('a redirect is not followed', async () => {
  r.answer('/moved', response => response.writeHead(302, { location: r.url('/inside') }).end())
  expect(await sent(r.url('/moved'))).toMatchObject({
    state: 'failed',
    status: 302,
    error: 'Redirects are not followed',
  })
  expect(r.of('/inside')).toHaveLength(0)
})
test('whoever never answers, or never ends, is tried again', async () => {
  r.answer('/silent', () => undefined)
  expect(await sent(r.url('/silent'))).toMatchObject({
    state: 'failed',
    status: null,
    error: 'No whole answer within 1.5 s',
  })
  r.answer('/endless', response => {
    response.writeHead(200)
    const timer = setInterval(() => response.write('.'), 20)
    response.on('close', () => clearInterval(timer))
  })
  expect(await sent(r.url('/endless'))).toMatchObject({ state: 'failed', error: 'No whole answer within 1.5 s' })
})
test('half an answer is none', async () => {
  const half = plainServer(socket => {
    socket.on('error', () => undefined)
    socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf'))
  })
  await new Promise<void>(ready => half.listen(0, '127.0.0.1', () => ready()))
  closers.push(() => half.close())
  const address = `http://127.0.0.1:${(half.address() as AddressInfo).port}/`
  expect(await sent(address)).toMatchObject({ state: 'failed', status: null, error: 'aborted' })
})
test('of a huge answer the beginning is kept, and zeros in it are no harm', async () => {
  r.answer('/huge', response => response.writeHead(200).end(`\0begin ${'x'.repeat(5_000_000)}`))
  const { state, answer } = await sent(r.url('/huge'))
  expect([state, answer?.slice(0, 8), (answer?.length ?? 0) <= 2000]).toEqual(['delivered', 'begin xx', true])
})
test('nobody there, and a name that nobody knows', async () => {
  expect((await sent('http://127.0.0.1:9/')).error).toMatch(/ECONNREFUSED/)
  expect((await sent('http://nobody.invalid/')).error).toMatch(/ENOTFOUND|EAI_AGAIN/)
})
test('a certificate that nobody has signed is refused', async () => {
  const server = createServer(new Authority('Elsewhere').issue('Elsewhere', 'localhost'), (_, response) =>
    response.end(),
  )
  await new Promise<void>(ready => server.listen(0, '127.0.0.1', () => ready()))
  closers.push(() => server.close())
  const { state, error } = await sent(`https://localhost:${(server.address() as AddressInfo).port}/`)
  expect(state).toBe('failed')
  expect(error).toMatch(/certificate/i)
})
test('where private addresses are not allowed none is called, nor by a name that leads there', async () => {
  const { id } = await make('https://receiver.example/')
  await sender.close()
  // Names as their owners may have them resolved.
  const known: Record<string, string[]> = { 'inside.example': ['10.1.2.3'], 'both.example': ['93.184.216.34', '::1'] }
  const real = dns.lookup
  const lookup = (host: string, options: object, done: (e: null, all: object[]) => void) =>
    known[host]
      ? done(
          null,
          known[host].map(address => ({ address, family: isIP(address) })),
        )
      : real(host, options, done as never)
  Object.assign(dns, { lookup })
  syncBuiltinESMExports()
  const strict = await t.another({ mayCallPrivate: false })
  const careful = await sendHere(strict.services, { everyMs: 20, patienceMs: 1500 })
  for (const [address, why] of [
    [r.url('/private'), 'Should begin with https://'],
    ['https://127.0.0.1/', 'Should be an address of the internet, not of a private network'],
    [`https://inside.example:${r.port}/`, 'inside.example leads into a private network'],
    [`https://both.example:${r.port}/`, 'both.example leads into a private network'],
  ] as const) {
    // As if it had been allowed when it was written.
    await sql`update webhook set address = ${address} where webhook_id = ${id}`.execute(t.db)
    await sql`delete from webhook_waiting`.execute(t.db)
    await sendTest(id)
    expect(await tried(id)).toMatchObject({ state: 'failed', error: why })
  }
  expect(r.of('/private')).toHaveLength(0)
  Object.assign(dns, { lookup: real })
  syncBuiltinESMExports()
  await careful.close()
  await strict.close()
  sender = await sendHere(t.services, { everyMs: 20, patienceMs: 1500 })
})

const addTags = (prefix: string, n: number) =>
  sql`insert into ocpp_tag (company_id, team_id, id_tag) select ${t.world.one.companyId}, ${t.world.one.teamId}, ${prefix}::text || i
    from generate_series(1, ${n}::int) i`.execute(t.db)
const touchTags = (prefix: string, note: string) =>
  sql`update ocpp_tag set note = ${note} where id_tag like ${`${prefix}%`}`.execute(t.db)

test('one that is slow and one that is away hold up no other', { timeout: 60_000 }, async () => {
  r.answer('/slow', response => setTimeout(() => response.end(), 300))
  for (const path of ['/slow', '/quick']) await make(r.url(path), { events: ['tag.changed'] })
  await make('http://127.0.0.1:9/', { events: ['tag.changed'] })
  await addTags('SLOW-', 300)
  await r.until('/quick', 300)
  expect(r.of('/slow').length).toBeLessThan(300)
  await sql`update webhook set is_active = false`.execute(t.db)
  await sql`delete from webhook_wish`.execute(t.db)
})

test('a run that loses its hold amid its work loses nothing, and the order of each object stays', {
  timeout: 60_000,
}, async () => {
  // A machine that is busy is no slow receiver.
  await sender.close()
  sender = await sendHere(t.services, { everyMs: 20 })
  await make(r.url('/killed'), { events: ['tag.changed'] })
  await addTags('KILL-', 40)
  for (let round = 1; round <= 3; round++) {
    await touchTags('KILL-', `${round}`)
    const enough = r.of('/killed').length + 15
    await r.until('/killed', all => all.length >= enough)
    // Another run takes over while this one still sends.
    const victim = sender
    const node = await t.another({ mayCallPrivate: true })
    nodes.push(node)
    sender = await sendHere(node.services, { everyMs: 20 })
    await sql`update webhook_state set holder = null`.execute(t.db)
    await victim.close()
  }
  const lastOf = () => {
    const notes = new Map<string, string[]>()
    const seen = new Set<string>()
    for (const e of r.of('/killed')) {
      if (seen.has(e.id)) continue
      seen.add(e.id)
      const tag = String(e.body.data.idTag)
      notes.set(tag, [...(notes.get(tag) ?? []), String(e.body.data.note)])
    }
    return notes
  }
  await r.until('/killed', () => lastOf().size === 40 && [...lastOf().values()].every(n => n.length === 4))
  for (const [tag, notes] of lastOf()) expect(notes, tag).toEqual(['', '1', '2', '3'])
})
