// The two file stores, a folder and a bucket, keep to the same rules: whole files or none, nothing hidden that fails.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Signed, STORE_KEY, type Store, signatureOf, startStore } from '#testing/s3-store.ts'
import { diskFault, FileStoreAway } from './file-store-away.ts'
import { type Files, folderFiles } from './files.ts'
import { bucketUrl, type S3Place, s3Client } from './s3-client.ts'
import { demandStore, s3Files } from './s3-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'wattdesk-files-'))
let store: Store
let place: S3Place
beforeAll(async () => {
  store = await startStore()
  place = {
    bucket: 'files',
    prefix: 'portal/one/',
    region: 'ap-south-1',
    endpoint: store.endpoint,
    ...STORE_KEY,
    sessionToken: undefined,
  }
})
afterEach(() => {
  store.faults.length = 0
})
afterAll(async () => {
  await store.close()
  rmSync(folder, { recursive: true, force: true })
})

const KINDS: Record<string, () => Files> = { 'a folder': () => folderFiles(folder), 'a bucket': () => s3Files(place) }
const MEGA = 1024 ** 2
const pieces = (bytes: Buffer, size = 300_000) =>
  Readable.from(
    Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) => bytes.subarray(n * size, (n + 1) * size)),
  )
const read = async (files: Files, name: string) => {
  const found = await files.get(name)
  return found && { bytes: found.bytes, content: await buffer(found.stream) }
}

describe.each(Object.keys(KINDS))('%s', kind => {
  const files = () => KINDS[kind]?.() as Files
  test('gives back what it keeps, and nothing after that was removed', async () => {
    const content = randomBytes(1000)
    await files().put('a_picture-1.png', content)
    expect(await read(files(), 'a_picture-1.png')).toEqual({ bytes: 1000, content })
    expect(Buffer.from((await files().part('a_picture-1.png', 100, 350)) ?? [])).toEqual(content.subarray(100, 350))
    await files().remove('a_picture-1.png')
    expect(await files().part('a_picture-1.png', 0, 1)).toBeUndefined()
    expect(await files().get('a_picture-1.png')).toBeUndefined()
    await files().remove('a_picture-1.png')
  })
  test('lists names and folders', async () => {
    const names = ['b1/one', 'b1/deep/two', 'b2/three', 'four', 'b10/five']
    for (const name of names) await files().put(name, Buffer.from(name))
    const listed = async (under: string) => (await Array.fromAsync(files().list(under))).sort()
    expect(await listed('')).toEqual([...names].sort())
    expect(await listed('b1')).toEqual(['b1/deep/two', 'b1/one'])
    expect(await listed('none')).toEqual([])
    expect((await files().folders()).sort()).toEqual(['b1', 'b10', 'b2'])
    for (const name of names) await files().remove(name)
  })
  test.each([0, 10, 5 * MEGA, 8 * MEGA, 19 * MEGA + 7])('takes a stream of %i bytes', async bytes => {
    const content = randomBytes(bytes)
    expect(await files().take('chargers/log', pieces(content), 20 * MEGA)).toBe(bytes)
    const kept = await read(files(), 'chargers/log')
    expect([kept?.bytes, kept?.content.equals(content)]).toEqual([bytes, true])
  })
  test.each([1, 12])('keeps nothing of a stream that is too long or breaks off after %i MB', async mega => {
    const content = randomBytes(mega * MEGA)
    expect(await files().take('chargers/long', pieces(content), content.length - 1)).toBe('too long')
    const broken = Readable.from(
      (async function* () {
        yield* pieces(content)
        throw new Error('the line is cut')
      })(),
    )
    expect(await files().take('chargers/long', broken, 100 * MEGA)).toBe('broken off')
    expect([await files().get('chargers/long'), store.uploads.size]).toEqual([undefined, 0])
  })
})

test('a folder is read by the product alone, and leaves no empty folders behind', async () => {
  const root = join(folder, 'own')
  const files = folderFiles(root)
  await files.put('a/b/one', Buffer.from('1'))
  await files.take('a/b/two', Readable.from([Buffer.from('2')]), 10)
  const modeOf = (name: string) => statSync(join(root, name)).mode & 0o777
  expect(['a', 'a/b', 'a/b/one', 'a/b/two'].map(modeOf)).toEqual([0o700, 0o700, 0o600, 0o600])
  await files.remove('a/b/one')
  expect(await files.get('a/b/two')).toBeDefined()
  await files.remove('a/b/two')
  expect(await files.folders()).toEqual([])
  // Folders that others remove meanwhile are made again.
  await Promise.all(
    Array.from({ length: 50 }, async (_, i) => {
      await files.put(`c/d/${i}`, Buffer.from('x'))
      await files.remove(`c/d/${i}`)
    }),
  )
  expect(await files.folders()).toEqual([])
})

describe('a bucket', () => {
  const away = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error: unknown) => (error instanceof FileStoreAway ? error.message.replace(place.endpoint ?? '', '') : error),
    )
  test('holds files under the prefix; those of unknown length go there in parts', async () => {
    store.asked.length = 0
    await s3Files(place).take('chargers/parts', pieces(randomBytes(9 * MEGA)), 10 * MEGA)
    const key = 'portal/one/chargers/parts'
    expect(store.asked).toEqual([
      `POST ${key}?uploads`,
      ...[1, 2].map(() => `PUT ${key}?partNumber&uploadId`),
      `POST ${key}?uploadId`,
    ])
    expect(store.objects.get(key)?.length).toBe(9 * MEGA)
  })
  test('says why it refuses', async () => {
    const told: string[] = []
    const wrong = (change: Partial<S3Place>) =>
      away(demandStore({ ...place, ...change }, error => told.push(error.message)))
    expect(await wrong({})).toBe('done')
    const text = (bucket: string, code: string) => `The file store at /${bucket} answered GET with ${code} told`
    expect(await wrong({ secretAccessKey: 'x' })).toBe(text('files', '403 SignatureDoesNotMatch'))
    expect(await wrong({ accessKeyId: 'x' })).toBe(text('files', '403 InvalidAccessKeyId'))
    expect(await wrong({ bucket: 'nowhere' })).toBe(text('nowhere', '404 NoSuchBucket'))
    expect(await away(s3Files({ ...place, bucket: 'nowhere' }).get('a'))).toBe(text('nowhere', '404 NoSuchBucket'))
    expect(told).toEqual([])
    // A store that is only not there does not keep the product from starting.
    expect(await wrong({ endpoint: 'http://127.0.0.1:1' })).toBe('done')
    expect(told).toEqual([expect.stringContaining('is not reachable: ')])
  })
  test('is tried again when it is overloaded, and then told', async () => {
    store.faults.push([503, 'SlowDown'], [500, 'InternalError'])
    await s3Files(place).put('slow', Buffer.from('x'))
    expect(store.objects.get('portal/one/slow')?.toString()).toBe('x')
    store.faults.push([503, 'SlowDown'], [503, 'SlowDown'], [503, 'SlowDown'])
    expect(await away(s3Files(place).put('slow', Buffer.from('y')))).toBe(
      'The file store at /files answered PUT with 503 SlowDown told',
    )
  })
  test('that says nothing keeps nobody waiting for long', async () => {
    store.faults.push('silence')
    const files = s3Files(place, s3Client(place, { withBytes: 50, without: 50 }))
    expect(await away(files.get('a'))).toBe('The file store at /files is not reachable: no answer within 50 ms')
  })
  test('that fails in the middle of a file has nothing of the file, and drops later what was left', async () => {
    const take = () => away(s3Files(place).take('chargers/bad', pieces(randomBytes(9 * MEGA)), 10 * MEGA))
    store.faults.push(undefined, [403, 'AccessDenied'])
    expect(await take()).toBe('The file store at /files answered PUT with 403 AccessDenied told')
    store.faults.push(undefined, undefined, undefined, 'a failure in the result')
    expect(await take()).toContain('could not put portal/one/chargers/bad together: InternalError')
    expect([store.objects.has('portal/one/chargers/bad'), store.uploads.size]).toEqual([false, 0])
    // The store cannot be reached to drop the parts either.
    store.faults.push(undefined, [403, 'AccessDenied'], [403, 'AccessDenied'])
    await take()
    expect(store.uploads.size).toBe(1)
    await s3Files(place).removeHalves(new Date(Date.now() - 60_000))
    expect(store.uploads.size).toBe(1)
    await s3Files(place).removeHalves(new Date(Date.now() + 60_000))
    expect(store.uploads.size).toBe(0)
  })
  test.each([
    ['wattdesk', 'ap-south-1', undefined, 'https://wattdesk.s3.ap-south-1.amazonaws.com'],
    ['files.wattdesk', 'ap-south-1', undefined, 'https://s3.ap-south-1.amazonaws.com/files.wattdesk'],
    ['wattdesk', 'x', 'https://store.example:9000', 'https://store.example:9000/wattdesk'],
  ])('%s in %s at %s is %s', (bucket, region, endpoint, url) => {
    expect(bucketUrl({ bucket, region, endpoint })).toBe(url)
  })
})

test.each([
  ['ENOSPC', true],
  ['EDQUOT', true],
  ['EIO', false],
  ['EROFS', false],
])('an error %s of the disk is the store that is away', (code, isFull) => {
  const error = diskFault(Object.assign(new Error(code), { code }))
  expect([error instanceof FileStoreAway, (error as FileStoreAway).isFull]).toEqual([true, isFull])
})
test('a mistake of our own is no fault of the disk', () => {
  const error = new TypeError('no path')
  expect(diskFault(error)).toBe(error)
})

/** The examples in Amazon's documentation of the protocol, with the signatures printed there. */
describe('the store of the tests works signatures out as Amazon does', () => {
  const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
  const signed = (method: string, url: string, names: string, headers: Record<string, string>): Signed => ({
    method,
    url,
    headers: {
      host: 'examplebucket.s3.amazonaws.com',
      'x-amz-date': '20130524T000000Z',
      'x-amz-content-sha256': EMPTY,
      authorization: `AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=${names},Signature=0`,
      ...headers,
    },
  })
  const NAMES = 'host;x-amz-content-sha256;x-amz-date'
  test.each([
    [
      'a file',
      signed('GET', '/test.txt', 'host;range;x-amz-content-sha256;x-amz-date', { range: 'bytes=0-9' }),
      'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    ],
    [
      'an upload',
      signed('PUT', '/test%24file.text', 'date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class', {
        date: 'Fri, 24 May 2013 00:00:00 GMT',
        'x-amz-storage-class': 'REDUCED_REDUNDANCY',
        'x-amz-content-sha256': '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
      }),
      '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
    ],
    [
      'a question of the bucket',
      signed('GET', '/?lifecycle', NAMES, {}),
      'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
    ],
    [
      'a list',
      signed('GET', '/?max-keys=2&prefix=J', NAMES, {}),
      '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
    ],
  ])('%s', (_what, request, signature) => {
    expect(signatureOf(request, 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY')).toBe(signature)
  })
})
