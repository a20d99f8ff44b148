// The tag of a record (RFC 9110 8.8.3): a hash of its editable fields, so that equal records have equal tags and no
// column has to count. Server side only; the browser sends back the text of the reply.
import { createHash } from 'node:crypto'

/** JSON whose text does not hang on the order in which an object's fields were set. */
const settled = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(settled)
  if (value === null || typeof value !== 'object' || value instanceof Date) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, v]) => [name, settled(v)]),
  )
}

/** The tag of what is edited of a record, with its quotation marks: the value of `ETag`. */
export const tagOf = (part: unknown): string =>
  `"${createHash('sha256')
    .update(JSON.stringify(settled(part)) ?? '')
    .digest('base64url')
    .slice(0, 27)}"`

/** The states that `If-Match` accepts: any state of the record, or one of the tags. */
export type IfMatch = '*' | readonly string[]

/** One tag at the beginning of a list. W/ marks a tag that a proxy weakened on its way, when it compressed the reply. */
const TAG = /^(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")[ \t]*(?:,|$)/

/** Reads the header; undefined where it is none: no tags, or something that is no tag among them. */
export function readIfMatch(header: string): IfMatch | undefined {
  let rest = header.trim()
  if (rest === '*') return '*'
  const tags: string[] = []
  while (rest !== '') {
    const found = TAG.exec(rest)
    if (!found?.[1]) return undefined
    tags.push(found[1])
    rest = rest.slice(found[0].length).trimStart()
  }
  return tags.length > 0 ? tags : undefined
}

/**
 * True when the caller knows the record's present state. Weak tags count like strong ones, unlike RFC 9110 13.1.1: a
 * tag is a hash of the values, so a proxy that repacks the bytes of a reply changes nothing.
 */
export const matches = (ifMatch: IfMatch, tag: string): boolean => ifMatch === '*' || ifMatch.includes(tag)
