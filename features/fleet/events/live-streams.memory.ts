// The open live streams of a node: each event is written to the readers who may see it.
import type { Feature } from '@wattdesk/base/access'
import type { LiveEvent } from '@wattdesk/base/live-event'
import type { FastifyReply } from 'fastify'
import type { Scope } from '#platform/access/scope.ts'
import type { Bus, Published } from '#platform/bus/bus.ts'
import { mayHearOf, type Reach } from './event.rules.ts'

/** The portal takes 12 s of silence for a dead line (kit/live-stream.ts). */
const KEEP_ALIVE_MS = 5000
/** A reader this far behind is disconnected; it reconnects and reads everything again. */
const MAX_UNSENT_BYTES = 1024 * 1024

/** The feature whose view an event needs; a station is as on the dashboard, for any role on the team. */
export const FEATURE_OF: Partial<Record<LiveEvent['type'], Feature>> = {
  connector: 'ChargerPoint',
  task: 'ChargerPoint',
  load: 'ChargingSite',
  log: 'ChargerPoint',
  transaction: 'Transaction',
  payment: 'Transaction',
  refund: 'Refund',
  alert: 'Alert',
  campaign: 'Campaign',
}

export type StreamReader = {
  userId: number
  /** For changes of records, which count wherever the reader may open the record, whatever team was chosen. */
  reach: Reach
  scopes: Partial<Record<Feature | 'any', Scope | undefined>>
  chargerPk: number | undefined
  reply: FastifyReply
}

const covers = (scope: Scope | undefined, companyId: number, teamId: number): boolean =>
  scope !== undefined &&
  (scope.kind === 'all' || (scope.kind === 'company' ? scope.companyId === companyId : scope.teams.includes(teamId)))

/** True when the reader may see the event. */
function maySee(r: StreamReader, { companyId, path = [], event: e }: Published): boolean {
  if (e.type === 'access' || e.type === 'bulk-action' || e.type === 'bell') return e.userId === r.userId
  if (e.type === 'record') return mayHearOf(r.reach, { ...e, companyId, path })
  if (e.type === 'log' && e.chargepoint_pk !== r.chargerPk) return false
  return covers(r.scopes[FEATURE_OF[e.type] ?? 'any'], companyId, e.teamId)
}

export class LiveStreams {
  readonly #readers = new Set<StreamReader>()
  readonly #bus: Bus
  readonly #beat: NodeJS.Timeout
  readonly #offMissed: () => void
  /** Listens from the first reader to the last, so that without one no events are made. */
  #off: (() => void) | undefined

  constructor(bus: Bus) {
    this.#bus = bus
    this.#beat = setInterval(() => this.#keepAlive(), KEEP_ALIVE_MS).unref()
    // Events were missed while the bus was away: streams end, and browsers that reconnect read everything again.
    this.#offMissed = bus.onChanged(c => {
      if (c.what === 'all') this.#endAll()
    })
  }

  /** The streams that a user has open on this node. */
  countOf(userId: number): number {
    return [...this.#readers].filter(r => r.userId === userId).length
  }

  join(reader: StreamReader): void {
    this.#readers.add(reader)
    this.#off ??= this.#bus.onEvent(published => this.#write(published))
  }

  leave(reader: StreamReader): void {
    this.#readers.delete(reader)
    if (this.#readers.size > 0) return
    this.#off?.()
    this.#off = undefined
  }

  close(): void {
    this.#off?.()
    this.#offMissed()
    clearInterval(this.#beat)
    this.#endAll()
  }

  #write(published: Published): void {
    const { event } = published
    let text: string | undefined
    for (const r of this.#readers) {
      if (!maySee(r, published)) continue
      text ??= `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`
      if (!r.reply.raw.writableEnded) r.reply.raw.write(text)
      if (r.reply.raw.writableLength > MAX_UNSENT_BYTES || event.type === 'access') r.reply.raw.end()
    }
  }

  #keepAlive(): void {
    for (const r of this.#readers) if (!r.reply.raw.writableEnded) r.reply.raw.write(': still here\n\n')
  }

  #endAll(): void {
    for (const r of this.#readers) r.reply.raw.end()
  }
}
