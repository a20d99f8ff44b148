// Carries out the decision for a charger of load balancing, and clears the profiles of a charger that is balanced no
// more. A job stops sending when another node took the charger over, or the charger has restarted (D-SITE-4, D-OCPP-8).
import { randomUUID } from 'node:crypto'
import type { Services } from '#office/installation/services.ts'
import * as store from './load.store.ts'
import { phasesOfCharger } from './load-facts.rules.ts'
import { LONGEST_CALL_MS } from './load-job.rules.ts'
import { prepare } from './load-prepare.commands.ts'
import * as profile from './load-profile.rules.ts'
import type { Task } from './load-site.commands.ts'
import { type LoadStanding, nothingStands } from './load-standing.rules.ts'
import {
  type Change,
  type Charger,
  free,
  isAnswer,
  putLimit,
  type Send,
  sendLimit,
  TakenOver,
} from './load-tell.commands.ts'

/** Never rejects because of a charger; `task` ends with the charger free for the next decision. */
export async function runJob(services: Services, send: Send, { facts, job, token, unit }: Task): Promise<void> {
  const now = () => services.now().getTime()
  const change = async (to: Change): Promise<LoadStanding> => {
    const next = await services.db.transaction().execute(async trx => {
      const held = await store.holdCharger(trx, facts.pk)
      if (held?.standing.busy?.token !== token) return undefined
      const s: LoadStanding = { ...nothingStands(unit), ...held.standing }
      // If the site has another unit by now, the steps of this job would be misread. If the charger has restarted
      // since, its answer says nothing about the limits there now. In both cases the sent limit stays unanswered.
      const isTrue = s.unit === unit && held.bootAt === facts.bootAt
      const changed = isTrue ? to(s, held.sessions) : free(s)
      await store.keepCharger(trx, facts.pk, changed)
      return isTrue ? changed : undefined
    })
    if (!next) throw new TakenOver()
    return next
  }
  const told: profile.ChargerTraits = {
    type: facts.type,
    phases: phasesOfCharger(facts),
    clockOffsetSec: facts.clockOffsetSec,
  }
  const charger: Charger = {
    facts,
    told,
    now,
    change,
    connectorIds: facts.connectors.map(n => n.connectorId),
    send: (action, payload) => send(facts, action, payload),
  }
  try {
    if (job.do === 'limit') await sendLimit(charger, job.sent, free)
    else await prepare(charger, job)
  } catch (error) {
    if (!(error instanceof TakenOver)) throw error
  }
}

/** Clears the profiles of a charger that no longer stands at a balanced site; repeated where it does not answer. */
export async function clearCharger(services: Services, send: Send, stray: store.Stray): Promise<void> {
  const now = () => services.now().getTime()
  const token = randomUUID()
  const mark = (to: Change) =>
    services.db.transaction().execute(async trx => {
      const held = await store.holdCharger(trx, stray.pk)
      if (held) await store.keepCharger(trx, stray.pk, to(held.standing, held.sessions))
    })
  const messages = profile.clearMessages(
    stray.standing,
    stray.connectors.map(n => n.connectorId),
  )
  // From here on no limit is certain to stand: a site that takes the charger meanwhile installs all limits again.
  await mark(s => ({
    ...s,
    busy: { token, until: now() + messages.length * LONGEST_CALL_MS, connectionNo: stray.connectionNo },
    safe: { ...s.safe, acknowledged: null },
  }))
  for (const m of messages) {
    const outcome = await send(stray, 'ClearChargingProfile', m)
    // An unknown profile is as good as a cleared one: it is not there.
    if (!isAnswer(outcome)) return mark(s => (s.busy?.token === token ? putLimit(outcome, now())(s) : s))
  }
  await mark(s => (s.busy?.token === token ? free(s) : s))
  await store.forgetIfStray(services.db, stray.pk)
}
