// Price groups and their versions.
import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/db/db.ts'
import type { PriceDetail, PriceSnapshot } from './price.rules.ts'
import { addVersion } from './price-version.store.ts'

export type NewPriceGroup = {
  teamId: number
  name: string
  type: 'fixed' | 'variable'
  details: readonly PriceDetail[]
  /** From when its first version holds; sessions of before take it too, having no other. */
  validFrom: Date
  /** Where it is not now: of a group with a past. */
  createdAt?: Date
}

/** Makes a price group with its first version, tax and gateway terms taken from the team (D-TEAM-4). Answers its id. */
export async function create(db: Db | Trx, g: NewPriceGroup): Promise<number> {
  const team = (
    await sql<{ companyId: number; taxPpm: number; transactionPpm: number; pgChargesBearer: 'EV' | 'CPO' }>`
    select company_id, tax_ppm, transaction_ppm, pg_charges_bearer from team where id = ${g.teamId}`.execute(db)
  ).rows[0]
  if (!team) throw new Error(`Price group ${g.name} was not made: its team does not exist`)
  const { rows } = await sql<{ id: number }>`
    insert into price_group (company_id, team_id, name, created_at)
    values (${team.companyId}, ${g.teamId}, ${g.name}, coalesce(${g.createdAt ?? null}::timestamptz, now()))
    returning price_group_id as id`.execute(db)
  const priceGroupId = rows[0]?.id ?? 0
  const content: PriceSnapshot = {
    priceGroupId,
    type: g.type,
    taxPpm: team.taxPpm,
    transactionPpm: team.transactionPpm,
    pgChargesBearer: team.pgChargesBearer,
    details: g.details,
  }
  await addVersion(db, { priceGroupId, validFrom: g.validFrom, content })
  return priceGroupId
}

/** Hides a price group; its versions stay with the sessions billed by them. False when it is hidden already. */
export const hide = async (db: Db | Trx, priceGroupId: number, at: Date): Promise<boolean> =>
  (
    await sql`update price_group set deleted_at = ${at} where price_group_id = ${priceGroupId} and deleted_at is null`.execute(
      db,
    )
  ).numAffectedRows === 1n
