// The device of the driver for whom a connector was reserved.
import { sql } from 'kysely'
import type { Trx } from '#platform/db/db.ts'

/** `language`: of the driver's record; null: it names none. */
export type Reserver = { deviceId: string; title: string; language: string | null }
/** The driver of a tag of the charger's company, where their app can be reached; `title`: the company. */
export const reserverOf = async (trx: Trx, companyId: number, idTag: string): Promise<Reserver | undefined> =>
  (
    await sql<Reserver>`select d.device_id, c.name as title, d.language from ocpp_tag o join driver d on d.id = o.driver_id
        join team c on c.id = d.company_id
      where lower(o.id_tag) = lower(${idTag}) and o.company_id = ${companyId} and o.deleted_at is null
        and d.device_id is not null and d.is_active limit 1`.execute(trx)
  ).rows[0]
