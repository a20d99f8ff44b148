// The services as they stood at other times, and a charger as its OCPP side would have kept it then: a station whose
// socket leads nowhere and accepts every command, so that the server's calls after a boot are answered.
import { AsyncLocalStorage } from 'node:async_hooks'
import { ocpp16 } from '@wattdesk/ocpp/ocpp16'
import type { StoredCharger } from '#fleet/stations/charger.store.ts'
import type { Station } from '#fleet/stations/station.memory.ts'
import { StationSession16 } from '#fleet/stations/station.memory.ts'
import type { Services } from '#office/installation/services.ts'
import { localBus } from '#platform/bus/bus.ts'

/** A present that is moved by hand, ms since 1970. */
export type Clock = { at: number }
/** `at` runs work for which the present of its services is that of a clock, however much else goes on meanwhile. */
export type PastServices = Services & { at: <T>(clock: Clock, work: () => Promise<T>) => Promise<T> }

/** The services with a clock of their own, and a bus that nobody listens to. */
export function pastServices(services: Services): PastServices {
  const clocks = new AsyncLocalStorage<Clock>()
  return {
    ...services,
    now: () => new Date(clocks.getStore()?.at ?? services.now().getTime()),
    bus: localBus(error => services.log.error(error)),
    at: (clock, work) => clocks.run(clock, work),
  }
}

/** A station of its own for `stored`, connected at the present of its services. */
export function pastStation(services: Services, stored: StoredCharger, connectionNo = 0): Station {
  const at = services.now()
  const session = new StationSession16({
    dialect: ocpp16,
    socket: {
      send: text => {
        const [, id] = JSON.parse(text) as [number, string]
        queueMicrotask(() => session.receive(JSON.stringify([3, id, { status: 'Accepted' }])))
      },
      close: () => undefined,
    },
    handle: action => {
      throw new Error(`${action} does not come over this socket`)
    },
    onError: error => services.log.error({ err: error, chargepoint: stored.id }, 'The past of a charger failed'),
  })
  return {
    charger: { ...stored, connectors: stored.connectors.map(c => ({ ...c })) },
    connectionNo,
    connectedSince: at,
    isOpen: true,
    lastMessageAt: at.getTime(),
    lastHeartbeatAt: 0,
    isQuiet: false,
    isUnsure: false,
    session,
    powerW: undefined,
    knownPowerKw: 0,
    active: undefined,
    transactions: undefined,
    clock: undefined,
    looseMeterMs: undefined,
  }
}
