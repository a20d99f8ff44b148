// The tag made for a single session (D-PAY-5): valid on one charger, once, and only as long as the driver has to begin.
import { randomInt } from 'node:crypto'
import type { Db, Trx } from '#platform/db/db.ts'
import { attach, create } from './tag.store.ts'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
/** 20 characters, as many as OCPP takes: 100 random bits, in one case of letters because tags ignore case. */
const sessionTagText = (): string => Array.from({ length: 20 }, () => LETTERS[randomInt(LETTERS.length)]).join('')

/** Makes the tag; returns its key and its text. */
export async function createSessionTag(
  trx: Trx,
  t: { teamId: number; chargepointPk: number; expiresAt: Date },
): Promise<{ pk: number; idTag: string }> {
  const idTag = sessionTagText()
  const { teamId, expiresAt } = t
  const pk = await create(trx, { teamId, idTag, kind: 'session', maxActiveTransactions: 1, expiresAt })
  await attach(trx, pk, [t.chargepointPk])
  return { pk, idTag }
}

/** Ends the tag: no session begins with it from now on. The tag stays, so that a late start is still recognised. */
export const endSessionTag = (trx: Trx, pk: number, at: Date): Promise<unknown> =>
  trx.updateTable('ocppTag').set({ expiresAt: at }).where('ocppTagPk', '=', pk).where('kind', '=', 'session').execute()

export const textOf = async (db: Db | Trx, pk: number): Promise<string> =>
  (await db.selectFrom('ocppTag').select('idTag').where('ocppTagPk', '=', pk).executeTakeFirstOrThrow()).idTag
