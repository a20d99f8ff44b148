// The description of the API as a collection of Postman (format v2.1): a folder for each area, a request for each operation
// with its example, and two variables: the address and the token.
import type { Json } from './shapes.ts'

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'

type Parameter = { name: string; in: string; required?: boolean; description?: string; example?: unknown }
type Media = { example?: unknown; examples?: Record<string, { value: unknown }> }
type Operation = {
  summary: string
  description: string
  tags: string[]
  security?: unknown[]
  parameters: (Parameter | { $ref: string })[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, { content?: Record<string, Media> }>
}
type Document = {
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
}

/** Turns the OpenAPI document into a collection. */
export function postmanCollection(document: Json): Json {
  const { info, servers, tags, paths } = document as unknown as Document
  const calls = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
  return {
    info: { name: info.title, description: info.description, version: info.version, schema: SCHEMA },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}', type: 'string' }] },
    variable: [
      { key: 'baseUrl', value: servers[0]?.url ?? '' },
      { key: 'token', value: '', description: 'The token of a sign-in, or the secret of an API key' },
    ],
    item: tags.map(({ name, description }) => ({
      name,
      description,
      item: calls.filter(c => c.operation.tags[0] === name).map(itemOf),
    })),
  }
}

function itemOf({ method, path, operation }: { method: string; path: string; operation: Operation }): Json {
  const own = operation.parameters.flatMap(p => ('name' in p ? [p] : []))
  const written = (p: Parameter): string =>
    p.example === undefined ? '' : typeof p.example === 'object' ? JSON.stringify(p.example) : String(p.example)
  const query = own.filter(p => p.in === 'query')
  const asked = query.filter(p => p.required || p.example !== undefined)
  const parts = path.slice(1).replaceAll(/\{(\w+)\}/g, ':$1')
  const search = asked.map(p => `${p.name}=${encodeURIComponent(written(p))}`).join('&')
  const url = {
    raw: `{{baseUrl}}/${parts}${search && `?${search}`}`,
    host: ['{{baseUrl}}'],
    path: parts.split('/'),
    query: query.map(p => ({
      key: p.name,
      value: written(p),
      description: p.description ?? '',
      ...(!asked.includes(p) && { disabled: true }),
    })),
    variable: own
      .filter(p => p.in === 'path')
      .map(p => ({ key: p.name, value: written(p), description: p.description ?? '' })),
  }
  const [type, media] = Object.entries(operation.requestBody?.content ?? {})[0] ?? []
  const request = {
    method,
    header: type ? [{ key: 'Content-Type', value: type }] : [],
    ...(operation.security?.length === 0 && { auth: { type: 'noauth' } }),
    ...(type && { body: bodyOf(type, media?.example ?? Object.values(media?.examples ?? {})[0]?.value) }),
    url,
    description: operation.description,
  }
  const [status, reply] = Object.entries(operation.responses)[0] ?? []
  const example = reply?.content?.['application/json']?.example
  return {
    name: operation.summary,
    request,
    response:
      example === undefined
        ? []
        : [
            {
              name: 'Example',
              originalRequest: request,
              code: Number(status),
              header: [{ key: 'Content-Type', value: 'application/json' }],
              body: JSON.stringify(example, null, 2),
            },
          ],
  }
}

function bodyOf(type: string, example: unknown): Json {
  if (type === 'application/octet-stream') return { mode: 'file', file: {} }
  if (type === 'application/x-www-form-urlencoded') return { mode: 'urlencoded', urlencoded: [] }
  return { mode: 'raw', raw: JSON.stringify(example ?? {}, null, 2), options: { raw: { language: 'json' } } }
}
