// A test of a charger as replies show it.
import type { ChargerTest, ChargerTestResult, TestLine } from './charger-test.contract.ts'
import { isOpen, judge } from './charger-test.rules.ts'
import type { TestRow } from './charger-test.store.ts'
import { QUESTIONS } from './charger-test.words.ts'
import type { Ask, Line, Note } from './journal.rules.ts'

export const testOf = (t: TestRow, now: Date): ChargerTest => ({
  charger_test_id: t.chargerTestId,
  name: t.name,
  token: t.token,
  security_profile: t.securityProfile,
  isEncrypted: t.isEncrypted,
  createdBy: t.createdBy,
  createdAt: t.createdAt.toISOString(),
  endsAt: (t.endedAt ?? t.endsAt).toISOString(),
  isOpen: isOpen(t, now),
})

const labelOf = (id: string): string => QUESTIONS.find(q => q.id === id)?.label ?? id

/** What a note tells, in a sentence. */
function sentenceOf(n: Note): string {
  switch (n.note) {
    case 'connected':
      return `Connected by ${n.protocol}${n.identity === null ? '' : ` as ${n.identity}`}, ${n.isTls ? 'encrypted' : 'not encrypted'}${n.software === null ? '' : ` (${n.software})`}`
    case 'refused':
      return n.why === 'no protocol'
        ? `Refused: the charger offers ${n.offered ?? 'no protocol'}, not ocpp1.6 or ocpp2.0.1`
        : `Refused: ${n.why === 'no password' ? 'the charger sent no password' : 'the charger sent a wrong password'}`
    case 'closed':
      return `The connection closed with ${n.code}${n.reason === '' ? '' : `: ${n.reason}`}`
    case 'begun':
      return `The central system asks: ${labelOf(n.question)}`
    case 'done':
      return n.text === null ? `Asked: ${labelOf(n.question)}` : `Not asked: ${labelOf(n.question)}. ${n.text}`
    case 'ended':
      return n.text
  }
}

export function lineOf({ lineId, at, kind, message }: Line): TestLine {
  const common = { line_id: lineId, at: at.toISOString() }
  if (kind === 'note') return { ...common, kind, message: sentenceOf(JSON.parse(message) as Note) }
  if (kind !== 'ask') return { ...common, kind, message }
  const { question, by } = JSON.parse(message) as Ask
  return { ...common, kind: 'note', message: `${by} presses: ${labelOf(question)}` }
}

export function resultOf(t: TestRow, lines: readonly Line[], now: Date): ChargerTestResult {
  const endMs = Math.min(now.getTime(), (t.endedAt ?? t.endsAt).getTime())
  const { checks, ...found } = judge(t, lines, endMs)
  return {
    ...testOf(t, now),
    ...found,
    checks: checks.map(c => ({ ...c, line: c.line && lineOf(c.line) })),
  }
}
