// The columns that files of each kind may have: the name in the record, the header of the template, the names by which
// other systems know it, and an example. A row stands for one record.
import { headerOf, type RecordFields } from '@wattdesk/base/record'
import { vehicleFields } from '#drivers/vehicles/vehicle.fields.ts'
import { AMENITIES, CONNECTOR_TYPES, MAX_CONNECTORS } from '#fleet/chargers/charger-form.words.ts'
import { PRICE_TYPES, priceLabel } from '#money/price-groups/price.words.ts'
import { LOAD_UNITS } from '#power/load-balancing/load-units.words.ts'
import type { ImportKind } from './network-import.words.ts'

export type ImportColumn = {
  /** The place of the value in the record: `address.city`, `connectors.0.kw`. */
  name: string
  header: string
  isRequired?: true
  /** Further headers that mean this column. */
  also?: readonly string[]
  example: string
  /** How a text becomes a value; missing: it is a text. */
  type?: 'number' | 'flag' | 'whole flag' | 'day' | 'list' | 'price group' | 'site'
  /** Choices, taken in any case of letters. */
  options?: readonly string[]
}

const sites: readonly ImportColumn[] = [
  {
    name: 'zoneName',
    header: 'Zone Name',
    isRequired: true,
    also: ['Site', 'Site Name', 'Location', 'Location Name', 'Charging Site'],
    example: 'MG Road Depot',
  },
  {
    name: 'loadBalancingValue',
    header: 'Load Value',
    isRequired: true,
    also: ['Limit', 'Max Load', 'Load Balancing Value', 'Capacity'],
    example: '120',
    type: 'number',
  },
  {
    name: 'loadBalancingUnit',
    header: 'Load Unit',
    isRequired: true,
    also: ['Unit', 'Load Balancing Unit'],
    example: 'kW',
    options: LOAD_UNITS,
  },
  {
    name: 'isLoadBalancingReq',
    header: 'Load Balancing',
    also: ['Load Balancing Required', 'Balanced'],
    example: 'No',
    type: 'whole flag',
  },
]

const price = (name: keyof typeof priceLabel, example: string, also: readonly string[] = []): ImportColumn => ({
  name: `priceDetails.0.${name}`,
  header: priceLabel[name],
  example,
  type: 'number',
  also,
})
const priceGroups: readonly ImportColumn[] = [
  { name: 'name', header: 'Name', isRequired: true, also: ['Price Group', 'Tariff', 'Tariff Name'], example: 'Sunny' },
  { name: 'description', header: 'Description', also: ['Notes'], example: 'All public chargers' },
  {
    name: 'priceDetails.0.priceType',
    header: 'Price Type',
    isRequired: true,
    also: ['Charged By', 'Type', 'Unit'],
    example: 'kwh',
    options: PRICE_TYPES,
  },
  price('priceperKW', '18.5', ['Price', 'Price kWh', 'Energy Price', 'Rate']),
  price('priceperHr', '', ['Hourly Price', 'Time Price']),
  price('fixedFeeStarting', '5', ['Session Fee', 'Connection Fee']),
  price('fixedFeeCharging', ''),
  price('minuteFeeCharging', '', ['Minute Fee']),
  price('idealFeeFullyCharged', '', ['Idle Fee']),
]

const connector = (n: number): ImportColumn[] => {
  const at = (name: string, header: string, more: Omit<ImportColumn, 'name' | 'header'>): ImportColumn => ({
    name: `connectors.${n - 1}.${name}`,
    header: `Connector ${n} ${header}`,
    ...more,
    ...(n === 1 && { also: [...(more.also ?? []), `Connector ${header}`] }),
  })
  return [
    at('connectorType', 'Type', { example: n === 1 ? 'CCS Type 2' : '', options: CONNECTOR_TYPES }),
    at('kw', 'Power (kW)', { example: n === 1 ? '60' : '', type: 'number', also: [`Connector ${n} kW`] }),
    at('volt', 'Voltage (V)', { example: '', type: 'number', also: [`Connector ${n} Volt`] }),
    at('priceGroupId', 'Price Group', { example: n === 1 ? 'Sunny' : '', type: 'price group' }),
    at('connectorName', 'Name', { example: '' }),
  ]
}
const chargers: readonly ImportColumn[] = [
  {
    name: 'chargepoint_id',
    header: 'Charger ID',
    isRequired: true,
    also: ['Chargepoint ID', 'Charge Point ID', 'Chargerbox ID', 'Charge Box ID', 'EVSE ID', 'Identity', 'OCPP ID'],
    example: 'BLR-0001',
  },
  {
    name: 'chargepoint_name',
    header: 'Charger Name',
    isRequired: true,
    also: ['Name', 'Charge Point Name'],
    example: 'MG Road 1',
  },
  { name: 'charger_type', header: 'Charger Type', also: ['Current', 'AC/DC'], example: 'DC', options: ['AC', 'DC'] },
  {
    name: 'access_level',
    header: 'Access Level',
    also: ['Access'],
    example: 'Public',
    options: ['Public', 'Private', 'Semi-Public'],
  },
  {
    name: 'registrationStatus',
    header: 'Registration Status',
    also: ['Registration'],
    example: 'Accepted',
    options: ['Pending', 'Accepted', 'Rejected'],
  },
  {
    name: 'chargingSiteId',
    header: 'Charging Site',
    also: ['Site', 'Zone Name', 'Site Name'],
    example: 'MG Road Depot',
    type: 'site',
  },
  {
    name: 'locationLatitude',
    header: 'Latitude',
    isRequired: true,
    also: ['Lat'],
    example: '12.9756',
    type: 'number',
  },
  {
    name: 'locationLongitude',
    header: 'Longitude',
    isRequired: true,
    also: ['Lng', 'Lon', 'Long'],
    example: '77.6050',
    type: 'number',
  },
  { name: 'address.street', header: 'Street', also: ['Address', 'Address Line 1'], example: 'MG Road' },
  { name: 'address.houseNumber', header: 'House Number', example: '12' },
  { name: 'address.zipcode', header: 'Zip Code', also: ['Pincode', 'Pin Code', 'Postcode'], example: '560001' },
  { name: 'address.city', header: 'City', example: 'Bengaluru' },
  { name: 'address.state', header: 'State', example: 'Karnataka' },
  {
    name: 'chargePointSerialNumber',
    header: 'Charge Point Serial Number',
    also: ['Serial Number', 'Serial'],
    example: '',
  },
  { name: 'operator_number1', header: 'Operator Number 1', also: ['Operator Phone'], example: '' },
  { name: 'operator_email', header: 'Operator Email', example: '' },
  { name: 'showOnPortal', header: 'Show on Portal', example: '', type: 'flag' },
  { name: 'amenities', header: 'Amenities', example: '', type: 'list', options: AMENITIES },
  { name: 'description', header: 'Description', example: '' },
  { name: 'note', header: 'Notes', also: ['Note'], example: '' },
  ...Array.from({ length: MAX_CONNECTORS }, (_, i) => connector(i + 1)).flat(),
]

const drivers: readonly ImportColumn[] = [
  { name: 'firstName', header: 'First Name', isRequired: true, also: ['Given Name'], example: 'Asha' },
  { name: 'lastName', header: 'Last Name', isRequired: true, also: ['Surname', 'Family Name'], example: 'Rao' },
  { name: 'email', header: 'Email ID', also: ['Email', 'E-mail', 'Mail'], example: 'asha.rao@fleet.example' },
  { name: 'phone', header: 'Phone Number', also: ['Phone', 'Mobile', 'Mobile Number'], example: '+91 9876543210' },
  { name: 'address.lat', header: 'Latitude', isRequired: true, also: ['Lat'], example: '12.9756', type: 'number' },
  {
    name: 'address.lng',
    header: 'Longitude',
    isRequired: true,
    also: ['Lng', 'Lon'],
    example: '77.6050',
    type: 'number',
  },
  { name: 'address.street', header: 'Street', also: ['Address'], example: 'MG Road' },
  { name: 'address.houseNumber', header: 'House Number', example: '12' },
  { name: 'address.zip_code', header: 'Zip Code', also: ['Pincode', 'Pin Code', 'Postcode'], example: '560001' },
  { name: 'address.city', header: 'City', example: 'Bengaluru' },
  { name: 'address.state', header: 'State', example: 'Karnataka' },
]

const EXAMPLES: Readonly<Record<string, string>> = {
  registration_number: 'KA-01-AB-1234',
  make: 'Tata',
  model: 'Nexon EV',
  vehicle_type: 'Car',
  usage_type: 'Commercial',
  owner_name: 'Fleet Ltd',
  year_of_manufacture: '2025',
  insurance_expiry_date: '2027-03-31',
}
const VEHICLE_SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  registration_number: ['Registration', 'Plate', 'Vehicle Number'],
  year_of_manufacture: ['Year'],
  owner_name: ['Owner'],
}
/** The fields of a record that a form writes and a file can hold. */
const ofFields = (all: RecordFields, but: readonly string[]): ImportColumn[] =>
  Object.entries(all).flatMap(([name, field]) => {
    const { kind, label, isOptional, options } = field.setting
    if (but.includes(name) || kind === 'key' || kind === 'file' || kind === 'flag') return []
    const header = headerOf(field)
    return [
      {
        name,
        header,
        ...(isOptional ? {} : { isRequired: true as const }),
        also: [label, ...(VEHICLE_SYNONYMS[name] ?? [])],
        example: EXAMPLES[name] ?? '',
        ...((kind === 'number' || kind === 'money') && { type: 'number' as const }),
        ...(kind === 'day' && { type: 'day' as const }),
        ...(options && { options: options.map(o => String(o.value)) }),
      },
    ]
  })
const vehicles = ofFields(vehicleFields, ['assigned_driver_name', 'team_name'])

const tags: readonly ImportColumn[] = [
  {
    name: 'tag',
    header: 'RFID Tag',
    isRequired: true,
    also: ['RFID Tag ID', 'ID Tag', 'Tag', 'Card', 'Card Number', 'UID', 'Token'],
    example: '04A1B2C3D4E5F6',
  },
  { name: 'parenttag', header: 'Parent Group', also: ['Parent Tag', 'Group'], example: '' },
  { name: 'expirydate', header: 'Expiry Date', also: ['Expires', 'Valid Until'], example: '2030-12-31' },
  {
    name: 'max_active_trans_count',
    header: 'Max Active Transactions',
    also: ['Max Sessions', 'Limit'],
    example: '1',
    type: 'number',
  },
  { name: 'balance_amount', header: 'Balance Amount', also: ['Balance', 'Credit'], example: '500', type: 'number' },
  { name: 'note', header: 'Notes', also: ['Note', 'Remark'], example: '' },
]

export const IMPORT_COLUMNS: Readonly<Record<ImportKind, readonly ImportColumn[]>> = {
  sites,
  'price-groups': priceGroups,
  chargers,
  drivers,
  vehicles,
  tags,
}
/** The columns of which a file must have at least one of each; of drivers e-mail or phone is checked row by row. */
export const requiredColumns = (kind: ImportKind): readonly ImportColumn[] =>
  IMPORT_COLUMNS[kind].filter(c => c.isRequired)
