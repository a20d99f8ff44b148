// Passkeys (WebAuthn Level 3): the challenges that browsers are given, and the check of what they answer. Every challenge, host
// and address comes from what is stored with the step, none from the answer. The library is loaded by the first passkey.
import type { Site } from './second-factor.rules.ts'

/** JSON of WebAuthn, written and read by browsers and by the library. */
type PasskeyOptions = Record<string, unknown>
type PasskeyAnswer = Record<string, unknown>

const library = () => import('@simplewebauthn/server')
type Library = Awaited<ReturnType<typeof library>>
type Registration = Parameters<Library['verifyRegistrationResponse']>[0]['response']
type Authentication = Parameters<Library['verifyAuthenticationResponse']>[0]['response']

/** EdDSA, ES256 and RS256 (COSE): what authenticators sign with today. */
const ALGORITHMS = [-8, -7, -257]
/** How long the browser waits for the person. */
const PATIENCE_MS = 120_000
type Known = { credentialId: string; transports: readonly string[] }
const listed = (all: readonly Known[]) => all.map(k => ({ id: k.credentialId, transports: [...k.transports] }))

/** `handle`: 32 bytes in base64url that stand for the person and tell nothing of them. */
type Owner = { handle: string; username: string; name: string }
/** What a browser needs to make a passkey; it takes part only where the person is verified (fingerprint, PIN). */
export async function creationOptions(
  { rpId }: Site,
  { handle, username, name }: Owner,
  { brand, known }: { brand: string; known: readonly Known[] },
): Promise<PasskeyOptions> {
  const { generateRegistrationOptions } = await library()
  return generateRegistrationOptions({
    rpName: brand,
    rpID: rpId,
    userID: new Uint8Array(Buffer.from(handle, 'base64url')),
    userName: username,
    userDisplayName: name,
    supportedAlgorithmIDs: ALGORITHMS,
    timeout: PATIENCE_MS,
    excludeCredentials: listed(known),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  }) as unknown as PasskeyOptions
}

/** What a browser needs to use a passkey; without `known`, any passkey of the host. */
export async function requestOptions({ rpId }: Site, known: readonly Known[] = []): Promise<PasskeyOptions> {
  const { generateAuthenticationOptions } = await library()
  return generateAuthenticationOptions({
    rpID: rpId,
    timeout: PATIENCE_MS,
    userVerification: 'required',
    allowCredentials: listed(known),
  }) as unknown as PasskeyOptions
}

type Expected = Site & { challenge: string }
export type MadePasskey = { credentialId: string; publicKey: Buffer; counter: number; transports: string[] }
const TRANSPORTS = new Set(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'])
/** The passkey that a browser has made; undefined: not for this challenge, host and address, or without a verified person. */
export async function readMade(answer: PasskeyAnswer, expected: Expected): Promise<MadePasskey | undefined> {
  const { verifyRegistrationResponse } = await library()
  const made = await verifyRegistrationResponse({
    response: answer as unknown as Registration,
    expectedChallenge: expected.challenge,
    expectedOrigin: expected.origin,
    expectedRPID: expected.rpId,
    supportedAlgorithmIDs: ALGORITHMS,
    requireUserVerification: true,
    // Whatever a stranger sends may break the reading of it.
  }).catch(() => undefined)
  if (!made?.verified) return undefined
  const { id, publicKey, counter, transports = [] } = made.registrationInfo.credential
  const named = [...new Set(transports.map(String))].filter(t => TRANSPORTS.has(t))
  return { credentialId: id, publicKey: Buffer.from(publicKey), counter, transports: named }
}

type Key = { credentialId: string; publicKey: Uint8Array; counter: number }
/** The counter of a passkey that has answered; undefined: the answer is not its own, or its counter has gone back. */
export async function readUsed(answer: PasskeyAnswer, expected: Expected, key: Key): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await library()
  const used = await verifyAuthenticationResponse({
    response: answer as unknown as Authentication,
    expectedChallenge: expected.challenge,
    expectedOrigin: expected.origin,
    expectedRPID: expected.rpId,
    credential: { id: key.credentialId, publicKey: new Uint8Array(key.publicKey), counter: key.counter },
    requireUserVerification: true,
    // Whatever a stranger sends may break the reading of it.
  }).catch(() => undefined)
  return used?.verified ? used.authenticationInfo.newCounter : undefined
}

/** The number of the passkey that an answer names, and the handle of its owner, where it says so. */
export function namedIn(answer: PasskeyAnswer): { credentialId: string; handle: string | undefined } {
  const { id, response } = answer as { id?: unknown; response?: { userHandle?: unknown } | null }
  const handle = response?.userHandle
  return { credentialId: typeof id === 'string' ? id : '', handle: typeof handle === 'string' ? handle : undefined }
}
