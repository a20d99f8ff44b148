// The gate of /ocpp/{chargepoint_id}: who may open a WebSocket, decided before there is one (D-OCPP-1, D-OCPP-9).
import type { IncomingMessage } from 'node:http'
import { BlockList } from 'node:net'
import type { Duplex } from 'node:stream'
import type { TLSSocket } from 'node:tls'
import { basicCredentials, identityFromPath, pickSubprotocol } from '@wattdesk/ocpp/handshake'
import * as chargers from '../features/chargers/charger.store.ts'
import { addSecurityEvent, type SecurityEvent } from '../features/chargers/charger-notice.store.ts'
import { Batch } from './batch.ts'
import { keyMatches } from './charger-key.ts'
import type { House } from './house.ts'

export type Refusal = { status: 400 | 401 | 403 | 404 | 503; text: string; event?: string }
export type Admission =
  | { kind: 'refused'; refusal: Refusal }
  /** The handshake completes without a subprotocol and the link is closed at once (ocpp.md 3). */
  | { kind: 'no subprotocol' }
  | { kind: 'admitted'; charger: chargers.StoredCharger; address: string }
export type Gate = {
  admit: (request: IncomingMessage) => Promise<Admission>
  /** A TLS handshake that failed, from which address; a security event of our own log (WP A00.FR.323). */
  tlsFailed: (error: Error, address: string) => void
}

const REASONS = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  503: 'Service Unavailable',
}
/** The same refusal of the same charger is written once in this time: a flood of them is no flood of rows. */
const EVENT_EVERY_MS = 60_000
const MOST_REMEMBERED = 10_000
/** What a charger's TLS may be wrong in; any other failure is a client that went away. */
const TLS_FAULTS: Record<string, string> = {
  ERR_SSL_UNSUPPORTED_PROTOCOL: 'InvalidTLSVersion',
  ERR_SSL_VERSION_TOO_LOW: 'InvalidTLSVersion',
  ERR_SSL_NO_SHARED_CIPHER: 'InvalidTLSCipherSuite',
}

/** Looks at an upgrade and says who comes. `trustProxy`: addresses and networks whose forwarded headers are believed. */
export function gate(house: House, { trustProxy }: { trustProxy?: string | undefined } = {}): Gate {
  const { db, log } = house
  const identities = new Batch<string, chargers.StoredCharger | undefined>(async ids => {
    const known = new Map((await chargers.byIdentities(db, ids)).map(c => [c.id, c]))
    return ids.map(id => known.get(id))
  })
  const isTrusted = trusted(trustProxy)
  const told = new Map<string, number>()

  function tell(event: Omit<SecurityEvent, 'at'>): void {
    const at = house.now()
    const key = `${event.identity}\n${event.type}`
    if ((told.get(key) ?? 0) > at.getTime() - EVENT_EVERY_MS) return
    if (told.size >= MOST_REMEMBERED) told.clear()
    told.set(key, at.getTime())
    addSecurityEvent(db, { ...event, at }).catch(error =>
      log.error({ err: error, identity: event.identity }, 'A security event could not be stored'),
    )
  }

  async function admit(request: IncomingMessage): Promise<Admission> {
    const identity = identityFromPath(request.url ?? '')
    if (!('ok' in identity)) return refused({ status: identity.status, text: 'No such charge point' })
    const offered = pickSubprotocol(request.headers['sec-websocket-protocol'])
    const known = (await identities.add(identity.ok)) ?? (offered && (await letIn(house, identity.ok)))
    if (!known) return refused({ status: 404, text: 'No such charge point' })
    const link = linkOf(request, isTrusted)
    const refusal = credentials(request, link.isTls, known, known.securityProfile ?? house.ocppSecurity)
    if (refusal) {
      const { event, text } = refusal
      if (event) tell({ pk: known.pk, identity: known.id, type: event, techInfo: `${text} (${link.address})` })
      return refused(refusal)
    }
    return offered ? { kind: 'admitted', charger: known, address: link.address } : { kind: 'no subprotocol' }
  }

  return {
    admit,
    tlsFailed: (error, address) => {
      const type = TLS_FAULTS[(error as { code?: string }).code ?? '']
      if (type) tell({ pk: null, identity: address, type, techInfo: error.message.slice(0, 255) })
    },
  }
}

const refused = (refusal: Refusal): Admission => ({ kind: 'refused', refusal })

const letIn = async ({ db, ocppRegister }: House, id: string): Promise<chargers.StoredCharger | undefined> =>
  ocppRegister ? chargers.register(db, id, ocppRegister.teamId, ocppRegister.status) : undefined

/** Reads a list of addresses and networks (10.0.0.0/8), split by commas; `loopback` is the machine itself. */
function trusted(list: string | undefined): (address: string) => boolean {
  const names = (list ?? '').split(',').map(n => n.trim())
  const known = new BlockList()
  for (const name of names.flatMap(n => (n === 'loopback' ? ['127.0.0.0/8', '::1'] : n === '' ? [] : [n]))) {
    const [address = '', bits] = name.split('/')
    const family = address.includes(':') ? 'ipv6' : 'ipv4'
    if (bits === undefined) known.addAddress(address, family)
    else known.addSubnet(address, Number(bits), family)
  }
  return address => known.check(address, address.includes(':') ? 'ipv6' : 'ipv4')
}

/** Where the charger really is and whether its link is encrypted, also through a proxy that ends TLS. */
function linkOf(request: IncomingMessage, isTrusted: (address: string) => boolean) {
  const socket = request.socket as Partial<TLSSocket>
  const address = (socket.remoteAddress ?? '').replace(/^::ffff:(?=\d)/, '')
  if (address === '' || !isTrusted(address)) return { address, isTls: socket.encrypted === true }
  const last = (name: string) =>
    String(request.headers[name] ?? '')
      .split(',')
      .at(-1)
      ?.trim() ?? ''
  const isTls = socket.encrypted === true || /^(https|wss)$/i.test(last('x-forwarded-proto'))
  return { address: last('x-forwarded-for').slice(0, 100) || address, isTls }
}

/** Profile 1 asks for the key, 2 for key and TLS, 3 for TLS and a certificate that names operator and charger. */
function credentials(
  request: IncomingMessage,
  isTls: boolean,
  c: chargers.StoredCharger,
  profile: number,
): Refusal | undefined {
  if (profile >= 2 && !isTls) return { status: 403, text: 'TLS is required', event: 'InvalidTLSVersion' }
  if (profile === 1 || profile === 2) {
    const given = basicCredentials(request.headers.authorization)
    if (!given || !c.keyHash || given.user !== c.id || !keyMatches(c.keyHash, given.password))
      return { status: 401, text: 'Wrong credentials', event: 'FailedToAuthenticateAtCentralSystem' }
  }
  if (profile === 3) {
    const tls = request.socket as Partial<TLSSocket>
    const subject = tls.authorized ? tls.getPeerCertificate?.().subject : undefined
    if (!subject || subject.O !== c.companyName || subject.CN !== (c.serial ?? c.id))
      return {
        status: 403,
        text: 'The certificate is not of this charge point',
        event: 'InvalidChargePointCertificate',
      }
  }
  return undefined
}

/** Answers an upgrade with a plain HTTP status, before any WebSocket. */
export function refuse(socket: Duplex, { status, text }: Refusal): void {
  const challenge = status === 401 ? 'WWW-Authenticate: Basic realm="ocpp"\r\n' : ''
  const length = Buffer.byteLength(text)
  socket.end(
    `HTTP/1.1 ${status} ${REASONS[status]}\r\nConnection: close\r\nContent-Type: text/plain\r\n${challenge}Content-Length: ${length}\r\n\r\n${text}`,
  )
}
