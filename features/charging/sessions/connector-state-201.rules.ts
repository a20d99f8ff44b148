// The state of a connector by the events of its transaction in OCPP 2.0.1, as 1.6 names it (decision 0088, Idle). Pure.

/** The states of a connector as 1.6 names them, by the charging state that a transaction tells. */
const STATES = {
  Charging: 'Charging',
  SuspendedEV: 'SuspendedEV',
  SuspendedEVSE: 'SuspendedEVSE',
  EVConnected: 'Preparing',
  Idle: 'Finishing',
} as const

/** The states that only a transaction tells of its connector. */
const OF_TRANSACTIONS = new Set<string>(Object.values(STATES))

/** The state that an event tells; undefined where it tells none. `known`: the last state of the connector. */
export function stateOf(
  eventType: string,
  chargingState: string | undefined,
  known: string | null,
): string | undefined {
  const told = STATES[chargingState as keyof typeof STATES]
  if (eventType !== 'Ended') return told
  // The connector is free of its session at once. A station that said already that no car is there, or worse, is believed.
  const isCable = chargingState !== undefined && chargingState !== 'Idle'
  return isCable || known === null || OF_TRANSACTIONS.has(known) ? 'Finishing' : undefined
}
