// A receiver of webhooks for tests, which checks every signature and answers each path as the test says.
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'

export type Received = {
  path: string
  id: string
  signature: string
  headers: IncomingHttpHeaders
  body: { type: string; timestamp: string; sequence: number; data: Record<string, unknown> }
  text: string
}
type Answer = (response: ServerResponse, received: Received) => unknown

export async function webhookReceiver() {
  const all: Received[] = []
  const hear = new Set<() => void>()
  const answers = new Map<string, Answer>()
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (p: Buffer) => pieces.push(p))
    request.on('end', () => {
      const path = request.url ?? ''
      const text = Buffer.concat(pieces).toString('utf8')
      const received = {
        path,
        id: String(request.headers['webhook-id']),
        signature: String(request.headers['webhook-signature']),
        headers: request.headers,
        body: JSON.parse(text),
        text,
      }
      all.push(received)
      const answer = answers.get(path)
      if (answer) answer(response, received)
      else response.end('taken')
      for (const tell of hear) tell()
    })
  })
  await new Promise<void>(ready => server.listen(0, '127.0.0.1', () => ready()))
  const { port } = server.address() as AddressInfo
  const of = (path: string) => all.filter(r => r.path === path)
  return {
    port,
    url: (path: string) => `http://127.0.0.1:${port}${path}`,
    all,
    of,
    answer: (path: string, how: Answer | undefined) => (how ? answers.set(path, how) : answers.delete(path)),
    /** Waits until enough has come to a path. */
    until: async (path: string, enough: number | ((got: readonly Received[]) => boolean)) => {
      const isEnough = () => (typeof enough === 'number' ? of(path).length >= enough : enough(of(path)))
      while (!isEnough())
        await new Promise<void>(done => {
          const tell = () => {
            hear.delete(tell)
            done()
          }
          hear.add(tell)
        })
      return of(path)
    },
    close: () => {
      server.closeAllConnections()
      return new Promise(done => server.close(done))
    },
  }
}
export type Receiver = Awaited<ReturnType<typeof webhookReceiver>>

/** Whether the signature of what came fits one of the secrets. */
export const isSigned = ({ headers, text }: Received, secret: string): boolean => {
  try {
    new Webhook(secret).verify(text, headers as Record<string, string>)
    return true
  } catch {
    return false
  }
}
