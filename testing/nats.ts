// As much of a NATS server as the bus needs, over real sockets: subjects, requests with their reply subjects, pings.
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

type Subscription = { socket: Socket; sid: string; pattern: RegExp }
const patternOf = (subject: string) =>
  new RegExp(`^${subject.replaceAll('.', '\\.').replaceAll('*', '[^.]+').replace(/>$/, '.+')}$`)

export type TestNats = {
  url: string
  /** Goes away without a word, and comes back at the same address. */
  away: () => Promise<void>
  back: () => Promise<void>
  close: () => Promise<void>
}

/** On a port, or on one that the system chooses. */
export async function startNats(wanted = 0): Promise<TestNats> {
  const subscriptions = new Set<Subscription>()
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => {
      sockets.delete(socket)
      for (const s of subscriptions) if (s.socket === socket) subscriptions.delete(s)
    })
    const { port } = server.address() as AddressInfo
    const info = {
      server_id: 'TEST',
      version: '2.10.0',
      proto: 1,
      host: '127.0.0.1',
      port,
      headers: true,
      max_payload: 1_048_576,
    }
    socket.write(`INFO ${JSON.stringify(info)}\r\n`)
    let rest = Buffer.alloc(0)
    socket.on('data', data => {
      rest = Buffer.concat([rest, data])
      for (;;) {
        const end = rest.indexOf('\r\n')
        if (end < 0) return
        const line = rest.subarray(0, end).toString()
        const words = line.split(' ')
        const verb = words[0]?.toUpperCase()
        if (verb === 'PUB') {
          const size = Number(words.at(-1))
          if (rest.length < end + 4 + size) return
          const payload = rest.subarray(end + 2, end + 2 + size)
          deliver(words[1] ?? '', words.length === 4 ? words[2] : undefined, payload)
          rest = rest.subarray(end + 4 + size)
          continue
        }
        rest = rest.subarray(end + 2)
        if (verb === 'PING') socket.write('PONG\r\n')
        else if (verb === 'SUB')
          subscriptions.add({ socket, sid: words.at(-1) ?? '', pattern: patternOf(words[1] ?? '') })
        else if (verb === 'UNSUB')
          for (const s of subscriptions) if (s.socket === socket && s.sid === words[1]) subscriptions.delete(s)
      }
    })
  })
  /** A request that nobody serves is answered at once with status 503, as a NATS server does. */
  function nobody(reply: string): void {
    const status = 'NATS/1.0 503\r\n\r\n'
    for (const s of subscriptions)
      if (s.pattern.test(reply))
        s.socket.write(`HMSG ${reply} ${s.sid} ${status.length} ${status.length}\r\n${status}\r\n`)
  }
  function deliver(subject: string, reply: string | undefined, payload: Buffer): void {
    if (reply && ![...subscriptions].some(s => s.pattern.test(subject))) nobody(reply)
    for (const s of subscriptions)
      if (s.pattern.test(subject)) {
        s.socket.write(`MSG ${subject} ${s.sid} ${reply ? `${reply} ` : ''}${payload.length}\r\n`)
        s.socket.write(payload)
        s.socket.write('\r\n')
      }
  }
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  const away = async () => {
    const closed = once(server, 'close')
    server.close()
    for (const s of sockets) s.destroy()
    await closed
  }
  await listen(wanted)
  const { port } = server.address() as AddressInfo
  return { url: `nats://127.0.0.1:${port}`, away, back: () => listen(port), close: away }
}
