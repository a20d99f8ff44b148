// An entry of the audit log in people's words: labels for keys, names for ids, local times, units; what did not change, is
// empty on both sides or is a number that only the database knows is left out.
import { FEATURES } from '@wattdesk/base/access'
import { countryName } from '@wattdesk/base/countries'
import { payoutRules } from '@wattdesk/base/payout-rules'
import type { Field, RecordFields } from '@wattdesk/base/record'
import { formatDateTime } from '@wattdesk/base/time'
import { energyText, moneyText } from '#kit/figures.tsx'
import type { AuditEntry } from './audit.contract.ts'
import { OWN_AFFAIRS } from './audit.rules.ts'

type Values = AuditEntry['before']
type Entry = Pick<AuditEntry, 'feature' | 'before' | 'after'> & { names?: AuditEntry['names'] }
/** The change of one field; null: no value. For a new or deleted record only one side is filled. */
export type Change = { label: string; before: string | null; after: string | null }

const LABELS: Readonly<Record<string, string>> = {
  active: 'Status',
  isActive: 'Status',
  parentCompanyId: 'Parent Team',
  teamId: 'Team',
  teamName: 'Team',
  username: 'User Name',
  emailId: 'Email ID',
  roleName: 'Role Name',
  rootUser: 'Root User',
  lat: 'Latitude',
  latitude: 'Latitude',
  lng: 'Longitude',
  longitude: 'Longitude',
  zipCode: 'Zip Code',
  zipcode: 'Zip Code',
  gst: 'GST Number',
  gstin: 'GST Number',
  ifsc_code: 'IFSC Code',
  account_no: 'Account Number',
  subscriptionId: 'Subscription',
  protocolType: 'Protocol',
  partyId: 'Party ID',
  taxPpm: 'Tax Percent',
  transactionPpm: 'Transaction Percent',
  paymentGatewayId: 'Payment Gateway',
  paymentGatewayDetailsId: 'Payment Gateway Details ID',
  payment_gateway_details_id: 'Payment Gateway',
  paymentConfirmationNo: 'Payment Confirmation',
  pg_charges_bearer: 'Payment Gateway Charges Bearer',
  cm_commission_in_percent: 'Commission in Percent',
  cm_commission_percent: 'Commission Percent',
  cm_commission_cost: 'Commission Cost',
  dc_charges_monthly: 'DC Charges (monthly)',
  ac_charges_monthly: 'AC Charges (monthly)',
  dc_charges_annual: 'DC Charges (annual)',
  ac_charges_annual: 'AC Charges (annual)',
  'charger_payment_details.tax': 'Charger Tax',
  'transaction_payment_details.tax': 'Transaction Tax',
  'payout_details.tax': 'Payout Tax',
  chargepoint_id: 'Charger ID',
  chargepoint_name: 'Name',
  idTag: 'Tag',
  inReview: 'To Review',
  chargingSiteId: 'Charging Site',
  priceGroupId: 'Price Group',
  kw: 'Power (kW)',
  volt: 'Voltage (V)',
  tolerance_watt: 'Tolerance Level (Watts)',
  meter_interval_sec: 'Meter Interval (Seconds)',
  registersInKwhSince: 'Registers in kWh Since',
  registers_in_kwh: 'Registers in kWh',
  maxPowerWatt: 'Highest Power (Watts)',
  enteredSerialNumber: 'Charge Point Serial Number',
  employeeOrResident: 'Employee / Resident (OTP)',
  notificationFeatures: 'Events',
  faq: 'Operating Instruction',
  notificationRecipients: 'Notification Recipients',
  enableNotifications: 'Enable Notifications',
  confKey: 'Key',
  customConfKey: 'Key',
  customConfValue: 'Value',
  chargerId: 'Charger ID',
  stoptime: 'Stop Time',
  starttime: 'Start Time',
  totalAmountCharged: 'Amount Charged',
  stop_meter_value: 'Stop Meter Value',
  start_meter_value: 'Start Meter Value',
  'ChargerPoint note': 'Notes',
  tags: 'RFID Tags',
  upiId: 'UPI ID',
  isLoadBalancingReq: 'Load Balancing Required',
  loadBalancingUnit: 'Unit',
  loadBalancingValue: 'Load Value',
}
/** Groups of fields whose own name says nothing beside that of the field. */
const GROUPS: ReadonlySet<string> = new Set([
  'settings',
  'address',
  'charger_payment_details',
  'transaction_payment_details',
  'payout_details',
  'payment_gateway_details',
])

/** Words that labels write in a way of their own. */
const WRITTEN: Readonly<Record<string, string>> = Object.fromEntries([
  ...[
    'AC',
    'DC',
    'EMI',
    'GST',
    'ID',
    'IFSC',
    'IP',
    'OCPI',
    'OCPP',
    'OTP',
    'QR',
    'RFID',
    'SIM',
    'UPI',
    'URL',
    'VIN',
  ].map(word => [word.toLowerCase(), word]),
  ...['of', 'per'].map(word => [word, word]),
])
const titled = (words: string): string =>
  words
    .split(' ')
    .map(word => WRITTEN[word.toLowerCase()] ?? word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
/** 'houseNumber' and 'house_number' are 'House Number'; what is in words already stays. */
const spaced = (key: string): string =>
  key.includes(' ')
    ? key.charAt(0).toUpperCase() + key.slice(1)
    : titled(key.replace(/([a-z\d])([A-Z])/g, '$1 $2').replaceAll(/[_-]/g, ' '))

const squeezed = (name: string): string => name.replaceAll('_', '').toLowerCase()
/** The declared field that a key of an entry names, by its name, written in whichever case, or by its column. */
const declared = (fields: RecordFields, key: string): Field | undefined =>
  fields[key] ??
  Object.entries(fields).find(([name, { setting }]) => setting.column === key || squeezed(name) === squeezed(key))?.[1]

/** The label that a field has on its form. */
function labelOf(path: readonly string[], feature: string, fields: RecordFields): string {
  const key = path.at(-1) ?? ''
  const field = path.length === 1 ? declared(fields, key) : undefined
  if (field) return field.setting.label
  if (feature === 'Role' && (FEATURES as readonly string[]).includes(key)) return key
  const own = LABELS[`${feature} ${key}`] ?? LABELS[path.slice(-2).join('.')] ?? LABELS[key] ?? spaced(key)
  const group = path.slice(0, -1).filter(part => !GROUPS.has(part))
  if (group.length === 0) return own
  const place = group.map(part =>
    /^\d+$/.test(part) ? String(Number(part) + 1) : (LABELS[part] ?? spaced(part)).replace(/s$/, ''),
  )
  return `${place.join(' ')} ${own}`
}

const isPlain = (v: unknown): v is Record<string, unknown> => v !== null && typeof v === 'object' && !Array.isArray(v)
type Leaf = { path: readonly string[]; value: unknown }
/** The single values of an entry's side; lists of texts are one value. */
function leavesOf(value: unknown, path: readonly string[] = []): Leaf[] {
  if (isPlain(value))
    return Object.entries(value).flatMap(([k, v]) => leavesOf(v, [...path, ...(k.includes(' ') ? [k] : k.split('.'))]))
  if (Array.isArray(value) && value.some(isPlain)) return value.flatMap((v, i) => leavesOf(v, [...path, String(i)]))
  return [{ path, value }]
}

const FLAGS: Readonly<Record<string, string>> = { V: 'View', C: 'Create', U: 'Update', D: 'Delete' }
const STATES: Readonly<Record<string, string>> = {
  AUTHORIZED: 'Authorized',
  CAPTURED: 'Captured',
  PAYOUTPENDING: 'Payout Pending',
  PAYOUTCOMPLETED: 'Payout Completed',
}
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/
const DAY = /^\d{4}-\d{2}-\d{2}$/
const percent = (n: number): string => `${n.toLocaleString('en-IN', { maximumFractionDigits: 4 })}%`

/** A number with what it counts, by the name of its field. */
function figureText(key: string, n: number): string {
  if (/ppm$/i.test(key)) return percent(n / 10_000)
  if (/^(tax|.*percent(age)?)$/i.test(key)) return percent(n)
  if (/meter_value$|wh$/i.test(key)) return energyText(n, 3)
  if (/charges_(monthly|annual)$|cost$|amount/i.test(key)) return moneyText(n)
  if (key === 'payout_rule') return payoutRules[n] ?? String(n)
  if (key === 'subscriptionId') return n === 1 ? 'Basic' : 'Full'
  const isName = /id$|^lat|^l(ng|ongitude)|(^|_)year/i.test(key)
  return n.toLocaleString('en-IN', { maximumFractionDigits: 6, useGrouping: !isName })
}

/** A value of a declared field, where its kind has words or a unit of its own. */
function declaredText({ setting: { kind, unit, options = [] } }: Field, value: unknown): string | undefined {
  if (kind === 'state') return options.find(o => o.value === value)?.label
  if (typeof value !== 'number') return undefined
  if (kind === 'money') return moneyText(value)
  return kind === 'number' && unit
    ? `${value.toLocaleString('en-IN', { maximumFractionDigits: 6 })} ${unit}`
    : undefined
}

/** A value as people read it; null where there is none. */
function valueText({ path, value }: Leaf, { feature, names = {} }: Entry, fields: RecordFields): string | null {
  const key = path.at(-1) ?? ''
  if (value === null || value === undefined || value === '') return null
  const field = path.length === 1 ? declared(fields, key) : undefined
  const text = field && declaredText(field, value)
  if (text !== undefined) return text
  if (Array.isArray(value)) return value.length > 0 ? value.map(String).join(', ') : null
  if (key === 'parentCompanyId' || key === 'teamId') return names[String(value)] ?? 'Another team'
  if (key === 'chargingSiteId') return names[`${key} ${value}`] ?? 'Another site'
  if (key === 'priceGroupId') return names[`${key} ${value}`] ?? 'Another price group'
  if (/^(active|isActive)$/.test(key)) return value === true || value === 'Y' ? 'Active' : 'Inactive'
  if (typeof value === 'boolean' || key === 'isLoadBalancingReq') return value ? 'Yes' : 'No'
  if (typeof value === 'number') return figureText(key, value)
  const word = String(value)
  if (feature === 'Role' && (FEATURES as readonly string[]).includes(key))
    return word === 'N' ? null : [...word].map(f => FLAGS[f] ?? f).join(', ')
  if (INSTANT.test(word) && !Number.isNaN(Date.parse(word))) return formatDateTime(new Date(word))
  // As everywhere: '31 Dec 2026'. A day has no zone; what only looks like one is a text.
  const day = DAY.test(word) ? new Date(`${word}T00:00:00Z`) : undefined
  if (day && !Number.isNaN(day.getTime())) return formatDateTime(day, 'UTC').slice(0, 11)
  if (key === 'country') return countryName(word)
  const [, kind] = /^\/files\/[\w-]+\.(\w+)$/.exec(word) ?? []
  if (kind) return kind === 'pdf' ? 'PDF file' : 'Picture'
  return STATES[word] ?? word
}
const FILE = /^\/files\//

/** Stands for a secret (packages/base/src/secret.ts). */
const HIDDEN = '•••'
/** The fields of a refused call: the deed's text says them. */
const OF_A_REFUSAL: ReadonlySet<string> = new Set(['call', 'asked'])

/**
 * The changes of an entry, in the order of its fields.
 *
 * @param fields The declared fields of the entry's record; labels, units and words of others are found by their names.
 */
export function changesOf(entry: Entry, fields: RecordFields = {}): Change[] {
  const side = (values: Values) => {
    const all = new Map(
      leavesOf(values ?? {})
        .filter(
          ({ path }) =>
            path.length > 0 && !OF_A_REFUSAL.has(path.join('.')) && !OWN_AFFAIRS.includes(path.at(-1) ?? ''),
        )
        .map(leaf => [leaf.path.join('.'), { leaf, text: valueText(leaf, entry, fields) }]),
    )
    // A parameter sent for an operation is shown only if it differs from the requested one.
    for (const [key, { text }] of all) {
      const isSent = key.startsWith('request.')
      if (isSent && all.get(key.slice('request.'.length))?.text === text) all.delete(key)
    }
    return all
  }
  const [before, after] = [side(entry.before), side(entry.after)]
  return [...new Map([...before, ...after])].flatMap(([key, { leaf }]) => {
    const change = {
      label: labelOf(leaf.path, entry.feature, fields),
      before: before.get(key)?.text ?? null,
      after: after.get(key)?.text ?? null,
    }
    // All secrets read the same; a secret stands alone in an entry only because it changed.
    const isOtherSecret = change.before === HIDDEN && leaf.path.length === 1
    if (change.before !== change.after || isOtherSecret) return [change]
    // A file is told by its kind: one put in the place of another reads the same.
    const [was, is] = [before.get(key)?.leaf.value, after.get(key)?.leaf.value]
    const isOtherFile = was !== is && FILE.test(String(was)) && FILE.test(String(is))
    return isOtherFile ? [{ ...change, after: `Another ${change.after?.replace(/^Pic/, 'pic')}` }] : []
  })
}

const ACTIONS: Readonly<Record<string, string>> = {
  create: 'Created',
  update: 'Changed',
  delete: 'Deleted',
  refused: 'Refused',
  read: 'Read',
  upload: 'Uploaded',
  'add-member': 'Added a member',
  'change-member': 'Changed the role of a member',
  'remove-member': 'Removed a member',
  'sign-in': 'Signed in',
  'sign-out': 'Signed out',
  'reset-password': 'Reset the password',
  'change-password': 'Changed the password',
  'verify-email': 'Confirmed the e-mail address',
  register: 'Registered',
  bill: 'Billed',
  match: 'Matched',
  dismiss: 'Dismissed',
  drop: 'Removed what is past its time',
  'generate-qr': 'Made a QR code',
  'report-incident': 'Reported an incident',
  'add-tags': 'Gave RFID tags',
  'remove-tag': 'Took an RFID tag away',
  wallet: 'Changed the balance',
  'assign-vehicle': 'Assigned a vehicle',
  'unassign-vehicle': 'Unassigned the vehicle',
  'add-upi-id': 'Added a UPI ID',
  'remove-upi-id': 'Removed a UPI ID',
  refund: 'Gave money back',
  'send-message': 'Sent a message',
  'send-messages': 'Sent messages',
  'create-campaign': 'Began a message to many drivers',
  'delete-file': 'Deleted a file',
  'keep-local-list': 'Changed whether the local list is kept',
  'choose default': 'Chose a view to begin with',
  cancel: 'Cancelled',
  retry: 'Tried again',
}
/** The action in words; a remote operation by its own name. */
export const actionText = (action: string): string => ACTIONS[action] ?? action

const VERBS: Readonly<Record<string, string>> = {
  GET: 'see',
  POST: 'create',
  PUT: 'change',
  PATCH: 'change',
  DELETE: 'delete',
}
/** Returns what a refused person wanted: by the summary of the call; else by the last word of its path. */
function askedText({ after }: Pick<AuditEntry, 'after'>): string {
  const [method = '', path = ''] = String(after?.call ?? '').split(' ')
  const verb = VERBS[method] ?? ''
  if (typeof after?.asked === 'string') {
    const [what = ''] = after.asked.split(';')
    return `${method === 'GET' ? 'see ' : ''}${what.charAt(0).toLowerCase()}${what.slice(1)}`
  }
  const noun = path.split('/').findLast(part => part !== '' && !part.startsWith('{')) ?? ''
  return `${verb} ${noun.replaceAll('-', ' ')}`.trim()
}
/**
 * Returns the words for the deed of an entry; for a refusal with the call: 'Refused: delete a user with the roles
 * held'.
 */
export function deedText(entry: Pick<AuditEntry, 'action' | 'after'>): string {
  const asked = entry.action === 'refused' ? askedText(entry) : ''
  return actionText(entry.action) + (asked && `: ${asked}`)
}

/** The changes as one text, for a file. */
export const changesText = (entry: Entry, fields?: RecordFields): string =>
  changesOf(entry, fields)
    .map(c => `${c.label}: ${[c.before, c.after].map(v => v ?? '–').join(' → ')}`)
    .join('; ')
