// The stored fields of a charger that people fill in and that have no history; and their values after a change.
import type { AddressColumns } from '@wattdesk/base/address'
import type { ChargerChange } from './charger-body.contract.ts'
import { NEW_CHARGER } from './charger-body.contract.ts'
import { activeAfter, serialAfter } from './charger-change.rules.ts'

export type Fields = AddressColumns & {
  chargepointId: string
  chargepointName: string
  chargerType: 'AC' | 'DC'
  chargerCategory: 'paid' | 'free'
  registrationStatus: 'Pending' | 'Accepted' | 'Rejected'
  isActive: boolean
  accessLevel: 'Public' | 'Private' | 'Semi-Public'
  showOnPortal: boolean
  description: string
  note: string
  adminAddress: string | null
  preparingState: boolean
  employeeOrResident: boolean
  payWithWallet: boolean
  payWithCard: boolean
  excludeFromEmail: boolean
  toleranceWatt: number
  meterIntervalSec: number
  securityProfile: number | null
  serialNumber: string | null
  operatorEmail: string | null
  operatorNumber1: string | null
  operatorNumber2: string | null
  amenities: string[]
  photos: string[]
}
/** The record, with the serial number that the charger reported at its boot. */
type Before = Fields & { chargePointSerial: string | null }

/** A new charger where its body is silent (D-CHARGER-11). */
export const NEW_FIELDS: Before = {
  chargepointId: '',
  chargepointName: '',
  chargerType: NEW_CHARGER.charger_type,
  chargerCategory: NEW_CHARGER.charger_category,
  registrationStatus: NEW_CHARGER.registrationStatus,
  isActive: NEW_CHARGER.isActive,
  accessLevel: NEW_CHARGER.access_level,
  showOnPortal: NEW_CHARGER.showOnPortal,
  description: '',
  note: '',
  adminAddress: null,
  street: null,
  houseNumber: null,
  zipcode: null,
  city: null,
  state: null,
  country: 'IN',
  latitude: null,
  longitude: null,
  preparingState: NEW_CHARGER.preparingState,
  employeeOrResident: NEW_CHARGER.employeeOrResident,
  payWithWallet: NEW_CHARGER.payWithWallet,
  payWithCard: NEW_CHARGER.payWithCard,
  excludeFromEmail: NEW_CHARGER.excludeFromEmail,
  toleranceWatt: NEW_CHARGER.tolerance_watt,
  meterIntervalSec: NEW_CHARGER.meter_interval_sec,
  securityProfile: null,
  serialNumber: null,
  chargePointSerial: null,
  operatorEmail: null,
  operatorNumber1: null,
  operatorNumber2: null,
  amenities: [],
  photos: [],
}

/** Returns the fields of a record after a change; fields that the body does not name stay as they are. */
export function fieldsOf(b: Before, sent: ChargerChange): Fields {
  const { street, houseNumber, zipcode, city, state, country } = sent.address ?? b
  const or = <T>(value: T | undefined, before: T): T => (value === undefined ? before : value)
  return {
    chargepointId: or(sent.chargepoint_id, b.chargepointId),
    chargepointName: or(sent.chargepoint_name, b.chargepointName),
    chargerType: or(sent.charger_type, b.chargerType),
    chargerCategory: or(sent.charger_category, b.chargerCategory),
    registrationStatus: or(sent.registrationStatus, b.registrationStatus),
    isActive: activeAfter(b.isActive, sent.isActive),
    accessLevel: or(sent.access_level, b.accessLevel),
    showOnPortal: or(sent.showOnPortal, b.showOnPortal),
    description: or(sent.description, b.description) ?? '',
    note: or(sent.note, b.note) ?? '',
    adminAddress: or(sent.adminAddress, b.adminAddress),
    street,
    houseNumber,
    zipcode,
    city,
    state,
    country,
    latitude: or(sent.locationLatitude, b.latitude),
    longitude: or(sent.locationLongitude, b.longitude),
    preparingState: or(sent.preparingState, b.preparingState),
    employeeOrResident: or(sent.employeeOrResident, b.employeeOrResident),
    payWithWallet: or(sent.payWithWallet, b.payWithWallet),
    payWithCard: or(sent.payWithCard, b.payWithCard),
    excludeFromEmail: or(sent.excludeFromEmail, b.excludeFromEmail),
    toleranceWatt: or(sent.tolerance_watt, b.toleranceWatt),
    meterIntervalSec: or(sent.meter_interval_sec, b.meterIntervalSec),
    securityProfile: or(sent.security_profile, b.securityProfile),
    serialNumber: serialAfter(sent.chargePointSerialNumber, { entered: b.serialNumber, booted: b.chargePointSerial }),
    operatorEmail: or(sent.operator_email, b.operatorEmail),
    operatorNumber1: or(sent.operator_number1, b.operatorNumber1),
    operatorNumber2: or(sent.operator_number2, b.operatorNumber2),
    amenities: or(sent.amenities, b.amenities),
    photos: or(sent.photos, b.photos),
  }
}
