// Stored chargers in the shape that travels.
import { rupeesFromPaise } from '@wattdesk/base/money'
import { statusCode } from '#fleet/stations/station.rules.ts'
import { type Charger, type ChargerRow, STATUS_WORDS, StatusCode, type StatusText } from './charger.contract.ts'
import { shownConnectorStatus } from './charger.rules.ts'
import type { ConnectorRow, DetailRow, OddRow } from './charger-detail.store.ts'
import type { Incident, Instruction } from './charger-form.store.ts'
import type { ListRow } from './charger-list.store.ts'
import type { Connector } from './connector.contract.ts'

const CODES = StatusCode.options
const codeOfWord = (word: StatusText): StatusCode => CODES.find(code => STATUS_WORDS[code] === word) ?? 'I'
const iso = (at: Date | null): string | null => at?.toISOString() ?? null
const visibilityOf = (accessLevel: string): 0 | 1 => (accessLevel === 'Public' ? 1 : 0)

/** A charger reduced to the fields that the dashboard's map shows. */
export const mapRowOf = (row: ListRow): ChargerRow => ({
  id: row.pk,
  chargepoint_pk: row.pk,
  chargepoint_id: row.id,
  chargepoint_name: row.name,
  street: row.street,
  houseNumber: row.houseNumber,
  zipcode: row.zipcode,
  city: row.city,
  state: row.state,
  locationLatitude: row.latitude,
  locationLongitude: row.longitude,
  chargingSiteName: row.siteName,
  visibility: visibilityOf(row.accessLevel),
  status: row.status,
  statusCode: codeOfWord(row.status),
  live_status: row.liveStatus,
  unknownSince: iso(row.unknownSince),
  lastHeartbeatTimestamp: iso(row.lastHeartbeatAt),
})

/** A row of the list. */
export const chargerRowOf = (row: ListRow): ChargerRow => ({
  ...mapRowOf(row),
  team_name: row.teamName,
  description: row.description,
  charger_type: row.chargerType,
  access_level: row.accessLevel,
  lastMessageAt: iso(row.lastMessageAt),
  protocol: row.protocol,
  health: row.health,
  connectors: (row.connectors ?? []).map(c => ({
    ...c,
    status: shownConnectorStatus(codeOfWord(row.status), c.status),
  })),
})

export const connectorOf = (row: ConnectorRow): Connector => ({
  connector_pk: row.connectorPk,
  connectorId: row.connectorId,
  evseId: row.evseId,
  evseConnectorId: row.evseConnectorId,
  connectorName: row.connectorName,
  connectorType: row.connectorType,
  kw: row.kw,
  volt: row.volt,
  priceGroupId: row.priceGroupId,
  qrCodeUrl: row.qrCodeUrl,
  status: shownConnectorStatus(row.isOutOfService ? 'NA' : 'A', row.status),
  errorCode: row.errorCode,
  info: row.info,
  vendorErrorCode: row.vendorErrorCode,
  statusTimestamp: iso(row.statusAt),
  unknownSince: iso(row.unknownSince),
  isConfigured: row.isConfigured,
  transactionId: row.transactionId,
  transactionStart: iso(row.startedAt),
  powerKw: row.powerW === null ? null : row.powerW / 1000,
  socPercent: row.socPercent,
  energyWh: row.energyWh,
  totalAmountCharged: row.chargedPaise === null ? null : rupeesFromPaise(BigInt(row.chargedPaise)),
})

const codeOf = (r: DetailRow): StatusCode =>
  statusCode({
    isActive: r.isActive,
    isAccepted: r.registrationStatus === 'Accepted',
    isConnected: r.heard,
    wholeStatus: r.wholeStatus,
  })

/** The parts of a charger that are read apart from its row. */
export type ChargerParts = {
  connectors: Connector[]
  odd: readonly OddRow[]
  instructions: readonly Instruction[]
  incidents: readonly Incident[]
}

export const chargerOf = (row: DetailRow, { connectors, odd, instructions, incidents }: ChargerParts): Charger => ({
  ...identityOf(row),
  ...placeOf(row),
  priceGroupId: connectors.find(c => c.priceGroupId !== null)?.priceGroupId ?? null,
  ...settingsOf(row),
  ...deviceOf(row),
  ...stateOf(row),
  connectors,
  oddValues: odd.map(o => ({ field: o.field, value: o.value, count: o.count, lastAt: o.lastAt.toISOString() })),
  settings: {
    settings_pk: row.settingsPk,
    enableNotifications: row.mailsEnabled ?? false,
    notificationRecipients: (row.mailRecipients ?? []).join(', '),
    notificationFeatures: row.mailEvents ?? [],
  },
  faq: [...instructions],
  report_issues: incidents.map(i => ({
    serial_number: i.serialNumber,
    charge_box_id: i.chargepointId,
    created_at: i.createdAt.toISOString(),
    category: i.category,
    comment: i.comment,
  })),
})

const identityOf = (r: DetailRow) => ({
  id: r.chargepointPk,
  chargepoint_pk: r.chargepointPk,
  chargepoint_id: r.chargepointId,
  chargepoint_name: r.chargepointName,
  teamId: r.teamId,
  team_name: r.teamName,
  companyId: r.companyId,
  charger_type: r.chargerType,
  charger_category: r.chargerCategory,
  registrationStatus: r.registrationStatus,
  isActive: r.isActive,
  status: codeOf(r),
  live_status: r.liveStatus,
  access_level: r.accessLevel,
  visibility: visibilityOf(r.accessLevel),
  showOnPortal: r.showOnPortal,
  description: r.description,
  note: r.note,
})

/** Where the charger stands. */
const placeOf = (r: DetailRow) => ({
  adminAddress: r.adminAddress,
  address: {
    street: r.street,
    houseNumber: r.houseNumber,
    zipcode: r.zipcode,
    city: r.city,
    state: r.state,
    country: r.country,
  },
  locationLatitude: r.latitude,
  locationLongitude: r.longitude,
  chargingSiteId: r.zoneId,
  chargingSiteName: r.zoneName,
})

/** The settings that people have entered: payment, limits, contacts. */
const settingsOf = (r: DetailRow) => ({
  preparingState: r.preparingState,
  employeeOrResident: r.employeeOrResident,
  payWithWallet: r.payWithWallet,
  payWithCard: r.payWithCard,
  excludeFromEmail: r.excludeFromEmail,
  tolerance_watt: r.toleranceWatt,
  meter_interval_sec: r.meterIntervalSec,
  security_profile: r.securityProfile,
  maxPowerWatt: r.maxPowerWatt,
  operator_email: r.operatorEmail,
  operator_number1: r.operatorNumber1,
  operator_number2: r.operatorNumber2,
  amenities: r.amenities,
  photos: r.photos,
  createdAt: r.createdAt.toISOString(),
})

/** The device as it has reported itself, with its files and its clock. */
const deviceOf = (r: DetailRow) => ({
  endpointAddress: r.endpointAddress,
  ocppProtocol: r.ocppProtocol,
  chargePointVendor: r.vendor,
  chargePointModel: r.model,
  chargePointSerialNumber: r.serialNumber ?? r.chargePointSerial,
  enteredSerialNumber: r.serialNumber,
  hasKey: r.hasKey,
  bootSerialNumber: r.chargePointSerial,
  chargeBoxSerialNumber: r.chargeBoxSerial,
  fwVersion: r.fwVersion,
  fwUpdateStatus: r.fwUpdateStatus,
  fwUpdateTimestamp: iso(r.fwUpdateAt),
  iccid: r.iccid,
  imsi: r.imsi,
  meterType: r.meterType,
  meterSerialNumber: r.meterSerial,
  diagnosticsStatus: r.diagnosticsStatus,
  diagnosticsTimestamp: iso(r.diagnosticsAt),
  clockOffsetSec: r.clockOffsetSec,
})

/** The present state: connection, signs of life, maintenance. */
const stateOf = (r: DetailRow) => ({
  wholeStatus: r.wholeStatus,
  wholeErrorCode: r.wholeErrorCode,
  connection: {
    socketOpen: r.connected,
    heard: r.heard,
    bootAccepted: r.bootAccepted,
    usable: r.heard && r.bootAccepted && r.registrationStatus === 'Accepted',
    connectedAt: iso(r.connectedAt),
    disconnectedAt: iso(r.disconnectedAt),
    unknownSince: iso(r.unknownSince),
    lastMessageAt: iso(r.lastMessageAt),
    firstBootAt: iso(r.firstBootAt),
    lastBootAt: iso(r.lastBootAt),
  },
  lastHeartbeatTimestamp: iso(r.lastHeartbeatAt),
  maintenanceByHand: r.maintenanceByHand,
  maintenanceReason: r.maintenanceReason,
  statusChangedAt: iso(r.statusChangedAt),
})
