// Chargers that wait to join: records with the registration status Pending that have sent a message, and refused ids
// for which no record has been created since.
import type { ListQuery } from '@wattdesk/base/paging'
import { type RawBuilder, sql } from 'kysely'
import { type Scope, within } from '#platform/access/scope.ts'
import type { Db } from '#platform/db/db.ts'
import { type Columns, endSql, filtersSql, joined, type Keyed, searchSql } from '#platform/db/list.ts'
import { type ListRows, pageOrExportRows } from '#platform/http/exports.ts'
import type { JoiningCharger } from './joining.contract.ts'

export type JoiningRow = Omit<
  JoiningCharger,
  'chargepoint_id' | 'chargepoint_pk' | 'team_name' | 'since' | 'lastAt'
> & {
  chargepointId: string
  chargepointPk: number | null
  teamName: string | null
  since: Date
  lastAt: Date
}

const columns: Columns = {
  chargepoint_id: { sql: sql`j.chargepoint_id`, type: 'text' },
  vendor: { sql: sql`j.vendor`, type: 'text' },
  model: { sql: sql`j.model`, type: 'text' },
  address: { sql: sql`j.address`, type: 'text' },
  refused: { sql: sql`j.refused`, type: 'number' },
  since: { sql: sql`j.since`, type: 'date' },
  lastAt: { sql: sql`j.last_at`, type: 'date' },
}

const turnedAway = sql`select k.chargepoint_id, 'record' as waits_for, null::int as chargepoint_pk, null::text as team_name,
  k.first_at as since, k.last_at, k.refused, k.address, k.protocols, k.user_agent, k.is_encrypted, k.has_credentials,
  null::text as vendor, null::text as model, null::text as serial_number, null::text as firmware
  from knock k where not exists (select 1 from charger c where c.chargepoint_id = k.chargepoint_id and c.deleted_at is null)`
const registering = (scope: Scope) => sql`select c.chargepoint_id, 'registration' as waits_for, c.chargepoint_pk,
  t.name as team_name, coalesce(s.first_boot_at, s.connected_at, c.created_at) as since, coalesce(s.last_message_at, c.created_at) as last_at, 0::bigint as refused,
  s.endpoint_address as address, s.ocpp_protocol as protocols, null::text as user_agent, null::boolean as is_encrypted,
  null::boolean as has_credentials, s.vendor, s.model, coalesce(c.serial_number, s.charge_point_serial) as serial_number,
  s.fw_version as firmware
  from charger c join charger_state s using (chargepoint_pk) join team t on t.id = c.team_id
  where c.registration_status = 'Pending' and c.deleted_at is null and s.last_message_at is not null and ${within(scope, 'c')}`

/**
 * `withRefused`: whether all refused chargers are included. They belong to no team: the platform sees all of them,
 * others only a charger whose exact id they search for.
 */
function from({ scope, withRefused }: Asked, { q }: ListQuery): RawBuilder<unknown> {
  const named = q ? sql`union all ${turnedAway} and k.chargepoint_id = ${q}` : sql``
  return sql`(${registering(scope)} ${withRefused ? sql`union all ${turnedAway}` : named}) j`
}
const narrowed = (query: ListQuery): RawBuilder<boolean> =>
  joined(
    [
      searchSql(query.q, [sql`j.chargepoint_id`, sql`j.vendor`, sql`j.model`, sql`j.serial_number`, sql`j.address`]),
      filtersSql(query.filters, columns, query.tz),
    ],
    'AND',
  )

type Asked = { scope: Scope; withRefused: boolean }
/** One page, the charger heard last first unless sorted otherwise. */
export const list = (db: Db, asked: Asked, query: ListQuery): Promise<ListRows<JoiningRow>> =>
  pageOrExportRows(
    db,
    query,
    sql<
      JoiningRow & Keyed<string>
    >`select j.chargepoint_id as cursor_key, j.* from ${from(asked, query)} where ${narrowed(query)}
      ${endSql(query, '-lastAt', columns, { text: sql`j.chargepoint_id` })}`,
  )
export const count = async (db: Db, asked: Asked, query: ListQuery): Promise<number> =>
  (
    await sql<{
      n: number
    }>`select count(*)::int as n from ${from(asked, query)} where ${narrowed(query)}`.execute(db)
  ).rows[0]?.n ?? 0

/** The refused charger with exactly this id, unless a record was created since. */
export const knock = async (db: Db, chargepointId: string): Promise<JoiningRow | undefined> =>
  (await sql<JoiningRow>`select j.* from (${turnedAway}) j where j.chargepoint_id = ${chargepointId}`.execute(db))
    .rows[0]

export const joiningOf = (r: JoiningRow): JoiningCharger => {
  const { chargepointId, chargepointPk, teamName, since, lastAt, ...rest } = r
  return {
    ...rest,
    chargepoint_id: chargepointId,
    chargepoint_pk: chargepointPk,
    team_name: teamName,
    refused: Number(rest.refused),
    since: since.toISOString(),
    lastAt: lastAt.toISOString(),
  }
}
