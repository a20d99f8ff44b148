// A body that does not come: 408 on most routes, waited for where a route says so.
import { once } from 'node:events'
import { connect, Socket } from 'node:net'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { answerBroken } from './answer-error.ts'
import { limitArrival } from './arrival.ts'

test('a body that does not come ends with 408, but where it may be slow; what the product tells itself is there at once', async () => {
  const broken: Socket[] = []
  const clientErrorHandler = (error: NodeJS.ErrnoException, socket: Socket) => {
    broken.push(socket)
    if (socket instanceof Socket) answerBroken(error, socket)
  }
  const app = Fastify({ clientErrorHandler, forceCloseConnections: true })
  limitArrival(app, 50)
  app.post('/quick', async () => 'taken')
  app.post('/slow', { config: { mayArriveSlowly: true } }, async () => 'taken')
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as { port: number }
  const open = (path: string) => {
    const socket = connect(port, '127.0.0.1')
    socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: text/plain\r\ncontent-length: 4\r\n\r\nab`)
    return socket
  }
  // Its time ends before that of the quick request, which begins later.
  const headers = { 'content-type': 'text/plain' }
  expect((await app.inject({ method: 'POST', url: '/quick', headers, payload: 'told' })).statusCode).toBe(200)
  const slow = open('/slow')
  // Begun later, ended by the time alone.
  const quick = open('/quick')
  expect(String((await once(quick, 'data'))[0])).toMatch(/^HTTP\/1\.1 408 [\s\S]*took too long to arrive/)
  slow.write('cd')
  expect(String((await once(slow, 'data'))[0])).toMatch(/^HTTP\/1\.1 200 /)
  slow.destroy()
  expect(broken).toHaveLength(1)
  await app.close()
})
