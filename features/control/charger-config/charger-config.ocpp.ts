// The product asks a charger for its configuration some time after an accepted boot or a reconnect: for all keys where
// they were never read or the firmware has changed; for the keys set by people where the charger has restarted since.
// When a whole fleet reconnects at once, its chargers are asked in turn, in the queue of background calls (S-CONFIG).
import type { CallOutcome } from '@wattdesk/ocpp/own-calls'
import type { Station } from '#fleet/stations/station.memory.ts'
import type { Services } from '#office/installation/services.ts'
import { isPassing } from '#platform/db/database-away.ts'
import { keepAttempt } from './charger-config.commands.ts'
import * as store from './charger-config.store.ts'
import { readConfig } from './read-config.ocpp.ts'

export type ConfigReaderOptions = {
  /** How long a charger is left alone after its boot. */
  afterMs?: number
  /** How often the server looks for chargers to ask. */
  everyMs?: number
  /** The most chargers that are asked each time. */
  atOnce?: number
  /** The most answers that may be outstanding at once. */
  mostOut?: number
  /** Reads a station of OCPP 2.0.1, which has variables in place of keys: all of its device model, or these variables. */
  model?: { whole: (s: Station) => Promise<void>; named: (s: Station, keys: readonly string[]) => Promise<void> }
}
/** The most chargers that one query of the database looks up. */
const LOOKED_AT = 100
/** A charger that returned no configuration is not asked for all keys again before this time has passed. */
const AGAIN_MS = 6 * 3_600_000

/** A value that the product itself has set, with the charger's answer; a Date would take six times the memory. */
type Attempt = { key: string; value: string; outcome: CallOutcome; setMs: number; atMs: number }
type Entry = { station: Station; fromMs: number; attempt?: Attempt | undefined }

export function configReader(services: Services, options: ConfigReaderOptions = {}) {
  const line = new ReadingLine(services, options)
  return {
    /** A charger has been accepted, or has reconnected: its configuration may be due. */
    accepted: (s: Station): void => line.add(s),
    /** The product has set a value; `outcome` is the charger's answer. */
    set: (s: Station, key: string, value: string, outcome: CallOutcome, setAt: Date): void =>
      line.add(s, { key, value, outcome, setMs: setAt.getTime(), atMs: services.now().getTime() }),
    close: (): Promise<void> => line.close(),
  }
}

/** The chargers that may have to be asked: they wait until their time, are looked up in the database, and are read. */
class ReadingLine {
  readonly #services: Services
  readonly #options: Required<Omit<ConfigReaderOptions, 'model'>>
  readonly #model: ConfigReaderOptions['model']
  readonly #waiting = new Map<number, Entry>()
  readonly #due = new Map<number, { station: Station; due: store.DueConfigRead }>()
  readonly #reading = new Map<number, Promise<void>>()
  #timer: NodeJS.Timeout | undefined
  #looking: Promise<void> | undefined

  constructor(services: Services, options: ConfigReaderOptions) {
    const { afterMs = 30_000, everyMs = 1000, atOnce = 5, mostOut = 20, model } = options
    this.#services = services
    this.#model = model
    this.#options = { afterMs, everyMs, atOnce, mostOut }
  }

  add(station: Station, attempt?: Attempt): void {
    const { pk } = station.charger
    const known = this.#waiting.get(pk)
    // Behind the others again, so that the line stays in order.
    this.#waiting.delete(pk)
    const fromMs = this.#services.now().getTime() + this.#options.afterMs
    this.#waiting.set(pk, { station, fromMs, attempt: attempt ?? known?.attempt })
    this.#lookLater()
  }

  /** Only one look at a time: two looks would find the same chargers. */
  #lookLater(): void {
    const { log } = this.#services
    if (this.#looking) return
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      this.#looking = this.#look()
        .catch(error => log.error({ err: error }, 'The configuration of charge points could not be looked at'))
        .finally(() => {
          this.#looking = undefined
          if (this.#waiting.size > 0 || this.#due.size > 0) this.#lookLater()
        })
    }, this.#options.everyMs).unref()
  }

  async #look(): Promise<void> {
    const { atOnce, mostOut } = this.#options
    if (this.#due.size < atOnce) await this.#findDue()
    let left = atOnce
    for (const [pk, { station, due }] of this.#due) {
      if (left-- === 0 || this.#reading.size >= mostOut) return
      this.#due.delete(pk)
      if (station.isOpen) this.#read(station, due)
    }
  }

  #read(station: Station, due: store.DueConfigRead): void {
    const { pk, id } = station.charger
    const model = station.session.family === 'ocpp2' ? this.#model : undefined
    const done = (model ? this.#readVariables(model, station, due) : readConfig(this.#services, station, due))
      .catch(error => this.#services.log.warn({ err: error, chargepoint: id }, 'Its configuration is not kept'))
      .finally(() => this.#reading.delete(pk))
    this.#reading.set(pk, done)
  }

  /** Variables have names with a point; what else was set by people was set by a name of OCPP 1.6. */
  async #readVariables(
    model: NonNullable<ConfigReaderOptions['model']>,
    station: Station,
    due: store.DueConfigRead,
  ): Promise<void> {
    if (due.isWhole) return model.whole(station)
    const { variables = [], keys = [] } = Object.groupBy(due.keys, k => (k.includes('.') ? 'variables' : 'keys'))
    if (variables.length > 0) await model.named(station, variables)
    if (keys.length > 0) await readConfig(this.#services, station, { ...due, keys })
  }

  /** Finds out which chargers of the line are due to be asked. While the database is away they stay in the line. */
  async #findDue(): Promise<void> {
    const { db, now } = this.#services
    const entries = this.#takeWaiting()
    if (entries.length === 0) return
    try {
      for (const e of entries) await this.#keepAttempt(e)
      const open = new Map(entries.filter(e => e.station.isOpen).map(e => [e.station.charger.pk, e.station]))
      for (const due of await store.configReadsDue(db, [...open.keys()], new Date(now().getTime() - AGAIN_MS))) {
        const station = open.get(due.pk)
        if (station) this.#due.set(due.pk, { station, due })
      }
    } catch (error) {
      if (!isPassing(error)) throw error
      for (const e of entries) {
        const { pk } = e.station.charger
        if (!this.#waiting.has(pk)) this.#waiting.set(pk, e)
      }
    }
  }

  /** Takes the first chargers whose time has come out of the line. */
  #takeWaiting(): Entry[] {
    const taken: Entry[] = []
    for (const [pk, e] of this.#waiting) {
      if (taken.length >= LOOKED_AT || e.fromMs > this.#services.now().getTime()) break
      // The charger has been asked already; its answer decides whether it is asked once more.
      if (this.#reading.has(pk) || this.#due.has(pk)) continue
      this.#waiting.delete(pk)
      taken.push(e)
    }
    return taken
  }

  /** Keeps a value that the product itself has set, just as a value set by a person is kept. */
  async #keepAttempt(e: Entry): Promise<void> {
    if (!e.attempt) return
    const { key, value, setMs, outcome, atMs } = e.attempt
    const attempt = { pk: e.station.charger.pk, key, value, setBy: null, setAt: new Date(setMs) }
    await this.#services.db.transaction().execute(trx => keepAttempt(trx, attempt, outcome, new Date(atMs)))
    e.attempt = undefined
  }

  async close(): Promise<void> {
    this.#waiting.clear()
    this.#due.clear()
    await this.#looking
    clearTimeout(this.#timer)
    this.#timer = undefined
    await Promise.all(this.#reading.values())
  }
}
