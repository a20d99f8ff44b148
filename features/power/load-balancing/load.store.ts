// The balanced sites and the limits told to their chargers (load_site, load_charger): read under the lock of the site,
// so that one decision follows the other, whichever node decides.
import { sql } from 'kysely'
import { keepOverdraws } from '#fleet/stations/charger-trouble.store.ts'
import { outsideLimitsSql } from '#fleet/stations/outside-limit.store.ts'
import { type Scope, within } from '#platform/access/scope.ts'
import { ints, jsons, texts, times } from '#platform/db/columns.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import type { ChargerFacts } from './load-facts.rules.ts'
import type { KeptPlan } from './load-kept.rules.ts'
import { overdrawOf } from './load-overdraw.rules.ts'
import type { Member, SiteMemory } from './load-site.rules.ts'
import type { LoadStanding, RunningSession } from './load-standing.rules.ts'
import type { LoadUnit } from './load-units.words.ts'

/**
 * Makes a site due at once, where its load is balanced; a site that is switched off keeps only its chargers' limits.
 */
export async function wake(db: Db | Trx, zoneIds: readonly number[], at: Date): Promise<void> {
  await sql`delete from load_site l using charging_site z
    where l.zone_id = any(${ints(zoneIds)}) and z.zone_id = l.zone_id and not z.is_load_balancing`.execute(db)
  await sql`insert into load_site (zone_id, due_at, on_since) select zone_id, ${at}, ${at} from charging_site
    where is_load_balancing and zone_id = any(${ints(zoneIds)})
    on conflict (zone_id) do update set due_at = least(load_site.due_at, excluded.due_at)`.execute(db)
}

/** Adds balanced sites that are missing in load_site. */
export const wakeUnknown = (db: Db, at: Date): Promise<unknown> =>
  sql`insert into load_site (zone_id, due_at, on_since) select z.zone_id, ${at}, ${at} from charging_site z
    where z.is_load_balancing and not exists (select from load_site l where l.zone_id = z.zone_id)
    on conflict do nothing`.execute(db)

/** Takes sites that are due, each by a single node, and makes them due again at `next`. */
export const claimDue = async (
  db: Db,
  { now, next, most }: { now: Date; next: Date; most: number },
): Promise<number[]> =>
  (
    await sql<{ zoneId: number }>`update load_site set due_at = ${next} where zone_id in
        (select zone_id from load_site where due_at <= ${now} order by due_at limit ${most} for update skip locked)
      returning zone_id`.execute(db)
  ).rows.map(r => r.zoneId)

/** Returns the balanced sites at which these chargers stand. */
export const sitesOf = async (db: Db, pks: readonly number[]): Promise<number[]> =>
  (
    await sql<{ zoneId: number }>`select distinct z.zone_id from charger c join charging_site z using (zone_id)
      where c.chargepoint_pk = any(${ints(pks)}) and z.is_load_balancing`.execute(db)
  ).rows.map(r => r.zoneId)

export type HeldSite = {
  zoneId: number
  companyId: number
  teamId: number
  value: number
  unit: LoadUnit
  memory: Partial<SiteMemory>
  plan: KeptPlan | null
  plannedAt: Date | null
}
/** Locks the balanced ones among these sites until the transaction ends, and with them the state of their chargers. */
export async function holdSites(trx: Trx, zoneIds: readonly number[]): Promise<HeldSite[]> {
  await sql`select from load_site where zone_id = any(${ints(zoneIds)}) order by zone_id for update`.execute(trx)
  const { rows } = await sql<HeldSite>`
    select l.zone_id, z.company_id, z.team_id, z.load_balancing_value::float8 as value, z.load_balancing_unit as unit,
      l.memory, l.plan, l.planned_at
    from load_site l join charging_site z using (zone_id)
    where l.zone_id = any(${ints(zoneIds)}) and z.is_load_balancing and z.load_balancing_value is not null
    order by l.zone_id`.execute(trx)
  await sql`select from load_charger where chargepoint_pk in
      (select chargepoint_pk from charger where zone_id = any(${ints(zoneIds)}))
    order by chargepoint_pk for update`.execute(trx)
  return rows
}

/**
 * The start of a session `t` came late, and its readings `v` say nothing about the time after that: the session may be
 * over (OCPP 1.6 §5.16.1).
 */
const isDoubtful = sql`(t.start_received_at - t.started_at > interval '5 minutes'
  and coalesce(v.metered_at, t.started_at) <= t.start_received_at)`

type Read = ChargerFacts & {
  zoneId: number
  id: string
  standing: LoadStanding | null
}
/** A charger of a site, with its id. */
export type NamedMember = Member & { id: string }
/** Returns the chargers of sites, in the order of their keys, with their present state. */
export async function membersOf(db: Db | Trx, zoneIds: readonly number[]): Promise<Map<number, NamedMember[]>> {
  const { rows } = await sql<Read>`
    select c.zone_id, c.chargepoint_pk as pk, c.chargepoint_id as id, c.charger_type as type, c.max_power_watt, l.standing, s.node,
      coalesce(s.connected and s.boot_accepted, false) and c.registration_status = 'Accepted' as is_usable,
      coalesce(s.connection_no, 0) as connection_no, coalesce(s.clock_offset_sec, 0) as clock_offset_sec,
      floor(extract(epoch from s.last_boot_at) * 1000)::float8 as boot_at, coalesce(n.connectors, '[]') as connectors, ${outsideLimitsSql('c')} as outside,
      (select floor(extract(epoch from greatest(o.on_since,
          (select max(h.since) from charger_site_history h where h.chargepoint_pk = c.chargepoint_pk))) * 1000)::float8
        from load_site o where o.zone_id = c.zone_id) as joined_at
    from charger c left join charger_state s using (chargepoint_pk) left join load_charger l using (chargepoint_pk)
    left join lateral (select json_agg(json_build_object('connectorId', n.connector_id, 'evseId', n.evse_id, 'kw', n.kw, 'volt', n.volt,
        'status', n.status, 'statusAt', floor(extract(epoch from n.status_at) * 1000), 'transactionId', t.transaction_id, 'powerW', t.power_w,
        'meteredAt', floor(extract(epoch from t.metered_at) * 1000), 'isDoubtful', t.is_doubtful) order by n.connector_id)
        as connectors
      from connector n left join lateral (select t.transaction_id, v.power_w, v.metered_at,
          ${isDoubtful} as is_doubtful
        from transaction t
          left join transaction_live v using (transaction_id)
          where t.chargepoint_pk = n.chargepoint_pk and t.connector_id = n.connector_id and t.stopped_at is null
          order by t.transaction_id desc limit 1) t on true
      where n.chargepoint_pk = c.chargepoint_pk) n on true
    where c.zone_id = any(${ints(zoneIds)}) and c.deleted_at is null order by c.zone_id, c.chargepoint_pk`.execute(db)
  const members = new Map<number, NamedMember[]>()
  for (const { zoneId, id, standing, ...facts } of rows) {
    const of = members.get(zoneId) ?? []
    of.push({ id, facts, standing })
    members.set(zoneId, of)
  }
  return members
}

/** Returns a site of the scope with its last decision, if it was ever balanced. */
export const siteFor = async (
  db: Db,
  scope: Scope,
  zoneId: number,
): Promise<(Pick<HeldSite, 'unit' | 'plan' | 'plannedAt'> & { isOn: boolean }) | undefined> =>
  (
    await sql<Pick<HeldSite, 'unit' | 'plan' | 'plannedAt'> & { isOn: boolean }>`
      select z.load_balancing_unit as unit, z.is_load_balancing as is_on, l.plan, l.planned_at
      from charging_site z left join load_site l using (zone_id)
      where z.zone_id = ${zoneId} and ${within(scope, 'z')}`.execute(db)
  ).rows[0]

/** `dueAt`: when the site is decided on again, where that is earlier than in any case. */
export type StoredPlan = { zoneId: number; plan: KeptPlan; memory: SiteMemory; dueAt: Date | null }
/** Keeps decisions: the plans of sites, and what stands or may stand at chargers from now on. */
export async function savePlans(
  trx: Trx,
  {
    sites,
    standings,
    at,
  }: {
    sites: readonly StoredPlan[]
    standings: readonly { pk: number; zoneId: number; standing: LoadStanding }[]
    at: Date
  },
): Promise<void> {
  await sql`update load_site l set plan = x.plan::jsonb, memory = x.memory::jsonb, planned_at = ${at},
      due_at = least(l.due_at, x.due_at)
    from unnest(${ints(sites.map(s => s.zoneId))}, ${jsons(sites.map(s => JSON.stringify(s.plan)))},
      ${jsons(sites.map(s => JSON.stringify(s.memory)))}, ${times(sites.map(s => s.dueAt))}) x (zone_id, plan, memory, due_at)
    where l.zone_id = x.zone_id`.execute(trx)
  if (standings.length === 0) return
  const over = standings.map(s => overdrawOf(s.standing.watch))
  const { rows: ended } = await sql<{ pk: number; since: Date }>`
    with was as materialized (select chargepoint_pk, overdraw_since from load_charger
      where chargepoint_pk = any(${ints(standings.map(s => s.pk))}) and overdraw_since is not null),
    kept as (insert into load_charger (chargepoint_pk, zone_id, standing, overdraw_since, overdraw, overdraw_limit, overdraw_unit)
    select x.pk, x.zone_id, x.standing::jsonb, x.since, x.draw, x.most, case when x.since is not null then x.unit end
    from unnest(${ints(standings.map(s => s.pk))}, ${ints(standings.map(s => s.zoneId))},
      ${jsons(standings.map(s => JSON.stringify(s.standing)))}, ${times(over.map(o => (o ? new Date(o.since) : null)))},
      ${ints(over.map(o => o?.draw ?? null))}, ${ints(over.map(o => o?.limit ?? null))},
      ${texts(standings.map(s => s.standing.unit))}) x (pk, zone_id, standing, since, draw, most, unit)
    order by x.pk
    on conflict (chargepoint_pk) do update set zone_id = excluded.zone_id, standing = excluded.standing,
      overdraw_since = excluded.overdraw_since, overdraw = excluded.overdraw, overdraw_limit = excluded.overdraw_limit,
      overdraw_unit = excluded.overdraw_unit
    returning chargepoint_pk, overdraw_since)
    select was.chargepoint_pk as pk, was.overdraw_since as since from was join kept using (chargepoint_pk)
    where was.overdraw_since is distinct from kept.overdraw_since`.execute(trx)
  await keepOverdraws(trx, ended, at)
}

export type HeldCharger = { standing: LoadStanding; bootAt: number | null; sessions: readonly RunningSession[] }
/**
 * Returns the state of a charger, its last boot and its sessions, locked until the transaction ends; undefined: none.
 */
export const holdCharger = async (trx: Trx, pk: number): Promise<HeldCharger | undefined> =>
  (
    await sql<HeldCharger>`
      select l.standing, floor(extract(epoch from s.last_boot_at) * 1000)::float8 as boot_at,
        (select coalesce(json_agg(json_build_object('connectorId', r.connector_id, 'transactionId', r.transaction_id,
            'isDoubtful', r.is_doubtful)), '[]')
          from (select distinct on (t.connector_id) t.connector_id, t.transaction_id, ${isDoubtful} as is_doubtful
            from transaction t left join transaction_live v using (transaction_id)
            where t.chargepoint_pk = l.chargepoint_pk and t.stopped_at is null
            order by t.connector_id, t.transaction_id desc) r) as sessions
      from load_charger l left join charger_state s using (chargepoint_pk)
      where l.chargepoint_pk = ${pk} for update of l`.execute(trx)
  ).rows[0]
export const keepCharger = (trx: Trx, pk: number, standing: LoadStanding): Promise<unknown> =>
  sql`update load_charger set standing = ${JSON.stringify(standing)}::jsonb where chargepoint_pk = ${pk}`.execute(trx)
/** Forgets the limits told to a charger, unless it has come to a balanced site meanwhile. */
export const forgetIfStray = (db: Db, pk: number): Promise<unknown> =>
  sql`delete from load_charger l using charger c left join charging_site z on z.zone_id = c.zone_id and c.deleted_at is null
    where l.chargepoint_pk = ${pk} and c.chargepoint_pk = l.chargepoint_pk and not coalesce(z.is_load_balancing, false)`.execute(
    db,
  )

export type Stray = ChargerFacts & { standing: LoadStanding }
/** Returns connected chargers that were told limits and no longer stand at a balanced site. */
export const strays = async (db: Db): Promise<Stray[]> =>
  (
    await sql<Stray>`
      select c.chargepoint_pk as pk, c.charger_type as type, c.max_power_watt, s.node, true as is_usable, s.connection_no,
        null::float8 as boot_at, null::float8 as joined_at, coalesce(s.clock_offset_sec, 0) as clock_offset_sec, l.standing,
        (select coalesce(json_agg(json_build_object('connectorId', n.connector_id) order by n.connector_id), '[]')
          from connector n where n.chargepoint_pk = c.chargepoint_pk) as connectors
      from load_charger l join charger c using (chargepoint_pk) join charger_state s using (chargepoint_pk)
      left join charging_site z on z.zone_id = c.zone_id and c.deleted_at is null
      where s.connected and s.boot_accepted and not coalesce(z.is_load_balancing, false)`.execute(db)
  ).rows
/** Forgets the limits told to deleted chargers: nobody can send them anything any more. */
export const forgetDeleted = (db: Db): Promise<unknown> =>
  sql`delete from load_charger l using charger c
    where c.chargepoint_pk = l.chargepoint_pk and c.deleted_at is not null`.execute(db)
