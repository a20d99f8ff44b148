// Sends messages to a charger of load balancing, each after the answer to the message before; the effect of each answer
// is committed at once (D-SITE-4, D-OCPP-8).

import { fateOf } from '#control/remote-operations/remote-operation.rules.ts'
import type { CommandOutcome } from '#platform/bus/bus.ts'
import type { ChargerFacts } from './load-facts.rules.ts'
import { acknowledged, hasOwnProfile, LONGEST_CALL_MS, paused, withdrawn } from './load-job.rules.ts'
import * as profile from './load-profile.rules.ts'
import { inOrder, type LoadStanding, type RunningSession, type SentLimit } from './load-standing.rules.ts'

/** Sends one message to the node that holds the charger's socket. */
export type Send = (c: ChargerFacts, action: string, payload: object) => Promise<CommandOutcome>
/** `running`: the sessions that run at the charger now. */
export type Change = (s: LoadStanding, running: readonly RunningSession[]) => LoadStanding
/** A change that does not depend on the running sessions. */
export type PlainChange = (s: LoadStanding) => LoadStanding
/** The charger was taken over, is no longer ours, or has restarted. */
export class TakenOver extends Error {}

/** A charger that a job has to itself. change: rejects once the job has lost the charger. */
export type Charger = {
  facts: ChargerFacts
  told: profile.ChargerTraits
  connectorIds: readonly number[]
  now: () => number
  send: (action: string, payload: object) => Promise<CommandOutcome>
  change: (to: Change) => Promise<LoadStanding>
}

export const free: PlainChange = s => ({ ...s, busy: null })
/** Reserves the charger for one more message. */
export const goOn =
  (now: number): PlainChange =>
  s => ({ ...s, busy: s.busy && { ...s.busy, until: now + LONGEST_CALL_MS } })
/** The charger did not do as it was asked: silent without an answer, refused with one. */
export const putLimit =
  (outcome: CommandOutcome, now: number, note: string | null = null): PlainChange =>
  s =>
    paused(
      free(s),
      outcome.kind === 'result' || outcome.kind === 'error' || outcome.kind === 'bad-result' ? 'refused' : 'silent',
      now,
      note,
    )

export const isAnswer = (o: CommandOutcome): boolean => o.kind === 'result' || o.kind === 'error'

const isTaken = (o: CommandOutcome): boolean => fateOf(o) === 'taken' || fateOf(o) === 'reboot'

/**
 * Sends a limit, connector by connector, each by a default profile and by a profile of its running session; the limit
 * counts as acknowledged when all of these are. False: it broke off. `then`: a further change, stored once the limit is
 * acknowledged.
 */
export async function sendLimit(charger: Charger, sent: SentLimit, then: PlainChange): Promise<boolean> {
  const { told, now, send, change } = charger
  let s = await change(goOn(now()))
  const order = inOrder(s, sent.values)
  for (const [i, [connectorId, steps]] of order.entries()) {
    if (i > 0) s = await change(goOn(now()))
    const outcome = await send(
      'SetChargingProfile',
      profile.limitMessage(s, told, { connectorId, steps, now: now(), until: sent.lapsesAt }),
    )
    if (isTaken(outcome)) {
      if (await sendSessionLimit(charger, sent, { connectorId, steps })) continue
      return false
    }
    // Where no part of the limit was taken, no part stands.
    await change(x => putLimit(outcome, now())(fateOf(outcome) === 'refused' && i === 0 ? withdrawn(x, sent) : x))
    return false
  }
  await change((x, running) => then(acknowledged(x, sent, running)))
  return true
}

/** The most sessions for which a refused profile is remembered. */
const MOST_REFUSED = 16
/**
 * Tells the running session of a connector its limit. A charger that takes no profiles of sessions is limited by its
 * default profiles alone; where a profile may stand for this session already, its refusal leaves the former limit
 * standing. `isSafe`: the limit is the safe limit. False: it broke off.
 */
export async function sendSessionLimit(
  { told, now, send, change }: Charger,
  sent: SentLimit,
  { connectorId, steps, isSafe = false }: { connectorId: number; steps: number; isSafe?: boolean },
): Promise<boolean> {
  const transactionId = sent.sessions?.[connectorId]
  if (transactionId === undefined) return true
  const s = await change(goOn(now()))
  const of = { connectorId, steps, now: now(), until: isSafe ? null : sent.lapsesAt, transactionId }
  const outcome = await send('SetChargingProfile', profile.sessionMessage(s, told, of))
  if (isTaken(outcome)) return true
  const isRefused = fateOf(outcome) === 'refused' && isAnswer(outcome)
  if (!isRefused || hasOwnProfile(s, sent, of)) {
    let hasEnded = false
    await change((x, running) => {
      // Refused because the session is over: its profile ended with it.
      hasEnded = isRefused && running.every(r => r.transactionId !== transactionId)
      if (hasEnded) return x
      const next = putLimit(outcome, now())(x)
      return isRefused ? { ...next, pause: next.pause && { ...next.pause, transactionId } } : next
    })
    return hasEnded
  }
  await change(x => ({ ...x, refusedSessions: [...x.refusedSessions, transactionId].slice(-MOST_REFUSED) }))
  return true
}
