// Which mails on events of chargers are due: at most one mail for a charger, a connector and an event within five
// minutes, over all nodes (D-CHARGER-6).
import { sql } from 'kysely'
import { ints, texts, times } from '#platform/db/columns.ts'
import type { Trx } from '#platform/db/db.ts'
import type { ChargerEvent } from './charger-mail.words.ts'
import { evseConnectorSql, type ShownEvse } from './evse.store.ts'

/** An event at a charger; connector 0 is the charge point as a whole. */
export type ChargerHappening = {
  pk: number
  connectorId: number
  event: ChargerEvent
  /** When we learned of the event: the five minutes between mails are counted from this time. */
  heardAt: Date
}
export type DueMail = ShownEvse & {
  /** The place of the event in the list. */
  n: number
  chargepointId: string
  chargepointName: string
  connectorName: string | null
  recipients: string[]
  /** The domain of the charger's company; null where the company has none. */
  domain: string | null
}

/**
 * Returns the events of `list`, in its order, on which mails go out now, with the recipients. Keeps the time of each as
 * the time of its last mail, so that a call within the next five minutes returns none of them. The list may hold one
 * event for each charger, connector and kind of event.
 */
export async function takeDueMails(trx: Trx, list: readonly ChargerHappening[]): Promise<DueMail[]> {
  const { rows } = await sql<DueMail>`
    with x as (select * from unnest(${ints(list.map(h => h.pk))}, ${ints(list.map(h => h.connectorId))},
        ${texts(list.map(h => h.event))}, ${times(list.map(h => h.heardAt))}) with ordinality x (pk, no, event, at, n)),
    due as (insert into charger_mail_sent as s (chargepoint_pk, connector_id, event, sent_at)
      select x.pk, x.no, x.event, x.at from x join charger c on c.chargepoint_pk = x.pk
        join charger_mail_settings m on m.chargepoint_pk = x.pk
      where c.deleted_at is null and not c.exclude_from_email and m.is_enabled and x.event = any(m.events)
      -- Two nodes that mail of the same chargers hold their rows in one order.
      order by 1, 2, 3
      on conflict (chargepoint_pk, connector_id, event) do update set sent_at = excluded.sent_at
      where s.sent_at <= excluded.sent_at - interval '5 minutes'
      returning chargepoint_pk, connector_id, event)
    select x.n::int - 1 as n, c.chargepoint_id, c.chargepoint_name, k.connector_name, k.evse_id,
      ${evseConnectorSql('k')} as evse_connector_id, m.recipients, o.domain
    from due d join x on x.pk = d.chargepoint_pk and x.no = d.connector_id and x.event = d.event
      join charger c on c.chargepoint_pk = x.pk join charger_mail_settings m on m.chargepoint_pk = x.pk
      join team o on o.id = c.company_id left join connector k on k.chargepoint_pk = x.pk and k.connector_id = x.no
    order by x.n`.execute(trx)
  return rows
}
