// Browsers that take push messages for a person.
import type { Db, Trx } from '#platform/db/db.ts'
import type { Stored } from '#platform/db/record.ts'

export type PushBrowserRow = Stored<'pushBrowser'>
export const get = (db: Db | Trx, id: number): Promise<PushBrowserRow | undefined> =>
  db.selectFrom('pushBrowser').selectAll().where('pushBrowserId', '=', id).executeTakeFirst()
export const listOf = (db: Db | Trx, userId: number): Promise<PushBrowserRow[]> =>
  db.selectFrom('pushBrowser').selectAll().where('userId', '=', userId).orderBy('pushBrowserId').execute()

type NewBrowser = Pick<PushBrowserRow, 'userId' | 'endpoint' | 'p256dh' | 'auth' | 'name'> & { at: Date }
/** A browser that was of another person is of this one from now on: whoever signs in there reads its messages. */
export async function put(trx: Trx, { at, ...browser }: NewBrowser): Promise<number> {
  const { pushBrowserId } = await trx
    .insertInto('pushBrowser')
    .values({ ...browser, createdAt: at })
    .onConflict(c => c.column('endpoint').doUpdateSet({ ...browser, createdAt: at, usedAt: null }))
    .returning('pushBrowserId')
    .executeTakeFirstOrThrow()
  return pushBrowserId
}
export const forget = (db: Db | Trx, id: number): Promise<unknown> =>
  db.deleteFrom('pushBrowser').where('pushBrowserId', '=', id).execute()
export const used = (db: Db, id: number, at: Date): Promise<unknown> =>
  db.updateTable('pushBrowser').set({ usedAt: at }).where('pushBrowserId', '=', id).execute()

type StoredKeys = { publicKey: string; privateKey: Buffer }
export const keys = (db: Db): Promise<StoredKeys | undefined> =>
  db.selectFrom('pushKey').select(['publicKey', 'privateKey']).executeTakeFirst()
/** Keeps the first pair that comes: of two nodes that begin together one wins. */
export const keepKeys = (db: Db, made: StoredKeys): Promise<unknown> =>
  db
    .insertInto('pushKey')
    .values(made)
    .onConflict(c => c.doNothing())
    .execute()
/** Replaces keys that this installation's secret does not open any more; browsers subscribe anew. */
export const replaceKeys = async (trx: Trx, made: StoredKeys): Promise<void> => {
  await trx.deleteFrom('pushKey').execute()
  await trx.deleteFrom('pushBrowser').execute()
  await trx.insertInto('pushKey').values(made).execute()
}
