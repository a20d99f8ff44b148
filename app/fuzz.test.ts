// Anything at all in any text of any call: never a 500, never an end of the process, always the envelope of D-GEN-1 in the
// product's own words. WATTDESK_FUZZ=20000 makes more of it, WATTDESK_FUZZ_SEED other calls.
import type { AnyEndpoint } from '@wattdesk/wire/endpoint'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transactionFilterFields } from '#desk/transactions/transaction.contract.ts'
import { encodePassword } from '#people/sign-in/sign-in.rules.ts'
import { type Person, startApp, type TestApp } from '#testing/app.ts'
import { Dice, HUGE, junk, likely, spoilt, TEXTS } from '#testing/shapes.ts'

const RUNS = Number(process.env.WATTDESK_FUZZ ?? 2500)
const SEED = Number(process.env.WATTDESK_FUZZ_SEED ?? 20_260_105)
/** Texts of validators, the framework and the database; none of them is for people. */
const NOT_OURS =
  /Invalid (option|input|type|string|enum|key)|[Tt]oo (small|big):|expected .* received|Unrecognized|FST_|relation "|syntax error|invalid byte|out of range|violates|undefined|\[object/

let t: TestApp
const people: readonly Person[] = ['root', 'admin', 'operator', 'finance', 'viewer', 'nobody', 'stranger']
const headers = {} as Record<Person, { authorization: string }>
beforeAll(async () => {
  t = await startApp()
  for (const person of people) headers[person] = await t.as(person)
})
afterAll(() => t.close())

const filters = (d: Dice): string => {
  const operators = [
    'contains',
    'equals',
    'notEquals',
    'isAnyOf',
    'isEmpty',
    'between',
    'greaterThan',
    'after',
    'onOrBefore',
  ]
  const value = () => (d.chance(0.3) ? [junk(d), junk(d)] : d.one([junk(d), '5', '2026-01-01', d.one(TEXTS)]))
  const condition = () => ({
    field: d.one([...Object.keys(transactionFilterFields), 'status', 'username', 'createAt', asText(junk(d))]),
    operator: d.one([...operators, asText(junk(d))]),
    value: value(),
  })
  const text = JSON.stringify({ combine: d.one(['AND', 'OR', 'x']), conditions: [condition(), condition()] })
  return d.chance(0.1) ? text.slice(0, d.below(text.length)) : text
}

/**
 * Values that get a call further than noise does. Records that the callers depend on are left out, so that they stay.
 */
function knownTo(d: Dice): (name: string) => readonly unknown[] {
  const { chargers, one } = t.world
  const numbers = [1, 2, 77, 1_000_000, 2_147_483_647, '5']
  const known: Record<string, readonly unknown[]> = {
    teamId: [one.teamId, one.teamId, t.world.two.teamId, 999_999],
    parentCompanyId: [one.teamId, 999_999],
    companyId: numbers,
    userId: [999_999, 2_147_483_647],
    roleId: [999_999, 2_147_483_647],
    browserId: [999_999, 2_147_483_647],
    ticketId: [1, 2, 3, 999_999],
    id: [chargers.dc.pk, chargers.dc.id, 999_999, 2_147_483_647],
    chargepointId: [chargers.dc.id, chargers.dc.pk],
    stationId: [chargers.dc.pk],
    chargerId: [chargers.dc.id],
    x: [1, chargers.dc.id],
    taskId: ['1'],
    idTag: [t.world.tag],
    page: [1, 2, 10_000_000],
    pageSize: [1, 100],
    email: ['depot@voltworks.example', `d${d.below(1e9)}@voltworks.example`],
    emailId: ['a@voltworks.example'],
    username: [`user${d.below(1e9)}`, 'viewer', 'nobody at all'],
    rootUser: [`root${d.below(1e9)}`],
    phone: ['9876543210', '080-23456'],
    filters: [filters(d), filters(d)],
    tz: [330, -840, 0],
    total: ['only', 'fast'],
    password: [encodePassword('Wattdesk@2027'), 'AA==', encodePassword('\0')],
    new_password: [encodePassword('Wattdesk@2027')],
    old_password: [encodePassword('wrong one')],
    otp: ['123456'],
    country: ['IN'],
    lat: [12.9, 95],
    lng: [77.5],
    domain: [`d${d.below(1e9)}`],
    paymentGatewayId: [1, 99],
    export: ['true'],
    startDate: ['2026-01-01'],
    endDate: ['2026-01-02'],
    startTime: ['00:00:00'],
    endTime: ['23:59:59'],
    feature: ['Team', 'Users'],
    recordId: ['1'],
    start: ['2026-01-01T00:00:00Z'],
    before: ['1767225600000.5'],
  }
  return name => (Object.hasOwn(known, name) ? (known[name] ?? []) : [])
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
/** Encodes a text as a browser does; lone surrogates, which a browser cannot send, as the bytes of other programs. */
const written = (text: string): string =>
  [...text].map(c => (c.isWellFormed() ? encodeURIComponent(c) : '%ED%A0%80')).join('')

function callOf(d: Dice, e: AnyEndpoint) {
  const known = knownTo(d)
  const part = (shape: AnyEndpoint['params']) => {
    if (!shape) return undefined
    let value = likely(d, shape, '', known)
    for (let n = d.below(4); n > 0; n--) if (d.chance(0.6)) value = spoilt(d, value)
    return value
  }
  // Most calls name a team that is there, or they would all end at its door.
  const onTeam = (value: unknown) =>
    typeof value === 'object' && value !== null && 'teamId' in value && d.chance(0.8)
      ? { ...value, teamId: t.world.one.teamId }
      : value
  const params = (onTeam(part(e.params)) ?? {}) as Record<string, unknown>
  const query = onTeam(part(e.query))
  const path = d
    .one([e.path, ...(e.aliases ?? [])])
    .replaceAll(/\{(\w+)\}/g, (_, name) =>
      written(asText(params[name] ?? d.one(known(name).concat('77'))).slice(0, 2000)),
    )
  const pairs = typeof query === 'object' && query !== null ? Object.entries(query) : []
  const search = pairs
    .flatMap(([k, v]) => (d.chance(0.03) ? [v, v] : [v]).map(x => `${written(k)}=${written(asText(x).slice(0, 4000))}`))
    .join('&')
  const body = part(e.body)
  const payload = JSON.stringify(body)?.replaceAll(`"${HUGE}"`, '1e400')
  const broken = payload !== undefined && d.chance(0.02) ? payload.slice(0, d.below(payload.length)) : payload
  const person = d.chance(0.5) ? 'root' : d.one(people)
  return {
    method: e.method,
    url: search ? `${path}?${search}` : path,
    headers: {
      ...(d.chance(0.97) && headers[person]),
      ...(broken !== undefined && {
        'content-type': d.chance(0.98) ? 'application/json' : d.one(['text/plain', 'x', '']),
      }),
      ...(d.chance(0.1) && { 'if-match': d.one(['"1"', '*', 'x\0', '"']), 'user-agent': d.one(['\0', 'é', '']) }),
    },
    ...(broken !== undefined && { payload: broken }),
    remoteAddress: `10.${d.below(256)}.${d.below(256)}.${d.below(256)}`,
  }
}

test(`${RUNS} calls with anything in them`, { timeout: 20 * 60_000 }, async () => {
  const d = new Dice(SEED)
  const statuses = new Map<number, number>()
  const bad: string[] = []
  for (let i = 0; i < RUNS && bad.length < 20; i++) {
    const e = t.app.endpoints[i % t.app.endpoints.length] as AnyEndpoint
    const call = callOf(d, e)
    const r = await t.app.inject(call)
    // The call has ended a session: everybody gets a new one.
    if (e.path === '/auth/logout') for (const person of people) headers[person] = await t.as(person)
    statuses.set(r.statusCode, (statuses.get(r.statusCode) ?? 0) + 1)
    const line = `${r.statusCode} ${call.method} ${call.url.slice(0, 300)} ${call.payload?.slice(0, 500)} → ${r.body.slice(0, 300)}`
    if (r.statusCode >= 500) bad.push(line)
    // A file comes as itself.
    if ((e.path === '/files/{name}' || e.path.endsWith('/pdf')) && r.statusCode === 200) continue
    let reply: Record<string, unknown> = {}
    try {
      reply = r.json()
    } catch {
      bad.push(line)
      continue
    }
    const { success, message, errors } = reply
    const isEnvelope =
      typeof message === 'string' &&
      (success === true ? r.statusCode < 300 && 'data' in reply : success === false && r.statusCode >= 400)
    const texts = [message, ...Object.values((errors as object | undefined) ?? {})]
    if (!isEnvelope || !texts.every(text => typeof text === 'string' && text !== '')) bad.push(line)
    else if (success === false && NOT_OURS.test(texts.join('\n'))) bad.push(line)
  }
  console.log(
    `${RUNS} calls: ${[...statuses]
      .sort(([a], [b]) => a - b)
      .map(([s, n]) => `${s}: ${n}`)
      .join(', ')}`,
  )
  expect(bad).toEqual([])
  // The callers still have their rights: no refusal came from a lost right.
  for (const person of people)
    expect((await t.app.inject({ url: '/cms/v1/profile', headers: headers[person] })).statusCode, person).toBe(200)
  const url = `/cms/v1/team/${t.world.one.teamId}/audit`
  expect((await t.app.inject({ url, headers: headers.root })).statusCode).toBe(200)
})
