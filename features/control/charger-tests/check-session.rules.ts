// Findings of cards and sessions.
import { counted, type Facts, type Finding, finding, missing, passed, untried, wrong } from './finding.rules.ts'
import { REGISTER, type TestedSession } from './told.rules.ts'

const NO_SESSION = 'No session has begun yet. Start one by a card, or by the question "Start a session".'
const RUNNING = 'The session still runs.'

export const sessionFindings = (f: Facts): Finding[] => [
  finding(
    {
      id: 'card',
      group: 'Session',
      title: 'Asks for a card',
      expected: 'Authorize with the number of the card, which is accepted.',
      mend: 'Switch free charging off and the card reader on. A card that the charger keeps in a list of its own is not asked for.',
    },
    card(f),
  ),
  finding(
    {
      id: 'refused',
      group: 'Session',
      title: 'Respects a refusal',
      expected: 'A card that is refused starts no session, or one that ends at once.',
      mend: 'Switch off free charging, AllowOfflineTxForUnknownId and LocalPreAuthorize, and set StopTransactionOnInvalidId to true.',
    },
    refused(f),
  ),
  finding(
    {
      id: 'session',
      group: 'Session',
      title: 'Tells a whole session',
      expected:
        'StartTransaction and StopTransaction (1.6), or TransactionEvent Started to Ended without gaps in seqNo (2.0.1), of one and the same transaction.',
      mend: 'The firmware must use the transactionId of the answer to StartTransaction in all that follows (1.6), and count seqNo by one (2.0.1).',
    },
    whole(f),
  ),
  finding(
    {
      id: 'energy',
      group: 'Session',
      title: 'Tells energy while it charges',
      expected: `Meter values during the session with ${REGISTER}, which never falls.`,
      mend: 'Set MeterValueSampleInterval (1.6) or TxUpdatedInterval (2.0.1) above 0, and name Energy.Active.Import.Register in MeterValuesSampledData or TxUpdatedMeasurands.',
    },
    energy(f),
  ),
  finding(
    {
      id: 'measurands',
      group: 'Session',
      title: 'Tells power, current and voltage',
      expected: `Beside the energy: ${WANTED.join(', ')}. SoC where the car tells it.`,
      mend: `Add to MeterValuesSampledData (1.6) or SampledDataCtrlr.TxUpdatedMeasurands (2.0.1): ${WANTED.join(',')}.`,
    },
    measurands(f),
  ),
]

const WANTED = ['Power.Active.Import', 'Current.Import', 'Voltage'] as const

function card({ told: { cards, sessions } }: Facts) {
  const accepted = cards.findLast(c => c.isAccepted)
  if (accepted) return passed(`Card ${accepted.tag}.`, accepted.call.line)
  const begun = sessions.find(s => s.begun)
  if (cards.length > 0) return untried('Only refused cards were shown.')
  return begun
    ? untried('A session began without Authorize: started remotely, or by a list of the charger.')
    : untried('No card was shown.')
}

function refused({ told: { cards, sessions } }: Facts) {
  const turnedAway = cards.filter(c => !c.isAccepted)
  const started = sessions.filter(s => !s.isAccepted)
  const last = turnedAway.at(-1)
  if (!last && started.length === 0) return untried('No card was refused: press "Refuse the next card", then show one.')
  const running = started.find(s => !s.ended)
  if (running) return wrong('A session of a refused card runs on.', running.begun?.line)
  const after =
    last && sessions.find(s => s.begun && s.tag === last.tag && s.isAccepted && isAfter(s, last.call.line.lineId))
  const isSoon = after?.begun && last && after.begun.line.at.getTime() - last.call.line.at.getTime() < 10_000
  if (isSoon) return wrong(`The refused card ${last.tag} began a session.`, after.begun?.line)
  return passed(
    last ? `Card ${last.tag} was refused, and no session ran.` : 'The session of a refused card ended.',
    last?.call.line,
  )
}
const isAfter = ({ begun }: TestedSession, lineId: number): boolean => (begun?.line.lineId ?? 0) > lineId

/** The session that shows most: the last that has ended, else the last. */
const shown = (sessions: readonly TestedSession[]): TestedSession | undefined =>
  sessions.findLast(s => s.isAccepted && s.ended) ?? sessions.findLast(s => s.isAccepted) ?? sessions.at(-1)

function gapsIn(seqNos: readonly number[]): number[] {
  const known = new Set(seqNos)
  const last = Math.max(...seqNos)
  const first = Math.min(...seqNos)
  return Array.from({ length: last - first + 1 }, (_, n) => first + n).filter(n => !known.has(n))
}

function whole({ told: { sessions } }: Facts) {
  const s = shown(sessions)
  if (!s) return untried(NO_SESSION)
  const [fault] = s.faults
  if (fault !== undefined) return wrong(`${fault}.`, (s.ended ?? s.begun)?.line)
  if (!s.begun) return wrong('TransactionEvent Started is missing.', s.ended?.line)
  const gaps = s.seqNos.length > 0 ? gapsIn(s.seqNos) : []
  if (gaps.length > 0) return wrong(`Events are missing: seqNo ${gaps.slice(0, 10).join(', ')}.`, s.begun.line)
  if (!s.ended) return untried(`${RUNNING} Stop it to see its end.`)
  return passed(`Transaction ${s.id} on ${s.connector}, from its begin to its end.`, s.ended.line)
}

function energy({ told: { sessions } }: Facts) {
  const s = shown(sessions)
  if (!s) return untried(NO_SESSION)
  let before = Number.NEGATIVE_INFINITY
  for (const { wh, call } of s.registers) {
    if (wh < before) return wrong(`The register falls from ${before} Wh to ${wh} Wh.`, call.line)
    before = wh
  }
  const registers = s.registers.filter(r => s.readings.includes(r.call))
  const last = registers.at(-1)
  if (last) {
    const kwh = (before - (s.registers[0]?.wh ?? before)) / 1000
    return passed(`${counted(registers.length, 'reading')}, ${kwh} kWh so far.`, last.call.line)
  }
  const reading = s.readings.at(-1)
  if (reading) return missing(`Meter values without ${REGISTER}.`, reading.line)
  return s.ended
    ? missing('No meter values came during the session.', s.ended.line)
    : untried(`${RUNNING} No reading has come yet.`)
}

function measurands({ told: { sessions } }: Facts) {
  const s = shown(sessions)
  if (!s) return untried(NO_SESSION)
  if (s.measurands.size === 0)
    return s.ended ? missing('None came.', s.ended.line) : untried(`${RUNNING} No reading has come yet.`)
  const lacking = WANTED.filter(m => !s.measurands.has(m))
  const list = `Told: ${[...s.measurands].toSorted().join(', ')}.`
  const line = s.readings.at(-1)?.line
  return lacking.length === 0 ? passed(list, line) : missing(`${list} Missing: ${lacking.join(', ')}.`, line)
}
