// The wallet of a driver who charges with it is nearly empty.
import { sql } from 'kysely'
import { alertKind, isMeant, mostOf, ofTeam } from '../alert-kind.store.ts'
import { walletOver } from '../alert-over.store.ts'
import { walletPast } from '../alert-past-figures.store.ts'

export const walletLow = alertKind({
  id: 'wallet-low',
  title: 'Wallet low',
  group: 'Money',
  severity: 'Minor',
  subject: 'wallet',
  parameters: { rupees: { label: 'Balance below', unit: 'rupees', default: 50, min: 1, max: 1000 } },
  // Of drivers who used it within 30 days. While a session runs its balance is kept back, and tells nothing.
  candidates: look => sql`select ${ofTeam({
    subject: sql`'wallet ' || d.id`,
    name: sql`'The wallet of driver ' || d.id`,
    since: sql`e.event_at`,
    facts: sql`jsonb_build_object('driver', d.id, 'paise', a.balance_paise)`,
  })} from account a join driver d on d.id = a.ref join team m on m.id = d.team_id
      join lateral (select p.kind, p.event_at from entry e join posting p using (posting_id) where e.account_id = a.account_id
        order by e.posting_id desc limit 1) e on e.kind not in ('hold', 'reserve')
    where a.kind = 'wallet' and d.is_active and a.balance_paise < 100 * ${mostOf('rupees', 50)}
      and e.event_at > ${look.now}::timestamptz - interval '30 days' and e.event_at <= ${look.now} and ${isMeant(look, sql`d.id`)}`,
  holds: p => sql`(x.facts->>'paise')::bigint < 100 * ${p.rupees}`,
  past: (p, look) => walletPast(p, look),
  onNews: 'nothing',
  everyMinutes: 15,
  inParts: true,
  opens:
    'the wallet of a driver who used it within 30 days holds less than the rupees of the rule, and no session runs with it',
  closes: 'it is topped up, a session begins with it, or it has not been used for 30 days',
  text: (name, f) => `${name} has ₹${(Number(f.paise) / 100).toFixed(2)} left`,
  over: walletOver,
  step: { text: 'See the driver', needs: ['CMCustomers.view'], to: (_, f) => `/cm-customer/${f.driver}` },
})
