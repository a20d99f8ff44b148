// The Firmware Management profile of OCPP 1.6.
import { date, int, obj, str } from '../schema.ts'
import type { Messages } from './message.ts'
import { nothing, status } from './types.ts'

export const firmware = {
  DiagnosticsStatusNotification: {
    from: 'chargePoint',
    request: status('Idle', 'Uploaded', 'UploadFailed', 'Uploading'),
    confirmation: nothing(),
  },
  FirmwareStatusNotification: {
    from: 'chargePoint',
    request: status(
      'Downloaded',
      'DownloadFailed',
      'Downloading',
      'Idle',
      'InstallationFailed',
      'Installing',
      'Installed',
    ),
    confirmation: nothing(),
  },
  GetDiagnostics: {
    from: 'centralSystem',
    request: obj(
      { location: str() },
      { retries: int({ min: 0 }), retryInterval: int({ min: 0 }), startTime: date(), stopTime: date() },
    ),
    confirmation: obj({}, { fileName: str(255) }),
  },
  UpdateFirmware: {
    from: 'centralSystem',
    request: obj(
      { location: str(), retrieveDate: date() },
      { retries: int({ min: 0 }), retryInterval: int({ min: 0 }) },
    ),
    confirmation: nothing(),
  },
} as const satisfies Messages
