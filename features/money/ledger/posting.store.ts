// Writes postings (M-4): each once by its key, whole or not at all. READ COMMITTED is enough: keys, and accounts with a
// kept balance, are locked before they are read.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { bigints, ints, texts, times } from '#platform/db/columns.ts'
import type { Trx } from '#platform/db/db.ts'
import * as accounts from './account.store.ts'
import { bookDateOfNow } from './book-date.store.ts'
import { type AccountName, type After, apply, codeOf, faultOf, hasLeastBalance, type Posting } from './ledger.rules.ts'

export type Posted =
  | { postingId: number; isNew: boolean }
  /** The account has too little; nothing of the posting is done. */
  | { refused: AccountName; balancePaise: bigint }

/** The key belongs to a posting with other content: a mistake of the caller. */
export class OtherContent extends Error {
  readonly key: string
  constructor(key: string) {
    super(`Posting ${key} is there with another content`)
    this.key = key
  }
}

/**
 * `areKeysHeld`: nobody else can post under these keys, because the transaction has made their records or holds them. A lock
 * for each key of tens of thousands would exceed what the database keeps of locks.
 */
type Held = { areKeysHeld?: boolean }

/**
 * Writes postings in their order and returns the result of each. A posting that exists already with the same content is
 * returned again; a posting that would leave an account below its least balance is refused alone. Throws a RangeError
 * where lines do not balance, OtherContent where the key belongs to a posting with other content.
 */
export async function post(
  trx: Trx,
  postings: readonly Posting[],
  { areKeysHeld = false }: Held = {},
): Promise<Posted[]> {
  for (const p of postings) {
    const fault = faultOf(p)
    if (fault) throw new RangeError(fault)
  }
  const answers = new Map<string, Posted>()
  const hashes = new Map<string, string>()
  const first: Posting[] = []
  for (const p of postings) {
    const hash = hashes.get(p.key)
    if (hash === undefined) first.push(p)
    else if (hash !== hashOf(p)) throw new OtherContent(p.key)
    hashes.set(p.key, hashOf(p))
  }
  if (!areKeysHeld) await lockKeys(trx, [...hashes.keys()])
  for (const k of await known(trx, [...hashes.keys()])) {
    if (k.hash !== hashes.get(k.key)) throw new OtherContent(k.key)
    answers.set(k.key, { postingId: k.postingId, isNew: false })
  }
  const fresh = first.filter(p => !answers.has(p.key))
  for (const [key, answer] of await write(trx, fresh, hashes)) answers.set(key, answer)
  const seen = new Set<string>()
  return postings.map(p => {
    const a = answers.get(p.key) as Posted
    const isRepeat = seen.has(p.key)
    seen.add(p.key)
    return 'isNew' in a && isRepeat ? { ...a, isNew: false } : a
  })
}

/**
 * The same for postings that cannot be refused, because the caller has checked the balances under their locks; throws
 * if one is refused.
 */
export async function postAll(trx: Trx, postings: readonly Posting[], held: Held = {}): Promise<void> {
  for (const p of await post(trx, postings, held))
    if ('refused' in p) throw new Error(`${codeOf(p.refused)} has ${p.balancePaise} paise, too little for a posting`)
}

/** Transactions that post under the same keys wait here, always in the same order. */
const lockKeys = (trx: Trx, keys: readonly string[]): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(lock) from (select distinct hashtextextended(key, 7001005) as lock
    from unnest(${texts(keys)}) key order by 1) x`.execute(trx)

const known = async (trx: Trx, keys: readonly string[]): Promise<{ key: string; postingId: number; hash: string }[]> =>
  (
    await sql<{ key: string; postingId: number; hash: string }>`
      select idempotency_key as key, posting_id, encode(request_hash, 'hex') as hash from posting
      where idempotency_key = any(${texts(keys)})`.execute(trx)
  ).rows

async function write(
  trx: Trx,
  postings: readonly Posting[],
  hashes: ReadonlyMap<string, string>,
): Promise<Map<string, Posted>> {
  const answers = new Map<string, Posted>()
  if (postings.length === 0) return answers
  const named = postings.flatMap(p => p.lines.map(l => ({ ...l.account, companyId: p.companyId, teamId: p.teamId })))
  await accounts.open(trx, named)
  const held = await accounts.lockAccounts(trx, named)
  const keptCodes = new Set(named.filter(n => hasLeastBalance(n.kind)).map(codeOf))
  const kept = new Map([...held].filter(([code]) => keptCodes.has(code)))
  const applied = apply(kept, postings)
  const posted: { posting: Posting; after: readonly After[] }[] = []
  postings.forEach((posting, i) => {
    const a = applied[i]
    if (a?.isPosted) posted.push({ posting, after: a.after })
    else if (a) answers.set(posting.key, { refused: a.short, balancePaise: a.balancePaise })
  })
  const ids = await insertPostings(
    trx,
    posted.map(p => p.posting),
    hashes,
  )
  await insertEntries(
    trx,
    posted.flatMap(({ posting, after }) =>
      posting.lines.map((l, n) => ({
        postingId: ids.get(posting.key) as number,
        lineNo: n + 1,
        accountId: held.get(codeOf(l.account))?.accountId as number,
        side: l.side,
        paise: l.paise,
        after: after[n] ?? null,
      })),
    ),
  )
  const moved = new Set(posted.flatMap(p => p.posting.lines.map(l => codeOf(l.account))))
  await accounts.saveAccounts(
    trx,
    [...kept].flatMap(([code, a]) => (moved.has(code) ? [a] : [])),
  )
  for (const { posting } of posted) answers.set(posting.key, { postingId: ids.get(posting.key) as number, isNew: true })
  return answers
}

async function insertPostings(
  trx: Trx,
  postings: readonly Posting[],
  hashes: ReadonlyMap<string, string>,
): Promise<Map<string, number>> {
  if (postings.length === 0) return new Map()
  const all = <T>(of: (p: Posting) => T): T[] => postings.map(of)
  const { rows } = await sql<{ key: string; postingId: number }>`
    insert into posting (idempotency_key, request_hash, kind, reverses, company_id, team_id, transaction_id, user_id, note, event_at)
    select key, decode(hash, 'hex'), kind, reverses, company, team, transaction, by_user, note, ${bookDateOfNow(sql`company`, sql`at`)}
    from unnest(${texts(all(p => p.key))}, ${texts(all(p => hashes.get(p.key) ?? null))}, ${texts(all(p => p.kind))},
      ${bigints(all(p => p.reverses ?? null))}, ${ints(all(p => p.companyId))}, ${ints(all(p => p.teamId))},
      ${ints(all(p => p.transactionId ?? null))}, ${ints(all(p => p.userId ?? null))}, ${texts(all(p => p.note ?? ''))},
      ${times(all(p => p.at))}) with ordinality x (key, hash, kind, reverses, company, team, transaction, by_user, note, at, n)
    order by n returning idempotency_key as key, posting_id`.execute(trx)
  return new Map(rows.map(r => [r.key, r.postingId]))
}

type Entry = {
  postingId: number
  lineNo: number
  accountId: number
  side: string
  paise: bigint
  after: After
}
async function insertEntries(trx: Trx, entries: readonly Entry[]): Promise<void> {
  if (entries.length === 0) return
  const all = <T>(of: (e: Entry) => T): T[] => entries.map(of)
  await sql`insert into entry (posting_id, line_no, account_id, side, amount_paise, balance_after, account_version)
    select posting, line, account, side, paise, balance, version
    from unnest(${bigints(all(e => e.postingId))}, ${ints(all(e => e.lineNo))}, ${ints(all(e => e.accountId))},
      ${texts(all(e => e.side))}, ${bigints(all(e => Number(e.paise)))},
      ${bigints(all(e => (e.after ? Number(e.after.balancePaise) : null)))}, ${bigints(all(e => e.after?.version ?? null))})
      x (posting, line, account, side, paise, balance, version)`.execute(trx)
}

/** The hash of everything that defines a posting; the moment of the request is not part of it. */
export const hashOf = (posting: Posting): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        posting.kind,
        posting.companyId,
        posting.teamId,
        posting.transactionId ?? null,
        posting.reverses ?? null,
        posting.userId ?? null,
        posting.note ?? '',
        posting.lines.map(l => [l.account.kind, l.account.ref, l.side, String(l.paise)]),
      ]),
    )
    .digest('hex')
