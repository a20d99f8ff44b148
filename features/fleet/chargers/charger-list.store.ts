// Chargers as screens read them: pages of the list with its counts, one charger with its connectors, hiding one.
import type { ListQuery } from '@wattdesk/base/paging'
import { meantWords } from '@wattdesk/base/text'
import { type RawBuilder, sql } from 'kysely'
import { evseConnectorSql } from '#fleet/stations/evse.store.ts'
import type { LiveStatus } from '#fleet/stations/station.rules.ts'
import { heardSql, isWholeOutSql, liveStatusSql, protocolSql, unknownSinceSql } from '#fleet/stations/station.store.ts'
import { type Scope, within } from '#platform/access/scope.ts'
import type { Db } from '#platform/db/db.ts'
import {
  behindSql,
  type Columns,
  filtersSql,
  joined,
  keyColumn,
  likeText,
  orderSql,
  pageSql,
} from '#platform/db/list.ts'
import { type ChargerRow, type ChargerSummary, STATUS_WORDS, type StatusText } from './charger.contract.ts'
import { writtenTime } from './charger.rules.ts'
import {
  alarmsSql,
  connectsSql,
  healthSql,
  overdrawPercentSql,
  troubleSql,
  unexpectedValuesSql,
} from './trouble.store.ts'

/** The word of a charger's status, from `charger c` and `charger_state s`. */
const statusSql = (now: Date): RawBuilder<StatusText> => sql<StatusText>`case
  when ${isWholeOutSql('s', now)} then ${sql.lit(STATUS_WORDS.NA)}
  when c.is_active and c.registration_status = 'Accepted' and ${heardSql('s', now)} then ${sql.lit(STATUS_WORDS.A)} else ${sql.lit(STATUS_WORDS.I)} end`
const visibilityWord = sql`case when c.access_level = 'Public' then 'Public' else 'Private' end`
/**
 * True where the charger has a place: both coordinates are known, lie on the globe and are not 0/0, which nobody means.
 */
const hasPlace = sql`abs(c.latitude) <= 90 and abs(c.longitude) <= 180 and not (c.latitude = 0 and c.longitude = 0)`
/** Degrees, null for a charger without a place: drawn on the map, and filtered by in the list. */
export const latitudeSql = sql<string | null>`case when ${hasPlace} then c.latitude end`
export const longitudeSql = sql<string | null>`case when ${hasPlace} then c.longitude end`
// Left joins, so that the planner leaves out each table that a statement does not use.
const NAMES = sql`left join team t on t.id = c.team_id left join charging_site z on z.zone_id = c.zone_id`
const teamName = sql`t.name`
const siteName = sql`z.zone_name`

const columns = (now: Date, zone: string): Columns => ({
  chargepoint_pk: keyColumn(sql`c.chargepoint_pk`),
  chargepoint_id: { sql: sql`c.chargepoint_id`, type: 'text' },
  chargepoint_name: { sql: sql`c.chargepoint_name`, type: 'text' },
  team_name: { sql: teamName, type: 'text' },
  street: { sql: sql`c.street`, type: 'text' },
  city: { sql: sql`c.city`, type: 'text' },
  state: { sql: sql`c.state`, type: 'text' },
  description: { sql: sql`c.description`, type: 'text' },
  chargingSiteName: { sql: siteName, type: 'text' },
  charger_type: { sql: sql`c.charger_type`, type: 'text' },
  access_level: { sql: sql`c.access_level`, type: 'text' },
  visibility: { sql: visibilityWord, type: 'text' },
  status: { sql: statusSql(now), type: 'text' },
  live_status: { sql: liveStatusSql('s', now), type: 'text' },
  protocol: { sql: protocolSql('s'), type: 'text' },
  lastHeartbeatTimestamp: { sql: sql`s.last_heartbeat_at`, type: 'date' },
  trouble: { sql: troubleSql(now), type: 'text' },
  clockOffsetSec: { sql: sql`s.clock_offset_sec`, type: 'number' },
  unexpectedValues: { sql: unexpectedValuesSql(now), type: 'number' },
  connectsPerDay: { sql: connectsSql(now, zone), type: 'number' },
  configDiffers: { sql: sql`s.config_differs`, type: 'number' },
  securityAlarms: { sql: alarmsSql(now), type: 'number' },
  overdrawPercent: { sql: overdrawPercentSql, type: 'number' },
  locationLatitude: { sql: latitudeSql, type: 'number' },
  locationLongitude: { sql: longitudeSql, type: 'number' },
})

/** Texts of a charger that the search looks at, as the index charger_words holds them. */
const WORDS = sql.raw(
  `(c.chargepoint_id || E'\\n' || c.chargepoint_name || E'\\n' || coalesce(c.street, '') || E'\\n' || c.description)`,
)
const WORDS_OF_STATUS = Object.values(STATUS_WORDS)
const VISIBILITY_WORDS = ['Public', 'Private'] as const
/**
 * True for a text that can stand only in the words of a charger or its team's name; no index helps below three letters.
 */
const inWordsOnly = (q: string): boolean =>
  q.length >= 3 && [...meantWords(q, WORDS_OF_STATUS), ...meantWords(q, VISIBILITY_WORDS)].length === 0

/**
 * The search over id, name, team, street, description, visibility, status and last heartbeat (D-CHARGER-8). Matches
 * among few values (teams, words) are found before the rows are looked at; a time is a range.
 */
function searched(q: string, tz: number, now: Date): RawBuilder<boolean> {
  const pattern = `%${likeText(q)}%`
  const parts: RawBuilder<boolean>[] = [
    sql<boolean>`${WORDS} ilike ${pattern}`,
    sql<boolean>`c.team_id = any(array(select t.id from team t where t.name ilike ${pattern}))`,
  ]
  const words = meantWords(q, WORDS_OF_STATUS)
  if (words.length > 0) parts.push(sql<boolean>`${statusSql(now)} = any(${sql.val(words)}::text[])`)
  const seen = meantWords(q, VISIBILITY_WORDS).map(w => w === 'Public')
  if (seen.length > 0) parts.push(sql<boolean>`(c.access_level = 'Public') = any(${sql.val(seen)}::boolean[])`)
  const range = writtenTime(q, tz, now)
  if (range) parts.push(sql<boolean>`(s.last_heartbeat_at >= ${range.from} and s.last_heartbeat_at < ${range.to})`)
  return joined(parts, 'OR')
}

export type ListRow = {
  pk: number
  id: string
  name: string
  companyId: number
  teamId: number
  teamName: string
  description: string
  chargerType: 'AC' | 'DC'
  accessLevel: 'Public' | 'Private' | 'Semi-Public'
  street: string | null
  houseNumber: string | null
  zipcode: string | null
  city: string | null
  state: string | null
  latitude: number | null
  longitude: number | null
  siteName: string | null
  status: StatusText
  liveStatus: LiveStatus
  unknownSince: Date | null
  lastHeartbeatAt: Date | null
  lastMessageAt: Date | null
  protocol: string | null
  health: NonNullable<ChargerRow['health']>
  connectors:
    | {
        connectorId: number
        evseId: number | null
        evseConnectorId: number | null
        connectorName: string
        status: string | null
      }[]
    | null
}

const INDIA = 330
const BASE = sql`charger c join charger_state s on s.chargepoint_pk = c.chargepoint_pk ${NAMES}`
/** `zone`: the time zone of business days. */
type Asked = Pick<ListQuery, 'page' | 'pageSize' | 'cursor' | 'sort' | 'q' | 'filters' | 'export' | 'tz'> & {
  zone: string
}

const narrowed = (query: Pick<Asked, 'q' | 'filters' | 'tz' | 'zone'>, now: Date): RawBuilder<boolean> | undefined => {
  const parts: RawBuilder<boolean>[] = []
  if (query.q) parts.push(searched(query.q, query.tz ?? INDIA, now))
  if (query.filters && query.filters.conditions.length > 0)
    parts.push(filtersSql(query.filters, columns(now, query.zone), query.tz ?? INDIA))
  return parts.length > 0 ? joined(parts, 'AND') : undefined
}

/** The tables and the condition for the chargers of a search and filters. */
export const matchingSql = (query: Pick<Asked, 'q' | 'filters' | 'tz' | 'zone'>, now: Date) => ({
  from: BASE,
  where: narrowed(query, now) ?? sql<boolean>`true`,
})

/** The keys that pass search and filter, in order: of a page, or all of them for an export. */
const keys = (scope: Scope, query: Asked, now: Date): RawBuilder<{ pk: number }> => {
  const condition = narrowed(query, now)
  return sql<{ pk: number }>`select c.chargepoint_pk as pk from ${BASE}
    where c.deleted_at is null and ${within(scope, 'c')} ${condition ? sql`and ${condition}` : sql``}
      and ${behindSql(query, { number: sql`c.chargepoint_pk` })}
    ${orderOf(query, now)} ${pageSql(query)}`
}
/** The order of the list: the newest first unless sorted otherwise. */
export const orderOf = (query: Pick<Asked, 'q' | 'sort' | 'cursor' | 'zone'>, now: Date): RawBuilder<unknown> => {
  const { sort = query.cursor === undefined ? '-chargepoint_pk' : 'chargepoint_pk' } = query
  // The key is never empty, so its index gives the order; but where the index of words answers a search, walking the
  // keys for the few matches would take longer than sorting the matches.
  if (sort === '-chargepoint_pk')
    return query.q && inWordsOnly(query.q)
      ? sql`order by c.chargepoint_pk + 0 desc`
      : sql`order by c.chargepoint_pk desc`
  return sort === 'chargepoint_pk'
    ? sql`order by c.chargepoint_pk`
    : orderSql(sort, columns(now, query.zone), sql`c.chargepoint_pk`)
}

/** The rows of the keys `found`; columns beyond the sort field are read for these rows only. */
const rowsOf = (found: RawBuilder<unknown>, order: RawBuilder<unknown>, now: Date, zone: string) => sql<ListRow>`
  with found as materialized (${found})
  select c.chargepoint_pk as pk, c.chargepoint_id as id, c.chargepoint_name as name, c.company_id, c.team_id,
    ${teamName} as team_name, c.description, c.charger_type, c.access_level, c.street, c.house_number, c.zipcode,
    c.city, c.state, c.latitude::float8 as latitude, c.longitude::float8 as longitude, ${siteName} as site_name,
    ${statusSql(now)} as status, ${liveStatusSql('s', now)} as live_status, ${unknownSinceSql('s')} as unknown_since,
    s.last_heartbeat_at, s.last_message_at, ${protocolSql('s')} as protocol,
    ${healthSql(now, zone)} as health,
    (select json_agg(json_build_object('connectorId', n.connector_id, 'evseId', n.evse_id,
      'evseConnectorId', ${evseConnectorSql('n')}, 'connectorName', n.connector_name, 'status', n.status)
      order by n.connector_id) from connector n where n.chargepoint_pk = c.chargepoint_pk) as connectors
  from found f join charger c on c.chargepoint_pk = f.pk join charger_state s on s.chargepoint_pk = f.pk ${NAMES} ${order}`

/** Returns one page. */
export const list = async (db: Db, scope: Scope, query: Asked, now: Date): Promise<ListRow[]> =>
  (await rowsOf(keys(scope, query, now), orderOf(query, now), now, query.zone).execute(db)).rows

/** Returns the chargers of the scope with these keys, in the order of the keys. */
export const byKeys = async (
  db: Db,
  scope: Scope,
  pks: readonly number[],
  { now, zone }: { now: Date; zone: string },
): Promise<ListRow[]> => {
  const found = sql`select c.chargepoint_pk as pk, k.place from unnest(${sql.val(pks)}::int[]) with ordinality as k (pk, place)
    join charger c on c.chargepoint_pk = k.pk where c.deleted_at is null and ${within(scope, 'c')}`
  return (await rowsOf(found, sql`order by f.place`, now, zone).execute(db)).rows
}

const PORTION = 500
/** Yields all rows, in portions, for an export; ends early when nobody reads on. */
export async function* all(db: Db, scope: Scope, query: Asked, now: Date): AsyncGenerator<ListRow[]> {
  const pks = (await keys(scope, query, now).execute(db)).rows.map(r => r.pk)
  for (let from = 0; from < pks.length; from += PORTION) {
    const portion = sql.val(pks.slice(from, from + PORTION))
    const found = sql`select * from unnest(${portion}::int[]) with ordinality as f (pk, place)`
    yield (await rowsOf(found, sql`order by f.place`, now, query.zone).execute(db)).rows
  }
}

/** Counts for the cards over the whole scope, and the rows left by search and filter. */
export async function count(
  db: Db,
  scope: Scope,
  query: Asked,
  now: Date,
): Promise<{ summary: ChargerSummary; total: number }> {
  const condition = narrowed(query, now)
  const cards = sql<ChargerSummary>`
    select count(*) as total, count(*) filter (where x.status = ${sql.lit(STATUS_WORDS.A)}) as active,
      count(*) filter (where x.status <> ${sql.lit(STATUS_WORDS.A)}) as inactive, count(*) filter (where x.public) as public
    from (select ${statusSql(now)} as status, c.access_level = 'Public' as public
      from ${BASE} where c.deleted_at is null and ${within(scope, 'c')}) x`
  const left = sql<{ n: number }>`select count(*) as n from ${BASE}
    where c.deleted_at is null and ${within(scope, 'c')} and ${condition ?? sql<boolean>`true`}`
  const [{ rows }, matching] = await Promise.all([cards.execute(db), condition && left.execute(db)])
  const summary = rows[0] ?? { total: 0, active: 0, inactive: 0, public: 0 }
  return { summary, total: matching ? (matching.rows[0]?.n ?? 0) : summary.total }
}
