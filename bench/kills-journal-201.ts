// Keeps the transaction events of 2.0.1 stations that the product confirmed while it was killed again and again. Each transaction
// must be one session, with all its events, from and to the registers that the station's own events say.
import type { SimulatedStation } from '@wattdesk/ocpp/sim/v201/charging-station'
import type { StationEvents } from '@wattdesk/ocpp/sim/v201/station'
import type { Acks } from './kills-acks.ts'
import type { Product } from './kills-product.ts'

type Told = StationEvents['told']['event']
type Transaction = { identity: string; name: string; events: Told[] }

export class Journal201 {
  readonly #acks: Acks
  readonly #transactions = new Map<string, Transaction>()
  events = 0
  offline = 0
  repeated = 0

  constructor(acks: Acks) {
    this.#acks = acks
  }

  get sessions(): number {
    return this.#transactions.size
  }

  /** Keeps what a station is told. */
  listen(identity: string, c: SimulatedStation): void {
    const acks = this.#acks
    c.on('told', ({ event }) => {
      const name = event.transactionInfo.transactionId
      const key = `${identity} ${name}`
      const kept = this.#transactions.get(key) ?? { identity, name, events: [] }
      kept.events.push(event)
      this.#transactions.set(key, kept)
      this.events++
      if (event.offline) this.offline++
    })
    c.on('reply', ({ action, error, duplicate }) => {
      if (duplicate) this.repeated++
      if (error === 'LinkLost') acks.lostLinks++
      else if (error === 'Timeout') acks.timeouts++
      else if (error !== undefined) acks.errors.push(`${action}: ${error}`)
    })
    c.on('failed', () => acks.refusedSockets++)
  }

  /**
   * Adds what was confirmed to the confirmations of 1.6, under the numbers of the portal, once nothing runs any more.
   * Returns what the events alone show to be wrong: numbers that are missing, and transactions that are not one session.
   */
  async settle(product: Pick<Product, 'ask'>): Promise<string[]> {
    const rows = await product.ask<{ identity: string; name: string; id: number | null; seen: string }>(
      `select chargepoint_id as identity, station_transaction_id as name, transaction_id as id, seen::text
        from station_transaction join charger using (chargepoint_pk)`,
    )
    const byName = new Map(rows.map(r => [`${r.identity} ${r.name}`, r]))
    const found: string[] = []
    const numbers = new Set<number>()
    for (const key of byName.keys())
      if (!this.#transactions.has(key)) found.push(`transaction ${key} was confirmed to nobody`)
    for (const [key, { identity, events }] of this.#transactions) {
      const row = byName.get(key)
      if (!row || row.id === null) {
        found.push(`transaction ${key} was confirmed and is no session`)
        continue
      }
      if (numbers.has(row.id)) found.push(`session ${row.id} is two transactions`)
      numbers.add(row.id)
      events.sort((a, b) => a.seqNo - b.seqNo)
      if (events.some((e, i) => e.seqNo !== i)) found.push(`transaction ${key} was confirmed with gaps or twice`)
      if (row.seen !== `{[0,${events.length})}`)
        found.push(`transaction ${key} has ${events.length} events and is stored with ${row.seen}`)
      this.#confirm(identity, row.id, events)
    }
    return found
  }

  #confirm(identity: string, transactionId: number, events: readonly Told[]): void {
    const { starts, stops, meters } = this.#acks
    const last = events.at(-1)
    // The session begins when energy flows.
    const first = events.find(e => e.transactionInfo.chargingState === 'Charging') ?? events[0]
    if (!first) return
    starts.push({
      identity,
      connectorId: first.evse?.id ?? 0,
      transactionId,
      at: first.timestamp,
      meterStart: registerOf(events, 'Transaction.Begin'),
    })
    if (last?.eventType === 'Ended')
      stops.push({ transactionId, at: last.timestamp, meterStop: registerOf(events, 'Transaction.End') })
    for (const { meterValue = [] } of events)
      for (const v of meterValue)
        meters.push({ transactionId, at: v.timestamp, context: v.sampledValue[0]?.context ?? '' })
  }
}

/** The energy register that a transaction told in this context, Wh; NaN without one. */
function registerOf(events: readonly Told[], context: string): number {
  const values = events.flatMap(e => e.meterValue ?? []).flatMap(v => v.sampledValue)
  return values.find(s => s.context === context && s.measurand === 'Energy.Active.Import.Register')?.value ?? Number.NaN
}
