// A network between the product and PostgreSQL that a test can cut: a cut network swallows all bytes and says nothing.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'

export type Cuttable = { port: number; cut: () => void; mend: () => void; close: () => Promise<void> }

/** A way over TCP to the unix socket in `folder`. */
export async function cuttable(folder: string): Promise<Cuttable> {
  const pairs = new Set<[Socket, Socket]>()
  let isCut = false
  const server = createServer(near => {
    const far = connect(join(folder, '.s.PGSQL.5432'))
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
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
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
      server.close()
      await once(server, 'close')
    },
  }
}
