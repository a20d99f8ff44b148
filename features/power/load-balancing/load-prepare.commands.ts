// Installs the safe limit of a charger of load balancing, and reads it back to learn the charger's real fallback
// (D-SITE-4).

import { fateOf } from '#control/remote-operations/remote-operation.rules.ts'
import type { CommandOutcome } from '#platform/bus/bus.ts'
import { LIMIT_KEYS } from '#power/charging-profiles/profile-request.rules.ts'
import { type Job, paused } from './load-job.rules.ts'
import * as profile from './load-profile.rules.ts'
import {
  CARRIERS,
  type Carrier,
  LEASE_MS,
  type LoadStanding,
  nothingStands,
  type SentLimit,
  toldSessions,
} from './load-standing.rules.ts'
import { type Charger, free, goOn, isAnswer, putLimit, sendLimit, sendSessionLimit } from './load-tell.commands.ts'

const AMPERES_ONLY = 'Takes limits in amperes only, which of a DC charger say nothing about its supply'
const NO_PROFILES = 'Takes no charging profiles'
const ONE_LEVEL = 'Takes one charging profile at a time: it keeps its safe limit'

type Prepare = Extract<Job, { do: 'prepare' }>
/**
 * Installs the safe limit; on a charger that has restarted before anything else, since nothing limits it until then.
 */
export async function prepare(charger: Charger, job: Prepare): Promise<void> {
  const { now, change } = charger
  const isBoot = job.why === 'boot'
  let s = await change(goOn(now()))
  let end: End = 'refused'
  if (isBoot && s.carrier !== null) {
    const carriers = [s.carrier]
    let isKept = false
    if (s.readBack !== 'none') ({ s, isKept } = await readAfterBoot(charger, s))
    end = await installOne(charger, s, job, carriers)
    // The charger has its former limits, and takes no new ones.
    if (end === 'refused' && isKept) await change(x => ({ ...goOn(now())(x), lost: null }))
  }
  if (end === 'broken off') return
  const asked = await askUnits(charger)
  if (asked === undefined) return
  if (end === 'refused') {
    if (job.why === 'join' && !(await clearAll(charger))) return
    s = await change(goOn(now()))
    end = await installOne(charger, s, job, job.why === 'safe' && s.carrier !== null ? [s.carrier] : CARRIERS)
    if (end === 'broken off') return
    const note = charger.connectorIds.length > 0 ? NO_PROFILES : null
    if (end === 'refused') return void (await change(x => paused(free(x), 'refused', now(), note)))
  }
  await change(x => (asked.stacks ? { ...free(x), pause: null } : paused(free(x), 'refused', now(), ONE_LEVEL)))
}

/** Asks which units and levels the charger takes; undefined where it does not answer, or takes no unit that fits. */
async function askUnits({
  told,
  now,
  send,
  change,
}: Charger): Promise<{ s: LoadStanding; stacks: boolean } | undefined> {
  const asked = await send('GetConfiguration', { key: LIMIT_KEYS })
  if (!isAnswer(asked)) return void (await change(putLimit(asked, now())))
  const { rateUnits, stacks } = profile.profileAbilities(asked.kind === 'result' ? asked.payload : {})
  const s = await change(x => ({ ...goOn(now())(x), rateUnits }))
  if (profile.rateUnitOf(s, told) === undefined)
    return void (await change(x => paused(free(x), 'refused', now(), AMPERES_ONLY)))
  return { s, stacks }
}

/** Clears the profiles that others have left, which could lift a limit. False: the charger did not answer. */
async function clearAll({ now, send, change }: Charger): Promise<boolean> {
  const cleared = await send('ClearChargingProfile', {})
  if (!isAnswer(cleared)) {
    await change(putLimit(cleared, now()))
    return false
  }
  // A charger that cannot clear keeps its profiles.
  const isGone = cleared.kind === 'result'
  await change(x => ({ ...goOn(now())(x), ...(isGone && { limit: nothingStands(x.unit).limit }) }))
  return true
}

/**
 * Asks a charger that has restarted for its remaining limits. isKept: its safe limit stands, with or without sessions.
 */
async function readAfterBoot(c: Charger, before: LoadStanding): Promise<{ s: LoadStanding; isKept: boolean }> {
  const read = await readBack(c, before)
  const had = Math.max(before.safe.told ?? 0, before.safe.acknowledged ?? 0)
  const after = read?.after ?? null
  const isAsTold = after !== null && profile.isLimitAsSent(after, had, before.unit)
  const isKept = isAsTold && !hidesDefaults(c, before)
  const s = await c.change(x => {
    const on = goOn(c.now())(x)
    if (after === null || (isAsTold && !isKept)) return on
    return isKept
      ? { ...on, forgets: false }
      : { ...on, forgets: true, lost: x.lost && { ...x.lost, why: 'forgotten' } }
  })
  return { s, isKept }
}

type End = 'taken' | 'refused' | 'broken off'
/** Installs the safe limit by the first of these carriers that the charger takes. */
async function installOne(
  c: Charger,
  standing: LoadStanding,
  { why, share }: Prepare,
  carriers: readonly Carrier[],
): Promise<End> {
  const { now, change } = c
  for (const [i, carrier] of carriers.entries()) {
    let s = i === 0 ? standing : await change(goOn(now()))
    const end = await install(c, s, carrier, share)
    if (end === 'refused') continue
    if (end !== 'taken') {
      await change(putLimit(end, now()))
      return 'broken off'
    }
    if (!(await tellSessions(c, carrier, share))) return 'broken off'
    s = await change(x => ({
      ...goOn(now())(x),
      carrier,
      safe: { told: share, acknowledged: takenOf(x, why, share), unanswered: [] },
    }))
    if (s.lost !== null && !(await levelled(c, s, share))) return 'broken off'
    s = await change(x => ({ ...goOn(now())(x), lost: null }))
    if (why === 'join' || s.readBack !== 'none') await keepRead(c, s, share)
    return 'taken'
  }
  return 'refused'
}
/**
 * A running session may keep to the limits that stood when it began: each is told the safe limit in a profile of its
 * own before the safe limit counts. False: it broke off.
 */
async function tellSessions(c: Charger, carrier: Carrier, share: number): Promise<boolean> {
  const { facts, connectorIds, now } = c
  const s = await c.change(x => ({ ...goOn(now())(x), carrier }))
  const sessions = toldSessions(s, facts.connectors)
  const values = Object.fromEntries(connectorIds.map(id => [id, share]))
  const sent: SentLimit = {
    limit: share * connectorIds.length,
    shares: {},
    values,
    lapsesAt: now() + LEASE_MS,
    sessions,
  }
  for (const id of Object.keys(sessions).map(Number))
    if (!(await sendSessionLimit(c, sent, { connectorId: id, steps: share, isSafe: true }))) return false
  return true
}
/** Returns the safe limit to count with: a higher fallback reported by the charger counts until another is reported. */
const takenOf = (s: LoadStanding, why: Prepare['why'], share: number): number =>
  why !== 'join' && s.readBack === 'other' ? Math.max(share, s.safe.acknowledged ?? 0) : share

/**
 * Sends the safe limit to each connector: after a boot some may have lost their limits and others not, so that together
 * they would exceed every limit sent. Returns false where sending broke off. Sends nothing where every limit was
 * answered, the charger has one connector, or the station as a whole carries the limit.
 */
async function levelled(c: Charger, s: LoadStanding, share: number): Promise<boolean> {
  const { facts, connectorIds, now } = c
  if (s.limit.unanswered.length === 0 || connectorIds.length < 2 || s.carrier === 'station') return true
  const sent: SentLimit = {
    limit: share * connectorIds.length,
    shares: {},
    lapsesAt: now() + LEASE_MS,
    values: Object.fromEntries(connectorIds.map(id => [id, share])),
    sessions: toldSessions(s, facts.connectors),
    clockMs: Math.abs(facts.clockOffsetSec) * 1000,
  }
  await c.change(x => ({ ...x, limit: { ...x.limit, unanswered: [...x.limit.unanswered, sent] } }))
  return sendLimit(c, sent, goOn(now()))
}

/** Installs the safe limit by a carrier; the caller has just reserved the charger for the first message. */
async function install(
  c: Charger,
  s: LoadStanding,
  carrier: Carrier,
  share: number,
): Promise<'taken' | 'refused' | CommandOutcome> {
  const { told, connectorIds, now, send, change } = c
  const messages = profile.safeMessages(s, told, { carrier, share, connectorIds, now: now() })
  if (messages.length === 0) return 'refused'
  for (const [i, m] of messages.entries()) {
    if (i > 0) await change(goOn(now()))
    const outcome = await send('SetChargingProfile', m)
    const fate = fateOf(outcome)
    if (fate === 'refused' && isAnswer(outcome)) return 'refused'
    if (fate !== 'taken' && fate !== 'reboot') return outcome
  }
  return 'taken'
}

/** Returns the reported safe limit, the largest over its places; undefined where nothing certain is reported. */
async function readBack(
  { told, connectorIds, now, send, change }: Charger,
  s: LoadStanding,
): Promise<profile.Read | undefined> {
  const reads: profile.Read[] = []
  for (const [i, m] of profile.readMessages(s, told, connectorIds).entries()) {
    if (i > 0) await change(goOn(now()))
    const o = await send('GetCompositeSchedule', m)
    const of = { asked: m.connectorId, connectorCount: connectorIds.length, now: now() }
    const read = o.kind === 'result' ? profile.readBackOf(s, told, { ...of, payload: o.payload }) : undefined
    if (read === undefined) return undefined
    reads.push(read)
  }
  const isWhole = reads.every(r => r.after !== null)
  return {
    after: isWhole ? Math.max(...reads.map(r => r.after ?? 0)) : null,
    most: Math.max(...reads.map(r => r.most)),
  }
}
/** True where a running session may hide the default profiles below its own when they are read back. */
const hidesDefaults = ({ facts }: Charger, s: LoadStanding): boolean =>
  Object.keys(toldSessions(s, facts.connectors)).length > 0
/** Reads back the safe limit that the charger has just taken: a higher reported limit counts instead. */
async function keepRead(c: Charger, s: LoadStanding, share: number): Promise<void> {
  const read = await readBack(c, s)
  const isBare = s.limit.acknowledged === null && s.limit.unanswered.length === 0
  // An answer that ends early at least shows a higher limit, where no other limit stands above the safe limit.
  const steps = read?.after ?? (isBare && read && !profile.isLimitAsSent(read.most, share, s.unit) ? read.most : null)
  if (steps === null) return void (await c.change(goOn(c.now())))
  const isSame = profile.isLimitAsSent(steps, share, s.unit)
  if (isSame && hidesDefaults(c, s)) return void (await c.change(goOn(c.now())))
  await c.change(x => ({
    ...goOn(c.now())(x),
    readBack: isSame ? 'same' : 'other',
    safe: { told: share, acknowledged: isSame ? share : steps, unanswered: [] },
  }))
}
