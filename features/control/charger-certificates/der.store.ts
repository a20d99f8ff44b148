// As much DER (X.690) as signing requests and certificates need, read and written. The simulated charger has its own,
// so that each checks the other.

/** One element: its tag, its content, and all of its bytes. */
export type Element = { tag: number; body: Buffer; bytes: Buffer }

/** An element with its parts one after the other, up to 65,535 bytes. */
export function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const body = Buffer.concat(parts)
  const { length } = body
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), body])
}
export const SEQUENCE = 0x30
export const SET = 0x31
export const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'))
/** A positive whole number, most significant byte first. */
export const integer = (bytes: Buffer): Buffer =>
  der(0x02, (bytes[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes)
export const bits = (bytes: Uint8Array, unused = 0): Buffer => der(0x03, Buffer.from([unused]), bytes)
export const octets = (bytes: Uint8Array): Buffer => der(0x04, bytes)
export const yes = (): Buffer => der(0x01, Buffer.from([0xff]))

/** A time to the second, as certificates write it: years before 2050 with two digits. */
export function timeOf(at: Date): Buffer {
  const text = at.toISOString().replace(/[-:T]|\.\d+/g, '')
  return at.getUTCFullYear() < 2050 ? der(0x17, Buffer.from(text.slice(2))) : der(0x18, Buffer.from(text))
}

/** Returns the elements that follow each other in `bytes`; undefined where they do not fill `bytes` exactly. */
export function elementsOf(bytes: Buffer): Element[] | undefined {
  const found: Element[] = []
  for (let at = 0; at < bytes.length; ) {
    const first = bytes[at + 1]
    if (first === undefined) return undefined
    const extra = first < 0x80 ? 0 : first - 0x80
    const head = 2 + extra
    if (extra > 2 || (extra === 0 && first === 0x80) || at + head > bytes.length) return undefined
    const size = extra === 0 ? first : bytes.readUIntBE(at + 2, extra)
    const end = at + head + size
    if (end > bytes.length) return undefined
    found.push({ tag: bytes[at] ?? 0, body: bytes.subarray(at + head, end), bytes: bytes.subarray(at, end) })
    at = end
  }
  return found
}

/** PEM of DER. */
export const pemOf = (label: string, bytes: Buffer): string =>
  `-----BEGIN ${label}-----\n${bytes.toString('base64').replace(/.{64}/g, '$&\n').trimEnd()}\n-----END ${label}-----\n`
