// The calls that only OCPP 2.0.1 has, as operations ask for them: by the portal's numbers of connectors and sessions.
import type { Outcome } from '@wattdesk/ocpp/own-calls'
import {
  clearVariableMonitoring,
  getMonitoringReport,
  setMonitoringBase,
  setMonitoringLevel,
  setVariableMonitoring,
} from '#control/remote-operations/operations/monitors-201.contract.ts'
import {
  publishFirmware,
  unpublishFirmware,
} from '#control/remote-operations/operations/published-firmware.contract.ts'
import {
  customerInformation,
  getBaseReport,
  getChargingProfiles,
  getDisplayMessages,
  getReport,
} from '#control/remote-operations/operations/reports-201.contract.ts'
import {
  clearDisplayMessage,
  getTransactionStatus,
  resetEvse,
  setDisplayMessage,
} from '#control/remote-operations/operations/stations-201.contract.ts'
import { evseOf } from '#fleet/stations/evse.rules.ts'
import type { StationSession } from '#fleet/stations/station.memory.ts'
import { stationNameOf } from '#fleet/stations/station-transaction.store.ts'
import * as deviceModel from './device-model-calls.ocpp201.ts'
import { asTold, type Own, type Saying, said, unsayable } from './said.ocpp201.ts'
import { NO_SUCH_SESSION } from './start-stop.ocpp201.ts'

const reset: Own<'ResetEvse'> = (saying, { connectorId, resetType }) =>
  said(
    saying,
    'Reset',
    {
      type: resetType === 'IMMEDIATE' ? 'Immediate' : 'OnIdle',
      evseId: evseOf(saying.session.station.charger, connectorId).id,
    },
    asTold,
  )

const transactionStatus: Own<'GetTransactionStatus'> = async (saying, { transactionId: id }) => {
  const { db } = saying.services
  const name = id === undefined ? undefined : await stationNameOf(db, saying.session.station.charger.pk, id)
  if (id !== undefined && name === undefined) return unsayable(NO_SUCH_SESSION)
  const asked = name === undefined ? {} : { transactionId: name }
  return said(saying, 'GetTransactionStatus', asked, ({ ongoingIndicator, messagesInQueue }) => ({
    ...(ongoingIndicator !== undefined && { ongoingIndicator }),
    messagesInQueue,
  }))
}

const display: Own<'SetDisplayMessage'> = (saying, { id, priority, state, content, language, ...time }) => {
  const text = { format: 'UTF8' as const, content, ...(language !== undefined && { language }) }
  const { startDateTime, endDateTime } = time
  const message = {
    id,
    priority,
    message: text,
    ...(state !== undefined && { state }),
    ...(startDateTime !== undefined && { startDateTime }),
    ...(endDateTime !== undefined && { endDateTime }),
  }
  return said(saying, 'SetDisplayMessage', { message }, asTold)
}

const clearDisplay: Own<'ClearDisplayMessage'> = (saying, { id }) => said(saying, 'ClearDisplayMessage', { id }, asTold)

const CALLS: ReadonlyMap<string, Own<never>> = new Map<string, Own<never>>([
  [resetEvse.name, reset],
  [getTransactionStatus.name, transactionStatus],
  [setDisplayMessage.name, display],
  [clearDisplayMessage.name, clearDisplay],
  [getBaseReport.name, deviceModel.baseReport],
  [getReport.name, deviceModel.report],
  [setMonitoringBase.name, deviceModel.monitoringBase],
  [setMonitoringLevel.name, deviceModel.monitoringLevel],
  [setVariableMonitoring.name, deviceModel.setMonitor],
  [clearVariableMonitoring.name, deviceModel.clearMonitors],
  [getMonitoringReport.name, deviceModel.monitoringReport],
  [getChargingProfiles.name, deviceModel.chargingProfiles],
  [getDisplayMessages.name, deviceModel.displayMessages],
  [customerInformation.name, deviceModel.customerInformation],
  [publishFirmware.name, deviceModel.publishFirmware],
  [unpublishFirmware.name, deviceModel.unpublishFirmware],
])

/** Makes a call that only 2.0.1 has; undefined where it is none of these. A charger of 1.6 is not asked. */
export function ownCall(
  { session, ...saying }: Omit<Saying, 'session'> & { session: StationSession },
  action: string,
  parameters: unknown,
): Promise<Outcome<object>> | undefined {
  const call = CALLS.get(action)
  if (!call) return undefined
  if (session.protocol !== 'ocpp2.0.1') return Promise.resolve(unsayable(`${action} is not known in OCPP 1.6`))
  return call({ ...saying, session }, parameters as never)
}
