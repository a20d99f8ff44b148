// Checks after operations at chargers of every temper: each task against the charger's journal, and the stored
// sessions, connectors and configuration against the charger itself.
import { isCentralSystemAction } from '@wattdesk/ocpp/messages'
import { validators } from '@wattdesk/ocpp/validators'
import type { Task } from '#control/remote-operations/remote-operation.contract.ts'
import { fits, type SentOperation } from './tempers-commands.ts'
import type { Journal, Received } from './tempers-journal.ts'

const ANSWER_MS = 20_000
/** How far the clocks of both sides may be apart on a machine that is busy: nothing is said of what lies between. */
const EDGE_MS = 1500
const GOOD = new Set(['Accepted', 'AcceptedCanceled', 'Scheduled', 'RebootRequired', 'Unlocked'])
const NOT_CONNECTED = 'Charge point is not connected'
const LOST = 'Connection lost before the answer'
/** Accepted, and the message that would prove it never came. */
const MISSING =
  /^Accepted, but (no session has started|another start got the session|the session has not ended|the charge point has not restarted)$/
const ms = (t: string | null): number => (t === null ? Number.NaN : Date.parse(t))

/** How a task ended, in a word for the table of results. */
export type Word =
  | 'done'
  | 'refused'
  | 'error'
  | 'not valid'
  | 'timeout'
  | 'lost'
  | 'not connected'
  | 'not sent'
  | 'no effect'
export type Verdict = { words: Map<string, Map<Word, number>>; wrong: string[]; tasks: number; refusedAtOnce: number }

/** The tasks of all chargers against their journals. */
export function judge(journals: readonly Journal[], sent: readonly SentOperation[]): Verdict {
  const wrong: string[] = []
  const words = new Map<string, Map<Word, number>>()
  let tasks = 0
  for (const j of journals) {
    const own = sent.filter(s => s.identity === j.identity && s.last)
    tasks += own.length
    const matches = matched(j, own)
    const of = new Map<Word, number>()
    words.set(j.identity, of)
    for (const s of own) {
      const t = s.last as Task
      const word = wordOf(t)
      of.set(word, (of.get(word) ?? 0) + 1)
      for (const text of [...faultsOf(s, t, matches.get(s), j), ...changesOf(s)])
        wrong.push(`${j.identity} ${s.operation} ${s.taskId}: ${text}; ${story(t, matches.get(s), j)}`)
    }
    wrong.push(...unaccounted(j, own, new Set(matches.values())))
  }
  for (const s of sent)
    if (s.taskId && !s.last) wrong.push(`${s.identity} ${s.operation}: its task ${s.taskId} cannot be read`)
  const refusedAtOnce = sent.filter(s => !s.taskId).length
  for (const s of sent)
    if (s.status >= 500) wrong.push(`${s.identity} ${s.operation}: the API answered ${s.status} ${s.message}`)
  return { words, wrong, tasks, refusedAtOnce }
}

/** Which call is which task's: of the same content, received when the task was sent. */
function matched(j: Journal, own: readonly SentOperation[]): Map<SentOperation, Received> {
  const of = new Map<SentOperation, Received>()
  const taken = new Set<Received>()
  const bySending = [...own].sort((a, b) => timeOf(a) - timeOf(b))
  for (const s of bySending) {
    const t = s.last as Task
    if (t.sentTime === null && !isAnswered(t)) continue
    const [from, to] = [ms(t.startTime) - 100, ms(t.sentTime ?? t.endTime) + 5000]
    const fit = j.calls.filter(
      r => !taken.has(r) && r.action === s.action && r.at >= from && r.at <= to && fits(s.expected, r.payload),
    )
    const at = timeOf(s)
    const [best] = fit.sort((a, b) => Math.abs(a.at - at) - Math.abs(b.at - at))
    if (!best) continue
    taken.add(best)
    of.set(s, best)
  }
  return of
}
const timeOf = (s: SentOperation): number => ms(s.last?.sentTime ?? s.last?.endTime ?? null) || s.at
const rowOf = (t: Task) => t.result[0] ?? { response: null, error: null, details: null }
const isAnswered = (t: Task): boolean => rowOf(t).response !== null || rowOf(t).details !== null || t.state === 'done'

function wordOf(t: Task): Word {
  const { error, response, details } = rowOf(t)
  if (error === null) return 'done'
  if (MISSING.test(error)) return 'no effect'
  if (error === NOT_CONNECTED) return 'not connected'
  if (error === LOST) return 'lost'
  if (error.startsWith('The answer is not valid')) return 'not valid'
  if (response !== null) return 'refused'
  if (details !== null) return 'error'
  return t.sentTime === null ? 'not sent' : 'timeout'
}

/** Returns the false statements of a task that has ended, or should have. */
function faultsOf(s: SentOperation, t: Task, r: Received | undefined, j: Journal): string[] {
  if (t.status === 'PENDING') return ['is pending for ever']
  const word = wordOf(t)
  if (word === 'not connected') {
    const at = ms(t.endTime)
    const isHere = j.sockets.some(k => !k.isSecond && k.from < at - 2000 && (k.to === undefined || k.to > at + 2000))
    return isHere ? ['is said not to be connected, and was'] : []
  }
  if (word === 'not sent') return []
  const sentAt = ms(t.sentTime ?? t.startTime)
  if (t.sentTime === null) return r ? [] : ['was answered and never sent']
  const found: string[] = []
  if (ms(t.endTime) - sentAt > ANSWER_MS + 3000) found.push('took longer than its 20 s')
  if (!r) {
    const broke = j.sockets.some(k => k.to !== undefined && Math.abs(k.to - sentAt) < 4000)
    if (word !== 'lost' || !broke) found.push('never reached the charger')
    return found
  }
  const socket = j.sockets[r.socket]
  const closedAt = socket?.to ?? Number.POSITIVE_INFINITY
  const [reply] = r.answers.filter(a => !a.lost && a.socket === r.socket)
  const deadline = sentAt + ANSWER_MS
  const isAtEdge = (at: number) => Math.abs(at - deadline) < EDGE_MS
  const mayBe: Word[] = []
  if (reply && reply.at < deadline + EDGE_MS) {
    const why = untrueTo(reply.frame, r.action, t)
    if (why === undefined) return [...found, ...startFaults(s, t, r)]
    // A socket that breaks just after an answer may take it along.
    if (closedAt - reply.at < 500) mayBe.push('lost')
    if (isAtEdge(reply.at)) mayBe.push('timeout')
    return mayBe.includes(word) ? found : [...found, why]
  }
  if (closedAt < deadline + EDGE_MS) mayBe.push('lost')
  if (closedAt > deadline - EDGE_MS) mayBe.push('timeout')
  return mayBe.includes(word) ? found : [...found, `should be ${mayBe.join(' or ')}`]
}

/** Why a task is not what this answer says; undefined when it is. */
function untrueTo(frame: readonly unknown[], action: string, t: Task): string | undefined {
  const { error, response, details } = rowOf(t)
  const word = wordOf(t)
  if (frame[0] === 4) {
    if (typeof frame[2] !== 'string') return word === 'error' || word === 'not valid' ? undefined : 'should be an error'
    const told = (details ?? {}) as { errorCode?: unknown }
    if (told.errorCode !== frame[2]) return `was answered ${frame[2]}`
    const text = frame[3]
    return text === undefined || error === (text || frame[2]) ? undefined : `was answered ${String(text)}`
  }
  // A payload of null is the empty one (OCPP-J 1.6 §4.2.1).
  const payload = frame[2] === null ? {} : frame[2]
  const wrong = isCentralSystemAction(action) && validators.get(action)?.answer(structuredClone(payload))
  if (wrong || typeof payload !== 'object' || payload === null)
    return word === 'not valid' ? undefined : 'was answered something that is no answer'
  const told = (payload as { status?: unknown }).status
  // A field that the answer does not have is let through, whatever its value.
  const status = typeof told === 'string' ? told : undefined
  if (!isSame(details, payload)) return `was answered ${JSON.stringify(payload)}`
  if (response !== (status ?? null)) return `has another status than ${String(status)}`
  const isGood = status === undefined || GOOD.has(String(status))
  if (!isGood) return error === status ? undefined : `is not told as ${String(status)}`
  if (word === 'no effect' || t.progress.length > 0) return undefined
  return error === null ? undefined : 'was accepted'
}
const isSame = (a: unknown, b: unknown): boolean => canonical(a) === canonical(b)
const canonical = (v: unknown): string =>
  JSON.stringify(v, (_, x: unknown) =>
    typeof x === 'object' && x !== null && !Array.isArray(x)
      ? Object.fromEntries(
          Object.entries(x)
            .filter(([, y]) => y !== null)
            .sort(([k], [l]) => (k < l ? -1 : 1)),
        )
      : x,
  ) ?? ''

/** An accepted start must have the session that the charger began for the start, or say that there is none. */
function startFaults(s: SentOperation, t: Task, r: Received): string[] {
  if (!s.start || rowOf(t).response !== 'Accepted') return []
  if (t.effect === null) return ['is an accepted start that tells nothing of its session']
  const of = r.transactionId
  if (of === undefined && t.effect.state !== 'missing')
    return [`has led to no session, and is ${t.effect.state} ${t.effect.transactionId}`]
  if (of !== undefined && t.effect.transactionId !== of)
    return [`has led to session ${of}, and is ${t.effect.state} ${t.effect.transactionId}`]
  return []
}

/** Returns a fault if the task read just after its end differs from the task read at the end of the run. */
function changesOf({ first, last }: SentOperation): string[] {
  if (!first || !last) return []
  const [a, b] = [rowOf(first), rowOf(last)]
  const same = a.response === b.response && isSame(a.details, b.details) && first.endTime === last.endTime
  const mayFail = last.progress.length > 0 || last.effect !== null
  return same && (mayFail || (a.error === b.error && first.state === last.state)) ? [] : ['changed after its end']
}

/** Calls that no task accounts for. The product's own: the interval of meter values, and questions of configuration. */
function unaccounted(j: Journal, own: readonly SentOperation[], known: ReadonlySet<Received>): string[] {
  const isOwn = (r: Received) =>
    r.action === 'GetConfiguration' ||
    (r.action === 'ChangeConfiguration' && String(r.payload.key) === 'MeterValueSampleInterval')
  return j.calls
    .filter(r => !known.has(r) && !isOwn(r))
    .map(r => {
      const unsent = own
        .filter(s => s.action === r.action && fits(s.expected, r.payload))
        .map(s => `${s.taskId} (${wordOf(s.last as Task)})`)
      return `${j.identity} received ${r.action} ${JSON.stringify(r.payload)} at ${new Date(r.at).toISOString()} for no task; of the same content are ${unsent.join(', ') || 'none'}`
    })
}

const clock = (at: number): string => new Date(at).toISOString().slice(11, 23)
/** Both sides of a task in a line. */
function story(t: Task, r: Received | undefined, j: Journal): string {
  const { error, response, details } = rowOf(t)
  const told = `task ${t.state} ${response ?? ''} "${error ?? ''}" ${JSON.stringify(details)?.slice(0, 200)} made ${t.startTime.slice(11, 23)} sent ${t.sentTime?.slice(11, 23)} ended ${t.endTime?.slice(11, 23)} effect ${JSON.stringify(t.effect)}`
  if (!r) return `${told}; not received`
  const answers = r.answers.map(
    a =>
      `${clock(a.at)}${a.lost ? ' lost' : ''}${a.socket === r.socket ? '' : ' on another socket'} ${JSON.stringify(a.frame)?.slice(0, 200)}`,
  )
  const to = j.sockets[r.socket]?.to
  return `${told}; received ${clock(r.at)} on socket ${r.socket} (${to ? `closed ${clock(to)}` : 'open'}), session ${r.transactionId}, answered ${answers.join(' then ') || 'never'}`
}
