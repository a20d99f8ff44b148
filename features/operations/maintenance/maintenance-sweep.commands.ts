// Begins and ends planned maintenances at their times, at each charger in a transaction of its own: what a crash leaves undone
// the next run does, and nothing is done twice. Running sessions are let end; reservations are cancelled, and their drivers are
// told (MAINT-01, MAINT-02).
import { languageOf } from '@wattdesk/words/language'
import { wordsOf } from '@wattdesk/words/words'
import { stateOf } from '#control/reservations/reservation.rules.ts'
import { reservationsOfCharger } from '#control/reservations/reservation.store.ts'
import { GOES_ON, stepsBack, stepsOut } from '#fleet/maintenance/maintenance.rules.ts'
import { turnStates } from '#fleet/maintenance/maintenance.store.ts'
import * as chargers from '#fleet/maintenance/maintenance-charger.store.ts'
import * as steps from '#fleet/maintenance/maintenance-step.store.ts'
import type { Services } from '#office/installation/services.ts'
import { postPushes } from '#office/mail/mail.store.ts'
import { act } from '#platform/audit/act.ts'
import * as audit from '#platform/audit/audit-log.ts'
import type { Trx } from '#platform/db/db.ts'
import { auditIdOf } from './maintenance.contract.ts'
import { BY_MAINTENANCE, tellDue } from './maintenance-tell.commands.ts'
import { reserverOf } from './reserver.store.ts'

/** Chargers of one run; the others follow in the next. */
const AT_ONCE = 500
const NOT_RUN = 'The product did not run at the time'
const GONE = 'The charge point was deleted, or has moved to another company'

type Due = chargers.DueCharger

/** Brings all maintenances up to now, and tells chargers what is due; `answered` resolves with their last answer. */
export async function sweepMaintenance(services: Services): Promise<{ answered: Promise<unknown> }> {
  await turn(services)
  const now = services.now()
  // First those that begin: what one maintenance hands over to the next is not put back into service between them.
  await each(services, await chargers.dueToBegin(services.db, now, AT_ONCE), begin)
  await each(services, await chargers.dueToEnd(services.db, now, AT_ONCE), end)
  await chargers.keepSettingBack(services.db, now)
  await steps.repeatForgotten(services.db, now)
  return tellDue(services)
}

/** The states of windows, each with its entry in the audit log. */
const turn = (services: Services) =>
  act(services, async trx => {
    const turned = await turnStates(trx, services.now())
    const entries = turned.map(({ maintenanceId, teamId, from, to }) => {
      const of = { action: 'update', feature: 'ChargerPoint', recordId: auditIdOf(maintenanceId), teamId }
      return { ...of, before: { state: from }, after: { state: to } }
    })
    await audit.writeMany(trx, audit.byProduct(BY_MAINTENANCE), entries)
  })

async function each(
  services: Services,
  due: readonly Due[],
  deed: (services: Services, trx: Trx, d: Due) => Promise<void>,
): Promise<void> {
  for (const d of due)
    try {
      await act(services, async (trx, then) => {
        await deed(services, trx, d)
        then(() => {
          services.bus.changed({ what: 'charger', chargepointPk: d.pk })
          services.bus.news([d.pk])
        })
      })
    } catch (error) {
      services.log.error({ err: error, ...d }, 'A planned maintenance could not be begun or ended at a charge point')
    }
}

async function begin(services: Services, trx: Trx, d: Due): Promise<void> {
  const now = services.now()
  const c = await chargers.holdCharger(trx, d)
  if (!c || c.begunAt || c.plannedFrom > now) return
  if (c.hasLeft) return void (await chargers.markFinished(trx, d, now, GONE))
  // The time was planned all the same, and nothing is to be told of it any more.
  if (c.plannedTo <= now) return void (await chargers.finishUnbegun(trx, d, now, NOT_RUN))
  await chargers.markBegun(trx, d, now)
  // Told first: out of service, a charger gives its reservations up by itself, and has nothing left to cancel.
  await cancelReservations(services, trx, d, c, now)
  if (c.setsInoperative) {
    const ours = await steps.takeOver(trx, d, GOES_ON)
    const { byHand, wholeStatus } = c
    await steps.addSteps(trx, d, 'out', stepsOut({ byHand, wholeStatus, connectors: c.connectors ?? [], ours }), now)
  }
}

async function cancelReservations(services: Services, trx: Trx, d: Due, c: chargers.HeldCharger, now: Date) {
  const all = await reservationsOfCharger(trx, d.pk, new Date(0))
  const standing = all.filter(r => ['asked', 'reserved', 'unknown'].includes(stateOf(r, now)) && r.expiresAt > now)
  const told = standing.map(r => ({ number: r.reservationId, state: 'pending' as const, note: null }))
  await steps.addSteps(trx, d, 'reservation', told, now)
  for (const r of standing) {
    const reserver = await reserverOf(trx, c.companyId, r.idTag)
    if (!reserver) continue
    const { letters, closing } = wordsOf(languageOf(reserver.language, undefined))
    // A charger that nobody has said anything about is closed for planned maintenance, which its usual text says.
    const text =
      c.driverText === null
        ? letters.reservationCancelled({ charger: c.chargepointId, text: closing.closed })
        : letters.reservationPlanned({ charger: c.chargepointId, text: c.driverText })
    await postPushes(trx, services.jobs, [{ deviceId: reserver.deviceId, title: reserver.title, text }])
  }
}

async function end(services: Services, trx: Trx, d: Due): Promise<void> {
  const now = services.now()
  const c = await chargers.holdCharger(trx, d)
  if (!c?.begunAt || (c.plannedTo > now && !c.hasLeft)) return
  const out = await steps.stepsOf(trx, d, 'out')
  const personOut = await steps.takenOutByPeople(trx, d.pk, c.begunAt)
  const keptOut = await steps.keptOut(trx, d)
  await steps.addSteps(trx, d, 'back', stepsBack(out, { byHand: c.byHand, personOut, keptOut }), now)
  await steps.skipSteps(trx, d, 'out', 'Not told before the end')
  await chargers.markFinished(trx, d, now, c.hasLeft ? GONE : null)
}
