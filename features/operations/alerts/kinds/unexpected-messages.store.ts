// A charger sends what no charger should: messages that are refused, values that are unknown (D-OCPP-7).
import { sql } from 'kysely'
import { UNEXPECTED_DAYS } from '#fleet/chargers/trouble.rules.ts'
import { isRecentlyOdd } from '#fleet/chargers/trouble.store.ts'
import { alertKind, isMeant, ofCharger } from '../alert-kind.store.ts'
import { unexpectedPast } from '../alert-past-kept.store.ts'

export const unexpectedMessages = alertKind({
  id: 'unexpected-messages',
  title: 'Unexpected messages',
  group: 'Charge Points',
  severity: 'Minor',
  subject: 'charger',
  parameters: { kinds: { label: 'Different ones in a week', unit: 'or more', default: 1, min: 1, max: 1000 } },
  candidates:
    look => sql`select ${ofCharger(sql`o.first_at`, sql`jsonb_build_object('kinds', o.kinds)`, sql`o.last_at`)}
    from (select o.chargepoint_pk, count(*) as kinds, min(o.last_at) as first_at, max(o.last_at) as last_at
        from odd_value o where ${isRecentlyOdd(look.now)} and ${isMeant(look, sql`o.chargepoint_pk`)} group by 1) o
      join charger c using (chargepoint_pk) where c.deleted_at is null`,
  holds: p => sql`(x.facts->>'kinds')::int >= ${p.kinds}`,
  onNews: 'nothing',
  isStored: true,
  past: (p, look) => unexpectedPast(p, UNEXPECTED_DAYS, look),
  unkept: 'Of each unexpected value the days are kept on which it came, not the hours.',
  opens: 'a charge point has sent as many different unexpected values as the rule says within a week',
  closes: 'there are fewer of them within a week',
  text: (name, f) => `${name} sent ${f.kinds} unexpected ${f.kinds === 1 ? 'value' : 'values'} within a week`,
  over: 'It has sent fewer within a week',
  step: {
    text: 'Read them, tell the maker',
    needs: ['ChargerPoint.view'],
    to: s => `/charger/${s.chargepointPk}?tab=logs`,
  },
})
