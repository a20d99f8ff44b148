// The plan by which a company moves: its tables, the places in texts and JSON that hold ids, and the sums that both
// installations compare.
import { KINDS } from '#money/ledger/ledger.rules.ts'
import type { MovePlan } from '#platform/move/move-plan.ts'
import { MOVED, SHARED, SPACES } from './tables.ts'

/** Keys of audit entries, parameters and views; `v.field` of a view's condition is one of these too. */
const JSON_KEYS: Readonly<Record<string, string>> = {
  teamId: 'team',
  team_id: 'team',
  teamIds: 'team',
  parentId: 'team',
  companyId: 'team',
  company_id: 'team',
  roleId: 'role',
  role_id: 'role',
  userId: 'user',
  user_id: 'user',
  userIds: 'user',
  priceGroupId: 'priceGroup',
  price_group_id: 'priceGroup',
  priceVersionId: 'priceVersion',
  payoutDetailId: 'payoutAccount',
  chargingSiteId: 'site',
  zoneId: 'site',
  zone_id: 'site',
  chargepointPk: 'charger',
  chargepoint_pk: 'charger',
  chargepointPks: 'charger',
  pks: 'charger',
  connector_pk: 'connector',
  chargingProfilePk: 'profile',
  charging_profile_pk: 'profile',
  driverId: 'driver',
  driver_id: 'driver',
  vehicleId: 'vehicle',
  vehicle_id: 'vehicle',
  ocppTagPk: 'tag',
  ocpp_tag_pk: 'tag',
  parentTagPk: 'tag',
  reservationId: 'reservation',
  reservation_id: 'reservation',
  transactionId: 'session',
  transaction_id: 'session',
  transactionIds: 'session',
  paySessionId: 'paySession',
  refundId: 'refund',
  ticketId: 'ticket',
  campaignId: 'campaign',
  bulkActionId: 'bulkAction',
  viewId: 'view',
}

/** The space of an audit entry's record, by the feature of the entry. */
const RECORDS: Readonly<Record<string, string>> = {
  Team: 'team',
  Company: 'team',
  Finance: 'team',
  ChargerPoint: 'charger',
  ChargingSite: 'site',
  ChargingProfile: 'profile',
  Tag: 'tag',
  PriceGroup: 'priceGroup',
  Users: 'user',
  Session: 'user',
  Role: 'role',
  Transaction: 'session',
  Refund: 'session',
  ServiceRequest: 'ticket',
  Customers: 'driver',
  CMCustomers: 'driver',
  Vehicle: 'vehicle',
  SendMessages: 'campaign',
  SavedView: 'view',
  BulkAction: 'bulkAction',
}

const id = (space: string, of: string) => `(select n from mm_${space} where o = ${of})`
/** The number within a text, as an id. */
const within = (pattern: string) => `substring(k from '${pattern}')::bigint`

/** Postings are known by their keys, which hold ids (posting.store.ts, `hashOf`, for the text behind the hash). */
const hashText = (
  company: string,
  team: string,
  session: string,
  reverses: string,
  user: string,
  note: string,
  lines: string,
) =>
  `'[' || to_json(p.kind)::text || ',' || coalesce((${company})::text, 'null') || ',' || coalesce((${team})::text, 'null') || ','
    || coalesce((${session})::text, 'null') || ',' || coalesce((${reverses})::text, 'null') || ','
    || coalesce((${user})::text, 'null') || ',' || to_json(${note})::text || ',[' || ${lines} || ']]'`

const PREPARE: readonly string[] = [
  // A payout is named after its team and its month.
  `create temp table move_payout on commit drop as
    select p.payout_id as o, regexp_replace(p.payout_id, '[0-9]+$', m.n::text) as n from mv_payout p join mm_team m on m.o = p.team_id`,
  'create index on move_payout (o)',
  `create function pg_temp.moved_key(k text) returns text language sql stable as $$ select case
    when k ~ '^(bill|hold):[0-9]+(:|$)' then regexp_replace(k, '[0-9]+', coalesce(${id('session', within('[0-9]+'))}::text, 'old\\&'))
    when k ~ '^(reserve|unreserve):[0-9]+$' then regexp_replace(k, '[0-9]+', coalesce(${id('paySession', within('[0-9]+'))}::text, 'old\\&'))
    when k ~ '^card:[0-9]+$' then regexp_replace(k, '[0-9]+', coalesce(${id('tag', within('[0-9]+'))}::text, 'old\\&'))
    when k ~ '^refund:[0-9]+:' then regexp_replace(k, '[0-9]+', coalesce(${id('refund', within('[0-9]+'))}::text, 'old\\&'))
    when k ~ ':captured:[0-9]+$' then regexp_replace(k, '[0-9]+$', coalesce(${id('team', within('[0-9]+$'))}::text, 'old\\&'))
    when k ~ 'PO-[0-9]{4}-[0-9]+' then regexp_replace(k, 'PO-[0-9]{4}-[0-9]+',
      coalesce((select n from move_payout where o = substring(k from 'PO-[0-9]{4}-[0-9]+')), 'old\\&'))
    else k end $$`,
  `create function pg_temp.moved_record(feature text, k text) returns text language sql stable as $$ select case
    when k ~ '^[0-9]{1,9}$' and feature in (${Object.keys(RECORDS)
      .map(f => `'${f}'`)
      .join(', ')})
      then coalesce((case feature ${Object.entries(RECORDS)
        .map(([f, space]) => `when '${f}' then ${id(space, 'k::bigint')}`)
        .join(' ')} end)::text, 'old-' || k)
    when k ~ '^PO-' then coalesce((select n from move_payout where o = k), k)
    else k end $$`,
  `create temp table move_line on commit drop as
    select e.posting_id, string_agg(format('[%s,%s,%s,%s]', to_json(a.kind), a.ref, to_json(e.side::text), to_json(e.amount_paise::text)), ',' order by e.line_no) as olds,
      string_agg(format('[%s,%s,%s,%s]', to_json(a.kind), a.new_ref, to_json(e.side::text), to_json(e.amount_paise::text)), ',' order by e.line_no) as news
    from mv_entry e join (
      select s.account_id, s.kind, s.ref, (${MOVED.find(t => t.table === 'account')?.set?.ref}) as new_ref from mv_account s
      union all select account_id, kind, ref, ref from mv_shared_account) a using (account_id)
    group by 1`,
  'create index on move_line (posting_id)',
  'analyze move_line',
  `create temp table move_posting on commit drop as
    select p.posting_id, case when p.request_hash = sha256(convert_to(${hashText('p.company_id', 'p.team_id', 'p.transaction_id', 'p.reverses', 'p.user_id', 'p.note', 'l.olds')}, 'UTF8'))
      then sha256(convert_to(${hashText('c.n', 't.n', 's.n', 'r.n', 'u.n', 'coalesce(o.n, p.note)', 'l.news')}, 'UTF8'))
      else p.request_hash end as hash
    from mv_posting p left join move_line l using (posting_id) left join mm_team c on c.o = p.company_id
      left join mm_team t on t.o = p.team_id left join mm_session s on s.o = p.transaction_id
      left join mm_posting r on r.o = p.reverses left join mm_user u on u.o = p.user_id left join move_payout o on o.o = p.note`,
  'create index on move_posting (posting_id)',
]

const LEDGER: Record<string, string> = Object.fromEntries(
  Object.keys(KINDS).flatMap(kind => [
    [
      `ledger, ${kind}, debit less credit`,
      `select sum(case e.side when 'D' then e.amount_paise else -e.amount_paise end) from entry e join posting p using (posting_id)
        join account a using (account_id) where p.company_id = :c and a.kind = '${kind}'`,
    ],
    [
      `ledger, ${kind}, kept balances`,
      `select sum(balance_paise) from account where company_id = :c and kind = '${kind}'`,
    ],
  ]),
)

export const COMPANY_PLAN: MovePlan = {
  spaces: SPACES,
  shared: SHARED,
  moved: MOVED,
  jsonKeys: JSON_KEYS,
  sums: {
    'energy of sessions, Wh': 'select sum(energy_wh) from transaction where company_id = :c',
    'charged for sessions, paise': 'select sum(charged_paise) from transaction where company_id = :c',
    'bills, paise': 'select sum(total_paise) from bill where company_id = :c',
    'invoices, paise': 'select sum(total_paise) from invoice where company_id = :c',
    'payments, paise': 'select sum(amount_paise) from payment where company_id = :c',
    'refunds, paise': 'select sum(amount_paise) from refund where company_id = :c',
    'payouts, paise': 'select sum(payout_paise) from payout where company_id = :c',
    'rows of frames': `select count(*) from ocpp_frame_pair where chargepoint_pk in
      (select chargepoint_pk from charger where company_id = :c)`,
    ...LEDGER,
  },
  // The sums of the ledger are folded up to an id below which nobody posts any more: the lock comes before the ids.
  locks: ['lock table posting in row exclusive mode'],
  prepare: PREPARE,
}
