// The tables of which no row moves with a company to another installation, each with the reason; those with rows that move are in
// app/company-move/tables.ts.

/** Worked out on the other side: by triggers as the rows come, or by its jobs. */
export const REBUILT: Readonly<Record<string, string>> = {
  alert: 'what is wrong there opens anew; what has ended is read on the old side',
  alert_event: 'the history of alerts',
  ledger_account_month: 'sums of entries, folded there',
  ledger_crossing: 'sums of entries, folded there',
  ledger_gateway_day: 'sums of entries, folded there',
  ledger_mark: 'how far the other side has folded',
  ledger_month: 'sums of entries, folded there',
  ledger_month_accounts: 'sums of entries, folded there',
  ledger_open_bill: 'sums of entries, folded there',
  ledger_party: 'sums of entries, folded there',
  load_charger: 'what the load balancing knows of a charger now',
  ocpp_frame_batch: 'its frames come as blocks',
  ocpp_frame_row: 'its frames come as blocks',
  report_hour: 'hours are noted as sessions come, and worked out',
  report_noted: 'noted by triggers',
  session_charger: 'names of sessions, kept by a trigger',
  session_email: 'addresses of sessions, kept by a trigger',
  session_phone: 'numbers of sessions, kept by a trigger',
  session_tag: 'names of sessions, kept by a trigger',
  usage_change: 'figures of sessions, kept by a trigger',
  usage_day_kept: 'figures of sessions, kept by a trigger',
  usage_hour_kept: 'figures of sessions, kept by a trigger',
  usage_stale: 'figures of sessions, kept by a trigger',
  usage_team_kept: 'figures of sessions, kept by a trigger',
  archive_file: 'the files are written anew with the new ids (archive-move.ts)',
  archive_run: 'the files are written anew with the new ids (archive-move.ts)',
}

/** Of the installation, or of a moment. */
export const STAYS: Readonly<Record<string, string>> = {
  company_moved: 'where a company of this installation has moved to',
  email_verification: 'a link that was mailed leads to the old side; it is asked for anew',
  installation_mode: 'of the installation',
  invoice_progress: 'how far the installation has made invoices',
  knock: 'charge points that nobody knows',
  migration: 'of the installation',
  node: 'of the installation',
  outbox: 'mails go out from the side on which they were written',
  pay_code: 'a code of minutes, of a driver who may pay any company',
  reset_code: 'a code of minutes',
  sealed_until: 'how far the installation has sealed its days',
  setting: 'of the installation',
  sign_in_door: 'from which networks people signed in; kept for a day',
  sign_in_try: 'tries of usernames that may belong to nobody',
}
