// Reads a company through the API and from the database in a form that is the same in two installations: ids are replaced by
// their order of appearance.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { DEMO_PASSWORD } from '#demo/network.ts'
import { encodePassword } from '#people/sign-in/sign-in.rules.ts'
import type { Db } from '#platform/db/db.ts'

import type { Side } from './test-company-side.ts'

export const signIn = async (side: Side, username: string, password = DEMO_PASSWORD) => {
  const r = await side.app.inject({
    method: 'POST',
    url: '/auth/login',
    payload: { username, password: encodePassword(password) },
  })
  return {
    status: r.statusCode,
    message: r.json().message as string,
    authorization: `Bearer ${r.json().data?.access_token}`,
  }
}

/** Numbers that are no ids of ours: the same on both sides. */
const NO_IDS = /connector_?id$|feature_?id$|charging_?profile_?id$|subscription_?id$|gateway_?id$|paid$/i
const IDS = /(^id|Id|_id|Ids|_?pk|Pk|pks|Pks|By|path|payoutNo)$/
/** Keys of markers, chargers and sites of a rule, and the value of a view's condition. */
const ID_LISTS = /\.data\.(keys|chargers|sites|users|roles|escalate_users|escalate_roles)$|\.conditions\.value$/
/** Texts that hold ids. */
const ID_TEXTS = /^(reference|evidence|to|key|recordId|transactionNumber)$/
/** Ids by the order in which they are seen at a place, so that replies of both sides can be compared. */
function normalised(body: unknown): unknown {
  const seen = new Map<string, Map<unknown, string>>()
  const named = (space: string, value: unknown) => {
    const known = seen.get(space) ?? new Map<unknown, string>()
    seen.set(space, known)
    known.set(value, known.get(value) ?? `${space} ${known.size}`)
    return known.get(value)
  }
  const walk = (place: string, key: string, v: unknown): unknown => {
    // The platform's own tag is valid everywhere, and stays with the platform.
    if (Array.isArray(v)) return v.filter(x => x?.tag !== 'WATTDESK-ROOT').map(x => walk(place, key, x))
    if (v && typeof v === 'object')
      return Object.fromEntries(
        Object.entries(v).map(([k, x]) => [
          /^\d+$/.test(k) ? named('keys', Number(k)) : k,
          walk(`${place}.${k}`, k, x),
        ]),
      )
    // Worked out of the time of the call.
    if (/^(now|asOf|soFar|lastUpdated)$/.test(key)) return undefined
    if (typeof v === 'number' && (IDS.test(key) || ID_LISTS.test(place)) && !NO_IDS.test(key)) return named(place, v)
    // Who made the company is of the platform's staff, and did not move.
    if (key === 'createdBy' && v === 'root') return null
    if (typeof v !== 'string') return v
    return ID_TEXTS.test(key) ? v.replaceAll(/\d+/g, '#') : v.replaceAll(/PO-\d{4}-\d+/g, 'PO')
  }
  return walk('', '', body)
}

const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
/** Replies of lists and of one record of each kind, as the admin of the company sees them. */
export async function shown(side: Side): Promise<Record<string, unknown>> {
  const { db } = side
  const { authorization } = await signIn(side, 'bluegrid.admin')
  const { rows } = await sql<
    Record<string, string>
  >`select t.id::text as team, (select min(chargepoint_pk) from charger where company_id = t.id)::text as charger,
      (select transaction_id from transaction where company_id = t.id and payment_id is not null order by started_at limit 1)::text as session,
      (select transaction_id from transaction where company_id = t.id order by started_at limit 1)::text as first,
      (select min(ocpp_tag_pk) from ocpp_tag where company_id = t.id and kind = 'rfid' and deleted_at is null)::text as tag, (select min(id) from driver where company_id = t.id)::text as driver,
      (select min(price_group_id) from price_group where company_id = t.id)::text as price, (select min(zone_id) from charging_site where company_id = t.id)::text as site,
      (select payout_id from payout where company_id = t.id order by payout_no limit 1) as payout, (select min(transaction_id) from refund where company_id = t.id)::text as refund,
      (select min(payment_id) from payment where company_id = t.id) as payment
    from team t where t.company_type = 'P' and t.name = 'Bluegrid Mobility'`.execute(db)
  const id = rows[0] as Record<string, string>
  const team = `/cms/v1/team/${id.team}`
  const page = 'page=1&limit=50'
  const paths = [
    ...[
      'teams',
      'users',
      'chargers',
      'tags',
      'transactions',
      'payouts',
      'unknown-tags',
      'alert-rules',
      'maintenance',
    ].map(p => `${team}/${p}?${page}`),
    `${team}/views?list=transactions`,
    `${team}/teamchoices?right=Team.view`,
    ...['supplier', 'payment-readiness', 'paymentDetails', 'attention', 'chargers/map', 'reconciliation'].map(
      p => `${team}/${p}`,
    ),
    `${team}/report?startDate=${dayFromNow(-40)} 00:00:00&endDate=${dayFromNow(1)} 00:00:00`,
    `${team}/transactions/review?${page}`,
    `${team}/charging-status?${page}`,
    team,
    ...['', '/connectors', '/config', '/files', '/health', '/reservations', '/transfers'].map(
      p => `${team}/charger/${id.charger}${p}`,
    ),
    ...['', '/bill', '/invoice', '/money', '/meter_value/1'].map(p => `${team}/transaction/${id.session}${p}`),
    ...['', '/bill', '/invoice', '/meter_value/1'].map(p => `${team}/transaction/${id.first}${p}`),
    `${team}/charger/BLU-BOM-01/log?limit=20`,
    `/cms/v1/tag/${id.tag}`,
    `/cms/v1/tag/${id.tag}/chargers`,
    `/cms/v1/pricegroup/${id.price}`,
    `/cms/v1/pricegroup/${id.price}/versions`,
    `/cms/v1/customer/${id.driver}/tags`,
    `/cms/v1/refund/${id.refund}`,
    `/cms/v1/refund/payment/${id.payment}`,
    `/cms/v1/bulk-actions?${page}`,
    `/cms/v1/roles`,
    `${team}/payout/${id.payout}`,
    `${team}/payout/${id.payout}/sessions?${page}`,
    `/cms/v2/company/${id.team}`,
    `/cms/v1/audit/Tag/${id.tag}`,
  ]
  const replies: Record<string, unknown> = {}
  for (const url of paths) {
    const r = await side.app.inject({ url, headers: { authorization } })
    const name = url.replaceAll(/\d+(?=\/|\?|$)|PO-\d{4}-\d+/g, '#')
    replies[`${name}${name in replies ? ' again' : ''}`] = { status: r.statusCode, body: normalised(r.json()) }
  }
  return replies
}

/** The content of a database, by table. */
export async function contentOf(db: Db): Promise<string> {
  const { rows } = await sql<{
    name: string
  }>`select relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and relkind in ('r', 'p') and not relispartition
      and relname not in ('sign_in_try', 'sign_in_door', 'setting', 'node') order by 1`.execute(db)
  const sum = createHash('sha256')
  for (const { name } of rows) {
    const { rows: r } = await sql<{
      v: string
    }>`select count(*) || md5(coalesce(string_agg(x::text, '' order by x::text), '')) as v from ${sql.table(name)} x`.execute(
      db,
    )
    sum.update(`${name} ${r[0]?.v}\n`)
  }
  return sum.digest('hex')
}
