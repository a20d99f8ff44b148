// The log: lines of JSON without secrets. They are taken out twice: by the names of fields at any depth before a line is made,
// and by their form in the text of the line, where a message, an address or an error of a library may hold them.
import { isSecret } from '@wattdesk/ocpp/redact'
import pino, { type LoggerOptions } from 'pino'

const REMOVED = '[removed]'

/**
 * Fields that hold secrets, beside those whose names say so (`isSecret`: password, token, secret, key and the like). The tag
 * of a driver is a secret too: with it anybody charges at the cost of its owner.
 */
const FIELDS =
  /^(?:(?:proxy-)?authorization|(?:set-)?cookie|(?:x-razorpay-)?signature|pem|otp|(?:parent_?)?id_?tag|device_?id|\w*hash)$/i
const isRemoved = (name: string): boolean => FIELDS.test(name) || isSecret(name)

/** Deeper than anything we log; a circle ends there. */
const DEEPEST = 8

/** A copy without secrets; anything but plain objects, lists and errors stays as it is. */
function cleaned(value: unknown, depth = 0): unknown {
  if (value instanceof Error) return cleaned({ ...pino.stdSerializers.err(value) }, depth)
  if (value instanceof Uint8Array) return `[${value.length} bytes]`
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  if (depth === DEEPEST) return '…'
  if (Array.isArray(value)) return value.map(v => cleaned(v, depth + 1))
  const { key, name } = value as Record<string, unknown>
  // `value` of a pair that names a secret, as a key of a charger's configuration.
  const isOfSecret = [key, name].some(n => typeof n === 'string' && isSecret(n))
  return Object.fromEntries(
    Object.entries(value).map(([field, v]) => [
      field,
      isRemoved(field) || (isOfSecret && field === 'value') ? REMOVED : cleaned(v, depth + 1),
    ]),
  )
}

/** Secrets in texts; in the text of a line a quotation mark within a value has a backslash before it. */
const FORMS: readonly [pattern: RegExp, instead: string][] = [
  // Credentials in an address.
  [/(\w[\w+.-]*:\/\/[^\s:@/"\\]*):[^\s@/"\\]+@/g, `$1:${REMOVED}@`],
  [/([?&][\w.-]*(?:token|key|code|password|secret|signature|otp)=)[^&\s"\\]+/gi, `$1${REMOVED}`],
  [/\b(Bearer|Basic) +[\w+/=.~-]{6,}/gi, `$1 ${REMOVED}`],
  // A signed token.
  [/\beyJ[\w-]{5,}\.[\w-]+\.[\w-]*/g, REMOVED],
  // JSON in a text, whole or broken off.
  [
    /((?:"|\\")(?:[\w-]*(?:passw|pwd|secret|token|credential|authoriz)[\w-]*|\w+key|(?:parent)?idtag)(?:"|\\") *: *(?:"|\\"))(?:[^"\\]|\\(?!"))*/gi,
    `$1${REMOVED}`,
  ],
  // The values of a row, as PostgreSQL tells them with an error.
  [/(Failing row contains )\((?:[^"\\]|\\.)*/g, '$1(…)'],
  [/(Key \([^)]*\))=\((?:[^"\\]|\\.)*?\)/g, '$1=(…)'],
]
const withoutForms = (line: string): string =>
  FORMS.reduce((text, [pattern, instead]) => text.replace(pattern, instead), line)

export const logOptions = (level: string): LoggerOptions => ({
  level,
  // An error has been made a plain object by then.
  serializers: { err: (error: unknown) => error },
  formatters: { log: line => cleaned(line) as Record<string, unknown> },
  hooks: { streamWrite: withoutForms },
})
