// The tables that grow with every session, payment, message or act of a person. A migration must not lock them for long,
// for with 10,000,000 sessions whatever reads or writes all of their rows takes minutes.
export const GROWING: ReadonlySet<string> = new Set(
  `account alert alert_event alert_message alert_rang alert_telling archive_file archive_run audit_entry bell_notice bill bulk_action bulk_action_item charger_config_read charger_day charger_differs charger_file charger_incident
  charger_site_history charger_team_history charger_trouble commission_document connection_history connector_status_history driver e_invoice e_invoice_change entry firmware firmware_campaign firmware_campaign_charger
  firmware_campaign_event firmware_content firmware_link invoice irp_stand_in
  ledger_account_month ledger_gateway_day ledger_month ledger_month_accounts ledger_open_bill ledger_party load_history network_import network_import_row
  load_charger_history maintenance_charger maintenance_step maintenance_window meter_block meter_value ocpp_frame_block ocpp_frame_row ocpp_tag outbox pay_session
  pay_session_change payment payment_change payout payout_change payout_line posting provider_check refund refund_borne
  refund_change refused_refund report_hour report_noted reservation sandbox_object scheduled_report scheduled_report_receiver scheduled_report_run security_event session_charger session_email session_phone session_review session_tag settings_check settings_drift settings_exception sign_in_try station_status_history station_event station_transaction task task_part transaction
  transaction_live transfer_state unknown_tag upload uptime_point usage_change usage_day_kept usage_hour_kept vehicle voucher
  webhook_delivery webhook_event webhook_waiting`.split(/\s+/),
)
