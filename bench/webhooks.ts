// How soon a webhook of the provider is answered when they come 200 a second beside live charging (M-5), each of a payment of
// its own: looked at by its signature, stored and handed over; and how soon all of them are worked off, with the capture in
// the ledger.
import { signatureOf } from '@wattdesk/razorpay/signature'
import pg from 'pg'
import { WEBHOOKS } from '#money/payment-provider/provider-account.contract.ts'
import { sandboxAccount } from '#money/payment-provider/provider-of.commands.ts'
import { makeSeal } from '#platform/access/seal.ts'
import { Load, startProduct } from './stand.ts'
import { figure, percentile, type Section, table, target } from './table.ts'

const SECRET = 'a secret of the benchmarks, long enough for HS256'
const PER_SECOND = 200
const SECONDS = 20
const COUNT = PER_SECOND * SECONDS
const MOST_MS = 50
const CHARGERS = 200
/** Each of 16 messages: as many as some 1,600 chargers send that report their meters every ten seconds. */
const SESSIONS_PER_SECOND = 10

const entityOf = (n: number) => {
  const id = `pay_${String(n).padStart(14, '0')}`
  const seconds = Math.floor(Date.now() / 1000)
  return {
    id,
    entity: 'payment',
    amount: 50_000,
    currency: 'INR',
    status: 'captured',
    captured: true,
    order_id: null,
    method: 'upi',
    vpa: `driver${n}@bank`,
    email: 'driver@example.com',
    contact: '+919876543210',
    notes: [],
    description: 'QRv2 Payment',
    fee: 1180,
    tax: 180,
    acquirer_data: { rrn: String(n).padStart(12, '0') },
    created_at: seconds,
  }
}
const bodyOf = (n: number, accountId: string): string => {
  const payload = { payment: { entity: entityOf(n) } }
  return JSON.stringify({
    entity: 'event',
    account_id: accountId,
    event: 'payment.captured',
    contains: ['payment'],
    payload,
    created_at: Math.floor(Date.now() / 1000),
  })
}

export async function webhooks(): Promise<Section> {
  const stand = await startProduct({ chargers: CHARGERS, env: { WATTDESK_SECRET: SECRET } })
  const client = new pg.Client(stand.database)
  const load = new Load()
  const url = new URL(WEBHOOKS, stand.url)
  const post = async (
    n: number,
    { accountId, webhookSecret }: ReturnType<typeof sandboxAccount> & { accountId: string },
  ) => {
    const body = Buffer.from(bodyOf(n, accountId))
    const headers = {
      'content-type': 'application/json',
      'x-razorpay-event-id': `evt_${n}`,
      'x-razorpay-signature': signatureOf(body, webhookSecret),
    }
    const from = performance.now()
    const response = await fetch(url, { method: 'POST', headers, body })
    await response.arrayBuffer()
    if (response.status !== 200) throw new Error(`A webhook was answered ${response.status}`)
    return performance.now() - from
  }
  try {
    await client.connect()
    const { rows } = await client.query<{ id: number }>('select min(company_id) as id from company')
    const account = sandboxAccount(makeSeal(SECRET), rows[0]?.id ?? 0)
    // The product asks the provider about payments that no order here vouches for (D-PAY-8): the sandbox has them all.
    const contents = Array.from({ length: COUNT }, (_, n) => ({
      entity: entityOf(n),
      plan: { outcome: 'success', refunds: 'processed' },
    }))
    await client.query(
      `insert into sandbox_object (id, kind, account, content, created_at)
        select c -> 'entity' ->> 'id', 'payment', $1, c, now() from jsonb_array_elements($2::jsonb) c`,
      [account.accountId, JSON.stringify(contents)],
    )
    await load.run({ kind: 'connect', url: stand.url, chargers: CHARGERS, atOnce: 20 })
    const charging = load.run({ kind: 'sessions', seconds: SECONDS, perSecond: SESSIONS_PER_SECOND })
    charging.catch(() => undefined)
    const cpu = stand.cpu()
    const from = performance.now()
    const answers: Promise<number>[] = []
    for (let n = 0; n < COUNT; n++) {
      const wait = from + (n * 1000) / PER_SECOND - performance.now()
      if (wait > 0) await new Promise(ok => setTimeout(ok, wait))
      answers.push(post(n, account))
    }
    const times = await Promise.all(answers)
    const used = stand.cpu()
    const charged = await charging
    const count = async (sql: string) => Number((await client.query<{ n: string }>(sql)).rows[0]?.n)
    while ((await count('select count(*) as n from webhook_event where worked_at is null')) > 0)
      await new Promise(ok => setTimeout(ok, 100))
    const workedMs = performance.now() - from
    const posted = await count(`select count(*) as n from posting where idempotency_key like '%:captured:%'`)
    if (posted !== COUNT) throw new Error(`${posted} of ${COUNT} payments are in the ledger`)
    const p95 = percentile(times, 0.95)
    const ms = (value: number) => `${figure(value)} ms`
    return {
      title: 'Webhooks',
      text: `${figure(COUNT)} webhooks of the provider, ${PER_SECOND} a second, each of another payment, beside ${figure(charged.count / charged.seconds)} sessions of chargers a second (${figure(charged.messages / charged.seconds)} messages); all of them worked off and in the ledger ${figure((workedMs - SECONDS * 1000) / 1000)} s after the last one.

${table(
  [
    'answered',
    'median',
    '95 %',
    '99 %',
    'slowest',
    'target',
    'CPU each with its share of the charging, server + PostgreSQL',
  ],
  [
    [
      'within',
      ms(percentile(times, 0.5)),
      ms(p95),
      ms(percentile(times, 0.99)),
      ms(Math.max(...times)),
      target(p95, '<', MOST_MS, ' ms'),
      `${figure((used.serverUs - cpu.serverUs) / COUNT)} + ${figure((used.postgresUs - cpu.postgresUs) / COUNT)} µs`,
    ],
  ],
)}`,
    }
  } finally {
    await client.end().catch(() => undefined)
    await load.stop()
    await stand.stop()
  }
}
