// Reads the configuration of a charger that is connected here: all keys, or those that are due.
import type { CallOutcome } from '@wattdesk/ocpp/own-calls'
import type { Station } from '#fleet/stations/station.memory.ts'
import type { Services } from '#office/installation/services.ts'
import type { DueConfigRead } from './charger-config.store.ts'
import { readByName, readWhole } from './read-config.commands.ts'

/** A charger that does not answer delays an operator's command by this much at most. */
const PATIENCE = { isBackground: true, timeoutMs: 10_000, maxWaitMs: 600_000 } as const

/** Asks a charger for the keys that are due, and keeps the answer, or why there was none. */
export async function readConfig(services: Services, station: Station, due: DueConfigRead): Promise<void> {
  const ask = (key?: string[]): Promise<CallOutcome> =>
    station.session.ask('GetConfiguration', key ? { key } : {}, PATIENCE)
  const asked = { pk: station.charger.pk, ask, secrets: station.secrets ?? [] }
  return due.isWhole ? readWhole(services, asked) : readByName(services, asked, due)
}
