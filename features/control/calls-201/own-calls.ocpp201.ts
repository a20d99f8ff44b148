// The calls that only OCPP 2.0.1 has, as operations ask for them: by the portal's numbers of connectors and sessions.
import { rupeesFromPaise } from '@wattdesk/base/money'
import type { Outcome } from '@wattdesk/ocpp/own-calls'
import {
  clearVariableMonitoring,
  getMonitoringReport,
  setMonitoringBase,
  setMonitoringLevel,
  setVariableMonitoring,
} from '#control/remote-operations/operations/monitors-201.contract.ts'
import { raiseSecurityProfile, setNetworkProfile } from '#control/remote-operations/operations/network-201.contract.ts'
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
  costUpdated,
  getTransactionStatus,
  resetEvse,
  setDisplayMessage,
} from '#control/remote-operations/operations/stations-201.contract.ts'
import { evseOf } from '#fleet/stations/evse.rules.ts'
import type { StationSession } from '#fleet/stations/station.memory.ts'
import { stationNameOf } from '#fleet/stations/station-transaction.store.ts'
import * as deviceModel from './device-model-calls.ocpp201.ts'
import { raiseSecurity, storeNetworkProfile } from './network.ocpp201.ts'
import { runningCosts } from './running-cost.store.ts'
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

/** The session that an operation names, by the station's own name; undefined where the station does not know it. */
async function sessionNamed(
  { services, session }: Saying,
  id: number | undefined,
): Promise<{ transactionId?: string } | undefined> {
  if (id === undefined) return {}
  const transactionId = await stationNameOf(services.db, session.station.charger.pk, id)
  return transactionId === undefined ? undefined : { transactionId }
}

const transactionStatus: Own<'GetTransactionStatus'> = async (saying, { transactionId: id }) => {
  const asked = await sessionNamed(saying, id)
  if (asked === undefined) return unsayable(NO_SUCH_SESSION)
  return said(saying, 'GetTransactionStatus', asked, ({ ongoingIndicator, messagesInQueue }) => ({
    ...(ongoingIndicator !== undefined && { ongoingIndicator }),
    messagesInQueue,
  }))
}

const display: Own<'SetDisplayMessage'> = async (saying, parameters) => {
  const { id, priority, state, content, language, transactionId, ...time } = parameters
  const session = await sessionNamed(saying, transactionId)
  if (session === undefined) return unsayable(NO_SUCH_SESSION)
  const text = { format: 'UTF8' as const, content, ...(language !== undefined && { language }) }
  const { startDateTime, endDateTime } = time
  const message = {
    id,
    priority,
    message: text,
    ...(state !== undefined && { state }),
    ...session,
    ...(startDateTime !== undefined && { startDateTime }),
    ...(endDateTime !== undefined && { endDateTime }),
  }
  return said(saying, 'SetDisplayMessage', { message }, asTold)
}

const clearDisplay: Own<'ClearDisplayMessage'> = (saying, { id }) => said(saying, 'ClearDisplayMessage', { id }, asTold)

/** What the session costs by now, as lists and the pay page show it. */
const cost: Own<'CostUpdated'> = async (saying, { transactionId }) => {
  const { charger } = saying.session.station
  const known = await stationNameOf(saying.services.db, charger.pk, transactionId)
  if (known === undefined) return unsayable(NO_SUCH_SESSION)
  const running = (await runningCosts(saying.services.db, [transactionId])).get(transactionId)
  if (!running) return unsayable('The session has ended, or has no price')
  const totalCost = rupeesFromPaise(BigInt(running.paise))
  return said(saying, 'CostUpdated', { totalCost, transactionId: running.name }, () => ({}))
}

const CALLS: ReadonlyMap<string, Own<never>> = new Map<string, Own<never>>([
  [resetEvse.name, reset],
  [getTransactionStatus.name, transactionStatus],
  [setDisplayMessage.name, display],
  [clearDisplayMessage.name, clearDisplay],
  [costUpdated.name, cost],
  [setNetworkProfile.name, storeNetworkProfile],
  [raiseSecurityProfile.name, raiseSecurity],
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
  if (session.family !== 'ocpp2') return Promise.resolve(unsayable(`${action} is not known in OCPP 1.6`))
  return call({ ...saying, session }, parameters as never)
}
