// Calls repeated with an `Idempotency-Key` (KEY-04): carried out once whatever comes between, answered as before, kept for
// 24 hours, and nobody's but the caller's.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessBy, apiKeyBody, makeKey } from '#people/api-keys/test-api-key.ts'
import * as calls from '#platform/access/repeated-calls.ts'
import { type Person, startApp, type TestApp } from '#testing/app.ts'
import { bootedCharger, unique } from '#testing/ocpp.ts'

const HOUR_MS = 3_600_000
let t: TestApp
let ws: string
let later = 0
beforeAll(async () => {
  t = await startApp({ now: () => new Date(Date.now() + later) })
  ws = (await t.listen()).ws
})
afterAll(() => t.close())

type Headers = Record<string, string>
const send = async (url: string, headers: Headers, payload?: object, method: 'POST' | 'GET' = 'POST') => {
  const r = await t.app.inject({ method, url: `/cms/v1/${url}`, headers, ...(payload && { payload }) })
  return { status: r.statusCode, body: r.json(), headers: r.headers, text: r.body }
}
const by = async (key: string, who: Person = 'operator'): Promise<Headers> => ({
  ...(await t.as(who)),
  'idempotency-key': key,
})
const ofTeam = (path: string) => `team/${t.world.one.teamId}/${path}`
const make = (headers: Headers, tag: string, more: object = {}) => send(ofTeam('tags'), headers, { tag, ...more })
const count = async (tag: string) =>
  (await sql<{ n: number }>`select count(*)::int as n from ocpp_tag where id_tag = ${tag}`.execute(t.db)).rows[0]?.n
const entries = async (tag: string) =>
  (
    await sql<{
      n: number
    }>`select count(*)::int as n from audit_entry where feature = 'Tag' and after->>'tag' = ${tag}`.execute(t.db)
  ).rows[0]?.n

describe('a repeated call', () => {
  test('gets the first answer, its tag too, and nothing is done again', async () => {
    const [headers, tag] = [await by(unique('k')), unique('RP')]
    const first = await make(headers, tag, { balance: 250 })
    expect([first.status, first.headers['idempotent-replayed']]).toEqual([201, undefined])
    const again = await make(headers, tag, { balance: 250 })
    expect([again.status, again.text, again.headers.etag]).toEqual([201, first.text, first.headers.etag])
    expect(again.headers['idempotent-replayed']).toBe('true')
    expect(again.headers['content-type']).toBe(first.headers['content-type'])
    expect([await count(tag), await entries(tag)]).toEqual([1, 1])
  })
  test('is the same in whatever order its fields come', async () => {
    const [headers, tag] = [await by(unique('k')), unique('RP')]
    await send(ofTeam('tags'), headers, { tag, note: 'spare' })
    expect((await send(ofTeam('tags'), headers, { note: 'spare', tag })).headers['idempotent-replayed']).toBe('true')
  })
  test('commands a charger once', async () => {
    const c = await bootedCharger(t, ws)
    await c.nextCall('ChangeConfiguration')
    const headers = await by(unique('k'))
    const body = { chargerId: c.id, remoteOperationType: 'ClearCache', parameters: {} }
    const first = await send('remote/operation', headers, body)
    await c.nextCall('ClearCache')
    const again = await send('remote/operation', headers, body)
    expect([again.status, again.body.taskId]).toEqual([200, first.body.taskId])
    expect(c.frames.filter(f => f[2] === 'ClearCache')).toEqual([])
  })
  test('ten at once: one is carried out, the others get its answer or are told to wait', async () => {
    const [headers, tag] = [await by(unique('k')), unique('RP')]
    const all = await Promise.all(Array.from({ length: 10 }, () => make(headers, tag)))
    expect(all.filter(r => r.status === 201).length).toBeGreaterThan(0)
    for (const r of all)
      if (r.status !== 201) {
        expect([r.status, r.body.message]).toEqual([409, calls.UNDER_WAY])
        expect(Number(r.headers['retry-after'])).toBeGreaterThan(0)
      }
    expect([await count(tag), await entries(tag)]).toEqual([1, 1])
    expect((await make(headers, tag)).status).toBe(201)
  })
  test('what was refused is refused in the same words, though it would be taken by now', async () => {
    const [headers, tag] = [await by(unique('k')), unique('RP')]
    await make(await t.as('operator'), tag)
    const first = await make(headers, tag)
    expect(first.status).toBe(409)
    await sql`delete from ocpp_tag where id_tag = ${tag}`.execute(t.db)
    const again = await make(headers, tag)
    expect([again.status, again.text, again.headers['idempotent-replayed']]).toEqual([409, first.text, 'true'])
  })
  test('a wrong body is not kept: it is mended and sent under the same key', async () => {
    const [headers, tag] = [await by(unique('k')), unique('RP')]
    expect((await make(headers, '')).status).toBe(422)
    expect((await make(headers, tag)).status).toBe(201)
  })
  test('after 24 hours the key is new', async () => {
    const [headers, tag] = [await by(unique('k')), unique('RP')]
    await make(headers, tag)
    later += 24 * HOUR_MS
    const r = await make(await by(String(headers['idempotency-key'])), tag)
    later -= 24 * HOUR_MS
    expect([r.status, r.headers['idempotent-replayed']]).toEqual([409, undefined])
  })
})

describe('a key', () => {
  test('used for another body or another call is refused', async () => {
    const [headers, tag] = [await by(unique('k'), 'admin'), unique('RP')]
    await make(headers, tag)
    const other = await make(headers, unique('RP'))
    expect([other.status, other.body.message]).toEqual([409, calls.OTHER_CALL])
    const elsewhere = await send(`team/${t.world.one.companyId}/tags`, headers, { tag })
    expect([elsewhere.status, elsewhere.body.message]).toEqual([409, calls.OTHER_CALL])
  })
  test('is of its caller alone: of each person and each API key', async () => {
    const key = unique('k')
    const program = await makeKey(t, 'admin', t.world.one.teamId, apiKeyBody(accessBy({ Tag: 'vc' })))
    const all = [await by(key), await by(key, 'admin'), { ...program.headers, 'idempotency-key': key }]
    for (const headers of all) {
      const tag = unique('RP')
      const r = await make(headers, tag)
      expect([r.status, r.headers['idempotent-replayed'], r.body.data.tag]).toEqual([201, undefined, tag])
    }
  })
  test('opens nothing to whom the right was taken meanwhile', async () => {
    const [key, tag] = [unique('k'), unique('RP')]
    const made = await makeKey(t, 'admin', t.world.one.teamId, apiKeyBody(accessBy({ Tag: 'vc' })))
    const headers = { ...made.headers, 'idempotency-key': key }
    expect((await make(headers, tag)).status).toBe(201)
    await sql`update api_key set rights = '{}' where api_key_id = ${made.id}`.execute(t.db)
    expect((await make(headers, tag)).status).toBe(403)
  })
  test.each([
    ['empty', ''],
    ['with a space', 'a b'],
    ['too long', 'x'.repeat(256)],
    ['not of ASCII', 'schlüssel'],
  ])('%s is refused', async (_, key) => {
    const tag = unique('RP')
    const r = await make(await by(key), tag)
    expect([r.status, r.body.errors['Idempotency-Key']]).toEqual([422, calls.BAD_KEY])
    expect(await count(tag)).toBe(0)
  })
  test('means nothing to a call that only reads, and is refused with files', async () => {
    const headers = await by(unique('k'))
    for (let n = 0; n < 2; n++) {
      const r = await send(ofTeam('tags'), headers, undefined, 'GET')
      expect([r.status, r.headers['idempotent-replayed']]).toEqual([200, undefined])
    }
    const r = await t.app.inject({
      method: 'POST',
      url: '/cms/v1/util/image-upload',
      headers: { ...headers, 'content-type': 'multipart/form-data; boundary=x' },
      payload: '--x\r\ncontent-disposition: form-data; name="image"; filename="a.png"\r\n\r\na\r\n--x--\r\n',
    })
    expect([r.statusCode, r.json().message]).toEqual([422, calls.NOT_FOR_FILES])
    const file = await t.app.inject({
      method: 'POST',
      url: `/cms/v1/team/${t.world.one.teamId}/network-imports?kind=tags&file_name=tags.csv`,
      headers: { ...headers, 'content-type': 'application/octet-stream' },
      payload: 'RFID Tag,Expiry Date\nVOLT-1,never\n',
    })
    expect([file.statusCode, file.json().message]).toEqual([422, calls.NOT_FOR_FILES])
  })
})

describe('the secret of an answer', () => {
  test('is shown again to its caller, and stored sealed', async () => {
    const [headers, body] = [await by(unique('k'), 'admin'), apiKeyBody()]
    const [first, again] = [
      await send(ofTeam('api-keys'), headers, body),
      await send(ofTeam('api-keys'), headers, body),
    ]
    expect([first.status, again.text]).toEqual([201, first.text])
    const { rows } = await sql<{
      text: string
    }>`select encode(answer, 'escape') || row_to_json(c)::text as text from repeated_call c
      where c.key = ${headers['idempotency-key']}`.execute(t.db)
    expect(rows).toHaveLength(1)
    expect(rows[0]?.text).not.toContain(first.body.secret)
  })
})

describe('a process that ended while it worked', () => {
  const left = async (key: string, isDone: boolean) => {
    // What a process leaves behind that is killed before or after the commit of the change.
    await sql`update repeated_call set status = null, answer = null, is_done = ${isDone} where key = ${key}`.execute(
      t.db,
    )
  }
  test('before anything was changed: the call is carried out, once nobody can be at it any more', async () => {
    const [key, tag] = [unique('k'), unique('RP')]
    const headers = await by(key)
    await make(headers, tag)
    await left(key, false)
    await sql`delete from ocpp_tag where id_tag = ${tag}`.execute(t.db)
    expect((await make(headers, tag)).body.message).toBe(calls.UNDER_WAY)
    later += 31_000
    const [one, two] = await Promise.all([make(headers, tag), make(headers, tag)])
    expect([one.status, two.status]).toContain(201)
    expect(await count(tag)).toBe(1)
  })
  test('after the change: it is not carried out again, and the caller is told', async () => {
    const [key, tag] = [unique('k'), unique('RP')]
    const headers = await by(key)
    await make(headers, tag)
    await left(key, true)
    later += 31_000
    const r = await make(headers, tag)
    expect([r.status, r.body.message]).toEqual([409, calls.ANSWER_LOST])
    expect([await count(tag), await entries(tag)]).toEqual([1, 1])
  })
  test('thought ended, yet only slow: of two attempts one commits', async () => {
    const [key, tag] = [unique('k'), unique('RP')]
    const headers = await by(key)
    const isWaiting = async (n: number) =>
      expect
        .poll(async () => {
          const { rows } = await sql<{
            n: number
          }>`select count(*)::int as n from pg_locks where not granted and relation = 'ocpp_tag'::regclass`.execute(
            t.db,
          )
          return rows[0]?.n
        })
        .toBe(n)
    let slow: ReturnType<typeof make> | undefined
    let second: ReturnType<typeof make> | undefined
    await t.db.transaction().execute(async trx => {
      await sql`lock table ocpp_tag in exclusive mode`.execute(trx)
      slow = make(headers, tag)
      await isWaiting(1)
      later += 31_000
      second = make(headers, tag)
      await isWaiting(2)
    })
    const ends = [await slow, await second]
    expect(ends.map(r => r?.status).toSorted()).toEqual([201, 409])
    expect([await count(tag), await entries(tag)]).toEqual([1, 1])
    expect((await make(headers, tag)).body.data.tag).toBe(tag)
  })
})
