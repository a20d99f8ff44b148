// The bytes of a brand's logo: a file that the built code of the documents brings along, or the text of a data: URL. No logo
// is fetched from a network.
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

const OWN = /^\/brands\/[\w-]+\.(svg|png|jpe?g)$/
const DATA = /^data:image\/[\w.+-]+(;base64)?,/
const LARGEST_BYTES = 1024 * 1024

/** @param codePath the built code, beside which the folder `brands` lies */
export async function logoBytes(codePath: string, logo: string | undefined): Promise<Uint8Array | undefined> {
  if (logo === undefined) return undefined
  const bytes = OWN.test(logo)
    ? await readFile(join(dirname(codePath), logo)).catch(() => undefined)
    : bytesOfData(logo)
  return bytes && bytes.length <= LARGEST_BYTES ? bytes : undefined
}

function bytesOfData(url: string): Uint8Array | undefined {
  const [head, isBase64] = DATA.exec(url) ?? []
  if (head === undefined) return undefined
  const text = url.slice(head.length)
  try {
    return isBase64 ? Buffer.from(text, 'base64') : Buffer.from(decodeURIComponent(text))
  } catch {
    return undefined
  }
}
