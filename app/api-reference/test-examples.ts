// Examples of calls with their replies, kept in examples.json: tests send a call, and compare the reply with the kept one.
// With WATTDESK_KEEP_API=1 they keep what the product answers instead.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AnyEndpoint } from '@wattdesk/wire/endpoint'
import { replyShape } from '@wattdesk/wire/shapes'
import { expect } from 'vitest'
import type { Example } from './document.ts'
import { AREAS } from './operations.ts'

const FILE = join(import.meta.dirname, 'examples.json')
export const examples = JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, Example>
const NAMES = new Map(AREAS.flatMap(a => Object.entries(a.operations).map(([id, call]) => [call, id] as const)))
export const operationOf = (e: AnyEndpoint): string => NAMES.get(`${e.method} ${e.path}`) ?? ''

const ROWS = 2
const LONGEST = 200
const SECRET =
  /token|secret|password|otp$|authorizationKey|clientDataJSON|attestationObject|authenticatorData|signature/i
/** In the place of every ticket and other random text of its length, so that a body still has its shape. */
export const PLACEHOLDER = 'random-text-of-43-letters-and-digits-0000000'.slice(0, 43)
const RANDOM = /^(ticket|browser|binding|value|challenge)$/
/** Few rows, short texts, and no secrets, so that an example is read at a glance. A body keeps all its rows. */
function short(value: unknown, name = '', rows = ROWS): unknown {
  if (Array.isArray(value)) return value.slice(0, rows).map(v => short(v, name, rows))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, short(v, k, rows)]))
  if (typeof value !== 'string') return value
  if (RANDOM.test(name) && /^[\w-]{43}$/.test(value)) return PLACEHOLDER
  if (name === 'stopToken') return 'made-in-the-browser'.padEnd(32, '0')
  if (name === 'uri') return value.replace(/secret=\w+/, 'secret=…')
  if (SECRET.test(name) && value !== '') return value.length > 20 ? `${value.slice(0, 6)}…` : value
  return value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value
}

type Sent = { url: string; payload?: unknown }
type Reply = { statusCode: number; body: string; json: () => unknown }
/** The call and its reply as an example. */
function exampleOf(e: AnyEndpoint, { url, payload }: Sent, r: Reply): Example {
  const [path = '', search = ''] = url.split('?')
  const names = [...e.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const values = new RegExp(`^${e.path.replaceAll(/\{\w+\}/g, '([^/]+)')}$`).exec(path)?.slice(1) ?? []
  const typed = (text: string): unknown => (/^\d{1,10}$/.test(text) ? Number(text) : text)
  const params = Object.fromEntries(names.map((name, i) => [name, typed(decodeURIComponent(values[i] ?? ''))]))
  const query = Object.fromEntries([...new URLSearchParams(search)].map(([k, v]) => [k, typed(v)]))
  return {
    ...(names.length > 0 && { params }),
    ...(search && { query }),
    ...(payload !== undefined && e.body && { body: short(payload, '', Number.POSITIVE_INFINITY) }),
    status: r.statusCode,
    reply: short(r.json()),
  }
}

/** The operations that this file of tests has kept. */
const fresh = new Set<string>()

/** The names of fields down to the second level: what a reader of an example relies on. */
function outline(value: unknown, depth = 0): unknown {
  if (Array.isArray(value)) return ['list']
  if (typeof value !== 'object' || value === null || depth > 1) return 'value'
  return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, outline(v, depth + 1)]))
}

/**
 * Compares a reply with the kept example of the operation, or keeps it; a file has none. `name`: of a body among several of
 * the operation, each kept under its name.
 */
export function checkExample(e: AnyEndpoint, sent: Sent, r: Reply, name?: string): void {
  const id = operationOf(e)
  const found = exampleOf(e, sent, r)
  if (process.env.WATTDESK_KEEP_API) {
    const bodies = { ...examples[id]?.bodies, ...(name && { [name]: found.body }) }
    examples[id] = { ...found, ...(Object.keys(bodies).length > 0 && { bodies }) }
    fresh.add(id)
    return
  }
  const kept = examples[id]
  if (name) expect(outline(found.body), `${id} ${name}`).toEqual(outline(kept?.bodies?.[name]))
  expect(kept, `${id} has no example: run this test with WATTDESK_KEEP_API=1`).toBeDefined()
  expect(found.status, id).toBe(kept?.status)
  expect(Object.keys(found.params ?? {}), id).toEqual(Object.keys(kept?.params ?? {}))
  const [now, before] = [outline(found.reply), outline(kept?.reply)] as Record<string, unknown>[]
  const fields = (o: unknown) => (typeof o === 'object' && o !== null ? Object.keys(o).sort() : o)
  expect(fields(now), id).toEqual(fields(before))
  if (typeof now?.data === 'object' && typeof before?.data === 'object')
    expect(fields(now.data), id).toEqual(fields(before.data))
}

/** Writes what was kept, an operation to a line, beside what other tests have kept meanwhile. */
export function keepExamples(): void {
  if (!process.env.WATTDESK_KEEP_API) return
  const own = Object.fromEntries(Object.entries(examples).filter(([id]) => fresh.has(id)))
  const all = { ...(JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, Example>), ...own }
  const lines = Object.entries(all).map(([id, x]) => `  ${JSON.stringify(id)}: ${JSON.stringify(x)}`)
  writeFileSync(FILE, `{\n${lines.sort().join(',\n')}\n}\n`)
}

/** Why the kept example does not fit the shapes of its endpoint; undefined where it does. */
export function misfit(e: AnyEndpoint, example: Example): string | undefined {
  const reply = replyShape(e).safeParse(example.reply)
  if (!reply.success) return `${operationOf(e)} reply ${JSON.stringify(reply.error.issues[0])}`
  for (const given of [example.body, ...Object.values(example.bodies ?? {})]) {
    const body = given === undefined ? undefined : e.body?.safeParse(given)
    if (body && !body.success) return `${operationOf(e)} body ${JSON.stringify(body.error.issues[0])}`
  }
  return undefined
}
