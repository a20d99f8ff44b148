// The lists of the portal that are not sent by mail, with the reason of each: report-sources.test.ts demands one of every list
// that keeps views and is no source.
const ONE = 'rows of one record, which the page of the record shows'
const MONTH = 'one month of the books: the month end is sent whole'
const SHORT = 'a short list that the browser searches and filters, which the server does not'
/** Lists of the portal that keep views and are not sent, by their names or the beginning of them, with the reason. */
export const NOT_SENT: Readonly<Record<string, string>> = {
  station_events: ONE,
  accounts: MONTH,
  entries: MONTH,
  open: MONTH,
  notes_: MONTH,
  sales_register_: MONTH,
  payout_register_: MONTH,
  sales_summary_: MONTH,
  tax_at_source_: MONTH,
  vouchers_: MONTH,
  e_invoices: 'what the portal is told, which is looked at where it fails',
  commission_invoices: 'papers for the accountant, each of which is sent with its payout',
  meter_values_: ONE,
  wallet_history: ONE,
  'security-events-': ONE,
  'station-events-': ONE,
  'device-model-': ONE,
  'monitors-': ONE,
  'configuration-': ONE,
  campaign_charge_points: ONE,
  action_charge_points: ONE,
  'maintenance-chargers': ONE,
  'rows of the file': ONE,
  incidents: ONE,
  'team members': ONE,
  'gst registrations': ONE,
  'teams and roles': ONE,
  'report runs': ONE,
  'alert-trial': 'a trial, which nobody keeps',
  'actions on many': 'what is under way now, of all teams',
  sessions_to_review: SHORT,
  webhooks: 'who is told, which is looked at where it is changed',
  deliveries: 'calls of programs, of use while something is wrong',
}
