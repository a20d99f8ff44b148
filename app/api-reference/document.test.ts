// The description of the API is whole: every operation, parameter and field is named and described, shapes are written once,
// and a validator of OpenAPI takes the document.
import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '#testing/app.ts'
import { eachChoice } from './choices.ts'
import { REFUSALS } from './errors.ts'
import { FIELDS, FIELDS_OF_LISTS, FIELDS_OF_NUMBERS } from './field-names.ts'
import { BODY_TYPES, REPLY_TYPES } from './operation-words.ts'
import { AREAS } from './operations.ts'
import { PARAMETERS } from './parameter-names.ts'
import { SHAPE_FIELDS } from './shape-fields.ts'
import { eachField, type Json } from './shapes.ts'

type Parameter = { name: string; description?: string; schema: Json; $ref?: string }
type Operation = {
  operationId: string
  summary: string
  description: string
  tags: string[]
  parameters: Parameter[]
  responses: Record<string, Json>
}
type Document = {
  servers: { url: string }[]
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Json>; responses: Record<string, Json> }
}
let t: TestApp
let document: Document
let operations: Operation[]

beforeAll(async () => {
  t = await startApp()
  document = (await t.app.inject('/docs/api.json')).json()
  operations = Object.values(document.paths).flatMap(item => Object.values(item))
}, 60_000)
afterAll(() => t.close())

test('a validator of OpenAPI 3.1 takes the document', async () => {
  const found = await new Validator().validate(structuredClone(document))
  expect(found.errors ?? []).toEqual([])
  expect(found.valid).toBe(true)
})

test('every endpoint is an operation with a name of its own, and no name is left over', () => {
  const named = AREAS.flatMap(a => Object.values(a.operations)).sort()
  expect(named).toEqual(t.app.endpoints.map(e => `${e.method} ${e.path}`).sort())
  const ids = operations.map(o => o.operationId)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.filter(id => !/^[a-z][A-Za-z]+$/.test(id))).toEqual([])
  expect(ids.length).toBe(t.app.endpoints.length)
  for (const id of [...Object.keys(BODY_TYPES), ...Object.keys(REPLY_TYPES)]) expect(ids).toContain(id)
})

test('every operation has a summary, a description and an area', () => {
  const areas = new Set(document.tags.map(tag => tag.name))
  const bad = operations.filter(
    o =>
      !o.summary || o.description.length <= o.summary.length + 1 || o.tags.length !== 1 || !areas.has(o.tags[0] ?? ''),
  )
  expect(bad.map(o => o.operationId)).toEqual([])
})

test('every parameter and every field is described', () => {
  const lacking: string[] = []
  for (const o of operations)
    for (const p of o.parameters) if (!p.$ref && !p.description) lacking.push(`${o.operationId} ${p.name}`)
  for (const [name, shape] of Object.entries(document.components.schemas))
    eachField(name, shape, (path, field, inside) => {
      if (!inside.description) lacking.push(`${path}.${field}`)
    })
  expect(lacking).toEqual([])
})

test('every shape of body and reply has a name', () => {
  const unnamed: string[] = []
  for (const o of operations)
    for (const part of [(o as unknown as Json).requestBody as Json | undefined, ...Object.values(o.responses)]) {
      const content = (part?.content ?? {}) as Record<string, { schema: Json }>
      const schema = content['application/json']?.schema
      if (schema && !schema.$ref) unnamed.push(o.operationId)
    }
  expect(unnamed).toEqual([])
})

test('the same shape is written once', () => {
  const places = new Map<string, string>()
  const twins: string[] = []
  const visit = (place: string, node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    if (Object.keys((node as Json).properties ?? {}).length > 0) {
      const { description: _, ...shape } = node as Json
      const key = JSON.stringify(shape)
      const known = places.get(key)
      if (known) twins.push(`${place} = ${known}`)
      else places.set(key, place)
    }
    for (const [k, v] of Object.entries(node)) visit(`${place}.${k}`, v)
  }
  for (const [name, shape] of Object.entries(document.components.schemas)) {
    if (!name.endsWith('Reply')) visit(name, shape)
  }
  expect(twins).toEqual([])
})

test('each record of a choice has a title of its own', () => {
  const choices: Json[][] = []
  eachChoice(document.components.schemas, records => choices.push([...records]))
  expect(choices.some(records => records.some(r => r.title === 'RemoteStop'))).toBe(true)
  for (const records of choices) {
    const titles = records.map(r => r.title)
    expect(titles.every(title => typeof title === 'string')).toBe(true)
    expect(new Set(titles).size).toBe(titles.length)
  }
})

test('words of a field are those of its kind: a list is no number, a number no list', () => {
  const wrong: string[] = []
  const isWrong = (type: unknown, words: string): boolean => {
    if (type === 'array' || type === 'object' || type === undefined)
      return /^(How many (?!there are, by state|there are in each)|The number of (?!.*list))/.test(words)
    if (type === 'integer' || type === 'number') return /by their numbers|^The names of/.test(words)
    return type === 'boolean' && /^(How many|When) /.test(words)
  }
  for (const [name, shape] of Object.entries(document.components.schemas))
    eachField(name, shape, (path, field, { type, anyOf, $ref, description }) => {
      const isList = Array.isArray(anyOf) && anyOf.some(v => v.$ref || v.type === 'array' || v.type === 'object')
      const kind = type ?? ($ref || isList ? 'object' : 'text')
      if (isWrong(kind, String(description))) wrong.push(`${path}.${field}: ${description}`)
    })
  expect(wrong).toEqual([])
})

test('a declared field says its label, its unit and its limits', () => {
  const fieldOf = (shape: string, field: string) =>
    (document.components.schemas[shape]?.properties as Record<string, Json> | undefined)?.[field]
  expect(fieldOf('ApiKeyBody', 'name')?.description).toBe('Name; at most 60 characters')
  expect(fieldOf('ApiKeyBody', 'valid_until')?.description).toBe('Valid until; `yyyy-MM-dd`; null where there is none')
  expect(fieldOf('SettingsTemplateBody', 'name')).toMatchObject({ maxLength: expect.any(Number) })
})

test('words that describe nothing are gone', () => {
  const used = new Set<string>()
  const ofKind = new Set<string>()
  const shapes = new Set<string>()
  for (const [name, shape] of Object.entries(document.components.schemas))
    eachField(name, shape, (path, field, { type }) => {
      used.add(field)
      ofKind.add(`${type} ${field}`)
      shapes.add(`${path}.${field}`)
    })
  expect(Object.keys(FIELDS).filter(f => !used.has(f))).toEqual([])
  expect(Object.keys(FIELDS_OF_LISTS).filter(f => !ofKind.has(`array ${f}`))).toEqual([])
  expect(Object.keys(FIELDS_OF_NUMBERS).filter(f => !ofKind.has(`integer ${f}`))).toEqual([])
  expect(Object.keys(SHAPE_FIELDS).filter(f => !shapes.has(f))).toEqual([])
  const parameters = new Set(
    operations.flatMap(o => o.parameters.flatMap(p => (p.name ? [p.name, `${o.operationId}.${p.name}`] : []))),
  )
  expect(Object.keys(PARAMETERS).filter(p => !parameters.has(p))).toEqual([])
})

test('every operation that asks for a proof says so, and how to give one', () => {
  for (const e of t.app.endpoints) {
    const { description = '' } = document.paths[e.path]?.[e.method.toLowerCase()] ?? {}
    expect(description.includes('needs: "proof"'), `${e.method} ${e.path}`).toBe(e.asksAgain !== undefined)
    if (typeof e.asksAgain === 'string') expect(description).toContain(`Where ${e.asksAgain}, asks for a proof`)
  }
  const guides = (document as unknown as { info: { description: string } }).info.description
  for (const id of ['askForProof', 'prove', 'takeSecondStep', 'beginSetUp'])
    expect([guides.includes(`\`${id}\``), operations.some(o => o.operationId === id)]).toEqual([true, true])
})

test('every operation that a guide names is there', () => {
  const guides = (document as unknown as { info: { description: string } }).info.description
  const verbs = 'list|get|create|update|delete|send|test|rotate|begin|finish|ask|end|take|sign'
  const named = [...guides.matchAll(new RegExp(`\`((?:${verbs})[A-Z]\\w+)\``, 'g'))].map(m => m[1])
  const ids = new Set(operations.map(o => o.operationId))
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter(id => !ids.has(id ?? ''))).toEqual([])
})

test('every refusal has its shape and an example', () => {
  for (const { name, examples } of Object.values(REFUSALS)) {
    const response = document.components.responses[name] as { content: Record<string, { schema: Json }> }
    expect(response.content['application/json']?.schema).toEqual({ $ref: '#/components/schemas/Failure' })
    expect(Object.keys(examples).length).toBeGreaterThan(0)
  }
  for (const o of operations)
    expect(Object.keys(o.responses)).toEqual(expect.arrayContaining(['400', '429', '500', '503']))
})

test('the server is the one that the caller reached', async () => {
  const of = async (host: string) =>
    (await t.app.inject({ url: '/docs/api.json', headers: { host } })).json().servers[0].url
  expect(await of('cms.example:8443')).toBe('http://cms.example:8443')
  expect(await of('"><script>')).toBe(t.services.publicUrl)
})
