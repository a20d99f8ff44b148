// Answers of the profiles FirmwareManagement and RemoteTrigger with their counterparts in the security white paper.
// Firmware is really fetched (firmware.ts), files are really sent.
import type { Request } from '../../src/messages.ts'
import { signCertificate } from '../certificates.ts'
import { updateFirmware } from '../firmware.ts'
import { boot } from '../lifecycle.ts'
import type { Station } from '../station.ts'
import { sendSample } from '../transactions.ts'
import { logOf, sendFile } from '../upload.ts'
import type { Commands } from './command.ts'

type FirmwareStatus = Request<'SignedFirmwareStatusNotification'>['status']

const stamp = (station: Station): string => station.iso().replace(/\D/g, '').slice(0, 14)

type Upload = { location: string; name: string; kind: 'diagnostics' | 'security' }
async function upload(
  station: Station,
  { location, name, kind }: Upload,
  tell: (status: 'Uploading' | 'Uploaded' | 'Failed') => Promise<unknown>,
) {
  await tell('Uploading')
  await station.pause(station.options.stepSeconds ?? 1)
  const isSent = !station.faults.uploadsFail && (await sendFile(location, name, logOf(station, kind)))
  await tell(isSent ? 'Uploaded' : 'Failed')
}

const triggered: Record<string, (station: Station, connectorId: number | undefined) => Promise<unknown>> = {
  BootNotification: station => boot(station),
  Heartbeat: station => station.report('Heartbeat', {}),
  MeterValues: async (station, connectorId) => {
    const wanted = connectorId === undefined ? station.connectors.slice(1) : [station.at(connectorId)]
    for (const connector of wanted) await sendSample(station, connector, 'Trigger')
  },
  StatusNotification: async (station, connectorId) => {
    const wanted = connectorId === undefined ? station.connectors : [station.at(connectorId)]
    for (const connector of wanted) await station.tell(connector)
  },
  SignChargePointCertificate: station => signCertificate(station),
}

const trigger = (
  station: Station,
  act: ((station: Station, connectorId: number | undefined) => Promise<unknown>) | undefined,
  connectorId: number | undefined,
) => {
  if (!act) return { answer: { status: 'NotImplemented' as const } }
  if (connectorId !== undefined && connectorId >= station.connectors.length)
    return { answer: { status: 'Rejected' as const } }
  return { answer: { status: 'Accepted' as const }, after: () => act(station, connectorId) }
}

export const maintenance: Commands<
  'UpdateFirmware' | 'SignedUpdateFirmware' | 'GetDiagnostics' | 'GetLog' | 'TriggerMessage' | 'ExtendedTriggerMessage'
> = {
  UpdateFirmware(station, { location, retrieveDate }) {
    return { answer: {}, after: () => updateFirmware(station, { location, at: retrieveDate }) }
  },

  SignedUpdateFirmware(station, { requestId, firmware }) {
    const fits = firmware.signingCertificate.includes('CERTIFICATE')
    if (!fits) return { answer: { status: 'InvalidCertificate' } }
    const { location, retrieveDateTime } = firmware
    const update = { location, at: retrieveDateTime, requestId }
    return { answer: { status: 'Accepted' }, after: () => updateFirmware(station, update) }
  },

  GetDiagnostics(station, { location }) {
    const fileName = `diagnostics-${stamp(station)}.log`
    const after = () =>
      upload(station, { location, name: fileName, kind: 'diagnostics' }, done => {
        const status = done === 'Failed' ? 'UploadFailed' : done
        station.progress = { ...station.progress, diagnostics: status }
        return station.report('DiagnosticsStatusNotification', { status })
      })
    return { answer: { fileName }, after }
  },

  GetLog(station, { requestId, logType, log: { remoteLocation } }) {
    const kind = logType === 'SecurityLog' ? 'security' : 'diagnostics'
    const filename = `${kind}-${stamp(station)}.log`
    const after = () =>
      upload(station, { location: remoteLocation, name: filename, kind }, done => {
        const status = done === 'Failed' ? 'UploadFailure' : done
        station.progress = { ...station.progress, log: status, requestId }
        return station.report('LogStatusNotification', { status, requestId })
      })
    return { answer: { status: 'Accepted', filename }, after }
  },

  TriggerMessage(station, { requestedMessage, connectorId }) {
    const { firmware, diagnostics } = station.progress
    const own: typeof triggered = {
      FirmwareStatusNotification: () =>
        station.report('FirmwareStatusNotification', {
          status: (firmware ?? 'Idle') as Request<'FirmwareStatusNotification'>['status'],
        }),
      DiagnosticsStatusNotification: () =>
        station.report('DiagnosticsStatusNotification', {
          status: (diagnostics ?? 'Idle') as Request<'DiagnosticsStatusNotification'>['status'],
        }),
    }
    return trigger(station, own[requestedMessage] ?? triggered[requestedMessage], connectorId)
  },

  ExtendedTriggerMessage(station, { requestedMessage, connectorId }) {
    const { signedFirmware, log, requestId } = station.progress
    const request = requestId === undefined ? {} : { requestId }
    const own: typeof triggered = {
      FirmwareStatusNotification: () =>
        station.report('SignedFirmwareStatusNotification', {
          status: (signedFirmware ?? 'Idle') as FirmwareStatus,
          ...(signedFirmware === undefined ? {} : request),
        }),
      LogStatusNotification: () =>
        station.report('LogStatusNotification', {
          status: (log ?? 'Idle') as Request<'LogStatusNotification'>['status'],
          ...(log === undefined ? {} : request),
        }),
    }
    return trigger(station, own[requestedMessage] ?? triggered[requestedMessage], connectorId)
  },
}
