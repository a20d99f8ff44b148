// The lite client speaks to an ordinary WebSocket server: handshake, replies by id, pipelining, fragments, long frames.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { LiteCharger, liteTemplate } from './lite.ts'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

async function serve(onMessage: (socket: WebSocket, text: string) => void, status?: number): Promise<string> {
  const http = createServer()
  const server = new WebSocketServer({
    server: http,
    ...(status ? { verifyClient: (_: unknown, done: (ok: boolean, code: number) => void) => done(false, status) } : {}),
  })
  server.on('connection', socket => socket.on('message', data => onMessage(socket, String(data))))
  await new Promise<void>(resolve => http.listen(0, '127.0.0.1', resolve))
  ends.push(() => {
    for (const client of server.clients) client.terminate()
    http.close()
  })
  return `ws://127.0.0.1:${(http.address() as AddressInfo).port}/ocpp`
}
const idOf = (text: string): string => (JSON.parse(text) as [number, string])[1]

it('resolves each of many open calls with its own reply, in whatever order they come', async () => {
  const held: string[] = []
  const url = await serve((socket, text) => {
    held.push(idOf(text))
    if (held.length === 50) for (const id of held.reverse()) socket.send(JSON.stringify([3, id, { echo: id }]))
  })
  const lite = await LiteCharger.connect({ url, identity: 'A B', key: 'k' })
  const heartbeat = liteTemplate('Heartbeat', {})
  const replies = await Promise.all(Array.from({ length: 50 }, () => lite.call(heartbeat)))
  const echoes = replies.map(text => (JSON.parse(text) as [number, string, { echo: string }])[2].echo)
  expect(new Set(echoes).size).toBe(50)
  expect(replies.every(text => idOf(text) === (JSON.parse(text) as [number, string, { echo: string }])[2].echo)).toBe(
    true,
  )
  lite.destroy()
})

it('reads fragmented and long replies and sends long payloads with any letters', async () => {
  const url = await serve((socket, text) => {
    const reply = JSON.stringify([3, idOf(text), { length: text.length, filler: 'ü'.repeat(70_000) }])
    socket.send(reply.slice(0, 9), { fin: false })
    socket.send(reply.slice(9), { fin: true })
  })
  const lite = await LiteCharger.connect({ url, identity: 'X' })
  const reply = await lite.call(liteTemplate('DataTransfer', { vendorId: 'ई', data: 'x'.repeat(80_000) }))
  expect(reply.length).toBeGreaterThan(70_000)
  lite.destroy()
})

it('rejects a CALLERROR, a refused upgrade and a lost link', async () => {
  const url = await serve((socket, text) =>
    text.includes('Boot') ? socket.terminate() : socket.send(`[4,"${idOf(text)}","InternalError","",{}]`),
  )
  const lite = await LiteCharger.connect({ url, identity: 'X' })
  await expect(lite.call(liteTemplate('Heartbeat', {}))).rejects.toThrow('InternalError')
  await expect(lite.call(liteTemplate('BootNotification', {}))).rejects.toThrow('the link is closed')
  expect(lite.isOpen).toBe(false)
  const refusing = await serve(() => undefined, 404)
  await expect(LiteCharger.connect({ url: refusing, identity: 'X' })).rejects.toThrow('404')
})

it("answers the central system's own call", async () => {
  let answered: (text: string) => void = () => undefined
  const answer = new Promise<string>(resolve => {
    answered = resolve
  })
  const url = await serve((socket, text) => {
    if (text.startsWith('[3')) answered(text)
    else socket.send('[2,"own-1","ChangeConfiguration",{"key":"a","value":"b"}]')
  })
  const lite = await LiteCharger.connect({ url, identity: 'X' })
  lite.send(liteTemplate('Heartbeat', {}), () => undefined)
  expect(await answer).toBe('[3,"own-1",{"status":"Accepted"}]')
  lite.destroy()
})
