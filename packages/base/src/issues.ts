// The faults that zod finds, in the product's own words (D-GEN-11): one place for server and browser. A shape with a
// text of its own keeps it; zod's own texts reach nobody.
import { z } from 'zod'
import { invalidEmail, mustBeNumber, required, tooLong } from './text.ts'

/** Words that are written as they are, or stand for another. */
const WORDS: Readonly<Record<string, string>> = {
  id: 'ID',
  ids: 'IDs',
  rfid: 'RFID',
  upi: 'UPI',
  pk: 'Number',
  otp: 'OTP',
  gst: 'GST',
  csv: 'CSV file',
  ifsc: 'IFSC',
  url: 'URL',
  ac: 'AC',
  dc: 'DC',
  cm: 'CM',
  cpo: 'CPO',
  q: 'Search',
  tz: 'Time Zone',
  lat: 'Latitude',
  lng: 'Longitude',
  pg: 'Payment Gateway',
  ocpp: 'OCPP',
  ocpi: 'OCPI',
  no: 'Number',
  kw: 'kW',
  x: 'Value',
}
const capital = (word: string): string => WORDS[word.toLowerCase()] ?? word.charAt(0).toUpperCase() + word.slice(1)

/** The label of a field by its place: `payment_gateway_percent` and `paymentGatewayPercent` are Payment Gateway Percent. */
export const labelOf = (path: readonly PropertyKey[]): string => {
  const name = path.findLast(part => typeof part === 'string' && !/^\d+$/.test(part))
  if (typeof name !== 'string') return 'Body'
  const words = name.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').split(/[\s_.-]+/)
  return words
    .filter(w => w !== '')
    .map(capital)
    .join(' ')
}

/** The name an error is sent under: a value of a list belongs to the list, a field of a record in a list to that field. */
export const fieldOf = (path: readonly PropertyKey[]): string => {
  const last = path.findLastIndex(part => typeof part === 'string' && !/^\d+$/.test(part))
  return path.slice(0, last + 1).join('.') || 'body'
}

/** Ids beyond this are nobody's; the number says nothing to a reader. */
const LARGEST_ID = 2_147_483_647
const MOST_CHOICES = 8
const wrong = (label: string): string => `${label} is not valid`

const FORMATS: Readonly<Record<string, (label: string) => string>> = {
  email: () => invalidEmail,
  url: label => `${label} must be a web address`,
  datetime: () => 'Please enter a valid date and time',
  date: () => 'Please enter a valid date',
}
const TYPES: Readonly<Record<string, (label: string) => string>> = {
  string: label => `${label} must be text`,
  number: mustBeNumber,
  nan: mustBeNumber,
  int: label => `${label} must be a whole number`,
  boolean: label => `${label} must be true or false`,
  array: label => `${label} must be a list`,
  date: () => 'Please enter a valid date',
}

type Issue = z.core.$ZodRawIssue

function tooSmall(label: string, issue: Extract<Issue, { code: 'too_small' }>): string {
  const { origin, minimum, inclusive } = issue
  if (origin === 'string') return minimum === 1 ? required(label) : `${label} should be ${minimum} characters or more`
  if (origin === 'array' || origin === 'set')
    return minimum === 1 ? required(label) : `${label} should have ${minimum} entries or more`
  return inclusive === false ? `${label} should be more than ${minimum}` : `${label} should be ${minimum} or more`
}
function tooBig(label: string, issue: Extract<Issue, { code: 'too_big' }>): string {
  const { origin, maximum, inclusive } = issue
  if (origin === 'string') return tooLong(label, Number(maximum))
  if (origin === 'array' || origin === 'set') return `${label} should have ${maximum} entries or less`
  if (Number(maximum) >= LARGEST_ID) return `${label} is too large`
  return inclusive === false ? `${label} should be less than ${maximum}` : `${label} should be ${maximum} or less`
}

/** The text of an issue that its shape has none for. */
function issueText(issue: Issue): string {
  const path = issue.path ?? []
  const label = labelOf(path)
  const { input } = issue
  if (path.length === 0 && issue.code === 'invalid_type') return 'Please send the fields as a JSON object'
  if (input === undefined || input === null) return required(label)
  switch (issue.code) {
    case 'invalid_type':
      return typeof input === 'number' && Number.isInteger(input) === false && issue.expected === 'int'
        ? `${label} must be a whole number`
        : (TYPES[issue.expected]?.(label) ?? wrong(label))
    case 'too_small':
      return tooSmall(label, issue)
    case 'too_big':
      return tooBig(label, issue)
    case 'invalid_format':
      return FORMATS[issue.format]?.(label) ?? wrong(label)
    case 'invalid_value':
      if (input === '') return required(label)
      return issue.values.length > 1 && issue.values.length <= MOST_CHOICES
        ? `${label} should be one of ${issue.values.map(String).join(', ')}`
        : wrong(label)
    default:
      return wrong(label)
  }
}

/** From here on every check of every shape speaks so. Done once, by whatever declares shapes that travel. */
export const speakPlainly = (): void => {
  z.config({ customError: issueText })
}
