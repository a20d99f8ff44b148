// Signing requests (PKCS #10) as charge points send them: read from PEM, their signature checked by the key in them.
import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto'
import { type Element, elementsOf, SEQUENCE, SET } from './der.store.ts'
import type { SigningRequest } from './signing-request.rules.ts'

/** The name and the key as they stand in the request; `hash` identifies the request when it is sent again. */
export type ReadRequest = SigningRequest & { subject: Buffer; publicKey: Buffer; hash: string }

/** Hashes of the signatures that are known, by the object identifier: ECDSA and RSA (PKCS #1). */
const HASHES: Readonly<Record<string, string>> = {
  '2a8648ce3d040302': 'sha256',
  '2a8648ce3d040303': 'sha384',
  '2a8648ce3d040304': 'sha512',
  '2a864886f70d01010b': 'sha256',
  '2a864886f70d01010c': 'sha384',
  '2a864886f70d01010d': 'sha512',
}
const ORGANISATION = '55040a'
const COMMON_NAME = '550403'
const CURVES: Readonly<Record<string, number>> = { prime256v1: 256, secp384r1: 384, secp521r1: 521 }

const inside = (e: Element | undefined, tag: number): Element[] | undefined =>
  e?.tag === tag ? elementsOf(e.body) : undefined

/** The texts of one kind in a name. */
function textsOf(name: Element, kind: string): string[] | undefined {
  const texts: string[] = []
  for (const set of inside(name, SEQUENCE) ?? []) {
    for (const attribute of inside(set, SET) ?? []) {
      const [type, value] = inside(attribute, SEQUENCE) ?? []
      if (type?.tag !== 0x06 || !value) return undefined
      if (type.body.toString('hex') !== kind) continue
      // UTF-8, printable, or ASCII: nobody writes other encodings any more.
      if (![0x0c, 0x13, 0x16].includes(value.tag)) return undefined
      texts.push(value.body.toString('utf8'))
    }
  }
  return texts
}

function keyOf(key: KeyObject): SigningRequest['key'] {
  const { asymmetricKeyType: type, asymmetricKeyDetails: d } = key
  if (type === 'ec') return { type, bits: CURVES[d?.namedCurve ?? ''] ?? 0 }
  return type === 'rsa' ? { type, bits: d?.modulusLength ?? 0 } : { type: 'other', bits: 0 }
}

/**
 * Reads a request as it was sent; undefined where the text cannot be read or is not signed by the key in the request.
 */
export function readRequest(csr: string): ReadRequest | undefined {
  const [, base64] = /-----BEGIN (?:NEW )?CERTIFICATE REQUEST-----([\s\S]+?)-----END/.exec(csr) ?? []
  if (!base64) return undefined
  const bytes = Buffer.from(base64, 'base64')
  const [whole, ...more] = elementsOf(bytes) ?? []
  const [info, algorithm, signature] = inside(whole, SEQUENCE) ?? []
  const [, subject, publicKey] = inside(info, SEQUENCE) ?? []
  const hash = HASHES[inside(algorithm, SEQUENCE)?.[0]?.body.toString('hex') ?? '']
  if (more.length > 0 || !info || !subject || !publicKey || !hash || signature?.tag !== 0x03) return undefined
  const organisations = textsOf(subject, ORGANISATION)
  const commonNames = textsOf(subject, COMMON_NAME)
  if (!organisations || !commonNames) return undefined
  try {
    const key = createPublicKey({ key: publicKey.bytes, format: 'der', type: 'spki' })
    // The first byte of the signature says how many bits of the last one are unused: none.
    if (!verify(hash, info.bytes, key, signature.body.subarray(1))) return undefined
    return {
      organisations,
      commonNames,
      key: keyOf(key),
      subject: subject.bytes,
      publicKey: publicKey.bytes,
      hash: createHash('sha256').update(bytes).digest('hex'),
    }
  } catch {
    return undefined
  }
}
