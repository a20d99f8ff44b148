// The lists and pages that scheduled reports send, with the columns of their grids (features/desk/scheduled-reports).
import { settingsExceptionColumns } from '#control/settings-templates/settings-exception-columns.tsx'
import { settingsTemplateColumns } from '#control/settings-templates/settings-template-columns.tsx'
import { auditColumns } from '#desk/audit-screen/audit-columns.tsx'
import { importColumns } from '#desk/network-import/network-import-columns.tsx'
import { refundColumns } from '#desk/refund-list/refund-columns.tsx'
import { refundRequestColumns } from '#desk/refund-list/refund-request-columns.tsx'
import { reportColumns } from '#desk/report/report-columns.tsx'
import {
  companyColumns,
  dashboardColumns,
  monthEndColumns,
  teamColumns,
  uptimeColumns,
} from '#desk/scheduled-reports/report-page-columns.tsx'
import type { ReportProps } from '#desk/scheduled-reports/report-props.rules.ts'
import type { SourceName } from '#desk/scheduled-reports/scheduled-report.words.ts'
import { scheduledReportColumns } from '#desk/scheduled-reports/scheduled-report-columns.tsx'
import { settingsDriftColumns } from '#desk/settings-drift-screen/settings-drift-columns.tsx'
import { transactionColumns } from '#desk/transactions/transaction-columns.tsx'
import { customerColumns } from '#drivers/cm-customers/customer-columns.tsx'
import { driverColumns } from '#drivers/drivers/driver-columns.tsx'
import { sentMessageColumns } from '#drivers/messages/sent-message-columns.tsx'
import { vehicleGrid } from '#drivers/vehicles/vehicle-columns.tsx'
import { chargerColumns } from '#fleet/chargers/charger-columns.tsx'
import { tagColumns } from '#fleet/tags/tag-columns.tsx'
import { unknownTagColumns } from '#fleet/tags/unknown-tag-columns.tsx'
import type { Column } from '#kit/columns.tsx'
import { priceGroupColumns } from '#money/price-groups/price-group-columns.tsx'
import { serviceRequestGrid } from '#office/service-requests/service-request-columns.tsx'
import { alertColumns } from '#operations/alerts/alert-columns.tsx'
import { alertRuleColumns } from '#operations/alerts/alert-rule-columns.tsx'
import { campaignColumns } from '#operations/campaigns/campaign-columns.tsx'
import { firmwareColumns } from '#operations/firmware/firmware-columns.tsx'
import { maintenanceColumns } from '#operations/maintenance/maintenance-columns.tsx'
import { apiKeyColumns } from '#people/api-keys/api-key-columns.tsx'
import { joiningColumns } from '#people/joining/joining-columns.tsx'
import { roleColumns } from '#people/roles/role-columns.tsx'
import { userColumns } from '#people/users/user-columns.tsx'
import { chargingProfileColumns } from '#power/charging-profiles/charging-profile-columns.tsx'
import { chargingSiteColumns } from '#power/charging-sites/charging-site-columns.tsx'
import { paymentColumns } from '#settlement/payments/payment-columns.tsx'
import { settlementColumns } from '#settlement/payouts/settlement-columns.tsx'
import type { ListKind } from './list-kind.ts'

// biome-ignore lint/suspicious/noExplicitAny: each list has rows of its own
type Columns = readonly Column<any>[]
const COLUMNS: Readonly<Record<SourceName, Columns | ((props: ReportProps) => Columns)>> = {
  transactions: transactionColumns,
  'upi-transactions': paymentColumns,
  settlements: settlementColumns(false),
  report: reportColumns,
  refunds: refundColumns,
  'refund-requests': refundRequestColumns,
  chargers: chargerColumns,
  charging_sites: chargingSiteColumns,
  charging_profiles: chargingProfileColumns,
  'waiting-to-join': joiningColumns,
  alerts: alertColumns,
  'alert-rules': ({ kinds }) => alertRuleColumns(kinds),
  maintenance: maintenanceColumns,
  campaigns: campaignColumns,
  firmware: firmwareColumns,
  'settings-templates': settingsTemplateColumns,
  'settings-drift': settingsDriftColumns,
  'settings-exceptions': settingsExceptionColumns,
  service_requests: serviceRequestGrid.columns,
  // A report is of a team and the teams below it.
  price_groups: priceGroupColumns(true),
  tags: tagColumns,
  'unknown-tags': unknownTagColumns,
  ev_drivers: driverColumns,
  customers: customerColumns,
  vehicles: vehicleGrid.columns,
  messages: sentMessageColumns,
  cms_system_users: userColumns,
  roles: roleColumns,
  audit: auditColumns,
  'api-keys': apiKeyColumns,
  'scheduled-reports': scheduledReportColumns,
  imports: importColumns,
  teams: teamColumns,
  companies: companyColumns,
  dashboard: dashboardColumns,
  uptime: uptimeColumns,
  'month-end': monthEndColumns,
}

/** The columns that a view shows, or the list at first; a file for programs has those besides that every file has. */
function shownColumns(all: Columns, { columns, format }: Pick<ReportProps, 'columns' | 'format'>): Columns {
  const chosen = new Map(columns?.map(c => [c.field, c.isShown]))
  const isShown = (c: Columns[number]) => !c.exportOnly && (c.identity || (chosen.get(c.field) ?? !c.hidden))
  const isTaken = (c: Columns[number]) => isShown(c) || c.onPaper || (format !== 'pdf' && (c.exportOnly || c.inFiles))
  return all.filter(isTaken).map(c => ({ ...c, hidden: false }))
}

const kindOf = (source: string, columns: (typeof COLUMNS)[SourceName]): ListKind<unknown, ReportProps> => ({
  // The dashboard begins with the figures of its whole time.
  ...(source === 'dashboard' && { sums: 1 }),
  title: ({ title }) => title,
  fileName: ({ fileName }) => fileName,
  facts: ({ facts }) => facts,
  columns: props => shownColumns(typeof columns === 'function' ? columns(props) : columns, props),
})
export const REPORT_LISTS: readonly (readonly [string, ListKind])[] = Object.entries(COLUMNS).map(
  ([source, columns]) => [`report-${source}`, kindOf(source, columns) as unknown as ListKind],
)
