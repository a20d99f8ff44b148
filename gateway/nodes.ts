// One owner for each charger (D-OCPP-8): a node lets a socket go when its charger has a newer socket on another node.
// The other node says so on the bus; after the bus was away, the connection numbers in the database show it.
import * as chargers from '#fleet/stations/charger-connection.store.ts'
import type { Station } from '#fleet/stations/station.memory.ts'
import type { Services } from '#office/installation/services.ts'

/** Watches for newer sockets elsewhere; the returned function ends it. */
export function otherNodes(
  { bus, db, log, node }: Services,
  stations: ReadonlyMap<number, Station>,
  letGo: (s: Station) => void,
): () => void {
  const newer = (pk: number, connectionNo: number) => {
    const s = stations.get(pk)
    if (s && s.connectionNo < connectionNo) letGo(s)
  }
  async function compare(): Promise<void> {
    try {
      const now = await chargers.connectionNos(db, [...stations.keys()])
      for (const { pk, connectionNo } of now) newer(pk, connectionNo)
    } catch (error) {
      log.error({ err: error }, 'The connections of other nodes could not be read')
    }
  }
  return bus.onChanged(c => {
    if (c.what === 'all') void compare()
    else if (c.what === 'connection' && c.node !== node) newer(c.chargepointPk, c.connectionNo)
  })
}
