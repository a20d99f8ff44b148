// Files of a folder as one stream in the format of tar, and back: as far as a base backup needs.
import { createReadStream } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import type { Readable } from 'node:stream'

const BLOCK = 512
const FILE = '0'
const FOLDER = '5'

/** A file or folder, by its path within the whole. */
export type Entry = { name: string } & ({ path: string; bytes: number } | { content: Buffer } | { isFolder: true })

function header(name: string, bytes: number, kind: string): Buffer {
  if (Buffer.byteLength(name) > 100) throw new Error(`${name} is too long a name`)
  const block = Buffer.alloc(BLOCK)
  const octal = (n: number, width: number) => n.toString(8).padStart(width - 1, '0')
  block.write(name, 0)
  block.write(octal(kind === FOLDER ? 0o700 : 0o600, 8), 100)
  block.write(octal(0, 8), 108)
  block.write(octal(0, 8), 116)
  block.write(octal(bytes, 12), 124)
  block.write(octal(0, 12), 136)
  // The sum is taken with blanks in its own place.
  block.write(' '.repeat(8), 148)
  block.write(kind, 156)
  block.write('ustar\0' + '00', 257)
  block.write(
    `${octal(
      block.reduce((n, b) => n + b, 0),
      7,
    )}\0 `,
    148,
  )
  return block
}
const padding = (bytes: number): Buffer => Buffer.alloc((BLOCK - (bytes % BLOCK)) % BLOCK)

/**
 * The stream of some entries. A file that changes meanwhile keeps its listed length: cut off where it
 * grew, filled with zeros where it shrank. A file that is gone by the time of its turn is left out.
 */
export async function* packed(entries: AsyncIterable<Entry> | Iterable<Entry>): AsyncGenerator<Buffer> {
  for await (const entry of entries) {
    if ('isFolder' in entry) yield header(`${entry.name}/`, 0, FOLDER)
    else if ('content' in entry) {
      yield header(entry.name, entry.content.length, FILE)
      yield entry.content
      yield padding(entry.content.length)
    } else yield* packedFile(entry.name, entry.path, entry.bytes)
  }
  yield Buffer.alloc(2 * BLOCK)
}

async function* packedFile(name: string, path: string, bytes: number): AsyncGenerator<Buffer> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  if (!file) return
  yield header(name, bytes, FILE)
  let rest = bytes
  if (bytes > 0)
    for await (const piece of createReadStream(path, { fd: file, end: bytes - 1 })) {
      rest -= piece.length
      yield piece
    }
  else await file.close()
  for (; rest > 0; rest -= Math.min(rest, 65_536)) yield Buffer.alloc(Math.min(rest, 65_536))
  yield padding(bytes)
}

/** Writes the entries of a stream into a folder, each brought to the disk; `own` is told the path of each. */
export async function unpack(stream: Readable, folder: string, own: (path: string) => void): Promise<void> {
  const root = resolve(folder)
  const bytes = new Bytes(stream)
  for (;;) {
    const block = await bytes.take(BLOCK)
    if (block.every(b => b === 0)) break
    const name = block.subarray(0, 100).toString().replace(/\0.*$/s, '')
    const length = Number.parseInt(block.subarray(124, 136).toString(), 8)
    const path = join(root, name)
    if (!`${path}${sep}`.startsWith(root + sep)) throw new Error(`${name} leads out of the folder`)
    if (String.fromCharCode(block[156] ?? 0) === FOLDER) {
      await mkdir(path, { recursive: true, mode: 0o700 })
      own(path.replace(/\/$/, ''))
      continue
    }
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const file = await open(path, 'wx', 0o600)
    try {
      for (let rest = length; rest > 0; ) {
        const piece = await bytes.take(Math.min(rest, 1024 ** 2))
        await file.writeFile(piece)
        rest -= piece.length
      }
      await file.datasync()
    } finally {
      await file.close()
    }
    own(path)
    await bytes.take(padding(length).length)
  }
  await bytes.drain()
}

/** Takes exact numbers of bytes from a stream. */
class Bytes {
  readonly pieces: AsyncIterator<Buffer>
  held: Buffer = Buffer.alloc(0)
  constructor(stream: Readable) {
    this.pieces = stream[Symbol.asyncIterator]()
  }
  async take(n: number): Promise<Buffer> {
    const parts: Buffer[] = [this.held]
    let there = this.held.length
    while (there < n) {
      const next = await this.pieces.next()
      if (next.done) throw new Error('The base backup ends too early.')
      parts.push(next.value)
      there += next.value.length
    }
    const all = parts.length === 1 ? this.held : Buffer.concat(parts)
    this.held = all.subarray(n)
    return all.subarray(0, n)
  }
  async drain(): Promise<void> {
    while (!(await this.pieces.next()).done);
  }
}
