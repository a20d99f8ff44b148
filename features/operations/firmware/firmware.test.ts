// Firmware files from end to end: rights first, uploads whole and broken, files by address, and a charger that fetches its
// file in parts at an address of its own (CAMP-01, CAMP-08).
import { createHash, randomBytes } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, startApp, type TestApp } from '#testing/app.ts'
import { TestCharger } from '#testing/charger.ts'
import { removeUnnamedContents } from './firmware.commands.ts'
import { MOST_BYTES } from './firmware.words.ts'

let t: TestApp
let at: { http: string; ws: string }
let now = new Date('2026-03-04T08:00:00Z')
const headers = {} as Record<Person, { authorization: string }>
beforeAll(async () => {
  t = await startApp({ now: () => now })
  at = await t.listen()
  t.services.publicUrl = at.http
  for (const who of ['root', 'admin', 'operator', 'finance', 'viewer', 'nobody', 'stranger'] as const)
    headers[who] = await t.as(who)
})
afterAll(() => t.close())

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const ask = async (who: Person, method: Method, path: string, payload?: object) => {
  const r = await t.app.inject({ method, url: `/cms/v1/${path}`, headers: headers[who], ...(payload && { payload }) })
  return { status: r.statusCode, ...r.json() }
}
const team = () => `team/${t.world.one.teamId}`
const upload = async (who: Person, bytes: Buffer, name = 'fw.bin', teamId = t.world.one.teamId) => {
  const r = await fetch(`${at.http}/cms/v1/team/${teamId}/firmware-uploads?name=${encodeURIComponent(name)}`, {
    method: 'POST',
    headers: { ...headers[who], 'content-type': 'application/octet-stream' },
    body: new Uint8Array(bytes),
  })
  return {
    status: r.status,
    ...((await r.json()) as { data: { contentId: number; sha256: string; bytes: number }; message: string }),
  }
}
let n = 0
const file = (more: object = {}) => ({
  version: `2.${n++}.0`,
  vendor: 'Maker',
  model: 'One',
  source: 'Upload',
  ...more,
})
const sumOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const BYTES = randomBytes(3 * 1024 ** 2 + 17)

describe('who may', () => {
  test('each call asks for its flag, and files of another company are not there', async () => {
    const { data } = await upload('operator', BYTES)
    const made = await ask('operator', 'POST', `${team()}/firmware`, file({ contentId: data.contentId }))
    expect([made.status, made.errors]).toEqual([201, undefined])
    const one = `firmware/${made.data.firmware_id}`
    const cases: [Person, Method, string, object | undefined, number][] = [
      ['viewer', 'GET', `${team()}/firmware`, undefined, 200],
      ['finance', 'GET', `${team()}/firmware`, undefined, 403],
      ['stranger', 'GET', `${team()}/firmware`, undefined, 404],
      ['viewer', 'GET', one, undefined, 200],
      ['stranger', 'GET', one, undefined, 404],
      ['nobody', 'GET', one, undefined, 403],
      ['viewer', 'POST', `${team()}/firmware`, file({ contentId: data.contentId }), 403],
      ['viewer', 'PUT', one, file({ contentId: data.contentId }), 403],
      ['stranger', 'PUT', one, file({ contentId: data.contentId }), 404],
      ['operator', 'DELETE', one, undefined, 403],
      ['stranger', 'DELETE', one, undefined, 404],
    ]
    for (const [who, method, path, payload, status] of cases)
      expect([who, method, path, (await ask(who, method, path, payload)).status]).toEqual([who, method, path, status])
    expect((await upload('viewer', BYTES)).status).toBe(403)
    expect((await upload('stranger', BYTES)).status).toBe(404)
    expect((await ask('admin', 'DELETE', one)).status).toBe(200)
    expect((await ask('admin', 'GET', one)).status).toBe(404)
  })
})

describe('an upload', () => {
  test('is kept with its size and sum; the record names it, and says so where another sum was expected', async () => {
    const { status, data } = await upload('operator', BYTES, 'Neue Version (2).bin')
    expect([status, data.bytes, data.sha256]).toEqual([201, BYTES.length, sumOf(BYTES)])
    const other = await ask(
      'operator',
      'POST',
      `${team()}/firmware`,
      file({ contentId: data.contentId, sha256: 'ab'.repeat(32) }),
    )
    expect([other.status, other.errors.sha256]).toEqual([422, `The uploaded file has another SHA-256: ${sumOf(BYTES)}`])
    const made = await ask(
      'operator',
      'POST',
      `${team()}/firmware`,
      file({ contentId: data.contentId, sha256: sumOf(BYTES).toUpperCase() }),
    )
    expect(made.data).toMatchObject({
      file_name: 'Neue Version (2).bin',
      bytes: BYTES.length,
      sha256: sumOf(BYTES),
      campaigns: 0,
    })
    const again = await ask('operator', 'POST', `${team()}/firmware`, file({ contentId: data.contentId }))
    expect([again.status, again.errors.contentId]).toEqual([422, 'Please upload the file again'])
    const same = await upload('operator', BYTES)
    const twice = await ask(
      'operator',
      'POST',
      `${team()}/firmware`,
      file({ contentId: same.data.contentId, version: made.data.version, model: 'ONE' }),
    )
    expect([twice.status, twice.errors]).toEqual([
      409,
      { version: 'There is a file of this version for the model already' },
    ])
  })
  test('of another company is not found', async () => {
    const foreign = await upload('stranger', BYTES, 'fw.bin', t.world.two.companyId)
    const r = await ask('operator', 'POST', `${team()}/firmware`, file({ contentId: foreign.data.contentId }))
    expect([r.status, r.errors.contentId]).toEqual([422, 'Please upload the file again'])
  })
  test('that is empty, too large or breaks off leaves nothing', async () => {
    const before = await stored()
    expect(await upload('operator', Buffer.alloc(0))).toMatchObject({ status: 422, message: 'The file is empty' })
    const large = await raw({ 'content-length': String(MOST_BYTES + 1) }, socket => socket.flushHeaders())
    expect(large).toBe(413)
    await raw({ 'content-length': '5000000' }, socket => {
      socket.write(BYTES.subarray(0, 1_000_000), () => socket.destroy())
    })
    await settled()
    expect(await stored()).toEqual(before)
  })
  test('that no file names is removed after a day, one that is named stays', async () => {
    const unnamed = await upload('operator', BYTES)
    const named = await upload('operator', BYTES)
    await ask('operator', 'POST', `${team()}/firmware`, file({ contentId: named.data.contentId }))
    now = new Date(now.getTime() + 25 * 3_600_000)
    await removeUnnamedContents(t.services)
    const rows = await t.db
      .selectFrom('firmwareContent')
      .select(['contentId', 'storedName'])
      .where('contentId', 'in', [unnamed.data.contentId, named.data.contentId])
      .orderBy('contentId')
      .execute()
    expect(rows.map(r => r.storedName !== '')).toEqual([false, true])
    expect(await t.services.files.get(rows[1]?.storedName ?? '')).toBeDefined()
  })
})
const stored = () => t.db.selectFrom('firmwareContent').select('contentId').orderBy('contentId').execute()
/** The server has heard of what broke off before an answer to a later call. */
const settled = () => fetch(`${at.http}/health/live`)
/** A raw upload of the operator; the status of its answer, if one came. */
const raw = (more: Record<string, string>, act: (r: ReturnType<typeof httpRequest>) => void) =>
  new Promise<number | undefined>(ok => {
    const path = `/cms/v1/${team()}/firmware-uploads?name=fw.bin`
    const sent = { ...headers.operator, 'content-type': 'application/octet-stream', ...more }
    const r = httpRequest(`${at.http}${path}`, { method: 'POST', headers: sent }, answer => {
      answer.resume()
      ok(answer.statusCode)
      r.destroy()
    })
    r.on('error', () => ok(undefined))
    act(r)
  })

describe('a file by address', () => {
  test('needs its address and its sum', async () => {
    const sum = sumOf(BYTES)
    const cases: [object, string, string | RegExp][] = [
      [{ source: 'Address' }, 'location', 'Address is required'],
      [{ source: 'Address', location: 'https://files.example/fw.bin' }, 'sha256', /SHA-256 is required/],
      [{ source: 'Address', location: 'ftp://files.example/fw.bin', sha256: sum }, 'location', /https/],
      [{ source: 'Address', location: 'https://files.example/fw.bin', sha256: 'abc' }, 'sha256', /64 digits/],
      [{ source: 'Upload' }, 'contentId', 'Please choose the file'],
      [{ source: 'Upload', contentId: 4711 }, 'contentId', 'Please upload the file again'],
      [{ source: 'Else' }, 'source', /./],
      [{ version: '' }, 'version', /required/],
      [
        { source: 'Address', location: 'https://f.example/a', sha256: sum, signature: 'AAAA' },
        'certificate',
        /needs the certificate/,
      ],
      [
        { source: 'Address', location: 'https://f.example/a', sha256: sum, certificate: 'x' },
        'signature',
        /needs the signature/,
      ],
      [
        { source: 'Address', location: 'https://f.example/a', sha256: sum, certificate: 'x', signature: 'AAAA' },
        'certificate',
        /cannot be read/,
      ],
    ]
    for (const [more, field, text] of cases) {
      const r = await ask('operator', 'POST', `${team()}/firmware`, file(more))
      expect([r.status, field, r.errors?.[field]]).toEqual([
        422,
        field,
        typeof text === 'string' ? text : expect.stringMatching(text),
      ])
    }
    const made = await ask(
      'operator',
      'POST',
      `${team()}/firmware`,
      file({ source: 'Address', location: 'https://files.example/fw.bin', sha256: sum }),
    )
    expect(made.data).toMatchObject({ source: 'Address', file_name: null, bytes: null })
  })
})

describe('a charger', () => {
  test('fetches its file at an address of its own, whole or in parts, until it has installed it', async () => {
    const { data } = await upload('operator', BYTES, 'fw-2.7.bin')
    const made = await ask('operator', 'POST', `${team()}/firmware`, file({ contentId: data.contentId }))
    const charger = await TestCharger.open(at.ws, t.world.chargers.ac.id)
    charger.onCall = () => ({})
    await charger.boot()
    const sent = await ask('operator', 'POST', 'remote/operation', {
      chargerId: t.world.chargers.ac.id,
      remoteOperationType: 'UpdateFirmware',
      parameters: { location: made.data.operationUrl, retrieveDate: now.toISOString() },
    })
    expect(sent.status).toBe(200)
    const [, , , request] = await charger.nextCall('UpdateFirmware')
    const { location } = request as { location: string }
    expect(location).toMatch(new RegExp(`^${at.http}/public/firmware/[\\w-]{43}/fw-2.7.bin$`))
    // The secret stands in no table.
    const task = await t.db
      .selectFrom('task')
      .select('parameters')
      .where('taskId', '=', sent.taskId)
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(task.parameters)).not.toContain(location.split('/').at(-2))

    const tag = `"${sumOf(BYTES)}"`
    const head = await fetch(location, { method: 'HEAD' })
    expect([
      head.status,
      head.headers.get('content-length'),
      head.headers.get('etag'),
      head.headers.get('accept-ranges'),
    ]).toEqual([200, String(BYTES.length), tag, 'bytes'])
    const whole = await fetch(location)
    expect(sumOf(Buffer.from(await whole.arrayBuffer()))).toBe(sumOf(BYTES))
    const part = await fetch(location, { headers: { range: 'bytes=1048570-1048585' } })
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 1048570-1048585/${BYTES.length}`])
    expect(Buffer.from(await part.arrayBuffer())).toEqual(BYTES.subarray(1048570, 1048586))
    const rest = await fetch(location, { headers: { range: 'bytes=3145728-', 'if-range': tag } })
    expect(Buffer.from(await rest.arrayBuffer())).toEqual(BYTES.subarray(3145728))
    const changed = await fetch(location, { headers: { range: 'bytes=3145728-', 'if-range': '"other"' } })
    expect([changed.status, (await changed.arrayBuffer()).byteLength]).toEqual([200, BYTES.length])
    const beyond = await fetch(location, { headers: { range: `bytes=${BYTES.length}-` } })
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${BYTES.length}`])
    await beyond.text()

    for (const wrong of [
      location.replace(/firmware\/[\w-]{5}/, 'firmware/AAAAA'),
      `${at.http}/public/firmware/short/fw.bin`,
    ])
      expect((await fetch(wrong)).status).toBe(404)
    await charger.call('FirmwareStatusNotification', { status: 'Downloading' })
    expect((await fetch(location, { method: 'HEAD' })).status).toBe(200)
    await charger.call('FirmwareStatusNotification', { status: 'Installed' })
    expect((await fetch(location, { method: 'HEAD' })).status).toBe(404)
    await charger.close()
  })
  test('of another company is not given the file', async () => {
    const { data } = await upload('operator', BYTES)
    const made = await ask('operator', 'POST', `${team()}/firmware`, file({ contentId: data.contentId }))
    const charger = await TestCharger.open(at.ws, t.world.chargers.other.id)
    await charger.boot()
    const r = await ask('stranger', 'POST', 'remote/operation', {
      chargerId: t.world.chargers.other.id,
      remoteOperationType: 'UpdateFirmware',
      parameters: { location: made.data.operationUrl, retrieveDate: now.toISOString() },
    })
    expect([r.status, r.errors]).toEqual([422, { 'parameters.location': 'Firmware file not found' }])
    await charger.close()
  })
})
