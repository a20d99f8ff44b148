// A station's reports about itself in OCPP 2.0.1: boot, status, heartbeat, security events.
import type { Request201, Response201 } from '@wattdesk/ocpp/ocpp201'
import type { Services } from '#office/installation/services.ts'
import type { chargerHandlers } from './charger.ocpp.ts'
import { connectorAt } from './evse.ocpp201.ts'
import type { Station } from './station.memory.ts'

/** The handlers of 2.0.1 over those of 1.6, which do the same work. */
export function chargerHandlers201(services: Services, { handlers }: ReturnType<typeof chargerHandlers>) {
  async function boot(
    s: Station,
    { chargingStation: c, reason }: Request201<'BootNotification'>,
  ): Promise<Response201<'BootNotification'>> {
    const { vendorName, model, serialNumber, firmwareVersion, modem } = c
    return handlers.BootNotification(s, {
      chargePointVendor: vendorName,
      chargePointModel: model,
      chargePointSerialNumber: serialNumber,
      firmwareVersion,
      iccid: modem?.iccid,
      imsi: modem?.imsi,
      reason,
    })
  }

  async function status(s: Station, p: Request201<'StatusNotification'>): Promise<Response201<'StatusNotification'>> {
    const connectorId = await connectorAt(services, s, { id: p.evseId, connectorId: p.connectorId })
    const told = statusOf(s, connectorId, p.connectorStatus)
    if (told === undefined) return {}
    return handlers.StatusNotification(s, { connectorId, status: told, errorCode: 'NoError', timestamp: p.timestamp })
  }

  return {
    BootNotification: boot,
    StatusNotification: status,
    Heartbeat: handlers.Heartbeat,
    SecurityEventNotification: handlers.SecurityEventNotification,
    DataTransfer: (): Response201<'DataTransfer'> => ({ status: 'UnknownVendorId' }),
  }
}

/** The states in which a car is at the connector; its transaction tells more than Occupied (decision 0088). */
const WITH_A_CAR: ReadonlySet<string> = new Set(['Preparing', 'Charging', 'SuspendedEV', 'SuspendedEVSE', 'Finishing'])

/** The state of a connector in the words of OCPP 1.6; undefined where what is known says more. */
function statusOf(s: Station, connectorId: number, told: Request201<'StatusNotification'>['connectorStatus']) {
  if (told !== 'Occupied') return told
  const known = s.charger.connectors.find(c => c.connectorId === connectorId)?.status ?? ''
  return WITH_A_CAR.has(known) ? undefined : 'Preparing'
}
