// The frames of OCPP-J 1.6 (§4.2): text to frame and back. Reading never throws; what is no frame is a Bad one.
import type { OcppErrorCode } from './error-code.ts'

export interface Call {
  readonly kind: 'call'
  readonly id: string
  readonly action: string
  readonly payload: unknown
}

export interface CallResult {
  readonly kind: 'result'
  readonly id: string
  /** undefined where the frame has none. */
  readonly payload: unknown
}

export interface CallError {
  readonly kind: 'error'
  readonly id: string
  /** The charger's own word; not always one of table 7. */
  readonly code: string
  readonly text: string
  readonly details: unknown
}

/** A text that is no frame. With an id it was meant as a call and is answered; without an id it is not. */
interface Bad {
  readonly kind: 'bad'
  readonly id?: string
  readonly code: OcppErrorCode
  readonly text: string
}

export type Frame = Call | CallResult | CallError | Bad

/** Message ids have at most 36 characters, the length of a GUID (§4.1.4). */
const ID_MAX = 36

/** The description of a CALLERROR has at most 255 characters (§4.2.3). */
const TEXT_MAX = 255

const bad = (text: string, id?: string): Bad =>
  id === undefined
    ? { kind: 'bad', code: 'FormationViolation', text }
    : { kind: 'bad', id, code: 'FormationViolation', text }

/**
 * Reads one text frame. Never throws.
 * @returns `bad` for a text that is no frame, with the id where the sender of a call can be told
 * @example parseFrame('[2,"7","Heartbeat",{}]') // { kind: 'call', id: '7', action: 'Heartbeat', payload: {} }
 */
export const parseFrame = (text: string): Frame => {
  let frame: unknown
  try {
    frame = JSON.parse(text)
  } catch {
    return bad('not JSON', idOfBrokenCall(text))
  }
  if (!Array.isArray(frame)) return bad('not an array')
  const [type, id] = frame
  // Any other message type is ignored (§4.1.3).
  if (type !== 2 && type !== 3 && type !== 4) return bad('unknown message type')
  if (typeof id !== 'string') return bad('no message id')
  if (type === 2) return readCall(frame, id)
  if (type === 3) return { kind: 'result', id, payload: orEmpty(frame[2]) }
  return { kind: 'error', id, code: asText(frame[2]), text: asText(frame[3]), details: orEmpty(frame[4]) }
}

const readCall = (frame: unknown[], id: string): Frame => {
  if (id === '' || id.length > ID_MAX) return bad(`message id must have 1 to ${ID_MAX} characters`, id)
  if (frame.length !== 4) return bad('a call has four elements', id)
  const action = frame[2]
  if (typeof action !== 'string') return bad('action must be text', id)
  return { kind: 'call', id, action, payload: orEmpty(frame[3]) }
}

/** A payload of null is the empty one (§4.2.1). */
const orEmpty = (payload: unknown): unknown => (payload === null ? {} : payload)

const asText = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Text that begins like a call and breaks later still has a readable id, so its sender can be told. */
const idOfBrokenCall = (text: string): string | undefined => /^\s*\[\s*2\s*,\s*"([\w\-.:{}]{1,36})"/.exec(text)?.[1]

const PLAIN = /^[\w\-.:{}]+$/

/** Most ids need no escaping. */
const quote = (text: string): string => (PLAIN.test(text) ? `"${text}"` : JSON.stringify(text))

/** `payloadJson` is JSON text. */
export const callFrame = (id: string, action: string, payloadJson: string): string =>
  `[2,${quote(id)},${quote(action)},${payloadJson}]`

/** `payloadJson` is JSON text. */
export const resultFrame = (id: string, payloadJson: string): string => `[3,${quote(id)},${payloadJson}]`

/** `text` is cut to the 255 characters that the standard allows. */
export const errorFrame = (id: string, code: OcppErrorCode, text: string): string =>
  `[4,${quote(id)},"${code}",${JSON.stringify(text.slice(0, TEXT_MAX).toWellFormed())},{}]`
