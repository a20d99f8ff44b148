// The connections and statuses of the past, from which uptime is computed, and the stories of chargers that are ill: opened,
// booted, told, asked, closed, each through the statements and handlers of the OCPP side, at its own instant.
import { randomUUID } from 'node:crypto'
import { minuteMs } from '@wattdesk/base/time'
import type { Request } from '@wattdesk/ocpp/messages'
import { progressHandlers } from '#control/remote-operations/progress.ocpp.ts'
import * as tasks from '#control/remote-operations/task.store.ts'
import { chargerHandlers } from '#fleet/stations/charger.ocpp.ts'
import * as store from '#fleet/stations/charger.store.ts'
import { closeConnections, openConnections } from '#fleet/stations/charger-connection.store.ts'
import { type Station, settle } from '#fleet/stations/station.memory.ts'
import type { AilmentRequest, Notice, Span } from './ailments.ts'
import type { FrameLog } from './frame-log.ts'
import { type PastServices, pastStation } from './past.ts'
import { type DemoCharger, firmwareOf, serialOf } from './places.ts'
import type { Plan } from './plan.ts'

/** A message of a charger at an instant (ms since 1970), usually a status. */
export type PlannedStatus = { at: number; payload: Request<'StatusNotification'> }
type Past = { charger: DemoCharger; stored: store.StoredCharger; plan: Plan; told: PlannedStatus[]; log: FrameLog }
/** A charger waits so long for something to say before it sends a heartbeat. */
const HEARTBEAT_MS = 5 * minuteMs

/** Stores the connections of all chargers with what was told over them, one after the other for each charger. */
export async function tellStates(services: PastServices, all: readonly Past[]): Promise<void> {
  const { db, node } = services
  const charger = chargerHandlers(services)
  const progress = progressHandlers(services)
  const change = async (s: Station, reason: string) => {
    const c = settle(s, services.now(), reason)
    if (c) await charger.saveChange(c)
  }
  const status = async (s: Station, log: FrameLog, p: Request<'StatusNotification'>) => {
    const at = services.now().getTime()
    log.call(at, 'StatusNotification', p, await charger.handlers.StatusNotification(s, p))
  }
  const notice = async (s: Station, log: FrameLog, { says }: Notice) => {
    const at = services.now().getTime()
    if (says.action === 'StatusNotification') return status(s, log, says.payload)
    const answer =
      says.action === 'FirmwareStatusNotification'
        ? await progress.FirmwareStatusNotification(s, says.payload)
        : await charger.handlers.SecurityEventNotification(s, says.payload)
    log.call(at, says.action, says.payload, answer)
  }
  // A charger that connects soon stays until then: its site was not down while the demo was filled.
  const present = services.now().getTime()
  const endOf = ({ charger: c, plan }: Past, span: Span): number =>
    c.isLive && span === plan.spans.at(-1) ? Math.max(span.to, present) : span.to
  const address = (p: Past) => `10.20.${all.indexOf(p) + 1}.14`
  const rounds = Math.max(0, ...all.map(p => p.plan.spans.length))
  for (let round = 0; round < rounds; round++) {
    const open = all.flatMap(past => {
      const span = past.plan.spans[round]
      return span ? [{ past, span, pk: past.stored.pk }] : []
    })
    const opened = open.map(({ past, span, pk }) => ({
      pk,
      address: address(past),
      node,
      at: new Date(span.from),
      protocol: past.charger.protocol,
    }))
    const numbers = await openConnections(db, opened)
    const stations = await Promise.all(
      open.map(({ past, span }, i) => {
        const clock = { at: span.from }
        return services.at(clock, async () => {
          const { log } = past
          const station = pastStation(services, past.stored, numbers[i]?.connectionNo)
          await change(station, 'Connected')
          if (span.boots) {
            const boot = bootOf(past.charger)
            log.call(span.from, 'BootNotification', boot, await charger.handlers.BootNotification(station, boot))
          }
          // In order and without waiting in between: the handlers keep the order and share statements.
          let told: Promise<void>[] = []
          const acts = [
            ...toldIn(past, span).map(({ at, payload }) => ({
              at,
              act: () => void told.push(status(station, log, payload)),
            })),
            ...within(past.plan.notices, span).map(n => ({ at: n.at, act: () => notice(station, log, n) })),
            ...within(past.plan.asked, span).map(a => ({ at: a.at, act: () => ask(services, past, a) })),
          ].sort((a, b) => a.at - b.at)
          for (const { at, act } of acts) {
            clock.at = at
            const waited = act()
            if (!waited) continue
            await Promise.all(told)
            told = []
            await waited
          }
          await Promise.all(told)
          const end = endOf(past, span)
          const silences = log.silences({ from: span.from, to: end }, HEARTBEAT_MS)
          for (const at of silences) {
            clock.at = at
            log.call(at, 'Heartbeat', {}, charger.handlers.Heartbeat(station))
          }
          clock.at = end
          station.isOpen = false
          await change(station, 'Disconnected')
          return station
        })
      }),
    )
    const signs = open.map(({ past, pk, span }) => ({
      pk,
      at: new Date(endOf(past, span)),
      heartbeatAt: new Date(endOf(past, span)),
      connectionNo: 0,
      clock: undefined,
    }))
    await store.saveSignsOfLife(db, signs)
    await closeConnections(
      db,
      open.map(({ past, pk, span }, i) => {
        const connectionNo = stations[i]?.connectionNo ?? 0
        const code = Number(span.reason.split(' ').at(-1))
        return { pk, connectionNo, reason: span.reason, code, replaced: false, at: new Date(endOf(past, span)) }
      }),
    )
  }
  await charger.idle()
}

const within = <T extends { at: number }>(all: readonly T[], { from, to }: Span): T[] =>
  all.filter(a => from <= a.at && a.at <= to)

/** Answers come so long after the operator's click. */
const ANSWERED_AFTER_MS = 900
/** An operation that an operator has sent, as a task with its answer, and its frames. */
async function ask({ db }: PastServices, { stored, log }: Past, a: AilmentRequest): Promise<void> {
  const user = await db
    .selectFrom('appUser')
    .select('id')
    .where('companyId', '=', stored.companyId)
    .where('username', 'like', '%operator')
    .executeTakeFirst()
  const { taskId } = await tasks.add(db, {
    taskId: randomUUID(),
    companyId: stored.companyId,
    teamId: stored.teamId,
    pk: stored.pk,
    chargepointId: stored.id,
    operation: a.operation,
    parameters: a.parameters,
    createdBy: user?.id ?? null,
    createdAt: new Date(a.at),
  })
  await tasks.markSent(db, taskId, new Date(a.at + 20))
  const response = 'status' in a.answer ? String(a.answer.status) : 'Accepted'
  const ending = { state: 'done' as const, response, error: null, details: a.answer }
  await tasks.markEnded(db, taskId, ending, new Date(a.at + ANSWERED_AFTER_MS))
  log.command(a.at + 20, a.action, a.payload, a.answer, ANSWERED_AFTER_MS - 20)
}

/** Everything told within a connection: the states at its beginning, those of the sessions, and faults. */
function toldIn({ charger, plan, told }: Past, { from, to }: Span): PlannedStatus[] {
  type Fault = Plan['faults'][number]
  const notice = (at: number, connectorId: number, fault?: Fault): PlannedStatus => {
    const { errorCode = 'NoError', vendorErrorCode, info } = fault ?? {}
    const words = { ...(info !== undefined && { info }), ...(vendorErrorCode !== undefined && { vendorErrorCode }) }
    const status = fault ? 'Faulted' : 'Available'
    return { at, payload: { connectorId, status, errorCode, ...words, timestamp: new Date(at).toISOString() } }
  }
  const ids = charger.connectorTypes.map((_, i) => i + 1)
  const of = (f: Fault) => (f.connectorId === 0 ? ids : [f.connectorId])
  const isOver = (f: Fault) => f.isOpen === undefined
  const begin = [0, ...ids].map(id =>
    notice(
      from + 2000,
      id,
      plan.faults.find(f => f.from < from && (f.to > from + 2000 || !isOver(f)) && of(f).includes(id)),
    ),
  )
  const isIn = (at: number) => from <= at && at <= to
  const faults = plan.faults.flatMap(f => [
    ...(isIn(f.from) ? of(f).map(id => notice(f.from, id, f)) : []),
    ...(isOver(f) && isIn(f.to) ? of(f).map(id => notice(f.to, id)) : []),
  ])
  const sessions = told.filter(t => t.at >= from && t.at <= to)
  return [...begin, ...sessions, ...faults].sort((a, b) => a.at - b.at)
}

const bootOf = (c: DemoCharger): Request<'BootNotification'> => ({
  chargePointVendor: c.vendor,
  chargePointModel: c.model,
  chargePointSerialNumber: serialOf(c),
  firmwareVersion: firmwareOf(c),
})
