// How far a firmware update or an upload has come, as OCPP 2.0.1 tells it: always by the number of the request.
import type { Request201, Response201 } from '@wattdesk/ocpp/ocpp201'
import type { Station } from '#fleet/stations/station.memory.ts'
import type { progressHandlers } from './progress.ocpp.ts'

type Firmware = 'FirmwareStatusNotification'
type Log = 'LogStatusNotification'
type Published = 'PublishFirmwareStatusNotification'
export const progressHandlers201 = (told: ReturnType<typeof progressHandlers>) => ({
  FirmwareStatusNotification: async (
    s: Station,
    { status, requestId }: Request201<Firmware>,
  ): Promise<Response201<Firmware>> =>
    told.SignedFirmwareStatusNotification(s, { status, ...(requestId !== undefined && { requestId }) }),
  PublishFirmwareStatusNotification: async (
    s: Station,
    { status, requestId }: Request201<Published>,
  ): Promise<Response201<Published>> => told.published(s, { status, requestId }),
  LogStatusNotification: async (s: Station, { status, requestId }: Request201<Log>): Promise<Response201<Log>> =>
    told.LogStatusNotification(s, {
      status: status === 'AcceptedCanceled' ? 'Idle' : status,
      ...(requestId !== undefined && { requestId }),
    }),
})
