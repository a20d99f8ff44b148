// Uploads: judged by their bytes, named anew, served so that nothing runs; vehicle documents only to whom they belong.
import { mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Files, folderFiles } from '#platform/files/files.ts'
import { s3Files } from '#platform/files/s3-files.ts'
import { type Person, startApp, type TestApp } from '#testing/app.ts'
import { STORE_KEY, startStore } from '#testing/s3-store.ts'
import { HTML, JPEG, PDF, PNG } from './test-files.ts'
import { MAX_BYTES } from './upload.contract.ts'

let t: TestApp
beforeAll(async () => {
  t = await startApp()
})
afterAll(() => t.close())

const send = async (body: object, who: Person = 'nobody', url = '/cms/v1/util/image-upload') =>
  t.app.inject({ method: 'POST', url, headers: await t.as(who), payload: body })
const base64 = (bytes: Buffer) => bytes.toString('base64')
const unsupported = { success: false, message: 'Unsupported file type', errors: { image: 'Unsupported file type' } }

describe('taking', () => {
  test('anyone signed in may, without a token nobody', async () => {
    const r = await send({ image: base64(PNG) })
    expect(r.statusCode).toBe(200)
    expect(r.json()).toMatchObject({ success: true, data: expect.stringMatching(/^\/files\/[\w-]{32}\.png$/) })
    const none = await t.app.inject({
      method: 'POST',
      url: '/cms/v1/util/image-upload',
      payload: { image: base64(PNG) },
    })
    expect([none.statusCode, none.json().message]).toEqual([401, 'No token provided.'])
  })
  test('the path of the portal API serves the same, and the same picture twice has two names', async () => {
    const one = await send({ image: `data:image/jpeg;base64,${base64(JPEG)}` }, 'nobody', '/util/image-upload')
    const two = await send({ image: base64(JPEG) })
    expect(one.json().data).toMatch(/\.jpg$/)
    expect(one.json().data).not.toBe(two.json().data)
  })
  test.each([
    ['a page called PNG', { image: `data:image/png;base64,${base64(HTML)}` }],
    ['a PDF as picture', { image: base64(PDF) }],
    ['a picture as vehicle document', { image: base64(PNG), directory: 'vehicle-documents' }],
    ['what is not base64', { image: '<script>' }],
  ])('%s is refused', async (_what, body) => {
    const r = await send(body)
    expect([r.statusCode, r.json()]).toEqual([422, unsupported])
  })
  test('a picture of more than 8,000 pixels a side is refused, however small its file', async () => {
    const wide = Buffer.from(PNG)
    wide.writeUInt32BE(8001, 16)
    const r = await send({ image: base64(wide) })
    const text = 'Picture should be 8,000 pixels or less on each side'
    expect([r.statusCode, r.json()]).toEqual([422, { success: false, message: text, errors: { image: text } }])
  })
  test('more than 10 MB is refused, exactly 10 MB is not', async () => {
    const filled = (size: number) => {
      const end = PNG.subarray(PNG.length - 12)
      const start = PNG.subarray(0, PNG.length - 12)
      const filler = Buffer.alloc(size - PNG.length)
      // A private chunk that fills the file.
      filler.writeUInt32BE(filler.length - 12, 0)
      filler.write('waTT', 4, 'latin1')
      return base64(Buffer.concat([start, filler, end]))
    }
    expect((await send({ image: filled(MAX_BYTES) })).json()).toMatchObject({ success: true })
    const r = await send({ image: filled(MAX_BYTES + 1) })
    expect([r.statusCode, r.json().message]).toEqual([422, 'File should be 10 MB or less'])
  })
  test.each(['../secrets', 'a/b', '', 'UPPER', 'x'.repeat(41)])('the directory %o is refused', async directory => {
    const r = await send({ image: base64(PNG), directory })
    expect(r.statusCode).toBe(422)
    expect(r.json().errors).toHaveProperty('directory')
  })
  test('for a team outside the caller’s: 404', async () => {
    const url = `/cms/v1/util/image-upload?teamId=${t.world.two.teamId}`
    expect((await send({ image: base64(PNG) }, 'admin', url)).statusCode).toBe(404)
  })
})

describe('the file store', () => {
  const folder = mkdtempSync(join(tmpdir(), 'wattdesk-uploads-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const uploads = async () => (await t.db.selectFrom('upload').select('name').execute()).length
  /** Uploads to a product with another store; the reply, and what the link leads to. */
  const sendTo = async (files: Files) => {
    const node = await t.another({ files })
    const headers = await node.as('nobody')
    const payload = { image: base64(PNG) }
    const r = await node.app.inject({ method: 'POST', url: '/cms/v1/util/image-upload', headers, payload })
    const got = r.statusCode === 200 ? await node.app.inject({ url: r.json().data }) : undefined
    await node.close()
    return { r, got }
  }

  test('on a full disk an upload is answered 503, and nothing is left of it', async () => {
    const disk = folderFiles(folder)
    const before = await uploads()
    const { r } = await sendTo({
      ...disk,
      put: async (_name, bytes) => {
        // The device takes nothing, as a disk without room does.
        symlinkSync('/dev/full', join(folder, 'x.png.part'))
        await disk.put('x.png', bytes)
      },
    })
    expect([r.statusCode, r.headers['retry-after'], r.json()]).toEqual([
      503,
      '5',
      { success: false, message: 'There is no room for files at the moment. Please try again later.' },
    ])
    expect([readdirSync(folder), await uploads()]).toEqual([[], before])
  })

  test('may be a bucket: an upload goes there and comes back; while the bucket refuses, 503', async () => {
    const store = await startStore()
    const place = { bucket: 'files', prefix: '', region: 'x', endpoint: store.endpoint, sessionToken: undefined }
    const files = s3Files({ ...place, ...STORE_KEY })
    const { got } = await sendTo(files)
    expect([got?.statusCode, got?.rawPayload.equals(PNG), store.objects.size]).toEqual([200, true, 1])
    const before = await uploads()
    store.faults.push([403, 'AccessDenied'])
    const { r } = await sendTo(files)
    expect([r.statusCode, r.json().message]).toEqual([
      503,
      'Files cannot be stored or read at the moment. Please try again.',
    ])
    expect(await uploads()).toBe(before)
    await store.close()
  })
})

describe('serving', () => {
  const read = async (link: string, who?: Person) =>
    t.app.inject({ url: link, ...(who && { headers: await t.as(who) }) })

  test('a picture is public, byte for byte, and can run nothing', async () => {
    const r = await read((await send({ image: base64(PNG) })).json().data)
    expect(r.statusCode).toBe(200)
    expect(r.rawPayload.equals(PNG)).toBe(true)
    expect(r.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
    })
  })
  test('what was never uploaded is not there, nor what lies beside it', async () => {
    for (const name of ['nothing.png', '..%2Fdb%2Fpostgresql.conf', '%2e%2e%2fx'])
      expect((await read(`/files/${name}`, 'root')).statusCode, name).toBe(404)
  })
  test('a vehicle document only with the token and view on Vehicle of its team', async () => {
    const url = `/cms/v1/util/image-upload?teamId=${t.world.one.teamId}`
    const link = (await send({ image: base64(PDF), directory: 'vehicle-documents' }, 'operator', url)).json().data
    expect((await read(link)).statusCode).toBe(401)
    expect((await read(link, 'nobody')).statusCode).toBe(403)
    // Finance has no right on Vehicle.
    expect((await read(link, 'finance')).statusCode).toBe(403)
    expect((await read(link, 'stranger')).statusCode).toBe(404)
    for (const who of ['operator', 'viewer', 'admin', 'root'] as const) {
      const r = await read(link, who)
      expect(r.statusCode, who).toBe(200)
      expect(r.rawPayload.equals(PDF)).toBe(true)
      expect(r.headers).toMatchObject({
        'content-type': 'application/pdf',
        'content-disposition': 'attachment',
        'cache-control': 'private, no-store',
      })
    }
  })
})

describe('as multipart/form-data', () => {
  type Part = [name: string, value: string | Buffer, file?: string]
  const form = (parts: Part[], ending = '--x--\r\n') =>
    Buffer.concat([
      ...parts.flatMap(([name, value, file]) => [
        Buffer.from(
          `--x\r\ncontent-disposition: form-data; name="${name}"${file ? `; filename="${file}"` : ''}\r\n\r\n`,
        ),
        Buffer.from(value),
        Buffer.from('\r\n'),
      ]),
      Buffer.from(ending),
    ])
  const post = async (payload: Buffer, headers: object = {}, url = '/cms/v1/util/image-upload') =>
    t.app.inject({
      method: 'POST',
      url,
      payload,
      headers: { ...(await t.as('nobody')), 'content-type': 'multipart/form-data; boundary=x', ...headers },
    })

  test('a file is judged by its bytes like any other, whatever its name', async () => {
    const r = await post(form([['image', PNG, 'page.html']]))
    expect(r.json()).toMatchObject({ success: true, data: expect.stringMatching(/^\/files\/[\w-]{32}\.png$/) })
    const got = await t.app.inject({ url: r.json().data })
    expect(got.rawPayload).toEqual(PNG)
    const page = await post(form([['image', HTML, 'picture.png']]))
    expect([page.statusCode, page.json()]).toEqual([422, unsupported])
    const pdf = await post(
      form([
        ['directory', 'vehicle-documents'],
        ['image', PDF, 'a.pdf'],
      ]),
    )
    expect(pdf.json().data).toMatch(/\.pdf$/)
  })
  test.each<[string, Buffer, string]>([
    ['one byte above 10 MB', form([['image', Buffer.alloc(MAX_BYTES + 1), 'a.png']]), 'File should be 10 MB or less'],
    ['no file', form([['directory', 'images']]), 'Image is required'],
    [
      'two files',
      form([
        ['image', PNG, 'a.png'],
        ['image', PNG, 'b.png'],
      ]),
      'The form could not be read',
    ],
    ['one that breaks off', form([['image', PNG, 'a.png']], ''), 'The form could not be read'],
    ['nothing', Buffer.alloc(0), 'Image is required'],
    [
      'a directory outside',
      form([
        ['directory', '../x'],
        ['image', PNG, 'a.png'],
      ]),
      'Directory may hold small letters, digits and hyphens',
    ],
  ])('%s is refused', async (_what, payload, text) => {
    const r = await post(payload)
    expect([r.statusCode, r.json().message]).toEqual([422, text])
  })
  test('without a token nothing is read, and no other call takes a form', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    const payload = form([['image', PNG, 'a.png']])
    const none = await t.app.inject({ method: 'POST', url: '/cms/v1/util/image-upload', headers, payload })
    expect(none.statusCode).toBe(401)
    const other = await post(form([['username', 'root']]), {}, '/auth/login')
    expect(other.statusCode).toBe(422)
  })
})
