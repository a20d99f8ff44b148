// Each day connected chargers are asked for all of their keys anew, for somebody may have changed them at the charger itself
// (CAMP-07). Run each minute: a part of those that are due, so that the questions spread over hours, and few at once.
import type { Services } from '#office/installation/services.ts'
import { countConnected, oldReads } from './charger-config.store.ts'
import { readWhole } from './read-config.commands.ts'

const OLD_MS = 24 * 3_600_000
/** Within so many runs all are asked. */
const RUNS = 12 * 60
const LEAST = 20
const AT_ONCE = 20
const TIMEOUT_MS = 10_000

/** Reads all of a station of OCPP 2.0.1. */
type ReadModel = (services: Services, pk: number, node: string) => Promise<unknown>

/** Asks a part of the chargers whose keys were not read for a day; returns how many were asked. */
export async function readOldConfigurations(services: Services, readModel: ReadModel): Promise<number> {
  const { db, bus, now, log } = services
  const most = Math.max(LEAST, Math.ceil((await countConnected(db)) / RUNS))
  const due = await oldReads(db, new Date(now().getTime() - OLD_MS), most)
  const left = due.values()
  const lane = async () => {
    for (const { pk, node, protocol } of left) {
      const ask = (key?: string[]) =>
        bus.command(node, {
          chargepointPk: pk,
          action: 'GetConfiguration',
          payload: key ? { key } : {},
          taskId: undefined,
          timeoutMs: TIMEOUT_MS,
        })
      const read = () =>
        protocol?.startsWith('ocpp2') ? readModel(services, pk, node) : readWhole(services, { pk, ask, secrets: [] })
      await read().catch(error => log.warn({ err: error, chargepointPk: pk }, 'Its configuration is not kept'))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  return due.length
}
