// A QR code as a PNG: black on white, one bit a pixel, with the quiet zone of four modules that ISO/IEC 18004 asks for.
import { crc32, deflateSync } from 'node:zlib'

const QUIET = 4
/** Pixels a module: a code of 41 modules is printed 4 cm wide at 250 dots an inch. */
const SCALE = 10

/** The code of a text with a quarter of it to spare for scratches (level Q), as the bytes of a PNG. */
export async function qrPng(text: string): Promise<Buffer> {
  // Loaded by the first code: few processes make any.
  const { default: qrcode } = await import('qrcode-generator')
  const code = qrcode(0, 'Q')
  code.addData(text)
  code.make()
  const modules = code.getModuleCount()
  return pngOf((modules + 2 * QUIET) * SCALE, (x, y) => {
    const [column, row] = [Math.floor(x / SCALE) - QUIET, Math.floor(y / SCALE) - QUIET]
    const isInside = column >= 0 && row >= 0 && column < modules && row < modules
    return isInside && code.isDark(row, column)
  })
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** A square picture in greyscale of one bit (PNG 1.2, colour type 0). */
function pngOf(size: number, isDark: (x: number, y: number) => boolean): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(size, 4)
  header[8] = 1
  // Each row begins with the byte of its filter, none.
  const rowBytes = 1 + Math.ceil(size / 8)
  const rows = Buffer.alloc(rowBytes * size)
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      const place = y * rowBytes + 1 + (x >> 3)
      if (!isDark(x, y)) rows[place] = (rows[place] ?? 0) | (0x80 >> (x & 7))
    }
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
