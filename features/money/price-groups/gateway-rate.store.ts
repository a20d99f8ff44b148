// Reads the gateway's rates by method of payment, as a company or the installation has set them (TAX-11).
import { type RawBuilder, sql } from 'kysely'
import { texts } from '#platform/db/columns.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { type MethodRates, RATE_SETTINGS, type RateEntry, ratesAt } from './gateway-rate.rules.ts'

/** The values that count for a company, for `ratesAt`; null where there are none. */
export const rateEntries = (companyId: RawBuilder<unknown>): RawBuilder<RateEntry[] | null> => sql`(
  select json_agg(json_build_object('settingId', x.setting_id, 'companyId', x.company_id, 'name', x.name, 'since', x.since,
    'value', x.value, 'setAt', x.set_at))
  from tax_setting x where x.name = any(${texts([...RATE_SETTINGS])}) and (x.company_id = ${companyId} or x.company_id is null))`

/** The rates of a session of a team's company that starts at a moment. */
export async function teamRates(db: Db | Trx, teamId: number, at: Date, zone: string): Promise<MethodRates> {
  const { rows } = await sql<{ companyId: number; entries: RateEntry[] | null }>`
    select t.company_id, ${rateEntries(sql`t.company_id`)} as entries from team t where t.id = ${teamId}`.execute(db)
  const { companyId = 0, entries = null } = rows[0] ?? {}
  return ratesAt(entries, { companyId, at, zone })
}
