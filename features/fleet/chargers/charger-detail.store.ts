// Reads a charger for its page: the record, its connectors and their running sessions. Also hides a deleted charger.

import { type RawBuilder, sql } from 'kysely'
import { evseConnectorSql } from '#fleet/stations/evse.store.ts'
import type { LiveStatus } from '#fleet/stations/station.rules.ts'
import { heardSql, isWholeOutSql, liveStatusSql, powerNowSql, unknownSinceSql } from '#fleet/stations/station.store.ts'
import { type Scope, within } from '#platform/access/scope.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import type { OldConnector } from './charger-change.rules.ts'
import type { Fields } from './charger-fields.rules.ts'
import { bestFirst, isCharger } from './charger-id.store.ts'

const one = (scope: Scope, id: string): RawBuilder<unknown> => sql`(select c.* from charger c
  where c.deleted_at is null and ${within(scope, 'c')} and ${isCharger('c', id)} order by ${bestFirst('c', id)} limit 1)`

export type FoundCharger = { pk: number; id: string; name: string; companyId: number; teamId: number }
/** The charger behind `{id}` of a path (D-GEN-4); undefined when it is not in the scope. */
export const find = async (db: Db | Trx, scope: Scope, id: string): Promise<FoundCharger | undefined> =>
  (
    await sql<FoundCharger>`select c.chargepoint_pk as pk, c.chargepoint_id as id, c.chargepoint_name as name,
      c.company_id, c.team_id from ${one(scope, id)} c`.execute(db)
  ).rows[0]

export type DetailRow = Fields & {
  chargepointPk: number
  companyId: number
  teamId: number
  teamName: string
  zoneId: number | null
  zoneName: string | null
  maxPowerWatt: number | null
  createdAt: Date
  connected: boolean
  heard: boolean
  bootAccepted: boolean
  liveStatus: LiveStatus
  connectedAt: Date | null
  disconnectedAt: Date | null
  unknownSince: Date | null
  lastMessageAt: Date | null
  lastHeartbeatAt: Date | null
  firstBootAt: Date | null
  lastBootAt: Date | null
  maintenanceByHand: boolean
  maintenanceReason: string | null
  statusChangedAt: Date | null
  wholeStatus: string | null
  wholeErrorCode: string | null
  endpointAddress: string | null
  ocppProtocol: string | null
  vendor: string | null
  model: string | null
  chargePointSerial: string | null
  chargeBoxSerial: string | null
  fwVersion: string | null
  iccid: string | null
  imsi: string | null
  meterType: string | null
  meterSerial: string | null
  fwUpdateStatus: string | null
  fwUpdateAt: Date | null
  diagnosticsStatus: string | null
  diagnosticsAt: Date | null
  clockOffsetSec: number | null
  hasKey: boolean
  settingsPk: number | null
  mailsEnabled: boolean | null
  mailRecipients: string[] | null
  mailEvents: string[] | null
}
const OF_CHARGER =
  sql.raw(`c.chargepoint_pk, c.chargepoint_id, c.chargepoint_name, c.company_id, c.team_id, c.charger_type,
  c.charger_category, c.registration_status, c.is_active, c.access_level, c.show_on_portal, c.description, c.note,
  c.admin_address, c.street, c.house_number, c.zipcode, c.city, c.state, c.country, c.latitude::float8 as latitude,
  c.longitude::float8 as longitude, c.zone_id, c.preparing_state, c.employee_or_resident, c.pay_with_wallet,
  c.pay_with_card, c.exclude_from_email, c.tolerance_watt, c.meter_interval_sec, c.security_profile, c.serial_number, c.max_power_watt,
  c.operator_email, c.operator_number1, c.operator_number2, c.amenities, c.photos, c.created_at,
  c.key_hash is not null as has_key`)
const OF_STATE =
  sql.raw(`s.connected, s.boot_accepted, s.connected_at, s.disconnected_at, s.last_message_at, s.last_heartbeat_at,
  s.first_boot_at, s.last_boot_at, s.maintenance_by_hand, s.maintenance_reason, s.status_changed_at, s.whole_status,
  s.whole_error_code, s.endpoint_address, s.ocpp_protocol, s.vendor, s.model, s.charge_point_serial, s.charge_box_serial,
  s.fw_version, s.iccid, s.imsi, s.meter_type, s.meter_serial, s.fw_update_status, s.fw_update_at, s.diagnostics_status,
  s.diagnostics_at, s.clock_offset_sec`)

export const get = async (db: Db | Trx, scope: Scope, id: string, now: Date): Promise<DetailRow | undefined> =>
  (
    await sql<DetailRow>`
      select ${OF_CHARGER}, ${OF_STATE}, ${heardSql('s', now)} as heard, ${liveStatusSql('s', now)} as live_status,
        ${unknownSinceSql('s')} as unknown_since,
        t.name as team_name, z.zone_name, m.settings_pk, m.is_enabled as mails_enabled, m.recipients as mail_recipients,
        m.events as mail_events
      from ${one(scope, id)} c join charger_state s using (chargepoint_pk) join team t on t.id = c.team_id
      left join charger_mail_settings m using (chargepoint_pk)
      left join charging_site z on z.zone_id = c.zone_id`.execute(db)
  ).rows[0]

export type ConnectorRow = OldConnector & {
  evseId: number | null
  evseConnectorId: number | null
  qrCodeUrl: string | null
  status: string | null
  errorCode: string | null
  info: string | null
  vendorErrorCode: string | null
  statusAt: Date | null
  unknownSince: Date | null
  isOutOfService: boolean
  transactionId: number | null
  startedAt: Date | null
  powerW: number | null
  socPercent: number | null
  energyWh: number | null
  chargedPaise: number | null
}
/** The connectors of a charger; energy and amount of a running session only where `money` covers the charger. */
export const connectors = async (db: Db | Trx, pk: number, money: Scope, now: Date): Promise<ConnectorRow[]> =>
  (
    await sql<ConnectorRow>`
      select n.connector_pk, n.connector_id, n.connector_name, n.connector_type, n.kw::float8 as kw, n.volt::float8 as volt,
        n.evse_id, ${evseConnectorSql('n')} as evse_connector_id, n.price_group_id, n.qr_code_url, n.is_configured, n.status, n.error_code, n.info, n.vendor_error_code, n.status_at,
        ${isWholeOutSql('s', now)} as is_out_of_service,
        case when ${heardSql('s', now)} is not true then coalesce(s.last_message_at, n.status_at) end as unknown_since,
        t.transaction_id, t.started_at, ${powerNowSql(now)} as power_w, l.soc_percent::float8 as soc_percent,
        case when ${within(money, 't')} then coalesce(l.current_wh - t.meter_start_wh, t.energy_wh) end as energy_wh,
        case when ${within(money, 't')} then coalesce(l.charged_paise, t.charged_paise) end as charged_paise
      from connector n join charger_state s using (chargepoint_pk)
      left join lateral (select * from transaction t where t.chargepoint_pk = n.chargepoint_pk
          and t.connector_id = n.connector_id and t.stopped_at is null order by t.transaction_id desc limit 1) t on true
      left join transaction_live l on l.transaction_id = t.transaction_id
      where n.chargepoint_pk = ${pk} order by n.connector_id`.execute(db)
  ).rows

export type OddRow = { field: string; value: string; count: number; lastAt: Date }
/** Values outside their enumeration that this charger sent, the most frequent first. */
export const oddValues = async (db: Db | Trx, pk: number): Promise<OddRow[]> =>
  (
    await sql<OddRow>`select field, value, count, last_at from odd_value where chargepoint_pk = ${pk}
      order by count desc, field, value limit 50`.execute(db)
  ).rows

/** Holds a charger of the scope until the transaction ends: neither moved nor deleted meanwhile. */
export const lock = async (trx: Trx, scope: Scope, id: string): Promise<FoundCharger | undefined> => {
  const known = await find(trx, scope, id)
  if (!known) return undefined
  await sql`select from charger where chargepoint_pk = ${known.pk} for update`.execute(trx)
  return find(trx, scope, String(known.pk))
}

/**
 * Hides a charger without a running session, and takes it from its team and its site; false when a session runs or
 * another caller was quicker (D-GEN-8).
 */
export const hide = async (db: Db | Trx, pk: number, at: Date): Promise<boolean> =>
  (
    await sql`with was as (select chargepoint_pk, zone_id from charger where chargepoint_pk = ${pk}),
      c as (update charger c set deleted_at = ${at}, zone_id = null where c.chargepoint_pk = ${pk} and c.deleted_at is null
        and not exists (select 1 from transaction t where t.chargepoint_pk = c.chargepoint_pk and t.stopped_at is null)
        returning c.chargepoint_pk, c.deleted_at),
      z as (insert into charger_site_history (chargepoint_pk, zone_id, since)
        select c.chargepoint_pk, null, c.deleted_at from c join was using (chargepoint_pk) where was.zone_id is not null
      on conflict (chargepoint_pk, since) do update set zone_id = excluded.zone_id)
      insert into charger_team_history (chargepoint_pk, team_id, since) select chargepoint_pk, null, deleted_at from c`.execute(
      db,
    )
  ).numAffectedRows === 1n
