// Single sign-ons under way. What was sent out is kept as its hash; what is needed again is sealed.
import { sql } from 'kysely'
import type { Db, Trx } from '#platform/db/db.ts'
import type { Stored } from '#platform/db/record.ts'

export type Attempt = Stored<'signInAttempt'>
export type NewAttempt = Omit<Attempt, 'answeredAt' | 'ticketHash' | 'result' | 'failure' | 'finishedAt'>

/** A network begins so many in ten minutes: the people of a big office, and no flood. */
const MOST_OF_NETWORK = 600
const ATTEMPT_MINUTES = 10
const TICKET_SECONDS = 60
const ago = (now: Date, seconds: number): Date => new Date(now.getTime() - seconds * 1000)

/** Adds an attempt, and answers 0; or the seconds to wait, where the network has begun too many. */
export async function begin(db: Db, a: NewAttempt): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    insert into sign_in_attempt (state_hash, company_id, purpose, issuer, client_id, nonce, verifier, binding, origin, return_to,
      network, user_id, browser_id, begun_at)
    select ${a.stateHash}, ${a.companyId}::int, ${a.purpose}, ${a.issuer}, ${a.clientId}, ${a.nonce}, ${a.verifier}, ${a.binding},
      ${a.origin}, ${a.returnTo}, ${a.network}, ${a.userId}::int, ${a.browserId}::int, ${a.begunAt}::timestamptz
    where (select count(*) from sign_in_attempt where network = ${a.network}
      and begun_at > ${ago(a.begunAt, ATTEMPT_MINUTES * 60)}) < ${MOST_OF_NETWORK}`.execute(db)
  if (numAffectedRows > 0n) return 0
  const { rows } = await sql<{ seconds: number }>`
    select ceil(extract(epoch from begun_at - ${ago(a.begunAt, ATTEMPT_MINUTES * 60)}::timestamptz))::int as seconds
    from sign_in_attempt where network = ${a.network} order by begun_at desc offset ${MOST_OF_NETWORK - 1} limit 1`.execute(
    db,
  )
  return Math.max(1, rows[0]?.seconds ?? 1)
}

/** The attempt that the provider answers; undefined: there is none, it is too old, or it was answered before. */
export const takeAnswer = (db: Db, stateHash: Buffer, now: Date): Promise<Attempt | undefined> =>
  db
    .updateTable('signInAttempt')
    .set({ answeredAt: now })
    .where('stateHash', '=', stateHash)
    .where('answeredAt', 'is', null)
    .where('begunAt', '>', ago(now, ATTEMPT_MINUTES * 60))
    .returningAll()
    .executeTakeFirst()

type Outcome = { ticketHash: Buffer; result: Buffer } | { ticketHash: Buffer; failure: string }
export const keepOutcome = (db: Db, stateHash: Buffer, now: Date, outcome: Outcome): Promise<unknown> =>
  db
    .updateTable('signInAttempt')
    .set({ ...outcome, answeredAt: now })
    .where('stateHash', '=', stateHash)
    .execute()

/** The attempt of a ticket; undefined: there is none, it is too old, or it was used before. */
export const takeTicket = (db: Db, ticketHash: Buffer, now: Date): Promise<Attempt | undefined> =>
  db
    .updateTable('signInAttempt')
    .set({ finishedAt: now })
    .where('ticketHash', '=', ticketHash)
    .where('finishedAt', 'is', null)
    .where('answeredAt', '>', ago(now, TICKET_SECONDS))
    .returningAll()
    .executeTakeFirst()

/** Forgets the attempts of an hour ago. */
export const forgetAttempts = (db: Db | Trx, now: Date): Promise<unknown> =>
  db.deleteFrom('signInAttempt').where('begunAt', '<', ago(now, 3600)).execute()
