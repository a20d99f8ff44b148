// Since when a charger's registers without a unit are read as kWh, by a person's agreement (D-TXN-11).
import type { Db, Trx } from '#platform/db/db.ts'

/** Null where they are read as Wh. The charger exists. */
export const kwhRegistersSince = async (db: Db | Trx, pk: number): Promise<Date | null> =>
  (await db.selectFrom('charger').select('kwhRegistersSince').where('chargepointPk', '=', pk).executeTakeFirstOrThrow())
    .kwhRegistersSince

export const setKwhRegistersSince = (trx: Trx, pk: number, since: Date | null): Promise<unknown> =>
  trx.updateTable('charger').set({ kwhRegistersSince: since }).where('chargepointPk', '=', pk).execute()
