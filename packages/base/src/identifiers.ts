// Identifiers an operator in India meets, checked as they are written down: upper case where the issuer says so.

const gstinShape = /^[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][1-9A-Z][Z1-9ABD-J][0-9A-Z]$/
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** The 15th character of a GSTIN from its first 14 (factors 1, 2, 1, 2…; quotient and remainder by 36 summed). */
const gstinCheckCharacter = (first14: string): string => {
  let sum = 0
  for (let i = 0; i < 14; i++) {
    const product = alphabet.indexOf(first14[i] ?? '') * (1 + (i % 2))
    sum += Math.floor(product / 36) + (product % 36)
  }
  return alphabet[(36 - (sum % 36)) % 36] ?? ''
}

/** GST number with a right check character. */
export const isGstin = (text: string): boolean =>
  gstinShape.test(text) && gstinCheckCharacter(text.slice(0, 14)) === text[14]

const collectorShape = /^[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][1-9A-Z]C[0-9A-Z]$/
/** GST number under which an e-commerce operator collects tax (section 52 CGST): its 14th character is C. */
export const isCollectorGstin = (text: string): boolean =>
  collectorShape.test(text) && gstinCheckCharacter(text.slice(0, 14)) === text[14]

/** Permanent account number of the income tax office. */
export const isPan = (text: string): boolean => /^[A-Z]{5}[0-9]{4}[A-Z]$/.test(text)

/** The PAN inside a GSTIN: characters 3 to 12. */
export const panOfGstin = (gstin: string): string => gstin.slice(2, 12)

/** Code of a bank branch. */
export const isIfsc = (text: string): boolean => /^[A-Z]{4}0[A-Z0-9]{6}$/.test(text)

/** UPI address `name@provider`, case does not matter, at most 255 characters. One from the provider is never refused. */
export const isUpiAddress = (text: string): boolean =>
  text.length <= 255 && /^[a-z0-9][a-z0-9._-]{0,253}@[a-z0-9]{2,64}$/i.test(text)

/** E-mail address: one @, no spaces, a dotted domain; at most 254 characters. */
export const isEmail = (text: string): boolean =>
  text.length <= 254 &&
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/i.test(
    text,
  )

/** Name of a host, also of one label: letters, digits and hyphens, no label longer than 63 (RFC 1123 2.1). */
export const isHostName = (text: string): boolean =>
  text.length <= 253 && /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/i.test(text)

/** Phone of a profile or user: 10 to 15 digits. */
export const isPhone = (text: string): boolean => /^[0-9]{10,15}$/.test(text)

/** A phone as drivers have it and people type it: 8 to 20 digits, spaces, hyphens, dots, brackets, a plus. */
export const isTypedPhone = (text: string): boolean =>
  /^[\d +().-]{8,20}$/.test(text) && /^\d{8,15}$/.test(text.replace(/\D/g, ''))

/**
 * A phone in the one form that phones are compared in: digits with the country code in front. Without a country code it is
 * Indian. The database has the same rule, phone_form.
 */
export function phoneForm(text: string): string {
  const isWhole = /^[^0-9]*(\+|00)/.test(text)
  const all = text.replace(/[^0-9]/g, '')
  const digits = /^[^0-9]*\+/.test(text) ? all : all.replace(/^00/, '')
  if (isWhole) return /^910[0-9]{10}$/.test(digits) ? `91${digits.slice(3)}` : digits
  if (/^0[0-9]{10}$/.test(digits)) return `91${digits.slice(1)}`
  return /^[0-9]{10}$/.test(digits) ? `91${digits}` : digits
}
