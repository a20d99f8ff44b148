// The sandbox's webhooks over the books in the database, sent by several nodes.
import { razorpay } from '@wattdesk/razorpay/client'
import type { Deliver } from '@wattdesk/razorpay/sandbox/webhooks'
import { expect, test } from 'vitest'
import { startApp } from '#testing/app.ts'
import { readWebhook, sandboxAccount } from './provider-of.commands.ts'
import { openSandbox } from './sandbox.commands.ts'

test('of two nodes one tells each event, in order, again until it is answered, under the secret of its company', async () => {
  let clock = new Date('2026-02-02T06:30:00Z')
  const t = await startApp({ now: () => clock })
  const companyId = t.world.two.companyId
  const told: { event: string | undefined; companyId: number | undefined }[] = []
  let isAway = true
  let tries = 0
  const deliver: Deliver = async ({ eventId, body: rawBody, signature }) => {
    tries++
    const read = await readWebhook(t.services, { rawBody, signature, eventId })
    if (!isAway) told.push({ event: read?.event?.event, companyId: read?.companyId })
    return !isAway
  }
  const nodes = [await openSandbox(t.services, deliver), await openSandbox(t.services, deliver)] as const
  const tick = () => Promise.all(nodes.map(n => n.tick()))
  const { keyId, keySecret } = sandboxAccount(t.services.seal, companyId)
  const [first, second] = nodes.map(n => razorpay({ url: n.url, keyId, keySecret }))
  const made = await first?.createOrder({ amount: 50_000, receipt: 'R-1', notes: {} })
  const { payment } = await nodes[0].pay(made?.is === 'ok' ? made.value.id : '', { method: 'card' })
  expect((await second?.capture(payment.id, 50_000))?.is).toBe('ok')
  await tick()
  expect([tries, told]).toEqual([3, []])
  isAway = false
  clock = new Date(clock.getTime() + 60_000)
  await tick()
  const events = ['payment.authorized', 'payment.captured', 'order.paid']
  expect(told).toEqual(events.map(event => ({ event, companyId })))
  clock = new Date(clock.getTime() + 86_400_000)
  await tick()
  expect(tries).toBe(6)
  for (const n of nodes) await n.close()
  await t.close()
})
