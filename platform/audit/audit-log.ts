// The audit log as it is written: entries are added in the transaction of the change they tell of, and only added.
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db, Trx } from '#platform/db/db.ts'
import { changes, type Values } from './values.ts'

/** Who makes a change, and from where. `written` counts the entries of one call that are committed. */
export type By = {
  userId: number | null
  username: string
  ip: string | null
  written: number
  /** Shape of the request's body: its secret fields are secret in the entries of the call. */
  shape?: z.ZodType | undefined
  /** Runs once in each transaction that writes an entry of the call. */
  alongside?: ((trx: Trx) => Promise<void>) | undefined
}
/** A job of the product. */
export const byProduct = (job: string): By => ({ userId: null, username: job, ip: null, written: 0 })

/** Actions that change the record itself; any other action leaves the record as it is. */
export const CHANGES: readonly string[] = ['create', 'update', 'delete']
export type NewEntry = {
  /** create, update, delete, or the word of a deed of its own. */
  action: string
  feature: string
  recordId?: string | number | null | undefined
  /** The team the record belongs to; its company follows from it. */
  teamId: number | null
  before?: Values | null
  after?: Values | null
  /** Money, prices or payout data changed: kept 8 years. */
  isMoney?: boolean
  /** Shape of `before` and `after`, where they hold fields that are declared secret (packages/base/secret). */
  shape?: z.ZodType
}

/** A written entry, as events tell of it after the commit. `path`: the team it belongs to, from the top. */
export type Entry = {
  action: string
  feature: string
  recordId: string
  by: string
  at: Date
  companyId: number
  path: readonly number[]
}
/** The entries that a transaction has written so far; an update that changed nothing writes none. */
type Gathered = { by: By; entry: Entry | undefined }[]
const gathered = new WeakMap<Trx, Gathered>()
/** From now on keeps what a transaction writes, for its end (platform/audit/act.ts). */
export function gather(trx: Trx): Gathered {
  const all: Gathered = []
  gathered.set(trx, all)
  return all
}

/**
 * Adds an entry with the differences between `before` and `after`, in the transaction of the change; an update that
 * changed nothing leaves no entry.
 */
export async function write(trx: Trx, by: By, d: NewEntry): Promise<void> {
  await goAlong(trx, by)
  const entry = await insert(trx, by, d)
  const all = gathered.get(trx)
  if (all) all.push({ by, entry })
  else by.written++
}

/** The same for many records that an act creates or deletes, in a single statement; open forms are not told of these. */
export async function writeMany(trx: Trx, by: By, all: readonly NewEntry[]): Promise<void> {
  if (all.length === 0) return noChange(trx, by)
  await goAlong(trx, by)
  const rows = all.map(d => {
    const { before, after } = changes(
      d.before ?? null,
      d.after ?? null,
      [d.shape, by.shape].filter(s => s !== undefined),
    )
    const recordId = d.recordId === undefined || d.recordId === null ? null : String(d.recordId)
    return {
      team: d.teamId,
      action: d.action,
      feature: d.feature,
      record: recordId,
      before,
      after,
      money: d.isMoney ?? false,
    }
  })
  await sql`insert into audit_entry (user_id, username, company_id, team_id, action, feature, record_id, before, after, ip, is_money)
    select ${by.userId}::int, ${by.username}, t.company_id, x.team, x.action, x.feature, x.record, x.before, x.after, ${by.ip}, x.money
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) x (team int, action text, feature text, record text,
      before jsonb, after jsonb, money boolean) left join team t on t.id = x.team`.execute(trx)
  const gatheredNow = gathered.get(trx)
  if (gatheredNow) gatheredNow.push({ by, entry: undefined })
  else by.written += all.length
}

const gone = new WeakMap<Trx, By>()
async function goAlong(trx: Trx, by: By): Promise<void> {
  if (!by.alongside || gone.get(trx) === by) return
  gone.set(trx, by)
  await by.alongside(trx)
}

/** Notes that an act found nothing to change: it leaves no entry, and the missing entry is no fault of the product. */
export function noChange(trx: Trx, by: By): void {
  const all = gathered.get(trx)
  if (all) all.push({ by, entry: undefined })
  else by.written++
}

/** Adds an entry of what belongs to no change: a sign-in, a refusal. */
export const note = async (db: Db | Trx, by: By, entry: NewEntry): Promise<void> => {
  await insert(db, by, entry)
}

async function insert(db: Db | Trx, by: By, d: NewEntry): Promise<Entry | undefined> {
  const shapes = [d.shape, by.shape].filter(s => s !== undefined)
  const { before, after } = changes(d.before ?? null, d.after ?? null, shapes)
  if (d.action === 'update' && before && after && Object.keys(after).length + Object.keys(before).length === 0)
    return undefined
  const recordId = d.recordId === undefined || d.recordId === null ? null : String(d.recordId)
  const { rows } = await sql<{ at: Date; companyId: number | null; path: number[] | null }>`
    insert into audit_entry (user_id, username, company_id, team_id, action, feature, record_id, before, after, ip, is_money)
    values (${by.userId}, ${by.username}, (select company_id from team where id = ${d.teamId}::int), ${d.teamId}::int, ${d.action},
      ${d.feature}, ${recordId}, ${before && JSON.stringify(before)}::jsonb, ${after && JSON.stringify(after)}::jsonb,
      ${by.ip}, ${d.isMoney ?? false})
    returning at, company_id, (select t.path from team t where t.id = audit_entry.team_id) as path`.execute(db)
  const { at, companyId, path } = rows[0] ?? {}
  if (!at || !path || !companyId || recordId === null) return undefined
  return { action: d.action, feature: d.feature, recordId, by: by.username, at, companyId, path }
}

/** Who changed a record last, of the entries under any of `features`, and how many seconds ago. */
export const lastChange = async (
  trx: Trx,
  { features, recordId }: { features: readonly string[]; recordId: string | number },
): Promise<{ by: string; at: Date; secondsAgo: number } | undefined> =>
  (
    await sql<{ by: string; at: Date; secondsAgo: number }>`
      select a.username as by, a.at, extract(epoch from clock_timestamp() - a.at)::float8 as seconds_ago
      from audit_entry a where a.feature = any(${sql.val(features)}::text[]) and a.record_id = ${String(recordId)}
        and a.action = any(${sql.val(CHANGES)}::text[]) order by a.at desc, a.id desc limit 1`.execute(trx)
  ).rows[0]

/** Takes out what is past its time: 8 years where money is concerned, else 2. Answers how many. */
export async function dropOld(trx: Trx, now: Date): Promise<number> {
  await sql`set local wattdesk.audit_retention = 'on'`.execute(trx)
  const { numAffectedRows } = await sql`
    delete from audit_entry where at < ${now}::timestamptz - interval '2 years'
      and (not is_money or at < ${now}::timestamptz - interval '8 years')`.execute(trx)
  await sql`set local wattdesk.audit_retention = 'off'`.execute(trx)
  return Number(numAffectedRows ?? 0)
}
