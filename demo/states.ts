// The connections and statuses of the past, from which uptime is computed: opened, booted, told, closed, each through
// the statements and handlers of the OCPP side, at its own instant.
import type { Request } from '@wattdesk/ocpp/messages'
import { chargerHandlers } from '../features/chargers/charger.ocpp.ts'
import * as store from '../features/chargers/charger.store.ts'
import { closeConnections, openConnections } from '../features/chargers/charger-connection.store.ts'
import { type Station, settle } from '../features/chargers/station.ocpp.ts'
import { type PastServices, pastStation } from './past.ts'
import { type DemoCharger, firmwareOf, serialOf } from './places.ts'
import type { Plan, Span } from './plan.ts'

/** A status of a connector, told at an instant (ms since 1970). */
export type Told = { at: number; payload: Request<'StatusNotification'> }
type Past = { charger: DemoCharger; stored: store.StoredCharger; plan: Plan; told: Told[] }

/** Stores the connections of all chargers with what was told over them, one after the other for each charger. */
export async function tellStates(services: PastServices, all: readonly Past[]): Promise<void> {
  const { db, node } = services
  const charger = chargerHandlers(services)
  const change = async (s: Station, reason: string) => {
    const c = settle(s, services.now(), reason)
    if (c) await charger.saveChange(c)
  }
  const address = (p: Past) => `10.20.${all.indexOf(p) + 1}.14`
  const rounds = Math.max(0, ...all.map(p => p.plan.spans.length))
  for (let round = 0; round < rounds; round++) {
    const open = all.flatMap(past => {
      const span = past.plan.spans[round]
      return span ? [{ past, span, pk: past.stored.pk }] : []
    })
    const opened = open.map(({ past, span, pk }) => ({ pk, address: address(past), node, at: new Date(span.from) }))
    const numbers = await openConnections(db, opened)
    const stations = await Promise.all(
      open.map(({ past, span }, i) => {
        const clock = { at: span.from }
        return services.at(clock, async () => {
          const station = pastStation(services, past.stored, numbers[i])
          await change(station, 'Connected')
          if (span.boots) await charger.handlers.BootNotification(station, bootOf(past.charger))
          // In order and without waiting in between: the handlers keep the order and share statements.
          const told = toldIn(past, span).map(({ at, payload }) => {
            clock.at = at
            return charger.handlers.StatusNotification(station, payload)
          })
          await Promise.all(told)
          clock.at = span.to
          station.isOpen = false
          await change(station, 'Disconnected')
          return station
        })
      }),
    )
    const signs = open.map(({ pk, span }) => ({
      pk,
      at: new Date(span.to),
      heartbeatAt: new Date(span.to),
      connectionNo: 0,
      clock: undefined,
    }))
    await store.saveSignsOfLife(db, signs)
    await closeConnections(
      db,
      open.map(({ pk, span }, i) => {
        const connectionNo = stations[i]?.connectionNo ?? 0
        const code = Number(span.reason.split(' ').at(-1))
        return { pk, connectionNo, reason: span.reason, code, replaced: false, at: new Date(span.to) }
      }),
    )
  }
  await charger.idle()
}

/** Everything told within a connection: the states at its beginning, those of the sessions, and faults. */
function toldIn({ charger, plan, told }: Past, { from, to }: Span): Told[] {
  const notice = (
    at: number,
    connectorId: number,
    status: Request<'StatusNotification'>['status'],
    errorCode: Request<'StatusNotification'>['errorCode'] = 'NoError',
  ): Told => ({ at, payload: { connectorId, status, errorCode, timestamp: new Date(at).toISOString() } })
  const ids = charger.connectorTypes.map((_, i) => i + 1)
  const begin = [0, ...ids].map(id => notice(from + 2000, id, 'Available'))
  const faults = plan.faults
    .filter(f => f.from >= from && f.to <= to)
    .flatMap(f =>
      (f.connectorId === 0 ? ids : [f.connectorId]).flatMap(id => [
        notice(f.from, id, 'Faulted', f.errorCode as Request<'StatusNotification'>['errorCode']),
        ...(f.isOpen ? [] : [notice(f.to, id, 'Available')]),
      ]),
    )
  const sessions = told.filter(t => t.at >= from && t.at <= to)
  return [...begin, ...sessions, ...faults].sort((a, b) => a.at - b.at)
}

const bootOf = (c: DemoCharger): Request<'BootNotification'> => ({
  chargePointVendor: c.vendor,
  chargePointModel: c.model,
  chargePointSerialNumber: serialOf(c),
  firmwareVersion: firmwareOf(c),
})
