// Firmware that a simulated station of 2.0.1 really fetches, and logs that it really sends, by HTTP (J, L and N of part 2).
import { createHash } from 'node:crypto'
import type { Request201 } from '../../src/ocpp201.ts'
import { fetched, versionIn } from '../firmware.ts'
import { CallError } from '../link.ts'
import { sendFile } from '../upload.ts'
import type { Commands } from './command.ts'
import { powerLoss, powerUp, reboot } from './lifecycle.ts'
import type { Station } from './station.ts'

type Update = Request201<'UpdateFirmware'>
type FirmwareStatus = Request201<'FirmwareStatusNotification'>['status']

/** Resolves when no transaction runs. */
async function idle(station: Station): Promise<void> {
  while (station.evses.some(e => e.transaction))
    await new Promise<void>(resolve => {
      const forget = station.on('ended', () => {
        forget()
        resolve()
      })
    })
}

async function update(station: Station, mine: object, { requestId, firmware }: Update): Promise<void> {
  const isOn = () => station.updating === mine && !station.ended
  const step = station.options.stepSeconds ?? 1
  const { firmware: fault } = station.faults
  const say = async (status: FirmwareStatus): Promise<void> => {
    station.progress.firmware = { status, requestId }
    await station.report('FirmwareStatusNotification', { status, requestId })
  }
  const until = async (time: string | undefined): Promise<void> => {
    const ms = time === undefined ? 0 : Date.parse(time) - station.clock.now()
    if (ms > 0) await station.pause(ms / 1000)
  }
  await until(firmware.retrieveDateTime)
  if (!isOn()) return
  await say('Downloading')
  await station.pause(step)
  if (fault === 'hangs') return
  const file = isOn() ? await fetched(firmware.location, isOn).catch(() => undefined) : undefined
  if (!isOn()) return
  if (fault === 'power loss') {
    await powerLoss(station)
    await station.pause(station.options.rebootSeconds ?? 1)
    if (!station.ended) await powerUp(station)
    return
  }
  const isFetched = file && fault !== 'DownloadFailed'
  const version = isFetched ? versionIn(file, firmware.location, station.firmwareVersion) : undefined
  if (version === undefined) return say('DownloadFailed')
  await say('Downloaded')
  if (firmware.signingCertificate !== undefined) {
    const isGood = fault !== 'InvalidSignature'
    await say(isGood ? 'SignatureVerified' : 'InvalidSignature')
    if (!isGood) return
  }
  await until(firmware.installDateTime)
  await idle(station)
  if (!isOn()) return
  await say('Installing')
  await station.pause(step)
  if (!isOn()) return
  if (fault === 'InstallationFailed') return say('InstallationFailed')
  await say('InstallRebooting')
  if (fault !== 'old version') station.firmwareVersion = version
  await reboot(station, 'FirmwareUpdate')
  if (isOn()) await say('Installed')
}

function logOf(station: Station, logType: string): string {
  const at = station.iso()
  const evses = station.evses.map(
    e => `${at} INFO  EVSE ${e.id}: ${station.statusOf(e)}, meter ${Math.round(e.registerWh)} Wh`,
  )
  const lines = logType === 'SecurityLog' ? [`${at} INFO  security log read`] : evses
  return `${[`# ${logType} of ${station.options.identity}, made ${at}`, ...lines].join('\n')}\n`
}

type PublishStatus = Request201<'PublishFirmwareStatusNotification'>['status']

/** Fetches firmware, checks it, and offers it to the stations behind (L03). */
async function publish(
  station: Station,
  { requestId, location, checksum }: Request201<'PublishFirmware'>,
): Promise<void> {
  const say = (status: PublishStatus, at?: string) =>
    station.report('PublishFirmwareStatusNotification', {
      status,
      requestId,
      ...(at !== undefined && { location: [at] }),
    })
  await say('Downloading')
  await station.pause(station.options.stepSeconds ?? 1)
  const file = await fetched(location, () => !station.ended).catch(() => undefined)
  if (station.ended) return
  if (!file) return void (await say('DownloadFailed'))
  await say('Downloaded')
  if (createHash('md5').update(file).digest('hex') !== checksum.toLowerCase())
    return void (await say('InvalidChecksum'))
  await say('ChecksumVerified')
  const offered = `http://${station.options.identity.toLowerCase().replace(/[^a-z0-9]+/g, '-')}.local/${checksum}`
  station.published.set(checksum.toLowerCase(), offered)
  await say('Published', offered)
}

/** Only a local controller has stations behind it. */
function demandController(station: Station): void {
  if (station.options.isLocalController !== true) throw new CallError('NotSupported', 'This is no local controller')
}

export const files: Commands<'UpdateFirmware' | 'GetLog' | 'PublishFirmware' | 'UnpublishFirmware'> = {
  PublishFirmware(station, request) {
    demandController(station)
    return { answer: { status: 'Accepted' }, after: () => publish(station, request) }
  },

  UnpublishFirmware(station, { checksum }) {
    demandController(station)
    return { answer: { status: station.published.delete(checksum.toLowerCase()) ? 'Unpublished' : 'NoFirmware' } }
  },

  UpdateFirmware(station, request) {
    const { signingCertificate } = request.firmware
    if (signingCertificate !== undefined && !signingCertificate.includes('CERTIFICATE'))
      return { answer: { status: 'InvalidCertificate' } }
    const status = station.updating ? 'AcceptedCanceled' : 'Accepted'
    const mine = {}
    station.updating = mine
    const after = async () => {
      await update(station, mine, request)
      if (station.updating === mine && station.faults.firmware !== 'hangs') station.updating = undefined
    }
    return { answer: { status }, after }
  },

  GetLog(station, { requestId, logType, log: { remoteLocation } }) {
    const filename = `${logType}-${station.iso().replace(/\D/g, '').slice(0, 14)}.log`
    const say = async (status: 'Uploading' | 'Uploaded' | 'UploadFailure'): Promise<void> => {
      station.progress.log = { status, requestId }
      await station.report('LogStatusNotification', { status, requestId })
    }
    const after = async () => {
      await say('Uploading')
      await station.pause(station.options.stepSeconds ?? 1)
      const isSent = !station.faults.uploadsFail && (await sendFile(remoteLocation, filename, logOf(station, logType)))
      await say(isSent ? 'Uploaded' : 'UploadFailure')
    }
    return { answer: { status: 'Accepted', filename }, after }
  },
}
