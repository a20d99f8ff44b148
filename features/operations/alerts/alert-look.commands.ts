// Looks at all kinds of alerts: the sweep of each minute at everything, and looks at chargers that something has happened to.
import { minuteMs } from '@wattdesk/base/time'
import type { Services } from '#office/installation/services.ts'
import { act } from '#platform/audit/act.ts'
import * as audit from '#platform/audit/audit-log.ts'
import { sweep } from '#platform/jobs/sweep.ts'
import type { AlertKind } from './alert-kind.store.ts'
import { ALERT_KINDS } from './alert-kinds.store.ts'
import { type AlertTurn, kindsInUse, lookAt } from './alert-look.store.ts'
import { seedRules } from './alert-seed.store.ts'
import { tellAlerts } from './alert-tell.commands.ts'

type Needed = Pick<Services, 'db' | 'now' | 'timeZone' | 'bus' | 'log'>

/** When this process last looked at everything of a kind, and by which rules; forgotten with its services. */
const looked = new WeakMap<Needed['db'], Map<string, { at: Date; rules: string }>>()
/** Kinds whose figures change by the hour or day are looked at now and then, and at once where a rule has changed. */
function isDue({ db, now }: Needed, { id, everyMinutes = 0 }: AlertKind, rules: string): boolean {
  const last = looked.get(db)?.get(id)
  return !last || last.rules !== rules || now().getTime() - last.at.getTime() >= everyMinutes * minuteMs
}
function noteLook({ db }: Needed, kind: AlertKind, look: { at: Date; rules: string }): void {
  const of = looked.get(db) ?? new Map()
  looked.set(db, of.set(kind.id, look))
}

/** Looks at kinds one after the other, each in a transaction of its own: one that fails holds none of the others back. */
async function lookAtAll(
  services: Needed,
  kinds: readonly AlertKind[],
  chargers?: readonly number[],
): Promise<AlertTurn[]> {
  const { db, now, timeZone: zone, log } = services
  const used = new Map((await db.transaction().execute(kindsInUse)).map(u => [u.kind, u.rules]))
  const turns: AlertTurn[] = []
  for (const kind of kinds) {
    const rules = used.get(kind.id)
    if (rules === undefined || (!chargers && !isDue(services, kind, rules))) continue
    try {
      const at = now()
      const turned = await db.transaction().execute(trx => lookAt(trx, kind, { now: at, zone, chargers }))
      tellAlerts(services, turned, at)
      turns.push(...turned)
      if (!chargers) noteLook(services, kind, { at, rules })
    } catch (error) {
      log.error({ err: error, kind: kind.id }, 'A kind of alert could not be looked at')
    }
  }
  return turns
}

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
  return lookAtAll(services, ALERT_KINDS)
}

const WOKEN = ALERT_KINDS.filter(k => k.onNews !== 'nothing')
/** News of chargers are gathered for so long: a charger tells several things at once. */
const GATHERED_MS = 250
/** Without news there is nothing to look at. */
const IDLE_MS = 60_000
/** More chargers than this at once are left to the sweep: after a restart of the network everything is news. */
const MOST_WOKEN = 2000

/** Looks at chargers soon after something has happened to them. What is missed here the next sweep of each minute finds. */
export function alertWatch(services: Needed): { news: (chargepointPk: number) => void; close: () => Promise<void> } {
  const waiting = new Set<number>()
  const look = async (): Promise<void> => {
    const chargers = [...waiting].slice(0, MOST_WOKEN)
    waiting.clear()
    if (chargers.length > 0) await lookAtAll(services, WOKEN, chargers)
  }
  const onError = (error: unknown) => services.log.error({ err: error }, 'Alerts of chargers could not be looked at')
  const looks = sweep(look, { soonMs: GATHERED_MS, everyMs: IDLE_MS, onError })
  return {
    news: pk => {
      waiting.add(pk)
      looks.wake()
    },
    close: looks.close,
  }
}
