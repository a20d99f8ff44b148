// Setting and ending maintenance by hand (D-LIVE-3): the state, the task for a connected charger, and the audit entry,
// together.
import { randomUUID } from 'node:crypto'
import { fail, found } from '@wattdesk/wire/route'
import { plainRequest } from '#control/remote-operations/operation-request.commands.ts'
import { ANSWER_MS } from '#control/remote-operations/remote-operation.rules.ts'
import { announceTask, type Run, runTask } from '#control/remote-operations/task.commands.ts'
import * as tasks from '#control/remote-operations/task.store.ts'
import {
  type DueAvailability,
  keepAvailabilityAnswer,
  takeDueAvailability,
} from '#fleet/stations/availability.store.ts'
import { liveStatus } from '#fleet/stations/station.rules.ts'
import * as stations from '#fleet/stations/station.store.ts'
import type { Services } from '#office/installation/services.ts'
import { act, type Caller } from '#platform/audit/act.ts'
import * as audit from '#platform/audit/audit-log.ts'
import { demandUnchanged } from '#platform/audit/changed.ts'
import type { Trx } from '#platform/db/db.ts'
import { type ChangedStation, stationRecord } from './live-status.contract.ts'
import { changedStationOf } from './live-status.reply.ts'
import { wished } from './live-status.rules.ts'
import * as store from './live-status.store.ts'
import type { StatusWish } from './status-wish.contract.ts'

export const MISSING = 'Charging station not found'

const kept = (s: store.StationRow) => ({
  status: s.status,
  maintenanceByHand: s.byHand,
  maintenanceReason: s.maintenanceReason,
})

/** Sets or ends maintenance. A charger with a socket is informed; nobody waits for its answer. */
export const setMaintenance = (
  services: Services,
  caller: Caller,
  stationId: string,
  { status, reason }: StatusWish,
): Promise<{ data: ChangedStation; taskId: string | null }> =>
  act(services, async (trx, then) => {
    const { scope, who, by } = caller
    const at = services.now()
    const s = found(await store.getForChange(trx, scope, stationId, at), MISSING)
    await demandUnchanged(trx, caller, stationRecord, s.pk, () => changedStationOf(s))
    const hasSession = s.heard && (await store.hasSession(trx, s.pk))
    const isEnding = s.endedAt !== null && at.getTime() - s.endedAt.getTime() < ANSWER_MS
    const change = wished(status, s.status, { hasSession, byHand: s.byHand, isEnding })
    if (change.kind === 'refused') fail(409, change.text)
    const to = liveStatus({
      byHand: change.byHand,
      isConnected: s.heard,
      isAccepted: s.isAccepted,
      wholeStatus: s.wholeStatus,
      connectorStatuses: s.statuses ?? [],
    })
    // The node that holds the charger reads its record again before the task reaches it.
    then(() => services.bus.changed({ what: 'charger', chargepointPk: s.pk }))
    await stations.setMaintenance(trx, {
      station: s,
      byHand: change.byHand,
      wish: status,
      to,
      reason: reason || null,
      changedBy: who.userId,
      at,
    })
    const told = s.node === null ? undefined : await telling(services, trx, s, status, who.userId, at)
    if (told) then(told.send)
    const after = found(await store.get(trx, scope, String(s.pk), at), MISSING)
    await audit.write(trx, by, {
      action: 'update',
      feature: 'ChargerPoint',
      recordId: s.pk,
      teamId: s.teamId,
      before: kept(s),
      after: kept(after),
    })
    // A station without a socket has nobody else to tell readers.
    if (!s.heard) then(() => services.bus.publish({ companyId: s.companyId, event: offlineEvent(after, at) }))
    return { data: changedStationOf(after), taskId: told?.taskId ?? null }
  })

/**
 * Takes the whole charge point out of service, or back into it (OCPP 1.6 5.2), as a task like any remote operation; the
 * answer hands it over, after the commit.
 */
async function telling(
  services: Services,
  trx: Trx,
  s: store.StationRow,
  wish: StatusWish['status'],
  userId: number,
  at: Date,
): Promise<{ taskId: string; send: () => void }> {
  const availabilityType = wish === 'maintenance' ? 'INOPERATIVE' : 'OPERATIVE'
  const parameters = { connectorId: 0, availabilityType } as const
  const operation = 'ChangeAvailability'
  const task = await tasks.add(trx, {
    taskId: randomUUID(),
    companyId: s.companyId,
    teamId: s.teamId,
    pk: s.pk,
    chargepointId: s.id,
    operation,
    parameters,
    createdBy: userId,
    createdAt: at,
  })
  const send = () => {
    announceTask(services, task, at)
    const sent = { chargerId: s.id, remoteOperationType: operation, parameters } as const
    const type = wish === 'maintenance' ? 'Inoperative' : 'Operative'
    const run: Run = {
      node: s.node,
      chargepointPk: s.pk,
      request: plainRequest(sent),
      settle: async (end, outcome) => {
        await keepAvailabilityAnswer(end, { pk: s.pk, type, changedAt: at }, outcome)
      },
      onEnded: () => services.bus.changed({ what: 'charger', chargepointPk: s.pk }),
    }
    void runTask(services, run, sent, task.taskId)
  }
  return { taskId: task.taskId, send }
}

const offlineEvent = (s: store.StationRow, at: Date) =>
  ({
    type: 'station',
    at: at.toISOString(),
    teamId: s.teamId,
    chargepoint_pk: s.pk,
    chargepoint_id: s.id,
    status: s.status,
    connected: false,
    statusCode: 'I',
    lastHeartbeatTimestamp: s.lastHeartbeat?.toISOString() ?? null,
    activeConnectors: s.active,
    powerKw: null,
  }) as const

const AT_ONCE = 200
/** Repeats messages that connected chargers have not answered (D-LIVE-3), after a growing pause; returns how many. */
export async function repeatUnansweredMessages(services: Services): Promise<number> {
  const due = await takeDueAvailability(services.db, services.now(), AT_ONCE)
  await Promise.all(due.map(d => tellOne(services, d)))
  return due.length
}
async function tellOne({ db, bus, log }: Services, d: DueAvailability): Promise<void> {
  try {
    const payload = { connectorId: 0, type: d.type }
    const told = { chargepointPk: d.pk, action: 'ChangeAvailability', payload, taskId: undefined, timeoutMs: ANSWER_MS }
    if (await keepAvailabilityAnswer(db, d, await bus.command(d.node, told)))
      bus.changed({ what: 'charger', chargepointPk: d.pk })
  } catch (error) {
    log.error({ err: error, chargepoint: d.id }, 'A charge point could not be told of its availability again')
  }
}

/** Chargers that have not come back long after their maintenance ended are out of service by themselves from now on. */
export const endEndings = ({ db, now }: Services): Promise<number> =>
  db.transaction().execute(trx => stations.endEndings(trx, now()))
