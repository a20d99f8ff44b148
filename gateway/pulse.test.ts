// A link that died without a word is noticed by its missing pong; a silent one counts as not connected.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import type { Station } from '#fleet/stations/station.memory.ts'
import { type PingedSocket, pulse } from './pulse.ts'

let wss: WebSocketServer
beforeEach(async () => {
  wss = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(wss, 'listening')
})
afterEach(() => new Promise(ok => wss.close(ok)))

/** Both ends of a link whose charger answers pings, or does not. */
async function link(autoPong: boolean): Promise<{ charger: WebSocket; ws: PingedSocket }> {
  const charger = new WebSocket(`ws://127.0.0.1:${(wss.address() as AddressInfo).port}`, { autoPong })
  const [ws] = (await once(wss, 'connection')) as [PingedSocket]
  ws.on('pong', () => {
    ws.awaitsPong = false
  })
  if (charger.readyState !== WebSocket.OPEN) await once(charger, 'open')
  return { charger, ws }
}
const MINUTE = 60_000
const silentSince = (lastMessageAt: number) => ({ lastMessageAt, isQuiet: false }) as Station
const nobody = () => undefined

test('a link that answers no ping is ended at the next one [7]', async () => {
  const { ws } = await link(false)
  const s = silentSince(0)
  pulse(s, ws, 2 * MINUTE, nobody)
  expect(ws.readyState).toBe(WebSocket.OPEN)
  const closed = once(ws, 'close')
  pulse(s, ws, 3 * MINUTE, nobody)
  expect((await closed)[0]).toBe(1006)
})

test('a link that answers pings stands, and one that still speaks does without [7]', async () => {
  const { charger, ws } = await link(true)
  const pong = once(ws, 'pong')
  pulse(silentSince(0), ws, 2 * MINUTE, nobody)
  await pong
  pulse(silentSince(0), ws, 3 * MINUTE, nobody)
  expect(ws.readyState).toBe(WebSocket.OPEN)
  charger.close()
  const deaf = await link(false)
  pulse(silentSince(2 * MINUTE), deaf.ws, 2 * MINUTE, nobody)
  pulse(silentSince(2.5 * MINUTE), deaf.ws, 3 * MINUTE, nobody)
  expect(deaf.ws.readyState).toBe(WebSocket.OPEN)
  deaf.charger.close()
})

test('ten minutes without a message are told once (D-OCPP-2)', async () => {
  const { charger, ws } = await link(true)
  const s = silentSince(0)
  const told: Station[] = []
  for (const minute of [9, 11, 12]) {
    const pong = once(ws, 'pong')
    pulse(s, ws, minute * MINUTE, x => told.push(x))
    await pong
  }
  expect(told).toEqual([s])
  expect(s.isQuiet).toBe(true)
  charger.close()
})
