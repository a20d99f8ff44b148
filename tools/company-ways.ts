// The way from a row of each growing table to its company: what a database cut by company would be cut by
// (docs/decisions/0056-the-cut-by-company.md). app/company-cut.test.ts demands a way for every growing table, and shows that
// no statement of the hot path takes a row of another company than the caller's.

/** `own`: the column `company_id`; `by`: a column, and the table and column by which it leads on; `none`: why there is no way. */
export type CompanyWay = 'own' | { by: readonly [column: string, table: string, key: string] } | { none: string }

const byCharger: CompanyWay = { by: ['chargepoint_pk', 'charger', 'chargepoint_pk'] }
const bySession: CompanyWay = { by: ['transaction_id', 'transaction', 'transaction_id'] }
const byParty: CompanyWay = { by: ['party_id', 'ledger_party', 'party_id'] }
const byPosting: CompanyWay = { by: ['posting_id', 'posting', 'posting_id'] }

const OWN = `account alert alert_message alert_rang archive_file audit_entry bell_notice bill bulk_action charger connection_history charging_site driver firmware
  commission_document e_invoice firmware_campaign firmware_content invoice
  ledger_gateway_day ledger_party maintenance_charger maintenance_window network_import ocpp_tag pay_session payment payment_change payout posting provider_check refund
  refund_borne refused_refund report_hour report_noted scheduled_report scheduled_report_receiver scheduled_report_run session_charger session_review settings_drift settings_exception station_status_history task
  transaction tax_setting upload uptime_point usage_change usage_day_kept usage_hour_kept vehicle voucher webhook_delivery webhook_event webhook_waiting connector_status_history`

export const COMPANY_WAYS: Readonly<Record<string, CompanyWay>> = {
  ...Object.fromEntries(OWN.split(/\s+/).map(table => [table, 'own' as const])),
  alert_event: { by: ['alert_id', 'alert', 'alert_id'] },
  alert_telling: { by: ['alert_id', 'alert', 'alert_id'] },
  archive_run: { by: ['archive_file_id', 'archive_file', 'archive_file_id'] },
  bulk_action_item: { by: ['bulk_action_id', 'bulk_action', 'bulk_action_id'] },
  charger_config_read: byCharger,
  charger_day: byCharger,
  charger_differs: byCharger,
  charger_file: byCharger,
  charger_incident: byCharger,
  charger_site_history: byCharger,
  charger_team_history: byCharger,
  charger_trouble: byCharger,
  e_invoice_change: { by: ['e_invoice_id', 'e_invoice', 'e_invoice_id'] },
  entry: byPosting,
  firmware_campaign_charger: { by: ['campaign_id', 'firmware_campaign', 'campaign_id'] },
  firmware_campaign_event: { by: ['campaign_id', 'firmware_campaign', 'campaign_id'] },
  firmware_link: byCharger,
  ledger_account_month: { by: ['account_id', 'account', 'account_id'] },
  ledger_month: byParty,
  ledger_month_accounts: byParty,
  ledger_open_bill: byPosting,
  load_history: { by: ['zone_id', 'charging_site', 'zone_id'] },
  load_charger_history: byCharger,
  maintenance_step: byCharger,
  network_import_row: { by: ['network_import_id', 'network_import', 'network_import_id'] },
  // Values of no session have their charge point alone, which every value has.
  meter_block: byCharger,
  meter_value: byCharger,
  ocpp_frame_block: byCharger,
  ocpp_frame_row: byCharger,
  pay_session_change: { by: ['pay_session_id', 'pay_session', 'pay_session_id'] },
  payout_change: { by: ['payout_no', 'payout', 'payout_no'] },
  payout_line: bySession,
  refund_change: { by: ['refund_id', 'refund', 'refund_id'] },
  reservation: byCharger,
  security_event: byCharger,
  settings_check: byCharger,
  outside_limit: byCharger,
  station_event: byCharger,
  task_part: byCharger,
  session_tag: { by: ['ocpp_tag_pk', 'ocpp_tag', 'ocpp_tag_pk'] },
  station_transaction: byCharger,
  transaction_live: bySession,
  transfer_state: byCharger,
  unknown_tag: byCharger,
  ocpp_frame_batch: { none: 'a batch holds frames of the charge points of all companies for up to an hour' },
  outbox: { none: 'mails go to people, whatever their company; sent ones go after their time' },
  irp_stand_in: { none: 'the books of the stand-in for the invoice registration portal, in test mode alone' },
  sandbox_object: { none: 'the books of the stand-in for the payment provider, in test mode alone' },
  session_email: { none: 'the addresses of all sessions, each once, for the search of the platform' },
  session_phone: { none: 'the numbers of all sessions, each once, for the search of the platform' },
  sign_in_try: { none: 'tries of usernames that may belong to nobody' },
}

/** The company of a row as SQL, `row` being the name of the table or its alias; undefined where there is no way. */
export function companyOf(table: string, row: string = table): string | undefined {
  const way = COMPANY_WAYS[table]
  if (way === undefined || (way !== 'own' && 'none' in way)) return undefined
  if (way === 'own') return `${row}.company_id`
  const [column, next, key] = way.by
  const further = companyOf(next, `of_${next}`)
  return further && `(select ${further} from ${next} of_${next} where of_${next}.${key} = ${row}.${column})`
}
