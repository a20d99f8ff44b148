// Plug and Charge and smart charging by the car's own needs (ISO 15118) are not offered: their messages are answered so, with
// statuses, never with an error that a station would take for a fault (decision 0088).
import type { Response201 } from '@wattdesk/ocpp/ocpp201'

const statusInfo = { reasonCode: 'NotSupported', additionalInfo: 'ISO 15118 is not offered' }

export const plugAndCharge = {
  Get15118EVCertificate: (): Response201<'Get15118EVCertificate'> => ({
    status: 'Failed',
    exiResponse: '',
    statusInfo,
  }),
  GetCertificateStatus: (): Response201<'GetCertificateStatus'> => ({ status: 'Failed', statusInfo }),
  NotifyEVChargingNeeds: (): Response201<'NotifyEVChargingNeeds'> => ({ status: 'Rejected', statusInfo }),
  NotifyEVChargingSchedule: (): Response201<'NotifyEVChargingSchedule'> => ({ status: 'Rejected', statusInfo }),
}
