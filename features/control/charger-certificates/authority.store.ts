// The installation's own certificate authority: made when it is first needed, its key kept beside the installation's
// other secret. It signs the certificates by which charge points sign in (profile 3, D-OCPP-9).
import { createHash, createPrivateKey, generateKeyPairSync, randomBytes } from 'node:crypto'
import type { Extension } from '@peculiar/x509'
import type { Db } from '#platform/db/db.ts'
import { setting, settingOr } from '#platform/db/setting.ts'
import { x509 } from './x509.crypto.ts'

/** Signs what a charge point asks for. Another authority than the installation's own takes its place by this shape. */
export type CertificateAuthority = {
  /**
   * Issues the certificate for a name and a key (both DER), as PEM, followed by the certificates of the authorities
   * above.
   */
  issue: (wish: CertificateRequest) => Promise<Issued>
}
type CertificateRequest = { subject: Buffer; publicKey: Buffer; from: Date; to: Date }
type Issued = { chain: string; serialNumber: string }

const SETTING = 'charger-authority'
const NAME = 'Wattdesk charge points'
const AUTHORITY_YEARS = 20
/** Charge points whose clocks are behind take a new certificate too. */
const EARLIER_MS = 86_400_000

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }

/** Signs with the key in `authority`; the issuer is the authority's own name, as its certificate writes the name. */
async function certificate(
  w: CertificateRequest,
  authority: string,
  extensions: readonly Extension[],
): Promise<Issued> {
  const { Name, X509Certificate, X509CertificateGenerator } = await x509()
  const own = CERTIFICATE.exec(authority)?.[0]
  const serialNumber = `01${randomBytes(15).toString('hex')}`
  const issued = await X509CertificateGenerator.create({
    serialNumber,
    issuer: own ? new X509Certificate(own).subjectName : new Name(w.subject),
    subject: new Name(w.subject),
    notBefore: new Date(w.from.getTime() - EARLIER_MS),
    notAfter: w.to,
    publicKey: w.publicKey,
    signingKey: createPrivateKey(authority).toCryptoKey(ALGORITHM, false, ['sign']),
    signingAlgorithm: ALGORITHM,
    extensions: [...extensions],
  })
  return { chain: `${issued.toString('pem')}\n`, serialNumber }
}

/** Makes key and certificate in one text, as they are kept. */
async function made(now: Date): Promise<string> {
  const { BasicConstraintsExtension, KeyUsageFlags, KeyUsagesExtension, Name } = await x509()
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const key = String(keys.privateKey.export({ type: 'pkcs8', format: 'pem' }))
  const to = new Date(now)
  to.setUTCFullYear(to.getUTCFullYear() + AUTHORITY_YEARS)
  const subject = Buffer.from(new Name([{ CN: [{ utf8String: NAME }] }]).toArrayBuffer())
  const publicKey = keys.publicKey.export({ type: 'spki', format: 'der' })
  const own = await certificate({ subject, publicKey, from: now, to }, key, [
    // No authority below this one.
    new BasicConstraintsExtension(true, 0, true),
    new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
  ])
  return `${key}${own.chain}`
}

/** Key and certificate of the installation's own authority, made by the first caller. */
async function keptAuthority(db: Db, now: Date): Promise<string> {
  const known = await setting(db, SETTING)
  if (typeof known === 'string') return known
  const fresh = await made(now)
  return settingOr(db, SETTING, () => fresh)
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]+/
/** The certificate of the installation's own authority, PEM. */
export const authorityCertificate = async (db: Db, now: Date): Promise<string> =>
  CERTIFICATE.exec(await keptAuthority(db, now))?.[0] ?? ''

/** The installation's own authority. */
export const ownAuthority = (db: Db): CertificateAuthority => ({
  issue: async wish => {
    const library = await x509()
    const kept = await keptAuthority(db, wish.from)
    const issued = await certificate(wish, kept, [
      new library.BasicConstraintsExtension(false, undefined, true),
      new library.KeyUsagesExtension(library.KeyUsageFlags.digitalSignature, true),
      new library.ExtendedKeyUsageExtension([library.ExtendedKeyUsage.clientAuth]),
    ])
    return { ...issued, chain: `${issued.chain}${CERTIFICATE.exec(kept)?.[0] ?? ''}` }
  },
})

/** A fingerprint of a chain, for the audit log. */
export const fingerprint = (chain: string): string => createHash('sha256').update(chain).digest('hex')
