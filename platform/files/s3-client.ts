// Requests to an S3-compatible store, signed with AWS Signature Version 4: answers in words of the store's own XML, and
// every failure as FileStoreAway with the cause in its text.
import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import { FileStoreAway } from './file-store-away.ts'

/** A bucket and how to reach it. */
export type S3Place = {
  bucket: string
  /** In front of every name, '' or ending with a slash. */
  prefix: string
  region: string
  /** Base address of a store that is not Amazon's, without a slash at its end. */
  endpoint: string | undefined
  accessKeyId: string
  secretAccessKey: string
  sessionToken: string | undefined
}

type S3Request = {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  /** The name of an object with its prefix; '' for the bucket. */
  key?: string
  query?: Record<string, string>
  body?: Uint8Array
  /** Only these bytes of an object, the second place excluded. */
  part?: readonly [from: number, to: number]
}
export type S3Client = {
  /** The answer to a request that the store took; undefined where there is no such object or upload. */
  ask: (request: S3Request) => Promise<Response | undefined>
  /** The same with its bytes, which have as long to come as the answer has to begin. */
  askBytes: (request: S3Request) => Promise<Uint8Array | undefined>
}

/** A store that is overloaded says so at once; the same request is tried twice more. */
const RETRIES = 2
/** Until an answer begins, to a request with bytes and to one without. */
const PATIENCE_MS = { withBytes: 60_000, without: 10_000 }

const MISSING = /^(NoSuchKey|NoSuchUpload|NotFound)$/

/** The text of the first element of a name in the store's XML. */
export const textIn = (xml: string, name: string): string | undefined => {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]
  return text?.replaceAll(/&(amp|lt|gt|quot|apos);/g, (_all, entity: string) => ENTITIES[entity] ?? '')
}
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** The address of a bucket: below its host at Amazon, as the first part of the path elsewhere. */
export const bucketUrl = ({ bucket, region, endpoint }: Pick<S3Place, 'bucket' | 'region' | 'endpoint'>): string => {
  if (endpoint) return `${endpoint}/${bucket}`
  // The certificates of Amazon's hosts do not cover a bucket whose name has a dot.
  return bucket.includes('.')
    ? `https://s3.${region}.amazonaws.com/${bucket}`
    : `https://${bucket}.s3.${region}.amazonaws.com`
}

export function s3Client(place: S3Place, patience = PATIENCE_MS): S3Client {
  const { accessKeyId, secretAccessKey, sessionToken, region } = place
  const base = bucketUrl(place)
  const client = new AwsClient({
    accessKeyId,
    secretAccessKey,
    region,
    service: 's3',
    retries: RETRIES,
    ...(sessionToken && { sessionToken }),
  })

  async function send<R>(request: S3Request, take: (r: Response) => Promise<R>): Promise<R> {
    const { method, key = '', query = {}, body, part } = request
    const search = new URLSearchParams(query).toString()
    const url = `${base}/${key}${search && `?${search}`}`
    const patienceMs = body ? patience.withBytes : patience.without
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(new Error(`no answer within ${patienceMs} ms`)), patienceMs)
    // The bytes are signed too: what a broken line changes is refused.
    const headers = {
      'x-amz-content-sha256': createHash('sha256')
        .update(body ?? '')
        .digest('hex'),
      ...(part && { range: `bytes=${part[0]}-${part[1] - 1}` }),
    }
    try {
      const answer = await client.fetch(url, {
        method,
        headers,
        signal: late.signal,
        redirect: 'manual' as const,
        ...(body && { body: body as Uint8Array<ArrayBuffer> }),
      })
      return await take(answer)
    } catch (error) {
      if (error instanceof FileStoreAway) throw error
      const why = late.signal.aborted ? late.signal.reason : ((error as Error).cause ?? error)
      throw new FileStoreAway(`The file store at ${base} is not reachable: ${(why as Error).message}`, { cause: error })
    } finally {
      clearTimeout(timer)
    }
  }

  /** The answer where the store took the request. */
  async function taken(request: S3Request, r: Response): Promise<Response | undefined> {
    if (r.status >= 200 && r.status < 300) return r
    const xml = await r.text().catch(() => '')
    // An answer to HEAD has no body.
    const code = textIn(xml, 'Code') ?? (r.status === 404 && request.key ? 'NotFound' : '')
    if (r.status === 404 && MISSING.test(code)) return undefined
    const told = [r.status, code, textIn(xml, 'Message')].filter(Boolean).join(' ')
    const isRefusal = r.status < 500 && r.status !== 429
    throw new FileStoreAway(`The file store at ${base} answered ${request.method} with ${told}`, { isRefusal })
  }
  return {
    ask: request => send(request, async r => r).then(r => taken(request, r)),
    askBytes: request => send(request, async r => (await taken(request, r))?.bytes()),
  }
}
