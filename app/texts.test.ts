// Whatever is wrong with a field of any call, people read the product's own words (D-GEN-11): every field of every
// endpoint missing, of a wrong type, too long, off the choices.
import { globSync, readFileSync } from 'node:fs'
import { fieldOf } from '@wattdesk/base/issues'
import type { AnyEndpoint } from '@wattdesk/wire/endpoint'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { formParameters } from '#control/remote-operations/operation-body.contract.ts'
import { PriceGroupForm } from '#money/price-groups/price-form.rules.ts'
import { ChangeForm, ResetForm } from '#people/sign-in/password.rules.ts'
import { RegisterForm } from '#people/sign-in/register.rules.ts'
import { FinanceBody, TeamBody } from '#people/teams/team-body.contract.ts'
import { ChargingProfileForm } from '#power/charging-profiles/charging-profile-body.contract.ts'
import { startApp, type TestApp } from '#testing/app.ts'
import { fieldsOf } from '#testing/shapes.ts'

let t: TestApp
beforeAll(async () => {
  t = await startApp()
})
afterAll(() => t.close())

/** Marks of zod's own texts: codes and places instead of labels, and names as programs write them. */
const FOREIGN = [
  /Invalid (option|input|type|string|enum|key|email|URL|ISO|date|union|element)/i,
  /Too (small|big)/i,
  /\bexpected\b|\breceived\b|Unrecognized|discriminator/i,
  /\bNaN\b|undefined|\bnull\b|\[object|\/\^/,
  /\.\d|\b[a-z]+[A-Z]\w*|\b[a-z]+_[a-z_]+/,
]
/** Where a text names what the caller itself wrote down, a shape for programs, or units. */
const NAMES = [
  /^Cannot (sort|filter) by /,
  /^There is no time zone /,
  /^Filters must be \{/,
  / must be kW, kWh, or A$/,
  /^Price per kWh /,
  // Kinds of tokens, as OCPP 2.0.1 names them.
  /^Please select one of ISO14443, /,
]

const WRONG: readonly unknown[] = [
  undefined,
  null,
  '',
  'x'.repeat(5001),
  'no such choice',
  '1e3',
  '0x10',
  '1.5',
  -1,
  0,
  1.5,
  1e20,
  true,
  [],
  ['x'],
  {},
  { a: 1 },
]
const put = (path: readonly string[], value: unknown): unknown => {
  const [first, ...rest] = path
  if (first === undefined) return value
  const inner = put(rest, value)
  return first === '0' ? [inner] : { [first]: inner }
}

/** The texts of what is wrong, and the fields they are sent under. */
const said = (shape: z.ZodType, value: unknown): [string, string][] =>
  (shape.safeParse(value).error?.issues ?? []).map(i => [fieldOf(i.path), i.message])
const isForeign = ([field, text]: readonly [string, string]): boolean =>
  /(^|\.)\d+$/.test(field) || (!NAMES.some(n => n.test(text)) && FOREIGN.some(f => f.test(text)))

/** Returns the foreign texts of a shape, with each field wrong in each way. */
function foreignIn(name: string, shape: z.ZodType, values = WRONG, isForm = false): Set<string> {
  const bad = new Set<string>()
  const see = (path: string, value: unknown, whole: unknown) => {
    for (const text of said(shape, whole).filter(isForeign))
      bad.add(`${name} ${path} = ${JSON.stringify(value)?.slice(0, 30)} → ${text.join(': ')}`)
  }
  for (const value of values) {
    // A form always holds its fields.
    if (!isForm) see('', value, value)
    for (const { path } of fieldsOf(shape)) see(path.join('.'), value, put(path, value))
  }
  return bad
}

test('every field of every body, query and path', { timeout: 60_000 }, () => {
  const bad: string[] = []
  let count = 0
  const texts = WRONG.filter(v => v !== undefined).map(v => (typeof v === 'string' ? v : JSON.stringify(v)))
  for (const e of t.app.endpoints)
    for (const part of ['body', 'query', 'params'] as const) {
      if (!e[part]) continue
      count += fieldsOf(e[part]).length
      bad.push(...foreignIn(`${e.method} ${e.path} ${part}`, e[part], part === 'body' ? WRONG : texts))
    }
  expect(count).toBeGreaterThan(300)
  expect(bad).toEqual([])
})

// Shapes that forms check and that are no body of a call.
test.each<[string, z.ZodType]>([
  ['team', TeamBody],
  ['finance', FinanceBody],
  ['charging profile', ChargingProfileForm],
  ['price group', PriceGroupForm],
  ['register', RegisterForm],
  ['reset', ResetForm],
  ['change password', ChangeForm],
  ...Object.entries(formParameters),
])('the form %s', (name, shape) => {
  expect([...foreignIn(name, shape, WRONG, true)]).toEqual([])
})

test('the server says to every endpoint what the shape says', { timeout: 60_000 }, async () => {
  const headers = await t.as('root')
  for (const e of t.app.endpoints as AnyEndpoint[]) {
    const wrong = e.body && said(e.body, {})
    if (!wrong || wrong.length === 0) continue
    const url = e.path
      .replace('{teamId}', String(t.world.one.teamId))
      .replace('{upiId}', 'a@upi')
      .replaceAll(/\{\w+\}/g, '77')
    const r = await t.app.inject({ method: e.method, url, headers, payload: {} })
    expect([r.statusCode, r.json().errors], url).toEqual([422, Object.fromEntries(wrong.toReversed())])
    expect(r.json().message).toBe(wrong[0]?.[1])
  }
})

test.each([
  ['GET', '/cms/v1/team/{team}/chargers?page=1e3', { page: 'Page must be a number' }],
  ['GET', '/cms/v1/team/{team}/chargers?pageSize=0x10', { pageSize: 'Page Size must be a number' }],
  ['GET', '/cms/v1/team/{team}/chargers?pageSize=1000', { pageSize: 'Page Size should be 100 or less' }],
  [
    'GET',
    '/cms/v1/team/{team}/charging-status?statusFilter=on',
    { statusFilter: expect.stringContaining('Status Filter') },
  ],
  ['GET', '/cms/v1/geo/reverse?lat=95&lng=77', { lat: 'Latitude should be between -90 and 90' }],
  ['GET', '/cms/v1/geo/reverse?lat=12&lng=-181', { lng: 'Longitude should be between -180 and 180' }],
  ['GET', '/cms/v1/geo/reverse?lat=1e1&lng=7', { lat: 'Latitude must be a number' }],
  ['GET', '/cms/v1/geo/reverse?lng=7', { lat: 'Latitude is required' }],
  ['GET', '/cms/v1/user/0x10', { id: 'ID must be a number' }],
])('%s %s', async (method, path, errors) => {
  const url = path.replace('{team}', String(t.world.one.teamId))
  const r = await t.app.inject({ method: method as 'GET', url, headers: await t.as('root') })
  expect([r.statusCode, r.json().errors]).toEqual([422, errors])
})

test('no contract takes numbers as JavaScript reads them: coerced, 0x10 is 16 and nothing is 0', () => {
  const files = globSync('features/**/*.contract.ts').concat(globSync('packages/base/src/*.ts'))
  expect(files.filter(f => /z\s*\.coerce/.test(readFileSync(f, 'utf8')))).toEqual([])
})
