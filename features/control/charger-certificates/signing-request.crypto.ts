// Signing requests (PKCS #10) as charge points send them: read from PEM, their signature checked by the key in them.
import { createHash, createPublicKey, type KeyObject } from 'node:crypto'
import type { SigningRequest } from './signing-request.rules.ts'
import { x509 } from './x509.crypto.ts'

/** The name and the key as they stand in the request, as DER; `hash` identifies the request when it is sent again. */
export type ReadRequest = SigningRequest & { subject: Buffer; publicKey: Buffer; hash: string }

const ALGORITHMS = ['ECDSA', 'RSASSA-PKCS1-v1_5']
const HASHES = ['SHA-256', 'SHA-384', 'SHA-512']
const CURVES: Readonly<Record<string, number>> = { prime256v1: 256, secp384r1: 384, secp521r1: 521 }

function keyOf(key: KeyObject): SigningRequest['key'] {
  const { asymmetricKeyType: type, asymmetricKeyDetails: d } = key
  if (type === 'ec') return { type, bits: CURVES[d?.namedCurve ?? ''] ?? 0 }
  return type === 'rsa' ? { type, bits: d?.modulusLength ?? 0 } : { type: 'other', bits: 0 }
}

/**
 * Reads a request as it was sent; undefined where the text cannot be read or is not signed by the key in the request. The
 * signature of a key that is refused in any case (`bits` 0) is not checked.
 */
export async function readRequest(csr: string): Promise<ReadRequest | undefined> {
  const [, base64] = /-----BEGIN (?:NEW )?CERTIFICATE REQUEST-----([\s\S]+?)-----END/.exec(csr) ?? []
  if (!base64) return undefined
  const bytes = Buffer.from(base64, 'base64')
  const { Pkcs10CertificateRequest } = await x509()
  try {
    const request = new Pkcs10CertificateRequest(bytes)
    const { subjectName, publicKey } = request
    const by = request.signatureAlgorithm as { name: string; hash: { name: string } }
    if (!ALGORITHMS.includes(by.name) || !HASHES.includes(by.hash.name)) return undefined
    const spki = Buffer.from(publicKey.rawData)
    const key = keyOf(createPublicKey({ key: spki, format: 'der', type: 'spki' }))
    if (key.bits > 0 && !(await request.verify())) return undefined
    return {
      organisations: subjectName.getField('O'),
      commonNames: subjectName.getField('CN'),
      key,
      subject: Buffer.from(subjectName.toArrayBuffer()),
      publicKey: spki,
      hash: createHash('sha256').update(bytes).digest('hex'),
    }
  } catch {
    return undefined
  }
}
