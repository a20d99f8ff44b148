// The chargers that a campaign chooses: what its choice holds now, of the model of its file and without its version.
import { type RawBuilder, sql } from 'kysely'
import { matchingSql } from '#fleet/chargers/charger-list.store.ts'
import { type Scope, within } from '#platform/access/scope.ts'
import { ints, texts } from '#platform/db/columns.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import type { CampaignCount, FleetVersion } from './campaign.contract.ts'
import { MOST_CHARGERS } from './campaign.words.ts'
import type { CampaignChoice } from './campaign-body.contract.ts'
import { matchingOf } from './campaign-matching.contract.ts'

/** The file that is to fit. */
type File = { vendor: string; model: string; version: string }
type At = { now: Date; zone: string }

const told = (column: RawBuilder<unknown>) => sql`lower(trim(coalesce(${column}, '')))`
const isSame = (column: RawBuilder<unknown>, text: string) =>
  sql<boolean>`${told(column)} = ${text.trim().toLowerCase()}`

/** The record belongs to the scope and to the campaign's company: staff of the platform see other companies, whose chargers may not use the file. */
const isOwn = (scope: Scope, alias: string) =>
  sql<boolean>`(${within(scope, alias)} and ${sql.ref(`${alias}.company_id`)} = (select company_id from team where id = ${scope.teamId}))`

function chosen(scope: Scope, { teamId, sites, versions, chargers, matching }: CampaignChoice, { now, zone }: At) {
  const { from, where } = matchingSql({ ...matchingOf(matching), zone }, now)
  const parts = [
    sql`c.deleted_at is null and c.is_active and c.registration_status = 'Accepted' and ${isOwn(scope, 'c')} and ${where}`,
    ...(teamId === null ? [] : [sql`c.team_id in (select id from team where ${teamId} = any(path))`]),
    ...(sites ? [sql`c.zone_id = any(${ints(sites)})`] : []),
    ...(versions ? [sql`${told(sql`s.fw_version`)} = any(${texts(versions.map(v => v.trim().toLowerCase()))})`] : []),
    ...(chargers ? [sql`c.chargepoint_pk = any(${ints(chargers)})`] : []),
  ]
  return { from, where: sql.join(parts, sql` and `) }
}
const TAKEN = sql<boolean>`exists (select from firmware_campaign_charger o where o.chargepoint_pk = c.chargepoint_pk and o.is_open)`
const fits = (f: File) => sql<boolean>`(${isSame(sql`s.vendor`, f.vendor)} and ${isSame(sql`s.model`, f.model)})`
const isOther = (f: File) => sql<boolean>`not ${isSame(sql`s.fw_version`, f.version)}`

const FIRST = 10
export async function countChosen(
  db: Db,
  scope: Scope,
  choice: CampaignChoice,
  f: File,
  at: At,
): Promise<CampaignCount> {
  const { from, where } = chosen(scope, choice, at)
  const { rows } = await sql<CampaignCount>`
    with x as materialized (select c.chargepoint_id, s.connected, ${fits(f)} as fits, ${isOther(f)} as is_other, ${TAKEN} as is_taken,
        exists (select from transaction r where r.chargepoint_pk = c.chargepoint_pk and r.stopped_at is null) as charges
      from ${from} where ${where}),
    y as (select * from x where fits and is_other)
    select (select count(*) from y) as count, (select count(*) from y where not connected) as offline,
      (select count(*) from y where charges) as charging, (select count(*) from y where is_taken) as taken,
      (select count(*) from x where fits and not is_other) as same_version,
      (select count(*) from x where not fits) as other_model,
      coalesce((select json_agg(z.chargepoint_id) from (select chargepoint_id from y order by 1 limit ${FIRST}) z), '[]') as first`.execute(
    db,
  )
  return rows[0] ?? { count: 0, offline: 0, charging: 0, sameVersion: 0, otherModel: 0, taken: 0, first: [] }
}

export type ChosenCharger = {
  pk: number
  id: string
  vendor: string | null
  model: string | null
  version: string | null
  isTaken: boolean
}
/** The chosen chargers in the order of their ids, one more than a campaign may have at most; locked against other campaigns. */
export const chooseChargers = async (
  trx: Trx,
  scope: Scope,
  choice: CampaignChoice,
  f: File,
  at: At,
): Promise<ChosenCharger[]> => {
  const { from, where } = chosen(scope, choice, at)
  return (
    await sql<ChosenCharger>`select c.chargepoint_pk as pk, c.chargepoint_id as id, s.vendor, s.model, s.fw_version as version,
        ${TAKEN} as is_taken
      from ${from} where ${where} and ${fits(f)} and ${isOther(f)} order by c.chargepoint_id limit ${MOST_CHARGERS + 1}`.execute(
      trx,
    )
  ).rows
}

/** How many of the sites are of the scope: a choice may name no others. */
export const countSites = async (trx: Trx, scope: Scope, sites: readonly number[]): Promise<number> =>
  (
    await sql<{ n: number }>`select count(*) as n from charging_site z where z.zone_id = any(${ints(sites)})
      and ${isOwn(scope, 'z')}`.execute(trx)
  ).rows[0]?.n ?? 0
export const countChargers = async (trx: Trx, scope: Scope, pks: readonly number[]): Promise<number> =>
  (
    await sql<{ n: number }>`select count(*) as n from charger c where c.deleted_at is null
      and c.chargepoint_pk = any(${ints(pks)}) and ${isOwn(scope, 'c')}`.execute(trx)
  ).rows[0]?.n ?? 0

export const fleetVersions = async (db: Db, scope: Scope): Promise<FleetVersion[]> =>
  (
    await sql<FleetVersion>`select s.vendor, s.model, s.fw_version as version, count(*) as chargers
      from charger c join charger_state s using (chargepoint_pk)
      where c.deleted_at is null and ${isOwn(scope, 'c')} and s.vendor is not null and s.model is not null and s.fw_version is not null
      group by 1, 2, 3 order by count(*) desc, 1, 2, 3 limit 500`.execute(db)
  ).rows
