// A network in front of a server that a test can cut or slow down: a cut network swallows all bytes and says
// nothing, a slow one hands them on later, in order.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'

export type Cuttable = {
  port: number
  cut: () => void
  mend: () => void
  /** From now on bytes take so long, in each direction. */
  slow: (ms: number) => void
  close: () => Promise<void>
}

/** A way over TCP to the unix socket in a folder, or to a port of this machine. */
export async function cuttable(target: string | number): Promise<Cuttable> {
  const pairs = new Set<[Socket, Socket]>()
  let isCut = false
  let delayMs = 0
  const server = createServer(near => {
    const far = typeof target === 'number' ? connect(target, '127.0.0.1') : connect(join(target, '.s.PGSQL.5432'))
    const pair: [Socket, Socket] = [near, far]
    pairs.add(pair)
    for (const [from, to] of [pair, [far, near] as const]) {
      const pass = inTime(() => delayMs)
      from.on('data', data => {
        if (!isCut) pass(() => to.write(data))
      })
      from.on('error', () => undefined)
      from.on('close', () => {
        pairs.delete(pair)
        // On a cut network nobody hears that the other side has gone.
        if (!isCut) pass(() => to.destroy())
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const breakAll = () => {
    for (const [near, far] of pairs) {
      near.destroy()
      far.destroy()
    }
  }
  return {
    port: (server.address() as AddressInfo).port,
    cut: () => {
      isCut = true
    },
    mend: () => {
      isCut = false
      breakAll()
    },
    slow: ms => {
      delayMs = ms
    },
    close: async () => {
      breakAll()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Does what it is given after the delay of the moment, and never before what it was given earlier. */
function inTime(delayMs: () => number): (act: () => void) => void {
  let lastDue = 0
  return act => {
    const now = performance.now()
    lastDue = Math.max(lastDue, now + delayMs())
    if (lastDue <= now) act()
    else setTimeout(act, lastDue - now)
  }
}
