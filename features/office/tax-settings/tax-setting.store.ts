// What was set of the papers for the tax office (M-8): only added to.
import { sql } from 'kysely'
import type { Db, Trx } from '#platform/db/db.ts'
import type { SetValue } from './tax-setting.rules.ts'
import { TAX_SETTING_NAMES, type TaxSettingName, type TaxValue } from './tax-setting.words.ts'

export type TaxEntry = SetValue & { setAt: Date; setBy: string | null }

/** The values that were set for the installation, and with a `companyId` also those of this company; the latest first. */
export async function taxEntries(db: Db | Trx, companyId: number | null): Promise<TaxEntry[]> {
  const { rows } = await sql<Omit<TaxEntry, 'value'> & { value: { is: TaxValue } }>`
    select s.setting_id, s.company_id, s.name, s.since::text as since, json_build_object('is', s.value) as value, s.set_at,
      u.username as set_by
    from tax_setting s left join app_user u on u.id = s.set_by
    where s.company_id is null or s.company_id = ${companyId}::int order by s.since desc, s.setting_id desc`.execute(db)
  const known: readonly string[] = TAX_SETTING_NAMES
  return rows.filter(r => known.includes(r.name)).map(r => ({ ...r, value: r.value.is }))
}

/** Holds the setting of a company, or of the installation, until the transaction ends. */
export const holdSetting = (trx: Trx, name: TaxSettingName, companyId: number | null): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`tax ${name} ${companyId ?? ''}`}, 0))`.execute(trx)

type New = {
  companyId: number | null
  name: TaxSettingName
  since: string
  value: TaxValue
  at: Date
  userId: number | null
}
export const addEntry = (trx: Trx, e: New): Promise<unknown> =>
  sql`insert into tax_setting (company_id, name, since, value, set_at, set_by) values (${e.companyId}, ${e.name},
    ${e.since}::date, ${JSON.stringify(e.value)}::jsonb, ${e.at}::timestamptz, ${e.userId})`.execute(trx)

/** Teams with a GST number and no PAN of their own, by name. */
export const teamsWithoutPan = async (db: Db | Trx): Promise<string[]> =>
  (
    await sql<{ name: string }>`select t.name from team t
      cross join lateral (select h.pan, h.gstin from team_finance_history h where h.team_id = t.id
        order by h.since desc, h.history_id desc limit 1) f
      where t.company_type <> 'GP' and f.gstin is not null and f.pan is null order by 1`.execute(db)
  ).rows.map(r => r.name)

/** The company of a team; null for the platform's own. */
export async function companyOf(db: Db | Trx, teamId: number): Promise<{ companyId: number | null }> {
  const { rows } = await sql<{ companyId: number | null }>`
    select case when company_type = 'GP' then null else company_id end as company_id from team where id = ${teamId}`.execute(
    db,
  )
  return { companyId: rows[0]?.companyId ?? null }
}
