// Uploaded files in a bucket of an S3-compatible store, which every node of an installation reaches (D-GEN-9). A file whose
// length nobody knows beforehand goes there in parts; a file that is too long or breaks off is never put together.
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { FileStoreAway } from './file-store-away.ts'
import type { Files } from './files.ts'
import { type S3Client, type S3Place, s3Client, textIn } from './s3-client.ts'

/** The store takes no part below 5 MB, but for the last one. */
const PART_BYTES = 8 * 1024 ** 2

type Part = { number: number; etag: string }

export function s3Files(place: S3Place, client: S3Client = s3Client(place)): Files {
  const keyOf = (name: string) => `${place.prefix}${name}`
  const demand = async (request: Parameters<S3Client['ask']>[0]): Promise<Response> => {
    const r = await client.ask(request)
    if (!r) throw new FileStoreAway(`The file store has no ${request.key} to go on with`)
    return r
  }
  const put = async (name: string, body: Uint8Array) => {
    await (await demand({ method: 'PUT', key: keyOf(name), body })).body?.cancel()
  }

  /** The pages of a listing below a prefix; with a delimiter the folders below it in place of their files. */
  async function* pagesOf(prefix: string, delimiter?: string): AsyncGenerator<string> {
    let token: string | undefined
    do {
      const query = {
        'list-type': '2',
        prefix,
        ...(delimiter && { delimiter }),
        ...(token && { 'continuation-token': token }),
      }
      const xml: string = await (await demand({ method: 'GET', query })).text()
      yield xml
      token = textIn(xml, 'IsTruncated') === 'true' ? textIn(xml, 'NextContinuationToken') : undefined
    } while (token)
  }

  return {
    put,

    take: async (name, stream, most) => {
      const key = keyOf(name)
      const pieces: AsyncIterator<Buffer> = stream.iterator({ destroyOnReturn: false })
      // A form that breaks off says so more than once.
      stream.on('error', () => undefined)
      let upload: PartedUpload | undefined
      let held: Buffer[] = []
      let heldBytes = 0
      let bytes = 0
      try {
        for (;;) {
          const next = await pieces.next().catch(() => undefined)
          if (!next) return 'broken off'
          if (next.done) break
          bytes += next.value.length
          if (bytes > most) return 'too long'
          held.push(next.value)
          heldBytes += next.value.length
          if (heldBytes < PART_BYTES) continue
          upload ??= await PartedUpload.begin(demand, key)
          await upload.add(Buffer.concat(held))
          held = []
          heldBytes = 0
        }
        const rest = Buffer.concat(held)
        if (!upload) await put(name, rest)
        else {
          if (rest.length > 0) await upload.add(rest)
          await upload.complete()
        }
        return bytes
      } finally {
        // Parts that cannot be dropped now are dropped by `removeHalves`.
        if (upload && !upload.isComplete) await client.ask(upload.abortion).catch(() => undefined)
      }
    },

    get: async name => {
      const r = await client.ask({ method: 'GET', key: keyOf(name) })
      if (!r) return undefined
      const stream = r.body ? Readable.fromWeb(r.body as ReadableStream) : Readable.from([])
      return { stream, bytes: Number(r.headers.get('content-length')) }
    },

    part: async (name, from, to) => {
      const bytes = await client.askBytes({ method: 'GET', key: keyOf(name), part: [from, to] })
      // A store that knows no parts gives the whole object.
      return bytes && bytes.length > to - from ? bytes.subarray(from, to) : bytes
    },
    remove: async name => {
      await (await client.ask({ method: 'DELETE', key: keyOf(name) }))?.body?.cancel()
    },

    removeHalves: async before => {
      let query: Record<string, string> | undefined = { uploads: '', prefix: place.prefix }
      while (query) {
        const xml: string = await (await demand({ method: 'GET', query })).text()
        for (const [, upload = ''] of xml.matchAll(/<Upload>(.*?)<\/Upload>/gs)) {
          const [key, uploadId, begun] = ['Key', 'UploadId', 'Initiated'].map(name => textIn(upload, name) ?? '')
          if (key && uploadId && new Date(begun ?? '') < before)
            await client.ask({ method: 'DELETE', key, query: { uploadId } })
        }
        const marks = { key: textIn(xml, 'NextKeyMarker') ?? '', upload: textIn(xml, 'NextUploadIdMarker') ?? '' }
        query =
          textIn(xml, 'IsTruncated') === 'true'
            ? { ...query, 'key-marker': marks.key, 'upload-id-marker': marks.upload }
            : undefined
      }
    },

    list: async function* (under) {
      for await (const xml of pagesOf(keyOf(under === '' ? '' : `${under}/`)))
        for (const [, entry = ''] of xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
          const name = (textIn(entry, 'Key') ?? '').slice(place.prefix.length)
          // Some stores list a folder as an empty object of its own.
          if (name !== '' && !name.endsWith('/')) yield name
        }
    },

    folders: async () => {
      const found: string[] = []
      for await (const xml of pagesOf(place.prefix, '/'))
        for (const [, entry = ''] of xml.matchAll(/<CommonPrefixes>(.*?)<\/CommonPrefixes>/gs))
          found.push((textIn(entry, 'Prefix') ?? '').slice(place.prefix.length).replace(/\/$/, ''))
      return found
    },
  }
}

/** A file that goes to the store part by part; no part can be read before the file is complete. */
class PartedUpload {
  readonly demand: (request: Parameters<S3Client['ask']>[0]) => Promise<Response>
  readonly key: string
  readonly uploadId: string
  readonly parts: Part[] = []
  isComplete = false

  constructor(demand: PartedUpload['demand'], key: string, uploadId: string) {
    this.demand = demand
    this.key = key
    this.uploadId = uploadId
  }
  static async begin(demand: PartedUpload['demand'], key: string): Promise<PartedUpload> {
    const xml = await (await demand({ method: 'POST', key, query: { uploads: '' } })).text()
    const uploadId = textIn(xml, 'UploadId')
    if (!uploadId) throw new FileStoreAway('The file store began an upload without an id')
    return new PartedUpload(demand, key, uploadId)
  }
  get abortion(): Parameters<S3Client['ask']>[0] {
    return { method: 'DELETE', key: this.key, query: { uploadId: this.uploadId } }
  }
  async add(body: Uint8Array): Promise<void> {
    const number = this.parts.length + 1
    const query = { partNumber: String(number), uploadId: this.uploadId }
    const r = await this.demand({ method: 'PUT', key: this.key, query, body })
    await r.body?.cancel()
    this.parts.push({ number, etag: r.headers.get('etag') ?? '' })
  }
  async complete(): Promise<void> {
    const parts = this.parts.map(p => `<Part><PartNumber>${p.number}</PartNumber><ETag>${p.etag}</ETag></Part>`)
    const body = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`)
    const r = await this.demand({ method: 'POST', key: this.key, query: { uploadId: this.uploadId }, body })
    // The store begins its answer before it knows how the work ends: a failure comes with 200, too.
    const xml = await r.text()
    if (!xml.includes('<CompleteMultipartUploadResult'))
      throw new FileStoreAway(
        `The file store could not put ${this.key} together: ${textIn(xml, 'Code') ?? 'no result'}`,
      )
    this.isComplete = true
  }
}

/**
 * Asks the store once. Rejects with a text for people where the store refuses this installation; a store that cannot be
 * reached at the moment is told to `onAway`.
 */
export async function demandStore(
  place: S3Place,
  onAway: (error: FileStoreAway) => void,
  client: S3Client = s3Client(place),
): Promise<void> {
  try {
    const r = await client.ask({ method: 'GET', query: { 'list-type': '2', 'max-keys': '1', prefix: place.prefix } })
    await r?.body?.cancel()
  } catch (error) {
    if (!(error instanceof FileStoreAway) || error.isRefusal) throw error
    onAway(error)
  }
}
