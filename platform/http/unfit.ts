// Requests that no handler gets to see: texts that no database keeps, in body, path, query and headers, and bodies
// nested beyond all sense (D-GEN-18).
import { fieldOf, labelOf } from '@wattdesk/base/issues'
import { isStorable, notStorable } from '@wattdesk/base/text'
import { fail } from '@wattdesk/wire/route'
import type { FastifyInstance, FastifyRequest } from 'fastify'

export const MAX_DEPTH = 40
const TOO_DEEP = 'The request is nested too deeply'
/** Fields that are named at once; more say no more. */
const MOST_NAMED = 20

type Place = { value: unknown; name: string; above: Place | undefined; depth: number }
const pathOf = (p: Place | undefined): string[] => (p?.above ? [...pathOf(p.above), p.name] : [])

/** The text of each field that holds what cannot be stored. Without recursion: a body may be nested as deep as it is long. */
function unfitFields(whole: unknown): Record<string, string> {
  const errors: Record<string, string> = {}
  let named = 0
  const say = (at: Place) => {
    const path = pathOf(at)
    errors[fieldOf(path)] = notStorable(labelOf(path))
    named++
  }
  const open: Place[] = [{ value: whole, name: '', above: undefined, depth: 0 }]
  for (let at = open.pop(); at && named < MOST_NAMED; at = open.pop()) {
    const { value, depth } = at
    if (typeof value === 'string') {
      if (!isStorable(value)) say(at)
    } else if (typeof value === 'object' && value !== null) {
      if (depth >= MAX_DEPTH) return { body: TOO_DEEP }
      for (const name of Object.keys(value)) {
        // A name that cannot be stored cannot be told either: the field it stands in is.
        if (!isStorable(name)) say(at)
        const inner = (value as Record<string, unknown>)[name]
        if (typeof inner === 'string' || (typeof inner === 'object' && inner !== null))
          open.push({ value: inner, name, above: at, depth: depth + 1 })
      }
    }
  }
  return errors
}

/** Every text in a value that was found fit. */
export function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : []
}

/**
 * The text of each field of a query whose bytes are no text, as a lone surrogate is: the parser of queries would leave the
 * percent signs standing and pass the rest on.
 */
function undecodableFields(url: string): Record<string, string> {
  const errors: Record<string, string> = {}
  const at = url.indexOf('?')
  for (const pair of at < 0 ? [] : url.slice(at + 1).split('&')) {
    if (isText(pair)) continue
    const [name = ''] = pair.split('=')
    // A name that is no text cannot be told.
    const field = isText(name) ? decodeURIComponent(name.replaceAll('+', ' ')) : 'query'
    errors[field] = notStorable(labelOf([field]))
  }
  return errors
}
const isText = (encoded: string): boolean => {
  try {
    decodeURIComponent(encoded)
    return true
  } catch {
    return false
  }
}

/** Refuses unfit requests with 422 before shapes and handlers, on every route but the pages of the portal, which read nothing. */
export function refuseUnfit(app: FastifyInstance, isPage: (r: FastifyRequest) => boolean): void {
  const demandNone = (errors: Record<string, string>) => {
    const [first] = Object.values(errors)
    if (first !== undefined) fail(422, first, errors)
  }
  const demandFit = (...parts: readonly unknown[]) => {
    // Bytes are for whoever reads them.
    for (const part of parts) if (!Buffer.isBuffer(part)) demandNone(unfitFields(part))
  }
  // A refused right is logged with its path, so the path is checked first.
  app.addHook('onRequest', async request => {
    if (isPage(request)) return
    demandNone(undecodableFields(request.raw.url ?? ''))
    demandFit(request.params, request.query, request.headers)
  })
  app.addHook('preValidation', async request => demandFit(request.body))
}
