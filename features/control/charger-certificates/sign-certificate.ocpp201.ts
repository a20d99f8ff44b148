// SignCertificate of OCPP 2.0.1: the station's own certificate is signed as in 1.6; one for Plug and Charge is not offered.
import type { Request201, Response201 } from '@wattdesk/ocpp/ocpp201'
import type { Station } from '#fleet/stations/station.memory.ts'
import type { certificateHandlers } from './sign-certificate.ocpp.ts'

export async function signCertificate201(
  { handlers }: ReturnType<typeof certificateHandlers>,
  s: Station,
  { csr, certificateType }: Request201<'SignCertificate'>,
): Promise<Response201<'SignCertificate'>> {
  if (certificateType !== undefined && certificateType !== 'ChargingStationCertificate')
    return {
      status: 'Rejected',
      statusInfo: { reasonCode: 'NotSupported', additionalInfo: 'ISO 15118 is not offered' },
    }
  return handlers.SignCertificate(s, { csr })
}
