// The keys that differ, as lists show them and as actions choose them.
import type { ListQuery } from '@wattdesk/base/paging'
import { type RawBuilder, sql } from 'kysely'
import { type Scope, within } from '#platform/access/scope.ts'
import { ints, texts } from '#platform/db/columns.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import type { Stored } from '#platform/db/record.ts'
import { recordReads } from '#platform/records/reads.ts'
import { settingsDriftFields } from './settings-drift.fields.ts'

type Row = Stored<'settingsDrift'> & {
  chargepointId: string
  templateName: string | null
  model: string | null
  teamName: string
  connection: 'Online' | 'Offline'
}
// Left joins, so that the planner leaves out each table that a statement does not use.
const FROM = sql`settings_drift d left join charger c on c.chargepoint_pk = d.chargepoint_pk
  left join charger_state s on s.chargepoint_pk = d.chargepoint_pk left join team t on t.id = d.team_id
  left join settings_template p on p.template_id = d.template_id`
const reads = recordReads<Row>()({
  fields: settingsDriftFields,
  from: FROM,
  alias: 'd',
  id: sql`d.chargepoint_pk, d.key`,
  cursor: { number: sql`d.chargepoint_pk`, text: sql`d.key` },
  joined: {
    chargepoint_id: sql`c.chargepoint_id`,
    template_name: sql`p.name`,
    model: sql`nullif(concat_ws(' ', s.vendor, s.model), '')`,
    team_name: sql`t.name`,
    connection: sql`(case when s.connected then 'Online' else 'Offline' end)`,
  },
  order: '-since',
})
export const { reply } = reads

type Asked = Pick<ListQuery, 'q' | 'filters' | 'tz'>
/** Keys of chargers, one by one, or all that a search and filters leave but some. */
export type DriftChoice = {
  rows?: readonly { chargepoint_pk: number; key: string }[] | undefined
  matching?: (Asked & { except?: readonly { chargepoint_pk: number; key: string }[] | undefined }) | undefined
}
const named = (rows: NonNullable<DriftChoice['rows']>) =>
  sql`(select * from unnest(${ints(rows.map(r => r.chargepoint_pk))}, ${texts(rows.map(r => r.key.trim().toLowerCase()))}) x (pk, key))`
const chosen = ({ rows = [], matching }: DriftChoice): RawBuilder<boolean> =>
  matching
    ? sql<boolean>`${reads.matching({ ...matching, page: 1, pageSize: 1 } as ListQuery)}
        and (d.chargepoint_pk, d.key) not in ${named(matching.except ?? [])}`
    : sql<boolean>`(d.chargepoint_pk, d.key) in ${named(rows)}`

export type ChosenDrift = { pk: number; id: string; keys: string[] }
/** The chargers of chosen keys, each with its keys, in the order of their ids; at most `most`. */
export const chooseDrift = async (
  db: Db | Trx,
  scope: Scope,
  choice: DriftChoice,
  most: number,
): Promise<ChosenDrift[]> =>
  (
    await sql<ChosenDrift>`select d.chargepoint_pk as pk, c.chargepoint_id as id, array_agg(d.key order by d.key) as keys
      from ${FROM} where c.deleted_at is null and ${within(scope, 'd')} and ${chosen(choice)}
      group by 1, 2 order by 2, 1 limit ${most}`.execute(db)
  ).rows

export type KeyToPush = { key: string; spelling: string; wished: string }
/** The keys of a charger that differ now, among the given ones or all that count; never those by which it signs in. */
export const keysToPush = async (
  trx: Trx,
  pk: number,
  { keys, isWishedToo }: { keys: readonly string[] | null; isWishedToo: boolean },
): Promise<KeyToPush[]> =>
  (
    await sql<KeyToPush>`select d.key, d.spelling, d.wished from settings_drift d where d.chargepoint_pk = ${pk}
      and d.state <> 'After a restart' and d.key !~ '(^|[.])(authorizationkey|basicauthpassword|securityprofile)([[].*)?$'
      and ${keys ? sql`d.key = any(${texts(keys)})` : isWishedToo ? sql`true` : sql`d.counts`} order by d.key`.execute(
      trx,
    )
  ).rows
