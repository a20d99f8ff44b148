// An authenticator for tests: makes passkeys and answers with them, as a browser's JSON, also wrongly on purpose.
import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

type Options = Record<string, unknown>
/** What differs from what an honest authenticator says. */
type Odd = {
  origin?: string
  rpId?: string
  challenge?: string
  counter?: number
  isVerified?: boolean
  handle?: string
}

const PRESENT = 0x01
const VERIFIED = 0x04
const ATTESTED = 0x40
const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest()
const clientData = (type: string, options: Options, origin: string, odd: Odd): Buffer =>
  Buffer.from(
    JSON.stringify({
      type,
      challenge: odd.challenge ?? options.challenge,
      origin: odd.origin ?? origin,
      crossOrigin: false,
    }),
  )

export function makeAuthenticator(origin: string) {
  const rpId = new URL(origin).hostname
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  let handle = ''
  let counter = 0
  const authData = (odd: Odd, flags: number): Buffer => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(odd.counter ?? counter)
    const isVerified = odd.isVerified ?? true
    return Buffer.concat([
      sha256(odd.rpId ?? rpId),
      Buffer.from([PRESENT | flags | (isVerified ? VERIFIED : 0)]),
      count,
    ])
  }
  const frame = (response: object) => ({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
    response,
  })
  return {
    /** The answer to the options of a new passkey. */
    make: (options: Options, odd: Odd = {}): Record<string, unknown> => {
      handle = (options.user as { id: string }).id
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      const cose = new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
      ])
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const data = Buffer.concat([
        authData(odd, ATTESTED),
        Buffer.alloc(16),
        length,
        id,
        Buffer.from(isoCBOR.encode(cose)),
      ])
      const object = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(data)],
      ])
      return frame({
        clientDataJSON: clientData('webauthn.create', options, origin, odd).toString('base64url'),
        attestationObject: Buffer.from(isoCBOR.encode(object as never)).toString('base64url'),
        transports: ['internal'],
      })
    },
    /** The answer to the options of a sign-in. */
    use: (options: Options, odd: Odd = {}): Record<string, unknown> => {
      if (odd.counter === undefined) counter++
      const client = clientData('webauthn.get', options, origin, odd)
      const data = authData(odd, 0)
      const signature = createSign('sha256')
        .update(Buffer.concat([data, sha256(client)]))
        .sign(privateKey)
      return frame({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: odd.handle ?? handle,
      })
    },
  }
}
