// The duties of a node when a node is lost. It closes the connections of the other node. If this node itself was declared
// lost, it lets its chargers go, since some of them are on other nodes by now.
import { closeLostNodes, closeNode } from '#fleet/stations/lost-node.commands.ts'
import type { NodeDuties } from '#office/installation/node.memory.ts'
import type { Services } from '#office/installation/services.ts'
import type { OcppSide } from './gateway.ts'

/** `ocpp`: undefined at a node without chargers. `die` is told that another process has the name of this node. */
export const nodeDuties = (
  services: Services,
  ocpp: Pick<OcppSide, 'fence'> | undefined,
  die: NodeDuties['die'],
): NodeDuties => ({
  closeLost: (run, lostMs) => closeLostNodes(services, run, lostMs),
  fence: async signIn => {
    const begin = async () => {
      await signIn()
      // Chargers have connected here after this node was declared lost.
      await closeNode(services, services.node)
    }
    await (ocpp ? ocpp.fence(begin) : begin())
  },
  die,
})
