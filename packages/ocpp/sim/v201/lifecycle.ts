// Connecting, booting and rebooting of a simulated station (2.0.1 B01 to B04, B11, B12).
import type { Request201, Response201 } from '../../src/ocpp201.ts'
import { realTime } from '../clock.ts'
import { CallError, Unanswered } from '../link.ts'
import { connectByPriority } from './network.ts'
import type { Station } from './station.ts'
import { stop } from './transactions.ts'

/** Opens the socket; a station that was accepted before goes on where it was. */
export async function connect(station: Station): Promise<void> {
  station.offline = false
  station.timers.reconnect?.cancel()
  await connectByPriority(station)
  if (station.accepted) heartbeats(station)
}

const FIRST_RETRY_MS = 500
const LAST_RETRY_MS = 60_000
const BOOT_RETRY_SECONDS = 60

/** Connects and boots or resumes, waiting longer after each failure, until the central system is reached. */
export async function arrive(
  station: Station,
  attempt = 0,
  reason: Request201<'BootNotification'>['reason'] = 'PowerUp',
): Promise<void> {
  try {
    await connect(station)
    if (station.accepted) await resume(station)
    else await boot(station, reason)
  } catch (error) {
    if (!(error instanceof CallError || error instanceof Unanswered))
      station.emit('failed', { error: error instanceof Error ? error : new Error(String(error)) })
    if (!station.link.isOpen) reconnect(station, attempt + 1, reason)
    else if (!station.accepted) bootLater(station, reason, BOOT_RETRY_SECONDS)
  }
}

/** Boots again after a while, as long as the link stays; a lost link boots by itself when it is back. */
function bootLater(station: Station, reason: Request201<'BootNotification'>['reason'], seconds: number): void {
  station.timers.boot = station.clock.after(seconds * 1000, () => {
    if (!station.link.isOpen) return
    boot(station, reason).catch((error: unknown) => {
      if (!(error instanceof CallError || error instanceof Unanswered)) throw error
      if (station.link.isOpen) bootLater(station, reason, BOOT_RETRY_SECONDS)
    })
  })
}

function reconnect(station: Station, attempt = 0, reason?: Request201<'BootNotification'>['reason']): void {
  if (station.ended) return
  const wait = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** attempt) * station.random.between(0.5, 1.5)
  station.timers.reconnect?.cancel()
  station.timers.reconnect = realTime.after(wait, () => void arrive(station, attempt, reason))
}

/** Tells every status, then sends the queue; resolves when the queue is empty or the link is gone again. */
export async function resume(station: Station): Promise<void> {
  for (const evse of station.evses) await station.tell(evse)
  await station.outbox.flush()
}

export function heartbeats(station: Station): void {
  station.timers.heartbeat?.cancel()
  const every = station.model.number('OCPPCommCtrlr.HeartbeatInterval')
  if (every <= 0) return
  station.timers.heartbeat = station.clock.after(every * 1000, () => {
    if (!station.usable) return
    void station.report('Heartbeat', {})
    heartbeats(station)
  })
}

/** BootNotification; once accepted, every status and what is queued. Pending and Rejected are tried again. */
export async function boot(
  station: Station,
  reason: Request201<'BootNotification'>['reason'],
): Promise<Response201<'BootNotification'>> {
  station.timers.boot?.cancel()
  const answer = await station.call('BootNotification', {
    reason,
    chargingStation: {
      model: 'Simulated',
      vendorName: 'Wattdesk',
      serialNumber: station.options.identity.slice(0, 25),
      ...station.options.boot,
      firmwareVersion: station.firmwareVersion,
    },
  })
  station.accepted = answer.status === 'Accepted'
  if (station.accepted) {
    if (answer.interval > 0) station.model.put('OCPPCommCtrlr.HeartbeatInterval', String(answer.interval))
    heartbeats(station)
    await resume(station)
  } else bootLater(station, reason, answer.interval || BOOT_RETRY_SECONDS)
  station.emit('booted', { status: answer.status })
  return answer
}

/** The socket has ended. Transactions go on. */
export function closed(station: Station, code: number, reason: string): void {
  station.timers.heartbeat?.cancel()
  station.timers.boot?.cancel()
  station.emit('closed', { code, reason })
  if (station.options.reconnect && !station.offline) reconnect(station)
}

/** The power is gone: the socket breaks and every transaction ends; what was not answered stays queued. */
export async function powerLoss(station: Station): Promise<void> {
  station.offline = true
  station.accepted = false
  station.updating = undefined
  for (const timer of Object.values(station.timers)) timer.cancel()
  const busy = station.evses.filter(evse => evse.transaction)
  await Promise.all(busy.map(evse => stop(station, evse, 'PowerLoss', 'AbnormalCondition')))
  station.link.terminate()
}

/** The power is back. */
export async function powerUp(station: Station): Promise<Response201<'BootNotification'>> {
  await connect(station)
  return boot(station, 'PowerUp')
}

/** Ends all transactions, closes the socket and boots again. */
export async function reboot(
  station: Station,
  reason: 'RemoteReset' | 'ScheduledReset' | 'FirmwareUpdate',
): Promise<void> {
  const busy = station.evses.filter(evse => evse.transaction)
  await Promise.allSettled(busy.map(evse => stop(station, evse, 'ImmediateReset', 'ResetCommand')))
  await station.link.close()
  station.accepted = false
  station.timers.reconnect?.cancel()
  await station.pause(station.options.rebootSeconds ?? 1)
  if (!station.ended) await arrive(station, 0, reason)
}

/** The end of this simulation. */
export async function end(station: Station): Promise<void> {
  station.ended = true
  for (const timer of Object.values(station.timers)) timer.cancel()
  station.monitors.stop()
  station.outbox.stop()
  for (const { transaction, reservation } of station.evses) {
    transaction?.timer?.cancel()
    reservation?.timer.cancel()
  }
  await station.link.close()
}
