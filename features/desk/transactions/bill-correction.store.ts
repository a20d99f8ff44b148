// The session whose bill is to be corrected.

import { sql } from 'kysely'
import type { PriceSnapshot } from '#money/price-groups/price.rules.ts'
import { paymentRowOfSession } from '#money/refunds/own-payment.store.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { type Scope, within } from '#platform/db/scope.ts'
import type { PaymentType } from './transaction.contract.ts'

export type Correctable = {
  companyId: number
  teamId: number
  path: number[]
  chargepointPk: number
  connectorId: number
  startedAt: Date
  stoppedAt: Date | null
  inReview: boolean
  paymentType: PaymentType
  paymentId: string | null
  hasDriver: boolean
  energyWh: number
  snapshot: PriceSnapshot | null
}
/** A session of the scope; locked until the end of the transaction where `isHeld`. */
export async function correctable(
  db: Db | Trx,
  scope: Scope,
  id: number,
  { isHeld }: { isHeld: boolean },
): Promise<Correctable | undefined> {
  const { rows } = await sql<Correctable>`
    select t.company_id, t.team_id, m.path, t.chargepoint_pk, t.connector_id, t.started_at, t.stopped_at, t.in_review,
      t.payment_type, (select p.payment_id from ${paymentRowOfSession()} p) as payment_id,
      t.driver_id is not null as has_driver, t.energy_wh, v.content as snapshot
    from transaction t join team m on m.id = t.team_id
    left join price_group_version v on v.price_version_id = t.price_version_id
    where t.transaction_id = ${id} and ${within(scope, 't')} ${isHeld ? sql`for update of t` : sql``}`.execute(db)
  return rows[0]
}
/** When each version of a bill was written, the first one first. */
export const writtenAt = async (
  db: Db | Trx,
  id: number,
): Promise<{ version: number; billedAt: Date; totalPaise: number }[]> =>
  (
    await sql<{ version: number; billedAt: Date; totalPaise: number }>`
      select version, billed_at, total_paise from bill where transaction_id = ${id} order by version`.execute(db)
  ).rows
