// Captured money of a driver waits, and no session has begun with it.
import { sql } from 'kysely'
import { amountOf } from '../alert-cost.rules.ts'
import { ago, alertKind, atConnector, isMeant } from '../alert-kind.store.ts'
import { paymentOver } from '../alert-over.store.ts'
import { unusedPaymentPast } from '../alert-past-figures.store.ts'

export const paymentWithoutSession = alertKind({
  id: 'payment-without-session',
  title: 'Payment without session',
  group: 'Money',
  severity: 'Major',
  subject: 'payment',
  parameters: { hours: { label: 'Waiting for', unit: 'hours', default: 24, min: 1, max: 720 } },
  candidates:
    look => sql`select p.company_id, coalesce(p.team_id, p.company_id) as team_id, 'payment ' || p.payment_no as subject,
      p.chargepoint_pk, ${atConnector(sql`p.connector_id`)}, null::int as zone_id, null::int as transaction_id,
      'Payment ' || p.payment_id as subject_name, p.captured_at as since, null::timestamptz as happened_at,
      jsonb_build_object('payment', p.payment_id, 'paise', a.balance_paise) as facts
    from account a join payment p on p.payment_no = a.ref
    where a.kind = 'payment' and a.balance_paise > 0 and p.captured_at is not null and ${isMeant(look, sql`p.chargepoint_pk`)}`,
  holds: (p, look) => sql`x.since <= ${ago(look, p.hours, 'hours')}`,
  past: (p, look) => unusedPaymentPast(p, look),
  onNews: 'nothing',
  cost: amountOf('What is left of the payment'),
  opens: 'a captured payment has waited for the hours of the rule without a session',
  closes: 'a session begins with it, or it goes back',
  text: name => `${name} is captured, and no session has begun with it`,
  over: paymentOver,
  step: {
    text: 'Give it back',
    needs: [['Refund.create', 'Refund.update']],
    to: (_, f) => `/refund/payment/${f.payment}`,
  },
})
