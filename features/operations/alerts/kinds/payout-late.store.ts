// The payout of a month is not paid by its day.
import { sql } from 'kysely'
import { amountOf } from '../alert-cost.rules.ts'
import { ago, alertKind } from '../alert-kind.store.ts'
import { spellOfTeam } from '../alert-past.store.ts'

export const payoutLate = alertKind({
  id: 'payout-late',
  title: 'Payout not paid',
  group: 'Money',
  severity: 'Major',
  subject: 'payout',
  parameters: {
    days: { label: 'Not paid after', unit: 'days from the end of the month', default: 15, min: 1, max: 180 },
  },
  // Payouts are of no charger: a look at some chargers is about none of them.
  candidates:
    look => sql`select p.company_id, p.team_id, 'payout ' || p.payout_no as subject, null::int as chargepoint_pk,
      null::smallint as connector_id, null::int as zone_id, null::int as transaction_id, 'Payout ' || p.payout_id as subject_name,
      p.period_end as since, null::timestamptz as happened_at, jsonb_build_object('paise', p.payout_paise) as facts
    from payout p where p.status = 'PAYOUTPENDING' and p.payout_paise > 0 and ${look.chargers === undefined}`,
  holds: (p, look) => sql`x.since <= ${ago(look, p.days, 'days')}`,
  past: (p, look) => sql`select ${spellOfTeam({
    subject: sql`'payout ' || o.payout_no`,
    name: sql`'Payout ' || o.payout_id`,
    from: sql`greatest(o.made_at, o.period_end + make_interval(days => ${p.days}::int))`,
    until: sql`o.completed_at`,
  })}
    from payout o where o.payout_paise > 0 and o.made_at <= ${look.now} and ${look.within('o')}`,
  onNews: 'nothing',
  cost: amountOf('The amount of the payout'),
  opens: 'a payout is not paid the days of the rule after the end of its month',
  closes: 'it is paid',
  text: name => `${name} is not paid`,
  over: 'It is paid',
  step: { text: 'Settle the month', needs: ['Finance.full'], to: () => '/reconciliation' },
})
