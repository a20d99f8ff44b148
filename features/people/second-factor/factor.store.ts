// The second factors of people and their recovery codes (MFA-01).
import { sql } from 'kysely'
import type { Db, Trx } from '#platform/db/db.ts'
import type { Stored } from '#platform/db/record.ts'

export type FactorRow = Stored<'secondFactor'>
export type Passkey = FactorRow & {
  kind: 'passkey'
  rpId: string
  credentialId: string
  publicKey: Buffer
  counter: number
  transports: string[]
}
export const isPasskey = (f: FactorRow): f is Passkey => f.kind === 'passkey'

/** The factors of a person, the oldest first. */
export const factorsOf = (db: Db | Trx, userId: number): Promise<FactorRow[]> =>
  db.selectFrom('secondFactor').selectAll().where('userId', '=', userId).orderBy('factorId').execute()
/** The passkey of a number, whoever owns it. */
export const passkeyOf = async (db: Db | Trx, credentialId: string): Promise<Passkey | undefined> => {
  const row = await db
    .selectFrom('secondFactor')
    .selectAll()
    .where('credentialId', '=', credentialId)
    .executeTakeFirst()
  return row && isPasskey(row) ? row : undefined
}

type NewApp = { kind: 'app'; sealedSecret: Buffer; lastStep: number }
type NewPasskey = { kind: 'passkey' } & Pick<Passkey, 'rpId' | 'credentialId' | 'publicKey' | 'counter' | 'transports'>
/** Adds a factor; returns its number. */
export const add = async (
  trx: Trx,
  factor: { userId: number; name: string; madeAt: Date } & (NewApp | NewPasskey),
): Promise<number> =>
  (await trx.insertInto('secondFactor').values(factor).returning('factorId').executeTakeFirstOrThrow()).factorId

export const rename = (trx: Trx, factorId: number, name: string): Promise<unknown> =>
  trx.updateTable('secondFactor').set({ name }).where('factorId', '=', factorId).execute()
export const remove = (trx: Trx, factorId: number): Promise<unknown> =>
  trx.deleteFrom('secondFactor').where('factorId', '=', factorId).execute()
/** Takes all factors and recovery codes of a person away. */
export async function removeAll(trx: Trx, userId: number): Promise<void> {
  await trx.deleteFrom('secondFactor').where('userId', '=', userId).execute()
  await dropCodes(trx, userId)
}

/** Takes the code of a step: true once for each, and for none before one that was taken. */
export const takeStep = async (trx: Trx, factorId: number, step: number, now: Date): Promise<boolean> =>
  (
    await sql`update second_factor set last_step = ${step}, used_at = ${now}
      where factor_id = ${factorId} and last_step < ${step} returning factor_id`.execute(trx)
  ).rows.length > 0

/** Notes the use of a passkey: false where its counter has not gone up, which a copy of it gives away. */
export const takeCounter = async (trx: Trx, factorId: number, counter: number, now: Date): Promise<boolean> =>
  (
    await sql`update second_factor set counter = ${counter}, used_at = ${now}
      where factor_id = ${factorId} and (counter < ${counter} or (counter = 0 and ${counter} = 0)) returning factor_id`.execute(
      trx,
    )
  ).rows.length > 0

const dropCodes = (trx: Trx, userId: number) => trx.deleteFrom('recoveryCode').where('userId', '=', userId).execute()
/** Stores new recovery codes in place of those before; without any, takes them away. */
export async function replaceCodes(trx: Trx, userId: number, hashes: readonly string[], now: Date): Promise<void> {
  await dropCodes(trx, userId)
  if (hashes.length > 0)
    await trx
      .insertInto('recoveryCode')
      .values(hashes.map(codeHash => ({ userId, codeHash, madeAt: now })))
      .execute()
}
export type CodesLeft = { made: number; left: number; madeAt: Date | null }
export const codesOf = async (db: Db | Trx, userId: number): Promise<CodesLeft> =>
  (
    await sql<CodesLeft>`select count(*)::int as made, count(*) filter (where used_at is null)::int as "left", max(made_at) as made_at
      from recovery_code where user_id = ${userId}`.execute(db)
  ).rows[0] ?? { made: 0, left: 0, madeAt: null }
/** Whether a person has this recovery code still. */
export const hasRecoveryCode = async (db: Db, userId: number, codeHash: string): Promise<boolean> =>
  (
    await sql`select from recovery_code where user_id = ${userId} and code_hash = ${codeHash} and used_at is null`.execute(
      db,
    )
  ).rows.length > 0
/** Uses a recovery code up: true once. */
export const takeRecoveryCode = async (trx: Trx, userId: number, codeHash: string, now: Date): Promise<boolean> =>
  (
    await sql`update recovery_code set used_at = ${now}
      where user_id = ${userId} and code_hash = ${codeHash} and used_at is null returning user_id`.execute(trx)
  ).rows.length > 0
