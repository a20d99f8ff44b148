// A root certificate that operators send to chargers: signed by itself, valid for ten years.
import { generateKeyPairSync } from 'node:crypto'
import { algorithm, der, distinguishedName, pem, signed } from '@wattdesk/ocpp/sim/der'

export function rootCertificate(): string {
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = distinguishedName('Bench', 'Root')
  const year = (n: number) =>
    der(0x17, Buffer.from(`${String((new Date().getUTCFullYear() + n) % 100).padStart(2, '0')}0101000000Z`))
  const [version, serial] = [der(0xa0, der(0x02, Buffer.from([2]))), der(0x02, Buffer.from([0x11, 0x22]))]
  const key = keys.publicKey.export({ type: 'spki', format: 'der' })
  const content = der(0x30, version, serial, algorithm, name, der(0x30, year(-1), year(9)), name, key)
  return pem('CERTIFICATE', signed(content, keys.privateKey)).trim()
}
