// A transaction as its station of OCPP 2.0.1 names it, with what its events have told so far.

/**
 * What one event of a transaction told, as far as the session depends on the event or its page shows it. Which fact counts is
 * decided by the sequence numbers, never by the order in which events arrived.
 */
export type TransactionStep = {
  seqNo: number
  /** By the station's own clock, ISO 8601 in UTC. */
  at: string
  eventType: 'Started' | 'Updated' | 'Ended'
  trigger: string
  chargingState?: string | undefined
  stoppedReason?: string | undefined
  /** The portal's number of the connector, and whether the station named the connector and not the EVSE alone. */
  connectorId?: number | undefined
  isConnectorNamed?: true | undefined
  /** The event says that its station had no connection at its time. */
  isOffline?: true | undefined
  /** The register with the context Transaction.Begin, Transaction.End, and the first one of any, Wh; null where it cannot be read. */
  beginWh?: number | null | undefined
  endWh?: number | null | undefined
  firstWh?: number | null | undefined
  /** Until the session begins: who was authorised, by which reservation, and the readings as they will be stored. */
  token?: { idToken: string; type: string } | undefined
  reservationId?: number | undefined
  readings?: StepReadings | undefined
}
type StepReadings = readonly { timestamp: string; sampledValue: readonly { value: string }[] }[]

export type StationTransaction = {
  /** The station's own name, unique at that station alone. */
  readonly id: string
  /** The session; null until somebody was authorised. */
  transactionId: number | null
  connectorId: number | null
  /** By the station's own clock, the time of its earliest event known. */
  firstAt: Date
  /** The first energy register told, Wh; null until there was one. */
  registerWh: number | null
  /** Energy has not flowed yet: the start of the session follows the first flow. */
  isStartOpen: boolean
  /** What its events told, without those that told nothing but another reading. */
  steps: readonly TransactionStep[]
  /** The sequence numbers of the events that are stored. */
  seen: SeqNos
  /** By the station's own clock, the time of the newest event that this connection has stored. */
  newestAt?: Date
  /** The number of the remote start that the station names as its cause; null where it names none. */
  remoteStartId: number | null
  /** The kind of the token by which the session began, as the station told it. */
  idTokenType: string | null
  /** The event that ended the transaction, while the end waits: for events that are missing, or for who was authorised. */
  ended: unknown
}

/** A transaction as its session begins with it. */
export type StationStart = Pick<
  StationTransaction,
  'id' | 'registerWh' | 'isStartOpen' | 'remoteStartId' | 'idTokenType' | 'steps'
>

/** Sequence numbers as ranges in order, both ends included. */
export type SeqNos = readonly (readonly [from: number, to: number])[]

export const hasSeen = (seen: SeqNos, seqNo: number): boolean => seen.some(([from, to]) => from <= seqNo && seqNo <= to)

/** The numbers with one more; ranges that touch are one. */
export function withSeqNo(seen: SeqNos, seqNo: number): SeqNos {
  if (hasSeen(seen, seqNo)) return seen
  const last = seen.at(-1)
  // The usual case: the number follows the last one.
  if (last && last[1] + 1 === seqNo) return seen.with(-1, [last[0], seqNo])
  const all = [...seen, [seqNo, seqNo] as const].sort((a, b) => a[0] - b[0])
  const joined: [number, number][] = []
  for (const [from, to] of all) {
    const last = joined.at(-1)
    if (last && from <= last[1] + 1) last[1] = Math.max(last[1], to)
    else joined.push([from, to])
  }
  return joined
}

/** The numbers between 0 and the highest one seen that never came. */
export function missingOf(seen: SeqNos): SeqNos {
  const missing: [number, number][] = []
  let next = 0
  for (const [from, to] of seen) {
    if (from > next) missing.push([next, from - 1])
    next = to + 1
  }
  return missing
}

/** Ranges in words, as in `3, 5 to 7`; null where there are none. */
export const seqNosText = (ranges: SeqNos): string | null =>
  ranges.length === 0 ? null : ranges.map(([from, to]) => (from === to ? `${from}` : `${from} to ${to}`)).join(', ')

/** The ranges as PostgreSQL writes an int8multirange. */
export const multirangeOf = (seen: SeqNos): string => `{${seen.map(([from, to]) => `[${from},${to}]`).join(',')}}`

/** The ranges of an int8multirange, whose upper ends PostgreSQL leaves out. */
export const seqNosOf = (multirange: string): SeqNos =>
  [...multirange.matchAll(/\[(-?\d+),(-?\d+)\)/g)].map(([, from, to]) => [Number(from), Number(to) - 1] as const)
