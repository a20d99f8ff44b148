// Charge points that stand in a state where their team has no GST number (TAX-02). Amounts in paise.
import { defaultCountry } from '@wattdesk/base/countries'
import { spellings, stateOfGstin } from '@wattdesk/base/states'
import { sql } from 'kysely'
import { registrationsAt } from '#office/installation/supplier.store.ts'
import { type Fragment, type Item, within } from './open-shape.store.ts'
import type { Period } from './period.rules.ts'

/** The states by the spellings of their names, in small letters without spaces and signs. */
const STATES = sql`json_each_text(${JSON.stringify(Object.fromEntries(spellings))}::json) s (spelling, code)`
/** A text as the spellings have it. */
const folded = (text: Fragment): Fragment => sql`regexp_replace(replace(lower(${text}), '&', 'and'), '[^a-z]', '', 'g')`
/** Whether a text is a spelling, with what people put around the name of a state (packages/base/src/states.ts) or without. */
const isSpelled = (text: Fragment): Fragment =>
  sql`s.spelling in (${folded(text)}, regexp_replace(${folded(text)}, '^(stateof|unionterritoryof)|state$', ''))`
/** The states of GST numbers by the first two digits, former states by those that they became. */
export const DIGITS = sql`json_each_text(${JSON.stringify(
  Object.fromEntries(
    Array.from({ length: 40 }, (_, n) => String(n).padStart(2, '0')).flatMap(digits => {
      const code = stateOfGstin(digits)
      return code === undefined ? [] : [[digits, code]]
    }),
  ),
)}::json) k (digits, code)`
/** The GST numbers that a team `p` has now: of its registrations, or of its first payout account. */
const NUMBERS = sql`(select r.gstin from ${registrationsAt(sql`p.id`, sql`now()`)} r
  union all (select h.gstin from team_finance_history h where h.team_id = p.id order by h.since desc, h.history_id desc limit 1))`

/**
 * Charge points of these teams with sessions in the month that another state's GST number supplied, or nobody, while neither
 * the team nor a team above it has a GST number of the state now. Once one is added, the line is gone.
 */
export const unregistered = (teams: Fragment, period: Period | null): Item => ({
  key: sql`'charger:' || c.chargepoint_pk`,
  at: sql`x.at`,
  amount: sql`x.paise`,
  team: sql`c.team_id`,
  transaction: sql`x.transaction_id`,
  what: sql`'Charge point ' || c.chargepoint_id || ' in ' || c.state`,
  state: sql`'no GSTIN'`,
  from: sql`charger c join team m on m.id = c.team_id
          join ${STATES} on ${isSpelled(sql`c.state`)}
          cross join lateral (select min(t.stopped_at) as at, max(t.transaction_id) as transaction_id,
              coalesce(sum(t.charged_paise), 0) as paise from transaction t
            where t.chargepoint_pk = c.chargepoint_pk and t.stopped_at is not null and ${within(sql`t.stopped_at`, period)}
              and not t.is_dismissed and (select b.supplier_state from bill b where b.transaction_id = t.transaction_id
                order by b.version desc limit 1) is distinct from s.code) x`,
  where: sql<boolean>`c.team_id = any(${teams}) and c.country = ${defaultCountry} and x.transaction_id is not null
          and not exists (select from unnest(m.path) p (id) cross join lateral ${NUMBERS} g
            join ${DIGITS} on k.digits = left(g.gstin, 2) where k.code = s.code)`,
})
