// A network in front of a server that a test can cut: a cut network swallows all bytes and says nothing.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net'

export type Cuttable = { port: number; cut: () => void; mend: () => void; close: () => Promise<void> }

/** A way over TCP to a server. */
export async function cuttable(server: NetConnectOpts): Promise<Cuttable> {
  const pairs = new Set<[Socket, Socket]>()
  let isCut = false
  const way = createServer(near => {
    const far = connect(server)
    const pair: [Socket, Socket] = [near, far]
    pairs.add(pair)
    for (const [from, to] of [pair, [far, near] as const]) {
      from.on('data', data => {
        if (!isCut) to.write(data)
      })
      from.on('error', () => undefined)
      from.on('close', () => {
        pairs.delete(pair)
        // On a cut network nobody hears that the other side has gone.
        if (!isCut) to.destroy()
      })
    }
  })
  way.listen(0, '127.0.0.1')
  await once(way, 'listening')
  return {
    port: (way.address() as AddressInfo).port,
    cut: () => {
      isCut = true
    },
    mend: () => {
      isCut = false
      for (const [near, far] of pairs) {
        near.destroy()
        far.destroy()
      }
    },
    close: async () => {
      for (const [near, far] of pairs) {
        near.destroy()
        far.destroy()
      }
      way.close()
      await once(way, 'close')
    },
  }
}
