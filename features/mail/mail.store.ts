// The outbox: mail, SMS and push as they left, or wait to (D-GEN-9). Codes stand in it, so it is readable in
// development only.
import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/db/db.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'

export type Letter = { to: string; subject: string; text: string }
export type OutboxRow = {
  outboxId: number
  channel: 'mail' | 'sms' | 'push'
  recipient: string
  subject: string
  body: string
  createdAt: Date
  sentAt: Date | null
  error: string | null
}

/** Puts a mail on its way: with the commit of `db`, or not at all. */
export async function post(db: Db | Trx, jobs: Jobs, letter: Letter): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    insert into outbox (channel, recipient, subject, body) values ('mail', ${letter.to}, ${letter.subject}, ${letter.text})
    returning outbox_id as id`.execute(db)
  const outboxId = rows[0]?.id
  if (outboxId === undefined) throw new Error('The outbox took nothing')
  await jobs.send(db, 'mail', { outboxId })
}

export const get = async (db: Db, outboxId: number): Promise<OutboxRow | undefined> =>
  (await sql<OutboxRow>`select * from outbox where outbox_id = ${outboxId}`.execute(db)).rows[0]

/** The last hundred, newest first. */
export const newest = async (db: Db): Promise<OutboxRow[]> =>
  (await sql<OutboxRow>`select * from outbox order by outbox_id desc limit 100`.execute(db)).rows

export const sent = (db: Db, outboxId: number, at: Date): Promise<unknown> =>
  sql`update outbox set sent_at = ${at}, error = null where outbox_id = ${outboxId}`.execute(db)
export const failed = (db: Db, outboxId: number, error: string): Promise<unknown> =>
  sql`update outbox set error = ${error.slice(0, 500)} where outbox_id = ${outboxId}`.execute(db)

/** Takes out what left more than 30 days ago. Answers how many. */
export const dropOld = async (db: Db | Trx, now: Date): Promise<number> =>
  Number(
    (await sql`delete from outbox where created_at < ${now}::timestamptz - interval '30 days'`.execute(db))
      .numAffectedRows ?? 0,
  )
