// Monitors of stations: the usual ones are set once the device model is known, and all that a station has are kept (N01 to N08).
import type { Request201, Response201 } from '@wattdesk/ocpp/ocpp201'
import { nameOf } from '#control/device-model/device-model.rules.ts'
import { keyParts } from '#control/remote-operations/operation-request.rules.ts'
import * as tasks from '#control/remote-operations/task.store.ts'
import type { toldParts } from '#control/remote-operations/told-parts.ocpp201.ts'
import { toldInParts } from '#control/remote-operations/told-parts.store.ts'
import type { Station, StationSession201 } from '#fleet/stations/station.memory.ts'
import type { Services } from '#office/installation/services.ts'
import { asksForAll, USUAL_VARIABLES, usualMonitors } from './monitor.rules.ts'
import * as store from './monitor.store.ts'

/** As of other questions of our own: behind all commands of operators, and never in their way for long. */
const PATIENCE = { isBackground: true, timeoutMs: 10_000, maxWaitMs: 600_000 } as const
/** Every station takes so many in one message. */
const TOGETHER = 4

/** `told` keeps what an operation asked for with its task. */
export function monitoring(services: Services, told: Pick<ReturnType<typeof toldParts>, 'take'>) {
  const { db, log, now } = services
  const working = new Set<Promise<void>>()
  /** When the report now coming from a station began, by its number. */
  const reports = new WeakMap<Station, { requestId: number; begunAt: Date }>()
  /** The time of each station's last part, ms since 1970: a report that begins in the same moment begins after it. */
  const lastMs = new WeakMap<Station, number>()

  async function notifyReport(
    s: Station,
    p: Request201<'NotifyMonitoringReport'>,
  ): Promise<Response201<'NotifyMonitoringReport'>> {
    const at = new Date(Math.max(now().getTime(), (lastMs.get(s) ?? 0) + 1))
    lastMs.set(s, at.getTime())
    const known = reports.get(s)
    const report = known?.requestId === p.requestId ? known : { requestId: p.requestId, begunAt: at }
    reports.set(s, report)
    const monitors = (p.monitor ?? []).flatMap(({ component, variable, variableMonitoring }) =>
      variableMonitoring.map(
        (m): store.Monitor => ({
          ...nameOf(component, variable),
          monitorId: m.id,
          kind: m.type,
          value: m.value,
          severity: Math.max(0, Math.min(9, m.severity)),
          duringTransaction: m.transaction,
          isOurs: false,
        }),
      ),
    )
    if (monitors.length > 0) await store.keepMonitors(db, s.charger.pk, monitors, at)
    const { requestId, seqNo, tbc = false, monitor: content = [] } = p
    const taskId = await told.take(s, 'NotifyMonitoringReport', { requestId, seqNo, isLast: !tbc, content })
    if (taskId !== undefined) await endAsked(s.charger.pk, taskId)
    // Only of a report that we asked for is known that it tells of all.
    if (p.tbc !== true) {
      reports.delete(s)
      if (s.charger.pk === p.requestId) await store.endReport(db, s.charger.pk, report.begunAt)
    }
    return {}
  }

  /** A whole answer to an operation that asked for all monitors takes the place of what was known before. */
  async function endAsked(pk: number, taskId: string): Promise<void> {
    const task = await tasks.byId(db, taskId)
    if (!task || !asksForAll(task.parameters)) return
    const answer = await toldInParts(db, task, now())
    if (answer?.state === 'whole') await store.endReport(db, pk, task.createdAt)
  }

  async function setUsual(session: StationSession201, pk: number): Promise<void> {
    const wanted = usualMonitors(await store.watchable(db, pk, USUAL_VARIABLES))
    if (wanted.length === 0 || !(await store.claimUsual(db, pk, now()))) return
    for (const setMonitoringData of keyParts(wanted, TOGETHER)) {
      const outcome = await session.call('SetVariableMonitoring', { setMonitoringData }, PATIENCE)
      if (outcome.kind === 'timeout' || outcome.kind === 'closed' || outcome.kind === 'busy')
        return void (await store.releaseUsual(db, pk))
      if (outcome.kind !== 'result') return
      const set = outcome.payload.setMonitoringResult.flatMap((r, n): store.Monitor[] => {
        const asked = setMonitoringData[n]
        if (r.status !== 'Accepted' || r.id === undefined || !asked) return []
        const { value, severity } = asked
        return [
          {
            ...nameOf(r.component, r.variable),
            monitorId: r.id,
            kind: r.type,
            value,
            severity,
            duringTransaction: false,
            isOurs: true,
          },
        ]
      })
      if (set.length > 0) await store.keepMonitors(db, pk, set, now())
    }
  }

  /** The station's model is known: its usual monitors are set, and those that it has are asked for. */
  async function begin(s: Station): Promise<void> {
    const { session } = s
    if (session.family !== 'ocpp2') return
    const { pk } = s.charger
    await setUsual(session, pk)
    if (!s.isOpen) return
    const askedAt = now()
    const outcome = await session.call('GetMonitoringReport', { requestId: pk }, PATIENCE)
    if (outcome.kind === 'result' && outcome.payload.status === 'EmptyResultSet') await store.endReport(db, pk, askedAt)
  }

  return {
    handlers: { NotifyMonitoringReport: notifyReport },
    begin: (s: Station): void => {
      const work = begin(s)
        .catch(error => log.warn({ err: error, chargepoint: s.charger.id }, 'Its monitors could not be set'))
        .finally(() => working.delete(work))
      working.add(work)
    },
    idle: () => Promise.all(working),
  }
}
