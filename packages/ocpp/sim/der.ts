// As much DER (X.690) as a signing request and a certificate need, written only.
import { type KeyObject, sign } from 'node:crypto'

/** One element: its tag and its parts, one after the other. Up to 65,535 bytes. */
export function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const body = Buffer.concat(parts)
  const long = body.length < 256 ? [0x81, body.length] : [0x82, body.length >> 8, body.length & 0xff]
  return Buffer.concat([Buffer.from(body.length < 128 ? [tag, body.length] : [tag, ...long]), body])
}

const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'))
const attribute = (id: string, value: string): Buffer => der(0x31, der(0x30, oid(id), der(0x0c, Buffer.from(value))))

/** ecdsa-with-SHA256 */
export const algorithm = der(0x30, oid('2a8648ce3d040302'))

/** O and CN, as the white paper wants them (A00.FR.404, .405). */
export function distinguishedName(organisation: string, commonName: string): Buffer {
  return der(0x30, attribute('55040a', organisation), attribute('550403', commonName))
}

/** The content with its algorithm and its ECDSA signature over SHA-256. */
export function signed(content: Buffer, key: KeyObject): Buffer {
  return der(0x30, content, algorithm, der(0x03, Buffer.from([0]), sign('sha256', content, key)))
}

/** PEM of a DER text. */
export function pem(label: string, bytes: Buffer): string {
  const lines = bytes.toString('base64').replace(/.{64}/g, '$&\n').trimEnd()
  return `-----BEGIN ${label}-----\n${lines}\n-----END ${label}-----\n`
}
