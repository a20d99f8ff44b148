// Calls to addresses that people have written, as webhooks: never to the network that the product itself stands in, however
// the address is spelt or its name is resolved, and never further than the address says.
import { lookup as resolve } from 'node:dns'
import { type IncomingMessage, Agent as PlainAgent, request as plain, type RequestOptions } from 'node:http'
import { Agent as SecureAgent, request as secure } from 'node:https'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Whether an IP address is one of the open internet. */
export function isPublicIp(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  // An address of IPv4 written as one of IPv6 counts as what it is.
  return ipaddr.process(address).range() === 'unicast'
}

const LOCAL = /(^|\.)(localhost|local|internal|home\.arpa)$/i
const MOST = 500
type AskedOf = { mayBePrivate: boolean; longest?: number }
const BAD_PORT = 'Should have a port from 1 to 65535'
/** The port as an address has it, also where it is none. */
const PORT = /^https?:\/\/[^/?#\\]*:(\d+)(?=[/?#\\]|$)/i
const hasNoSuchPort = (address: string): boolean => {
  const port = PORT.exec(address.trim())?.[1]
  return port !== undefined && (Number(port) < 1 || Number(port) > 65_535)
}
/**
 * Why an address may not be called; undefined where it may, as far as its text tells: its name is resolved with the call.
 * @param mayBePrivate the installation lets its own network be called
 */
export function outgoingFault(address: string, { mayBePrivate, longest = MOST }: AskedOf): string | undefined {
  if (hasNoSuchPort(address)) return BAD_PORT
  const url = URL.parse(address)
  if (!url || !/^https?:$/.test(url.protocol) || address.length > longest)
    return 'Should be an address of the web, as https://host.example/path'
  // Written in a way that only the parser reads.
  if (url.port === '0') return BAD_PORT
  if (url.username || url.password) return 'Should hold no user and no password'
  if (mayBePrivate) return undefined
  if (url.protocol !== 'https:') return 'Should begin with https://'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isPublic = isIP(host) ? isPublicIp(host) : host.includes('.') && !LOCAL.test(host.replace(/\.$/, ''))
  return isPublic ? undefined : 'Should be an address of the internet, not of a private network'
}

export class PrivateAddress extends Error {}

/** Resolves names as usual, and refuses those that lead into a private network. */
const publicLookup: NonNullable<RequestOptions['lookup']> = (host, options, done) =>
  resolve(host, { ...options, all: true }, (error, found) => {
    if (error) return done(error, '', 0)
    const bad = found.find(f => !isPublicIp(f.address))
    const [first] = found
    if (bad || !first) return done(new PrivateAddress(`${host} leads into a private network`), '', 0)
    if (options.all) (done as (e: null, all: typeof found) => void)(null, found)
    else done(null, first.address, first.family)
  })

export type OutgoingCall = {
  method?: 'GET' | 'POST'
  headers: Readonly<Record<string, string>>
  body?: string | Buffer
  mayBePrivate: boolean
  /** The longest address, where it may be longer than usual. */
  longest?: number
  /** How long the whole call may take. */
  patienceMs?: number
  /** Connections that stay open from call to call; missing: one for this call. */
  lines?: OpenLines
  /** So much of the answer is read, in bytes, where more is of use than what people are shown. */
  reads?: number
}
/** Each of these connections was checked when it was opened. */
export type OpenLines = { plain: PlainAgent; secure: SecureAgent; close: () => void }
/** Keeps connections for a few seconds, for whoever calls the same address again and again. */
export function openLines(): OpenLines {
  const options = { keepAlive: true, maxFreeSockets: 64, timeout: 4000 }
  const lines = { plain: new PlainAgent(options), secure: new SecureAgent(options) }
  return {
    ...lines,
    close: () => {
      lines.plain.destroy()
      lines.secure.destroy()
    },
  }
}
export type OutgoingAnswer = { status: number; headers: IncomingMessage['headers']; text: string }
/** So much of an answer is read, in bytes: it is kept for people to see why a call was refused. */
const READ = 2000
const PATIENCE_MS = 10_000

/**
 * Calls an address and returns the beginning of what it answers. Redirects are not followed.
 * @throws PrivateAddress where the address leads into a private network; the error of the connection where there is none.
 */
export function callOutside(
  address: string,
  {
    method = 'POST',
    headers,
    body,
    mayBePrivate,
    longest = MOST,
    patienceMs = PATIENCE_MS,
    lines,
    reads = READ,
  }: OutgoingCall,
): Promise<OutgoingAnswer> {
  const fault = outgoingFault(address, { mayBePrivate, longest })
  if (fault) return Promise.reject(new PrivateAddress(fault))
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  const options: RequestOptions = {
    method,
    headers: { ...headers, ...length },
    signal: AbortSignal.timeout(patienceMs),
    agent: lines ? (address.startsWith('https:') ? lines.secure : lines.plain) : false,
    ...(!mayBePrivate && { lookup: publicLookup }),
  }
  return new Promise((done, failed) => {
    const sent = (address.startsWith('https:') ? secure : plain)(address, options, answer => {
      const pieces: Buffer[] = []
      let bytes = 0
      answer.on('data', (piece: Buffer) => {
        if (bytes < reads) pieces.push(piece)
        bytes += piece.length
        // Whoever answers without end is not listened to.
        if (bytes > Math.max(100 * READ, reads)) answer.destroy()
      })
      const end = () =>
        done({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          text: Buffer.concat(pieces).toString('utf8').slice(0, reads),
        })
      answer.on('close', end)
      answer.on('error', failed)
    })
    // The other side may close a connection that was open from before just as it is used: once more over a new one.
    sent.on('error', (error: NodeJS.ErrnoException) =>
      sent.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE')
        ? done(
            callOutside(address, {
              method,
              headers,
              mayBePrivate,
              longest,
              patienceMs,
              reads,
              ...(body !== undefined && { body }),
            }),
          )
        : failed(error),
    )
    sent.end(body)
  })
}
