// A store with the S3 protocol for tests: buckets in memory, uploads in parts, and every request refused whose signature
// (AWS Signature Version 4) or bytes are not right. The signature is worked out here from the specification, not by the
// product's client.
import { createHash, createHmac, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const sha256 = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
/** Everything but letters, digits and -._~ is encoded. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, c => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)

export type Signed = {
  method: string
  /** Path and query as they were sent. */
  url: string
  /** Names in small letters. */
  headers: Record<string, string | string[] | undefined>
}
/**
 * Returns the signature that a request must have, for the key, the region and the headers named by the request itself.
 */
export function signatureOf({ method, url, headers }: Signed, secret: string): string {
  const { credential = '', signedHeaders = '' } = credentialOf(headers.authorization)
  const [, day = '', region = '', service = ''] = credential.split('/')
  const { pathname, searchParams } = new URL(url, 'http://store')
  const path = pathname.split('/').map(part => encoded(decodeURIComponent(part)))
  const query = [...searchParams].map(([k, v]) => `${encoded(k)}=${encoded(v)}`).sort()
  const named = signedHeaders.split(';').map(name => `${name}:${String(headers[name] ?? '').trim()}\n`)
  const hash = String(headers['x-amz-content-sha256'])
  const request = [method, path.join('/'), query.join('&'), named.join(''), signedHeaders, hash].join('\n')
  const scope = `${day}/${region}/${service}/aws4_request`
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(request)].join('\n')
  const key = [day, region, service, 'aws4_request'].reduce<Buffer | string>(hmac, `AWS4${secret}`)
  return hmac(key as Buffer, text).toString('hex')
}
function credentialOf(authorization: unknown): { credential?: string; signedHeaders?: string; signature?: string } {
  const [, credential, signedHeaders, signature] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]+)$/.exec(
      String(authorization),
    ) ?? []
  return credential && signedHeaders && signature ? { credential, signedHeaders, signature } : {}
}

export const STORE_KEY = { accessKeyId: 'TESTKEY', secretAccessKey: 'a/secret+of the tests' }
const LEAST_PART_BYTES = 5 * 1024 ** 2

type Upload = { key: string; parts: Map<number, Buffer>; begunAt: Date }
export type Store = {
  endpoint: string
  objects: Map<string, Buffer>
  uploads: Map<string, Upload>
  /** The received requests, as `PUT name?query`. */
  asked: string[]
  /**
   * The outcome of the next requests, in turn: an error of the store, no answer at all, or (undefined) the right
   * answer.
   */
  faults: (undefined | readonly [status: number, code: string] | 'silence' | 'a failure in the result')[]
  close: () => Promise<void>
}

/** A store with one bucket, `files`. */
export async function startStore(): Promise<Store> {
  const server = createServer((request, response) => void answer(request, response))
  const store = { objects: new Map(), uploads: new Map(), asked: [], faults: [] } as unknown as Store
  const fail = (response: ServerResponse, status: number, code: string) =>
    response.writeHead(status).end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>told</Message></Error>`)

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    const body = Buffer.concat(pieces)
    const { method = '', url = '', headers } = request
    const { pathname, searchParams: query } = new URL(url, 'http://store')
    const [, bucket = '', ...rest] = pathname.split('/')
    const key = rest.join('/')
    store.asked.push(`${method} ${key}${url.includes('?') ? `?${[...query.keys()].join('&')}` : ''}`)
    const fault = store.faults.shift()
    if (fault === 'silence') return
    if (Array.isArray(fault)) return void fail(response, fault[0], fault[1])
    const { credential, signature } = credentialOf(headers.authorization)
    if (credential?.split('/')[0] !== STORE_KEY.accessKeyId) return void fail(response, 403, 'InvalidAccessKeyId')
    if (signature !== signatureOf({ method, url, headers }, STORE_KEY.secretAccessKey))
      return void fail(response, 403, 'SignatureDoesNotMatch')
    if (headers['x-amz-content-sha256'] !== sha256(body)) return void fail(response, 400, 'XAmzContentSHA256Mismatch')
    if (bucket !== 'files') return void fail(response, 404, 'NoSuchBucket')
    serve({ method, key, query, body, headers }, response, fault === 'a failure in the result')
  }

  type Asked = {
    method: string
    key: string
    query: URLSearchParams
    body: Buffer
    headers: IncomingMessage['headers']
  }
  function serve({ method, key, query, body, headers }: Asked, response: ServerResponse, mustFail: boolean): void {
    const xml = (text: string) => response.writeHead(200, { 'content-type': 'application/xml' }).end(text)
    const upload = store.uploads.get(query.get('uploadId') ?? '')
    if (query.has('uploadId') && (!upload || upload.key !== key)) return void fail(response, 404, 'NoSuchUpload')
    if (key === '') return void xml(query.has('uploads') ? listed() : objectsListed(query))
    if (method === 'PUT' && headers['content-length'] === undefined)
      return void fail(response, 411, 'MissingContentLength')
    if (method === 'POST' && query.has('uploads')) {
      const id = `${randomUUID()}==`
      store.uploads.set(id, { key, parts: new Map(), begunAt: new Date() })
      xml(`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`)
    } else if (method === 'PUT' && upload) {
      upload.parts.set(Number(query.get('partNumber')), body)
      response.writeHead(200, { etag: `"${sha256(body)}"` }).end()
    } else if (method === 'POST' && upload) {
      const named = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]*)<\/ETag>/g)]
      const parts = named.map(([, number, etag]) => {
        const part = upload.parts.get(Number(number))
        return part && etag === `"${sha256(part)}"` ? part : undefined
      })
      if (mustFail) return void xml('<Error><Code>InternalError</Code></Error>')
      if (parts.some(p => !p)) return void fail(response, 400, 'InvalidPart')
      if (parts.slice(0, -1).some(p => (p?.length ?? 0) < LEAST_PART_BYTES))
        return void fail(response, 400, 'EntityTooSmall')
      store.objects.set(key, Buffer.concat(parts as Buffer[]))
      store.uploads.delete(query.get('uploadId') ?? '')
      xml('<CompleteMultipartUploadResult></CompleteMultipartUploadResult>')
    } else if (method === 'PUT') {
      store.objects.set(key, body)
      response.writeHead(200, { etag: `"${sha256(body)}"` }).end()
    } else if (method === 'DELETE') {
      if (upload) store.uploads.delete(query.get('uploadId') ?? '')
      else store.objects.delete(key)
      response.writeHead(204).end()
    } else {
      const object = store.objects.get(key)
      if (!object) fail(response, 404, 'NoSuchKey')
      else if (headers.range) {
        const [, from, last] = /^bytes=(\d+)-(\d+)$/.exec(headers.range) ?? []
        response.writeHead(206).end(object.subarray(Number(from), Number(last) + 1))
      } else response.writeHead(200, { 'content-length': object.length }).end(object)
    }
  }
  const listed = () =>
    `<ListMultipartUploadsResult><IsTruncated>false</IsTruncated>${[...store.uploads]
      .map(
        ([id, u]) =>
          `<Upload><Key>${u.key}</Key><UploadId>${id}</UploadId><Initiated>${u.begunAt.toISOString()}</Initiated></Upload>`,
      )
      .join('')}</ListMultipartUploadsResult>`

  /** A page of two entries, so that every longer listing has several pages. */
  const objectsListed = (query: URLSearchParams) => {
    const prefix = query.get('prefix') ?? ''
    const delimiter = query.get('delimiter')
    const keys = [...store.objects.keys()].filter(k => k.startsWith(prefix))
    const entries = keys.map(k => {
      const end = delimiter ? k.indexOf(delimiter, prefix.length) : -1
      return end < 0
        ? `<Contents><Key>${k}</Key></Contents>`
        : `<CommonPrefixes><Prefix>${k.slice(0, end + 1)}</Prefix></CommonPrefixes>`
    })
    const all = [...new Set(entries)].sort()
    const from = Number(query.get('continuation-token') ?? 0)
    const isMore = all.length > from + 2
    const next = isMore ? `<NextContinuationToken>${from + 2}</NextContinuationToken>` : ''
    return `<ListBucketResult><IsTruncated>${isMore}</IsTruncated>${next}${all.slice(from, from + 2).join('')}</ListBucketResult>`
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  store.endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  store.close = async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  return store
}
