// The description of the API in OpenAPI 3.1, from the endpoints that serve it, with the words of this folder.
import { operators } from '@wattdesk/base/filters'
import { maxExportRows, maxUnpagedRows, PAGE_SIZE } from '@wattdesk/base/paging'
import type { AnyEndpoint } from '@wattdesk/wire/endpoint'
import { Failure } from '@wattdesk/wire/shapes'
import { z } from 'zod'
import { NEWEST_VERSION, VERSION_HEADER, VERSIONS } from '#people/api-keys/api-version.words.ts'
import { takesRepeats } from '#platform/access/repeated-calls.ts'
import { PROOF_MINUTES } from '#platform/access/scope.ts'
import type { Limits } from '#platform/http/limits.ts'
import { titleChoices } from './choices.ts'
import { REFUSALS, refusalsOf } from './errors.ts'
import { guide } from './guide.ts'
import { ABOUT, BODY_TYPES, REPLY_TYPES } from './operation-words.ts'
import { AREAS } from './operations.ts'
import { eachField, type Json, jsonShape, namedShapes, pascal, type Root, singular } from './shapes.ts'
import { wordsOf, wordsOfParameter } from './words.ts'

/** A call and its reply, as the product answers it. */
export type Example = {
  params?: Json
  query?: Json
  body?: unknown
  /** Bodies of the same call for other purposes, by the name of each. */
  bodies?: Readonly<Record<string, unknown>>
  status: number
  /** Missing: the reply is a file. */
  reply?: unknown
}
export type DocumentOptions = {
  /** The address that calls go to, without a slash at the end. */
  server: string
  examples: Readonly<Record<string, Example>>
  limits: Limits
}

type Named = { id: string; tag: string; endpoint: AnyEndpoint }
/** The name of each endpoint, by method and path. */
const NAMES: ReadonlyMap<string, { id: string; tag: string }> = new Map(
  AREAS.flatMap(({ tag, operations }) => Object.entries(operations).map(([id, call]) => [call, { id, tag }] as const)),
)
/** The description of `endpoints`; those without a name in operations.ts are left out, which a test reports. */
export function apiDocument(endpoints: readonly AnyEndpoint[], { server, examples, limits }: DocumentOptions): Json {
  const named: Named[] = endpoints.flatMap(endpoint => {
    const name = NAMES.get(`${endpoint.method} ${endpoint.path}`)
    return name ? [{ ...name, endpoint }] : []
  })
  const order = new Map([...NAMES.values()].map(({ id }, place) => [id, place]))
  named.sort((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0))

  const shapes = shapesOf(named)
  const paths: Record<string, Json> = {}
  for (const { id, tag, endpoint } of named) {
    const item = paths[endpoint.path] ?? {}
    item[endpoint.method.toLowerCase()] = operation({ id, tag, endpoint }, shapes.of(id), examples[id])
    paths[endpoint.path] = item
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Wattdesk API',
      version: NEWEST_VERSION,
      summary: 'Charge points, sessions, prices, payments and settlements of charging networks',
      description: guide(limits),
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: server, description: 'This installation' }],
    tags: AREAS.map(({ tag, about }) => ({ name: tag, description: about })),
    security: [{ bearer: [] }],
    paths,
    components: {
      schemas: shapes.components,
      responses: responses(),
      parameters: PARAMETERS,
      headers: HEADERS,
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description:
            'The `access_token` of a sign-in (`signIn`), or the secret of an API key, which begins with `wdk_` and is shown once when the key is made.',
        },
      },
    },
  }
}

const HEADERS = {
  ETag: {
    description: 'The tag of the record in the reply; send the tag back as `If-Match` with a change.',
    schema: { type: 'string' },
  },
  Version: { description: 'The version of the API that answered.', schema: { type: 'string', format: 'date' } },
  RetryAfter: { description: 'Seconds to wait before the next try.', schema: { type: 'integer', minimum: 1 } },
}
const HEADER_REFS: Readonly<Record<string, Json>> = {
  ETag: { $ref: '#/components/headers/ETag' },
  'Retry-After': { $ref: '#/components/headers/RetryAfter' },
}
const VERSION_REPLY = { [VERSION_HEADER]: { $ref: '#/components/headers/Version' } }
const PARAMETERS = {
  Version: {
    name: VERSION_HEADER,
    in: 'header',
    description:
      'The version of the API that the caller was written for, as a date; without the header that of the API key, else the newest.',
    schema: { type: 'string', enum: VERSIONS.map(v => v.date) },
    example: NEWEST_VERSION,
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description:
      'The `ETag` of the record as the caller knows it. A record with another tag by now is refused with 409. Without the header, or with `*`, the change is made as it is.',
    schema: { type: 'string' },
    example: '"Xk3vP0b8yQ"',
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'A text of the caller’s own, 1 to 255 visible characters. The call is carried out once; the same key and call answer the same for 24 hours, another call with the key is refused with 409.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
    example: '6f1c2a52-6f0e-4f5e-9d1b-0c8a2f6f4e3a',
  },
}

function responses(): Record<string, Json> {
  return Object.fromEntries(
    Object.values(REFUSALS).map(({ name, when, examples, headers = [] }) => [
      name,
      {
        description: when,
        headers: { ...VERSION_REPLY, ...Object.fromEntries(headers.map(h => [h, HEADER_REFS[h]])) },
        content: {
          'application/json': {
            schema: { $ref: '#/components/schemas/Failure' },
            examples: Object.fromEntries(Object.entries(examples).map(([k, value]) => [k, { value }])),
          },
        },
      },
    ]),
  )
}

/** The noun in the name of an operation, without its verb: `Tag` of `createTag`. */
const nounOf = (id: string): string => {
  const noun = pascal(id.replace(/^[a-z]+(?=[A-Z])/, ''))
  return noun.length > 2 ? noun : pascal(id)
}

type Shapes = { reply?: Json; body?: Json }
/** Body and reply of each operation, with references to the named shapes. */
function shapesOf(named: readonly Named[]) {
  const roots: (Root & { id: string; part: keyof Shapes | 'beside' })[] = []
  const replies = new Map<string, Json>()
  for (const { id, endpoint: e } of named) {
    const noun = nounOf(id)
    if (!REPLY_TYPES[id]) {
      const data = jsonShape(e.data, 'output')
      const row = singular(noun)
      roots.push({
        id,
        part: 'reply',
        shape: data,
        names: data.type === 'array' ? [row, `${row}Row`, `${pascal(id)}Row`] : [noun, `${pascal(id)}Data`],
      })
      if (Object.keys(e.beside ?? {}).length > 0)
        roots.push({
          id,
          part: 'beside',
          shape: jsonShape(z.object(e.beside), 'output'),
          names: [`${pascal(id)}Beside`],
        })
    }
    if (e.body)
      roots.push({ id, part: 'body', shape: jsonShape(e.body, 'input'), names: [`${noun}Body`, `${pascal(id)}Body`] })
  }
  roots.push({ id: '', part: 'reply', shape: jsonShape(Failure, 'output'), names: ['Failure'] })
  // The fields beside `data` are written into the reply, under no name of their own.
  const { shapes, components } = namedShapes(
    roots.map(r => (r.part === 'beside' ? { ...r, shape: unrooted(r.shape) } : r)),
  )
  const found = new Map<string, Shapes & { beside?: Json }>()
  roots.forEach(({ id, part, names }, i) => {
    const shape = shapes[i] as Json
    const name = names.find(n => !(n in components))
    const isChoice = part !== 'beside' && (shape.oneOf ?? shape.anyOf) !== undefined && name !== undefined
    if (isChoice) components[name] = shape
    found.set(id, { ...found.get(id), [part]: isChoice ? { $ref: `#/components/schemas/${name}` } : shape })
  })
  for (const { id } of named) {
    const { reply, beside } = found.get(id) ?? {}
    if (!reply) continue
    const fields = (beside?.fields ?? {}) as Json
    replies.set(id, { $ref: `#/components/schemas/${pascal(id)}Reply` })
    components[`${pascal(id)}Reply`] = {
      type: 'object',
      properties: { success: { type: 'boolean', const: true }, message: { type: 'string' }, data: reply, ...fields },
      required: ['success', 'message', 'data', ...((beside?.needed ?? []) as string[])],
    }
  }
  titleChoices(components)
  for (const [name, shape] of Object.entries(components))
    eachField(name, shape, (path, field, inside) => {
      const words = wordsOf(path, field, inside)
      if (words) inside.description = words
    })
  return {
    components: Object.fromEntries(Object.entries(components).sort(([a], [b]) => (a < b ? -1 : 1))),
    of: (id: string): Shapes => ({ ...found.get(id), ...(replies.has(id) && { reply: replies.get(id) as Json }) }),
  }
}
/** Fields as a shape that is none of its own. */
const unrooted = ({ properties, required }: Json): Json => ({ fields: properties, needed: required })

function operation({ id, tag, endpoint: e }: Named, { reply, body }: Shapes, example: Example | undefined): Json {
  const type = BODY_TYPES[id]
  return {
    operationId: id,
    tags: [tag],
    summary: e.summary,
    description: about(id, e),
    ...(e.can === 'anyone' && { security: [] }),
    parameters: parameters(id, e, example),
    ...(body && {
      requestBody: {
        required: true,
        description: bodyWords(e),
        content: {
          'application/json': { schema: body, ...bodyExamples(example) },
        },
      },
    }),
    ...(type && {
      requestBody: { required: true, description: type.about, content: { [type.type]: { schema: type.schema } } },
    }),
    responses: {
      [e.status ?? 200]: success(id, e, reply, example),
      ...Object.fromEntries(
        refusalsOf(e).map(status => [status, { $ref: `#/components/responses/${REFUSALS[status]?.name}` }]),
      ),
    },
  }
}
/** The example of a body, or several by name, the first of which is what most callers look for. */
function bodyExamples({ body, bodies }: Partial<Example> = {}): Json {
  if (bodies) return { examples: Object.fromEntries(Object.entries(bodies).map(([name, value]) => [name, { value }])) }
  return body === undefined ? {} : { example: body }
}
const bodyWords = ({ longestBody }: AnyEndpoint): string =>
  `Fields as JSON, at most ${longestBody ? Math.floor(longestBody.bytes / 1_048_576) : 1} MB.`

function success(id: string, e: AnyEndpoint, reply: Json | undefined, example: Example | undefined): Json {
  const file = REPLY_TYPES[id]
  const headers = {
    ...VERSION_REPLY,
    ...((e.record || file?.isTagged) && e.method !== 'DELETE' && { ETag: HEADER_REFS.ETag }),
  }
  if (file)
    return {
      description: file.about,
      headers,
      content: { [file.type]: { schema: { type: 'string', format: 'binary' } } },
    }
  return {
    description: e.status === 201 ? 'Made.' : e.method === 'GET' || e.reads ? 'Found.' : 'Done.',
    headers,
    content: {
      'application/json': { schema: reply, ...(example?.reply !== undefined && { example: example.reply }) },
    },
  }
}

/** Parameters come from an address as text: the shape is that of the value, except where only the text is defined. */
function parameterShape(schema: z.ZodType): Json {
  const written = jsonShape(schema, 'input')
  const { description, ...rest } = written
  return Object.keys(rest).length > 0 ? written : jsonShape(schema, 'output')
}

function parameters(id: string, e: AnyEndpoint, example: Example | undefined): Json[] {
  const of = (place: 'path' | 'query', shape: z.ZodType | undefined, given: Json = {}): Json[] => {
    if (!(shape instanceof z.ZodObject)) return []
    return Object.entries(shape.shape as Record<string, z.ZodType>).map(([name, field]) => {
      const { description, ...schema } = parameterShape(field)
      return {
        name,
        in: place,
        ...(place === 'path' ? { required: true } : !field.safeParse(undefined).success && { required: true }),
        description: name === 'filters' ? filterWords(e) : (description ?? wordsOfParameter(id, e.path, name)),
        schema,
        ...(given[name] !== undefined && { example: given[name] }),
      }
    })
  }
  return [
    ...of('path', e.params, example?.params),
    ...of('query', e.query, example?.query),
    ...(e.record && e.method !== 'GET' ? [{ $ref: '#/components/parameters/IfMatch' }] : []),
    ...(takesRepeats(e) ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    { $ref: '#/components/parameters/Version' },
  ]
}

function filterWords({ offers }: AnyEndpoint): string {
  const fields = Object.entries(offers?.filters ?? {})
  const types = [...new Set(fields.map(([, type]) => type))]
  return [
    'Conditions as JSON: `{"combine": "AND" or "OR", "conditions": [{"field", "operator", "value"}]}`, at most 50.',
    ...types.map(
      type =>
        `Fields of ${type === 'date' ? 'days' : `${type}s`} (operators ${operators[type].join(', ')}): ${fields.flatMap(([f, t]) => (t === type ? [`\`${f}\``] : [])).join(', ')}.`,
    ),
  ].join(' ')
}

const rightWords = ({ can, callers }: AnyEndpoint): string => {
  if (can === 'anyone') return 'Needs no sign-in.'
  if (can === 'signed in')
    return callers === 'people and keys'
      ? 'Needs a sign-in or an API key, and no right.'
      : 'Needs a sign-in, and no right.'
  if (can === 'team role') return 'Needs any role on the team.'
  const one = (right: string): string =>
    right.endsWith('.full') ? `all four flags of \`${right.slice(0, -5)}\`` : `\`${right}\``
  if (typeof can === 'string') return `Needs ${one(can)}.`
  return `Needs one of ${(can as readonly string[]).map(one).join(', ')}.`
}
function teamWords(e: AnyEndpoint): string | undefined {
  if (e.can === 'anyone' || e.can === 'signed in') return undefined
  const shape = e.query instanceof z.ZodObject ? (e.query.shape as object) : {}
  if (e.path.includes('{teamId}')) return 'The team in the path is the scope.'
  if ('teamId' in shape) return 'Without `teamId` the scope is the company’s own team of the caller.'
  return e.byRecord || e.path.includes('{')
    ? 'The record is looked for in every team where the caller holds the right.'
    : 'The scope is the company’s own team of the caller.'
}
const keyWords = (e: AnyEndpoint): string | undefined => {
  if (e.can === 'anyone') return undefined
  const isForPeople = e.callers === undefined ? e.can === 'signed in' : e.callers === 'people'
  return isForPeople ? 'For people alone: an API key is refused with 403.' : 'API keys may call.'
}
/** A person whose last proof is too old is asked again; a program has nothing but its key. */
const proofWords = ({ asksAgain }: AnyEndpoint): string | undefined =>
  asksAgain &&
  `${asksAgain === true ? 'Asks' : `Where ${asksAgain}, asks`} for a proof: a person whose last one is older than ${PROOF_MINUTES} minutes is refused with 403 and \`needs: "proof"\` (the guide Proof).`
function listWords(e: AnyEndpoint): string | undefined {
  if (!e.offers) return undefined
  const { sorts, filters } = e.offers
  const takes = [
    ...(sorts.length > 0 ? ['`sort`'] : []),
    ...(Object.keys(filters).length > 0 ? ['`filters`'] : []),
  ].join(' and ')
  return `Comes in pages of \`pageSize\` rows (${PAGE_SIZE} unless given)${takes ? `, and takes ${takes}` : ''}. Without \`page\` at most ${maxUnpagedRows.toLocaleString('en-US')} rows come; \`export=true\` brings up to ${maxExportRows.toLocaleString('en-US')}, \`export=all\` any number.`
}
function recordWords(e: AnyEndpoint): string | undefined {
  if (!e.record) return undefined
  if (e.method === 'GET') return 'The reply carries the tag of the record as `ETag`.'
  return 'With `If-Match` a record that has changed meanwhile is refused with 409, and nothing is written.'
}
const about = (id: string, e: AnyEndpoint): string =>
  [
    `${e.summary}.`,
    ABOUT[id],
    rightWords(e),
    teamWords(e),
    keyWords(e),
    proofWords(e),
    listWords(e),
    recordWords(e),
    e.reads && 'Changes nothing, though it is a POST.',
    e.aliases?.length && `Also served at ${e.aliases.map(a => `\`${a}\``).join(', ')}.`,
  ]
    .filter(Boolean)
    .join(' ')
