// From where each list is read that may be sent. Those that are not have their reasons in test-not-sent.ts.
import type { Can } from '@wattdesk/base/access'
import { type FilterFields, type Filters, isActive } from '@wattdesk/base/filters'
import { dayOf, formatFileTime } from '@wattdesk/base/time'
import { listSettingsDrift } from '#control/settings-drift/settings-drift.contract.ts'
import { listSettingsExceptions } from '#control/settings-templates/settings-exception.contract.ts'
import { listSettingsTemplates } from '#control/settings-templates/settings-template.contract.ts'
import { getStatistic } from '#desk/dashboard/dashboard.contract.ts'
import { listNetworkImports } from '#desk/network-import/network-import.contract.ts'
import { listRefunds } from '#desk/refund-list/refund-list.contract.ts'
import { listRefundRequests } from '#desk/refund-list/refund-request-list.contract.ts'
import { listReport } from '#desk/report/report.contract.ts'
import { listTransactions } from '#desk/transactions/transaction.contract.ts'
import { listCmCustomers } from '#drivers/cm-customers/cm-customer.contract.ts'
import { listDrivers } from '#drivers/drivers/driver.contract.ts'
import { listCampaigns as listMessages } from '#drivers/messages/campaign.contract.ts'
import { listVehicles } from '#drivers/vehicles/vehicle.contract.ts'
import { listChargers } from '#fleet/chargers/charger.contract.ts'
import { listTags } from '#fleet/tags/tag.contract.ts'
import { listUnknownTags } from '#fleet/tags/unknown-tag.contract.ts'
import { listUptime } from '#fleet/uptime/uptime.contract.ts'
import { listPriceGroups } from '#money/price-groups/price-group.contract.ts'
import { listAudit } from '#office/audit/audit.contract.ts'
import type { ViewContent } from '#office/saved-views/saved-view.contract.ts'
import { listServiceRequests } from '#office/service-requests/service-request.contract.ts'
import { listAlerts } from '#operations/alerts/alert.contract.ts'
import { listAlertRules } from '#operations/alerts/alert-rule.contract.ts'
import { listCampaigns } from '#operations/campaigns/campaign.contract.ts'
import { listFirmware } from '#operations/firmware/firmware.contract.ts'
import { listMaintenance } from '#operations/maintenance/maintenance.contract.ts'
import { listApiKeys } from '#people/api-keys/api-key.contract.ts'
import { listCompanies } from '#people/companies/company.contract.ts'
import { listJoining } from '#people/joining/joining.contract.ts'
import { listRoles } from '#people/roles/role.contract.ts'
import { listTeams } from '#people/teams/team.contract.ts'
import { listUsers } from '#people/users/user.contract.ts'
import { listChargingProfiles } from '#power/charging-profiles/charging-profile.contract.ts'
import { listSites } from '#power/charging-sites/charging-site.contract.ts'
import { listPayments } from '#settlement/payments/payment.contract.ts'
import { listPayouts } from '#settlement/payouts/payout.contract.ts'
import { getMonthEnd } from '#settlement/reconciliation/month-end.contract.ts'
import { lastDayOf } from './report-time.rules.ts'
import { listScheduledReports } from './scheduled-report.contract.ts'
import { type SourceName, sourceWords } from './scheduled-report.words.ts'

export type Span = { from: Date; to: Date }
/** A reading call: where it is made, and the right that it demands. */
export type ReadingCall = { path: string; can: Can; offers?: { filters: FilterFields } }
type Source = {
  endpoint: ReadingCall
  /** Whether the path names the team, or the query. */
  team: 'params' | 'query'
  /** The order of a list that nobody has sorted. */
  sort?: string
  /** The parameters of a period, where the list takes it beside its filters. */
  span?: (span: Span, zone: string) => Record<string, string>
}
const byPath = (endpoint: ReadingCall, sort?: string): Source => ({ endpoint, team: 'params', ...(sort && { sort }) })
const byQuery = (endpoint: ReadingCall, sort?: string): Source => ({ endpoint, team: 'query', ...(sort && { sort }) })

export const days = (span: Span, zone: string) => ({
  from: dayOf(span.from, zone),
  to: dayOf(lastDayOf(span, zone), zone),
})

export const LIST_SOURCES: Readonly<Record<SourceName, Source>> = {
  transactions: byPath(listTransactions, '-starttime'),
  'upi-transactions': { ...byQuery(listPayments, '-created_at'), span: days },
  settlements: byPath(listPayouts),
  report: {
    ...byPath(listReport, '-stoptime'),
    span: ({ from, to }, zone) => ({
      startDate: formatFileTime(from, { zone }),
      // The statement takes whole seconds, both within.
      endDate: formatFileTime(new Date(to.getTime() - 1000), { zone }),
      zone,
    }),
  },
  refunds: byQuery(listRefunds, '-startDate'),
  'refund-requests': byQuery(listRefundRequests, '-requestedAt'),
  chargers: byPath(listChargers),
  charging_sites: byPath(listSites),
  charging_profiles: byQuery(listChargingProfiles, '-charging_profile_pk'),
  'waiting-to-join': byPath(listJoining, '-lastAt'),
  alerts: byPath(listAlerts, '-alert_id'),
  'alert-rules': byPath(listAlertRules, '-alert_rule_id'),
  maintenance: byPath(listMaintenance, '-starts_at'),
  campaigns: byPath(listCampaigns, '-campaign_id'),
  firmware: byPath(listFirmware, '-firmware_id'),
  'settings-templates': byPath(listSettingsTemplates, 'name'),
  'settings-drift': byPath(listSettingsDrift, '-since'),
  'settings-exceptions': byPath(listSettingsExceptions, 'chargepoint_id'),
  service_requests: byQuery(listServiceRequests, '-createAt'),
  price_groups: byQuery(listPriceGroups, '-create_time'),
  tags: byPath(listTags),
  'unknown-tags': byPath(listUnknownTags, '-lastAt'),
  ev_drivers: byQuery(listDrivers, '-createdAt'),
  customers: byQuery(listCmCustomers, '-createdAt'),
  vehicles: byPath(listVehicles, '-vehicle_id'),
  messages: byQuery(listMessages, '-createdAt'),
  cms_system_users: byQuery(listUsers, '-createDate'),
  roles: byQuery(listRoles, 'roleName'),
  audit: byPath(listAudit, '-at'),
  'api-keys': byPath(listApiKeys, '-api_key_id'),
  'scheduled-reports': byPath(listScheduledReports, '-scheduled_report_id'),
  imports: byQuery(listNetworkImports, '-createdAt'),
  // The browser searches and filters them: they are sent whole.
  teams: byPath(listTeams),
  companies: byQuery(listCompanies),
  // Pages: the call by whose right they are shown.
  dashboard: byPath(getStatistic),
  uptime: byPath(listUptime),
  'month-end': byPath(getMonthEnd),
}

/** The query of a list as a saved view has it, or of all its rows; `span` narrows it by its main time. */
export function queryOf(
  source: SourceName,
  { view, span, zone, tz }: { view: ViewContent | undefined; span: Span | undefined; zone: string; tz: number },
): Record<string, string> {
  const { sort, span: beside } = LIST_SOURCES[source]
  const { time } = sourceWords(source)
  const order = view ? view.sort : sort
  const between = span && days(span, zone)
  const own = (view?.conditions ?? []) as Filters['conditions']
  const conditions = [
    ...own,
    ...(between && time ? [{ field: time.field, operator: 'between', value: [between.from, between.to] }] : []),
  ]
  return {
    tz: String(tz),
    ...(order && { sort: order }),
    ...(view?.q && { q: view.q }),
    ...(conditions.length > 0 && {
      filters: JSON.stringify({ combine: mayNarrow(view) ? 'AND' : view?.combine, conditions }),
    }),
    ...(span && beside?.(span, zone)),
  }
}
/** Whether a time can be asked for beside the filters of a view: with several of which one is enough, it cannot. */
export const mayNarrow = (view: Pick<ViewContent, 'combine' | 'conditions'> | undefined): boolean =>
  !view || view.combine === 'AND' || (view.conditions as Filters['conditions']).filter(isActive).length <= 1

const OPERATORS: Readonly<Record<string, string>> = {
  contains: 'contains',
  notContains: 'does not contain',
  equals: 'is',
  notEquals: 'is not',
  startsWith: 'begins with',
  endsWith: 'ends with',
  isEmpty: 'is empty',
  isNotEmpty: 'is not empty',
  isAnyOf: 'is one of',
  greaterThan: 'is more than',
  greaterThanOrEqual: 'is at least',
  lessThan: 'is less than',
  lessThanOrEqual: 'is at most',
  between: 'is between',
  after: 'is after',
  onOrAfter: 'is on or after',
  before: 'is before',
  onOrBefore: 'is on or before',
}
/** 'chargepoint_id' and 'startDate' as words. */
const spaced = (field: string): string => {
  const words = field
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
/** Search and filters of a view in words: 'Status is one of Active, Done'; nothing where it has none. */
export function filterWords(view: ViewContent | undefined): string[] {
  if (!view) return []
  const conditions = (view.conditions as Filters['conditions']).filter(isActive)
  const texts = conditions.map(({ field, operator, value }) => {
    const shown = Array.isArray(value) ? value.join(' and ') : value === undefined ? '' : String(value)
    return `${spaced(field)} ${OPERATORS[operator] ?? operator}${shown && ` ${shown}`}`
  })
  return [
    ...(view.q ? [`Search for "${view.q}"`] : []),
    ...(texts.length > 0 ? [texts.join(view.combine === 'OR' ? ' or ' : ' and ')] : []),
  ]
}
