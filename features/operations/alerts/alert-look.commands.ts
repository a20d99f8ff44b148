// Looks at all kinds of alerts: the sweep of each minute at everything, and looks at chargers that something has happened to.
import type { Services } from '#office/installation/services.ts'
import { act } from '#platform/audit/act.ts'
import * as audit from '#platform/audit/audit-log.ts'
import { sweep } from '#platform/jobs/sweep.ts'
import type { AlertKind, AlertLook } from './alert-kind.store.ts'
import { ALERT_KINDS } from './alert-kinds.store.ts'
import { type AlertTurn, fleetSize, kindsInUse, kindsWithWork, lookAt } from './alert-look.store.ts'
import { dueOf, noteDone, type Rounds } from './alert-rounds.rules.ts'
import { seedRules } from './alert-seed.store.ts'
import { tellAlerts } from './alert-tell.commands.ts'

type Needed = Pick<Services, 'db' | 'now' | 'timeZone' | 'bus' | 'log'>

/** The rounds of this process, forgotten with its services. */
const roundsOf = new WeakMap<Needed['db'], Rounds>()
/** A sweep begins no further part after so long: it waits for the next. */
const PARTS_MS = 800

/** Brings the alerts of a kind up to now, in a transaction of its own: a kind that fails holds none of the others back. */
async function look(services: Needed, kind: AlertKind, what: Pick<AlertLook, 'chargers' | 'part'>) {
  const at = services.now()
  try {
    const turned = await services.db
      .transaction()
      .execute(trx => lookAt(trx, kind, { now: at, zone: services.timeZone, ...what }))
    tellAlerts(services, turned, at)
    return turned
  } catch (error) {
    services.log.error({ err: error, kind: kind.id }, 'A kind of alert could not be looked at')
    return undefined
  }
}

const NOW_AND_THEN = ALERT_KINDS.filter(k => k.everyMinutes)
const EACH_MINUTE = ALERT_KINDS.filter(k => !k.everyMinutes)

/** Looks at what is due of the kinds that are looked at now and then. */
async function lookAtParts(services: Needed, used: ReadonlyMap<string, string>): Promise<AlertTurn[]> {
  const rounds = roundsOf.get(services.db) ?? new Map()
  roundsOf.set(services.db, rounds)
  const chargers = await services.db.transaction().execute(fleetSize)
  const begun = performance.now()
  const turns: AlertTurn[] = []
  for (const kind of NOW_AND_THEN) {
    const rules = used.get(kind.id)
    if (rules === undefined) continue
    for (let first = true; first || performance.now() - begun < PARTS_MS; first = false) {
      const part = dueOf(rounds, kind, { rules, chargers, now: services.now() })
      const turned = part && (await look(services, kind, kind.inParts ? { part } : {}))
      if (!turned) break
      noteDone(rounds, kind)
      turns.push(...turned)
    }
  }
  return turns
}

const kindsNow = async ({ db }: Needed): Promise<Map<string, string>> =>
  new Map((await db.transaction().execute(kindsInUse)).map(u => [u.kind, u.rules]))

/** Gives operators without rules those that every company begins with. */
const seed = (services: Needed) =>
  act(services, async trx => {
    const seeded = await seedRules(trx, services.now())
    const entries = seeded.map(({ alertRuleId, teamId, name, kind }) => {
      return { action: 'create', feature: 'Alert', recordId: alertRuleId, teamId, after: { name, kind } }
    })
    await audit.writeMany(trx, audit.byProduct('Alerts'), entries)
  })

/** Brings every alert up to now. */
export async function sweepAlerts(services: Needed): Promise<AlertTurn[]> {
  await seed(services)
  const used = await kindsNow(services)
  const turns: AlertTurn[] = []
  for (const kind of EACH_MINUTE) if (used.has(kind.id)) turns.push(...((await look(services, kind, {})) ?? []))
  return [...turns, ...(await lookAtParts(services, used))]
}

const WOKEN = ALERT_KINDS.filter(k => k.onNews !== 'nothing')
/** Looks at chargers that something has happened to. */
async function lookAtChargers(services: Needed, chargers: readonly number[]): Promise<void> {
  const what = { now: services.now(), zone: services.timeZone, chargers }
  const kinds = await services.db.transaction().execute(trx => kindsWithWork(trx, WOKEN, what))
  for (const kind of WOKEN) if (kinds.has(kind.id)) await look(services, kind, { chargers })
}

/** News of chargers are gathered for so long: a charger tells several things at once. */
const GATHERED_MS = 250
/** A charger that tells one thing after the other is looked at so seldom: whoever charges changes all the time. */
const APART_MS = 750
/** Without news there is nothing to look at. */
const IDLE_MS = 60_000
/** More chargers than this at once are left to the sweep: after a restart of the network everything is news. */
const MOST_WOKEN = 2000

/** Looks at chargers soon after something has happened to them. What is missed here the next sweep of each minute finds. */
export function alertWatch(services: Needed): { news: (chargepointPk: number) => void; close: () => Promise<void> } {
  const waiting = new Set<number>()
  /** When the chargers were looked at that must not be looked at again yet. */
  const lookedAt = new Map<number, number>()
  const takeDue = (): number[] => {
    const nowMs = performance.now()
    for (const [pk, ms] of lookedAt) if (nowMs - ms >= APART_MS) lookedAt.delete(pk)
    const due = [...waiting].filter(pk => !lookedAt.has(pk))
    for (const pk of due) waiting.delete(pk)
    const chargers = due.slice(0, MOST_WOKEN)
    for (const pk of chargers) lookedAt.set(pk, nowMs)
    return chargers
  }
  const lookAtWaiting = async (): Promise<void> => {
    const chargers = takeDue()
    if (waiting.size > 0) looks.wake()
    if (chargers.length > 0) await lookAtChargers(services, chargers)
  }
  const onError = (error: unknown) => services.log.error({ err: error }, 'Alerts of chargers could not be looked at')
  const looks = sweep(lookAtWaiting, { soonMs: GATHERED_MS, everyMs: IDLE_MS, onError })
  return {
    news: pk => {
      waiting.add(pk)
      looks.wake()
    },
    close: looks.close,
  }
}
