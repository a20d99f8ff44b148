// A refund was requested, and the provider has not said that it is done.
import { sql } from 'kysely'
import { amountOf } from '../alert-cost.rules.ts'
import { ago, alertKind, atConnector, isMeant } from '../alert-kind.store.ts'
import { refundOver } from '../alert-over.store.ts'

export const refundLate = alertKind({
  id: 'refund-late',
  title: 'Refund under way for long',
  group: 'Money',
  severity: 'Minor',
  subject: 'refund',
  parameters: { hours: { label: 'Under way for', unit: 'hours', default: 48, min: 1, max: 720 } },
  candidates:
    look => sql`select r.company_id, coalesce(r.team_id, r.company_id) as team_id, 'refund ' || r.refund_id as subject,
      t.chargepoint_pk, ${atConnector(sql`t.connector_id`)}, null::int as zone_id, r.transaction_id,
      'Refund ' || r.refund_id as subject_name, r.requested_at as since, null::timestamptz as happened_at,
      jsonb_build_object('paise', r.amount_paise) as facts
    from refund r left join transaction t using (transaction_id)
    where r.status = 'pending' and ${isMeant(look, sql`t.chargepoint_pk`)}`,
  holds: (p, look) => sql`x.since <= ${ago(look, p.hours, 'hours')}`,
  past: (
    p,
    look,
  ) => sql`select o.team_id, 'refund ' || o.refund_id as subject, 'Refund ' || o.refund_id as subject_name, t.chargepoint_pk,
      null::int as zone_id, o.transaction_id, o.requested_at + make_interval(hours => ${p.hours}::int) as from_at, case o.status when 'failed'
        then (select max(h.at) from refund_change h where h.refund_id = o.refund_id) else o.processed_at end as until_at
    from refund o left join transaction t using (transaction_id)
    where o.requested_at > ${look.since} and o.requested_at <= ${look.now} and ${look.within('o')}`,
  onNews: 'nothing',
  cost: amountOf('The amount of the refund'),
  opens: 'a refund has been under way at the provider for the hours of the rule',
  closes: 'the provider processes or refuses it',
  text: name => `${name} is not processed yet`,
  over: refundOver,
  step: { text: 'Look at the refunds', needs: ['Refund.view'], to: () => '/refund?tab=refunds' },
})
