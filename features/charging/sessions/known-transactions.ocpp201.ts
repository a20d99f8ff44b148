// The transactions of stations of OCPP 2.0.1: in the memory of the connection, else as they are stored. What an event adds is
// stored together with what other stations told in the same moment.
import type { Request201, Response201 } from '@wattdesk/ocpp/ocpp201'
import type { Station } from '#fleet/stations/station.memory.ts'
import type { SeqNos, StationTransaction, TransactionStep } from '#fleet/stations/station-transaction.rules.ts'
import * as store from '#fleet/stations/station-transaction.store.ts'
import { Batch, SIDE_BY_SIDE } from '#platform/db/batch.ts'
import type { Db } from '#platform/db/db.ts'
import { stepsOfBefore, type TransactionFacts } from './transaction-step.rules.ts'

export type Event = Request201<'TransactionEvent'>
export type Answer = Response201<'TransactionEvent'>
/**
 * An event of a station, and all that is known of its transaction, to which the event adds. `before` and `facts`: what the events
 * said of the session without this one, and with it.
 */
export type ToldEvent = {
  s: Station
  p: Event
  t: StationTransaction
  step: TransactionStep
  before: TransactionFacts
  facts: TransactionFacts
}

const MOST_TRANSACTIONS = 100

export function knownTransactions(db: Db) {
  const known = new Batch<store.TransactionKey, StationTransaction | undefined>(
    keys => store.stationTransactions(db, keys),
    SIDE_BY_SIDE,
  )
  const kept = new Batch<store.KeptTransaction, void>(async items => {
    await store.keepStationTransactions(db, items)
    return []
  }, SIDE_BY_SIDE)

  return {
    /** The transaction in memory, else as it is stored, else a new one. */
    of: async (s: Station, id: string, at: Date): Promise<StationTransaction> => {
      s.transactions ??= new Map()
      const here = s.transactions.get(id)
      if (here) return here
      const stored = await known.add({ pk: s.charger.pk, id })
      if (stored && stored.steps.length === 0) stored.steps = stepsOfBefore(stored)
      const found = stored ?? newTransaction(id, at)
      // Memory stays bounded whatever names a station sends; a forgotten one is read again.
      if (s.transactions.size >= MOST_TRANSACTIONS) s.transactions.clear()
      s.transactions.set(id, found)
      return found
    },
    /** Stores the transaction; `added`: the numbers of the events that it stores. */
    keep: (s: Station, t: StationTransaction, added: SeqNos): Promise<void> => kept.add({ pk: s.charger.pk, t, added }),
    idle: async (): Promise<void> => {
      await Promise.all([known.idle(), kept.idle()])
    },
  }
}

const newTransaction = (id: string, at: Date): StationTransaction => ({
  id,
  transactionId: null,
  connectorId: null,
  firstAt: at,
  registerWh: null,
  isStartOpen: true,
  remoteStartId: null,
  idTokenType: null,
  steps: [],
  seen: [],
  ended: null,
})
