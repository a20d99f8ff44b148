// The demo's connected chargers: all but the last, each a simulated charger over a WebSocket of its own, with cars that
// come and go by the hour. A process of its own, so that it talks to the product as any charger does:
// node demo/chargers.ts --url ws://127.0.0.1:8080/ocpp
import { parseArgs } from 'node:util'
import { type LiveCharger, liveCharger } from './live-charger.ts'
import { Memory, type Running } from './memory.ts'
import { type DemoCharger, demoChargers, registerAtStart } from './places.ts'
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

type Brought = { charger: LiveCharger; close: () => void }

function bring(record: DemoCharger): Brought {
  const charger = liveCharger(record, { url, seed: values.seed, rejectsUnknown: !isLoopback })
  for (const connectorId of connectorsOf(record)) {
    const kept = memory.of(record.id, connectorId)
    const past = registers[record.id]?.[connectorId - 1] ?? registerAtStart(record.id, connectorId) + PAST_WH
    charger.setRegister(connectorId, kept?.registerWh ?? past)
    if (kept?.running) endLeftOver(charger, connectorId, kept.registerWh, kept.running)
  }
  const close = openStreet(charger, { memory, timeZone: values['time-zone'], seed: Number(values.seed) })
  charger.keepUp()
  return { charger, close }
}

const connectorsOf = (record: DemoCharger): number[] => record.connectorTypes.map((_, i) => i + 1)

/** A session that ran when this process ended. */
function endLeftOver(charger: LiveCharger, connectorId: number, registerWh: number, lost: Running): void {
  const { id } = charger.record
  const ended = charger.endLost(connectorId, lost).then(() => {
    // Meanwhile the next car may have come.
    if (memory.of(id, connectorId)?.running?.transactionId === lost.transactionId)
      memory.set(id, connectorId, { registerWh })
  })
  charger.background(ended)
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
    for (const connectorId of connectorsOf(charger.record)) {
      const running = charger.running(connectorId)
      if (running) memory.set(charger.record.id, connectorId, { registerWh: running.meterWh, running })
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
