// A refund failed, and the driver's money waits for a person.
import { sql } from 'kysely'
import { amountOf } from '../alert-cost.rules.ts'
import { ago, alertKind, atConnector, isMeant } from '../alert-kind.store.ts'

export const refundFailed = alertKind({
  id: 'refund-failed',
  title: 'Refund failed',
  group: 'Money',
  severity: 'Major',
  subject: 'refund',
  parameters: { hours: { label: 'Waiting for', unit: 'hours', default: 0, min: 0, max: 720 } },
  candidates:
    look => sql`select r.company_id, coalesce(r.team_id, r.company_id) as team_id, 'refund ' || r.refund_id as subject,
      t.chargepoint_pk, ${atConnector(sql`t.connector_id`)}, null::int as zone_id, r.transaction_id,
      'Refund ' || r.refund_id as subject_name, r.requested_at as since, null::timestamptz as happened_at,
      jsonb_build_object('paise', w.left_paise, 'failure', r.failure) as facts
    from waiting_refund w join refund r using (refund_id) left join transaction t using (transaction_id)
    where ${isMeant(look, sql`t.chargepoint_pk`)}`,
  holds: (p, look) => sql`x.since <= ${ago(look, p.hours, 'hours')}`,
  past: (
    p,
    look,
  ) => sql`select o.team_id, 'refund ' || o.refund_id as subject, 'Refund ' || o.refund_id as subject_name, t.chargepoint_pk,
      null::int as zone_id, o.transaction_id, greatest(h.at, o.requested_at + make_interval(hours => ${p.hours}::int)) as from_at, h.next_at as until_at
    from refund o join lateral (select h.status, h.at, lead(h.at) over (order by h.change_id) as next_at from refund_change h
        where h.refund_id = o.refund_id) h on h.status = 'failed' left join transaction t using (transaction_id)
    where o.cause <> 'elsewhere' and o.requested_at > ${look.since} and o.requested_at <= ${look.now} and ${look.within('o')}`,
  onNews: 'nothing',
  cost: amountOf('What waits of the refund'),
  opens: 'a refund has failed and has waited for a person for the hours of the rule',
  closes: 'nothing of it waits any more',
  text: (name, f) => `${name} failed${f.failure ? `: ${f.failure}` : ''}`,
  over: 'Nothing of it waits any more',
  step: {
    text: 'Send it again',
    needs: [['Refund.create', 'Refund.update']],
    to: () => '/refund?tab=refunds&status=failed',
  },
})
