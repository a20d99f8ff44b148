// The first half of a step: what has become of the chargers that were sent (CAMP-03). Answers, states and boots are read from
// their tables, in the order in which they came.
import type { Trx } from '#platform/db/db.ts'
import {
  afterFact,
  afterTime,
  answerOf,
  type Fact,
  type Outcome,
  openError,
  type Progress,
  type TaskEnd,
  type UpdateSetting,
} from './campaign.rules.ts'
import * as store from './campaign-step.store.ts'

/** A charger to be asked how far it is. */
export type Question = { pk: number; node: string | null; about: 'status' | 'boot' }
type Settled = {
  saved: store.SavedCharger
  lines: store.HistoryLine[]
  asks: 'status' | 'boot' | undefined
  isNew: boolean
}

function factsOf(c: store.KnownCharger): Fact[] {
  const task: TaskEnd | undefined = c.taskState ? { ...c, state: c.taskState, sentAt: c.taskSentAt } : undefined
  const answer = task && answerOf(task)
  const facts: Fact[] = [
    ...(answer ? [answer] : []),
    ...(c.fetchedAt ? [{ kind: 'fetched' as const, at: c.fetchedAt }] : []),
    ...c.states.map(s => ({ kind: 'status' as const, at: new Date(s.at), status: s.status })),
  ]
  if (c.bootAt && c.bootAt.getTime() !== c.seenBootAt?.getTime())
    facts.push({ kind: 'boot', at: c.bootAt, version: c.version })
  // Of the same moment an answer comes before states, and these before a boot.
  return facts.sort((a, b) => a.at.getTime() - b.at.getTime())
}

/** What has become of one charger. */
function settled(c: store.KnownCharger, now: Date, setting: UpdateSetting): Settled {
  const lines: store.HistoryLine[] = []
  let asks: Settled['asks']
  let { reason, nextAt } = c
  let attempt = c.attempt
  const p: Progress = {
    state: c.state,
    attempt,
    stateAt: c.stateAt,
    askedAt: c.askedAt,
    connectedAt: c.connectedAt,
    isLost: c.taskState === 'timeout' && c.taskSentAt === null,
    error: openError(c),
    hasRestarted: c.seenBootAt !== null && c.sentAt !== null && c.seenBootAt > c.sentAt,
  }
  const take = (o: Outcome, at: Date) => {
    asks = o.asks ?? asks
    if (!o.turn) return
    const { turn } = o
    attempt = turn.isUncounted ? attempt - 1 : attempt
    lines.push({ pk: c.pk, at, what: turn.state, attempt: p.attempt, note: turn.reason })
    reason = turn.reason
    nextAt = turn.nextAt ?? null
    Object.assign(p, { state: turn.state, stateAt: at, attempt })
    // Whoever has moved on needs not be asked.
    asks = undefined
  }
  for (const f of factsOf(c)) {
    take(afterFact(p, f, setting), f.at)
    if (f.kind === 'boot') p.hasRestarted = true
  }
  take(afterTime(p, now, setting), now)
  const seenStateId = c.states.at(-1)?.id ?? c.seenStateId
  const isNew =
    lines.length > 0 ||
    asks !== undefined ||
    seenStateId !== c.seenStateId ||
    c.bootAt?.getTime() !== c.seenBootAt?.getTime()
  const saved = {
    pk: c.pk,
    state: p.state,
    reason,
    attempt: p.attempt,
    stateAt: p.stateAt,
    nextAt,
    askedAt: asks ? now : c.askedAt,
    seenBootAt: c.bootAt,
    seenStateId,
    isOpen: p.state !== 'Verified' && p.state !== 'Given up',
  }
  return { saved, lines, asks, isNew }
}

/** Brings the chargers that were sent up to now. */
export async function settleSent(
  trx: Trx,
  m: store.HeldCampaign,
  now: Date,
): Promise<{ questions: Question[]; isChanged: boolean }> {
  // A campaign that is over sends nobody again.
  const retries = m.state === 'Cancelled' ? 0 : m.retries
  const setting = { version: m.version, retries, stepMinutes: m.stepMinutes }
  const chargers = await store.known(trx, m.campaignId)
  const all = chargers.map(c => ({ c, s: settled(c, now, setting) })).filter(({ s }) => s.isNew)
  const lines = all.flatMap(({ s }) => s.lines)
  await store.save(
    trx,
    m.campaignId,
    all.map(({ s }) => s.saved),
    lines,
  )
  const questions = all.flatMap(({ c, s }) => (s.asks ? [{ pk: c.pk, node: c.node, about: s.asks }] : []))
  return { questions, isChanged: lines.length > 0 }
}
