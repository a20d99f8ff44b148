// The key of a charger (security profiles 1 and 2): drawn by us with full entropy, shown once, stored as a salted hash.
// A slow hash would buy nothing against 20 random bytes and would hold back thousands of chargers that reconnect at once.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

const digest = (salt: string, key: Buffer): Buffer => createHash('sha256').update(salt).update(key).digest()

/** A new key: 40 hexadecimal characters, which OCPP's AuthorizationKey and any charger's form take. */
export const newKey = (): string => randomBytes(20).toString('hex')

/** What is stored of a key. */
export const hashKey = (key: Buffer): string => {
  const salt = randomBytes(16).toString('hex')
  return `${salt}:${digest(salt, key).toString('hex')}`
}

/** Compares in constant time. */
export const keyMatches = (stored: string, key: Buffer): boolean => {
  const [salt = '', hash = ''] = stored.split(':')
  const wanted = Buffer.from(hash, 'hex')
  const given = digest(salt, key)
  return wanted.length === given.length && timingSafeEqual(wanted, given)
}
