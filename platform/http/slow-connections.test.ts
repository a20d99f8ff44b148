// Connections that send slowly are counted by network and ended beyond the limit; those that are served and rest are not.
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { answerBroken } from './answer-error.ts'
import { limitSlowConnections } from './slow-connections.ts'

const MOST = 3
const apps: FastifyInstance[] = []
const sockets: Socket[] = []
afterEach(async () => {
  for (const s of sockets.splice(0)) s.destroy()
  for (const app of apps.splice(0)) await app.close()
})

/** A server with a short patience; `open` connects, sends a text and resolves when the text is read. */
async function serve(isTrusted = false) {
  const app = Fastify({ clientErrorHandler: answerBroken, forceCloseConnections: true })
  apps.push(app)
  limitSlowConnections(app, { isTrusted: () => isTrusted, most: MOST, graceMs: 60, everyMs: 10 })
  app.post('/', async () => 'whole')
  app.get('/', async () => 'here')
  app.get('/stream', (_request, reply) => {
    reply.hijack()
    reply.raw.writeHead(200).write('open')
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  return async (text: string) => {
    const socket = connect(port, '127.0.0.1')
    sockets.push(socket)
    socket.on('error', () => undefined)
    const said: string[] = []
    socket.on('data', data => said.push(String(data)))
    const closed = once(socket, 'close').then(() => said.join(''))
    await once(socket, 'connect')
    socket.write(text)
    return { socket, said, closed }
  }
}
const TAIL = ' HTTP/1.1\r\nhost: a\r\n'
const HALF_HEAD = `GET /${TAIL}x: `
const HALF_BODY = `POST /${TAIL}content-type: text/plain\r\ncontent-length: 10\r\n\r\nab`

test.each<[string, string, boolean, string?]>([
  ['half a head', HALF_HEAD, true],
  ['half a body', HALF_BODY, true],
  ['nothing at all', '', false],
  ['half a head behind a whole request', `GET /${TAIL}\r\n`, true, HALF_HEAD],
])('of connections that send %s the newest beyond the limit is ended', async (_what, text, isAnswered, later) => {
  const serving = await serve()
  const open = async (sent: string) => {
    const c = await serving(sent)
    if (later === undefined || sent !== text) return c
    await expect.poll(() => c.said.join('')).toContain('200')
    c.socket.write(later)
    return c
  }
  const kept = []
  for (let n = 0; n < MOST; n++) kept.push(await open(text))
  const last = await open(text)
  const said = await last.closed
  expect(said.includes('HTTP/1.1 408 ')).toBe(isAnswered)
  expect(kept.map(c => c.socket.readyState)).toEqual(['open', 'open', 'open'])
  // The end of one makes room.
  kept[0]?.socket.destroy()
  await kept[0]?.closed
  const next = await open(HALF_HEAD)
  const beyond = await open(HALF_HEAD)
  await beyond.closed
  expect(next.socket.readyState).toBe('open')
})

test('connections that were served and rest, streams, and those of a proxy are not counted', async () => {
  const open = await serve()
  for (let n = 0; n < MOST + 2; n++)
    for (const path of ['', 'stream']) {
      const c = await open(`GET /${path}${TAIL}\r\n`)
      await expect.poll(() => c.said.join('')).toContain('200')
    }
  const slow = []
  for (let n = 0; n <= MOST; n++) slow.push(await open(HALF_HEAD))
  // Once one of the slow ones is ended, all others have been looked at.
  await slow.at(-1)?.closed
  expect(sockets.filter(s => s.readyState === 'open')).toHaveLength(2 * (MOST + 2) + MOST)

  const behind = await serve(true)
  const passed = []
  for (let n = 0; n <= MOST; n++) passed.push(await behind(HALF_HEAD))
  const control = await serve()
  const own = []
  for (let n = 0; n <= MOST; n++) own.push(await control(HALF_HEAD))
  await own.at(-1)?.closed
  expect(passed.map(c => c.socket.readyState)).toEqual(passed.map(() => 'open'))
})
