// Carries out what was decided for a charger of load balancing: its messages go out one after the other, each after the answer
// of the one before, and what the answer means is committed at once. Whoever finds that somebody else took the charger over
// sends nothing more (D-SITE-4, D-OCPP-8).
import { randomUUID } from 'node:crypto'
import type { CommandOutcome } from '../../platform/bus/bus.ts'
import type { Services } from '../../platform/services.ts'
import { LIMIT_KEYS } from '../charging-profiles/profile-request.rules.ts'
import { fateOf } from '../remote-operations/remote-operation.rules.ts'
import * as store from './load.store.ts'
import { type ChargerFacts, phasesOfCharger } from './load-facts.rules.ts'
import { acknowledged, type Job, MESSAGE_MS, paused, withdrawn } from './load-job.rules.ts'
import * as profile from './load-profile.rules.ts'
import type { Task } from './load-site.commands.ts'
import { CARRIERS, type Carrier, inOrder, nothingStands, type SentLimit, type Standing } from './load-standing.rules.ts'

/** Sends one message to the node that holds the charger's socket. */
export type Send = (c: ChargerFacts, action: string, payload: object) => Promise<CommandOutcome>
type Change = (s: Standing) => Standing
/** The charger was taken over, or is not ours any more. */
class TakenOver extends Error {}

const AMPERES_ONLY = 'Takes limits in amperes only, which of a DC charger say nothing about its supply'
const NO_PROFILES = 'Takes no charging profiles'
const ONE_LEVEL = 'Takes one charging profile at a time: it keeps its safe limit'

/** Never rejects for what a charger does; `task` ends with the charger free for the next decision. */
export async function runJob(services: Services, send: Send, { facts, job, token, unit }: Task): Promise<void> {
  const now = () => services.now().getTime()
  const change = async (to: Change): Promise<Standing> => {
    const next = await services.db.transaction().execute(async trx => {
      const s = await store.holdCharger(trx, facts.pk)
      if (s?.busy?.token !== token) return undefined
      // Its site has another unit by now: the steps of this job would be read as others. What was sent stays unanswered.
      const changed = s.unit === unit ? to(s) : free(s)
      await store.keepCharger(trx, facts.pk, changed)
      return s.unit === unit ? changed : undefined
    })
    if (!next) throw new TakenOver()
    return next
  }
  const told: profile.Told = { type: facts.type, phases: phasesOfCharger(facts), clockOffsetSec: facts.clockOffsetSec }
  const charger: Charger = {
    ...{ facts, told, now, change },
    connectorIds: facts.connectors.map(n => n.connectorId),
    send: (action, payload) => send(facts, action, payload),
  }
  try {
    if (job.do === 'limit') await tellLimit(charger, job.sent)
    else if (job.do === 'prepare') await prepare(charger, job)
  } catch (error) {
    if (!(error instanceof TakenOver)) throw error
  }
}

type Charger = {
  facts: ChargerFacts
  told: profile.Told
  connectorIds: readonly number[]
  now: () => number
  send: (action: string, payload: object) => Promise<CommandOutcome>
  change: (to: Change) => Promise<Standing>
}

const free: Change = s => ({ ...s, busy: null })
/** Keeps the charger for one message more. */
const goOn =
  (now: number): Change =>
  s => ({ ...s, busy: s.busy && { ...s.busy, until: now + MESSAGE_MS } })
/** It did not do what it was asked: silent where it did not say so, refused where it did. */
const put =
  (outcome: CommandOutcome, now: number, note: string | null = null): Change =>
  s =>
    paused(
      free(s),
      outcome.kind === 'result' || outcome.kind === 'error' || outcome.kind === 'bad-result' ? 'refused' : 'silent',
      now,
      note,
    )

/** Tells a limit, connector by connector; it counts as acknowledged when all of it is. */
async function tellLimit({ told, now, send, change }: Charger, sent: SentLimit): Promise<void> {
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
    return
  }
  await change(x => free(acknowledged(x, sent)))
}

const isAnswer = (o: CommandOutcome): boolean => o.kind === 'result' || o.kind === 'error'

async function prepare(c: Charger, { why, share }: Extract<Job, { do: 'prepare' }>): Promise<void> {
  const { facts, told, connectorIds, now, send, change } = c
  const asked = await send('GetConfiguration', { key: LIMIT_KEYS })
  if (!isAnswer(asked)) return void (await change(put(asked, now())))
  const { rateUnits, stacks } = profile.takesOf(asked.kind === 'result' ? asked.payload : {})
  let s = await change(x => ({ ...goOn(now())(x), rateUnits }))
  if (profile.rateUnitOf(s, told) === undefined)
    return void (await change(x => paused(free(x), 'refused', now(), AMPERES_ONLY)))
  if (why === 'join') {
    // What others have left there could lift a limit.
    const cleared = await send('ClearChargingProfile', {})
    if (!isAnswer(cleared)) return void (await change(put(cleared, now())))
    s = await change(x => ({ ...goOn(now())(x), limit: nothingStands(x.unit).limit }))
  }
  if (why === 'boot' && s.readBack === 'same') {
    const read = await readBack(c, s)
    if (read !== undefined && !profile.isAsTold(read, share, s.unit))
      s = await change(x => ({ ...goOn(now())(x), readBack: 'forgotten' }))
    else s = await change(goOn(now()))
  }
  const carriers: readonly Carrier[] = why === 'join' || s.carrier === null ? CARRIERS : [s.carrier]
  for (const carrier of carriers) {
    const end = await install(c, s, carrier, share)
    if (end === 'taken') {
      s = await change(x => ({
        ...goOn(now())(x),
        ...{ carrier, bootAt: facts.bootAt, safe: { told: share, acknowledged: share, unanswered: [] } },
      }))
      if (why === 'join') s = await keepRead(c, s, share)
      await change(x => (stacks ? { ...free(x), pause: null } : paused(free(x), 'refused', now(), ONE_LEVEL)))
      return
    }
    if (end !== 'refused') return void (await change(put(end, now())))
  }
  await change(x => paused(free(x), 'refused', now(), connectorIds.length > 0 ? NO_PROFILES : null))
}

/** Installs the safe limit the way of a carrier. */
async function install(
  c: Charger,
  s: Standing,
  carrier: Carrier,
  share: number,
): Promise<'taken' | 'refused' | CommandOutcome> {
  const { told, connectorIds, now, send, change } = c
  const messages = profile.safeMessages(s, told, { carrier, share, connectorIds, now: now() })
  if (messages.length === 0) return 'refused'
  for (const m of messages) {
    await change(goOn(now()))
    const outcome = await send('SetChargingProfile', m)
    const fate = fateOf(outcome)
    if (fate === 'refused' && isAnswer(outcome)) return 'refused'
    if (fate !== 'taken' && fate !== 'reboot') return outcome
  }
  return 'taken'
}

/** What it says of its safe limit; undefined where it tells nothing of use. */
async function readBack({ told, connectorIds, send }: Charger, s: Standing): Promise<number | undefined> {
  const o = await send('GetCompositeSchedule', profile.readMessage(s, told, connectorIds))
  return o.kind === 'result' ? profile.readBackOf(s, told, o.payload, connectorIds.length) : undefined
}
/** Reads the safe limit back, with no other limit above it: where the charger says more, that much counts. */
async function keepRead(c: Charger, s: Standing, share: number): Promise<Standing> {
  const read = await readBack(c, s)
  if (read === undefined) return s
  const isSame = profile.isAsTold(read, share, s.unit)
  return c.change(x => ({
    ...goOn(c.now())(x),
    readBack: isSame ? 'same' : 'other',
    safe: { told: share, acknowledged: isSame ? share : read, unanswered: [] },
  }))
}

/** Clears what was installed at a charger that stands at no balanced site any more; tried again where it does not answer. */
export async function clearCharger(services: Services, send: Send, stray: store.Stray): Promise<void> {
  const now = () => services.now().getTime()
  const token = randomUUID()
  const mark = (to: Change) =>
    services.db.transaction().execute(async trx => {
      const s = await store.holdCharger(trx, stray.pk)
      if (s) await store.keepCharger(trx, stray.pk, to(s))
    })
  const messages = profile.clearMessages(
    stray.standing,
    stray.connectors.map(n => n.connectorId),
  )
  // From here on nothing is certain to stand: a site that takes the charger meanwhile installs all of it anew.
  await mark(s => ({
    ...s,
    busy: { token, until: now() + messages.length * MESSAGE_MS, connectionNo: stray.connectionNo },
    safe: { ...s.safe, acknowledged: null },
  }))
  for (const m of messages) {
    const outcome = await send(stray, 'ClearChargingProfile', m)
    // Unknown is as good: it is not there.
    if (!isAnswer(outcome)) return mark(s => (s.busy?.token === token ? put(outcome, now())(s) : s))
  }
  await mark(s => (s.busy?.token === token ? free(s) : s))
  await store.forgetIfStray(services.db, stray.pk)
}
