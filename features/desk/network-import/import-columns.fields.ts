// The columns that files of each kind may have: the name in the record, the header of the template, the names by which
// other systems know it, and an example. A row stands for one record.
import { RECIPIENT_TYPE_NAMES, RECIPIENT_TYPES } from '@wattdesk/base/business'
import { headerOf, type RecordFields } from '@wattdesk/base/record'
import { vehicleFields } from '#drivers/vehicles/vehicle.fields.ts'
import { AMENITIES, CONNECTOR_TYPES, MAX_CONNECTORS } from '#fleet/chargers/charger-form.words.ts'
import { TOKEN_TYPES } from '#fleet/tags/tag.fields.ts'
import { MAX_DESCRIPTION, MAX_NAME, PRICE_TYPES, priceLabel } from '#money/price-groups/price.words.ts'
import { MAX_ZONE_NAME } from '#power/charging-sites/charging-site.words.ts'
import { LOAD_UNITS } from '#power/load-balancing/load-units.words.ts'
import type { ImportKind } from './network-import.words.ts'

export type ImportColumn = {
  /** The place of the value in the record: `address.city`, `connectors.0.kw`. */
  name: string
  header: string
  isRequired?: true
  /** When it must be there besides: 'for a new charge point'. */
  neededWhen?: string
  /** How a text must look. */
  form?: string
  /** The longest text. */
  max?: number
  /** What a number may be, as people read it. */
  range?: string
  /** A number that never reaches a thousand: a comma or a point in it stands before its decimals. */
  isSmall?: true
  /** Further headers that mean this column. */
  also?: readonly string[]
  example: string
  /** How a text becomes a value; missing: it is a text. */
  type?: 'number' | 'flag' | 'whole flag' | 'day' | 'list' | 'price group' | 'site'
  /** Choices, taken in any case of letters, with or without spaces and signs. */
  options?: readonly string[]
  /** The choices as screens and their files write them. */
  texts?: Readonly<Record<string, string>>
  /** Other spellings of choices, in lower case without spaces and signs. */
  spellings?: Readonly<Record<string, string>>
}

const DECIMALS_2 = 'with at most 2 decimals'
const LATITUDE = { example: '12.9756', type: 'number', range: 'from -90 to 90', isSmall: true } as const
const LONGITUDE = { example: '77.6050', type: 'number', range: 'from -180 to 180', isSmall: true } as const
/** The words of other systems for the choices of the form. */
const UNIT_SPELLINGS = { amp: 'A', amps: 'A', ampere: 'A', amperes: 'A', kilowatt: 'kW', kilowatts: 'kW' }
const PRICE_SPELLINGS = {
  perkwh: 'kwh',
  kilowatthour: 'kwh',
  hour: 'hr',
  hours: 'hr',
  hourly: 'hr',
  perhour: 'hr',
  minute: 'min',
  minutes: 'min',
  perminute: 'min',
}
const CONNECTOR_SPELLINGS = {
  ccs2: 'CCS Type 2',
  combo2: 'CCS Type 2',
  ccscombo2: 'CCS Type 2',
  ccs1: 'CCS Type 1',
  combo1: 'CCS Type 1',
  ccscombo1: 'CCS Type 1',
  mennekes: 'Type 2',
  iec62196t2: 'Type 2',
  iec621962: 'Type 2',
  '3phase': 'Three Phase',
  saej1772: 'J1772',
}

const sites: readonly ImportColumn[] = [
  {
    name: 'zoneName',
    header: 'Zone Name',
    isRequired: true,
    also: ['Site', 'Site Name', 'Location', 'Location Name', 'Charging Site'],
    example: 'MG Road Depot',
    max: MAX_ZONE_NAME,
  },
  {
    name: 'loadBalancingValue',
    header: 'Load Value',
    isRequired: true,
    also: ['Limit', 'Max Load', 'Load Balancing Value', 'Capacity'],
    example: '120',
    type: 'number',
    range: 'from 0 to 1,000,000, with at most 3 decimals',
  },
  {
    name: 'loadBalancingUnit',
    header: 'Load Unit',
    isRequired: true,
    also: ['Unit', 'Load Balancing Unit'],
    example: 'kW',
    options: LOAD_UNITS,
    spellings: UNIT_SPELLINGS,
  },
  {
    name: 'isLoadBalancingReq',
    header: 'Load Balancing',
    also: ['Load Balancing Required', 'Balanced'],
    example: 'No',
    type: 'whole flag',
  },
]

const price = (
  name: keyof typeof priceLabel,
  example: string,
  also: readonly string[] = [],
  neededWhen?: string,
): ImportColumn => ({
  name: `priceDetails.0.${name}`,
  header: priceLabel[name],
  example,
  type: 'number',
  range: `in rupees, ${neededWhen ? 'above 0' : 'from 0'} to 100,000, ${DECIMALS_2}`,
  also,
  ...(neededWhen && { neededWhen }),
})
const priceGroups: readonly ImportColumn[] = [
  {
    name: 'name',
    header: 'Name',
    isRequired: true,
    also: ['Price Group', 'Tariff', 'Tariff Name'],
    example: 'Sunny',
    max: MAX_NAME,
  },
  {
    name: 'description',
    header: 'Description',
    also: ['Notes'],
    example: 'All public chargers',
    max: MAX_DESCRIPTION,
  },
  {
    name: 'priceDetails.0.priceType',
    header: 'Price Type',
    isRequired: true,
    also: ['Charged By', 'Type', 'Unit'],
    example: 'kwh',
    options: PRICE_TYPES,
    spellings: PRICE_SPELLINGS,
  },
  price('priceperKW', '18.5', ['Price', 'Price kWh', 'Energy Price', 'Rate'], 'for the price type kwh'),
  price('priceperHr', '', ['Hourly Price', 'Time Price'], 'for the price types min and hr'),
  price('fixedFeeStarting', '5', ['Session Fee', 'Connection Fee']),
  price('fixedFeeCharging', ''),
  price('minuteFeeCharging', '', ['Minute Fee']),
  price('idealFeeFullyCharged', '', ['Idle Fee']),
]

const FIGURE = 'above 0, up to 10,000'
const connector = (n: number): ImportColumn[] => {
  const at = (name: string, header: string, more: Omit<ImportColumn, 'name' | 'header'>): ImportColumn => ({
    name: `connectors.${n - 1}.${name}`,
    header: `Connector ${n} ${header}`,
    ...more,
    ...(n === 1 && { also: [...(more.also ?? []), `Connector ${header}`] }),
  })
  return [
    at('connectorType', 'Type', {
      example: n === 1 ? 'CCS Type 2' : '',
      options: CONNECTOR_TYPES,
      spellings: CONNECTOR_SPELLINGS,
      ...(n === 1 && { neededWhen: 'for a new charge point' }),
    }),
    at('kw', 'Power (kW)', {
      example: n === 1 ? '60' : '',
      type: 'number',
      range: FIGURE,
      also: [`Connector ${n} kW`],
      ...(n === 1 && { neededWhen: 'for a new charge point, or its voltage' }),
    }),
    at('volt', 'Voltage (V)', { example: '', type: 'number', range: FIGURE, also: [`Connector ${n} Volt`] }),
    at('priceGroupId', 'Price Group', {
      example: n === 1 ? 'Sunny' : '',
      type: 'price group',
      neededWhen: n === 1 ? 'for a new charge point' : 'for each further connector',
    }),
    at('connectorName', 'Name', { example: '', max: 60 }),
  ]
}
const chargers: readonly ImportColumn[] = [
  {
    name: 'chargepoint_id',
    header: 'Charger ID',
    isRequired: true,
    also: ['Chargepoint ID', 'Charge Point ID', 'Chargerbox ID', 'Charge Box ID', 'EVSE ID', 'Identity', 'OCPP ID'],
    example: 'BLR-0001',
    max: 60,
  },
  {
    name: 'chargepoint_name',
    header: 'Charger Name',
    isRequired: true,
    also: ['Name', 'Charge Point Name'],
    example: 'MG Road 1',
    max: 60,
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
    ...LATITUDE,
  },
  {
    name: 'locationLongitude',
    header: 'Longitude',
    isRequired: true,
    also: ['Lng', 'Lon', 'Long'],
    ...LONGITUDE,
  },
  { name: 'address.street', header: 'Street', also: ['Address', 'Address Line 1'], example: 'MG Road', max: 1000 },
  { name: 'address.houseNumber', header: 'House Number', example: '12', max: 100 },
  {
    name: 'address.zipcode',
    header: 'Zip Code',
    also: ['Pincode', 'Pin Code', 'Postcode'],
    example: '560001',
    max: 20,
  },
  { name: 'address.city', header: 'City', example: 'Bengaluru', max: 60 },
  { name: 'address.state', header: 'State', example: 'Karnataka', max: 60 },
  {
    name: 'chargePointSerialNumber',
    header: 'Charge Point Serial Number',
    also: ['Serial Number', 'Serial'],
    example: '',
    max: 50,
  },
  { name: 'operator_number1', header: 'Operator Number 1', also: ['Operator Phone'], example: '', max: 20 },
  { name: 'operator_email', header: 'Operator Email', example: '', max: 100 },
  { name: 'showOnPortal', header: 'Show on Portal', example: '', type: 'flag' },
  { name: 'amenities', header: 'Amenities', example: '', type: 'list', options: AMENITIES },
  { name: 'description', header: 'Description', example: '', max: 500 },
  { name: 'note', header: 'Notes', also: ['Note'], example: '', max: 600 },
  ...Array.from({ length: MAX_CONNECTORS }, (_, i) => connector(i + 1)).flat(),
]

const drivers: readonly ImportColumn[] = [
  { name: 'firstName', header: 'First Name', isRequired: true, also: ['Given Name'], example: 'Asha', max: 50 },
  {
    name: 'lastName',
    header: 'Last Name',
    isRequired: true,
    also: ['Surname', 'Family Name'],
    example: 'Rao',
    max: 50,
  },
  {
    name: 'email',
    header: 'Email ID',
    also: ['Email', 'E-mail', 'Mail'],
    example: 'asha.rao@fleet.example',
    max: 100,
    neededWhen: 'or the phone number',
  },
  {
    name: 'phone',
    header: 'Phone Number',
    also: ['Phone', 'Mobile', 'Mobile Number'],
    example: '+91 9876543210',
    max: 14,
    neededWhen: 'or the e-mail address',
  },
  { name: 'gstin', header: 'GSTIN', also: ['GST Number', 'GST No'], example: '29AACCC6636P1Z1', max: 15 },
  {
    name: 'legalName',
    header: 'Legal Name',
    also: ['Business Name', 'Company Name'],
    example: 'Fleet Ltd',
    max: 150,
    neededWhen: 'beside a GSTIN',
  },
  {
    name: 'businessAddress',
    header: 'Business Address',
    also: ['Billing Address'],
    example: '1 MG Road, Bengaluru 560001',
    max: 300,
    neededWhen: 'beside a GSTIN',
  },
  {
    name: 'recipientType',
    header: 'Recipient Type',
    also: ['SEZ', 'Kind of Recipient'],
    example: '',
    options: RECIPIENT_TYPE_NAMES,
    texts: RECIPIENT_TYPES,
  },
  { name: 'address.lat', header: 'Latitude', isRequired: true, also: ['Lat'], ...LATITUDE },
  { name: 'address.lng', header: 'Longitude', isRequired: true, also: ['Lng', 'Lon'], ...LONGITUDE },
  { name: 'address.street', header: 'Street', also: ['Address'], example: 'MG Road', max: 1000 },
  { name: 'address.houseNumber', header: 'House Number', example: '12', max: 50 },
  {
    name: 'address.zip_code',
    header: 'Zip Code',
    also: ['Pincode', 'Pin Code', 'Postcode'],
    example: '560001',
    max: 20,
  },
  { name: 'address.city', header: 'City', example: 'Bengaluru', max: 60 },
  { name: 'address.state', header: 'State', example: 'Karnataka', max: 60 },
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
type Limits = { min: number; max: number | undefined; decimals: number | undefined }
const rangeOf = (name: string, { min, max, decimals }: Limits): { range?: string } => {
  if (name === 'year_of_manufacture') return { range: 'a year from 1990 to the next one' }
  if (max === undefined) return {}
  const ending = decimals === undefined ? '' : decimals === 0 ? ', whole' : `, with at most ${decimals} decimals`
  return { range: `from ${min} to ${max.toLocaleString('en')}${ending}` }
}
/** The fields of a record that a form writes and a file can hold. */
const ofFields = (all: RecordFields, but: readonly string[]): ImportColumn[] =>
  Object.entries(all).flatMap(([name, field]) => {
    const { kind, label, isOptional, options, min = 0, max, decimals } = field.setting
    const isNumber = kind === 'number' || kind === 'money'
    if (but.includes(name) || kind === 'key' || kind === 'file' || kind === 'flag') return []
    const header = headerOf(field)
    return [
      {
        name,
        header,
        ...(isOptional ? {} : { isRequired: true as const }),
        also: [label, ...(VEHICLE_SYNONYMS[name] ?? [])],
        example: EXAMPLES[name] ?? '',
        ...(isNumber && { type: 'number' as const, ...rangeOf(name, { min, max, decimals }) }),
        ...(!isNumber && max !== undefined && { max }),
        ...(kind === 'day' && { type: 'day' as const }),
        ...(options && {
          options: options.map(o => String(o.value)),
          texts: Object.fromEntries(options.map(o => [String(o.value), o.label])),
        }),
        ...(name === 'charging_port_type' && { spellings: { ccs: 'CCS2', ccstype2: 'CCS2', ccscombo2: 'CCS2' } }),
      },
    ]
  })
const vehicles = ofFields(vehicleFields, ['assigned_driver_name', 'team_name'])

/** The longest text that OCPP 1.6 has for a tag (§7.28). */
const MAX_TAG = 20
const tags: readonly ImportColumn[] = [
  {
    name: 'tag',
    header: 'RFID Tag',
    isRequired: true,
    also: ['RFID Tag ID', 'ID Tag', 'Tag', 'Card', 'Card Number', 'UID', 'Token'],
    example: '04A1B2C3D4E5F6',
    max: MAX_TAG,
  },
  { name: 'parenttag', header: 'Parent Group', also: ['Parent Tag', 'Group'], example: '', max: MAX_TAG },
  {
    name: 'expirydate',
    header: 'Expiry Date',
    also: ['Expires', 'Valid Until'],
    example: '2030-12-31',
    form: 'a day to come, as 2030-12-31 or 31/12/2030, or a time, as 2030-12-31 18:30',
  },
  {
    name: 'max_active_trans_count',
    header: 'Max Active Transactions',
    also: ['Max Sessions', 'Limit'],
    example: '1',
    type: 'number',
    range: 'whole; 0 blocks the tag, below 0 is without limit',
  },
  {
    name: 'balance_amount',
    header: 'Balance Amount',
    also: ['Balance', 'Credit'],
    example: '500',
    type: 'number',
    range: `in rupees, from 0 to 1,000,000, ${DECIMALS_2}`,
  },
  { name: 'note', header: 'Notes', also: ['Note', 'Remark'], example: '', max: 500 },
  { name: 'tokenType', header: 'Kind of Token', also: ['Token Type'], example: 'ISO14443', options: TOKEN_TYPES },
  {
    name: 'chargingPriority',
    header: 'Charging Priority',
    also: ['Priority'],
    example: '0',
    type: 'number',
    range: 'whole, from -9 to 9; for stations of OCPP 2.0.1',
  },
  {
    name: 'evses',
    header: 'EVSEs',
    also: ['EVSE', 'EVSE IDs'],
    example: '',
    max: 100,
    form: 'numbers of EVSEs separated by commas, as 1, 2; for stations of OCPP 2.0.1',
  },
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

/** What a cell of a column takes, in words: choices, form, limits. */
export function takenBy({ type, options, form, max, range }: ImportColumn): string {
  if (type === 'list') return `any of ${(options ?? []).join(', ')}; several with semicolons between them`
  if (options) return `one of ${options.join(', ')}`
  if (type === 'number') return `a number${range ? `, ${range}` : ''}`
  if (type === 'flag' || type === 'whole flag') return 'yes or no'
  if (type === 'day') return 'a day, as 2030-12-31 or 31/12/2030'
  if (type === 'price group') return 'the name of a price group that is there'
  if (type === 'site') return 'the name of a charging site that is there'
  return form ?? (max === undefined ? 'text' : `text of at most ${max.toLocaleString('en')} characters`)
}
/** When a column must have a value: 'yes', a condition, or nothing. */
export const neededText = ({ isRequired, neededWhen = '' }: ImportColumn): string => (isRequired ? 'yes' : neededWhen)
