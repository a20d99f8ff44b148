// PostgreSQL hangs: its processes are stopped, its connections stand. The whole product, a process of its own, refuses what
// needs the database within two seconds, and serves again without a new start.
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import WebSocket from 'ws'
import { childrenOf } from '#testing/processes.ts'
import { freePort, Product } from '../bench/kills-product.ts'

const folder = mkdtempSync(join(tmpdir(), 'wattdesk-silence-'))
let product: Product
beforeAll(async () => {
  chmodSync(folder, 0o755)
  product = new Product(folder, await freePort())
  await product.start()
})
afterAll(async () => {
  signal('SIGCONT')
  await product.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Stops PostgreSQL's processes, or lets them go on. */
function signal(name: 'SIGSTOP' | 'SIGCONT'): void {
  const first = product.postmaster
  for (const pid of [first, ...childrenOf(first)])
    try {
      process.kill(pid, name)
    } catch {
      // A server that has ended meanwhile.
    }
}

const json = { 'content-type': 'application/json' }
const CALLS: Record<string, [path: string, init?: RequestInit]> = {
  'a sign-in': ['/auth/login', { method: 'POST', headers: json, body: '{"username":"root","password":"eA=="}' }],
  'a code for a new password': [
    '/auth/resetpwdrequest',
    { method: 'POST', headers: json, body: '{"username":"root"}' },
  ],
  'the page where drivers pay': ['/public/v1/pay/charger/CP1/1'],
  'a webhook': [
    '/public/v1/webhooks/razorpay',
    {
      method: 'POST',
      headers: { ...json, 'x-razorpay-signature': createHmac('sha256', 's').update('{}').digest('hex') },
      body: '{"account_id":"acc_1","event":"payment.captured","contains":[],"payload":{}}',
    },
  ],
}
const call = async (name: string) => {
  const [path, init] = CALLS[name] ?? ['/']
  const from = performance.now()
  const r = await fetch(product.url + path, init)
  const body = (await r.json()) as { message: string }
  return {
    name,
    status: r.status,
    message: body.message,
    retryAfter: r.headers.get('retry-after'),
    ms: performance.now() - from,
  }
}
const all = () => Promise.all(Object.keys(CALLS).map(call))

test('calls and webhooks are answered 503 within two seconds while PostgreSQL hangs, and served when it goes on', async () => {
  const before = await all()
  for (const r of before) expect(r.status, r.name).toBeLessThan(500)
  signal('SIGSTOP')
  // The first calls find a database that nobody knows to hang; later ones are refused at once.
  const during = [...(await all()), ...(await all())]
  for (const r of during) {
    expect(r, r.name).toMatchObject({
      status: 503,
      message: 'The database is not reachable. Please try again.',
      retryAfter: '5',
    })
    expect(r.ms, r.name).toBeLessThan(2500)
  }
  for (const r of during.slice(-Object.keys(CALLS).length)) expect(r.ms, r.name).toBeLessThan(500)
  const ready = await fetch(`${product.url}/health/ready`)
  expect([ready.status, await ready.json()]).toMatchObject([503, { data: [{ name: 'database' }] }])
  const charger = new WebSocket(`${product.url.replace('http', 'ws')}/ocpp/CP1`, 'ocpp1.6', {
    headers: { authorization: `Basic ${Buffer.from('CP1:secret').toString('base64')}` },
  })
  charger.on('error', () => undefined)
  const [, refusal] = (await once(charger, 'unexpected-response')) as [unknown, { statusCode: number }]
  expect(refusal.statusCode).toBe(503)
  signal('SIGCONT')
  await product.readyAgain()
  const after = await all()
  expect(after.map(r => [r.name, r.status])).toEqual(before.map(r => [r.name, r.status]))
  expect(product.unexpected).toEqual([])
}, 60_000)
