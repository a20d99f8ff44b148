// Texts that are kept for good, as deflated bytes. A dictionary of what texts of a kind usually hold makes short ones small.
import { deflateRawSync, inflateRawSync } from 'node:zlib'

/** How texts of a kind are packed. Bytes can be read only by the dictionary that they were packed with. */
export type Packing = {
  /** 0 to 255, the first byte; a new dictionary gets a new version. */
  version: number
  dictionary: Buffer
}

export const pack = ({ version, dictionary }: Packing, text: string): Buffer =>
  Buffer.concat([Buffer.of(version), deflateRawSync(text, { level: 9, dictionary })])

/** Throws where the bytes are damaged or of another version. */
export function unpack({ version, dictionary }: Packing, data: Buffer): string {
  if (data[0] !== version) throw new Error(`Packed with the unknown version ${data[0]}`)
  return inflateRawSync(data.subarray(1), { dictionary }).toString()
}
