// Everything that a journal shows of a charger under test: its checklist and who it is.
import { connectionFindings, startFindings } from './check-connection.rules.ts'
import { questionFindings } from './check-questions.rules.ts'
import { sessionFindings } from './check-session.rules.ts'
import { counted, type Facts, type Finding, finding, passed, untried, wrong } from './finding.rules.ts'
import { type Journal, type Line, readJournal } from './journal.rules.ts'
import { toldIn } from './told.rules.ts'

/** The test takes connections: nobody has ended it, and its time is not over. */
export const isOpen = (t: { endedAt: Date | null; endsAt: Date }, now: Date): boolean =>
  t.endedAt === null && t.endsAt > now

export type TestFacts = Facts['test']
export type Judged = {
  isConnected: boolean
  protocol: string | null
  identity: string | null
  vendor: string | null
  model: string | null
  firmware: string | null
  asking: string | null
  checks: Finding[]
}

/** Judges a journal. `endMs`: until when the charger could have spoken, now or the end of the test. */
export function judge(test: TestFacts, lines: readonly Line[], endMs: number): Judged {
  const journal = readJournal(lines)
  const told = toldIn(journal, new Map(journal.connections.map(c => [c.no, c.protocol])))
  const connection = journal.connections.at(-1)
  const closedMs = connection?.closed?.line.at.getTime()
  const facts: Facts = { journal, told, test, untilMs: Math.min(closedMs ?? endMs, endMs) }
  const boot = told.boots.at(-1)
  return {
    isConnected: connection !== undefined && closedMs === undefined,
    protocol: journal.protocol ?? null,
    identity: connection?.identity ?? null,
    vendor: boot?.vendor ?? null,
    model: boot?.model ?? null,
    firmware: boot?.firmware ?? null,
    asking: journal.asking ?? null,
    checks: [
      ...connectionFindings(facts),
      ...startFindings(facts),
      ...sessionFindings(facts),
      // A restart is judged over the time without a connection too.
      ...questionFindings({ ...facts, untilMs: endMs }),
      ...messageFindings(journal),
    ],
  }
}

const MOST_NAMED = 5
const listed = (texts: readonly string[]): string => {
  const all = [...new Set(texts)]
  const more = all.length > MOST_NAMED ? `, and ${all.length - MOST_NAMED} more` : ''
  return `${all.slice(0, MOST_NAMED).join('; ')}${more}`
}

const messageFindings = (j: Journal): Finding[] => [
  finding(
    {
      id: 'frames',
      group: 'Messages',
      title: 'Frames are whole',
      expected: 'Each text is a JSON array of OCPP-J: a call, an answer or an error.',
      mend: 'A fault of the firmware: send the report to its maker.',
    },
    frames(j),
  ),
  finding(
    {
      id: 'schema',
      group: 'Messages',
      title: 'Messages fit their schema',
      expected: 'All fields that the protocol asks for, of the right kind and length, and no others.',
      mend: 'A fault of the firmware, unless a text in its settings is too long (serial number, vendor): send the report to its maker.',
    },
    schema(j),
  ),
  finding(
    {
      id: 'unknown',
      group: 'Messages',
      title: 'Messages are of the protocol',
      expected: 'No messages that the protocol does not have. What is a maker’s own goes by DataTransfer.',
      mend: 'Choose another protocol version in the charger if it has several, else send the report to its maker.',
    },
    unknown(j),
  ),
  finding(
    {
      id: 'values',
      group: 'Messages',
      title: 'Values are of the protocol',
      expected: 'Measurands, units, phases and reasons as the protocol spells them, and times with their offset.',
      mend: 'The portal takes such values, but cannot read them. Send the report to the maker.',
    },
    values(j),
  ),
]

const NO_MESSAGE = 'No message has come yet.'
function frames({ broken, calls }: Journal) {
  const [first] = broken
  if (first) return wrong(`${counted(broken.length, 'broken text')}: ${listed(broken.map(b => b.text))}.`, first.line)
  return calls.length === 0 ? untried(NO_MESSAGE) : passed('So far all.')
}
function schema({ calls, ours }: Journal) {
  const bad = calls.filter(c => c.wrong)
  const answers = ours.flatMap(({ action, reply }) =>
    reply?.kind === 'result' && reply.wrong
      ? [{ action: `the answer to ${action}`, wrong: reply.wrong, line: reply.line }]
      : [],
  )
  const all = [...bad, ...answers]
  const [first] = all
  if (first) return wrong(`${listed(all.map(c => `${c.action}: ${c.wrong?.text}`))}.`, first.line)
  return calls.length === 0 ? untried(NO_MESSAGE) : passed(`${counted(calls.length, 'message')} so far, all of them.`)
}
function unknown({ calls }: Journal) {
  const odd = calls.filter(c => c.fault)
  const [first] = odd
  const name = (c: (typeof odd)[number]) => (c.fault === 'not ours' ? `${c.action} (of the central system)` : c.action)
  if (first) return wrong(`${listed(odd.map(name))}.`, first.line)
  return calls.length === 0 ? untried(NO_MESSAGE) : passed('So far all.')
}
function values({ calls }: Journal) {
  const odd = calls.flatMap(c => c.odd.map(o => ({ ...o, call: c })))
  const [first] = odd
  if (first)
    return wrong(`${listed(odd.map(o => `${o.call.action}.${o.path}: ${o.value.slice(0, 60)}`))}.`, first.call.line)
  return calls.length === 0 ? untried(NO_MESSAGE) : passed('So far all.')
}
