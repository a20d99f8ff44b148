// Messages that a station is asked to send, and data of vendors.
import type { Confirmation } from '@wattdesk/ocpp/messages'
import type { Request201 } from '@wattdesk/ocpp/ocpp201'
import type { Outcome } from '@wattdesk/ocpp/own-calls'
import { evseOf } from '#fleet/stations/evse.rules.ts'
import type { Station } from '#fleet/stations/station.memory.ts'
import { asTold, type Say, type Saying, said } from './said.ocpp201.ts'

type Trigger = Request201<'TriggerMessage'>
type Message = Trigger['requestedMessage']

/** The messages that 2.0.1 has under another name. */
const RENAMED: Readonly<Record<string, Message>> = {
  DiagnosticsStatusNotification: 'LogStatusNotification',
  SignChargePointCertificate: 'SignChargingStationCertificate',
}

/** The triggers that stand for one of 1.6, in order. */
function triggersOf({ charger, active }: Station, asked: string, connectorId: number | undefined): Trigger[] {
  if (asked === 'MeterValues') {
    // Readings of a session come with its transaction.
    const isRunning = connectorId === undefined ? (active?.size ?? 0) > 0 : active?.has(connectorId)
    const requestedMessage = isRunning ? 'TransactionEvent' : 'MeterValues'
    return [{ requestedMessage, ...(connectorId !== undefined && { evse: { id: evseOf(charger, connectorId).id } }) }]
  }
  const requestedMessage = Object.hasOwn(RENAMED, asked) ? (RENAMED[asked] as Message) : (asked as Message)
  if (requestedMessage !== 'StatusNotification') return [{ requestedMessage }]
  // A state is always that of one connector.
  const connectors = connectorId === undefined ? charger.connectors.map(c => c.connectorId) : [connectorId]
  const places = [...new Set(connectors)].filter(n => n > 0)
  if (places.length === 0) return [{ requestedMessage }]
  return places.map(n => ({ requestedMessage, evse: evseOf(charger, n) }))
}

/** Ends with the first trigger that was not accepted, else with the last. */
async function trigger(
  saying: Saying,
  asked: string,
  connectorId: number | undefined,
): Promise<Outcome<Confirmation<'TriggerMessage'>>> {
  const [first, ...rest] = triggersOf(saying.session.station, asked, connectorId)
  let outcome = await said(saying, 'TriggerMessage', first as Trigger, asTold)
  for (const next of rest) {
    if (outcome.kind !== 'result' || outcome.payload.status !== 'Accepted') return outcome
    outcome = await said(saying, 'TriggerMessage', next, asTold)
  }
  return outcome
}

export const triggerMessage: Say<'TriggerMessage'> = (saying, { requestedMessage, connectorId }) =>
  trigger(saying, requestedMessage, connectorId)

export const extendedTriggerMessage: Say<'ExtendedTriggerMessage'> = (saying, { requestedMessage, connectorId }) =>
  trigger(saying, requestedMessage, connectorId)

/** Data of any kind comes back as a text, as 1.6 has it. */
export const dataTransfer: Say<'DataTransfer'> = (saying, { vendorId, messageId, data }) =>
  said(
    saying,
    'DataTransfer',
    { vendorId, ...(messageId !== undefined && { messageId }), ...(data !== undefined && { data }) },
    ({ status, data: told }) => ({
      status,
      ...(told !== undefined && told !== null && { data: typeof told === 'string' ? told : JSON.stringify(told) }),
    }),
  )
