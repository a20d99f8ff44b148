// The installation's own certificate authority: made when it is first needed, its key kept beside the installation's
// other secret. It signs the certificates by which charge points sign in (profile 3, D-OCPP-9).
import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { Db } from '#platform/db/db.ts'
import { settingOr } from '#platform/db/setting.ts'
import { bits, der, integer, octets, oid, pemOf, SEQUENCE, SET, timeOf, yes } from './der.store.ts'

/** Signs what a charge point asks for. Another authority than the installation's own takes its place by this shape. */
export type CertificateAuthority = {
  /**
   * Issues the certificate for a name and a key (both DER), as PEM, followed by the certificates of the authorities
   * above.
   */
  issue: (wish: Wish) => Promise<Issued>
}
export type Wish = { subject: Buffer; publicKey: Buffer; from: Date; to: Date }
export type Issued = { chain: string; serialNumber: string }

const SETTING = 'charger-authority'
const NAME = 'Wattdesk charge points'
const AUTHORITY_YEARS = 20
/** Charge points whose clocks are behind take a new certificate too. */
const EARLIER_MS = 86_400_000

/** ecdsa-with-SHA256 */
const algorithm = der(SEQUENCE, oid('2a8648ce3d040302'))
const version3 = der(0xa0, der(0x02, Buffer.from([2])))
const ownName = der(SEQUENCE, der(SET, der(SEQUENCE, oid('550403'), der(0x0c, Buffer.from(NAME)))))
const extension = (id: string, value: Buffer, isCritical: boolean): Buffer =>
  der(SEQUENCE, oid(id), ...(isCritical ? [yes()] : []), octets(value))
/**
 * Basic constraints: an authority with none below it, or none at all. Key usage: certificates and lists, or signatures.
 */
const ofAuthority = [
  extension('551d13', der(SEQUENCE, yes(), der(0x02, Buffer.from([0]))), true),
  extension('551d0f', bits(Buffer.from([0x06]), 1), true),
]
const ofCharger = [
  extension('551d13', der(SEQUENCE), true),
  extension('551d0f', bits(Buffer.from([0x80]), 7), true),
  // Extended key usage: client.
  extension('551d25', der(SEQUENCE, oid('2b06010505070302')), false),
]

function certificate(w: Wish, key: KeyObject, extensions: readonly Buffer[]): Issued {
  const number = Buffer.concat([Buffer.from([1]), randomBytes(15)])
  const validity = der(SEQUENCE, timeOf(new Date(w.from.getTime() - EARLIER_MS)), timeOf(w.to))
  const parts = [version3, integer(number), algorithm, ownName, validity, w.subject, w.publicKey]
  const content = der(SEQUENCE, ...parts, der(0xa3, der(SEQUENCE, ...extensions)))
  const whole = der(SEQUENCE, content, algorithm, bits(sign('sha256', content, key)))
  return { chain: pemOf('CERTIFICATE', whole), serialNumber: number.toString('hex') }
}

/** Key and certificate in one text, as they are kept. */
function made(now: Date): string {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const to = new Date(now)
  to.setUTCFullYear(to.getUTCFullYear() + AUTHORITY_YEARS)
  const spki = publicKey.export({ type: 'spki', format: 'der' })
  const own = certificate({ subject: ownName, publicKey: spki, from: now, to }, privateKey, ofAuthority)
  return `${String(privateKey.export({ type: 'pkcs8', format: 'pem' }))}${own.chain}`
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]+/
/** The certificate of the installation's own authority, PEM. */
export const authorityCertificate = async (db: Db, now: Date): Promise<string> =>
  CERTIFICATE.exec(await settingOr(db, SETTING, () => made(now)))?.[0] ?? ''

/** The installation's own authority. */
export const ownAuthority = (db: Db): CertificateAuthority => ({
  issue: async wish => {
    const kept = await settingOr(db, SETTING, () => made(wish.from))
    const issued = certificate(wish, createPrivateKey(kept), ofCharger)
    return { ...issued, chain: `${issued.chain}${CERTIFICATE.exec(kept)?.[0] ?? ''}` }
  },
})

/** A fingerprint of a chain, for the audit log. */
export const fingerprint = (chain: string): string => createHash('sha256').update(chain).digest('hex')
