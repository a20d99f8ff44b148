// The frames of OCPP-J, which are the same in 1.6, 2.0.1 and 2.1 (§4.2): text to frame and back. Reading never throws; a text
// that is no frame is a Bad one, answered as its protocol says.
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
  /** The charger's own word; not always one of the standard. */
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

/** How a protocol answers texts that are no frames. */
export interface FrameFaults {
  /** The code of a text that is no call. */
  readonly form: OcppErrorCode
  /** The code of an unknown message type; undefined where such a message is ignored. */
  readonly type: OcppErrorCode | undefined
  /** The id of the answer where none can be read; undefined where nothing is answered then. */
  readonly noId: string | undefined
  /** Whether there are messages to which nothing is answered: type 5, that our answer was not understood, and type 6, SEND. */
  readonly hasUnanswered?: boolean
}

/** OCPP-J 1.6, §4.1.3 and table 7. */
export const faults16: FrameFaults = { form: 'FormationViolation', type: undefined, noId: undefined }

/** OCPP-J 2.0.1, §4.2.3 and §4.3. */
export const faults201: FrameFaults = { form: 'RpcFrameworkError', type: 'MessageTypeNotSupported', noId: '-1' }

/** OCPP-J 2.1, §4.2: two message types more, which expect no answer. */
export const faults21: FrameFaults = { ...faults201, hasUnanswered: true }

const bad = (code: OcppErrorCode, text: string, id: string | undefined): Bad =>
  id === undefined ? { kind: 'bad', code, text } : { kind: 'bad', id, code, text }

/**
 * Reads one text frame. Never throws. A broken reply is never answered, so that two sides cannot answer each other for ever.
 * @returns `bad` for a text that is no frame, with the id where the sender of a call can be told
 * @example parseFrame('[2,"7","Heartbeat",{}]') // { kind: 'call', id: '7', action: 'Heartbeat', payload: {} }
 */
export const parseFrame = (text: string, faults: FrameFaults = faults16): Frame => {
  let frame: unknown
  try {
    frame = JSON.parse(text)
  } catch {
    const isReply = (faults.hasUnanswered ? BROKEN_UNANSWERED : BROKEN_REPLY).test(text)
    return bad(faults.form, 'not JSON', isReply ? undefined : (idOfBrokenCall(text) ?? faults.noId))
  }
  if (!Array.isArray(frame)) return bad(faults.form, 'not an array', faults.noId)
  const [type, id] = frame
  if (faults.hasUnanswered && (type === 5 || type === 6)) return bad(faults.form, UNANSWERED[type as 5 | 6], undefined)
  if (type !== 2 && type !== 3 && type !== 4) return unknownType(id, faults)
  if (typeof id !== 'string') return bad(faults.form, 'no message id', type === 2 ? faults.noId : undefined)
  if (type === 2) return readCall(frame, id, faults)
  if (type === 3) return { kind: 'result', id, payload: orEmpty(frame[2]) }
  return { kind: 'error', id, code: asText(frame[2]), text: asText(frame[3]), details: orEmpty(frame[4]) }
}

const unknownType = (id: unknown, { form, type, noId }: FrameFaults): Bad =>
  bad(type ?? form, 'unknown message type', type !== undefined && isId(id) ? id : noId)

const isId = (id: unknown): id is string => typeof id === 'string' && id !== '' && id.length <= ID_MAX

const readCall = (frame: unknown[], id: string, { form, noId }: FrameFaults): Frame => {
  if (!isId(id)) return bad(form, `message id must have 1 to ${ID_MAX} characters`, id || (noId ?? id))
  if (frame.length !== 4) return bad(form, 'a call has four elements', id)
  const action = frame[2]
  if (typeof action !== 'string') return bad(form, 'action must be text', id)
  return { kind: 'call', id, action, payload: orEmpty(frame[3]) }
}

/** A payload of null is the empty one (§4.2.1). */
const orEmpty = (payload: unknown): unknown => (payload === null ? {} : payload)

const asText = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Text that begins like a call and breaks later still has a readable id, so its sender can be told. */
const idOfBrokenCall = (text: string): string | undefined => /^\s*\[\s*2\s*,\s*"([\w\-.:{}]{1,36})"/.exec(text)?.[1]

const BROKEN_REPLY = /^\s*\[\s*[34]\s*,/
const BROKEN_UNANSWERED = /^\s*\[\s*[3-6]\s*,/

/** Why such a message is served no further, by its type. */
const UNANSWERED = { 5: 'our answer was not understood', 6: 'messages that are only sent are not served' } as const

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
