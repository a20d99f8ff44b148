// The books of the sandbox in the database, for all nodes and across restarts: they stand for another company's books,
// so nothing else reads them. Calls on one account come one after the other.
import type { Books, Kind, ListedPage, SandboxStore, StoredObject } from '@wattdesk/razorpay/sandbox/store'
import { sql } from 'kysely'
import type { Db, Trx } from '#platform/db/db.ts'

type Row = Omit<StoredObject, 'kind'> & { kind: string }
const keptOf = ({ id, kind, account, parentId, content, createdAt, dueAt }: Row): StoredObject => ({
  id,
  account,
  parentId,
  content,
  createdAt,
  dueAt,
  kind: kind as Kind,
})

const over = (db: Db | Trx): Books => ({
  get: async id => {
    const row = await db.selectFrom('sandboxObject').selectAll().where('id', '=', id).executeTakeFirst()
    return row && keptOf(row)
  },
  put: async ({ content, ...row }) => {
    const values = { ...row, content: JSON.stringify(content) }
    await db
      .insertInto('sandboxObject')
      .values(values)
      .onConflict(c => c.column('id').doUpdateSet({ content: values.content, dueAt: values.dueAt }))
      .execute()
  },
  remove: async id => {
    await db.deleteFrom('sandboxObject').where('id', '=', id).execute()
  },
  list: async (a: ListedPage) => {
    let rows = db.selectFrom('sandboxObject').selectAll().where('account', '=', a.account).where('kind', '=', a.kind)
    if (a.parentId !== undefined) rows = rows.where('parentId', '=', a.parentId)
    if (a.from !== undefined) rows = rows.where('createdAt', '>=', new Date(a.from * 1000))
    if (a.to !== undefined) rows = rows.where('createdAt', '<', new Date((a.to + 1) * 1000))
    const found = await rows.orderBy('createdAt', 'desc').orderBy('id').offset(a.skip).limit(a.count).execute()
    return found.map(keptOf)
  },
})

export const sandboxStore = (db: Db): SandboxStore => ({
  get: over(db).get,
  list: over(db).list,
  change: (account, work) =>
    db.transaction().execute(async trx => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`sandbox ${account}`}, 0))`.execute(trx)
      return work(over(trx))
    }),
  claim: async (now, until, most) => {
    const { rows } = await sql<Row & { was: Date | null }>`
      with due as (select id, due_at from sandbox_object where due_at <= ${now} order by due_at limit ${most}
        for update skip locked)
      update sandbox_object o set due_at = ${until} from due where o.id = due.id
      returning o.id, o.kind, o.account, o.parent_id, o.content, o.created_at, o.due_at, due.due_at as was`.execute(db)
    const order = (r: Row) => (r.content as { at?: number }).at ?? 0
    return rows
      .sort((a, b) => Number(a.was) - Number(b.was) || Number(a.createdAt) - Number(b.createdAt) || order(a) - order(b))
      .map(keptOf)
  },
})
