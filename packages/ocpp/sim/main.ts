// The command `npm run sim`: a fleet of simulated chargers against a central system, one line a second, a summary at
// the end (Ctrl-C, or --duration).
import { parseArgs } from 'node:util'
import { runningClock } from './clock.ts'
import { type Faults, FIRMWARE_FAULTS } from './faults.ts'
import { Fleet, type FleetStats } from './fleet.ts'

const usage = `npm run sim -- --url ws://127.0.0.1:8080/ocpp [options]
  --chargers N            how many (10)
  --ocpp VERSION          what they speak, 1.6, 2.0.1 or 2.1 (1.6)
  --prefix TEXT           identities are TEXT0001, TEXT0002, ... (SIM-)
  --identity TEXT         one charger with this identity
  --connectors N          of each, 1 to 4 (2)
  --seed N                the same seed, the same fleet (1)
  --rate N                connects per second (50)
  --sessions-per-hour N   of each charger, on average (0)
  --tags A,B              the cards that start sessions
  --key TEXT              Basic authentication of every charger
  --time-scale N          the chargers' clock runs N times as fast (1)
  --start-at TIME         where their clock begins: an instant, or -20h (now; -20h when faster than real time, so
                          that it does not run ahead of the server's)
  --duration SECONDS      ends by itself, in real seconds

How all of them misbehave, of either version:
  --registers-in-kwh      their meter registers are in kWh: of 1.6 without a unit, of 2.0.1 with it
  --refuse A,B            they refuse these calls
  --silent-on A,B         they never answer these calls; * for all
  --answer-delay-ms N     they answer calls so late
  --lose-replies A,B      the first answer to each of these messages of theirs is lost, and the link with it
  --duplicates KIND       they send every message of a session twice: same-id or new-id
  --lost-events N         of a hundred events within a session so many are never sent (2.0.1)
  --clock-offset SECONDS  their clocks are wrong by so much
  --odd-values            values of their maker's own, outside the lists of the protocol
  --omit-stop-reason      sessions end without a reason
  --firmware KIND         updates end so: DownloadFailed, InstallationFailed, InvalidSignature, hangs, 'power loss',
                          'old version'
  --uploads-fail          logs cannot be sent
  --ignore-limits KIND    charging profiles are taken and not obeyed: all, or 'running defaults'
  --unlock-fails          connectors cannot be unlocked`

/** '--start-at -20h' as one word: two of them, the second with a dash, parseArgs takes for two options. */
const SIGNED = ['--start-at', '--clock-offset']
const args = process.argv
  .slice(2)
  .flatMap((arg, i, all) =>
    SIGNED.includes(all[i - 1] ?? '')
      ? []
      : SIGNED.includes(arg) && i + 1 < all.length
        ? [`${arg}=${all[i + 1]}`]
        : [arg],
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
    refuse: { type: 'string', default: '' },
    'silent-on': { type: 'string', default: '' },
    'answer-delay-ms': { type: 'string', default: '0' },
    'lose-replies': { type: 'string', default: '' },
    duplicates: { type: 'string' },
    'lost-events': { type: 'string', default: '0' },
    'clock-offset': { type: 'string', default: '0' },
    'odd-values': { type: 'boolean', default: false },
    'omit-stop-reason': { type: 'boolean', default: false },
    firmware: { type: 'string' },
    'uploads-fail': { type: 'boolean', default: false },
    'ignore-limits': { type: 'string' },
    'unlock-fails': { type: 'boolean', default: false },
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

type Figure =
  | 'chargers'
  | 'connectors'
  | 'seed'
  | 'rate'
  | 'sessions-per-hour'
  | 'time-scale'
  | 'answer-delay-ms'
  | 'lost-events'
function figure(name: Figure): number {
  const value = Number(values[name])
  return Number.isFinite(value) && value >= 0 ? value : fail(`--${name} must be a number\n\n${usage}`)
}

const listOf = (text: string): string[] => text.split(',').filter(item => item !== '')
/** One of these words, or undefined where the option is not given. */
function oneOf<W extends string>(
  name: 'duplicates' | 'firmware' | 'ignore-limits',
  words: readonly W[],
): W | undefined {
  const value = values[name]
  const word = words.find(w => w === value)
  return word ?? (value === undefined ? undefined : fail(`--${name} must be ${words.join(', ')}\n\n${usage}`))
}
function faults(): Faults {
  const clockOffsetSeconds = Number(values['clock-offset'])
  if (!Number.isFinite(clockOffsetSeconds)) fail(`--clock-offset must be a number\n\n${usage}`)
  const duplicates = oneOf('duplicates', ['same-id', 'new-id'])
  const firmware = oneOf('firmware', FIRMWARE_FAULTS)
  const ignoresLimits = oneOf('ignore-limits', ['all', 'running defaults'])
  return {
    registersInKwh: values['registers-in-kwh'],
    refuse: Object.fromEntries(listOf(values.refuse).map(action => [action, 'InternalError'])),
    silentOn: listOf(values['silent-on']),
    answerDelayMs: figure('answer-delay-ms'),
    lostReplies: Object.fromEntries(listOf(values['lose-replies']).map(action => [action, 1])),
    lostEvents: figure('lost-events'),
    clockOffsetSeconds,
    oddValues: values['odd-values'],
    omitStopReason: values['omit-stop-reason'],
    uploadsFail: values['uploads-fail'],
    unlockFails: values['unlock-fails'],
    ...(duplicates && { duplicates }),
    ...(firmware && { firmware }),
    ...(ignoresLimits && { ignoresLimits }),
  }
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
if (values.ocpp !== '1.6' && values.ocpp !== '2.0.1' && values.ocpp !== '2.1')
  fail(`--ocpp must be 1.6, 2.0.1 or 2.1\n\n${usage}`)
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
  tags: listOf(values.tags),
  faults: faults(),
  clock: runningClock({ timeScale, ...(startAt === undefined ? {} : { startAt }) }),
  ...(values.identity === undefined ? {} : { identity: values.identity }),
  ...(values.key === undefined ? {} : { key: values.key }),
})

/** '8 failures (8 HTTP 401)': how often what went wrong. */
const failed = (failures: Record<string, number>): string => {
  const all = Object.entries(failures)
  const total = all.reduce((sum, [, n]) => sum + n, 0)
  return `${total} failures${total > 0 ? ` (${all.map(([code, n]) => `${n} ${code}`).join(', ')})` : ''}`
}
const line = (s: FleetStats, perSecond: number): string =>
  `${s.connected}/${s.chargers} connected, ${s.accepted} accepted, ${s.charging} charging, ${s.finished} done, ` +
  `${perSecond} calls/s, p50 ${s.latency.p50Ms.toFixed(1)} ms, p99 ${s.latency.p99Ms.toFixed(1)} ms, ` +
  `${s.queued} queued, ${failed(s.failures)}`

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
