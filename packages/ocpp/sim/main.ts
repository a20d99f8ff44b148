// The command `npm run sim`: a fleet of simulated chargers against a central system, one line a second, a summary at
// the end (Ctrl-C, or --duration).
import { parseArgs } from 'node:util'
import { runningClock } from './clock.ts'
import { Fleet, type FleetStats } from './fleet.ts'

const usage = `npm run sim -- --url ws://127.0.0.1:8080/ocpp [options]
  --chargers N            how many (10)
  --ocpp VERSION          what they speak, 1.6 or 2.0.1 (1.6)
  --prefix TEXT           identities are TEXT0001, TEXT0002, ... (SIM-)
  --identity TEXT         one charger with this identity
  --connectors N          of each, 1 to 4 (2)
  --seed N                the same seed, the same fleet (1)
  --rate N                connects per second (50)
  --sessions-per-hour N   of each charger, on average (0)
  --tags A,B              the cards that start sessions
  --key TEXT              Basic authentication of every charger
  --registers-in-kwh      their meter registers are in kWh, without a unit
  --time-scale N          the chargers' clock runs N times as fast (1)
  --start-at TIME         where their clock begins: an instant, or -20h (now; -20h when faster than real time, so
                          that it does not run ahead of the server's)
  --duration SECONDS      ends by itself, in real seconds`

/** '--start-at -20h' as one word: two of them, the second with a dash, parseArgs takes for two options. */
const args = process.argv
  .slice(2)
  .flatMap((arg, i, all) =>
    all[i - 1] === '--start-at' ? [] : arg === '--start-at' && i + 1 < all.length ? [`${arg}=${all[i + 1]}`] : [arg],
  )
const { values } = parseArgs({
  args,
  options: {
    url: { type: 'string' },
    chargers: { type: 'string', default: '10' },
    ocpp: { type: 'string', default: '1.6' },
    prefix: { type: 'string', default: 'SIM-' },
    identity: { type: 'string' },
    connectors: { type: 'string', default: '2' },
    seed: { type: 'string', default: '1' },
    rate: { type: 'string', default: '50' },
    'sessions-per-hour': { type: 'string', default: '0' },
    tags: { type: 'string', default: '' },
    key: { type: 'string' },
    'registers-in-kwh': { type: 'boolean', default: false },
    'time-scale': { type: 'string', default: '1' },
    'start-at': { type: 'string' },
    duration: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

function fail(text: string): never {
  console.error(text)
  process.exit(2)
}

function figure(name: 'chargers' | 'connectors' | 'seed' | 'rate' | 'sessions-per-hour' | 'time-scale'): number {
  const value = Number(values[name])
  return Number.isFinite(value) && value >= 0 ? value : fail(`--${name} must be a number\n\n${usage}`)
}

function begin(timeScale: number): number | undefined {
  const text = values['start-at'] ?? (timeScale > 1 ? '-20h' : undefined)
  if (text === undefined) return undefined
  const hours = /^-(\d+)h$/.exec(text)?.[1]
  const at = hours === undefined ? Date.parse(text) : Date.now() - Number(hours) * 3_600_000
  return Number.isNaN(at) ? fail(`--start-at must be a time or -20h\n\n${usage}`) : at
}

if (values.help) {
  console.log(usage)
  process.exit(0)
}
if (values.url === undefined) fail(usage)
if (!/^wss?:$/.test(URL.parse(values.url)?.protocol ?? ''))
  fail(`--url must be the address of a central system, as ws://127.0.0.1:8080/ocpp\n\n${usage}`)
if (values.duration !== undefined && !(Number(values.duration) >= 0))
  fail(`--duration must be a number of seconds\n\n${usage}`)
if (values.ocpp !== '1.6' && values.ocpp !== '2.0.1') fail(`--ocpp must be 1.6 or 2.0.1\n\n${usage}`)
const timeScale = figure('time-scale') || 1
const startAt = begin(timeScale)
const fleet = new Fleet({
  url: values.url,
  chargers: values.identity === undefined ? figure('chargers') : 1,
  protocol: `ocpp${values.ocpp}`,
  prefix: values.prefix,
  connectors: figure('connectors'),
  seed: figure('seed'),
  rate: figure('rate') || 50,
  sessionsPerHour: figure('sessions-per-hour'),
  tags: values.tags.split(',').filter(tag => tag !== ''),
  faults: { registersInKwh: values['registers-in-kwh'] },
  clock: runningClock({ timeScale, ...(startAt === undefined ? {} : { startAt }) }),
  ...(values.identity === undefined ? {} : { identity: values.identity }),
  ...(values.key === undefined ? {} : { key: values.key }),
})

const total = (failures: Record<string, number>): number => Object.values(failures).reduce((sum, n) => sum + n, 0)
const line = (s: FleetStats, perSecond: number): string =>
  `${s.connected}/${s.chargers} connected, ${s.accepted} accepted, ${s.charging} charging, ${s.finished} done, ` +
  `${perSecond} calls/s, p50 ${s.latency.p50Ms.toFixed(1)} ms, p99 ${s.latency.p99Ms.toFixed(1)} ms, ` +
  `${s.queued} queued, ${total(s.failures)} failures`

const begunAt = performance.now()
let before = 0
fleet.start()
const ticking = setInterval(() => {
  const stats = fleet.stats()
  console.log(line(stats, stats.answered - before))
  before = stats.answered
}, 1000)

let ending = false
async function end(): Promise<void> {
  if (ending) process.exit(1)
  ending = true
  clearInterval(ticking)
  const seconds = (performance.now() - begunAt) / 1000
  const stats = fleet.stats()
  await fleet.stop()
  console.log(JSON.stringify({ seconds: Math.round(seconds * 10) / 10, ...stats }, null, 2))
  process.exit(0) // reservations and plans of the clock need not run out
}
process.on('SIGINT', () => void end())
process.on('SIGTERM', () => void end())
if (values.duration !== undefined) setTimeout(() => void end(), Number(values.duration) * 1000)
