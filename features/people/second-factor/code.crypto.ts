// Codes of apps (RFC 6238: SHA-1, six digits, 30 seconds, as every app has them) and recovery codes.
import { randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

const PERIOD_SECONDS = 30
const SECRET_BYTES = 20
const MADE = { algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS } as const
/** The clock of a phone may be one step before ours, or behind it. */
const WINDOW = 1

/** A new secret of an app, in base32 as people type it. */
export const newAppSecret = (): string => new Secret({ size: SECRET_BYTES }).base32
/** What the QR code of an app says. */
export const appUri = (secret: string, { issuer, username }: { issuer: string; username: string }): string =>
  new TOTP({ ...MADE, issuer, label: username, secret: Secret.fromBase32(secret) }).toString()

/** The step of 30 seconds since 1970 whose code this is; undefined: the code of no step that counts now. */
export function stepOfCode(secret: string, code: string, now: Date): number | undefined {
  const totp = new TOTP({ ...MADE, secret: Secret.fromBase32(secret) })
  const delta = totp.validate({ token: code, timestamp: now.getTime(), window: WINDOW })
  return delta === null ? undefined : Math.floor(now.getTime() / 1000 / PERIOD_SECONDS) + delta
}

/** No letter or digit that people mistake for another one. */
const LETTERS = '23456789abcdefghjkmnpqrstuvwxyz'
const HALF = 5
/** So many different codes of 49 random bits: 'k7m2p-x9d4t'. */
export function newRecoveryCodes(count: number): string[] {
  const half = () => Array.from({ length: HALF }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  const codes = new Set<string>()
  while (codes.size < count) codes.add(`${half()}-${half()}`)
  return [...codes]
}
