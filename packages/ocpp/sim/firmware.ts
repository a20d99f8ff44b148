// How a simulated charger updates its firmware: fetched by HTTP in parts, checked, installed when no session runs, proved by a
// reboot (1.6 section 4.5). A file that begins with the line of `simulatedFirmware` says its version and the sum of the rest.
import { createHash } from 'node:crypto'
import type { Request } from '../src/messages.ts'
import { powerLoss, powerUp, reboot } from './lifecycle.ts'
import type { Station } from './station.ts'

type FirmwareStatus = Request<'SignedFirmwareStatusNotification'>['status']
export type Update = { location: string; at: string; requestId?: number | undefined }

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const HEAD = /^simulated firmware (\S+) ([0-9a-f]{64})\n/
const HEAD_BYTES = 200

/** A file that simulated chargers know: its version, the sum of its content, its content. @public */
export function simulatedFirmware(version: string, content: Uint8Array): Uint8Array {
  return Buffer.concat([Buffer.from(`simulated firmware ${version} ${sha256(content)}\n`), content])
}

const TIMEOUT_MS = 60_000
const PART_BYTES = 64 * 1024
/** Fetches a file part by part; undefined: it could not be fetched whole, or is another one than the server says. */
export async function fetched(location: string, isOn: () => boolean): Promise<Uint8Array | undefined> {
  const parts: Uint8Array[] = []
  let bytes = 0
  let tag: string | null = null
  for (;;) {
    const headers = { range: `bytes=${bytes}-${bytes + PART_BYTES - 1}`, ...(tag && { 'if-range': tag }) }
    const r = await fetch(location, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) })
    const body = new Uint8Array(await r.arrayBuffer())
    if (!isOn() || !r.ok) return undefined
    // A server without parts, or with another file by now, sends the whole.
    if (r.status !== 206) return body
    const [, whole = ''] = /\/(\d+)$/.exec(r.headers.get('content-range') ?? '') ?? []
    tag = r.headers.get('etag')
    parts.push(body)
    bytes += body.length
    if (body.length === 0) return undefined
    if (bytes >= Number(whole)) break
  }
  const file = Buffer.concat(parts)
  const sum = /^"([0-9a-f]{64})"$/.exec(tag ?? '')?.[1]
  return sum === undefined || sum === sha256(file) ? file : undefined
}

/** The version that a file brings, else that in its name; undefined: its content does not fit its sum. */
export function versionIn(file: Uint8Array, location: string, present: string): string | undefined {
  const head = HEAD.exec(Buffer.from(file.subarray(0, HEAD_BYTES)).toString('latin1'))
  if (!head) return (/\d+(?:\.\d+)+/.exec(nameIn(location))?.[0] ?? `${present}+`).slice(0, 50)
  const [line, version, sum] = head
  return sha256(file.subarray(line.length)) === sum ? version : undefined
}

/** The name of the file, without the server, whose address may look like a version. */
const nameIn = (location: string): string => decodeURIComponent(new URL(location).pathname.split('/').at(-1) ?? '')

async function tell(station: Station, status: FirmwareStatus, requestId: number | undefined): Promise<void> {
  if (requestId !== undefined) {
    station.progress = { ...station.progress, signedFirmware: status, requestId }
    await station.report('SignedFirmwareStatusNotification', { status, requestId })
    return
  }
  station.progress = { ...station.progress, firmware: status }
  await station.report('FirmwareStatusNotification', {
    status: status as Request<'FirmwareStatusNotification'>['status'],
  })
}

/** Resolves when no session runs. */
async function idle(station: Station): Promise<void> {
  while (station.connectors.some(connector => connector.transaction)) await station.events.next('stopped')
}

/** Goes through an update. A loss of power ends it: the charger knows nothing of it any more. */
export async function updateFirmware(station: Station, update: Update): Promise<void> {
  const mine = {}
  station.updating = mine
  try {
    await go(station, mine, update)
  } finally {
    if (station.updating === mine && station.faults.firmware !== 'hangs') station.updating = undefined
  }
}

async function go(station: Station, mine: object, { location, at, requestId }: Update): Promise<void> {
  const isOn = () => station.updating === mine && !station.ended
  const step = station.options.stepSeconds ?? 1
  const { firmware: fault } = station.faults
  const say = (status: FirmwareStatus) => tell(station, status, requestId)
  await station.pause(Math.max(0, (Date.parse(at) - station.clock.now()) / 1000))
  if (!isOn()) return
  await say('Downloading')
  await station.pause(step)
  if (fault === 'hangs' || !isOn()) return
  const file = await fetched(location, isOn).catch(() => undefined)
  if (!isOn()) return
  if (fault === 'power loss') {
    powerLoss(station)
    await station.pause(station.options.rebootSeconds ?? 1)
    if (!station.ended) await powerUp(station)
    return
  }
  const version = fault === 'DownloadFailed' ? undefined : file && versionIn(file, location, station.firmwareVersion)
  if (version === undefined) return say('DownloadFailed')
  await say('Downloaded')
  if (requestId !== undefined) {
    const isGood = fault !== 'InvalidSignature'
    await say(isGood ? 'SignatureVerified' : 'InvalidSignature')
    if (!isGood) return
  }
  await idle(station)
  if (!isOn()) return
  await say('Installing')
  await station.pause(step)
  if (!isOn()) return
  if (fault === 'InstallationFailed') return say('InstallationFailed')
  if (requestId !== undefined) await say('InstallRebooting')
  if (fault !== 'old version') station.firmwareVersion = version
  station.events.emit('installed', { version, isCharging: station.connectors.some(c => c.transaction) })
  await reboot(station, 'Reboot')
  station.updating = mine
  if (!station.ended) await say('Installed')
}
