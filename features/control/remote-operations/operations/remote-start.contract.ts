// RemoteStart: a session is started on a connector with a tag.

import { closingAt, driverText } from '#fleet/maintenance/closing.words.ts'
import { type ChargerStanding, operation } from './operation.contract.ts'
import { connector, optional, profile, tag } from './operation-field.contract.ts'

const IN_MAINTENANCE = 'Station is in maintenance: end the maintenance to start a session'

/** Preparing State lets a start through only on a connector that is Preparing. */
function notPreparing(
  connectorId: number,
  { connectors, preparingState, connected }: ChargerStanding,
): string | undefined {
  const known = connectors.find(n => n.connectorId === connectorId)
  // The last known state of an offline charger refuses nothing: its task will say that it is not connected.
  if (!known || !preparingState || !connected || known.status === 'Preparing') return undefined
  const name = known.words?.replace(/^c/, 'C') ?? `Connector ${connectorId}`
  return `${name} is ${known.status ?? 'Unknown'}. Preparing State is on: a remote start is sent only when the connector is Preparing.`
}

/** A session that begins later than this after the answer has another cause: a cable is awaited for minutes at most. */
export const LATEST_START_MS = 600_000

export const remoteStart = operation({
  name: 'RemoteStart',
  fields: {
    connectorId: connector(),
    idTag: tag(),
    /** A stored TxProfile to limit the session; features/power/charging-profiles adds it to the request. */
    charging_profile_pk: optional(profile({ open: 'None', purpose: 'TxProfile' })),
  },
  wire: {
    ocpp16: { action: 'RemoteStartTransaction', request: ({ connectorId, idTag }) => ({ connectorId, idTag }) },
  },
  refusal: ({ connectorId }, charger, now) => {
    if (charger.byHand) return { status: 409, text: IN_MAINTENANCE }
    const closing = closingAt(charger.closings ?? [], now)
    if (closing) return { status: 409, text: driverText(closing) }
    const text = notPreparing(connectorId, charger)
    return text === undefined ? undefined : { status: 409, field: 'connectorId', text }
  },
  changesLimits: p => p.charging_profile_pk !== undefined,
  needsRegistration: true,
  looksUp: 'tag',
  answers: { Rejected: 'The charge point refused. The connector may be in use, or no vehicle is plugged in.' },
  promise: {
    message: 'StartTransaction',
    provedBy: e => e.type === 'transaction' && e.change === 'started',
    waitMs: 90_000,
    latestMs: LATEST_START_MS,
    step: 'Session',
    awaited: 'Waiting for the session to start',
    seen: 'The session has started',
    missing: 'Accepted, but no session has started',
    advice: '',
    taken: 'Accepted, but another start got the session',
  },
  form: {
    also: 'RequestStartTransaction',
    help: 'Starts a session on a connector with a tag.',
    says: (charger, _, at) => `Start on ${charger.chargepoint_id}${at}`,
  },
})
