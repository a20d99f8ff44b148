// The journal of a test of a charger, read: connections, calls of the charger judged by the validators of its protocol, our
// calls with their answers, and the questions that were pressed.
import type { Violation } from '@wattdesk/ocpp/compile'
import type { Dialect } from '@wattdesk/ocpp/dialect'
import { parseFrame } from '@wattdesk/ocpp/frames'
import type { Messages } from '@wattdesk/ocpp/messages/message'
import { ocpp16 } from '@wattdesk/ocpp/ocpp16'
import { ocpp201 } from '@wattdesk/ocpp/ocpp201'
import type { QuestionId } from './charger-test.words.ts'

/** The subprotocols of tests, the newest first: a charger of OCPP 2.1 offers 2.0.1 too. */
export const TESTED = ['ocpp2.0.1', 'ocpp1.6'] as const
export type TestedProtocol = (typeof TESTED)[number]

/** A line of a journal: a frame as it passed, or as JSON a `Note` or an `Ask`. */
export type Line = { lineId: number; at: Date; kind: 'in' | 'out' | 'ask' | 'note'; message: string }

/** The facts of a handshake. */
export type Handshake = {
  /** What the charger appends to the address; null: nothing. */
  identity: string | null
  isTls: boolean
  /** The subprotocols that the charger offers, as it wrote them. */
  offered: string | null
  software: string | null
}
export type Note =
  | ({ note: 'connected'; no: number; protocol: TestedProtocol; user: string | null } & Handshake)
  | ({ note: 'refused'; why: 'no password' | 'wrong password' | 'no protocol' } & Handshake)
  | { note: 'closed'; no: number; code: number; reason: string }
  | { note: 'begun'; question: QuestionId }
  /** `text`: why the question could not be asked; null: it was. */
  | { note: 'done'; question: QuestionId; text: string | null }
  | { note: 'ended'; text: string }
/** A person asks the charger over the connection of this number. */
export type Ask = { question: QuestionId; no: number; by: string }

type Connection = Extract<Note, { note: 'connected' }> & { line: Line; closed?: { line: Line; code: number } }
type Refusal = Extract<Note, { note: 'refused' }> & { line: Line }
type Payload = Record<string, unknown>
type Odd = { path: string; value: string }
/** A call of the charger. `payload` is empty where it does not fit. */
export type ChargerCall = {
  action: string
  payload: Payload
  line: Line
  no: number
  fault: 'unknown' | 'not ours' | undefined
  wrong: Violation | undefined
  odd: Odd[]
  answer: Payload | undefined
}
type Reply =
  | { kind: 'result'; payload: Payload; line: Line; wrong: Violation | undefined }
  | { kind: 'error'; code: string; text: string; line: Line }
/** A call of the central system. */
export type OurCall = {
  action: string
  payload: Payload
  line: Line
  no: number
  question: QuestionId | undefined
  reply: Reply | undefined
}
type Pressed = { line: Line; isDone: boolean; text: string | null }
export type Journal = {
  protocol: TestedProtocol | undefined
  connections: Connection[]
  refusals: Refusal[]
  calls: ChargerCall[]
  ours: OurCall[]
  /** Texts that are no frame of OCPP, with the reason. */
  broken: { line: Line; text: string }[]
  /** The last press of each question. */
  pressed: Map<QuestionId, Pressed>
  /** The question that is under way. */
  asking: QuestionId | undefined
}

const dialects: Readonly<Record<TestedProtocol, Dialect<Messages>>> = {
  'ocpp1.6': ocpp16 as Dialect<Messages>,
  'ocpp2.0.1': ocpp201 as Dialect<Messages>,
}

type Reading = Journal & {
  open: Map<string, ChargerCall>
  waiting: Map<string, OurCall>
  dialect: Dialect<Messages>
  no: number
}

/** Reads the lines of a journal, oldest first. */
export function readJournal(lines: readonly Line[]): Journal {
  const j: Reading = {
    protocol: undefined,
    connections: [],
    refusals: [],
    calls: [],
    ours: [],
    broken: [],
    pressed: new Map(),
    asking: undefined,
    open: new Map(),
    waiting: new Map(),
    dialect: dialects['ocpp1.6'],
    no: 0,
  }
  for (const line of lines) {
    if (line.kind === 'note') readNote(j, JSON.parse(line.message) as Note, line)
    else if (line.kind === 'ask') {
      const { question } = JSON.parse(line.message) as Ask
      j.pressed.set(question, { line, isDone: false, text: null })
    } else readFrame(j, line)
  }
  return j
}

function readNote(j: Reading, note: Note, line: Line): void {
  if (note.note === 'connected') {
    j.connections.push({ ...note, line })
    j.protocol = note.protocol
    j.dialect = dialects[note.protocol]
    j.no = note.no
    j.open.clear()
    j.waiting.clear()
  } else if (note.note === 'refused') j.refusals.push({ ...note, line })
  else if (note.note === 'closed') {
    const connection = j.connections.find(c => c.no === note.no)
    if (connection) connection.closed = { line, code: note.code }
    if (note.no === j.no) j.asking = undefined
  } else if (note.note === 'begun') j.asking = note.question
  else if (note.note === 'done') {
    if (j.asking === note.question) j.asking = undefined
    const pressed = j.pressed.get(note.question)
    if (pressed) Object.assign(pressed, { isDone: true, text: note.text })
  }
}

function readFrame(j: Reading, line: Line): void {
  const frame = parseFrame(line.message, j.dialect.faults)
  if (frame.kind === 'bad') {
    if (line.kind === 'in') j.broken.push({ line, text: frame.text })
  } else if (frame.kind === 'call') {
    const payload = frame.payload as Payload
    if (line.kind === 'in') {
      const call = judged(j, frame.action, payload, line)
      j.calls.push(call)
      j.open.set(frame.id, call)
    } else {
      const ours = { action: frame.action, payload, line, no: j.no, question: j.asking, reply: undefined }
      j.ours.push(ours)
      j.waiting.set(frame.id, ours)
    }
  } else if (line.kind === 'out') {
    const call = j.open.get(frame.id)
    if (call && frame.kind === 'result') call.answer = frame.payload as Payload
  } else readReply(j, frame, line)
}

function judged(j: Reading, action: string, payload: Payload, line: Line): ChargerCall {
  const validators = j.dialect.validators.get(action)
  const call: ChargerCall = {
    action,
    payload: {},
    line,
    no: j.no,
    fault: undefined,
    wrong: undefined,
    odd: [],
    answer: undefined,
  }
  if (!validators) return { ...call, fault: 'unknown' }
  if (!j.dialect.isChargePointAction(action)) return { ...call, fault: 'not ours' }
  call.wrong = validators.call(payload, (path, value) => call.odd.push({ path, value }))
  if (!call.wrong) call.payload = payload
  return call
}

type Answered = Extract<ReturnType<typeof parseFrame>, { kind: 'result' | 'error' }>
function readReply(j: Reading, frame: Answered, line: Line): void {
  const ours = j.waiting.get(frame.id)
  if (!ours) {
    j.broken.push({ line, text: 'an answer to no call' })
    return
  }
  j.waiting.delete(frame.id)
  if (frame.kind === 'error') ours.reply = { kind: 'error', code: frame.code, text: frame.text, line }
  else {
    const payload = frame.payload as Payload
    const wrong = j.dialect.validators.get(ours.action)?.answer(payload)
    ours.reply = { kind: 'result', payload, line, wrong }
  }
}
