// The outbox: mail, SMS and push as they left, or wait to (D-GEN-9). Codes stand in it, so it is readable in
// development only.

import type { Mode } from '@wattdesk/base/mode'
import { oneLine } from '@wattdesk/base/one-line'
import { isLanguage, type Language, USUAL } from '@wattdesk/words/language'
import { wordsOf } from '@wattdesk/words/words'
import type { Db, Trx } from '#platform/db/db.ts'
import type { Stored } from '#platform/db/record.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'

/** A file that a mail carries: its name in the file store, and as the receiver sees the file. Each mail has files of its own. */
export type Attachment = { name: string; fileName: string; type: string; bytes: number }
/** `stopUrl`: what a mail program calls by POST to stop such mails (RFC 8058). */
export type Letter = {
  to: string
  subject: string
  text: string
  stopUrl?: string
  attachments?: readonly Attachment[]
  /** That of a driver who is written to in another language than English. */
  language?: Language
}
/** The files that a line of the outbox names. */
export const attachmentsOf = (row: Pick<OutboxRow, 'attachments'>): readonly Attachment[] =>
  (row.attachments ?? []) as readonly Attachment[]
/** The text of a mail as it leaves; in test mode its first line says so (D-PAY-7). */
export function mailText({ body, language }: Pick<OutboxRow, 'body' | 'language'>, mode: Mode): string {
  const { letters } = wordsOf(isLanguage(language) ? language : USUAL)
  return mode === 'test' ? `${letters.testNotice}\n\n${body}` : body
}
export type OutboxRow = Stored<'outbox'>

/** Puts a mail on its way: with the commit of `db`, or not at all. Returns the number of its line in the outbox. */
export async function post(db: Db | Trx, jobs: Jobs, letter: Letter): Promise<number> {
  const { outboxId } = await db
    .insertInto('outbox')
    .values({
      channel: 'mail',
      recipient: letter.to,
      // A header: names in it may come from files and from chargers.
      subject: oneLine(letter.subject),
      body: letter.text,
      stopUrl: letter.stopUrl ?? null,
      attachments: letter.attachments?.length ? JSON.stringify(letter.attachments) : null,
      language: letter.language ?? null,
    })
    .returning('outboxId')
    .executeTakeFirstOrThrow()
  // Nodes of a version before know no attachments, nor this queue.
  await jobs.send(db, letter.attachments?.length ? 'parcel' : 'mail', { outboxId })
  return outboxId
}

/** Behind what people wait for, such as codes. */
const UNHURRIED = -1
/** Puts many mails on their way, with the commit of `trx` or none of them, behind those that somebody waits for. */
export async function postAll(trx: Trx, jobs: Jobs, letters: readonly Letter[]): Promise<void> {
  if (letters.length === 0) return
  const rows = await trx
    .insertInto('outbox')
    .values(
      letters.map(l => ({ channel: 'mail' as const, recipient: l.to, subject: oneLine(l.subject), body: l.text })),
    )
    .returning('outboxId')
    .execute()
  await jobs.sendAll(trx, 'mail', rows, { priority: UNHURRIED })
}

/**
 * Puts a text message to a phone on its way, with the commit of `trx` or not at all. Returns the number of its line in the
 * outbox, which is where it is read if no SMS gateway is connected (D-GEN-9).
 */
export async function postSms(trx: Trx, jobs: Jobs, sms: { phone: string; text: string }): Promise<number> {
  const { outboxId } = await trx
    .insertInto('outbox')
    .values({ channel: 'sms', recipient: sms.phone, body: sms.text })
    .returning('outboxId')
    .executeTakeFirstOrThrow()
  await jobs.send(trx, 'sms', { outboxId })
  return outboxId
}

export type Push = { deviceId: string; title: string; text: string }
/**
 * Queues messages to devices, all with the commit of `trx` or none; returns their number. A device gets one message of
 * a campaign, however often the device is named.
 */
export async function postPushes(
  trx: Trx,
  jobs: Jobs,
  pushes: readonly Push[],
  campaignId: number | null = null,
): Promise<number> {
  if (pushes.length === 0) return 0
  const line = (p: Push) => ({ channel: 'push' as const, recipient: p.deviceId, subject: p.title, body: p.text })
  const rows = await trx
    .insertInto('outbox')
    .values(pushes.map(p => ({ ...line(p), campaignId })))
    .onConflict(c => c.columns(['campaignId', 'recipient']).where('campaignId', 'is not', null).doNothing())
    .returning('outboxId')
    .execute()
  await jobs.sendAll(trx, 'push', rows)
  return rows.length
}

/** Marks a message as sent, or as refused for good; answers false where the message is marked already. */
export async function endPush(trx: Trx, outboxId: number, how: 'sent' | 'refused', at: Date): Promise<boolean> {
  const marked = await trx
    .updateTable('outbox')
    .set(how === 'sent' ? { sentAt: at, error: null } : { givenUpAt: at })
    .where('outboxId', '=', outboxId)
    .where('sentAt', 'is', null)
    .where('givenUpAt', 'is', null)
    .executeTakeFirst()
  return marked.numUpdatedRows > 0n
}

export const get = (db: Db, outboxId: number): Promise<OutboxRow | undefined> =>
  db.selectFrom('outbox').selectAll().where('outboxId', '=', outboxId).executeTakeFirst()

/** The last hundred, newest first. */
export const newest = (db: Db): Promise<OutboxRow[]> =>
  db.selectFrom('outbox').selectAll().orderBy('outboxId', 'desc').limit(100).execute()

/** Marks what has left, or what stays in the outbox because no server for it is set up: neither is tried again. */
export const markSent = (db: Db, outboxId: number, at: Date, isKept = false): Promise<unknown> =>
  db.updateTable('outbox').set({ sentAt: at, error: null, isKept }).where('outboxId', '=', outboxId).execute()
export const failed = (db: Db, outboxId: number, error: string): Promise<unknown> =>
  db
    .updateTable('outbox')
    .set({ error: error.slice(0, 500) })
    .where('outboxId', '=', outboxId)
    .execute()

/** Marks what was refused for good: it is not tried again. */
export const giveUp = (db: Db, outboxId: number, at: Date): Promise<unknown> =>
  db.updateTable('outbox').set({ givenUpAt: at }).where('outboxId', '=', outboxId).execute()

export const KEPT_MS = 30 * 86_400_000
/** Takes out what left more than 30 days ago. Answers how many. */
export const dropOld = async (db: Db | Trx, now: Date): Promise<number> => {
  const before = new Date(now.getTime() - KEPT_MS)
  return Number((await db.deleteFrom('outbox').where('createdAt', '<', before).executeTakeFirst()).numDeletedRows)
}
