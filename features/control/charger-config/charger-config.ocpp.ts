// The product asks a charger for its configuration some time after an accepted boot or a reconnect: for all keys where
// they were never read or the firmware has changed; for the keys set by people where the charger has restarted since.
// When a whole fleet reconnects at once, its chargers are asked in turn, in the queue of background calls (S-CONFIG).
import type { CallOutcome } from '@wattdesk/ocpp/own-calls'
import { keyParts } from '#control/remote-operations/operation-request.rules.ts'
import type { Station } from '#fleet/stations/station.ocpp.ts'
import type { Services } from '#office/installation/services.ts'
import { isPassing } from '#platform/db/database-away.ts'
import { keepAnswer, keepAttempt } from './charger-config.commands.ts'
import { payloadIn, toldOf } from './charger-config.rules.ts'
import * as store from './charger-config.store.ts'
import { KNOWN_KEYS } from './config-keys.contract.ts'

export type ReaderOptions = {
  /** How long a charger is left alone after its boot. */
  afterMs?: number
  /** How often the server looks for chargers to ask. */
  everyMs?: number
  /** The most chargers that are asked each time. */
  atOnce?: number
  /** The most answers that may be outstanding at once. */
  mostOut?: number
}
/** Chargers for each query of the database. */
const LOOKED_AT = 100
/** A charger that returned no configuration is not asked for all keys again before this time has passed. */
const AGAIN_MS = 6 * 3_600_000
/** A charger that does not answer delays an operator's command by this much at most. */
const CALL = { isBackground: true, timeoutMs: 10_000, maxWaitMs: 600_000 } as const

type Attempt = { key: string; value: string; outcome: CallOutcome; setAt: Date; at: Date }
type Entry = { station: Station; fromMs: number; attempt?: Attempt | undefined }

export function configReader(services: Services, options: ReaderOptions = {}) {
  const { afterMs = 30_000, everyMs = 1000, atOnce = 5, mostOut = 20 } = options
  const { db, log, now } = services
  const waiting = new Map<number, Entry>()
  const ready = new Map<number, { station: Station; due: store.Due }>()
  const reading = new Map<number, Promise<void>>()
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | undefined

  function wait(station: Station, attempt?: Attempt): void {
    const { pk } = station.charger
    const known = waiting.get(pk)
    // Behind the others again, so that the line stays in order.
    waiting.delete(pk)
    waiting.set(pk, { station, fromMs: now().getTime() + afterMs, attempt: attempt ?? known?.attempt })
    arm()
  }
  /** Only one look at a time: two looks would find the same chargers. */
  function arm(): void {
    if (looking) return
    timer ??= setTimeout(() => {
      timer = undefined
      looking = look()
        .catch(error => log.error({ err: error }, 'The configuration of charge points could not be looked at'))
        .finally(() => {
          looking = undefined
          if (waiting.size > 0 || ready.size > 0) arm()
        })
    }, everyMs).unref()
  }

  async function look(): Promise<void> {
    if (ready.size < atOnce) await lookFurther()
    let left = atOnce
    for (const [pk, { station, due }] of ready) {
      if (left-- === 0 || reading.size >= mostOut) return
      ready.delete(pk)
      if (!station.isOpen) continue
      const done = read(station, due)
        .catch(error => log.warn({ err: error, chargepoint: station.charger.id }, 'Its configuration is not kept'))
        .finally(() => reading.delete(pk))
      reading.set(pk, done)
    }
  }

  async function lookFurther(): Promise<void> {
    const taken: Entry[] = []
    for (const [pk, e] of waiting) {
      if (taken.length >= LOOKED_AT || e.fromMs > now().getTime()) break
      // The charger has been asked already; its answer decides whether it is asked once more.
      if (reading.has(pk) || ready.has(pk)) continue
      waiting.delete(pk)
      taken.push(e)
    }
    if (taken.length === 0) return
    try {
      for (const e of taken) await keepOwn(e)
      const open = new Map(taken.filter(e => e.station.isOpen).map(e => [e.station.charger.pk, e.station]))
      const due = await store.due(db, [...open.keys()], new Date(now().getTime() - AGAIN_MS))
      for (const d of due) {
        const station = open.get(d.pk)
        if (station) ready.set(d.pk, { station, due: d })
      }
    } catch (error) {
      if (!isPassing(error)) throw error
      for (const e of taken) if (!waiting.has(e.station.charger.pk)) waiting.set(e.station.charger.pk, e)
    }
  }

  /** Keeps a value that the product itself has set, just as a value set by a person is kept. */
  async function keepOwn(e: Entry): Promise<void> {
    const { attempt: a } = e
    if (!a) return
    const { key, value, setAt } = a
    const attempt = { pk: e.station.charger.pk, key, value, setBy: null, setAt }
    await db.transaction().execute(trx => keepAttempt(trx, attempt, a.outcome, a.at))
    e.attempt = undefined
  }

  const keep = (s: Station, payload: unknown, isWhole: boolean): Promise<number> =>
    db
      .transaction()
      .execute(trx => keepAnswer(trx, s.charger.pk, payload, { at: now(), isWhole, secrets: s.secrets ?? [] }))

  const ask = (s: Station, key?: string[]): Promise<CallOutcome> =>
    s.session.call('GetConfiguration', key ? { key } : {}, CALL)

  /** Asks for keys by name, no more at once than the charger takes; undefined where the charger did not answer. */
  async function askByName(s: Station, keys: readonly string[], most: number | undefined): Promise<object | undefined> {
    const whole = { configurationKey: [] as object[], unknownKey: [] as string[] }
    for (const part of keyParts(keys, most)) {
      const payload = payloadOf(await ask(s, part))
      if (!payload) return undefined
      whole.configurationKey.push(...((payload as typeof whole).configurationKey ?? []))
      whole.unknownKey.push(...((payload as typeof whole).unknownKey ?? []))
    }
    return whole
  }

  async function read(s: Station, due: store.Due): Promise<void> {
    if (!due.isWhole) {
      const told = await askByName(s, due.keys, due.maxKeys ?? undefined)
      if (told) await keep(s, told, false)
      return
    }
    const outcome = await ask(s)
    if (outcome.kind === 'closed' || outcome.kind === 'busy') return
    const names = KNOWN_KEYS.map(k => k.name)
    let payload = payloadOf(outcome)
    // Some chargers report keys only by name.
    if (outcome.kind === 'error') payload = await askByName(s, names, await mostKeys(s))
    const told = toldOf(payload)
    if (told.length === 0) {
      await store.keepFailure(db, s.charger.pk, now(), failureOf(outcome))
      return
    }
    await keep(s, payload, true)
    // An answer of exactly the most keys that the charger returns at once may have been cut off there.
    const most = Number(told.find(t => t.key === 'getconfigurationmaxkeys')?.value)
    if (told.length !== most) return
    const known = new Set(told.map(t => t.key))
    const more = await askByName(
      s,
      names.filter(n => !known.has(n.toLowerCase())),
      most,
    )
    if (more) await keep(s, more, false)
  }

  async function mostKeys(s: Station): Promise<number | undefined> {
    const [told] = toldOf(payloadOf(await ask(s, ['GetConfigurationMaxKeys'])))
    return Number(told?.value) > 0 ? Number(told?.value) : undefined
  }

  return {
    /** A charger has been accepted, or has reconnected: its configuration may be due. */
    accepted: (s: Station): void => wait(s),
    /** The product has set a value; `outcome` is the charger's answer. */
    set: (s: Station, key: string, value: string, outcome: CallOutcome, setAt: Date): void =>
      wait(s, { key, value, outcome, setAt, at: now() }),
    close: async (): Promise<void> => {
      waiting.clear()
      ready.clear()
      await looking
      clearTimeout(timer)
      timer = undefined
      await Promise.all(reading.values())
    },
  }
}

/** Returns the payload of an answer, even where one or two of its values do not fit the schema. */
const payloadOf = (o: CallOutcome): object | undefined => {
  const payload = o.kind === 'result' ? o.payload : o.kind === 'bad-result' ? payloadIn(o.raw) : undefined
  return typeof payload === 'object' && payload !== null ? payload : undefined
}

function failureOf(o: CallOutcome): string {
  if (o.kind === 'error') return `The charge point answered ${o.code}`
  if (o.kind === 'timeout') return 'The charge point did not answer'
  return o.kind === 'bad-result' ? 'The answer could not be read' : 'The charge point told no keys'
}
