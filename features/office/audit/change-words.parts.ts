// An entry of the audit log in people's words: labels for keys, names for ids, local times, units; what did not change, is
// empty on both sides or is a number that only the database knows is left out.
import { countryName } from '@wattdesk/base/countries'
import { Field } from '@wattdesk/base/record'
import { unitOf } from '@wattdesk/base/text'
import { formatDateTime } from '@wattdesk/base/time'
import { energyText, moneyText } from '#kit/figures.tsx'
import type { AuditEntry } from './audit.contract.ts'
import { NAMED_RECORDS, OWN_AFFAIRS } from './audit.rules.ts'
import type { AuditedField, AuditedFields } from './audited-field.words.ts'

type Values = AuditEntry['before']
type Entry = Pick<AuditEntry, 'before' | 'after'> & { names?: AuditEntry['names'] }
/** The change of one field; null: no value. For a new or deleted record only one side is filled. */
export type Change = { label: string; before: string | null; after: string | null }

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
function fieldOf(fields: AuditedFields, path: readonly string[]): Field | undefined {
  const [key = ''] = path
  if (path.length !== 1) return undefined
  const exact = fields[key]
  if (exact) return exact instanceof Field ? exact : undefined
  const all = Object.entries(fields).flatMap(([name, f]) => (f instanceof Field ? [[name, f] as const] : []))
  return all.find(([name, { setting }]) => setting.column === key || squeezed(name) === squeezed(key))?.[1]
}
/** The words that a record declares for a field, by group and name or by name. */
function auditedOf(fields: AuditedFields, path: readonly string[]): AuditedField | undefined {
  const found = fields[path.slice(-2).join('.')] ?? fields[path.at(-1) ?? '']
  return found instanceof Field ? undefined : found
}

/** The label that a field has on its form. */
function labelOf(path: readonly string[], fields: AuditedFields): string {
  const field = fieldOf(fields, path)
  if (field) return field.setting.label
  const nameOf = (parts: readonly string[]) => {
    const key = parts.at(-1) ?? ''
    return auditedOf(fields, parts)?.label ?? NAMED_RECORDS[key]?.label ?? spaced(key)
  }
  const groups = path.slice(0, -1).flatMap((part, i) => {
    if (/^\d+$/.test(part)) return [String(Number(part) + 1)]
    const name = nameOf(path.slice(0, i + 1))
    return name === '' ? [] : [name.replace(/s$/, '')]
  })
  return [...groups, nameOf(path)].join(' ')
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
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/
const DAY = /^\d{4}-\d{2}-\d{2}$/
const percent = (n: number): string => `${n.toLocaleString('en-IN', { maximumFractionDigits: 4 })}%`

/** A number with what it counts, by the unit in its name. Numbers and years of records are not grouped. */
function figureText(key: string, n: number): string {
  if (/ppm$/i.test(key)) return percent(n / 10_000)
  if (/percent(age)?$/i.test(key)) return percent(n)
  if (/wh$/i.test(key)) return energyText(n, 3)
  return n.toLocaleString('en-IN', { maximumFractionDigits: 6, useGrouping: !/id$|(^|_)year/i.test(key) })
}

/** A value in the words that the record declares. */
function auditedText({ kind, options }: AuditedField, value: unknown): string | null | undefined {
  const word = String(value)
  if (options && Object.hasOwn(options, word)) return options[word]
  if (kind === 'status') return value === true || value === 'Y' ? 'Active' : 'Inactive'
  if (kind === 'yes or no') return value ? 'Yes' : 'No'
  if (kind === 'country') return countryName(word)
  if (kind === 'flags') return word === 'N' ? null : [...word].map(f => FLAGS[f] ?? f).join(', ')
  if (typeof value !== 'number') return undefined
  if (kind === 'money') return moneyText(value)
  if (kind === 'energy') return energyText(value, 3)
  return kind === 'percent' ? percent(value) : undefined
}

/** A value of a declared field, where its kind has words or a unit of its own. */
function declaredText({ setting: { kind, unit, options = [] } }: Field, value: unknown): string | undefined {
  if (kind === 'state') return options.find(o => o.value === value)?.label
  if (typeof value !== 'number') return undefined
  if (kind === 'money') return moneyText(value)
  return kind === 'number' && unit
    ? `${value.toLocaleString('en-IN', { maximumFractionDigits: 6 })} ${unitOf(value, unit)}`
    : undefined
}

/** A value as people read it; null where there is none. */
function valueText({ path, value }: Leaf, names: AuditEntry['names'], fields: AuditedFields): string | null {
  const key = path.at(-1) ?? ''
  if (value === null || value === undefined || value === '') return null
  const [field, audited] = [fieldOf(fields, path), auditedOf(fields, path)]
  const text = field ? declaredText(field, value) : audited && auditedText(audited, value)
  if (text !== undefined) return text
  if (Array.isArray(value)) return value.length > 0 ? value.map(String).join(', ') : null
  const record = NAMED_RECORDS[key]
  if (record) return names[record.isTeam ? String(value) : `${key} ${value}`] ?? record.other
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') return figureText(key, value)
  const word = String(value)
  if (INSTANT.test(word) && !Number.isNaN(Date.parse(word))) return formatDateTime(new Date(word))
  // As everywhere: '31 Dec 2026'. A day has no zone; what only looks like one is a text.
  const day = DAY.test(word) ? new Date(`${word}T00:00:00Z`) : undefined
  if (day && !Number.isNaN(day.getTime())) return formatDateTime(day, 'UTC').slice(0, 11)
  const [, kind] = /^\/files\/[\w-]+\.(\w+)$/.exec(word) ?? []
  if (kind) return kind === 'pdf' ? 'PDF file' : 'Picture'
  return word
}
const FILE = /^\/files\//

/** Stands for a secret (packages/base/src/secret.ts). */
const HIDDEN = '•••'
/** The fields of a refused call: the deed's text says them. */
const OF_A_REFUSAL: ReadonlySet<string> = new Set(['call', 'asked'])

/**
 * The changes of an entry, in the order of its fields.
 *
 * @param fields The fields that the entry's record declares. The label of any other field is its name in words, and its
 * unit is that in its name.
 */
export function changesOf(entry: Entry, fields: AuditedFields = {}): Change[] {
  const side = (values: Values) => {
    const all = new Map(
      leavesOf(values ?? {})
        .filter(
          ({ path }) =>
            path.length > 0 && !OF_A_REFUSAL.has(path.join('.')) && !OWN_AFFAIRS.includes(path.at(-1) ?? ''),
        )
        .map(leaf => [leaf.path.join('.'), { leaf, text: valueText(leaf, entry.names ?? {}, fields) }]),
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
      label: labelOf(leaf.path, fields),
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
  comment: 'Commented',
  import: 'Imported',
  check: 'Had a file checked',
  run: 'Had a file imported',
  'ask to take back': 'Asked to take an import back',
  'take back': 'Took an import back',
  close: 'Closed',
  reopen: 'Reopened',
  test: 'Sent a test',
  'send-again': 'Sent deliveries again',
  'change-secret': 'Changed the secret',
  rotate: 'Gave a new secret',
  keep: 'Took it over',
  'stop-mails': 'Stopped mails',
  pause: 'Paused',
  resume: 'Let go on',
  stop: 'Stopped',
  'take-over': 'Took over',
  'stop-receiver': 'Stopped a report for a receiver',
  'start-receiver': 'Let a report come again to a receiver',
  'start-mails': 'Let mails come again',
  'add-member': 'Added a member',
  'change-member': 'Changed the role of a member',
  'remove-member': 'Removed a member',
  'sign-in': 'Signed in',
  'sign-out': 'Signed out',
  'refuse-sign-in': 'Refused a single sign-on',
  'end-browser': 'Signed out of another browser',
  link: 'Knew the account by single sign-on',
  unlink: 'Released the account from its person at the provider',
  prove: 'Confirmed who is signed in',
  'add-domain': 'Added a mail domain',
  'check-domain': 'Looked for the record of a mail domain',
  'prove-domain': 'Proved a mail domain',
  'remove-domain': 'Removed a mail domain',
  'test-provider': 'Tested the provider of single sign-on',
  'trust-browser': 'Had a browser remembered',
  'distrust-browser': 'Had a browser forgotten',
  'add-factor': 'Added a second factor',
  'rename-factor': 'Renamed a second factor',
  'remove-factor': 'Removed a second factor',
  'new-recovery-codes': 'Made new recovery codes',
  'use-recovery-code': 'Used a recovery code',
  'reset-second-factor': 'Reset the second factor',
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
  'begin-charger-test': 'Began the test of a charger',
  'ask-tested-charger': 'Asked a charger under test',
  'end-charger-test': 'Ended the test of a charger',
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
  'tell-again': 'Had charge points told again',
  'delete-file': 'Deleted a file',
  'read-device-model': 'Read the device model again',
  'set-variable': 'Set a variable',
  'read-customer-information': 'Read customer information',
  'delete-customer-information': 'Deleted customer information',
  'keep-local-list': 'Changed whether the local list is kept',
  'choose default': 'Chose a view to begin with',
  cancel: 'Cancelled',
  retry: 'Tried again',
  'mail-paper': 'Mailed a paper',
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
export const changesText = (entry: Entry, fields?: AuditedFields): string =>
  changesOf(entry, fields)
    .map(c => `${c.label}: ${[c.before, c.after].map(v => v ?? '–').join(' → ')}`)
    .join('; ')
