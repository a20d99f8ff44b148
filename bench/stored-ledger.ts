// The ledger of many ended sessions: payments of the provider, what was kept back, bills, refunds, and the balances of wallets and
// holds, each posting as the rules of billing and refunds make it. The ids of postings and accounts follow from the session's, so
// that nothing is looked up; triggers must be switched off.
import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'

/** Postings up to this id give the drivers the money in their wallets. */
const GIFTS = 1_000_000
/** Ids between the postings of one session and the next. */
const EACH = 5
const KIND_IDS = { wallet: 1_000_000, hold: 2_000_000, payment: 100_000_000 }
/** What is left in every wallet in the end. */
const LEFT_PAISE = 100_000

type Range = { from: number; to: number }
const inRange = ({ from, to }: Range) => sql<boolean>`t.transaction_id between ${from}::int and ${to}::int`
const postingId = (n: number) => sql`${GIFTS}::bigint + ${EACH}::int * transaction_id::bigint + ${n}::int`
const through = sql<boolean>`payment_type = 'CARD' and paid_paise > 0`
const before = sql<boolean>`payment_type <> 'RFID' and paid_paise > 0`

/** Portions by which the sums of the ledger are brought up: as many ids as about a million sessions have. */
export const FOLD_PORTION = 1_000_000 * EACH

/** Payments that the provider has captured, and refunds that it has made. */
export async function fillPayments(db: Db, range: Range): Promise<void> {
  await sql`insert into payment (payment_id, payment_no, company_id, team_id, chargepoint_pk, connector_id, amount_paise, status, method, vpa,
      email, contact, description, fee_paise, fee_tax_paise, refunded_paise, created_at, captured_at, seen_at, changed_at)
    overriding system value
    select payment_id, transaction_id, company_id, team_id, chargepoint_pk, connector_id, paid_paise, 'captured',
      case when payment_description like 'QR%' then 'upi' else 'card' end,
      case when payment_description like 'QR%' then 'driver' || driver_id || '@bank' end, email, phone, payment_description,
      round(paid_paise * 0.0236), round(paid_paise * 0.0036), refund_paise, started_at, started_at, started_at, started_at
    from transaction t where ${inRange(range)} and ${through} order by transaction_id`.execute(db)
  await sql`insert into refund (refund_id, provider_refund_id, idempotency_key, payment_id, company_id, team_id, transaction_id, amount_paise,
      cause, status, requested_at, processed_at)
    overriding system value
    select transaction_id, 'rfnd_' || left(md5(transaction_id::text), 14), 'refund-' || transaction_id, payment_id, company_id, team_id,
      transaction_id, refund_paise, case when energy_wh > 0 then 'rest' else 'no energy' end, 'processed', stopped_at,
      stopped_at + interval '5 minutes'
    from transaction t where ${inRange(range)} and refund_paise > 0 order by transaction_id`.execute(db)
}

/** The accounts of companies, drivers, sessions paid before and their payments, with their balances. */
export async function fillAccounts(db: Db): Promise<void> {
  const ids = KIND_IDS
  await sql`insert into account (kind, ref, company_id, team_id, normal_side, is_kept)
    select k, id, id, id, s, false from team, (values ('gateway', 'D'), ('refundClearing', 'C')) x (k, s)
    where company_type in ('GP', 'P') on conflict do nothing`.execute(db)
  await sql`insert into account (account_id, kind, ref, company_id, team_id, normal_side, is_kept, minimum_paise, balance_paise, version)
    select ${ids.wallet}::int + d.id, 'wallet', d.id, 1, 1, 'C', true, 0, ${LEFT_PAISE}::int, 1 + coalesce(s.n, 0)
    from (select ocpp_tag_pk - 1 as id from ocpp_tag) d left join (select driver_id, count(*) as n from transaction
      where payment_type = 'WALLET' and paid_paise > 0 group by 1) s on s.driver_id = d.id`.execute(db)
  await sql`insert into account (account_id, kind, ref, company_id, team_id, normal_side, is_kept, minimum_paise, balance_paise, version,
      opened_at)
    select ${ids.hold}::int + transaction_id, 'hold', transaction_id, company_id, team_id, 'C', true, 0, 0,
      1 + (charged_paise > 0)::int + (refund_paise > 0)::int, started_at
    from transaction t where ${before} order by transaction_id`.execute(db)
  await sql`insert into account (account_id, kind, ref, company_id, team_id, normal_side, is_kept, minimum_paise, balance_paise, version,
      opened_at)
    select ${ids.payment}::int + transaction_id, 'payment', transaction_id, company_id, team_id, 'C', true, 0, 0, 2, started_at
    from transaction t where ${through} order by transaction_id`.execute(db)
}

/** The postings of sessions, in the order in which they happen. */
export const fillPostings = (db: Db, range: Range): Promise<unknown> =>
  sql`insert into posting (posting_id, idempotency_key, request_hash, kind, company_id, team_id, transaction_id, event_at, created_at)
    overriding system value
    select x.id, x.key, sha256(x.key::bytea), x.kind, company_id, team_id, transaction_id, x.at, x.at
    from transaction t cross join lateral (values
      (${postingId(0)}, ${through}, payment_id || ':captured:' || company_id, 'payment', started_at),
      (${postingId(1)}, ${before}, 'hold:' || transaction_id, 'hold', started_at),
      (${postingId(2)}, charged_paise > 0, 'bill:' || transaction_id || ':1', 'bill', stopped_at),
      (${postingId(3)}, refund_paise > 0, 'refund:' || transaction_id || ':1', 'refund', stopped_at),
      (${postingId(4)}, refund_paise > 0, 'refund:' || transaction_id || ':1:processed', 'refunded', stopped_at + interval '5 minutes'))
      x (id, is_due, key, kind, at)
    where ${inRange(range)} and x.is_due order by x.id`.execute(db)

/** Their entries, without those that spend from wallets. */
export const fillEntries = (db: Db, range: Range): Promise<unknown> => {
  const hold = sql`${KIND_IDS.hold}::int + t.transaction_id`
  const payment = sql`${KIND_IDS.payment}::int + t.transaction_id`
  return sql`with a as materialized (select ref, max(account_id) filter (where kind = 'owner') as owner,
      max(account_id) filter (where kind = 'receivable') as receivable, max(account_id) filter (where kind = 'cgst') as cgst,
      max(account_id) filter (where kind = 'sgst') as sgst, max(account_id) filter (where kind = 'surcharge') as surcharge
      from account where kind in ('owner', 'receivable', 'cgst', 'sgst', 'surcharge') group by 1),
    c as materialized (select ref, max(account_id) filter (where kind = 'gateway') as gateway,
      max(account_id) filter (where kind = 'refundClearing') as clearing from account where kind in ('gateway', 'refundClearing') group by 1)
    insert into entry (posting_id, line_no, account_id, side, amount_paise, balance_after, account_version)
    select ${GIFTS}::bigint + ${EACH}::int * t.transaction_id::bigint + x.posting, x.line, x.account, x.side, x.paise, x.balance, x.version
    from transaction t join bill b on b.transaction_id = t.transaction_id join a on a.ref = t.team_id join c on c.ref = t.company_id
      cross join lateral (values
        (0, 1, c.gateway, 'D', case when ${through} then paid_paise end, null, null),
        (0, 2, ${payment}, 'C', case when ${through} then paid_paise end, paid_paise, 1),
        (1, 1, ${payment}, 'D', case when ${through} then paid_paise end, 0, 2),
        (1, 2, ${hold}, 'C', case when ${before} then paid_paise end, paid_paise, 1),
        (2, 1, case when payment_type = 'RFID' then a.receivable else ${hold} end, 'D', charged_paise,
          case when payment_type <> 'RFID' then refund_paise end, case when payment_type <> 'RFID' then 2 end),
        (2, 2, a.owner, 'C', taxable_paise, null, null),
        (2, 3, a.cgst, 'C', cgst_paise, null, null),
        (2, 4, a.sgst, 'C', sgst_paise, null, null),
        (2, 5, a.surcharge, 'C', surcharge_paise, null, null),
        (3, 1, ${hold}, 'D', refund_paise, 0, 2 + (charged_paise > 0)::int),
        (3, 2, c.clearing, 'C', refund_paise, null, null),
        (4, 1, c.clearing, 'D', refund_paise, null, null),
        (4, 2, c.gateway, 'C', refund_paise, null, null))
        x (posting, line, account, side, paise, balance, version)
    where ${inRange(range)} and x.paise > 0 order by 1, 2`.execute(db)
}

/** What sessions take out of wallets, with the money that was given before. */
export async function fillWallets(db: Db): Promise<void> {
  await sql`insert into entry (posting_id, line_no, account_id, side, amount_paise, balance_after, account_version)
    select ${postingId(1)}, 1, ${KIND_IDS.wallet}::int + driver_id, 'D', paid_paise,
      ${LEFT_PAISE}::int + sum(paid_paise) over (partition by driver_id order by transaction_id desc) - paid_paise,
      1 + row_number() over (partition by driver_id order by transaction_id)
    from transaction where payment_type = 'WALLET' and paid_paise > 0`.execute(db)
  await sql`insert into posting (posting_id, idempotency_key, request_hash, kind, event_at, created_at, note)
    overriding system value
    select 1 + ref, 'gift:' || ref, sha256(('gift:' || ref)::bytea), 'credit', x.at, x.at, 'Before the first session'
    from account cross join (select min(started_at) as at from transaction) x where kind = 'wallet' order by ref`.execute(
    db,
  )
  await sql`with g as materialized (select d.ref, d.account_id, ${LEFT_PAISE}::int + coalesce(s.paise, 0) as paise
      from account d left join (select driver_id, sum(paid_paise)::bigint as paise from transaction
        where payment_type = 'WALLET' and paid_paise > 0 group by 1) s on s.driver_id = d.ref where d.kind = 'wallet')
    insert into entry (posting_id, line_no, account_id, side, amount_paise, balance_after, account_version)
    select 1 + g.ref, x.line, x.account, x.side, g.paise, x.balance, x.version
    from g cross join (select account_id from account where kind = 'promotion') p
      cross join lateral (values (1, p.account_id, 'D', null, null), (2, g.account_id, 'C', g.paise, 1)) x (line, account, side, balance, version)
    order by 1, 2`.execute(db)
  for (const [table, column] of [
    ['posting', 'posting_id'],
    ['account', 'account_id'],
    ['payment', 'payment_no'],
    ['refund', 'refund_id'],
  ] as const)
    await sql`select setval(pg_get_serial_sequence(${table}, ${column}), (select max(${sql.ref(column)}) from ${sql.table(table)}))`.execute(
      db,
    )
}
