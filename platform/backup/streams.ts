// Streams of a backup: rows cut into files of bounded size, and every file compressed, sealed and summed on its way.
import { createHash, type Hash } from 'node:crypto'
import { PassThrough, Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import type { Files } from '#platform/files/files.ts'
import type { Through } from './keys.ts'
import type { Stored } from './manifest.ts'

const NEWLINE = 10

/** How many lines end in some bytes. */
export function linesIn(piece: Buffer): number {
  let n = 0
  for (let at = piece.indexOf(NEWLINE); at >= 0; at = piece.indexOf(NEWLINE, at + 1)) n++
  return n
}

/** Lines of a stream, cut into portions at the ends of lines. */
export class Lines {
  readonly pieces: AsyncIterator<Buffer>
  /** The number of lines of the last portion. */
  count = 0
  held: Buffer | undefined

  constructor(stream: Readable) {
    this.pieces = stream.iterator({ destroyOnReturn: false })
  }
  async isOver(): Promise<boolean> {
    this.held ??= await this.#next()
    return this.held === undefined
  }
  /** The next portion: pieces up to so many bytes, and then to the end of the line. */
  async *portion(bytes: number): AsyncGenerator<Buffer> {
    this.count = 0
    let sent = 0
    for (;;) {
      const piece = this.held ?? (await this.#next())
      this.held = undefined
      if (!piece) return
      const end = sent + piece.length < bytes ? -1 : piece.indexOf(NEWLINE, Math.max(0, bytes - sent - 1))
      const part = end < 0 ? piece : piece.subarray(0, end + 1)
      if (part.length < piece.length) this.held = piece.subarray(part.length)
      sent += part.length
      this.count += linesIn(part)
      yield part
      if (end >= 0) return
    }
  }
  async #next(): Promise<Buffer | undefined> {
    const next = await this.pieces.next()
    return next.done ? undefined : next.value
  }
}

/** Passes bytes on and sums them up. */
class Sum extends Transform {
  bytes = 0
  readonly hash: Hash = createHash('sha256')
  override _transform(piece: Buffer, _encoding: string, done: (e: null, piece: Buffer) => void): void {
    this.bytes += piece.length
    this.hash.update(piece)
    done(null, piece)
  }
}

type StoreOptions = { seal: Through; isCompressed: boolean }
/** Stores a stream under a name, sealed, and compressed if told so. Rejects with the stream's own error. */
export async function store(
  place: Files,
  name: string,
  source: AsyncIterable<Buffer> | Readable,
  { seal, isCompressed }: StoreOptions,
): Promise<Stored> {
  const sum = new Sum()
  const plain = new PassThrough()
  const readable = source instanceof Readable ? source : Readable.from(source, { objectMode: false })
  const first = isCompressed ? pipeline(readable, createZstdCompress(), plain) : pipeline(readable, plain)
  // Whichever breaks first ends the others; its error is the one that is told.
  first.catch(error => sum.destroy(error))
  const second = pipeline(await seal(plain), sum)
  try {
    await Promise.all([place.take(name, sum, Number.MAX_SAFE_INTEGER), second, first])
    return { name, bytes: sum.bytes, sha256: sum.hash.digest('hex') }
  } catch (error) {
    for (const stream of [readable, plain, sum]) stream.destroy()
    throw error
  }
}

/** The content of a stored file; `check` rejects after its end where it is not what was stored. */
export async function content(
  place: Files,
  file: Stored,
  { open, isCompressed }: { open: Through; isCompressed: boolean },
): Promise<{ stream: Readable; check: () => void }> {
  const { stream, check } = await stored(place, file)
  const read = async function* (): AsyncGenerator<Buffer> {
    try {
      const opened = await open(stream)
      yield* isCompressed ? unpacked(opened) : opened
    } catch (error) {
      throw new Error(`${file.name} cannot be read: ${(error as Error).message}`, { cause: error })
    }
  }
  return { stream: Readable.from(read(), { objectMode: false }), check }
}

function unpacked(stream: Readable): Readable {
  const to = createZstdDecompress()
  pipeline(stream, to).catch(error => to.destroy(error))
  return to
}

/** A stored file as it lies there. */
export async function stored(place: Files, file: Stored): Promise<{ stream: Readable; check: () => void }> {
  const found = await place.get(file.name)
  if (!found) throw new Error(`${file.name} is missing`)
  const sum = new Sum()
  pipeline(found.stream, sum).catch(error => sum.destroy(error))
  return {
    stream: sum,
    check: () => {
      if (sum.bytes !== file.bytes || sum.hash.digest('hex') !== file.sha256)
        throw new Error(`${file.name} is not as it was written`)
    },
  }
}
