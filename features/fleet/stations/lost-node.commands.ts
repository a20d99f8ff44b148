// Closes the connections of a lost node in its place, and tells browsers and load balancing: its chargers are shown as not
// connected until they are back.
import type { LiveEvent } from '@wattdesk/base/live-event'
import { type NodeRun, takeLost } from '#office/installation/node.store.ts'
import type { Services } from '#office/installation/services.ts'
import { closeLeftOver, type LeftOver } from './charger-connection.store.ts'
import { statusCode } from './station.rules.ts'

/** Events that are told at once, before others may do something. */
const TOLD_AT_ONCE = 500

type Telling = Pick<Services, 'db' | 'bus' | 'log' | 'now'>

const eventOf = (c: LeftOver, at: Date): LiveEvent => ({
  type: 'station',
  at: at.toISOString(),
  teamId: c.teamId,
  chargepoint_pk: c.pk,
  chargepoint_id: c.id,
  status: c.liveStatus,
  connected: false,
  statusCode: statusCode({ isActive: c.isActive, isAccepted: c.isAccepted, isConnected: false, wholeStatus: null }),
  lastHeartbeatTimestamp: c.lastHeartbeatAt?.toISOString() ?? null,
  activeConnectors: c.activeConnectors,
  powerKw: null,
})

async function tell({ bus, now }: Telling, left: readonly LeftOver[]): Promise<void> {
  bus.news(left.map(c => c.pk))
  if (!bus.isHeard()) return
  const at = now()
  for (const [n, c] of left.entries()) {
    bus.publish({ companyId: c.companyId, event: eventOf(c, at) })
    if (n % TOLD_AT_ONCE === TOLD_AT_ONCE - 1) await new Promise(setImmediate)
  }
}

/** Closes the connections that a node of this name has left. Returns how many. */
export async function closeNode(services: Telling, node: string): Promise<number> {
  const left = await closeLeftOver(services.db, node)
  await tell(services, left)
  return left.length
}

/** Declares nodes lost that have not signed for `lostMs`, and closes their connections in the same transaction. */
export async function closeLostNodes(services: Telling, run: NodeRun, lostMs: number): Promise<void> {
  const { db, log } = services
  const closed = await db.transaction().execute(async trx => {
    const lost: { node: string; left: LeftOver[] }[] = []
    for (const node of await takeLost(trx, run, lostMs)) lost.push({ node, left: await closeLeftOver(trx, node) })
    return lost
  })
  for (const { node, left } of closed) {
    log.error({ node, chargers: left.length }, 'A node is lost: its charge points are shown as not connected')
    await tell(services, left)
  }
}
