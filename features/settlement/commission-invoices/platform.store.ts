// The parties of the commission (M-8). The platform as a supplier (M-2.5): the company of the settings, else the platform's own team by its first payout account.
import { panOfGstin } from '@wattdesk/base/identifiers'
import { type RawBuilder, sql } from 'kysely'
import { supplierOf, type TeamSupplier } from '#charging/billing/supply.rules.ts'
import type { Supplier } from '#office/installation/supplier.contract.ts'
import { supplierAt } from '#office/installation/supplier.store.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import type { PlatformThen } from './commission-invoice.rules.ts'

async function suppliedBy(db: Db | Trx, of: RawBuilder<boolean>, at: Date): Promise<Supplier | undefined> {
  const { rows } = await sql<{ supplier: TeamSupplier | null }>`
    select ${supplierAt(sql`t.path`, sql`${at}::timestamptz`)} as supplier from team t where ${of}`.execute(db)
  const found = rows[0]?.supplier
  return found ? supplierOf(found) : undefined
}

const lastDay = (month: RawBuilder<unknown>) => sql`(${month} + interval '1 month' - interval '1 day')::date`
const PLATFORM = sql`(select g.id from team g where g.company_type = 'GP')`
/** SQL: the letter under which a document of a month was written at a moment: a setting that is changed later changes no document. */
export const letterOfDocument = (month: RawBuilder<unknown>, madeAt: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`lut_then(${PLATFORM}, ${lastDay(month)}, ${madeAt})`
/** SQL: the platform's letter of undertaking on the last day of a month, by which the commission of the month goes; null where none holds. */
const letterOfPlatform = (month: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`lut_on(${PLATFORM}, ${lastDay(month)})`

/**
 * The business that a team is to the tax office at a time, with its legal name and address: the first registration, or the
 * number of the payout account, of the team or of the nearest team above that has one. undefined where that is the platform, or
 * nobody.
 */
export async function businessThen(
  db: Db | Trx,
  teamId: number,
  at: Date,
  { pans }: Pick<PlatformThen, 'pans'>,
): Promise<Supplier | undefined> {
  const found = await suppliedBy(db, sql<boolean>`t.id = ${teamId}`, at)
  return found && pans.includes(panOfGstin(found.gstin)) ? undefined : found
}

/**
 * The business that a month's commission is invoiced to. A unit in a Special Economic Zone is one without payment of tax only while
 * the platform's letter of undertaking holds.
 */
export async function recipientOfCommission(
  db: Db | Trx,
  teamId: number,
  { month, end }: { month: string; end: Date },
  platform: Pick<PlatformThen, 'pans'>,
): Promise<Supplier | undefined> {
  // The last moment of the month: a record of that moment holds.
  const found = await businessThen(db, teamId, new Date(end.getTime() - 1), platform)
  if (found?.recipientType !== 'SEZWOP') return found
  const { rows } = await sql<{ lut: string | null }>`select ${letterOfPlatform(sql`${month}::date`)} as lut`.execute(db)
  return { ...found, recipientType: rows[0]?.lut ? 'SEZWOP' : 'SEZWP' }
}

/** As of a time. `setting`: the platform company of the settings. */
export async function platformAt(db: Db | Trx, setting: Supplier | undefined, at: Date): Promise<PlatformThen> {
  const ofTeam = await suppliedBy(db, sql<boolean>`t.company_type = 'GP'`, at)
  const all = [setting, ofTeam].flatMap(s => (s ? [s.gstin] : []))
  return { supplier: setting ?? ofTeam, pans: [...new Set(all.map(panOfGstin))] }
}
