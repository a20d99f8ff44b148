// The outside for tests of telling: a mail server that speaks SMTP, and an HTTP server that is an SMS gateway, a webhook and a
// push service in one, each answering as a test says. What a push service gets, only the browser's own keys open.
import { createECDH, randomBytes } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import ece from 'http_ece'
import { SMTPServer } from 'smtp-server'

export type Mail = { to: string[]; raw: string }
export type HttpCall = { path: string; method: string; headers: IncomingHttpHeaders; body: Buffer }

/** Waits for things that come from outside, by their kind. */
class Arrivals<T> {
  readonly all: T[] = []
  #hear: (() => void)[] = []
  add(one: T): void {
    this.all.push(one)
    for (const hear of this.#hear.splice(0)) hear()
  }
  async until(enough: (all: readonly T[]) => boolean): Promise<readonly T[]> {
    while (!enough(this.all)) await new Promise<void>(done => this.#hear.push(done))
    return this.all
  }
}

/** An address that begins with a code, as in `550-gone@example.com`, is answered that code at each try. */
export async function mailServer() {
  const mails = new Arrivals<Mail>()
  const refusals = new Arrivals<string>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _, done) => {
      const code = Number(/^[45]\d\d/.exec(address)?.[0] ?? 0)
      if (code === 0) return done()
      refusals.add(address)
      done(Object.assign(new Error(`No mailbox ${address}`), { responseCode: code }))
    },
    onData: (stream, session, done) => {
      const pieces: Buffer[] = []
      stream.on('data', (p: Buffer) => pieces.push(p))
      stream.on('end', () => {
        mails.add({ to: session.envelope.rcptTo.map(r => r.address), raw: Buffer.concat(pieces).toString('utf8') })
        done()
      })
    },
  })
  await new Promise<void>(ready => server.listen(0, '127.0.0.1', () => ready()))
  const { port } = server.server.address() as AddressInfo
  return {
    mails,
    refusals,
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise<void>(done => server.close(() => done())),
  }
}

export async function httpServer() {
  const calls = new Arrivals<HttpCall>()
  const answers = new Map<string, { status: number; body?: string; headers?: Record<string, string> }>()
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (p: Buffer) => pieces.push(p))
    request.on('end', () => {
      const path = request.url ?? ''
      const answer = [...answers].find(([begin]) => path.startsWith(begin))?.[1] ?? { status: 201 }
      response.writeHead(answer.status, answer.headers)
      response.end(answer.body)
      calls.add({ path, method: request.method ?? '', headers: request.headers, body: Buffer.concat(pieces) })
    })
  })
  await new Promise<void>(ready => server.listen(0, '127.0.0.1', () => ready()))
  const { port } = server.address() as AddressInfo
  const close = () =>
    new Promise<void>(done => {
      server.close(() => done())
      server.closeAllConnections()
    })
  return { calls, answers, url: `http://127.0.0.1:${port}`, close }
}

/** A browser that takes push messages at `endpoint`. */
export function testBrowser(endpoint: string) {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  const auth = randomBytes(16)
  return {
    subscription: {
      name: 'Chromium on Linux',
      endpoint,
      keys: { p256dh: pair.getPublicKey('base64url'), auth: auth.toString('base64url') },
    },
    opened: (body: Buffer): { title: string; body: string; to: string } =>
      JSON.parse(
        ece
          .decrypt(body, { version: 'aes128gcm', privateKey: pair, authSecret: auth.toString('base64url') })
          .toString('utf8'),
      ),
  }
}
