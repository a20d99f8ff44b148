// The API stays as programs know it: its shape is kept in shape.json, and a change that breaks programs fails until it is
// listed with a version (api-version.words.ts). Keep a new shape with `WATTDESK_KEEP_API=1 npx vitest run app/api-reference/shape.test.ts`.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NEWEST_VERSION, VERSIONS } from '#people/api-keys/api-version.words.ts'
import { startApp, type TestApp } from '#testing/app.ts'
import { type ApiShape, type Brief, breaks, shapeOf } from './test-shape.ts'

const FILE = join(import.meta.dirname, 'shape.json')
/** A line for each operation and shape, so that a change is read as one. */
const written = ({ version, operations, shapes }: ApiShape): string => {
  const lines = (all: object) =>
    Object.entries(all)
      .map(([k, v]) => `    ${JSON.stringify(k)}: ${JSON.stringify(v)}`)
      .join(',\n')
  return `{\n  "version": ${JSON.stringify(version)},\n  "operations": {\n${lines(operations)}\n  },\n  "shapes": {\n${lines(shapes)}\n  }\n}\n`
}

let t: TestApp
let now: ApiShape
beforeAll(async () => {
  t = await startApp()
  now = shapeOf((await t.app.inject('/docs/api.json')).json())
}, 60_000)
afterAll(() => t.close())

test('nothing that breaks programs goes unlisted', () => {
  const text = readFileSync(FILE, 'utf8')
  const kept = JSON.parse(text) as ApiShape
  const listed = VERSIONS.filter(v => v.date > kept.version).flatMap(v => v.breaking)
  expect(breaks(kept, now).filter(line => !listed.includes(line))).toEqual([])
  if (process.env.WATTDESK_KEEP_API) writeFileSync(FILE, written(now))
  // The kept shape is that of now: else keep it, after a look at what has changed.
  else expect(kept).toEqual(now)
})

test('versions are days, each once, the newest first', () => {
  const dates = VERSIONS.map(v => v.date)
  expect(dates).toEqual([...new Set(dates)].sort().reverse())
  for (const v of VERSIONS) {
    expect(v.date).toMatch(/^20\d\d-\d\d-\d\d$/)
    expect(v.changes.length + v.breaking.length).toBeGreaterThan(0)
  }
})

const api = (operation: object, shapes: Record<string, Brief> = {}): ApiShape => ({
  version: '2026-01-01',
  operations: { op: { call: 'GET /a', parameters: {}, ...operation } },
  shapes,
})
test.each([
  ['a field more in the reply', { reply: { a: 'string' } }, { reply: { a: 'string', b: 'string' } }, []],
  [
    'a field less in the reply',
    { reply: { a: 'string', b: 'string' } },
    { reply: { a: 'string' } },
    ['op: reply no b'],
  ],
  [
    'a reply that may be null',
    { reply: { a: 'string' } },
    { reply: { a: ['string', 'null'] } },
    ['op: reply a may be of another kind'],
  ],
  ['a reply that may lack', { reply: { a: 'string' } }, { reply: { 'a?': 'string' } }, ['op: reply a may lack']],
  ['a word more in the reply', { reply: { a: ['=x'] } }, { reply: { a: ['=x', '=y'] } }, []],
  ['a word less in the body', { body: { a: ['=x', '=y'] } }, { body: { a: ['=x'] } }, ['op: body a takes less']],
  ['any text in place of words', { body: { a: ['=x'] } }, { body: { a: 'string' } }, []],
  ['a field more in the body', { body: { a: 'string' } }, { body: { a: 'string', 'b?': 'string' } }, []],
  ['a needed field more', { body: { a: 'string' } }, { body: { a: 'string', b: 'string' } }, ['op: body b is needed']],
  ['a field that is needed now', { body: { 'a?': 'string' } }, { body: { a: 'string' } }, ['op: body a is needed']],
  ['a new record with needed fields', { body: { a: 'string' } }, { body: { a: 'string', 'b?': { c: 'string' } } }, []],
  [
    'a further kind of body, with needs of its own',
    { body: [{ kind: '=x', a: 'string' }] },
    {
      body: [
        { kind: '=x', a: 'string' },
        { kind: '=y', b: 'string' },
      ],
    },
    [],
  ],
  [
    'a kind of body that needs more',
    { body: [{ kind: '=x' }, { kind: '=y', b: 'string' }] },
    {
      body: [
        { kind: '=x', c: 'string' },
        { kind: '=y', b: 'string' },
      ],
    },
    ['op: body c is needed'],
  ],
  ['a parameter less', { parameters: { 'q?': 'string' } }, {}, ['op: parameter no q']],
  ['a needed parameter more', {}, { parameters: { q: 'string' } }, ['op: parameter q is needed']],
  [
    'a list of other rows',
    { reply: { '[]': 'integer' } },
    { reply: { '[]': 'string' } },
    ['op: reply [] may be of another kind'],
  ],
  ['another path', {}, { call: 'GET /b' }, ['op: moved to GET /b']],
])('%s', (_, before, after, expected) => {
  expect(breaks(api(before), api(after))).toEqual(expected)
})

test('a name of a shape may change, its fields may not', () => {
  const before = api({ reply: '#A' }, { A: { a: 'string', b: '#B' }, B: { c: 'integer' } })
  expect(breaks(before, api({ reply: '#X' }, { X: { a: 'string', b: { c: 'integer' } } }))).toEqual([])
  expect(breaks(before, api({ reply: '#X' }, { X: { a: 'string', b: {} } }))).toEqual(['op: reply no b.c'])
  expect(breaks(before, { ...before, operations: {} })).toEqual(['op: removed'])
})

test('a call is answered by the version it names, the newest else; one that does not exist is refused', async () => {
  const ask = async (version?: string) => {
    const r = await t.app.inject({ url: '/public/v1/config', headers: version ? { 'wattdesk-version': version } : {} })
    return [r.statusCode, r.headers['wattdesk-version'], r.json().message]
  }
  expect(await ask()).toEqual([200, NEWEST_VERSION, 'OK'])
  expect(await ask(NEWEST_VERSION)).toEqual([200, NEWEST_VERSION, 'OK'])
  const text = `Wattdesk-Version must be one of ${VERSIONS.map(v => v.date).join(', ')}`
  for (const wrong of ['2020-01-01', 'newest', '2026-11-29, 2026-11-29'])
    expect(await ask(wrong)).toEqual([400, NEWEST_VERSION, text])
  // Before the token is looked at, and on no page.
  const headers = { 'wattdesk-version': '2020-01-01' }
  expect((await t.app.inject({ url: '/cms/v1/profile', headers })).statusCode).toBe(400)
  expect((await t.app.inject({ url: '/health/live', headers })).statusCode).toBe(200)
})
