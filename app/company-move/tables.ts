// The tables of which rows move with a company to another installation (docs/decisions/0059-moving-a-company.md). Those that
// have none are in tools/company-rest.ts; app/company-tables.test.ts demands that every table is in one of both.
import type { MovedTable, SharedTable, Space } from '#platform/move/move-plan.ts'

/** Where ids of each kind of record come from. */
export const SPACES: Readonly<Record<string, Space>> = {
  team: { table: 'team', column: 'id' },
  user: { table: 'app_user', column: 'id' },
  role: { table: 'role', column: 'id' },
  payoutAccount: { table: 'payout_account', column: 'payout_detail_id' },
  priceGroup: { table: 'price_group', column: 'price_group_id' },
  priceVersion: { table: 'price_group_version', column: 'price_version_id' },
  site: { table: 'charging_site', column: 'zone_id' },
  charger: { table: 'charger', column: 'chargepoint_pk' },
  connector: { table: 'connector', column: 'connector_pk' },
  profile: { table: 'charging_profile', column: 'charging_profile_pk' },
  driver: { table: 'driver', column: 'id' },
  vehicle: { table: 'vehicle', column: 'vehicle_id' },
  tag: { table: 'ocpp_tag', column: 'ocpp_tag_pk' },
  reservation: { table: 'reservation', column: 'reservation_id' },
  session: { table: 'transaction', column: 'transaction_id', sequence: 'transaction_id_seq' },
  review: { table: 'session_review', column: 'id' },
  invoice: { table: 'invoice', column: 'invoice_id' },
  paySession: { table: 'pay_session', column: 'pay_session_id' },
  payment: { table: 'payment', column: 'payment_no' },
  refund: { table: 'refund', column: 'refund_id' },
  refusedRefund: { table: 'refused_refund', column: 'refused_refund_id' },
  payout: { table: 'payout', column: 'payout_no' },
  commissionDocument: { table: 'commission_document', column: 'document_id' },
  voucher: { table: 'voucher', column: 'voucher_id' },
  eInvoice: { table: 'e_invoice', column: 'e_invoice_id' },
  account: { table: 'account', column: 'account_id' },
  posting: { table: 'posting', column: 'posting_id' },
  bulkAction: { table: 'bulk_action', column: 'bulk_action_id' },
  settingsTemplate: { table: 'settings_template', column: 'template_id' },
  view: { table: 'saved_view', column: 'view_id' },
  scheduledReport: { table: 'scheduled_report', column: 'scheduled_report_id' },
  maintenance: { table: 'maintenance_window', column: 'maintenance_id' },
  ticket: { table: 'service_request', column: 'ticket_id' },
  campaign: { table: 'message_campaign', column: 'campaign_id' },
  chargerFile: { table: 'charger_file', column: 'file_id' },
  shape: { table: 'meter_shape', column: 'meter_shape_id' },
}

/** Both installations have these: the platform, its accounts of no company, and the shapes of readings. */
export const SHARED: readonly SharedTable[] = [
  { table: 'team', where: `x.company_type = 'GP'`, key: ['id', 'team'], natural: ['company_type'] },
  {
    table: 'account',
    where: 'x.company_id is null and x.ref = 0',
    key: ['account_id', 'account'],
    natural: ['kind', 'ref'],
  },
  { table: 'meter_shape', where: 'true', key: ['meter_shape_id', 'shape'], natural: ['md5(shape::text)'] },
]

const own = 'x.company_id = :c'
const through = (column: string, table: string, key = column) =>
  `x.${column} in (select ${key} from ${table} where company_id = :c)`
const byCharger = through('chargepoint_pk', 'charger')
const byTeam = through('team_id', 'team', 'id')
const byUser = through('user_id', 'app_user', 'id')
const bySession = through('transaction_id', 'transaction')
const place = { company_id: 'team', team_id: 'team' } as const
/** A team that was the company's is gone, or is of another company by now. */
const placeThen = { company_id: 'team', team_id: 'team?' } as const
const charger = { chargepoint_pk: 'charger' } as const
/** A charger that was sold since leaves its number, as a removed one does. */
const chargerThen = { chargepoint_pk: 'charger+' } as const
const newId = (space: string, of: string) => `(select n from mm_${space} where o = ${of})`

const people: readonly MovedTable[] = [
  {
    table: 'team',
    where: own,
    // Released, it is active there as it was here.
    from: `select (jsonb_populate_record(t, jsonb_build_object('is_active', coalesce(
      (select m.was_active from company_moved m where m.company_id = t.id), t.is_active)))).* from team t`,
    key: ['id', 'team'],
    ids: { parent_id: 'team', company_id: 'team', path: 'team[]', created_by: 'user?' },
  },
  { table: 'company', where: own, ids: { company_id: 'team', created_by: 'user?' } },
  { table: 'role', where: own, key: ['id', 'role'], ids: { company_id: 'team', created_by: 'user?' } },
  { table: 'role_access', where: through('role_id', 'role', 'id'), ids: { role_id: 'role' } },
  { table: 'app_user', where: own, key: ['id', 'user'], ids: { company_id: 'team', created_by: 'user?' } },
  {
    table: 'team_member',
    where: `${byTeam} and ${byUser} and ${through('role_id', 'role', 'id')}`,
    ids: { team_id: 'team', user_id: 'user', role_id: 'role' },
  },
  { table: 'payout_account', where: byTeam, key: ['payout_detail_id', 'payoutAccount'], ids: { team_id: 'team' } },
  {
    table: 'payout_account_history',
    where: byTeam,
    anew: ['history_id'],
    ids: { team_id: 'team' },
    json: ['accounts'],
  },
  { table: 'team_finance_history', where: byTeam, anew: ['history_id'], ids: { team_id: 'team' } },
  // The settings of the whole installation stay behind: the installation that takes the company in has its own.
  { table: 'tax_setting', where: own, anew: ['setting_id'], ids: { company_id: 'team', set_by: 'user?' } },
  { table: 'team_registration', where: byTeam, anew: ['line_id'], ids: { team_id: 'team' } },
  { table: 'upload', where: own, ids: { ...placeThen, created_by: 'user?' } },
  { table: 'service_request', where: own, key: ['ticket_id', 'ticket'], ids: { ...place, created_by: 'user?' } },
  {
    table: 'saved_view',
    where: `${own} and ${byUser}`,
    key: ['view_id', 'view'],
    ids: { ...place, user_id: 'user' },
    json: ['content'],
  },
  {
    table: 'saved_view_default',
    where: `${byUser} and x.view_id in (select v.view_id from saved_view v join app_user u on u.id = v.user_id
      where v.company_id = :c and u.company_id = :c)`,
    ids: { user_id: 'user', view_id: 'view' },
  },
  {
    table: 'scheduled_report',
    where: `${own} and (x.owner_id is null or ${through('owner_id', 'app_user', 'id')})`,
    key: ['scheduled_report_id', 'scheduledReport'],
    ids: { ...place, owner_id: 'user?', view_id: 'view?', users: 'user[]' },
  },
  {
    table: 'scheduled_report_receiver',
    where: `${own} and x.scheduled_report_id in (select r.scheduled_report_id from scheduled_report r
      left join app_user u on u.id = r.owner_id where r.company_id = :c and (u.company_id = :c or r.owner_id is null))`,
    ids: { company_id: 'team', scheduled_report_id: 'scheduledReport', user_id: 'user?' },
  },
]

const fleet: readonly MovedTable[] = [
  { table: 'price_group', where: own, key: ['price_group_id', 'priceGroup'], ids: place },
  {
    table: 'price_group_version',
    where: through('price_group_id', 'price_group'),
    key: ['price_version_id', 'priceVersion'],
    ids: { price_group_id: 'priceGroup' },
    json: ['content'],
  },
  { table: 'charging_site', where: own, key: ['zone_id', 'site'], ids: place },
  { table: 'charger', where: own, key: ['chargepoint_pk', 'charger'], ids: { ...place, zone_id: 'site' } },
  // No socket of a charger is open here.
  {
    table: 'charger_state',
    where: byCharger,
    ids: charger,
    set: { connected: 'false', node: 'null', unknown_since: 'null' },
  },
  {
    table: 'connector',
    where: byCharger,
    key: ['connector_pk', 'connector'],
    ids: { ...charger, price_group_id: 'priceGroup' },
  },
  {
    table: 'connector_price_history',
    where: byCharger,
    anew: ['history_id'],
    ids: { ...charger, price_group_id: 'priceGroup?' },
  },
  { table: 'charger_team_history', where: byCharger, anew: ['history_id'], ids: { ...charger, team_id: 'team?' } },
  { table: 'charger_site_history', where: byCharger, ids: { ...charger, zone_id: 'site?' } },
  { table: 'charger_instruction', where: byCharger, anew: ['id'], ids: charger },
  { table: 'charger_mail_settings', where: byCharger, anew: ['settings_pk'], ids: charger },
  { table: 'charger_mail_sent', where: byCharger, ids: charger },
  { table: 'charger_incident', where: byCharger, anew: ['serial_number'], ids: charger },
  { table: 'station_event', where: byCharger, anew: ['station_event_id'], ids: charger },
  { table: 'outside_limit', where: byCharger, ids: charger },
  { table: 'charger_config', where: byCharger, ids: charger },
  { table: 'charger_config_read', where: byCharger, ids: charger },
  { table: 'charger_config_wish', where: byCharger, ids: { ...charger, set_by: 'user?' } },
  { table: 'charger_certificate', where: own, anew: ['id'], ids: { ...chargerThen, company_id: 'team' } },
  { table: 'charger_day', where: byCharger, ids: charger },
  { table: 'charger_file', where: byCharger, key: ['file_id', 'chargerFile'], ids: charger },
  { table: 'charger_next_key', where: byCharger, ids: charger },
  { table: 'charger_pace', where: `${byCharger} and ${byTeam}`, ids: { ...charger, team_id: 'team' } },
  { table: 'charger_trouble', where: byCharger, anew: ['charger_trouble_id'], ids: charger },
  { table: 'charger_differs', where: byCharger, ids: charger },
  { table: 'odd_value', where: byCharger, ids: charger },
  { table: 'security_event', where: byCharger, anew: ['id'], ids: charger },
  { table: 'unknown_tag', where: byCharger, ids: charger },
  { table: 'transfer_state', where: byCharger, anew: ['id'], ids: charger },
  { table: 'uptime_mark', where: byCharger, ids: charger },
  { table: 'uptime_point', where: own, ids: place },
  { table: 'connection_history', where: own, anew: ['id'], ids: { ...place, ...chargerThen } },
  { table: 'station_status_history', where: own, anew: ['id'], ids: { ...place, ...chargerThen, changed_by: 'user?' } },
  { table: 'connector_status_history', where: own, ids: { ...place, ...chargerThen } },
  {
    table: 'alert_rule',
    where: own,
    anew: ['alert_rule_id'],
    ids: {
      ...place,
      charger_pks: 'charger[]',
      zone_ids: 'site[]',
      user_ids: 'user[]',
      role_ids: 'role[]',
      escalate_user_ids: 'user[]',
      escalate_role_ids: 'role[]',
    },
  },
  { table: 'alert_choice', where: byUser, ids: { user_id: 'user' } },
  { table: 'alert_stop', where: own, ids: { company_id: 'team' } },
  {
    table: 'maintenance_window',
    where: own,
    key: ['maintenance_id', 'maintenance'],
    ids: {
      ...place,
      charger_pks: 'charger[]',
      zone_ids: 'site[]',
      view_id: 'view?',
      created_by: 'user?',
      ended_by: 'user?',
    },
  },
  {
    table: 'maintenance_charger',
    where: `${own} and ${byCharger} and ${through('maintenance_id', 'maintenance_window')}`,
    ids: { maintenance_id: 'maintenance', chargepoint_pk: 'charger', company_id: 'team' },
  },
  // Tasks stay behind: what was sent and not answered is told again from there. Reservations have other numbers there.
  {
    table: 'maintenance_step',
    where: `${byCharger} and ${through('maintenance_id', 'maintenance_window')} and x.what <> 'reservation'`,
    anew: ['step_id'],
    ids: { maintenance_id: 'maintenance', chargepoint_pk: 'charger' },
    set: { task_id: 'null' },
  },
  { table: 'charging_profile', where: own, key: ['charging_profile_pk', 'profile'], ids: place },
  {
    table: 'charging_schedule_period',
    where: through('charging_profile_pk', 'charging_profile'),
    anew: ['schedule_period_pk'],
    ids: { charging_profile_pk: 'profile' },
  },
  // The plan of a site names chargers by their ids; it is made anew within the minute.
  {
    table: 'load_site',
    where: through('zone_id', 'charging_site'),
    ids: { zone_id: 'site' },
    set: { memory: `'{}'`, plan: 'null', planned_at: 'null', due_at: 'now()' },
  },
  { table: 'load_history', where: through('zone_id', 'charging_site'), ids: { zone_id: 'site' } },
  { table: 'load_charger_history', where: byCharger, ids: { ...charger, zone_id: 'site+' } },
  { table: 'local_list', where: byCharger, ids: charger },
  { table: 'local_list_tag', where: byCharger, ids: charger },
  { table: 'reservation', where: byCharger, key: ['reservation_id', 'reservation'], ids: charger },
  { table: 'task', where: own, ids: { ...place, ...chargerThen, created_by: 'user?' }, json: ['parameters'] },
  {
    table: 'settings_template',
    where: own,
    key: ['template_id', 'settingsTemplate'],
    ids: { ...place, created_by: 'user?' },
  },
  {
    table: 'settings_template_key',
    where: through('template_id', 'settings_template'),
    ids: { template_id: 'settingsTemplate' },
  },
  {
    table: 'settings_assignment',
    where: `${through('template_id', 'settings_template')} and (x.chargepoint_pk is null or ${byCharger})`,
    ids: { template_id: 'settingsTemplate', assigned_team_id: 'team?', chargepoint_pk: 'charger?' },
  },
  {
    table: 'settings_exception',
    where: `${own} and ${byCharger}`,
    anew: ['exception_id'],
    ids: { ...place, chargepoint_pk: 'charger', created_by: 'user?' },
  },
  {
    table: 'bulk_action',
    where: `${own} and ${byUser}`,
    key: ['bulk_action_id', 'bulkAction'],
    ids: { ...place, user_id: 'user' },
    json: ['parameters', 'predicate'],
  },
  {
    table: 'bulk_action_item',
    where: `${byCharger} and x.bulk_action_id in (select b.bulk_action_id from bulk_action b join app_user u on u.id = b.user_id
      where b.company_id = :c and u.company_id = :c)`,
    ids: { ...charger, bulk_action_id: 'bulkAction' },
  },
]

/** The frames of the company's chargers wherever they are, as blocks of at most 250 rows and a week. */
const FRAMES = `select r.chargepoint_pk, min(r.at) as first_at, max(r.at) as last_at, count(*)::int as n,
    '-infinity'::timestamptz as until_at, array_agg(r.id order by r.at, r.id) as ids, array_agg(r.at order by r.at, r.id) as ats,
    array_agg(r.direction order by r.at, r.id) as directions, array_agg(r.message order by r.at, r.id) as messages,
    array_agg(r.next_at order by r.at, r.id) as next_ats, array_agg(r.next_message order by r.at, r.id) as next_messages
  from (select f.*, date_bin('7 days', f.at, '2020-01-06 00:00+00') as week, (row_number() over (partition by f.chargepoint_pk,
      date_bin('7 days', f.at, '2020-01-06 00:00+00') order by f.at, f.id) - 1) / 250 as part
    from ocpp_frame_pair f where f.chargepoint_pk in (select chargepoint_pk from charger where company_id = :c)) r
  group by r.chargepoint_pk, r.week, r.part order by 1, 2`

const driversAndSessions: readonly MovedTable[] = [
  { table: 'driver', where: own, key: ['id', 'driver'], ids: place },
  { table: 'vehicle', where: own, key: ['vehicle_id', 'vehicle'], ids: { ...place, user_pk: 'driver?' } },
  { table: 'upi_id', where: through('driver_id', 'driver', 'id'), ids: { driver_id: 'driver' } },
  { table: 'message_campaign', where: own, key: ['campaign_id', 'campaign'], ids: { ...place, created_by: 'user?' } },
  {
    table: 'ocpp_tag',
    where: own,
    key: ['ocpp_tag_pk', 'tag'],
    ids: { ...place, parent_tag_pk: 'tag?', user_id: 'user?', driver_id: 'driver?' },
  },
  {
    table: 'ocpp_tag_charger',
    where: `${byCharger} and ${through('ocpp_tag_pk', 'ocpp_tag')}`,
    ids: { ...charger, ocpp_tag_pk: 'tag' },
  },
  {
    table: 'transaction',
    where: own,
    key: ['transaction_id', 'session'],
    ids: {
      ...place,
      ...chargerThen,
      ocpp_tag_pk: 'tag?',
      driver_id: 'driver?',
      reservation_id: 'reservation?',
      price_version_id: 'priceVersion?',
    },
  },
  { table: 'transaction_live', where: bySession, ids: { transaction_id: 'session' } },
  // A charger that was sold keeps those of its sessions before with the seller's sessions, which know no such names.
  { table: 'station_transaction', where: byCharger, ids: { ...charger, transaction_id: 'session?' } },
  {
    table: 'session_review',
    where: own,
    key: ['id', 'review'],
    ids: { ...place, ...chargerThen, transaction_id: 'session?', decided_by: 'user?' },
  },
  {
    table: 'meter_value',
    where: `(case when x.transaction_id is null then ${byCharger} else ${bySession} end)
      and x.received_at >= (select until_at from sealed_until where table_name = 'meter_value')`,
    ids: { ...chargerThen, transaction_id: 'session?', meter_shape_id: 'shape' },
    isInserted: false,
    isCounted: false,
  },
  {
    table: 'meter_block',
    where: `(case when x.transaction_id is null then ${byCharger} else ${bySession} end)
      and x.until_at <= (select until_at from sealed_until where table_name = 'meter_value')`,
    ids: { ...chargerThen, transaction_id: 'session?' },
    isCounted: false,
  },
  { table: 'ocpp_frame_block', where: 'true', from: FRAMES, ids: charger, isCounted: false },
]

/** The new key of an account's owner, by the kind of the account. */
const ACCOUNT_REF = `case
  when s.kind = 'wallet' then ${newId('driver', 's.ref')}
  when s.kind = 'card' then ${newId('tag', 's.ref')}
  when s.kind = 'hold' then ${newId('session', 's.ref')}
  when s.kind = 'payment' then ${newId('payment', 's.ref')}
  when s.kind = 'reserved' then ${newId('paySession', 's.ref')}
  else ${newId('team', 's.ref')} end`

const money: readonly MovedTable[] = [
  { table: 'bill', where: bySession, ids: { ...place, transaction_id: 'session' } },
  { table: 'bill_to_post', where: bySession, ids: { transaction_id: 'session' } },
  {
    table: 'invoice_counter',
    where: `(x.gstin, x.series, x.fiscal_year) in (select gstin, series, fiscal_year from invoice where company_id = :c
        union all select gstin, series, fiscal_year from commission_document where company_id = :c
       union all select gstin, series, fiscal_year from voucher where company_id = :c)`,
    // Where the series goes on here already it goes on behind both.
    onConflict:
      'on conflict (gstin, series, fiscal_year) do update set last = excluded.last where invoice_counter.last < excluded.last',
  },
  {
    table: 'invoice',
    where: own,
    key: ['invoice_id', 'invoice'],
    ids: { ...place, transaction_id: 'session', of_invoice_id: 'invoice' },
  },
  {
    table: 'pay_session',
    where: own,
    key: ['pay_session_id', 'paySession'],
    ids: { ...place, ...charger, driver_id: 'driver?', ocpp_tag_pk: 'tag', transaction_id: 'session?' },
  },
  {
    table: 'pay_session_change',
    where: through('pay_session_id', 'pay_session'),
    anew: ['change_id'],
    ids: { pay_session_id: 'paySession' },
  },
  {
    table: 'payment',
    where: own,
    key: ['payment_no', 'payment'],
    ids: { ...placeThen, chargepoint_pk: 'charger?', pay_session_id: 'paySession' },
  },
  { table: 'payment_change', where: own, anew: ['change_id'], ids: { company_id: 'team' } },
  {
    table: 'refund',
    where: own,
    key: ['refund_id', 'refund'],
    ids: { ...placeThen, transaction_id: 'session?', pay_session_id: 'paySession', requested_by: 'user?' },
    set: {
      idempotency_key: `case when s.idempotency_key ~ '^elsewhere_.*_[0-9]+$'
        then regexp_replace(s.idempotency_key, '[0-9]+$', ':n') else s.idempotency_key end`,
    },
  },
  { table: 'refund_change', where: through('refund_id', 'refund'), anew: ['change_id'], ids: { refund_id: 'refund' } },
  {
    table: 'voucher',
    where: own,
    key: ['voucher_id', 'voucher'],
    ids: { ...place, payment_no: 'payment', refund_id: 'refund?', of_voucher_id: 'voucher?' },
  },
  {
    table: 'refund_borne',
    where: own,
    anew: ['borne_id'],
    ids: { ...place, transaction_id: 'session?' },
    set: { posting_key: 'pg_temp.moved_key(s.posting_key)' },
  },
  {
    table: 'refused_refund',
    where: own,
    key: ['refused_refund_id', 'refusedRefund'],
    ids: { ...placeThen, closed_by: 'user?' },
  },
  {
    table: 'payout',
    where: own,
    key: ['payout_no', 'payout'],
    ids: { ...place, made_by: 'user?' },
    json: ['accounts'],
    set: { payout_id: '(select n from move_payout where o = s.payout_id)' },
  },
  {
    table: 'payout_change',
    where: through('payout_no', 'payout'),
    anew: ['change_id'],
    ids: { payout_no: 'payout', user_id: 'user?' },
  },
  {
    table: 'commission_document',
    where: own,
    key: ['document_id', 'commissionDocument'],
    ids: { ...place, payout_no: 'payout', corrects_payout_no: 'payout?', of_document_id: 'commissionDocument' },
  },
  {
    table: 'e_invoice',
    where: own,
    key: ['e_invoice_id', 'eInvoice'],
    ids: { ...place, invoice_id: 'invoice?', commission_document_id: 'commissionDocument?' },
  },
  {
    table: 'e_invoice_change',
    where: through('e_invoice_id', 'e_invoice'),
    anew: ['change_id'],
    ids: { e_invoice_id: 'eInvoice', user_id: 'user?' },
  },
  { table: 'payout_charger', where: through('payout_no', 'payout'), ids: { ...chargerThen, payout_no: 'payout' } },
  { table: 'payout_line', where: bySession, ids: { ...chargerThen, transaction_id: 'session', payout_no: 'payout' } },
  { table: 'provider_check', where: own, anew: ['check_id'], ids: { company_id: 'team' } },
  { table: 'webhook_event', where: own, ids: { company_id: 'team' } },
  {
    table: 'account',
    // The wallet of a driver who was taken back unused stays without an entry.
    where: `${own} and (x.kind <> 'wallet' or exists (select from driver d where d.id = x.ref))`,
    key: ['account_id', 'account'],
    ids: placeThen,
    set: { ref: ACCOUNT_REF },
    // The accounts of a team are there with the team.
    onConflict:
      'on conflict (kind, ref) do update set account_id = excluded.account_id, opened_at = excluded.opened_at',
  },
  {
    table: 'posting',
    where: own,
    key: ['posting_id', 'posting'],
    ids: { ...placeThen, reverses: 'posting?', transaction_id: 'session?', user_id: 'user?' },
    set: {
      idempotency_key: 'pg_temp.moved_key(s.idempotency_key)',
      note: 'coalesce((select n from move_payout where o = s.note), s.note)',
      request_hash: '(select hash from move_posting k where k.posting_id = s.posting_id)',
    },
  },
  { table: 'entry', where: through('posting_id', 'posting'), ids: { posting_id: 'posting', account_id: 'account' } },
  // After all that bears a date in the closed months.
  { table: 'month_closing', where: own, anew: ['closing_id'], ids: { company_id: 'team', user_id: 'user?' } },
  // The secrets come sealed by this side's secret (provider-secrets.ts).
  { table: 'provider_account', where: own, ids: { company_id: 'team' }, isInserted: false },
  {
    table: 'sandbox_object',
    where: `x.account = 'acc_sandbox' || :c`,
    set: { account: `'acc_sandbox' || :n` },
  },
]

const log: readonly MovedTable[] = [
  {
    table: 'audit_entry',
    where: own,
    anew: ['id'],
    ids: { ...placeThen, user_id: 'user?' },
    json: ['before', 'after'],
    set: { record_id: 'pg_temp.moved_record(s.feature, s.record_id)' },
  },
]

export const MOVED: readonly MovedTable[] = [...people, ...fleet, ...driversAndSessions, ...money, ...log]
