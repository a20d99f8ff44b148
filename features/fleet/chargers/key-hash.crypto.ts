// The key of a charger (security profiles 1 and 2): drawn by us with full entropy, shown once, stored as a salted hash.
// A slow hash would buy nothing against 20 random bytes and would hold back thousands of chargers that reconnect at once.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { isHexKey } from './charger-key.rules.ts'

const digest = (salt: string, key: Buffer): Buffer => createHash('sha256').update(salt).update(key).digest()

/** A key written as hexadecimal digits stands for bytes, so the letter case of its digits says nothing. */
const oneCase = (key: Buffer): Buffer => {
  const text = key.toString('latin1')
  return isHexKey(text) ? Buffer.from(text.toLowerCase(), 'latin1') : key
}

/** A new key: 40 hexadecimal characters, which OCPP's AuthorizationKey and any charger's form take. */
export const newKey = (): string => randomBytes(20).toString('hex')

/** The hash that is stored for a key of 16 to 40 bytes (D-OCPP-9); another length is a RangeError. */
export const hashKey = (key: Buffer): string => {
  if (key.length < 16 || key.length > 40) throw new RangeError('A key has 16 to 40 bytes')
  const salt = randomBytes(16).toString('hex')
  return `${salt}:${digest(salt, oneCase(key)).toString('hex')}`
}

/**
 * Compares in constant time. A key of hexadecimal digits is shown as its text, or as the 16 to 20 bytes that its digits
 * stand for (OCPP-J 1.6 §6.2).
 */
export const keyMatches = (stored: string, shown: Buffer): boolean => {
  const [salt = '', hash = ''] = stored.split(':')
  const wanted = Buffer.from(hash, 'hex')
  const isBytes = shown.length >= 16 && shown.length <= 20
  const asText = same(wanted, digest(salt, oneCase(shown)))
  const asBytes = isBytes && same(wanted, digest(salt, Buffer.from(shown.toString('hex'), 'latin1')))
  return asText || asBytes
}

const same = (wanted: Buffer, given: Buffer): boolean =>
  wanted.length === given.length && timingSafeEqual(wanted, given)
