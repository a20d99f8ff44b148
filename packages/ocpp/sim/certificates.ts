// Certificates of a simulated charger (security white paper, A02 and M03 to M05): its key and signing request
// (PKCS #10, P-256), the certificate it got, and the roots installed on it. Keys are real and therefore not seeded.
import { createHash, generateKeyPairSync, type KeyObject, X509Certificate } from 'node:crypto'
import type { Request } from '../src/messages.ts'
import { der, distinguishedName, pem, signed } from './der.ts'
import type { Station } from './station.ts'

export type HashData = Request<'DeleteCertificate'>['certificateHashData']

export interface Certificates {
  roots: { type: string; hashData: HashData }[]
  /** The key of the last signing request, and the chain that answers it. */
  key?: KeyObject
  chain?: string
}

const stores = new WeakMap<object, Certificates>()

/** The certificates of a station; made when first asked for. */
export function certificatesOf(station: object): Certificates {
  const known = stores.get(station)
  if (known) return known
  const fresh: Certificates = { roots: [] }
  stores.set(station, fresh)
  return fresh
}

/** Name and key hashed as texts and SPKI: stable per certificate, though not the DER hashes of OCSP. */
export function hashDataOf(pem: string): HashData {
  const certificate = new X509Certificate(pem)
  const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex')
  return {
    hashAlgorithm: 'SHA256',
    issuerNameHash: sha256(certificate.issuer),
    issuerKeyHash: sha256(certificate.publicKey.export({ type: 'spki', format: 'der' })),
    serialNumber: certificate.serialNumber.slice(0, 40),
  }
}

/** A signing request for this organisation (O) and serial number (CN), PEM. */
export function signingRequest(
  organisation: string,
  commonName: string,
  keys: { publicKey: KeyObject; privateKey: KeyObject },
): string {
  const name = distinguishedName(organisation, commonName)
  const spki = keys.publicKey.export({ type: 'spki', format: 'der' })
  const info = der(0x30, der(0x02, Buffer.from([0])), name, spki, der(0xa0))
  return pem('CERTIFICATE REQUEST', signed(info, keys.privateKey))
}

/** Makes a new key and sends SignCertificate; resolves with the central system's status. */
export async function signCertificate(station: Station, organisation?: string): Promise<'Accepted' | 'Rejected'> {
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const owner = organisation ?? (station.configuration.text('CpoName') || 'Wattdesk')
  const serial = station.options.boot?.chargePointSerialNumber ?? station.identity.slice(0, 25)
  const csr = signingRequest(owner, serial, keys)
  certificatesOf(station).key = keys.privateKey
  const { status } = await station.call('SignCertificate', { csr })
  return status
}
