// Reads back an Excel file as the portal writes it. Enough for our own files, no reader of any workbook.

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

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const plain = (xml: string): string =>
  xml
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (_, decimal, hex, name) =>
      name ? (NAMED[name] ?? '') : String.fromCodePoint(hex ? Number.parseInt(hex, 16) : Number(decimal)),
    )
const all = (xml: string, tag: string): { attributes: string; inner: string }[] =>
  [...xml.matchAll(new RegExp(`<${tag}(\\s[^>]*?)?(?:/>|>([\\s\\S]*?)</${tag}>)`, 'g'))].map(
    ([, a = '', inner = '']) => ({
      attributes: a,
      inner,
    }),
  )

/** The number formats of a file, each once. */
export const formatsOf = async (blob: Blob): Promise<string[]> =>
  [...(await unzipped(await blob.arrayBuffer(), 'xl/styles.xml')).matchAll(/formatCode="([^"]*)"/g)].map(
    m => m[1] ?? '',
  )

/** The cells of the first sheet, row by row: numbers (dates are numbers of days) as numbers, texts as texts. */
export async function sheetOf(blob: Blob): Promise<(string | number)[][]> {
  const zip = await blob.arrayBuffer()
  const texts = all(await unzipped(zip, 'xl/sharedStrings.xml'), 'si').map(si => plain(si.inner))
  return all(await unzipped(zip, 'xl/worksheets/sheet1.xml'), 'row').map(row =>
    all(row.inner, 'c').map(c => {
      const value = Number(all(c.inner, 'v')[0]?.inner)
      return /\bt="s"/.test(c.attributes) ? (texts[value] ?? '') : value
    }),
  )
}
