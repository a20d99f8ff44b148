// What waits some minutes for a code or a passkey: a sign-in after its password, a factor that is being set up, a proof. A
// step is known by its ticket alone, of which a hash is stored, and is used once. A try is counted, and the count committed,
// before the code is looked at: of ten wrong codes at once, five are looked at.
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { hashOf } from '#platform/access/api-key.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import type { Stored } from '#platform/db/record.ts'
import { type CodeKind, dayWait, MOST_WRONG, MOST_WRONG_A_DAY } from './code-try.rules.ts'

export type StepRow = Stored<'signInStep'>
export type Purpose = StepRow['purpose']

const MINUTES = 10

type Waiting = Partial<Pick<StepRow, 'challenge' | 'rpId' | 'origin' | 'sealedSecret'>>
type Begun = { purpose: Purpose; user?: { id: number; ver: number }; now: Date } & Waiting
export type Ticket = { ticket: string; expiresAt: Date }

/** What is stored of a ticket. */
export const hashOfTicket = (ticket: string): Buffer => hashOf(ticket)

type OfDay = { purpose: Purpose; most: number; now: Date }
/**
 * Seconds until a person may begin another step of a kind, of which a day has `most`; 0: now. Those that begin later wait until
 * the commit.
 */
export async function waitToBegin(trx: Trx, userId: number, { purpose, most, now }: OfDay): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('sign-in steps', ${userId}))`.execute(trx)
  const { rows } = await sql<{ seconds: number }>`
    select ceil(extract(epoch from begun_at + interval '1 day' - ${now}::timestamptz))::int as seconds from sign_in_step
    where user_id = ${userId} and purpose = ${purpose} and begun_at > ${now}::timestamptz - interval '1 day'
    order by begun_at desc offset ${most - 1} limit 1`.execute(trx)
  return rows[0]?.seconds ?? 0
}

/** Begins a step; `ticket` is nowhere else. */
export async function begin(db: Db | Trx, { purpose, user, now, ...waiting }: Begun): Promise<Ticket> {
  const ticket = randomBytes(32).toString('base64url')
  const expiresAt = new Date(now.getTime() + MINUTES * 60_000)
  const of = { userId: user?.id ?? null, ver: user?.ver ?? null }
  await db
    .insertInto('signInStep')
    .values({ ticketHash: hashOf(ticket), purpose, ...of, begunAt: now, expiresAt, ...waiting })
    .execute()
  return { ticket, expiresAt }
}

/** A step that waits still. */
export const waiting = async (db: Db | Trx, ticket: string, now: Date): Promise<StepRow | undefined> =>
  db
    .selectFrom('signInStep')
    .selectAll()
    .where('ticketHash', '=', hashOf(ticket))
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .executeTakeFirst()

/** Keeps what the step waits for from now on, in place of what it waited for before. */
export const waitFor = (db: Db | Trx, step: StepRow, what: Waiting): Promise<unknown> =>
  db.updateTable('signInStep').set(what).where('ticketHash', '=', step.ticketHash).where('usedAt', 'is', null).execute()

/**
 * Counts a wrong code beforehand; a right one is taken off when the step is used. Answers how many of this step there are with
 * it, or that too many were wrong: of this step, with nothing to wait for, or of all steps of the person within a day. Recovery
 * codes, which nobody guesses, stand under the first limit alone.
 */
export async function countTry(
  db: Db,
  step: StepRow,
  kind: CodeKind,
  now: Date,
): Promise<{ nth: number } | { waitSeconds: number }> {
  const { rows } = await sql<{ nth: number }>`update sign_in_step s set wrong_tries = s.wrong_tries + 1
    where s.ticket_hash = ${step.ticketHash} and s.used_at is null and s.expires_at > ${now} and s.wrong_tries < ${MOST_WRONG}
      and (${kind} = 'recovery' or (select coalesce(sum(o.wrong_tries), 0) from sign_in_step o where o.user_id = s.user_id
        and o.begun_at > ${now}::timestamptz - interval '1 day') < ${MOST_WRONG_A_DAY})
    returning s.wrong_tries as nth`.execute(db)
  const [counted] = rows
  if (counted) return counted
  if (kind === 'recovery') return { waitSeconds: 0 }
  const { rows: ofDay } = await sql<{
    begunAt: Date
    wrongTries: number
  }>`select begun_at, wrong_tries from sign_in_step
    where user_id = ${step.userId} and wrong_tries > 0 and begun_at > ${now}::timestamptz - interval '1 day'
    order by begun_at`.execute(db)
  return { waitSeconds: dayWait(ofDay, now) }
}

/** Takes off a try that was right, where the step goes on. */
export const takeBackTry = (trx: Trx, step: StepRow): Promise<unknown> =>
  sql`update sign_in_step set wrong_tries = greatest(0, wrong_tries - 1) where ticket_hash = ${step.ticketHash}`.execute(
    trx,
  )

/** Takes the challenge of a step: true once for each, and committed before the answer is looked at. */
export const takeChallenge = async (db: Db, step: StepRow): Promise<boolean> =>
  (
    await sql`update sign_in_step set challenge = null
      where ticket_hash = ${step.ticketHash} and challenge = ${step.challenge} and used_at is null returning purpose`.execute(
      db,
    )
  ).rows.length > 0

/** Uses a step: true once. `counted`: its last try was right after all. */
export const use = async (trx: Trx, step: StepRow, counted: boolean, now: Date): Promise<boolean> =>
  (
    await sql`update sign_in_step set used_at = ${now}, wrong_tries = wrong_tries - ${counted ? 1 : 0}
      where ticket_hash = ${step.ticketHash} and used_at is null and expires_at > ${now} returning purpose`.execute(trx)
  ).rows.length > 0

/** Ends the steps of a person that wait. */
export const endAll = (trx: Trx, userId: number, now: Date): Promise<unknown> =>
  trx.updateTable('signInStep').set({ usedAt: now }).where('userId', '=', userId).where('usedAt', 'is', null).execute()

/** Whether a step of the person before this one had its last try within a day: they have been told. */
export const wasTold = async (db: Db | Trx, step: StepRow, now: Date): Promise<boolean> =>
  (
    await sql`select from sign_in_step where user_id = ${step.userId} and wrong_tries >= ${MOST_WRONG}
      and ticket_hash <> ${step.ticketHash} and begun_at > ${now}::timestamptz - interval '1 day' limit 1`.execute(db)
  ).rows.length > 0

/** Forgets steps that began more than a day ago; until then their wrong codes count. Those of nobody go with their time. */
export const forgetSteps = (db: Db, now: Date): Promise<unknown> =>
  sql`delete from sign_in_step where expires_at < ${now}::timestamptz - interval '1 day'
    or (user_id is null and expires_at < ${now}::timestamptz)`.execute(db)
