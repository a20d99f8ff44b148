// Chargers, their connectors and the changes that their messages make. Reading for screens is in charger-list.store.ts.
import { type RawBuilder, sql } from 'kysely'
import type { Closing } from '#fleet/maintenance/closing.words.ts'
import { closingsSql } from '#fleet/maintenance/planned-time.store.ts'
import { booleans, ints, texts, times, unhurried } from '#platform/db/columns.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { lockConnectionStates } from './charger-connection.store.ts'
import { chargerSinceInCompany } from './charger-since.store.ts'
import { keepSilences } from './charger-trouble.store.ts'
import { BEYOND_S } from './clock.rules.ts'
import type { Evse } from './evse.rules.ts'
import type { LiveStatus } from './station.rules.ts'

type StoredConnector = {
  connectorId: number
  status: string | null
  errorCode: string | null
  statusAt: Date | null
  /** The charger's own time of its last status, ms since 1970, if this process has heard it. */
  toldMs?: number | undefined
  priceGroupId: number | null
  kw: number | null
  /** False for a connector that the charger reported before anybody described it (D-OCPP-6). */
  isConfigured: boolean
  /** The pair by which the charger names it in OCPP 2.0.1; null where the charger has not. */
  evse: Evse | null
}
/** sent: the answer is awaited; unknown: no answer came; reboot: taken, in use after the charger's next start. */
export type NextKey = { keyHash: string; state: 'sent' | 'unknown' | 'reboot' }

/** A charger as the OCPP side keeps it while connected. */
export type StoredCharger = {
  pk: number
  id: string
  name: string
  teamId: number
  companyId: number
  /** The operator: the organisation in a charger's certificate (D-OCPP-9). */
  companyName: string
  /** The address of the installation that the company has moved to; null: it is here. */
  movedTo: string | null
  chargerType: 'AC' | 'DC'
  registration: 'Pending' | 'Accepted' | 'Rejected'
  isActive: boolean
  isFree: boolean
  preparingState: boolean
  toleranceWatt: number
  /** 1000 where a person has agreed that registers without a unit are kWh. */
  registerScale: 1 | 1000
  meterIntervalSec: number
  securityProfile: number | null
  /** A higher profile that the charger may have taken (charger-key.store.ts). */
  nextSecurityProfile: number | null
  keyHash: string | null
  /** Keys on their way to the charger. */
  nextKeys: NextKey[]
  maxPowerWatt: number | null
  bootAccepted: boolean
  byHand: boolean
  /** When a person last set or ended maintenance. */
  maintenanceChangedAt: Date | null
  /** The planned maintenances that are not over; null without any. */
  closings: Closing[] | null
  /** The availability that the charger as a whole is to be told of, until it takes the change. */
  availabilityWish: 'Inoperative' | 'Operative' | null
  wholeStatus: string | null
  wholeErrorCode: string | null
  wholeStatusAt: Date | null
  wholeToldMs?: number | undefined
  /** Seconds by which the charger's clock is ahead of ours; null: not known, or not steady. */
  clockOffsetSec: number | null
  liveStatus: LiveStatus
  /** As the charger reported it. */
  serial: string | null
  /** As the operator entered it. */
  serialByHand: string | null
  /** The events on which mails go out (D-CHARGER-6). */
  mailEvents: string[]
  connectors: StoredConnector[]
}

const stored = (where: RawBuilder<unknown>) => sql<
  Omit<StoredCharger, 'connectors' | 'wholeStatusAt'> & {
    wholeStatusAt: Date | null
    connectors:
      | {
          i: number
          s: string | null
          e: string | null
          t: number | null
          p: number | null
          k: number | null
          c: boolean
          ve: number | null
          vc: number | null
        }[]
      | null
  }
>`
  select c.chargepoint_pk as pk, c.chargepoint_id as id, c.chargepoint_name as name, c.team_id, c.company_id,
    co.name as company_name, v.moved_to, c.charger_type, c.registration_status as registration, c.is_active, c.charger_category = 'free' as is_free,
    c.preparing_state, c.tolerance_watt,
    case when c.kwh_registers_since is null then 1 else 1000 end as register_scale, c.meter_interval_sec, c.security_profile, c.next_security_profile, c.key_hash,
    c.max_power_watt, c.serial_number as serial_by_hand,
    coalesce((select json_agg(json_build_object('keyHash', k.key_hash, 'state', k.state)) from charger_next_key k
      where k.chargepoint_pk = c.chargepoint_pk), '[]') as next_keys,
    coalesce((select m.events from charger_mail_settings m where m.chargepoint_pk = c.chargepoint_pk and m.is_enabled
      and not c.exclude_from_email), '{}') as mail_events,
    s.boot_accepted, s.maintenance_by_hand as by_hand, s.whole_status, s.whole_error_code, s.whole_status_at,
    s.live_status, s.availability_wish, s.maintenance_changed_at, ${closingsSql(sql`c.chargepoint_pk`)} as closings, s.clock_offset_sec, s.charge_point_serial as serial,
    (select json_agg(json_build_object('i', n.connector_id, 's', n.status, 'e', n.error_code,
        't', extract(epoch from n.status_at) * 1000, 'p', n.price_group_id, 'k', n.kw,
        'c', n.is_configured, 've', n.evse_id, 'vc', n.evse_connector_id) order by n.connector_id)
      from connector n where n.chargepoint_pk = c.chargepoint_pk) as connectors
  from charger c join charger_state s using (chargepoint_pk) join team co on co.id = c.company_id
    left join company_moved v on v.company_id = c.company_id
  where c.deleted_at is null and ${where}`

async function readStored(db: Db, where: RawBuilder<unknown>): Promise<StoredCharger[]> {
  const { rows } = await stored(where).execute(db)
  return rows.map(r => ({
    ...r,
    connectors: (r.connectors ?? []).map(c => ({
      connectorId: c.i,
      status: c.s,
      errorCode: c.e,
      statusAt: c.t === null ? null : new Date(c.t),
      priceGroupId: c.p,
      kw: c.k,
      isConfigured: c.c,
      evse: c.ve === null || c.vc === null ? null : { id: c.ve, connectorId: c.vc },
    })),
  }))
}

/** Returns the chargers with these identities that exist and are not deleted. */
export const byIdentities = (db: Db, ids: readonly string[]): Promise<StoredCharger[]> =>
  readStored(db, sql`c.chargepoint_id = any(${sql.val(ids)}::text[])`)

export const byPk = async (db: Db, pk: number): Promise<StoredCharger | undefined> =>
  (await readStored(db, sql`c.chargepoint_pk = ${pk}`))[0]

export type Boot = {
  pk: number
  connectionNo: number
  at: Date
  accepted: boolean
  vendor: string
  model: string
  chargePointSerial: string | null
  chargeBoxSerial: string | null
  fwVersion: string | null
  iccid: string | null
  imsi: string | null
  meterType: string | null
  meterSerial: string | null
  /** Why it started, where its protocol has a word for it. */
  reason: string | null
}
/**
 * Stores boots: the charger's report about itself, where a serial number left out stays as it was. Acceptance outlives
 * restarts (O-10, O-11). Returns for each boot the heartbeat interval that an operator set and the charger took, while
 * the charger belonged to its company; null where no operator did (D-OCPP-2).
 */
export async function saveBoots(db: Db, boots: readonly Boot[]): Promise<(number | null)[]> {
  const { rows } = await sql<{ pk: number; heartbeatSec: number }>`
    with ${lockConnectionStates(boots.map(b => b.pk))},
    b as materialized (select * from json_to_recordset(${JSON.stringify(boots)}::json) b ("pk" int, "connectionNo" int, "at" timestamptz,
        "accepted" boolean, "vendor" text, "model" text, "chargePointSerial" text, "chargeBoxSerial" text,
        "fwVersion" text, "iccid" text, "imsi" text, "meterType" text, "meterSerial" text, "reason" text)),
    s as (update charger_state s set boot_accepted = b."accepted", last_boot_at = b."at",
        first_boot_at = coalesce(s.first_boot_at, b."at"), last_message_at = b."at", vendor = b."vendor", model = b."model",
        charge_point_serial = coalesce(b."chargePointSerial", s.charge_point_serial),
        charge_box_serial = coalesce(b."chargeBoxSerial", s.charge_box_serial), fw_version = b."fwVersion",
        iccid = b."iccid", imsi = b."imsi", meter_type = b."meterType",
        meter_serial = coalesce(b."meterSerial", s.meter_serial)
      from b join held on held_pk = b."pk" where s.chargepoint_pk = b."pk"),
    h as (insert into connection_history (company_id, team_id, chargepoint_pk, connection_no, event, reason, at)
      select c.company_id, c.team_id, b."pk", b."connectionNo", 'booted', b."reason", b."at"
      from b join charger c on c.chargepoint_pk = b."pk")
    select w.chargepoint_pk as pk, w.value::int as heartbeat_sec from charger_config_wish w
    where w.chargepoint_pk in (select b."pk" from b) and w.key = 'heartbeatinterval' and w.is_taken and w.set_by is not null
      and w.value ~ '^[1-9][0-9]{0,5}$' and w.set_at >= ${chargerSinceInCompany(sql`w.chargepoint_pk`)}`.execute(db)
  const heartbeats = new Map(rows.map(r => [r.pk, r.heartbeatSec]))
  return boots.map(b => heartbeats.get(b.pk) ?? null)
}

export type Status = {
  companyId: number
  teamId: number
  pk: number
  connectorId: number
  status: string
  errorCode: string | null
  info: string | null
  vendorErrorCode: string | null
  at: Date
  /** The charger's own time, where it differs from `at`. */
  toldAt: Date | null
  receivedAt: Date
  /** False for a status older than the known status: it goes into the history only. */
  isNewest: boolean
  /** True when the charger may have sent this status before: the history is checked, and it is stored only once. */
  mayRepeat: boolean
}
/**
 * Stores status notifications, in the order of the charger's times. Makes unknown connectors on first sight (D-OCPP-6).
 */
export async function saveStatuses(db: Db, statuses: readonly Status[]): Promise<void> {
  const newest = [...new Map(statuses.filter(s => s.isNewest).map(s => [`${s.pk} ${s.connectorId}`, s])).values()]
  const whole = newest.filter(s => s.connectorId === 0)
  const last = newest.filter(s => s.connectorId > 0).sort((a, b) => a.pk - b.pk || a.connectorId - b.connectorId)
  const ofCharger =
    whole.length > 0
      ? sql`${lockConnectionStates(whole.map(s => s.pk))},
    w as (update charger_state s set whole_status = x.status, whole_error_code = x.error_code, whole_status_at = x.at
      from unnest(${ints(whole.map(s => s.pk))}, ${texts(whole.map(s => s.status))}, ${texts(whole.map(s => s.errorCode))},
        ${times(whole.map(s => s.at))}) x (pk, status, error_code, at) join held on held_pk = x.pk
      where s.chargepoint_pk = x.pk and (s.whole_status_at is null or s.whole_status_at <= x.at)),`
      : sql``
  // By the clocks of both sides, a message is received a day before it was made at the earliest.
  const unlessStored = statuses.some(s => s.mayRepeat)
    ? sql`where not x.may_repeat or not exists (select from connector_status_history h where h.chargepoint_pk = x.pk
        and h.connector_id = x.no and coalesce(h.told_at, h.at) = coalesce(x.told_at, x.at)
        and h.received_at >= coalesce(x.told_at, x.at) - interval '1 day' and h.status = x.status
        and (h.error_code, h.info, h.vendor_error_code) is not distinct from (x.error_code, x.info, x.vendor_error_code))`
    : sql``
  await sql`
    with ${ofCharger}
    told as materialized (select * from unnest(${ints(last.map(s => s.pk))}, ${ints(last.map(s => s.connectorId))},
        ${texts(last.map(s => s.status))}, ${texts(last.map(s => s.errorCode))}, ${texts(last.map(s => s.info))},
        ${texts(last.map(s => s.vendorErrorCode))}, ${times(last.map(s => s.at))}, ${times(last.map(s => s.receivedAt))})
        x (pk, no, status, error_code, info, vendor_error_code, at, received_at)),
    -- An update takes no lock before it writes and draws no number, as the insert of a connector that is known would.
    n as (update connector n set status = x.status, error_code = x.error_code, info = x.info,
        vendor_error_code = x.vendor_error_code, status_at = x.at, status_received_at = x.received_at
      from told x where n.chargepoint_pk = x.pk and n.connector_id = x.no and (n.status_at is null or n.status_at <= x.at)),
    c as (insert into connector (chargepoint_pk, connector_id, connector_name, is_configured, status, error_code, info,
        vendor_error_code, status_at, status_received_at)
      select pk, no, no::text, false, status, error_code, info, vendor_error_code, at, received_at from told x
      where not exists (select from connector n where n.chargepoint_pk = x.pk and n.connector_id = x.no)
      on conflict (chargepoint_pk, connector_id) do update set status = excluded.status, error_code = excluded.error_code,
        info = excluded.info, vendor_error_code = excluded.vendor_error_code, status_at = excluded.status_at,
        status_received_at = excluded.status_received_at
      where connector.status_at is null or connector.status_at <= excluded.status_at)
    insert into connector_status_history (company_id, team_id, chargepoint_pk, connector_id, status, error_code, info,
      vendor_error_code, at, told_at, received_at)
    select company_id, team_id, pk, no, status, error_code, info, vendor_error_code, at, told_at, received_at
    from ${unhurried}, unnest(${ints(statuses.map(s => s.companyId))}, ${ints(statuses.map(s => s.teamId))},
      ${ints(statuses.map(s => s.pk))}, ${ints(statuses.map(s => s.connectorId))}, ${texts(statuses.map(s => s.status))},
      ${texts(statuses.map(s => s.errorCode))}, ${texts(statuses.map(s => s.info))},
      ${texts(statuses.map(s => s.vendorErrorCode))}, ${times(statuses.map(s => s.at))}, ${times(statuses.map(s => s.toldAt))},
      ${times(statuses.map(s => s.receivedAt))}, ${booleans(statuses.map(s => s.mayRepeat))})
      x (company_id, team_id, pk, no, status, error_code, info, vendor_error_code, at, told_at, received_at, may_repeat)
    ${unlessStored}`.execute(db)
}

/** Makes connectors that nobody described, on first sight (D-OCPP-6). */
export async function addConnectors(db: Db | Trx, seen: readonly { pk: number; connectorId: number }[]): Promise<void> {
  await sql`insert into connector (chargepoint_pk, connector_id, connector_name, is_configured)
    select pk, no, no::text, false from unnest(${ints(seen.map(n => n.pk))},
      ${ints(seen.map(n => n.connectorId))}) x (pk, no) on conflict do nothing`.execute(db)
}

/** Stores the pair by which a station of OCPP 2.0.1 names a connector, and makes the connector where it is new. */
export async function saveEvse(db: Db, pk: number, connectorId: number, evse: Evse): Promise<void> {
  await sql`insert into connector (chargepoint_pk, connector_id, connector_name, is_configured, evse_id, evse_connector_id)
    values (${pk}, ${connectorId}, ${String(connectorId)}, false, ${evse.id}, ${evse.connectorId})
    on conflict (chargepoint_pk, connector_id) do update
      set evse_id = excluded.evse_id, evse_connector_id = excluded.evse_connector_id`.execute(db)
}

export type LiveChange = {
  companyId: number
  teamId: number
  pk: number
  to: LiveStatus
  reason: string | null
  changedBy: number | null
  at: Date
  /**
   * The socket that reports the change; a socket with a successor, here or on another node, changes nothing (D-OCPP-8).
   */
  connectionNo: number
  /** Maintenance by hand as the node knew it; where a person has changed it since, the status is worked out again. */
  byHand: boolean
}
/**
 * The time of a change that follows another change: its own time, or the next millisecond where clocks or the order of
 * transactions would put it before. Histories are read by these times.
 */
export const after = (at: RawBuilder<unknown>, before: string): RawBuilder<Date> =>
  sql<Date>`greatest(${at}, ${sql.ref(before)} + interval '1 millisecond')`

/** The reason for a status that was worked out again after people changed the charger's record. */
export const BY_HAND = 'Changed by hand'
/**
 * For `x`, a status reported now, and `held`, the charger before it: a charger that goes out of service without an
 * error just after a person has ended maintenance obeys the maintenance late, and is told of its end next (D-UP-1).
 */
const lateToldSql = sql<boolean>`(x.is_now = 'maintenance' and not x.by_hand
  and coalesce(x.reason = ${BY_HAND}, true)
  and coalesce(x.told_at < held.maintenance_changed_at + interval '1 minute'
    or held.availability_wish = 'Operative' and x.told_at < held.maintenance_changed_at + interval '10 minutes', false))`

/** Stores live statuses as they are now, with the history of those that changed (D-LIVE-5). */
export async function saveLiveChanges(db: Db | Trx, changes: readonly LiveChange[]): Promise<void> {
  // Each charger once in a statement: a second change of the same charger follows in the next statement.
  const later: LiveChange[] = []
  const first = new Map<number, LiveChange>()
  for (const c of changes)
    if (!first.has(c.pk)) first.set(c.pk, c)
    else later.push(c)
  const now = [...first.values()]
  await sql`
    with held as materialized (select chargepoint_pk, connection_no, live_status, maintenance_by_hand, status_changed_at,
        availability_wish, maintenance_changed_at from charger_state
      where chargepoint_pk = any(${ints(now.map(c => c.pk))}) order by chargepoint_pk for update),
    x as materialized (select x.*, held.live_status as was, ${after(sql`x.told_at`, 'held.status_changed_at')} as at,
        ${lateToldSql} as is_planned
      from unnest(${ints(now.map(c => c.companyId))}, ${ints(now.map(c => c.teamId))}, ${ints(now.map(c => c.pk))},
        ${texts(now.map(c => c.to))}, ${texts(now.map(c => c.reason))}, ${ints(now.map(c => c.changedBy))},
        ${times(now.map(c => c.at))}, ${ints(now.map(c => c.connectionNo))}, ${booleans(now.map(c => c.byHand))})
        x (company_id, team_id, pk, is_now, reason, changed_by, told_at, connection_no, by_hand)
      join held on held.chargepoint_pk = x.pk and held.connection_no <= x.connection_no and held.live_status <> x.is_now
        and held.maintenance_by_hand = x.by_hand),
    s as (update charger_state s set live_status = x.is_now, status_changed_at = x.at,
        maintenance_ended_at = case when x.is_planned then x.at else s.maintenance_ended_at end
      from x where s.chargepoint_pk = x.pk)
    insert into station_status_history (company_id, team_id, chargepoint_pk, from_status, to_status, reason, changed_by, changed_at,
      is_planned)
    select company_id, team_id, pk, was, is_now, reason, changed_by, at, is_planned from ${unhurried}, x`.execute(db)
  if (later.length > 0) await saveLiveChanges(db, later)
}

export type SignOfLife = {
  pk: number
  at: Date
  heartbeatAt: Date | null
  connectionNo: number
  /** The clock offset where it has changed: seconds ahead of ours, or null for an unknown clock. */
  clock: { offsetSec: number | null } | undefined
}
/**
 * Stores last message, last heartbeat and clock offset, some time later. The newest connection knows the clock best.
 */
export async function saveSignsOfLife(db: Db, signs: readonly SignOfLife[]): Promise<void> {
  await sql`
    with ${lockConnectionStates(signs.map(s => s.pk))},
    o as materialized (select * from unnest(${ints(signs.map(o => o.pk))}, ${times(signs.map(o => o.at))},
      ${times(signs.map(o => o.heartbeatAt))}, ${ints(signs.map(o => o.connectionNo))},
      ${booleans(signs.map(o => o.clock !== undefined))}, ${ints(signs.map(o => o.clock?.offsetSec ?? null))})
      o (pk, at, beat, no, has_clock, clock)),
    silence as (${keepSilences(sql`(select o.pk, o.at, held.spoke_at from o join held on held_pk = o.pk)`)})
    update charger_state s set last_message_at = greatest(s.last_message_at, o.at), last_heartbeat_at = coalesce(o.beat, s.last_heartbeat_at),
      clock_offset_sec = case when o.has_clock and s.connection_no <= o.no then o.clock else s.clock_offset_sec end,
      clock_off_since = case when not (o.has_clock and s.connection_no <= o.no) then s.clock_off_since
        when abs(o.clock) > ${BEYOND_S} then coalesce(s.clock_off_since, o.at) end
    from ${unhurried}, o join held on held_pk = o.pk where s.chargepoint_pk = o.pk`.execute(db)
}

/** The companies that have moved to another installation. */
export const movedCompanies = async (db: Db): Promise<number[]> =>
  (await sql<{ id: number }>`select company_id as id from company_moved`.execute(db)).rows.map(r => r.id)
