// The record of connections: every socket draws a number, by which the latest socket of a charger is known on any node
// (D-OCPP-8), and leaves its row in the history, even if the database is away when it closes.
import * as chargers from '#fleet/stations/charger-connection.store.ts'
import type { Services } from '#office/installation/services.ts'
import { Again } from '#platform/db/again.ts'
import { Batch } from '#platform/db/batch.ts'
import { tally } from '#platform/tally.ts'

/** How a connection ended; `code` is null where its socket never opened. */
type Ending = { code: number | null; reason: string; replaced: boolean }
export const REPLACED = 'Replaced by a newer connection'
export const WAS_REPLACED: Ending = { code: 1008, reason: REPLACED, replaced: true }
export const NEVER_BEGAN: Ending = { code: null, reason: 'Gone before it began', replaced: false }

/** The most ends of connections that wait while the database is away: no more sockets than that can have been open. */
const MOST_ENDS = 200_000

/** `onNews`: told of a charger whose connection has opened or closed. */
export function connectionBook(
  services: Services,
  onNews?: (chargepointPk: number) => void,
  { mostEnds = MOST_ENDS } = {},
) {
  const { db, log } = services
  const dropped = tally(log, 'Disconnections are not stored: too many wait for the database')
  const openings = new Batch<chargers.Opened, chargers.Drawn>(items => openInRounds(services, items))
  const closings = new Batch<chargers.Closed, void>(async items => {
    await chargers.closeConnections(db, items)
    return []
  })
  const kept = new Again<string, chargers.Closed>(
    c => closings.add(c),
    (c, error) => log.error({ err: error, chargepointPk: c.pk }, 'A disconnection could not be stored'),
  )
  return {
    /** A socket has opened; its number, and whether the charger was sent away before. */
    opened: async (opened: Omit<chargers.Opened, 'node'>): Promise<chargers.Drawn> => {
      const drawn = await openings.add({ ...opened, node: services.node })
      onNews?.(opened.pk)
      return drawn
    },
    /** A socket has closed, or was `replaced` by a newer one. Never rejects. */
    closed: async (pk: number, connectionNo: number, { code, reason, replaced }: Ending): Promise<void> => {
      const ended = { pk, connectionNo, reason, code, replaced, at: services.now() }
      if (kept.waiting.size < mostEnds) await kept.add(`${pk} ${connectionNo}`, ended)
      else dropped.add(undefined)
      onNews?.(pk)
    },
    close: async () => {
      await closings.idle()
      await kept.close()
      dropped.close()
    },
  }
}

/** Two sockets of a charger in the same batch are two connections: they draw their numbers one after the other. */
async function openInRounds({ db }: Services, items: readonly chargers.Opened[]): Promise<chargers.Drawn[]> {
  const numbers = items.map((): chargers.Drawn => ({ connectionNo: 0, isSentBack: false }))
  let left = items.map((item, place) => ({ item, place }))
  while (left.length > 0) {
    const seen = new Set<number>()
    const later: typeof left = []
    const round: typeof left = []
    for (const l of left) {
      if (seen.has(l.item.pk)) later.push(l)
      else round.push(l)
      seen.add(l.item.pk)
    }
    const drawn = await chargers.openConnections(
      db,
      round.map(r => r.item),
    )
    round.forEach((r, i) => {
      numbers[r.place] = drawn[i] ?? { connectionNo: 0, isSentBack: false }
    })
    left = later
  }
  return numbers
}
