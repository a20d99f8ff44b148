// The demo's connected chargers: all but the last, each a simulated charger over a WebSocket of its own, with cars that
// come and go by the hour. A process of its own, so that it talks to the product as any charger does:
// node demo/chargers.ts --url ws://127.0.0.1:8080/ocpp
import { parseArgs } from 'node:util'
import { CallError, Refused, SimulatedCharger, Unanswered } from '@wattdesk/ocpp/sim/charger'
import { GROUND_FAILURE } from './ailments.ts'
import { Memory } from './memory.ts'
import { type DemoCharger, demoChargers, firmwareOf, registerAtStart, serialOf } from './places.ts'
import { openStreet } from './street.ts'

const SAVE_EVERY_MS = 10_000
/** How long sockets may take to close at the end. */
const PATIENCE_MS = 2000
/** Above what a connector can have delivered in its past, for a start without its registers. */
const PAST_WH = 30_000_000

const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    memory: { type: 'string', default: './data/demo-chargers.json' },
    registers: { type: 'string', default: '{}' },
    'time-zone': { type: 'string', default: 'Asia/Kolkata' },
    seed: { type: 'string', default: '1' },
  },
})
if (values.url === undefined) {
  console.error('node demo/chargers.ts --url ws://127.0.0.1:8080/ocpp [--memory FILE] [--time-zone ZONE] [--seed N]')
  process.exit(2)
}
const { url } = values
const memory = new Memory(values.memory)
const registers = JSON.parse(values.registers) as Record<string, number[]>
// The product's own certificate need not name the loopback address it is reached at.
const isLoopback = /^wss:\/\/(127\.|localhost|\[::1\])/.test(url)

function bring(record: DemoCharger): { charger: SimulatedCharger; close: () => void } {
  const charger = new SimulatedCharger({
    url,
    identity: record.id,
    connectors: record.connectorTypes.length,
    outlet: record.outlet,
    seed: `${values.seed} ${record.id}`,
    reconnect: true,
    rebootSeconds: 12,
    boot: {
      chargePointVendor: record.vendor,
      chargePointModel: record.model,
      chargePointSerialNumber: serialOf(record),
      firmwareVersion: firmwareOf(record),
    },
    ...(isLoopback && { tls: { rejectUnauthorized: false } }),
  })
  for (const connector of charger.station.connectors.slice(1)) {
    const kept = memory.of(record.id, connector.id)
    const past = registers[record.id]?.[connector.id - 1] ?? registerAtStart(record.id, connector.id) + PAST_WH
    connector.registerWh = kept?.registerWh ?? past
    if (kept?.running) stopLeftOver(charger, connector.id, kept.registerWh, kept.running)
  }
  if (record.ailment === 'ground-failure') beFaulted(charger)
  charger.on('failed', ({ error }) => {
    // The link comes and goes, and cards are refused; anything else is worth a line.
    const isLink =
      error instanceof CallError || error instanceof Unanswered || error instanceof Refused || 'code' in error
    if (!isLink) console.error(`${record.id}: ${error.message}`)
  })
  const close = openStreet(record, charger, { memory, timeZone: values['time-zone'], seed: Number(values.seed) })
  charger.keepUp()
  return { charger, close }
}

/**
 * The charger has told its fault in the past and was accepted then: it comes back on a new connection, without a boot, and
 * tells what has changed. After a reset it tells the fault again.
 */
function beFaulted({ station }: SimulatedCharger): void {
  const { connectorId, ...fault } = GROUND_FAILURE
  const connector = station.at(connectorId)
  Object.assign(connector, fault)
  connector.told = `Faulted ${fault.errorCode}`
  station.accepted = true
}

/** A session that ran when this process ended: for the charger the power was lost (OCPP 1.6 §4.10, reason PowerLoss). */
function stopLeftOver(
  { station, identity }: SimulatedCharger,
  connectorId: number,
  registerWh: number,
  { transactionId, meterWh, at }: { transactionId: number; meterWh: number; at: number },
): void {
  const stop = { transactionId, meterStop: meterWh, timestamp: station.iso(at), reason: 'PowerLoss' }
  // In the queue of transaction messages: it goes out once the boot is accepted, and again until it is answered.
  const answered = station.outbox.add('StopTransaction', () => stop)
  station.background(
    answered.then(() => {
      // Meanwhile the next car may have come.
      if (memory.of(identity, connectorId)?.running?.transactionId === transactionId)
        memory.set(identity, connectorId, { registerWh })
    }),
  )
}

const all = demoChargers.filter(c => c.isLive).map(bring)
const saving = setInterval(() => memory.save(), SAVE_EVERY_MS)

let isEnding = false
/** Remembers how the sessions stand and lets the sockets go. */
async function end(): Promise<void> {
  if (isEnding) return
  isEnding = true
  clearInterval(saving)
  for (const { charger, close } of all) {
    close()
    for (const { id, transaction } of charger.station.connectors.slice(1)) {
      if (transaction?.id === undefined || transaction.id < 0) continue
      const { registerWh, at } = charger.reading(id)
      const running = { transactionId: transaction.id, meterWh: registerWh, at }
      memory.set(charger.identity, id, { registerWh, running })
    }
  }
  memory.save()
  setTimeout(() => process.exit(0), PATIENCE_MS)
  await Promise.all(all.map(({ charger }) => charger.close()))
  process.exit(0)
}
process.on('SIGTERM', () => void end())
process.on('SIGINT', () => void end())
// The product has gone, however it ended.
process.on('disconnect', () => void end())
