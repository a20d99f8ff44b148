// Why an alert closed by itself, where its cause can go in several ways: which of them it was, as SQL over the alert `a`.
import { type RawBuilder, sql } from 'kysely'
import { isMeantToServe, isRefusedSql } from '#fleet/chargers/trouble.store.ts'
import { liveStatusSql } from '#fleet/stations/station.store.ts'
import { type AlertLook, CHARGERS_WITH_STATE, isInService } from './alert-kind.store.ts'

type Way = readonly [when: RawBuilder<unknown>, text: string]

/** The text of the first way that holds of the row of `from`; `otherwise` where none does, or where there is no row. */
export const overBy = (from: RawBuilder<unknown>, ways: readonly Way[], otherwise: string): RawBuilder<string> => {
  const whens = ways.map(([when, text]) => sql`when ${when} then ${text}::text`)
  return sql<string>`coalesce((select case ${sql.join(whens, sql` `)} else ${otherwise}::text end from ${from} limit 1), ${otherwise}::text)`
}

export const MOVED_AWAY = 'Moved to another team'
export const CHARGER_DELETED = 'Its charge point was deleted'
const isMine = sql`c.chargepoint_pk = a.chargepoint_pk`
const goneByPeople: readonly Way[] = [
  [sql`not ${isInService}`, 'Its charge point was switched off'],
  [sql`s.maintenance_by_hand`, 'A person has taken its charge point out of service'],
]
/** The charger serves no more, or is away, and with it what was found of it. */
const gone = (now: Date): Way[] => [
  ...goneByPeople,
  [sql`${liveStatusSql('s', now)} = 'offline'`, 'Its charge point is offline'],
]
/** Of the charger `c` of the alert, with its state `s`: it is gone, or one of the other ways holds. */
export const overOfCharger = (now: Date, otherwise: string, ways: readonly Way[] = []): RawBuilder<string> =>
  overBy(sql`${CHARGERS_WITH_STATE} where ${isMine}`, [...gone(now), ...ways], otherwise)

/** Of the session `r` of the alert, with its live figures `l` and its connector `n`: it has ended, or one of the other ways holds. */
export const overOfSession = (otherwise: string, ways: readonly Way[] = []): RawBuilder<string> =>
  overBy(
    sql`transaction r left join transaction_live l using (transaction_id)
      left join connector n on n.chargepoint_pk = r.chargepoint_pk and n.connector_id = r.connector_id
      where r.transaction_id = a.transaction_id`,
    [[sql`r.stopped_at is not null`, 'It has ended'], ...ways],
    otherwise,
  )

/** A charger that was offline. */
export const offlineOver = (look: AlertLook): RawBuilder<string> =>
  overBy(
    sql`${CHARGERS_WITH_STATE} where ${isMine}`,
    [
      ...goneByPeople,
      [
        sql`${liveStatusSql('s', look.now)} = 'offline'`,
        'It is offline together with others of its site, which is told of the site',
      ],
    ],
    'It is connected again',
  )

/** Why a charger is offline: its connections are refused, or it makes none. */
export const offlineCause = (facts: RawBuilder<unknown>): RawBuilder<string> =>
  sql`coalesce('Tries to connect and is refused (' || (${facts} ->> 'refused') || ')', 'No longer tries to connect')`

/** A charger that was up and charged nothing. */
export const nothingChargedOver = (look: AlertLook): RawBuilder<string> =>
  overOfCharger(look.now, 'It has charged', [
    [sql`${liveStatusSql('s', look.now)} not in ('online', 'charging')`, 'It is not up any more'],
  ])

/** Chargers of a site that went together. */
export const siteBackOver = (look: AlertLook): RawBuilder<string> =>
  overBy(
    sql`${CHARGERS_WITH_STATE} where c.zone_id = a.zone_id and c.deleted_at is null and ${isMeantToServe}
        order by ${liveStatusSql('s', look.now)} = 'offline' desc, ${isRefusedSql(look.now)} desc`,
    [
      [
        sql`${liveStatusSql('s', look.now)} = 'offline' and ${isRefusedSql(look.now)}`,
        'Its charge points try to connect and are refused; those that are offline are told one by one',
      ],
      [
        sql`${liveStatusSql('s', look.now)} = 'offline'`,
        'Some of its charge points are back; the others are told one by one',
      ],
    ],
    'All of its charge points are back',
  )

/** A wallet that was low. */
export const walletOver = (look: AlertLook): RawBuilder<string> =>
  overBy(
    sql`account o join driver d on d.id = o.ref join entry e using (account_id) join posting p using (posting_id)
        where o.kind = 'wallet' and 'wallet ' || o.ref = a.subject order by e.posting_id desc`,
    [
      [sql`not d.is_active`, 'The driver was switched off'],
      [sql`p.kind in ('hold', 'reserve')`, 'A session runs with it'],
      [sql`p.event_at <= ${look.now}::timestamptz - interval '30 days'`, 'It has not been used for 30 days'],
    ],
    'It has been topped up',
  )

/** A payment that had no session. */
export const paymentOver = (): RawBuilder<string> =>
  overBy(
    sql`payment p where 'payment ' || p.payment_no = a.subject`,
    [
      [
        sql`exists (select from refund r where r.payment_id = p.payment_id and r.status <> 'failed')`,
        'It has gone back',
      ],
    ],
    'A session has begun with it',
  )

/** A campaign that had stopped. */
export const campaignOver = (): RawBuilder<string> =>
  overBy(
    sql`firmware_campaign m where m.campaign_id = (a.facts->>'campaign')::int`,
    [
      [
        sql`m.state = 'Cancelled' and exists (select from firmware_campaign b where b.rolls_back = m.campaign_id)`,
        'The campaign was rolled back',
      ],
      [sql`m.state = 'Cancelled'`, 'The campaign was cancelled'],
      [sql`m.deleted_at is not null`, 'The campaign was deleted'],
      [sql`m.state = 'Done'`, 'The campaign went on, and is done'],
      [sql`m.state = 'Paused'`, 'The campaign went on, and is paused'],
    ],
    'The campaign goes on',
  )

/** A refund that was under way for long. */
export const refundOver = (): RawBuilder<string> =>
  overBy(
    sql`refund r where 'refund ' || r.refund_id = a.subject`,
    [[sql`r.status = 'failed'`, 'The provider has refused it']],
    'The provider has processed it',
  )

/** A session that charged with little. */
export const powerOver = (look: AlertLook): RawBuilder<string> =>
  overOfSession('It charges with more', [
    [sql`coalesce(l.soc_percent, 0) >= 80`, 'Its battery is nearly full'],
    [sql`n.status is distinct from 'Charging'`, 'It does not charge just now'],
    [sql`l.metered_at <= ${look.now}::timestamptz - interval '15 minutes'`, 'It tells its power no more'],
  ])
