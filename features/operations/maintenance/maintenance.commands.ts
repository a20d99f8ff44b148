// What people do with planned maintenance: plan, change, cancel, end and correct it, each with its entry in the audit log
// (MAINT-01). A charger is in one maintenance at a time.
import { formatDateTime, zoneName, zoneNamed } from '@wattdesk/base/time'
import { fail, found } from '@wattdesk/wire/route'
import { beganNow, endRefusal, runningFaults, timeFaults } from '#fleet/maintenance/maintenance.rules.ts'
import * as store from '#fleet/maintenance/maintenance.store.ts'
import { CORRECTED_DAYS } from '#fleet/maintenance/maintenance.words.ts'
import * as chargers from '#fleet/maintenance/maintenance-charger.store.ts'
import { retryRejected } from '#fleet/maintenance/maintenance-step.store.ts'
import type { Services } from '#office/installation/services.ts'
import { type Scope, teamScope } from '#platform/access/scope.ts'
import { type AfterCommit, act, type Caller } from '#platform/audit/act.ts'
import * as audit from '#platform/audit/audit-log.ts'
import { demandUnchanged } from '#platform/audit/changed.ts'
import type { Values } from '#platform/audit/values.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { auditIdOf, type Maintenance, maintenanceRecord } from './maintenance.contract.ts'
import { shown } from './maintenance.reply.ts'
import type { MaintenanceBody, RealTimes } from './maintenance-body.contract.ts'
import { isSameSelection, selected } from './maintenance-selection.commands.ts'

const MISSING = 'Maintenance not found'
const one = async (db: Db | Trx, scope: Scope, id: number): Promise<store.MaintenanceRow> =>
  found(await store.get(db, scope, id), MISSING)
export const readMaintenance = async (db: Db, scope: Scope, id: number): Promise<Maintenance> =>
  shown(await one(db, scope, id))

/** What the audit log tells of a maintenance. */
const valuesOf = (row: store.MaintenanceRow): Values => {
  const { reason, state, starts_at, ends_at, sets_inoperative, driver_text, view_name, chargers_count, endedAt } =
    shown(row)
  const named = { charge_points: row.chargerNames, sites: row.siteNames }
  return {
    reason,
    state,
    starts_at,
    ends_at,
    sets_inoperative,
    driver_text,
    chargers_count,
    ...named,
    view_name,
    endedAt,
  }
}
const demandNone = (faults: Readonly<Record<string, string>>): void => {
  const [first] = Object.values(faults)
  if (first !== undefined) fail(422, first, { ...faults })
}

/** Whoever keeps the chargers in memory reads them again, and what waits for news of them looks. */
const tellChargers = ({ bus }: Pick<Services, 'bus'>, then: AfterCommit, pks: readonly number[]): void =>
  then(() => {
    for (const chargepointPk of pks) bus.changed({ what: 'charger', chargepointPk })
    bus.news(pks)
  })

/** The clock of the reader's form, by which it shows all times; else that of the installation. */
const zoneOf = ({ timeZone }: Pick<Services, 'timeZone'>, { clock }: { clock?: string | undefined }): string =>
  (clock && zoneNamed(clock)) || timeZone
/** `zone`: of the times in the refusal. */
type Time = { from: Date; to: Date; but: number | null; zone: string }
/** Refuses chargers that are in another maintenance at the time. */
async function demandFree(trx: Trx, pks: readonly number[], { zone, ...t }: Time) {
  const overlap = await store.overlapOf(trx, pks, t)
  if (!overlap) return
  const { chargepointId, reason, from, to, n, maintenanceId } = overlap
  const more = n > 1 ? ` and ${n - 1} more are` : ' is'
  const when = `from ${formatDateTime(from, zone)} to ${formatDateTime(to, zone)} (${zoneName(zone)})`
  const text = `${chargepointId}${more} already in maintenance ${maintenanceId} “${reason}” ${when}: choose another time or other charge points`
  fail(409, text, { chargers: text })
}

const columnsOf = (body: MaintenanceBody, startsAt: Date, endsAt: Date) => ({
  startsAt,
  endsAt,
  chargerPks: body.chargers,
  zoneIds: body.sites,
  viewId: body.view_id,
})

/** A new maintenance of the team of the call. */
export const createMaintenance = (services: Services, caller: Caller, body: MaintenanceBody): Promise<Maintenance> =>
  act(services, async (trx, then) => {
    const { who, by } = caller
    const { teamId } = caller.scope
    const { scope } = await teamScope(trx, who, teamId, 'ChargerPoint.update')
    const now = services.now()
    const startsAt = beganNow(new Date(body.starts_at), now)
    const endsAt = new Date(body.ends_at)
    demandNone(timeFaults({ startsAt, endsAt }, now))
    await store.holdPlans(trx)
    const { pks, viewName } = await selected(services, trx, { who, scope }, body)
    await demandFree(trx, pks, { from: startsAt, to: endsAt, but: null, zone: zoneOf(services, body) })
    const beside = { ...columnsOf(body, startsAt, endsAt), viewName, createdBy: who.userId, createdAt: now }
    const id = await store.create(trx, body, { ...beside, teamId })
    await chargers.setChargers(trx, id, pks, { from: startsAt, to: endsAt })
    const row = await one(trx, scope, id)
    await audit.write(trx, by, { ...entryOf(row), action: 'create', after: valuesOf(row) })
    tellChargers(services, then, pks)
    return shown(row)
  })
const entryOf = (row: store.MaintenanceRow) => ({
  feature: 'ChargerPoint',
  recordId: auditIdOf(row.maintenanceId),
  teamId: row.teamId,
})

type Deed = (trx: Trx, before: store.MaintenanceRow, now: Date) => Promise<unknown>
/** Changes a maintenance of the scope: locked, as the caller knows it, with its entry. */
const change = (services: Services, caller: Caller, id: number, deed: Deed): Promise<Maintenance> =>
  act(services, async (trx, then) => {
    await store.holdPlans(trx)
    await store.lock(trx, id)
    const before = await one(trx, caller.scope, id)
    await demandUnchanged(trx, caller, maintenanceRecord, auditIdOf(id), () => shown(before))
    const were = await chargers.pksOf(trx, id)
    await deed(trx, before, services.now())
    const after = await one(trx, caller.scope, id)
    const entry = { ...entryOf(after), action: 'update', before: valuesOf(before), after: valuesOf(after) }
    await audit.write(trx, caller.by, entry)
    tellChargers(services, then, [...new Set([...were, ...(await chargers.pksOf(trx, id))])])
    return shown(after)
  })
/** The sweep may not have seen yet that it has begun or is over. */
const stateAt = (row: store.MaintenanceRow, now: Date): store.MaintenanceRow['state'] => {
  if (row.state === 'Ended' || row.state === 'Cancelled') return row.state
  return row.endsAt <= now ? 'Ended' : row.startsAt <= now ? 'Running' : 'Planned'
}
const demandOpen = (row: store.MaintenanceRow, deed: 'change' | 'cancel' | 'end', now: Date) => {
  const state = stateAt(row, now)
  const refusal = endRefusal(state, deed)
  if (refusal) fail(409, refusal)
  return state
}

export const updateMaintenance = (services: Services, caller: Caller, id: number, body: MaintenanceBody) =>
  change(services, caller, id, async (trx, before, now) => {
    const isRunning = demandOpen(before, 'change', now) === 'Running'
    const { scope } = await teamScope(trx, caller.who, before.teamId, 'ChargerPoint.update')
    const asked = new Date(body.starts_at)
    const startsAt = asked.getTime() === before.startsAt.getTime() ? asked : beganNow(asked, now)
    const endsAt = new Date(body.ends_at)
    const was = { chargers: before.chargerPks ?? [], sites: before.zoneIds ?? [], view_id: before.viewId }
    const isSame = isSameSelection(was, body)
    if (isRunning)
      demandNone(runningFaults(before, { startsAt, setsInoperative: body.sets_inoperative as boolean }, isSame))
    demandNone(timeFaults({ startsAt, endsAt }, now, { hasBegun: isRunning }))
    const kept = { pks: await chargers.pksOf(trx, id), viewName: before.viewName }
    const { pks, viewName } = isSame ? kept : await selected(services, trx, { who: caller.who, scope }, body)
    await demandFree(trx, pks, { from: startsAt, to: endsAt, but: id, zone: zoneOf(services, body) })
    await store.update(trx, id, body, { ...columnsOf(body, startsAt, endsAt), viewName })
    if (isRunning) await chargers.setEnd(trx, id, endsAt)
    else await chargers.setChargers(trx, id, pks, { from: startsAt, to: endsAt })
  })

export const cancelMaintenance = (services: Services, caller: Caller, id: number) =>
  change(services, caller, id, async (trx, before, now) => {
    demandOpen(before, 'cancel', now)
    await store.close(trx, id, { state: 'Cancelled', at: now, userId: caller.who.userId, endsAt: before.endsAt })
    await chargers.dropTimes(trx, id, now)
  })

/** What was done counts: the planned time ends now, and chargers are told by the next sweep. */
export const endMaintenance = (services: Services, caller: Caller, id: number) =>
  change(services, caller, id, async (trx, before, now) => {
    demandOpen(before, 'end', now)
    // A window has a length, even where it is ended at the moment of its start.
    const endsAt = new Date(Math.max(now.getTime(), before.startsAt.getTime() + 1))
    await store.close(trx, id, { state: 'Ended', at: now, userId: caller.who.userId, endsAt })
    await chargers.setEnd(trx, id, endsAt)
  })

const DAY_MS = 86_400_000
const tooEarly = (planned: Date, zone: string): string =>
  `It was planned on ${formatDateTime(planned, zone)} (${zoneName(zone)}): the work may have begun a day before that at most`
const TOO_LATE = `The times can be corrected for ${CORRECTED_DAYS} days after the end`
export const correctMaintenance = (services: Services, caller: Caller, id: number, body: RealTimes) =>
  change(services, caller, id, async (trx, before, now) => {
    if (stateAt(before, now) !== 'Ended') fail(409, 'Only a maintenance that has ended can be corrected')
    if (now.getTime() - (before.endedAt ?? before.endsAt).getTime() > CORRECTED_DAYS * DAY_MS) fail(409, TOO_LATE)
    const [startsAt, endsAt] = [new Date(body.starts_at), new Date(body.ends_at)]
    // Time that nobody had planned is no planned time.
    const least = before.createdAt.getTime() - DAY_MS
    if (endsAt > now) demandNone({ ends_at: 'Must not be in the future' })
    if (startsAt.getTime() < least) demandNone({ starts_at: tooEarly(before.createdAt, zoneOf(services, body)) })
    // Judged as of its own start: only the order and the length are left to be wrong.
    demandNone(timeFaults({ startsAt, endsAt }, startsAt))
    await demandFree(trx, await chargers.pksOf(trx, id), {
      from: startsAt,
      to: endsAt,
      but: id,
      zone: zoneOf(services, body),
    })
    await store.correct(trx, id, { startsAt, endsAt, at: now })
    await chargers.correctTimes(trx, id, { from: startsAt, to: endsAt })
  })

export const tellAgain = (services: Services, { by, scope }: Caller, id: number): Promise<{ again: number }> =>
  act(services, async trx => {
    await store.lock(trx, id)
    const row = await one(trx, scope, id)
    const again = await retryRejected(trx, id, services.now())
    if (again > 0) await audit.write(trx, by, { ...entryOf(row), action: 'tell-again', after: { again } })
    return { again }
  })
