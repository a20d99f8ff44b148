// Connecting, booting and rebooting of a simulated station (2.0.1 B01 to B04, B11, B12).
import type { Request201, Response201 } from '../../src/ocpp201.ts'
import { realTime } from '../clock.ts'
import { CallError, Unanswered } from '../link.ts'
import type { Station } from './station.ts'
import { stop } from './transactions.ts'

/** Opens the socket; a station that was accepted before goes on where it was. */
export async function connect(station: Station): Promise<void> {
  await station.link.connect(station.model.text('SecurityCtrlr.BasicAuthPassword') || station.options.key)
  if (station.accepted) heartbeats(station)
}

const FIRST_RETRY_MS = 500
const LAST_RETRY_MS = 60_000

/** Connects and boots or resumes, waiting longer after each failure, until the central system is reached. */
export async function arrive(station: Station, attempt = 0): Promise<void> {
  try {
    await connect(station)
    if (station.accepted) await resume(station)
    else await boot(station, 'PowerUp')
  } catch (error) {
    if (!(error instanceof CallError || error instanceof Unanswered))
      station.emit('failed', { error: error instanceof Error ? error : new Error(String(error)) })
    if (!station.link.isOpen) reconnect(station, attempt + 1)
  }
}

function reconnect(station: Station, attempt = 0): void {
  if (station.ended) return
  const wait = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** attempt) * station.random.between(0.5, 1.5)
  station.timers.reconnect?.cancel()
  station.timers.reconnect = realTime.after(wait, () => void arrive(station, attempt))
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
  } else
    station.timers.boot = station.clock.after((answer.interval || 60) * 1000, () => {
      if (station.link.isOpen) station.background(boot(station, reason))
    })
  station.emit('booted', { status: answer.status })
  return answer
}

/** The socket has ended. Transactions go on. */
export function closed(station: Station, code: number, reason: string): void {
  station.timers.heartbeat?.cancel()
  station.timers.boot?.cancel()
  station.emit('closed', { code, reason })
  if (station.options.reconnect) reconnect(station)
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
  if (station.ended) return
  await connect(station)
  await boot(station, reason)
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
