// Files of charge points over real HTTP: who may read them, every way in which charge points send, and everything that is
// no file of theirs (S-FILES).
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import * as tasks from '#control/remote-operations/task.store.ts'
import { folderFiles } from '#platform/files/files.ts'
import { type Person, startApp, type TestApp } from '#testing/app.ts'
import { bootedCharger, newCharger } from '#testing/ocpp.ts'
import { FILE_TOO_LARGE, LARGEST_FILE_BYTES, removeOldFiles } from './charger-file.commands.ts'
import type { ChargerFile, ElsewhereFile } from './charger-file.contract.ts'
import { DOOR } from './charger-file.rules.ts'
import { leftFile, openAddress } from './test-charger-file.ts'

const FOLDER = join(tmpdir(), `wattdesk-charger-files-${process.pid}`)
let t: TestApp
let http: string
let charger: { pk: number; id: string }
let now = new Date()
beforeAll(async () => {
  mkdirSync(FOLDER, { recursive: true })
  t = await startApp({ files: folderFiles(FOLDER), now: () => now })
  http = (await t.listen()).http
  charger = await newCharger(t)
})
afterAll(() => t.close())

const stored = () => readdirSync(FOLDER, { recursive: true, withFileTypes: true }).filter(f => f.isFile()).length
const of = (id: string, team = t.world.one.teamId) => `/cms/v1/team/${team}/charger/${id}`
const ask = async (person: Person, url: string, method: 'GET' | 'DELETE' = 'GET') =>
  t.app.inject({ method, url, headers: await t.as(person) })
const files = async (id = charger.id): Promise<ChargerFile[]> => (await ask('viewer', `${of(id)}/files`)).json().data
const put = async (path: string, body: string | FormData, init: RequestInit = {}) => {
  const r = await fetch(http + path, { method: 'PUT', body, ...init })
  return { status: r.status, message: ((await r.json()) as { message: string }).message }
}
/** Sends the head of a request and part of its body. */
const begin = (path: string, head: string, body = '') => {
  const { port } = new URL(http)
  const socket = connect(Number(port), '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(`PUT ${path} HTTP/1.1\r\nhost: x\r\n${head}\r\n\r\n${body}`)
  return socket
}

test('what goes to an address of somebody else stands beside the files, as long as they are kept', async () => {
  const { pk, id } = await newCharger(t)
  await openAddress(t, { pk, id })
  const { companyId, teamId } = t.world.one
  const add = (operation: string, days: number) => {
    const task = { taskId: randomUUID(), companyId, teamId, pk, chargepointId: id, operation, parameters: {} }
    const createdAt = new Date(now.getTime() - days * 86_400_000)
    return tasks.add(t.db, { ...task, createdBy: t.world.userIds.admin, createdAt })
  }
  await add('GetLog', 1)
  await add('GetDiagnostics', 91)
  await add('Reset', 1)
  const reply = (await ask('viewer', `${of(id)}/files`)).json()
  expect(reply.elsewhere.map((e: ElsewhereFile) => [e.operation, e.askedBy])).toEqual([
    ['GetLog', t.world.usernames.admin],
  ])
  expect(reply.data.map((f: ChargerFile) => f.operation)).toEqual(['GetDiagnostics'])
})

test('who may: see and fetch with view, delete with update; another company’s files are not there', async () => {
  const fileId = await leftFile(t, charger)
  const people = ['nobody', 'stranger', 'viewer', 'operator', 'root'] as const
  const all = (url: string) => Promise.all(people.map(async p => (await ask(p, url)).statusCode))
  expect(await all(`${of(charger.id)}/files`)).toEqual([404, 404, 200, 200, 200])
  expect(await all(`${of(charger.id)}/file/${fileId}`)).toEqual([404, 404, 200, 200, 200])
  // The number of a file counts for its own charger alone.
  const other = await newCharger(t)
  expect((await ask('admin', `${of(other.id)}/file/${fileId}`)).statusCode).toBe(404)
  expect((await ask('stranger', `${of(charger.id, t.world.two.teamId)}/file/${fileId}`)).statusCode).toBe(404)
  expect((await ask('viewer', `${of(charger.id)}/file/${fileId}`, 'DELETE')).statusCode).toBe(403)
  expect((await ask('admin', `${of(other.id)}/file/${fileId}`, 'DELETE')).statusCode).toBe(404)
  const before = stored()
  expect((await ask('admin', `${of(charger.id)}/file/${fileId}`, 'DELETE')).statusCode).toBe(200)
  expect([stored(), (await ask('admin', `${of(charger.id)}/file/${fileId}`)).statusCode]).toEqual([before - 1, 404])
})

const form = (name: string) => {
  const body = new FormData()
  body.append('note', 'a field before the file')
  body.append('file', new Blob(['<script>alert(1)</script>']), name)
  return body
}
const page = '<script>alert(1)</script>'
const ways: [string, string, string | undefined, () => RequestInit][] = [
  ['PUT as it is', '', undefined, () => ({ method: 'PUT', body: page })],
  ['PUT with a name behind', '/diag.html', 'diag.html', () => ({ method: 'PUT', body: page })],
  ['POST with a name behind, without a slash', 'diag.html', 'diag.html', () => ({ method: 'POST', body: page })],
  ['POST as JSON that is none', '', undefined, () => ({ method: 'POST', body: page, headers: json })],
  ['POST in a form', '', 'a.html', () => ({ method: 'POST', body: form('../a.html') })],
  ['PUT in a form', '/b.html', 'b.html', () => ({ method: 'PUT', body: form('a.html') })],
  ['PUT with a name in its head', '', 'c d.txt', () => ({ method: 'PUT', body: page, headers: named })],
]
const json = { 'content-type': 'application/json' }
const named = { 'content-disposition': 'attachment; filename="c d.txt"' }
test.each(ways)('%s: kept, told, and handed out as a file that cannot run', async (_way, behind, name, init) => {
  const { path, taskId } = await openAddress(t, charger)
  const told = vi.fn()
  const off = t.services.bus.onEvent(({ event: e }) => e.type === 'task' && told(e.taskId))
  const r = await fetch(http + path + behind, init())
  off()
  expect([r.status, await r.json()]).toEqual([200, { success: true, message: 'OK', data: null }])
  expect(told.mock.calls).toEqual([[taskId]])
  const [file] = await files()
  expect(file).toMatchObject({ taskId, state: 'received', bytes: page.length, askedBy: 'admin' })
  if (name === undefined) expect(file?.name).toMatch(/^CP-\d+-diagnostics-.*\.log$/)
  else expect(file?.name).toBe(name)
  const got = await ask('viewer', `${of(charger.id)}/file/${file?.fileId}`)
  expect(got.body).toBe(page)
  expect(got.headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'private, no-store',
    'content-disposition': expect.stringMatching(/^attachment; filename\*=UTF-8''/),
  })
})

describe('what is refused leaves nothing behind', () => {
  test('addresses that nobody made, that are used, late, of a failed operation or of a deleted charger', async () => {
    const before = stored()
    for (const wrong of ['', '/', '/x', `/${'A'.repeat(43)}`, `/${'A'.repeat(43)}/a.log`, '/%E0%A4%A', '/..%2F..%2Fx'])
      expect((await put(DOOR + wrong, 'x')).status, wrong).toBeGreaterThanOrEqual(404)
    const used = await openAddress(t, charger)
    await put(used.path, 'first')
    expect(await put(used.path, 'second')).toEqual({ status: 410, message: 'The file has been received already' })
    const closed = { status: 410, message: 'This address takes no files any more' }
    const late = await openAddress(t, charger, { openUntil: new Date(now.getTime() - 1) })
    expect(await put(late.path, 'late')).toEqual(closed)
    const refused = await openAddress(t, charger)
    await sql`update task set state = 'failed' where task_id = ${refused.taskId}`.execute(t.db)
    expect(await put(refused.path, 'unasked')).toEqual(closed)
    const gone = await newCharger(t)
    const left = await openAddress(t, gone)
    await sql`update charger set deleted_at = now() where chargepoint_pk = ${gone.pk}`.execute(t.db)
    expect((await put(left.path, 'orphan')).status).toBe(404)
    expect(stored()).toBe(before + 1)
    // Nothing is read at the address.
    expect((await fetch(http + used.path)).status).toBe(404)
  })

  test('nothing at all, a form without a file, a form that is none', async () => {
    const { path } = await openAddress(t, charger)
    const before = stored()
    expect(await put(path, '')).toEqual({ status: 422, message: 'The file is empty' })
    const fields = new FormData()
    fields.append('a', 'b')
    expect(await put(path, fields)).toEqual({ status: 422, message: 'The form holds no file' })
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    expect((await put(path, 'no such thing', { headers })).status).toBe(422)
    const half = '--x\r\ncontent-disposition: form-data; name="f"; filename="f"\r\n\r\nhalf of it'
    expect((await put(path, half, { headers })).status).toBe(422)
    expect(stored()).toBe(before)
    // The address still takes the file.
    expect((await put(path, 'the file')).status).toBe(200)
  })

  test('more than 200 MB, announced or not', { timeout: 60_000 }, async () => {
    const { path } = await openAddress(t, charger)
    const before = stored()
    const announced = begin(path, `content-length: ${LARGEST_FILE_BYTES * 2}`)
    expect(String((await once(announced, 'data'))[0])).toContain(FILE_TOO_LARGE)
    announced.destroy()
    const piece = 'x'.repeat(4 * 1024 * 1024)
    const unannounced = begin(path, 'transfer-encoding: chunked')
    const answer = once(unannounced, 'data')
    let isAnswered = false
    void answer.then(() => {
      isAnswered = true
    })
    for (let sent = 0; sent <= LARGEST_FILE_BYTES && !isAnswered; sent += piece.length)
      await new Promise(ok => unannounced.write(`${piece.length.toString(16)}\r\n${piece}\r\n`, ok))
    expect(String((await answer)[0])).toMatch(/^HTTP\/1\.1 413 /)
    unannounced.destroy()
    expect([stored(), (await put(path, 'small')).status]).toEqual([before, 200])
  })

  test.each([
    ['as it is', 'content-length: 1000', 'half of it'],
    [
      'in a form',
      'content-length: 1000\r\ncontent-type: multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="f"; filename="f"\r\n\r\nhalf of it',
    ],
  ])('broken off in the middle, %s', async (_how, head, body) => {
    const { path } = await openAddress(t, charger)
    const before = stored()
    const socket = begin(path, head, body)
    await vi.waitFor(() => expect(stored()).toBe(before + 1), 10_000)
    socket.destroy()
    await vi.waitFor(() => expect(stored()).toBe(before), 10_000)
    expect((await files())[0]).toMatchObject({ state: 'awaited', bytes: null })
    expect((await put(path, 'once more')).status).toBe(200)
  })

  test('of two files at once the first that is whole stays; a fourth attempt at once is not begun', async () => {
    const { path } = await openAddress(t, charger)
    const before = stored()
    const slow = [1, 2, 3].map(() => begin(path, 'content-length: 10', 'slow '))
    await vi.waitFor(() => expect(stored()).toBe(before + 3), 10_000)
    expect((await put(path, 'quick')).status).toBe(429)
    slow[2]?.destroy()
    await vi.waitFor(() => expect(stored()).toBe(before + 2), 10_000)
    expect((await put(path, 'quick')).status).toBe(200)
    const answers = slow.slice(0, 2).map(s => once(s, 'data'))
    for (const s of slow) if (!s.destroyed) s.write('file!')
    for (const [data] of await Promise.all(answers)) expect(String(data)).toMatch(/^HTTP\/1\.1 410 /)
    expect([stored(), (await files())[0]?.bytes]).toEqual([before + 1, 5])
  })

  test('beyond the room of the company', async () => {
    const { path } = await openAddress(t, charger)
    const { uploadBytesPerCompany } = t.services.limits
    t.services.limits.uploadBytesPerCompany = 1
    expect(await put(path, 'x')).toMatchObject({ status: 507 })
    t.services.limits.uploadBytesPerCompany = uploadBytesPerCompany
  })
})

test('an operation that names the portal’s address gets one of its own, which no record keeps', async () => {
  const c = await bootedCharger(t, http.replace('http', 'ws'))
  const ours = (await ask('viewer', `${of(c.id)}/files`)).json().uploadUrl
  expect(ours).toBe('http://portal.test/public/charger-file')
  const send = async (remoteOperationType: string, parameters: object) =>
    t.app.inject({
      method: 'POST',
      url: '/cms/v1/remote/operation',
      headers: await t.as('operator'),
      payload: { chargerId: c.id, remoteOperationType, parameters },
    })
  c.onCall = () => ({ fileName: 'diag.zip', status: 'Accepted' })
  await send('GetDiagnostics', { location: `${ours}/`, retries: 2 })
  const [, , , asked] = (await c.nextCall('GetDiagnostics')) as unknown as [
    0,
    0,
    0,
    { location: string; retries: number },
  ]
  expect(asked).toEqual({
    location: expect.stringMatching(/^http:\/\/portal\.test\/public\/charger-file\/[\w-]{43}$/),
    retries: 2,
  })
  expect((await put(`${new URL(asked.location).pathname}/diag.zip`, 'zip')).status).toBe(200)
  await send('GetLog', { logType: 'SecurityLog', log: { remoteLocation: ours } })
  const [, , , log] = (await c.nextCall('GetLog')) as unknown as [0, 0, 0, { log: { remoteLocation: string } }]
  const shown = (await files(c.id)).map(f => [f.operation, f.kind, f.state, f.name])
  expect(shown).toEqual([
    ['GetLog', 'security', 'awaited', null],
    ['GetDiagnostics', 'diagnostics', 'received', 'diag.zip'],
  ])
  const { rows } = await sql<{ text: string }>`select t::text as text from task t where chargepoint_id = ${c.id}
    union all select a::text from audit_entry a union all select f::text from charger_file f`.execute(t.db)
  const kept = rows.map(r => r.text).join()
  for (const location of [asked.location, log.log.remoteLocation]) expect(kept).not.toContain(location.slice(-43))
  expect(kept).toContain(ours)
  // Sent elsewhere, the charge point needs no address here.
  await send('GetDiagnostics', { location: 'ftp://files.example/in' })
  expect((await c.nextCall('GetDiagnostics'))[3]).toEqual({ location: 'ftp://files.example/in' })
  expect(await files(c.id)).toHaveLength(2)
  const { uploadBytesPerCompany } = t.services.limits
  t.services.limits.uploadBytesPerCompany = 1
  const full = await send('GetDiagnostics', { location: ours })
  t.services.limits.uploadBytesPerCompany = uploadBytesPerCompany
  expect([full.statusCode, Object.keys(full.json().errors)]).toEqual([409, ['parameters.location']])
  await c.close()
})

test('90 days later the files are gone, with an entry that says how many', async () => {
  const mine = await newCharger(t)
  const fileId = await leftFile(t, mine)
  await openAddress(t, mine)
  const before = stored()
  const asked = now
  now = new Date(asked.getTime() + 89 * 86_400_000)
  await removeOldFiles(t.services)
  expect([stored(), (await files(mine.id)).map(f => f.state)]).toEqual([before, ['missing', 'received']])
  now = new Date(asked.getTime() + 91 * 86_400_000)
  await removeOldFiles(t.services)
  expect([stored(), await files(mine.id)]).toEqual([0, []])
  expect((await ask('admin', `${of(mine.id)}/file/${fileId}`)).statusCode).toBe(404)
  const { rows } = await sql<{ after: object }>`select after from audit_entry where username = 'Retention'`.execute(
    t.db,
  )
  expect(rows).toEqual([{ after: { 'files of charge points': before } }])
  now = asked
})
