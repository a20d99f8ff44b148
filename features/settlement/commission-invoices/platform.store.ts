// The platform as a supplier (M-2.5, M-8): the company of the settings, else the platform's own team by its first payout account.
import { panOfGstin } from '@wattdesk/base/identifiers'
import { sql } from 'kysely'
import { supplierOf, type TeamSupplier } from '#charging/billing/supply.rules.ts'
import type { Supplier } from '#office/installation/supplier.contract.ts'
import { supplierAt } from '#office/installation/supplier.store.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import type { PlatformThen } from './commission-invoice.rules.ts'

/** As of a time. `setting`: the platform company of the settings. */
export async function platformAt(db: Db | Trx, setting: Supplier | undefined, at: Date): Promise<PlatformThen> {
  const { rows } = await sql<{ supplier: TeamSupplier | null }>`
    select ${supplierAt(sql`t.path`, sql`${at}::timestamptz`)} as supplier from team t where t.company_type = 'GP'`.execute(
    db,
  )
  const own = rows[0]?.supplier
  const ofTeam = own ? supplierOf(own) : undefined
  const all = [setting, ofTeam].flatMap(s => (s ? [s.gstin] : []))
  return { supplier: setting ?? ofTeam, pans: [...new Set(all.map(panOfGstin))] }
}
