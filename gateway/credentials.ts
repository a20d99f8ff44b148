// The credentials of a charger's handshake, judged by its security profile (D-OCPP-9, white paper A00.FR.202 to .407).
import type { IncomingMessage } from 'node:http'
import type { TLSSocket } from 'node:tls'
import { basicCredentials } from '@wattdesk/ocpp/handshake'
import { keyMatches } from '#fleet/chargers/key-hash.crypto.ts'
import type { StoredCharger } from '#fleet/stations/charger.store.ts'
import { WRONG_CREDENTIALS } from '#fleet/stations/refusal.rules.ts'

export type Refusal = { status: 400 | 401 | 403 | 404 | 410 | 503; text: string; event?: string }
/** Facts that a connection settles: which key the charger uses, and whether it has taken the higher profile. */
export type Settled = { key: 'stored' | { next: string } | undefined; profile: number | undefined }

/** Profile 1 asks for the key, 2 for key and TLS, 3 for TLS and a certificate that names operator and charger. */
export function judge(
  request: IncomingMessage,
  isTls: boolean,
  charger: StoredCharger,
  installed: number,
): { refusal: Refusal } | { settled: Settled } {
  const profile = charger.securityProfile ?? installed
  const next = charger.nextSecurityProfile
  if (next !== null && next > profile) {
    const above = byProfile(request, isTls, charger, next)
    if (!('refusal' in above)) return { settled: { key: above.key, profile: next } }
  }
  const here = byProfile(request, isTls, charger, profile)
  return 'refusal' in here ? here : { settled: { key: here.key, profile: undefined } }
}

type Shown = { refusal: Refusal } | { key: Settled['key'] }
function byProfile(request: IncomingMessage, isTls: boolean, c: StoredCharger, profile: number): Shown {
  if (profile >= 2 && !isTls) return { refusal: { status: 403, text: 'TLS is required', event: 'InvalidTLSVersion' } }
  if (profile === 1 || profile === 2) {
    const key = keyShown(request, c)
    return key === undefined
      ? { refusal: { status: 401, text: WRONG_CREDENTIALS, event: 'FailedToAuthenticateAtCentralSystem' } }
      : { key }
  }
  if (profile === 3 && !isCertified(request, c)) {
    const text = 'The certificate is not of this charge point'
    return { refusal: { status: 403, text, event: 'InvalidChargePointCertificate' } }
  }
  return { key: undefined }
}

/** Which of the charger's keys the request shows, under the charger's own name; all are compared, whichever fits. */
function keyShown(request: IncomingMessage, c: StoredCharger): Settled['key'] {
  const given = basicCredentials(request.headers.authorization)
  if (given?.user !== c.id) return undefined
  const { password } = given
  const isStored = c.keyHash !== null && keyMatches(c.keyHash, password)
  const fits = c.nextKeys.filter(k => keyMatches(k.keyHash, password))
  if (isStored) return 'stored'
  return fits[0] && { next: fits[0].keyHash }
}

/** A certificate of our authority, of this operator, for the charger's serial number (either of the two) or its id. */
function isCertified(request: IncomingMessage, c: StoredCharger): boolean {
  const tls = request.socket as Partial<TLSSocket>
  const subject = tls.authorized ? tls.getPeerCertificate?.().subject : undefined
  const name: unknown = subject?.CN
  if (subject?.O !== c.companyName || typeof name !== 'string') return false
  return [c.serialByHand, c.serial, c.id].includes(name)
}
