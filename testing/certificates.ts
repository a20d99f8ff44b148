// Certificates for tests of TLS, made with the machine's own crypto: an authority and what it signs.
import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { algorithm, der, distinguishedName, pem, signed } from '@wattdesk/ocpp/sim/der'

const version3 = der(0xa0, der(0x02, Buffer.from([2])))
const validity = der(0x30, der(0x17, Buffer.from('250101000000Z')), der(0x17, Buffer.from('450101000000Z')))
// basicConstraints, critical: CA is true.
const isAuthority = der(
  0xa3,
  der(
    0x30,
    der(
      0x30,
      der(0x06, Buffer.from('551d13', 'hex')),
      der(0x01, Buffer.from([0xff])),
      der(0x04, der(0x30, der(0x01, Buffer.from([0xff])))),
    ),
  ),
)

const newKeys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })
export const newRsaKeys = (): ReturnType<typeof newKeys> => generateKeyPairSync('rsa', { modulusLength: 2048 })
let serial = 1

export class Authority {
  readonly keys = newKeys()
  readonly name: Buffer
  /** Its own certificate, PEM. */
  readonly certificate: string

  constructor(name: string) {
    this.name = distinguishedName('Test', name)
    this.certificate = this.sign(this.name, this.keys.publicKey, isAuthority)
  }

  /** A new key and a certificate for it that names an organisation (O) and a common name (CN), both PEM. */
  issue(
    organisation: string,
    commonName: string,
    { publicKey, privateKey }: ReturnType<typeof newKeys> = newKeys(),
  ): { cert: string; key: string } {
    return {
      cert: this.sign(distinguishedName(organisation, commonName), publicKey),
      key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
    }
  }

  sign(subject: Buffer, publicKey: KeyObject, ...extensions: Buffer[]): string {
    const spki = publicKey.export({ type: 'spki', format: 'der' })
    const number = der(0x02, Buffer.from([1, serial++]))
    const parts = [version3, number, algorithm, this.name, validity, subject, spki, ...extensions]
    return pem('CERTIFICATE', signed(der(0x30, ...parts), this.keys.privateKey))
  }
}
