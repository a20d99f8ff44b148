// Checks the books in the morning, team by team over the API as people read them, and in the database.
import { encodePassword } from '#people/sign-in/sign-in.rules.ts'
import { brokenInvariants } from './kills-check.ts'
import type { Product } from './kills-product.ts'

export type Morning = {
  /** Figures of the night alone. */
  sessions: number
  postings: number
  bills: number
  invoices: number
  teams: number
  /** Registers that were held against the ledger: a team and a month each. */
  comparisons: number
  /** Lines of a month's end that are open, over all months, of the whole installation. */
  openLines: number
  /** Those with their next step. */
  open: string[]
  wrong: string[]
}
type Asked = { from: Date; now: Date; zone: string; password: string }

/** Steps that nobody who reads the line can take, or after which nothing changes. */
const NOBODY_ACTS =
  /Tell the administrator|Tell whoever runs|nothing to do|Look at the record|Not made to charge|is in the ledger/

/** Counts of what must not be. A bill is posted by `bill` where it is the first, else as the correction of the one before. */
const LEDGER = `select
  (select count(*) from bill b join transaction t using (transaction_id) where b.total_paise <> 0 and b.version = 1
    and (select count(*) from posting p where p.transaction_id = b.transaction_id and p.kind = 'bill')
      + (select count(*) from bill_to_post w where w.transaction_id = b.transaction_id and w.version = 1) <> 1)
    as "bills that are not posted exactly once",
  (select count(*) from (select from posting group by idempotency_key having count(*) > 1) x) as "postings doubled",
  (select count(*) from (select from entry group by posting_id
    having sum(case side when 'D' then amount_paise else -amount_paise end) <> 0) x) as "postings that are not balanced",
  (select coalesce(sum(case side when 'D' then amount_paise else -amount_paise end), 0) from entry)
    as "paise of difference in the trial balance"`
const DOCUMENTS = `select
  (select count(*) from (select from invoice group by transaction_id, bill_version having count(*) > 1) x)
    as "bills with two documents",
  (select count(*) from transaction t where stopped_at is not null and not in_review and charged_paise > 0
    and not exists (select from invoice i where i.transaction_id = t.transaction_id)) as "charged sessions without an invoice"`

type Database = Pick<Product, 'ask'>
/** The names of the counts that are not 0, with how often. */
const broken = async (product: Database, counts: string): Promise<string[]> => {
  const [row = {}] = await product.ask<Record<string, string | number>>(counts)
  return Object.entries(row).flatMap(([name, n]) => (Number(n) === 0 ? [] : [`${n} ${name}`]))
}
/** What does not hold of bills and their postings; each is posted a moment after its session. */
export const brokenLedger = (product: Database): Promise<string[]> => broken(product, LEDGER)
/** What does not hold of bills and their documents, which are written once a minute. */
export const brokenDocuments = (product: Database): Promise<string[]> => broken(product, DOCUMENTS)

type Line = { kind: string; open: number; amount: number }
type Item = { key: string; amount: number; what: string; nextStep: string; days: number }

export async function morningOf(product: Product, { from, now, zone, password }: Asked): Promise<Morning> {
  const signedIn = await fetch(`${product.url}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'root', password: encodePassword(password) }),
  })
  if (!signedIn.ok) throw new Error(`Sign-in: ${signedIn.status} ${await signedIn.text()}`)
  const token = ((await signedIn.json()) as { data: { access_token: string } }).data.access_token
  const read = async <T>(path: string): Promise<T> => {
    const r = await fetch(`${product.url}${path}`, { headers: { authorization: `Bearer ${token}` } })
    if (!r.ok) throw new Error(`${path}: ${r.status} ${await r.text()}`)
    return ((await r.json()) as { data: T }).data
  }
  const teams = await product.ask<{ id: number; name: string; type: string }>(
    `select id, name, company_type as type from team where is_active order by id`,
  )
  const months = (
    await product.ask<{ month: string }>(
      `select distinct to_char(x.at at time zone $1, 'YYYY-MM') as month
        from (select event_at as at from posting union all select $2::timestamptz) x order by 1`,
      [zone, now],
    )
  ).map(m => m.month)
  const wrong: string[] = []
  const open: string[] = []
  let comparisons = 0
  let openLines = 0
  for (const team of teams) {
    const base = `/cms/v1/team/${team.id}/reconciliation`
    const trials = [undefined, ...months]
    for (const asOf of trials) {
      const { trialBalance: t } = await read<{ trialBalance: { difference: number; drifting: number | null } }>(
        `${base}${asOf ? `?asOf=${asOf}` : ''}`,
      )
      if (t.difference !== 0 || (t.drifting ?? 0) !== 0)
        wrong.push(
          `${team.name}, trial balance ${asOf ?? 'now'}: ${t.difference} differ, ${t.drifting ?? 0} balances drift`,
        )
    }
    for (const month of months) {
      const summary = await read<{ isEqual: boolean; bridge: object[]; ledger: object }>(
        `${base}/register/summary?month=${month}`,
      )
      comparisons++
      if (!summary.isEqual)
        wrong.push(`${team.name}, ${month}: the register is not the ledger: ${JSON.stringify(summary)}`)
      const { lines, difference, isOver } = await read<{ lines: Line[]; difference: number; isOver: boolean }>(
        `${base}/month?month=${month}`,
      )
      if (difference !== 0) wrong.push(`${team.name}, end of ${month}: ${difference} differ`)
      for (const line of lines.filter(l => l.open > 0)) {
        const items = await read<Item[]>(`${base}/open/${line.kind}?month=${month}&limit=1000`)
        if (items.length !== line.open)
          wrong.push(`${team.name}, ${month}: ${line.kind} counts ${line.open} and lists ${items.length}`)
        const stuck = items.filter(i => NOBODY_ACTS.test(i.nextStep))
        for (const i of stuck) wrong.push(`${team.name}, ${month}, ${line.kind}: ${i.what} (${i.key}): ${i.nextStep}`)
        if (team.type !== 'GP') continue
        openLines++
        const steps = [...new Set(items.map(i => i.nextStep))].join(' / ')
        open.push(`${month}${isOver ? '' : ' (running)'}, ${line.kind}: ${line.open}, ${line.amount}: ${steps}`)
      }
    }
  }
  wrong.push(
    ...(await brokenLedger(product)),
    ...(await brokenDocuments(product)),
    ...(await brokenInvariants(product)),
  )
  const [made] = await product.ask<Record<'sessions' | 'postings' | 'bills' | 'invoices', string>>(
    `select (select count(*) from transaction where started_at >= $1) as sessions,
      (select count(*) from posting where event_at >= $1) as postings,
      (select count(*) from bill b where b.billed_at >= $1) as bills,
      (select count(*) from invoice where dated >= $1) as invoices`,
    [from],
  )
  return {
    sessions: Number(made?.sessions),
    postings: Number(made?.postings),
    bills: Number(made?.bills),
    invoices: Number(made?.invoices),
    teams: teams.length,
    comparisons,
    openLines,
    open,
    wrong,
  }
}
