// Somebody who looks at the live panel, as the panel does it: the list of stations is read when the stream opens and 3 s after
// an event, and in between the events are believed. What is shown must be what the list says.
import type { LiveEventOf } from '@wattdesk/base/live-event'
import type { LiveStation } from '#control/live-status/live-status.contract.ts'

type Shown = { status: string; active: number }
type StationEvent = LiveEventOf<'station'>
const AGAIN_MS = 500
/** The panel reads the list again so long after an event. */
const READ_AGAIN_MS = 3000

export type ViewerOptions = {
  url: string
  teamId: number
  token: () => Promise<string>
  /** The address that the viewer comes from, where a proxy tells it. */
  from?: string
  /** Only hears, and reads no list. */
  isIdle?: boolean
}

export class Viewer {
  readonly #options: ViewerOptions
  readonly #ended = new AbortController()
  #shown = new Map<number, Shown>()
  #early: StationEvent[] | undefined
  #again: NodeJS.Timeout | undefined
  #watching: Promise<void> = Promise.resolve()
  /** How often a stream was opened. */
  streams = 0
  events = 0
  isOpen = false
  /** The status with which the last stream was refused, where it was. */
  refusedWith: number | undefined

  constructor(options: ViewerOptions) {
    this.#options = options
  }

  start(): void {
    this.#watching = this.#watch()
  }
  async stop(): Promise<void> {
    clearTimeout(this.#again)
    this.#ended.abort()
    await this.#watching
  }

  /** Stations that are shown otherwise than the list says, in words, by their key. Throws where there is no live stream. */
  async behind(): Promise<Map<number, string>> {
    if (!this.isOpen) throw new Error('The viewer has no live stream')
    const found = new Map<number, string>()
    for (const [pk, { status, active }] of await this.list()) {
      const shown = this.#shown.get(pk)
      if (shown?.status === status && shown.active === active) continue
      found.set(
        pk,
        `station ${pk} is ${status} with ${active} cars and is shown as ${shown?.status} with ${shown?.active}`,
      )
    }
    return found
  }

  async #watch(): Promise<void> {
    while (!this.#ended.signal.aborted) {
      await this.#stream().catch(() => undefined)
      this.isOpen = false
      await new Promise(ok => setTimeout(ok, AGAIN_MS))
    }
  }
  async #headers(): Promise<Record<string, string>> {
    const { token, from } = this.#options
    return { authorization: `Bearer ${await token()}`, ...(from && { 'x-forwarded-for': from }) }
  }
  async #stream(): Promise<void> {
    const { url, teamId } = this.#options
    const headers = await this.#headers()
    const r = await fetch(`${url}/cms/v1/team/${teamId}/events`, { headers, signal: this.#ended.signal })
    this.refusedWith = r.ok ? undefined : r.status
    if (!r.ok || !r.body) return
    const reader = r.body.pipeThrough(new TextDecoderStream()).getReader()
    const reading = (this.#options.isIdle ? Promise.resolve() : this.#readList()).then(() => {
      this.streams++
      this.isOpen = true
    })
    reading.catch(() => reader.cancel())
    for (let rest = ''; ; ) {
      const { done, value } = await reader.read()
      if (done) return
      const parts = (rest + value).split('\n\n')
      rest = parts.pop() ?? ''
      for (const part of parts) {
        const data = /^event: station\n(?:id: .*\n)?data: (.*)$/m.exec(part)?.[1]
        if (data) this.#see(JSON.parse(data) as StationEvent)
      }
    }
  }
  #see(e: StationEvent): void {
    this.events++
    this.#early?.push(e)
    this.#show(e)
    if (this.#options.isIdle) return
    this.#again ??= setTimeout(() => {
      this.#again = undefined
      // A list that cannot be read is read again with the next stream.
      this.#readList().catch(() => undefined)
    }, READ_AGAIN_MS)
  }
  #show(e: StationEvent): void {
    this.#shown.set(e.chargepoint_pk, { status: e.status, active: e.activeConnectors })
  }
  /** Events that come while the list is read are newer than the list, or in it already. */
  async #readList(): Promise<void> {
    const early: StationEvent[] = []
    this.#early = early
    this.#shown = await this.list()
    for (const e of early) this.#show(e)
  }
  /** The stations as the list says now. */
  async list(): Promise<Map<number, Shown>> {
    const { url, teamId } = this.#options
    const r = await fetch(`${url}/cms/v1/team/${teamId}/charging-status`, { headers: await this.#headers() })
    if (!r.ok) throw new Error(`The list of stations: ${r.status}`)
    const { data } = (await r.json()) as { data: { stations: LiveStation[] } }
    return new Map(data.stations.map(s => [s.id, { status: s.status, active: s.connectors.active }]))
  }
}
