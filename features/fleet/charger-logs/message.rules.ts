// A frame explained: its purpose, its fields with type, meaning and unit, the fields it lacks, and fields beyond the
// standard; and which frame answers which.
import { messages } from '@wattdesk/ocpp/messages'
import type { Fields, Node } from '@wattdesk/ocpp/schema'
import { frameId, type LogRow } from './charger-log.rules.ts'
import { actionWords, errorWords, valueWords, wordsOf } from './message-words.rules.ts'

export type Frame =
  | { kind: 'request'; id: string; action: string; payload: unknown }
  | { kind: 'answer'; id: string; payload: unknown }
  | { kind: 'error'; id: string; code: string; text: string; details: unknown }

/** Reads a message as a frame of OCPP-J; undefined where it is none. */
export function frameOf(message: string): Frame | undefined {
  let parts: unknown
  try {
    parts = JSON.parse(message)
  } catch {
    return undefined
  }
  if (!Array.isArray(parts) || typeof parts[1] !== 'string') return undefined
  const [type, id, third, fourth, fifth] = parts as [unknown, string, unknown, unknown, unknown]
  if (type === 2 && typeof third === 'string') return { kind: 'request', id, action: third, payload: fourth }
  if (type === 3) return { kind: 'answer', id, payload: third }
  if (type === 4) return { kind: 'error', id, code: String(third), text: String(fourth ?? ''), details: fifth }
  return undefined
}

/**
 * Returns the other half of a request and its answer among `others`: for a request the first later answer, for an
 * answer the last request before it, each from the other side.
 */
export function partnerOf(row: LogRow, others: readonly LogRow[]): LogRow | undefined {
  const id = frameId(row.message)
  const isRequest = frameOf(row.message)?.kind === 'request'
  if (id === undefined || !frameOf(row.message)) return undefined
  const fits = others
    .filter(o => o.messageType !== row.messageType && frameId(o.message) === id)
    .filter(o => (frameOf(o.message)?.kind === 'request') !== isRequest && frameOf(o.message) !== undefined)
    .toSorted((a, b) => (a.messageTime < b.messageTime ? -1 : a.messageTime > b.messageTime ? 1 : 0))
  return isRequest
    ? fits.find(o => o.messageTime >= row.messageTime)
    : fits.findLast(o => o.messageTime <= row.messageTime)
}

/** How a field compares with the standard. */
export type MessageStanding = 'known' | 'unknown' | 'missing' | 'unfit'
export type FieldLine = {
  /** Names and places in lists from the outermost: 'meterValue 1 · sampledValue 2'. */
  key: string
  name: string
  /** How many groups enclose the field. */
  depth: number
  /** Empty for a group. */
  value: string
  unit?: string
  /** 'Text up to 20 characters'; empty for a field that the standard does not have. */
  type: string
  meaning: string
  standing: MessageStanding
}

const MOST_CHOICES = 6
const kinds = {
  str: (n: Node & { kind: 'str' }) => (Number.isFinite(n.max) ? `Text up to ${n.max} characters` : 'Text'),
  choice: (all: readonly string[]) =>
    all.length > MOST_CHOICES ? `One of ${all.length} words` : `One of ${all.join(', ')}`,
}
function typeOf(n: Node): string {
  if (n.kind === 'str') return kinds.str(n)
  if (n.kind === 'oneOf' || n.kind === 'open') return kinds.choice(n.allowed)
  return {
    int: 'Whole number',
    dec: 'Number',
    bool: 'Yes or no',
    date: 'Date and time',
    obj: 'Group',
    list: 'List',
    any: 'Anything',
  }[n.kind]
}
/** False where the standard does not allow the value for the field. */
function fits(n: Node, v: unknown): boolean {
  if (n.kind === 'str') return typeof v === 'string' && [...v].length <= n.max
  if (n.kind === 'int') return Number.isInteger(v) && (v as number) >= n.min && (v as number) <= n.max
  if (n.kind === 'dec') return typeof v === 'number'
  if (n.kind === 'bool') return typeof v === 'boolean'
  if (n.kind === 'date') return typeof v === 'string' && !Number.isNaN(Date.parse(v))
  if (n.kind === 'oneOf' || n.kind === 'open') return typeof v === 'string' && n.allowed.includes(v)
  if (n.kind === 'list') return Array.isArray(v)
  return n.kind === 'any' || isGroup(v)
}
const isGroup = (v: unknown): v is Record<string, unknown> => typeof v === 'object' && v !== null && !Array.isArray(v)
const shown = (v: unknown): string =>
  typeof v === 'string' ? v : typeof v === 'boolean' ? (v ? 'yes' : 'no') : (JSON.stringify(v) ?? '')

const UNKNOWN = 'Not part of OCPP 1.6. Only the vendor knows what it means.'
type At = {
  action: string
  side: 'request' | 'answer'
  path: readonly string[]
  key: string
  depth: number
  /** Paths explained above; a field that repeats is not explained again. */
  explained: Set<string>
}

/** Returns the fields of a payload in the order they came, missing fields last. */
function* linesOf(payload: Record<string, unknown>, node: Node | undefined, at: At): Generator<FieldLine> {
  const fields: Fields = node?.kind === 'obj' ? { ...node.required, ...node.optional } : {}
  for (const [name, value] of Object.entries(payload)) {
    const known = Object.hasOwn(fields, name) ? fields[name]?.node : undefined
    yield* lineOf(name, value, known, { ...at, path: [...at.path, name], key: `${at.key} ${name}` }, payload)
  }
  if (node?.kind !== 'obj') return
  for (const [name, { node: n }] of Object.entries(node.required))
    if (!Object.hasOwn(payload, name)) {
      const [meaning = ''] = wordsOf(at.action, at.side, [...at.path, name]) ?? []
      const place = { key: `${at.key} ${name}`, name, depth: at.depth }
      yield { ...place, value: '', type: typeOf(n), meaning, standing: 'missing' }
    }
}

function* lineOf(
  name: string,
  value: unknown,
  node: Node | undefined,
  at: At,
  beside: Record<string, unknown>,
): Generator<FieldLine> {
  const [meaning = UNKNOWN, itsUnit] = node ? (wordsOf(at.action, at.side, at.path) ?? ['']) : []
  const isFit = !node || fits(node, value)
  const unit = node && name === 'value' && at.path.at(-2) === 'sampledValue' ? String(beside.unit ?? 'Wh') : itsUnit
  const items = Array.isArray(value) ? value : isGroup(value) ? [value] : undefined
  const isDeep = items?.some(isGroup) ?? false
  const say = node && valueWords(name, value)
  const place = at.path.join('.')
  const isAgain = node !== undefined && isFit && at.explained.has(place)
  at.explained.add(place)
  yield {
    key: at.key,
    name,
    depth: at.depth,
    value: isDeep ? '' : Array.isArray(value) ? value.map(shown).join(', ') : shown(value),
    ...(unit && !isDeep && { unit }),
    type: node && !isAgain ? typeOf(node) : '',
    meaning: [isAgain ? '' : meaning, say ? `${shown(value)}: ${say}.` : ''].filter(Boolean).join(' '),
    standing: !node ? 'unknown' : isFit ? 'known' : 'unfit',
  }
  if (!isDeep) return
  const inner = node?.kind === 'list' ? node.item.node : node
  const isList = Array.isArray(value)
  for (const [i, item] of (items ?? []).entries()) {
    const place = { ...at, depth: at.depth + 1, key: isList ? `${at.key} ${i + 1}` : at.key }
    if (isList && (items?.length ?? 0) > 1)
      yield {
        key: place.key,
        name: `${name} ${i + 1}`,
        depth: place.depth,
        value: '',
        type: '',
        meaning: '',
        standing: 'known',
      }
    const deeper = isList && (items?.length ?? 0) > 1 ? { ...place, depth: place.depth + 1 } : place
    if (isGroup(item)) yield* linesOf(item, inner, deeper)
  }
}

export type Explained = {
  /** The purpose of the message. */
  about: string
  fields: FieldLine[]
}
/** Returns a message in words. `request` is the request of an answer, without which its fields cannot be explained. */
export function explained(message: string, request?: string): Explained | undefined {
  const frame = frameOf(message)
  if (!frame) return undefined
  if (frame.kind === 'error') {
    const line = (name: string, value: string, meaning: string): FieldLine => ({
      key: name,
      name,
      depth: 0,
      value,
      type: 'Text',
      meaning,
      standing: 'known',
    })
    const details = isGroup(frame.details) && Object.keys(frame.details).length > 0 ? frame.details : undefined
    return {
      about: 'The request was not carried out.',
      fields: [
        line('errorCode', frame.code, errorWords(frame.code)),
        line('errorDescription', frame.text, 'More about it, in the words of the sender.'),
        ...(details
          ? [line('errorDetails', JSON.stringify(details), 'More about it, in a form the sender chose.')]
          : []),
      ],
    }
  }
  const asked = frame.kind === 'request' ? frame : request === undefined ? undefined : frameOf(request)
  const action = asked?.kind === 'request' ? asked.action : ''
  const side = frame.kind === 'request' ? 'request' : 'answer'
  const about = actionWords(action)
  const message16 = Object.hasOwn(messages, action) ? messages[action as keyof typeof messages] : undefined
  const schema = side === 'request' ? message16?.request : message16?.confirmation
  const place: At = { action, side, path: [], key: '', depth: 0, explained: new Set() }
  const payload = isGroup(frame.payload) ? frame.payload : {}
  return {
    about:
      side === 'request'
        ? (about ?? 'An action that OCPP 1.6 does not have.')
        : action === ''
          ? 'An answer; its request is not in the log.'
          : `The answer to ${action}.`,
    // Nothing is known about the fields of an answer to an unknown request.
    fields: [...linesOf(payload, schema?.node, place)].map(line =>
      message16 || line.standing !== 'unknown' || action !== '' ? line : { ...line, standing: 'known', meaning: '' },
    ),
  }
}
