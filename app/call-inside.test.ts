// Calls within the process: a reply that its caller leaves half read is ended at its source.
import { once } from 'node:events'
import { Readable } from 'node:stream'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { callInside } from './call-inside.ts'

test('a caller who leaves the pieces, or never begins with them, ends the reply at its source', async () => {
  const app = Fastify()
  let source = new Readable()
  app.get('/rows', (_, reply) => {
    source = Readable.from(
      (async function* () {
        for (;;) yield Buffer.alloc(1000)
      })(),
    )
    return reply.send(source)
  })
  const begun = await callInside(app, { url: '/rows', headers: {} })
  const first = source
  for await (const piece of begun.pieces) {
    expect(piece.length).toBeGreaterThan(0)
    break
  }
  if (!first.destroyed) await once(first, 'close')
  const unread = await callInside(app, { url: '/rows', headers: {} })
  const second = source
  unread.pieces.destroy()
  if (!second.destroyed) await once(second, 'close')
  expect([first.destroyed, second.destroyed]).toEqual([true, true])
})
