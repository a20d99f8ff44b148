// Connecting, booting, losing and regaining the link or the power (1.6 sections 4.2, 4.6, 5.14; 1.6-J section 5.4).
import type { Confirmation } from '../src/messages.ts'
import { realTime } from './clock.ts'
import { CallError, Unanswered } from './link.ts'
import { type Station, statusOf } from './station.ts'
import { begin, sendSample, stopTransaction } from './transactions.ts'

const FIRST_RETRY_MS = 500
const LAST_RETRY_MS = 60_000

/** Opens the socket and nothing more. */
export async function open(station: Station): Promise<void> {
  station.offline = false
  station.timers.reconnect?.cancel()
  // The digits of an AuthorizationKey stand for bytes, which are the password (1.6-J section 6.2).
  const digits = station.configuration.text('AuthorizationKey')
  await station.link.connect(digits === '' ? station.options.key : Buffer.from(digits, 'hex'))
  station.events.emit('opened', {})
  keepAlive(station)
  if (station.accepted) heartbeats(station)
}

/** Opens the socket. A charger that was accepted before goes on where it was, without BootNotification. */
export async function connect(station: Station): Promise<void> {
  await open(station)
  if (station.accepted) station.background(resume(station))
}

/** Sends what changed meanwhile, then the queue; resolves when the queue is empty or the link is gone again. */
export async function resume(station: Station): Promise<void> {
  for (const connector of station.connectors)
    if (connector.told !== `${statusOf(connector)} ${connector.errorCode}`) await station.tell(connector)
  await station.outbox.flush()
}

/** Arms the next WebSocket ping by WebSocketPingInterval, in real time. */
export function keepAlive(station: Station): void {
  station.timers.ping?.cancel()
  const every = station.configuration.number('WebSocketPingInterval')
  if (every <= 0) return
  station.timers.ping = realTime.after(every * 1000, () => {
    station.link.ping()
    if (station.link.isOpen) keepAlive(station)
  })
}

/** Arms the next Heartbeat by HeartbeatInterval. */
export function heartbeats(station: Station): void {
  station.timers.heartbeat?.cancel()
  const every = station.configuration.number('HeartbeatInterval')
  if (every <= 0) return
  station.timers.heartbeat = station.clock.after(every * 1000, () => {
    if (!station.usable) return
    void station.report('Heartbeat', {})
    heartbeats(station)
  })
}

/** Arms samples at the round multiples of ClockAlignedDataInterval (section 9.1.6). */
export function alignedSamples(station: Station): void {
  station.timers.aligned?.cancel()
  const every = station.configuration.number('ClockAlignedDataInterval') * 1000
  if (every <= 0) return
  const now = station.clock.now()
  station.timers.aligned = station.clock.after(every - (now % every), () => {
    for (const connector of station.connectors.slice(1))
      if (station.usable || connector.transaction)
        void sendSample(station, connector, 'Sample.Clock', 'MeterValuesAlignedData')
    alignedSamples(station)
  })
}

/** Sends BootNotification; once accepted, every status and what is queued. Pending and Rejected are tried again. */
export async function boot(station: Station): Promise<Confirmation<'BootNotification'>> {
  station.timers.boot?.cancel()
  const answer = await station.call('BootNotification', {
    chargePointVendor: 'Wattdesk',
    chargePointModel: 'Simulated',
    chargePointSerialNumber: station.identity.slice(0, 25),
    ...station.options.boot,
    firmwareVersion: station.firmwareVersion,
  })
  const { status, interval } = answer
  station.accepted = status === 'Accepted'
  if (station.accepted) {
    if (interval > 0) station.configuration.set('HeartbeatInterval', String(interval))
    heartbeats(station)
    alignedSamples(station)
    for (const connector of station.connectors) {
      connector.shown = `${statusOf(connector)} ${connector.errorCode}`
      await station.tell(connector)
    }
    void station.outbox.flush()
  } else
    station.timers.boot = station.clock.after((interval || 60) * 1000, () => {
      if (station.link.isOpen) void tryBoot(station)
    })
  station.events.emit('booted', { status, interval })
  return answer
}

/** Boots where nobody waits for the result: a failure is told by the reply event, a lost link by the closed one. */
async function tryBoot(station: Station): Promise<void> {
  try {
    await boot(station)
  } catch (error) {
    if (!(error instanceof CallError) && !(error instanceof Unanswered)) throw error
    if (station.link.isOpen) station.timers.boot = station.clock.after(60_000, () => void tryBoot(station))
  }
}

/** Connects again and again, waiting longer each time, until it succeeds or is told to be offline. */
export function reconnect(station: Station, attempt = 0): void {
  if (station.ended || station.offline || !station.powered) return
  const wait = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** attempt) * station.random.between(0.5, 1.5)
  station.timers.reconnect?.cancel()
  station.timers.reconnect = realTime.after(wait, () => void arrive(station, attempt))
}

/** Connects and boots, again and again until the central system is reached. */
export async function arrive(station: Station, attempt = 0): Promise<void> {
  try {
    await connect(station)
  } catch (error) {
    station.events.emit('failed', { error: error instanceof Error ? error : new Error(String(error)) })
    reconnect(station, attempt + 1) // refused or not reachable: what a real one does is try again
    return
  }
  if (!station.accepted) await tryBoot(station)
}

/** The socket has ended. Sessions go on. */
export function closed(station: Station, code: number, reason: string): void {
  station.timers.heartbeat?.cancel()
  station.timers.ping?.cancel()
  for (const connector of station.connectors) {
    const { transaction } = connector
    if (transaction && station.powered) begin(station, connector, transaction)
  }
  station.events.emit('closed', { code, reason })
  if (station.options.reconnect) reconnect(station)
}

/** The current is gone: the socket breaks, nothing more is measured, the queue and the registers survive. */
export function powerLoss(station: Station): void {
  const at = station.clock.now()
  station.powered = false
  station.accepted = false
  station.updating = undefined
  const { firmware: _f, signedFirmware: _s, ...progress } = station.progress
  station.progress = progress
  for (const timer of Object.values(station.timers)) timer?.cancel()
  station.outbox.stop()
  for (const connector of station.connectors) {
    connector.expected?.timer.cancel()
    connector.expected = undefined
    const { transaction } = connector
    if (!transaction) continue
    transaction.timer?.cancel()
    if (transaction.begun) void sendSample(station, connector, 'Interruption.Begin', 'MeterValuesSampledData', at)
  }
  station.link.terminate()
}

/** The current is back: interrupted sessions are stopped with the instant at which they broke off, then boot. */
export async function powerUp(station: Station): Promise<Confirmation<'BootNotification'>> {
  stopInterrupted(station, 'PowerLoss')
  await open(station)
  return boot(station)
}

function stopInterrupted(station: Station, reason: string): void {
  station.powered = true
  for (const connector of station.connectors) {
    const { transaction } = connector
    if (transaction) station.background(stopTransaction(station, connector, reason, { at: transaction.charge.at }))
  }
}

/** Reset (section 5.14): Soft stops the sessions first, Hard after the boot. Resolves when booted again. */
export async function reboot(station: Station, reason: 'SoftReset' | 'HardReset' | 'Reboot'): Promise<void> {
  if (reason !== 'HardReset') {
    const busy = station.connectors.filter(connector => connector.transaction)
    await Promise.allSettled(busy.map(connector => stopTransaction(station, connector, reason)))
    await station.outbox.flush()
    await station.link.close()
  }
  powerLoss(station)
  await station.pause(station.options.rebootSeconds ?? 1)
  if (station.ended) return
  stopInterrupted(station, reason)
  if (!station.offline) await arrive(station)
}

/** The end of this simulation. */
export async function end(station: Station): Promise<void> {
  station.ended = true
  station.powered = false
  for (const timer of Object.values(station.timers)) timer?.cancel()
  station.outbox.stop()
  for (const { transaction, expected, reservation } of station.connectors) {
    transaction?.timer?.cancel()
    expected?.timer.cancel()
    reservation?.timer.cancel()
  }
  await station.link.close()
  station.events.end(new Error(`${station.identity} was closed`))
}
