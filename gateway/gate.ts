// The gate of /ocpp/{chargepoint_id}: decides who may open a WebSocket before there is one (D-OCPP-1, D-OCPP-9).
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { TLSSocket } from 'node:tls'
import { identityFromPath, pickSubprotocol } from '@wattdesk/ocpp/handshake'
import type { CostOptions } from '#charging/running-cost/running-cost.ocpp201.ts'
import type { WaitOptions } from '#charging/sessions/waiting-end.ocpp201.ts'
import type { ConfigReaderOptions } from '#control/charger-config/charger-config.ocpp.ts'
import { registerCharger } from '#fleet/chargers/charger.commands.ts'
import { isPlainIdentity } from '#fleet/chargers/charger.rules.ts'
import * as keys from '#fleet/chargers/charger-key.store.ts'
import * as chargers from '#fleet/stations/charger.store.ts'
import { addSecurityEvent, type SecurityEvent } from '#fleet/stations/charger-notice.store.ts'
import { refusals } from '#fleet/stations/refusal.memory.ts'
import type { ServedProtocol } from '#fleet/stations/station.rules.ts'
import type { Services } from '#office/installation/services.ts'
import { knocks } from '#people/joining/knock.memory.ts'
import { Batch } from '#platform/db/batch.ts'
import { callerAddress, trusted } from '#platform/http/forwarded.ts'
import type { Handshake } from '#platform/telemetry/metrics.ts'
import { judge, type Refusal, type Settled } from './credentials.ts'

type Admission =
  | { kind: 'refused'; refusal: Refusal }
  /** The handshake completes without a subprotocol and the link is closed at once (O-3). */
  | { kind: 'no subprotocol' }
  | { kind: 'admitted'; charger: chargers.StoredCharger; address: string; protocol: ServedProtocol }
/** The protocols that the gateway serves. */
export const SERVED: readonly ServedProtocol[] = ['ocpp2.1', 'ocpp2.0.1', 'ocpp1.6']
/** The refusal of a charger that offers no protocol we speak. */
export const NO_SUBPROTOCOL = 'ocpp1.6, ocpp2.0.1 or ocpp2.1 is required'
const OUTCOMES: Readonly<Record<Refusal['status'], Handshake>> = {
  400: 'no such charge point',
  401: 'wrong credentials',
  403: 'wrong certificate',
  404: 'no such charge point',
  410: 'other',
  503: 'other',
}
/** The security event of a charger that was to take a higher profile, and came by the one before. */
const NOT_RAISED = 'SecurityProfileNotRaised'
/** The refusal of a charger whose company has moved to another installation; the address follows. */
export const MOVED = 'The charge point belongs to another installation now'
/** How an admission is counted. */
export function handshakeOf(admission: Admission): Handshake {
  if (admission.kind === 'admitted') return 'accepted'
  if (admission.kind === 'no subprotocol') return 'no OCPP we speak'
  const { status, event } = admission.refusal
  return event === 'InvalidTLSVersion' ? 'no TLS' : OUTCOMES[status]
}
export type Gate = {
  admit: (request: IncomingMessage) => Promise<Admission>
  /** Whether a request comes by TLS, also through a proxy that ends TLS. */
  isEncrypted: (request: IncomingMessage) => boolean
  /** A TLS handshake that failed, from which address; a security event of our own log (WP A00.FR.323). */
  tlsFailed: (error: Error, address: string) => void
  /** Writes what waits and ends. */
  close: () => Promise<void>
}

const REASONS = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  410: 'Gone',
  421: 'Misdirected Request',
  503: 'Service Unavailable',
}
/**
 * Within this time a repeated refusal of a charger is written once, so that a flood of attempts is no flood of rows.
 */
const EVENT_EVERY_MS = 60_000
const MOST_REMEMBERED = 10_000
/** The errors of TLS that are a charger's fault; any other failure is a client that went away. */
const TLS_FAULTS: Record<string, string> = {
  ERR_SSL_UNSUPPORTED_PROTOCOL: 'InvalidTLSVersion',
  ERR_SSL_VERSION_TOO_LOW: 'InvalidTLSVersion',
  ERR_SSL_NO_SHARED_CIPHER: 'InvalidTLSCipherSuite',
}

export type OcppOptions = {
  /** Addresses and networks of proxies in front, whose forwarded headers are believed. */
  trustProxy?: string | undefined
  /** Handshakes that are taken in a second. */
  acceptsPerSecond?: number | undefined
  /** Bytes that large frames under way may take together. */
  frameRoomBytes?: number
  /** How chargers are asked for their configuration. */
  config?: ConfigReaderOptions
  /** How long ends of transactions wait for events that are missing (2.0.1). */
  ends?: WaitOptions
  /** How often stations are told the running cost, and how fresh the settings for it are (2.0.1). */
  cost?: CostOptions
  /** Told of a charger whose connection, connectors or sessions have changed, once that is stored. */
  onNews?: ((chargepointPk: number) => void) | undefined
}

/** Looks at an upgrade and says who comes. */
export function gate(services: Services, { trustProxy }: Pick<OcppOptions, 'trustProxy'> = {}): Gate {
  const { db, log } = services
  const identities = new Batch<string, chargers.StoredCharger | undefined>(async ids => {
    const known = new Map((await chargers.byIdentities(db, ids)).map(c => [c.id, c]))
    return ids.map(id => known.get(id))
  })
  const isTrusted = trusted(trustProxy)
  const told = new Map<string, number>()
  const turnedAway = knocks(services)
  const refusedOnes = refusals(services)

  function tell(event: Omit<SecurityEvent, 'at' | 'receivedAt' | 'source'>): void {
    const at = services.now()
    const key = `${event.identity}\n${event.type}`
    if ((told.get(key) ?? 0) > at.getTime() - EVENT_EVERY_MS) return
    if (told.size >= MOST_REMEMBERED) told.clear()
    told.set(key, at.getTime())
    addSecurityEvent(db, { ...event, source: 'server', at, receivedAt: at }).catch(error =>
      log.error({ err: error, chargepoint: event.identity }, 'A security event could not be stored'),
    )
  }

  /** Who comes unasked is shown to people, who may make the record (S-JOINING). */
  function noteKnock(chargepointId: string, { headers }: IncomingMessage, link: ReturnType<typeof linkOf>): void {
    const protocols = headers['sec-websocket-protocol'] ?? null
    const userAgent = headers['user-agent'] ?? null
    const shown = { protocols, userAgent, hasCredentials: headers.authorization !== undefined }
    turnedAway.note({ chargepointId, address: link.address, isEncrypted: link.isTls, ...shown })
  }

  async function admit(request: IncomingMessage): Promise<Admission> {
    const identity = identityFromPath(request.url ?? '')
    if (!('ok' in identity)) return refused({ status: identity.status, text: 'No such charge point' })
    const offered = pickSubprotocol(request.headers['sec-websocket-protocol'], SERVED)
    const known = (await identities.add(identity.ok)) ?? (offered && (await letIn(services, identity.ok)))
    const link = linkOf(request, isTrusted)
    if (!known) {
      if (isPlainIdentity(identity.ok)) noteKnock(identity.ok, request, link)
      return refused({ status: 404, text: 'No such charge point' })
    }
    const judged = judge(request, link.isTls, known, services.ocppSecurity)
    if ('refusal' in judged) {
      const { event, text } = judged.refusal
      if (event) tell({ pk: known.pk, identity: known.id, type: event, techInfo: `${text} (${link.address})` })
      refusedOnes.note(known.pk, text, link.address)
      return refused(judged.refusal)
    }
    // Told only to a charger that has shown who it is.
    if (known.movedTo !== null) {
      const text = `${MOVED}: ${known.movedTo}`
      refusedOnes.note(known.pk, text, link.address)
      return refused({ status: 410, text })
    }
    await settle(known, judged.settled)
    const { nextSecurityProfile: next } = known
    if (next !== null && judged.settled.profile === undefined)
      tell({
        pk: known.pk,
        identity: known.id,
        type: NOT_RAISED,
        techInfo: `It came without profile ${next} (${link.address})`,
      })
    if (offered) return { kind: 'admitted', charger: known, address: link.address, protocol: offered }
    refusedOnes.note(known.pk, NO_SUBPROTOCOL, link.address)
    return { kind: 'no subprotocol' }
  }

  /** Stores what this connection shows of the charger's key and profile before the charger is let in. */
  async function settle({ pk, nextKeys }: chargers.StoredCharger, { key, profile }: Settled): Promise<void> {
    if (typeof key === 'object') await keys.takeKey(db, pk, key.next)
    else if (key === 'stored' && nextKeys.some(k => k.state === 'unknown')) await keys.dropUnknownKeys(db, pk)
    if (profile !== undefined) await keys.saveProfile(db, pk, profile)
  }

  return {
    admit,
    isEncrypted: request => linkOf(request, isTrusted).isTls,
    tlsFailed: (error, address) => {
      const type = TLS_FAULTS[(error as { code?: string }).code ?? '']
      if (type) tell({ pk: null, identity: address, type, techInfo: error.message.slice(0, 255) })
    },
    close: async () => void (await Promise.all([turnedAway.close(), refusedOnes.close()])),
  }
}

const refused = (refusal: Refusal): Admission => ({ kind: 'refused', refusal })

/** Registers an unknown charger, if the installation registers such; not if its id reads like a known one. */
const letIn = async (services: Services, id: string): Promise<chargers.StoredCharger | undefined> =>
  services.ocppRegister && isPlainIdentity(id) ? registerCharger(services, id, services.ocppRegister) : undefined

/** Where the charger really is and whether its link is encrypted, also through a proxy that ends TLS. */
function linkOf(request: IncomingMessage, isTrusted: (address: string) => boolean) {
  const socket = request.socket as Partial<TLSSocket>
  const address = callerAddress(request, isTrusted)
  if (!isTrusted(socket.remoteAddress ?? '')) return { address, isTls: socket.encrypted === true }
  const protocol =
    String(request.headers['x-forwarded-proto'] ?? '')
      .split(',')
      .at(-1)
      ?.trim() ?? ''
  return { address, isTls: socket.encrypted === true || /^(https|wss)$/i.test(protocol) }
}

/** A plain HTTP answer to an upgrade; `retryAfterSec`: when the charger may come back. */
export type Reply = { status: keyof typeof REASONS; text: string; retryAfterSec?: number }
/** Answers an upgrade with a plain HTTP status, before any WebSocket. */
export function refuse(socket: Duplex, { status, text, retryAfterSec }: Reply): void {
  const challenge = status === 401 ? 'WWW-Authenticate: Basic realm="ocpp"\r\n' : ''
  const again = retryAfterSec === undefined ? '' : `Retry-After: ${retryAfterSec}\r\n`
  const length = Buffer.byteLength(text)
  socket.end(
    `HTTP/1.1 ${status} ${REASONS[status]}\r\nConnection: close\r\nContent-Type: text/plain\r\n${challenge}${again}Content-Length: ${length}\r\n\r\n${text}`,
  )
}
