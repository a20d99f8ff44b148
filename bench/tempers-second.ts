// A second socket of a charger whose first socket lives: every call is taken, written down and refused.
import { WebSocket } from 'ws'
import type { Journal } from './tempers-journal.ts'

export function secondSocket(
  { url, identity, key }: { url: string; identity: string; key: string },
  journal: Journal,
): WebSocket {
  const authorization = `Basic ${Buffer.from(`${identity}:${key}`).toString('base64')}`
  const ws = new WebSocket(`${url.replace(/^http/, 'ws')}/ocpp/${identity}`, ['ocpp1.6'], {
    headers: { authorization },
  })
  let socket = -1
  ws.on('error', () => undefined)
  ws.on('open', () => {
    socket = journal.opened(true)
  })
  ws.on('close', () => journal.closed(socket))
  ws.on('message', data => {
    const [kind, id, action, payload] = JSON.parse(String(data)) as [number, string, string, object]
    if (kind !== 2) return
    const r = journal.received(socket, id, action, payload)
    const frame = [4, id, 'NotSupported', 'Not on this socket', {}]
    journal.answered(r, socket, frame, ws.readyState !== WebSocket.OPEN)
    ws.send(JSON.stringify(frame))
  })
  return ws
}
