// A certificate authority for tests: reads a signing request, checks its signature, issues a certificate for its key.
import { createPublicKey, generateKeyPairSync, type KeyObject, verify } from 'node:crypto'
import { algorithm, der, distinguishedName, pem, signed } from './der.ts'

/** The elements inside a DER element. */
function inside(bytes: Buffer): Buffer[] {
  const headOf = (at: number): [number, number] => {
    const first = bytes[at + 1] ?? 0
    const extra = first < 128 ? 0 : first - 128
    return [2 + extra, extra === 0 ? first : bytes.readUIntBE(at + 2, extra)]
  }
  const [head, size] = headOf(0)
  const parts: Buffer[] = []
  for (let at = head; at < head + size; ) {
    const [partHead, partSize] = headOf(at)
    parts.push(bytes.subarray(at, at + partHead + partSize))
    at += partHead + partSize
  }
  return parts
}

const serial = Buffer.from([0x11, 0x22, 0x33])
const times = der(0x30, der(0x17, Buffer.from('250101000000Z')), der(0x17, Buffer.from('350101000000Z')))
const version = der(0xa0, der(0x02, Buffer.from([2])))

export class TestCa {
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  private readonly name = distinguishedName('Test', 'CA')
  /** Its own certificate, PEM. */
  readonly certificate = this.issueFor(this.name, this.keys.publicKey.export({ type: 'spki', format: 'der' }))

  /** Throws when the request is not signed by its own key. */
  issue(csr: string): string {
    const bytes = Buffer.from(csr.replace(/-----[^-]+-----/g, ''), 'base64')
    const [info, , signature] = inside(bytes)
    const [, subject, spki] = info ? inside(info) : []
    if (!info || !signature || !subject || !spki) throw new Error('not a signing request')
    const key: KeyObject = createPublicKey({ key: spki, format: 'der', type: 'spki' })
    if (!verify('sha256', info, key, signature.subarray(3))) throw new Error('wrong signature')
    return this.issueFor(subject, spki)
  }

  private issueFor(subject: Buffer, spki: Buffer): string {
    const content = der(0x30, version, der(0x02, serial), algorithm, this.name, times, subject, spki)
    return pem('CERTIFICATE', signed(content, this.keys.privateKey))
  }
}
