// Findings of what the central system asked: the answers with the time they took, and what had to follow them.
import { QUESTIONS, type QuestionId } from './charger-test.words.ts'
import { type Facts, type Finding, finding, missing, passed, seconds, untried, wrong } from './finding.rules.ts'
import type { Journal, OurCall } from './journal.rules.ts'

/** The longest time for an answer, and for what has to follow it. */
const ANSWER_MS = 20_000
const FOLLOWS_MS: Readonly<Partial<Record<QuestionId, number>>> = {
  settings: 120_000,
  trigger: 20_000,
  start: 60_000,
  stop: 60_000,
  reset: 300_000,
}
/** Statuses that are a charger's own right, as no lock to open. */
const FINE = new Set(['Accepted', 'RebootRequired', 'Unlocked', 'Scheduled'])
const UNKNOWN = /^(NotSupported|NotImplemented|Unknown\w*)$/

export const questionFindings = (f: Facts): Finding[] =>
  QUESTIONS.filter(q => q.id !== 'refuse').map(({ id, label, expected, mend }) =>
    finding({ id: `ask-${id}`, group: 'Questions', title: label, expected, mend }, verdict(f, id)),
  )

/** The statuses in an answer, in either protocol. */
function statusesOf({ reply }: OurCall): string[] {
  if (reply?.kind !== 'result') return []
  const { status, setVariableResult, getVariableResult } = reply.payload as Statuses
  if (status !== undefined) return [status]
  return [...(setVariableResult ?? []), ...(getVariableResult ?? [])].map(r => r.attributeStatus)
}
type Statuses = {
  status?: string
  setVariableResult?: { attributeStatus: string }[]
  getVariableResult?: { attributeStatus: string }[]
}

function verdict(f: Facts, id: QuestionId) {
  const { journal, untilMs } = f
  const pressed = journal.pressed.get(id)
  if (!pressed) return untried('Not asked yet.')
  const calls = journal.ours.filter(c => c.question === id && c.line.lineId > pressed.line.lineId)
  if (calls.length === 0)
    return untried(pressed.text ?? (pressed.isDone ? 'It could not be asked.' : 'It will be asked in its turn.'))
  const said = calls.map(c => answerText(c)).join(' ')
  for (const call of calls) {
    const { reply } = call
    const tookMs = (reply?.line.at.getTime() ?? untilMs) - call.line.at.getTime()
    if (!reply && tookMs < ANSWER_MS && !pressed.isDone) return untried(`${call.action} waits for its answer.`)
    // A charger that restarts may take its answer with it.
    if (!reply && id === 'reset' && journal.connections.some(c => c.line.lineId > call.line.lineId)) continue
    if (!reply) return missing(`${said}`, call.line)
    if (tookMs > ANSWER_MS) return missing(said, reply.line)
    if (reply.kind === 'error')
      return /^Not(Supported|Implemented)$/.test(reply.code) ? missing(said, reply.line) : wrong(said, reply.line)
    if (reply.wrong) return wrong(`${said} The answer is broken: ${reply.wrong.text}.`, reply.line)
    for (const status of statusesOf(call)) {
      if (id === 'unlock' && status === 'NotSupported') return passed(`${said} Right for a fixed cable.`, reply.line)
      if (UNKNOWN.test(status) && !(id === 'limit' && call.action === 'ClearChargingProfile'))
        return missing(said, reply.line)
      if (!FINE.has(status)) return wrong(said, reply.line)
    }
  }
  if (pressed.text !== null) return missing(`${said} ${pressed.text}`, calls.at(-1)?.line)
  return followed(f, id, calls, said)
}

function answerText({ action, line, reply, ...call }: OurCall): string {
  if (!reply) return `${action}: no answer.`
  const took = `after ${seconds(reply.line.at.getTime() - line.at.getTime())}`
  if (reply.kind === 'error')
    return `${action}: the error ${reply.code}${reply.text ? ` (${reply.text})` : ''} ${took}.`
  const statuses = statusesOf({ action, line, reply, ...call })
  return `${action}: ${statuses.length > 0 ? statuses.join(', ') : 'answered'} ${took}.`
}

/** Some answers are promises: what has to come after them. */
function followed(f: Facts, id: QuestionId, calls: readonly OurCall[], said: string) {
  const { journal, untilMs } = f
  const last = calls.at(-1)
  if (!last) return untried(said)
  const lacking = whatLacks(f, id, calls)
  const line = last.reply?.line ?? last.line
  if (lacking === undefined) return passed(said, line)
  const waitedMs = untilMs - line.at.getTime()
  const isConnected = journal.connections.at(-1)?.closed === undefined
  const mayCome = waitedMs < (FOLLOWS_MS[id] ?? 0) && (isConnected || id === 'reset')
  return mayCome ? untried(`${said} ${lacking} is awaited.`) : missing(`${said} ${lacking} did not follow.`, line)
}

function whatLacks({ journal, told }: Facts, id: QuestionId, calls: readonly OurCall[]): string | undefined {
  const [first] = calls
  if (!first) return undefined
  const from = first.line.lineId
  const came = (action: string, fits: (payload: Record<string, unknown>) => boolean = () => true) =>
    journal.calls.some(c => c.action === action && c.line.lineId > from && !c.wrong && fits(c.payload))
  switch (id) {
    case 'settings':
      if (first.action === 'GetConfiguration') {
        const { reply } = first
        const keys = reply?.kind === 'result' ? ((reply.payload.configurationKey ?? []) as unknown[]) : []
        return keys.length === 0 ? 'A list of settings' : undefined
      }
      return came('NotifyReport', p => p.requestId === first.payload.requestId && p.tbc !== true)
        ? undefined
        : 'The last part of NotifyReport'
    case 'trigger':
      return ['Heartbeat', 'StatusNotification'].find(action => !came(action))
    case 'start':
      return told.sessions.some(s => (s.begun?.line.lineId ?? 0) > from) ? undefined : 'A session'
    case 'stop':
      return told.sessions.some(s => (s.ended?.line.lineId ?? 0) > from) ? undefined : 'The end of the session'
    case 'reset':
      return isBack(journal, from) && came('BootNotification') ? undefined : 'A new connection with its boot'
    default:
      return undefined
  }
}
const isBack = ({ connections }: Journal, from: number): boolean => connections.some(c => c.line.lineId > from)
