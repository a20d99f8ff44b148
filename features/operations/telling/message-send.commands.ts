// Hands messages about alerts over to their ways, within what a recipient gets in an hour (ALERT-08).
import type { Services } from '#office/installation/services.ts'
import * as mail from '#office/mail/mail.store.ts'
import { homeOfCompany } from '#office/mail/mail-home.store.ts'
import type { Trx } from '#platform/db/db.ts'
import * as store from './alert-message.store.ts'
import { heldBackWords, stopLine } from './message.rules.ts'
import { settlePutOff } from './put-off.commands.ts'
import { stopUrl } from './stop.rules.ts'
import { holdTelling } from './telling-due.store.ts'

declare module '#platform/jobs/jobs.ts' {
  interface Work {
    /** A push message or the call of a webhook on its way. */
    'alert-message': { alertMessageId: number }
  }
}
type Needed = Pick<Services, 'db' | 'now' | 'publicUrl' | 'timeZone' | 'jobs' | 'seal'>

/** Messages that leave to one recipient by one way within an hour; what comes above is held back and counted. */
const MOST_IN_HOUR = 20
const AT_ONCE = 500

/** Hands a message over to its way, with the commit of `trx`. */
async function handOver(services: Needed, trx: Trx, m: store.WaitingMessage, at: Date): Promise<void> {
  const { jobs, publicUrl, seal } = services
  if (m.channel === 'mail') {
    const home = await homeOfCompany(trx, publicUrl, m.companyId)
    const stop = stopUrl(
      home.url,
      seal,
      m.userId === null ? { companyId: m.companyId, address: m.recipient } : { userId: m.userId },
    )
    const letter = {
      to: m.recipient,
      subject: m.subject,
      text: `${m.body}\n${stopLine(stop.page)}`,
      stopUrl: stop.call,
    }
    const outboxId = await mail.post(trx, jobs, letter)
    return void (await store.endMessage(trx, m.alertMessageId, { state: 'sent', leftAt: at, outboxId }))
  }
  if (m.channel === 'sms') {
    const outboxId = await mail.postSms(trx, jobs, { phone: m.recipient, text: m.body })
    return void (await store.endMessage(trx, m.alertMessageId, { state: 'sent', leftAt: at, outboxId }))
  }
  await store.endMessage(trx, m.alertMessageId, { state: 'sending', leftAt: at })
  await jobs.send(trx, 'alert-message', { alertMessageId: m.alertMessageId })
}

/** Hands over what waits, within what a recipient gets in an hour; answers how many messages it took. */
const sendSome = (services: Needed): Promise<number> =>
  services.db.transaction().execute(async trx => {
    await holdTelling(trx)
    const at = services.now()
    await settlePutOff(services, trx, at)
    const waiting = await store.takeWaiting(trx, at, AT_ONCE)
    const left = new Map<string, number>()
    for (const m of waiting) {
      const key = `${m.companyId} ${m.channel} ${m.recipient}`
      const soFar = left.get(key) ?? m.leftInHour
      // Tests do not count towards the messages of an hour; they have a limit of their own.
      if (m.what === 'test') {
        await handOver(services, trx, m, at)
        continue
      }
      if (m.channel !== 'webhook' && soFar >= MOST_IN_HOUR) {
        await store.endMessage(trx, m.alertMessageId, { state: 'held back', error: store.HELD_BACK })
        continue
      }
      left.set(key, soFar + 1)
      await handOver(services, trx, m, at)
    }
    return waiting.length
  })

/** Says how many messages were held back, once the recipient may be told again. */
const writeHeldBack = ({ db, now, publicUrl }: Needed): Promise<void> =>
  db.transaction().execute(async trx => {
    await holdTelling(trx)
    const at = now()
    const messages: store.NewMessage[] = []
    for (const { n, ...to } of await store.takeHeldBack(trx, at, MOST_IN_HOUR)) {
      const { url } = await homeOfCompany(trx, publicUrl, to.companyId)
      messages.push({ ...to, what: 'held back', ...heldBackWords(n, url), dueAt: at })
    }
    await store.addMessages(trx, messages, at)
  })

/** Hands over whatever may leave now. */
export async function sendMessages(services: Needed): Promise<void> {
  await writeHeldBack(services)
  while ((await sendSome(services)) === AT_ONCE) {
    // As many as there are.
  }
}
