// Which words describe a field or a parameter: those of its shape, else of its declaration, else of its name.
import { FIELDS, FIELDS_OF_LISTS, FIELDS_OF_NUMBERS } from './field-names.ts'
import { PARAMETERS } from './parameter-names.ts'
import { SHAPE_FIELDS } from './shape-fields.ts'
import type { Json } from './shapes.ts'

const own = <T>(table: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined

/** The words of `field` in the shape at `path`, as `Charger.connection`. */
export const wordsOf = (path: string, field: string, shape: Json): string | undefined =>
  own(SHAPE_FIELDS, `${path}.${field}`) ??
  (shape.description as string | undefined) ??
  ofKind(field, shape.type) ??
  own(FIELDS, field)
/** The words of a name that is a list here and a number there. */
const ofKind = (field: string, type: unknown): string | undefined => {
  if (type === 'array') return own(FIELDS_OF_LISTS, field)
  return type === 'integer' || type === 'number' ? own(FIELDS_OF_NUMBERS, field) : undefined
}

const CHARGER = 'The charge point: its number (`chargepoint_pk`), or its identity (`chargepoint_id`).'
/** The record that `{id}` means, by the part of the path before it. */
const IDS: Readonly<Record<string, string>> = {
  company: 'The number of the company.',
  charger: CHARGER,
  transaction: 'The number of the session.',
  review: 'The number of the review.',
  tag: 'The number of the tag.',
  customer: 'The number of the driver.',
  'customer-wallet': 'The number of the driver.',
  user: 'The number of the user.',
  refund: 'The number of the session.',
  views: 'The number of the view.',
  status: 'The id of the payment, or the UPI address.',
  'charging-profile': 'The number of the charging profile (`charging_profile_pk`).',
  'bulk-action': 'The number of the act.',
  'network-import': 'The number of the import.',
  'push-browsers': 'The number of the browser.',
  'scheduled-report-files': 'The number of the run that made the file.',
}

/** The words of a parameter of an operation with this path. */
export function wordsOfParameter(operation: string, path: string, name: string): string | undefined {
  const before = name === 'id' ? /([\w-]+)\/\{id\}/.exec(path)?.[1] : undefined
  return own(PARAMETERS, `${operation}.${name}`) ?? (before && own(IDS, before)) ?? own(PARAMETERS, name)
}
