// What a screen hands to the reader as files, and how a test looks into them.
import { vi } from 'vitest'

export type Download = { name: string; blob: Blob }

/** The files saved from now on, until the test ends. */
export function downloads(): Download[] {
  const files: Download[] = []
  const blobs: Blob[] = []
  URL.createObjectURL = b => `blob:${blobs.push(b as Blob) - 1}`
  URL.revokeObjectURL = () => undefined
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    files.push({ name: this.download, blob: blobs[Number(this.href.slice(5))] as Blob })
  })
  return files
}

/**
 * The same where papers are among them: tests draw them by the libraries' builds for Node, whose bytes are Node's own and not
 * the kind that the test's document has.
 */
export function papers(): Download[] {
  const { Buffer } = globalThis as unknown as { Buffer: object }
  vi.stubGlobal('Uint8Array', Object.getPrototypeOf(Buffer))
  return downloads()
}

const utf8 = new TextDecoder()
const END = 0x06_05_4b_50
const ENTRY = 0x02_01_4b_50

/** One file inside a zip, which an Excel file is; found by the zip's central directory. */
async function unzipped(zip: ArrayBuffer, name: string): Promise<string> {
  const view = new DataView(zip)
  const u16 = (at: number) => view.getUint16(at, true)
  const u32 = (at: number) => view.getUint32(at, true)
  const bytes = (at: number, length: number) => new Uint8Array(zip, at, length)
  let end = zip.byteLength - 22
  while (u32(end) !== END) end--
  for (let at = u32(end + 16); u32(at) === ENTRY; at += 46 + u16(at + 28) + u16(at + 30) + u16(at + 32)) {
    if (utf8.decode(bytes(at + 46, u16(at + 28))) !== name) continue
    const local = u32(at + 42)
    const packed = bytes(local + 30 + u16(local + 26) + u16(local + 28), u32(at + 20))
    if (u16(at + 10) === 0) return utf8.decode(packed)
    const plain = new Response(packed).body?.pipeThrough(new DecompressionStream('deflate-raw'))
    return await new Response(plain).text()
  }
  throw new Error(`No ${name} in the zip`)
}

/** The cells of the first sheet, row by row: numbers (dates are numbers of days) as numbers, texts as texts. */
export async function sheetOf(blob: Blob): Promise<(string | number)[][]> {
  const zip = await blob.arrayBuffer()
  const parse = async (name: string) => new DOMParser().parseFromString(await unzipped(zip, name), 'text/xml')
  const texts = [...(await parse('xl/sharedStrings.xml')).querySelectorAll('si')].map(si => si.textContent ?? '')
  return [...(await parse('xl/worksheets/sheet1.xml')).querySelectorAll('row')].map(row =>
    [...row.querySelectorAll('c')].map(c => {
      const value = Number(c.querySelector('v')?.textContent)
      return c.getAttribute('t') === 's' ? (texts[value] ?? '') : value
    }),
  )
}
