// Tells a charger of load balancing something, one message after the other, each after the answer of the one before; what the
// answer means is committed at once (D-SITE-4, D-OCPP-8).

import { fateOf } from '#control/remote-operations/remote-operation.rules.ts'
import type { CommandOutcome } from '#platform/bus/bus.ts'
import type { ChargerFacts } from './load-facts.rules.ts'
import { acknowledged, hasOwnProfile, MESSAGE_MS, paused, withdrawn } from './load-job.rules.ts'
import * as profile from './load-profile.rules.ts'
import { inOrder, type RunningSession, type SentLimit, type Standing } from './load-standing.rules.ts'

/** Sends one message to the node that holds the charger's socket. */
export type Send = (c: ChargerFacts, action: string, payload: object) => Promise<CommandOutcome>
/** `running`: the sessions that run at the charger now. */
export type Change = (s: Standing, running: readonly RunningSession[]) => Standing
/** A change that holds whatever runs there. */
export type PlainChange = (s: Standing) => Standing
/** The charger was taken over, or is not ours any more, or has restarted. */
export class TakenOver extends Error {}

/** A charger that a job has to itself. change: rejects once that is over. */
export type Charger = {
  facts: ChargerFacts
  told: profile.Told
  connectorIds: readonly number[]
  now: () => number
  send: (action: string, payload: object) => Promise<CommandOutcome>
  change: (to: Change) => Promise<Standing>
}

export const free: PlainChange = s => ({ ...s, busy: null })
/** Keeps the charger for one message more. */
export const goOn =
  (now: number): PlainChange =>
  s => ({ ...s, busy: s.busy && { ...s.busy, until: now + MESSAGE_MS } })
/** It did not do what it was asked: silent where it did not say so, refused where it did. */
export const put =
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
 * Tells a limit, connector by connector, each by a default profile and by one of its running session; it counts as
 * acknowledged when all of it is. False: it broke off. `then`: what else is kept once it is acknowledged.
 */
export async function tellAll(c: Charger, sent: SentLimit, then: PlainChange): Promise<boolean> {
  const { told, now, send, change } = c
  let s = await change(goOn(now()))
  const order = inOrder(s, sent.values)
  for (const [i, [connectorId, steps]] of order.entries()) {
    if (i > 0) s = await change(goOn(now()))
    const outcome = await send(
      'SetChargingProfile',
      profile.limitMessage(s, told, { connectorId, steps, now: now(), until: sent.lapsesAt }),
    )
    if (isTaken(outcome)) {
      if (await tellSession(c, sent, { connectorId, steps })) continue
      return false
    }
    // Where nothing of it was taken, nothing of it stands.
    await change(x => put(outcome, now())(fateOf(outcome) === 'refused' && i === 0 ? withdrawn(x, sent) : x))
    return false
  }
  await change((x, running) => then(acknowledged(x, sent, running)))
  return true
}

/** Sessions of which it is remembered that a profile of their own was refused. */
const MOST_REFUSED = 16
/**
 * Tells the running session of a connector its limit. A charger that takes no profiles of sessions is limited by its default
 * profiles alone; where one may stand for this session already, its refusal leaves the former limit standing. `isSafe`: it is
 * told its safe limit. False: it broke off.
 */
export async function tellSession(
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
      // Refused because the session is over: its profile went with it.
      hasEnded = isRefused && running.every(r => r.transactionId !== transactionId)
      if (hasEnded) return x
      const next = put(outcome, now())(x)
      return isRefused ? { ...next, pause: next.pause && { ...next.pause, transactionId } } : next
    })
    return hasEnded
  }
  await change(x => ({ ...x, refusedSessions: [...x.refusedSessions, transactionId].slice(-MOST_REFUSED) }))
  return true
}
