// Writes messages that were put off anew, as of the moment at which they may leave.
import type { Services } from '#office/installation/services.ts'
import { homeOfCompany } from '#office/mail/mail-home.store.ts'
import type { Trx } from '#platform/db/db.ts'
import * as store from './alert-message.store.ts'
import { CHANNEL_WORDS } from './message.rules.ts'
import { settled } from './put-off.rules.ts'
import { paidOf } from './recipient.store.ts'
import { alertsById } from './telling-due.store.ts'
import { toldAlert } from './told-alert.reply.ts'

type Needed = Pick<Services, 'publicUrl' | 'timeZone'>

/** Rewrites the messages whose quiet hours are over, so that they tell what still holds, and each alert once. */
export async function settlePutOff({ publicUrl, timeZone: zone }: Needed, trx: Trx, at: Date): Promise<void> {
  const messages = await store.takePutOff(trx, at)
  if (messages.length === 0) return
  const alerts = new Map(
    (await alertsById(trx, [...new Set(messages.flatMap(m => m.alertIds))])).map(a => [a.alertId, a]),
  )
  const ofReceiver = (m: store.PutOffMessage) => [m.alertRuleId, m.channel, m.recipient].join(' ')
  for (const [first, ...rest] of Map.groupBy(messages, ofReceiver).values()) {
    if (!first) continue
    const { left, dropped } = settled([first, ...rest], id => alerts.get(id)?.state)
    for (const { id, why } of dropped) await store.endMessage(trx, id, { state: 'dropped', error: why })
    for (const { id, what, alertIds, meanwhile } of left) {
      const due = alertIds.flatMap(alertId => alerts.get(alertId) ?? [])
      const { url: home } = await homeOfCompany(trx, publicUrl, first.companyId)
      const { ruleName: rule = '', escalateMinutes = null } = due[0] ?? {}
      const { userId } = first
      const paid = userId === null ? alertIds.filter(() => due[0]?.tellsCost) : await paidOf(trx, userId, alertIds)
      const told = due.map(a => toldAlert(a, at)).map(a => (paid.includes(a.alertId) ? a : { ...a, cost: null }))
      const telling = { what, rule, alerts: told, home, zone, escalateMinutes, meanwhile }
      await store.rewrite(trx, id, { alertIds, ...CHANNEL_WORDS[first.channel](telling) })
    }
  }
}
