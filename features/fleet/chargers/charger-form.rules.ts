// The values of the charger form: the initial values of a new or stored charger, the fields that are checked together,
// and the fields of each tab.
import type { z } from 'zod'
import type { Charger } from './charger.contract.ts'
import { type ChargerBody, chargerPart, NEW_CHARGER } from './charger-body.contract.ts'
import { MAX_CONNECTORS } from './charger-form.words.ts'

export type Values = z.input<typeof ChargerBody>

/** For a stored charger only changed values are checked and sent; the two coordinates of a point count as one value. */
export const parts = { of: chargerPart, together: [['locationLatitude', 'locationLongitude']] }

/** A missing figure or choice is refused by the schema. */
const missing = null as unknown as number

export const blankConnector = {
  connector_pk: null,
  connectorName: '',
  connectorType: '' as const,
  kw: null,
  volt: null,
  priceGroupId: missing,
}
export const blankInstruction = { id: null, question: '', answer: '' }

/**
 * Returns the initial values of the form of a stored charger. Connectors that the charger itself reported are there
 * too: they wait for a type and a price group. `withCategory`: true for users who see the category (D-ACC-2).
 */
export function valuesOf(charger: Charger, withCategory: boolean): Values {
  return {
    chargepoint_id: charger.chargepoint_id,
    chargepoint_name: charger.chargepoint_name,
    teamId: charger.teamId,
    charger_type: charger.charger_type,
    registrationStatus: charger.registrationStatus,
    access_level: charger.access_level,
    ...(withCategory && { charger_category: charger.charger_category }),
    isActive: charger.isActive,
    showOnPortal: charger.showOnPortal,
    description: charger.description,
    note: charger.note,
    adminAddress: charger.adminAddress ?? '',
    address: {
      street: charger.address.street ?? '',
      houseNumber: charger.address.houseNumber ?? '',
      zipcode: charger.address.zipcode ?? '',
      city: charger.address.city ?? '',
      state: charger.address.state ?? '',
      country: charger.address.country,
    },
    locationLatitude: charger.locationLatitude ?? missing,
    locationLongitude: charger.locationLongitude ?? missing,
    chargingSiteId: charger.chargingSiteId,
    preparingState: charger.preparingState,
    employeeOrResident: charger.employeeOrResident,
    payWithWallet: charger.payWithWallet,
    payWithCard: charger.payWithCard,
    excludeFromEmail: charger.excludeFromEmail,
    tolerance_watt: charger.tolerance_watt,
    meter_interval_sec: charger.meter_interval_sec,
    security_profile: charger.security_profile,
    chargePointSerialNumber: charger.enteredSerialNumber ?? '',
    operator_number1: charger.operator_number1 ?? '',
    operator_number2: charger.operator_number2 ?? '',
    operator_email: charger.operator_email ?? '',
    amenities: charger.amenities as NonNullable<Values['amenities']>,
    photos: charger.photos,
    connectors: shownConnectors(charger).map(n => ({
      connector_pk: n.connector_pk,
      connectorName: n.connectorName,
      connectorType: (n.connectorType ?? '') as typeof blankConnector.connectorType,
      kw: n.kw,
      volt: n.volt,
      priceGroupId: n.priceGroupId ?? missing,
    })),
    settings: {
      settings_pk: charger.settings.settings_pk,
      enableNotifications: charger.settings.enableNotifications,
      notificationRecipients: charger.settings.notificationRecipients,
      notificationFeatures: charger.settings.notificationFeatures,
    },
    faq: charger.faq.map(({ id, question, answer }) => ({ id, question, answer })),
  }
}

/** Returns the connectors that the form has rows for, by their number. */
export const shownConnectors = (charger: Pick<Charger, 'connectors'>): Charger['connectors'] =>
  charger.connectors.toSorted((a, b) => a.connectorId - b.connectorId).slice(0, MAX_CONNECTORS)

/** Returns the values of a new charger of a team, with one connector to describe (D-CHARGER-5, D-CHARGER-11). */
export function newValues(teamId: number, withCategory: boolean): Values {
  const { charger_category, ...defaults } = NEW_CHARGER
  return {
    ...defaults,
    ...(withCategory && { charger_category }),
    chargepoint_id: '',
    chargepoint_name: '',
    teamId,
    description: '',
    note: '',
    adminAddress: '',
    address: { street: '', houseNumber: '', zipcode: '', city: '', state: '', country: 'IN' },
    locationLatitude: missing,
    locationLongitude: missing,
    chargingSiteId: null,
    security_profile: null,
    chargePointSerialNumber: '',
    operator_number1: '',
    operator_number2: '',
    operator_email: '',
    amenities: [],
    photos: [],
    connectors: [blankConnector],
    settings: { settings_pk: null, enableNotifications: false, notificationRecipients: '', notificationFeatures: [] },
    faq: [],
  }
}

/** The values by their tab. */
export const TAB_FIELDS = {
  general: [
    'chargepoint_id',
    'chargepoint_name',
    'teamId',
    'charger_type',
    'registrationStatus',
    'access_level',
    'chargingSiteId',
    'charger_category',
    'isActive',
    'showOnPortal',
    'description',
    'note',
    'adminAddress',
    'connectors',
    'security_profile',
    'chargePointSerialNumber',
    'photos',
    'operator_number1',
    'operator_number2',
    'operator_email',
  ],
  address: ['address', 'locationLatitude', 'locationLongitude', 'amenities', 'photos'],
  settings: [
    'employeeOrResident',
    'payWithWallet',
    'payWithCard',
    'tolerance_watt',
    'meter_interval_sec',
    'preparingState',
    'settings',
    'excludeFromEmail',
  ],
  operating_instruction: ['faq'],
} as const

/** The words for security profiles (D-OCPP-9). */
export const SECURITY_PROFILES = [
  '0: no key',
  '1: user name and key',
  '2: user name and key over TLS',
  '3: TLS with a certificate of the charge point',
] as const

const CONNECTOR_LABELS: Readonly<Record<string, string>> = {
  connectorName: 'Connector Name',
  connectorType: 'Connector Type',
  kw: 'Power',
  volt: 'Voltage',
  priceGroupId: 'Price Group',
}
/** Returns the label of a connector's value with the connector's place, as each connector has the same field labels. */
export function labelOf(path: string): string | undefined {
  const [, at, field = ''] = /^connectors\.(\d)\.(\w+)$/.exec(path) ?? []
  return at === undefined ? undefined : `Connector ${Number(at) + 1}, ${CONNECTOR_LABELS[field] ?? field}`
}
