// The parts of a charger's form beside its record: operating instructions, mails on events, and the incidents that
// drivers report in the app (D-CHARGER-6, D-CHARGER-10).
import { sql } from 'kysely'
import { texts } from '#platform/db/columns.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { MOST_INCIDENTS } from './charger-form.words.ts'

export type Instruction = { id: number; question: string; answer: string }
/** Returns the operating instructions of a charger, in their order. */
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
/** Returns the incidents that drivers reported since a moment, the newest first; older incidents stay stored. */
export const incidents = async (db: Db | Trx, pk: number, since: Date): Promise<Incident[]> =>
  (
    await sql<Incident>`select serial_number, chargepoint_id, created_at, category, comment from charger_incident
      where chargepoint_pk = ${pk} and created_at >= ${since} order by created_at desc, serial_number desc limit ${MOST_INCIDENTS}`.execute(
      db,
    )
  ).rows

/** Replaces the operating instructions of the charger, in the given order. The id belongs to the place. */
export async function setInstructions(
  db: Db | Trx,
  pk: number,
  list: readonly { question: string; answer: string }[],
): Promise<void> {
  await sql`delete from charger_instruction where chargepoint_pk = ${pk} and position > ${list.length}`.execute(db)
  await sql`insert into charger_instruction (chargepoint_pk, position, question, answer)
    select ${pk}::int, n, question, answer from unnest(${texts(list.map(i => i.question))}, ${texts(list.map(i => i.answer))})
      with ordinality x (question, answer, n)
    on conflict (chargepoint_pk, position) do update set question = excluded.question, answer = excluded.answer`.execute(
    db,
  )
}

export type MailSettings = { isEnabled: boolean; recipients: readonly string[]; events: readonly string[] }
/** Sets who gets mails on which events. Empty settings are not stored where none have ever been. */
export async function setMails(db: Db | Trx, pk: number, m: MailSettings): Promise<void> {
  const isSaid = m.isEnabled || m.recipients.length > 0 || m.events.length > 0
  await sql`insert into charger_mail_settings (chargepoint_pk, is_enabled, recipients, events)
    select ${pk}::int, ${m.isEnabled}, ${texts(m.recipients)}, ${texts(m.events)}
    where ${isSaid} or exists (select from charger_mail_settings where chargepoint_pk = ${pk})
    on conflict (chargepoint_pk) do update set is_enabled = excluded.is_enabled, recipients = excluded.recipients,
      events = excluded.events`.execute(db)
}

export type NewIncident = { pk: number; category: string; comment: string; createdAt: Date }
/** Stores an incident under the charger's present id; returns its serial number. */
export async function addIncident(db: Db | Trx, i: NewIncident): Promise<number> {
  const { rows } = await sql<{ serialNumber: number }>`insert into charger_incident (chargepoint_pk, chargepoint_id,
      created_at, category, comment)
    select chargepoint_pk, chargepoint_id, ${i.createdAt}, ${i.category}, ${i.comment} from charger
    where chargepoint_pk = ${i.pk} returning serial_number`.execute(db)
  return (rows[0] as { serialNumber: number }).serialNumber
}
/** Stores several incidents in their order. */
export async function addIncidents(db: Db | Trx, list: readonly NewIncident[]): Promise<void> {
  for (const i of list) await addIncident(db, i)
}
