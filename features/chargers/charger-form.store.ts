// What the form of a charger holds beside its record: operating instructions, mails on events, and the incidents that the
// driver app told (D-CHARGER-6, D-CHARGER-10).
import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/db/db.ts'

export type Instruction = { id: number; question: string; answer: string }
/** The operating instructions of a charger, in their order. */
export const instructions = (db: Db | Trx, pk: number): Promise<Instruction[]> =>
  db
    .selectFrom('chargerInstruction')
    .select(['id', 'question', 'answer'])
    .where('chargepointPk', '=', pk)
    .orderBy('position')
    .execute()

export type Incident = {
  serialNumber: number
  chargepointId: string
  createdAt: Date
  category: string
  comment: string
}
/** So many are shown; older ones are kept. */
const MOST_SHOWN = 500
/** What drivers reported of a charger, the newest first. */
export const incidents = async (db: Db | Trx, pk: number): Promise<Incident[]> =>
  (
    await sql<Incident>`select serial_number, chargepoint_id, created_at, category, comment from charger_incident
      where chargepoint_pk = ${pk} order by created_at desc, serial_number desc limit ${MOST_SHOWN}`.execute(db)
  ).rows
