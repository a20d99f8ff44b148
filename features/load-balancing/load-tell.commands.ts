// Tells a charger of load balancing something, one message after the other, each after the answer of the one before; what the
// answer means is committed at once (D-SITE-4, D-OCPP-8).
import type { CommandOutcome } from '../../platform/bus/bus.ts'
import { fateOf } from '../remote-operations/remote-operation.rules.ts'
import type { ChargerFacts } from './load-facts.rules.ts'
import { acknowledged, MESSAGE_MS, paused, withdrawn } from './load-job.rules.ts'
import * as profile from './load-profile.rules.ts'
import { inOrder, type SentLimit, type Standing } from './load-standing.rules.ts'

/** Sends one message to the node that holds the charger's socket. */
export type Send = (c: ChargerFacts, action: string, payload: object) => Promise<CommandOutcome>
export type Change = (s: Standing) => Standing
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

export const free: Change = s => ({ ...s, busy: null })
/** Keeps the charger for one message more. */
export const goOn =
  (now: number): Change =>
  s => ({ ...s, busy: s.busy && { ...s.busy, until: now + MESSAGE_MS } })
/** It did not do what it was asked: silent where it did not say so, refused where it did. */
export const put =
  (outcome: CommandOutcome, now: number, note: string | null = null): Change =>
  s =>
    paused(
      free(s),
      outcome.kind === 'result' || outcome.kind === 'error' || outcome.kind === 'bad-result' ? 'refused' : 'silent',
      now,
      note,
    )

export const isAnswer = (o: CommandOutcome): boolean => o.kind === 'result' || o.kind === 'error'

/**
 * Tells a limit, connector by connector; it counts as acknowledged when all of it is. False: it broke off. `then`: what else
 * is kept once it is acknowledged.
 */
export async function tellAll({ told, now, send, change }: Charger, sent: SentLimit, then: Change): Promise<boolean> {
  let s = await change(goOn(now()))
  const order = inOrder(s, sent.values)
  for (const [i, [connectorId, steps]] of order.entries()) {
    if (i > 0) s = await change(goOn(now()))
    const outcome = await send(
      'SetChargingProfile',
      profile.limitMessage(s, told, { connectorId, steps, now: now(), until: sent.lapsesAt }),
    )
    const fate = fateOf(outcome)
    if (fate === 'taken' || fate === 'reboot') continue
    // Where nothing of it was taken, nothing of it stands.
    await change(x => put(outcome, now())(fate === 'refused' && i === 0 ? withdrawn(x, sent) : x))
    return false
  }
  await change(x => then(acknowledged(x, sent)))
  return true
}
