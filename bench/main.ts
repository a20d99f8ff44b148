// `npm run bench` runs all benchmarks but the kills and the comparisons, `npm run bench -- heartbeats sessions` some of
// them, `-- beside --folder ../before` compares with another state of the code. Every figure stands beside its raw limit,
// measured in the same run; tables go to the screen and into bench/RESULTS.md.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { alerts } from './alerts.ts'
import { archive } from './archive.ts'
import { reconciliation } from './books.ts'
import { capacity } from './capacity.ts'
import { clicks } from './clicks.ts'
import { crowd } from './crowd.ts'
import { dashboard } from './dashboard.ts'
import { disk } from './disk.ts'
import { compare } from './doors.ts'
import { driverLists } from './drivers.ts'
import { frames } from './frames.ts'
import { growth } from './growth.ts'
import { hooks } from './hooks.ts'
import { kills } from './kills.ts'
import { ledger } from './ledger.ts'
import { lists } from './lists.ts'
import { livePanel } from './live-panel.ts'
import { loadBalancing } from './load-balancing.ts'
import { loadMixed } from './load-mixed.ts'
import { loadPlan } from './load-plan.ts'
import { loadRestarts } from './load-restarts.ts'
import { logs } from './logs.ts'
import { machineText } from './machine.ts'
import { memory } from './memory.ts'
import { night } from './night.ts'
import { profile, profile201 } from './profile.ts'
import { report } from './report.ts'
import { roundsText } from './rounds.ts'
import { scaling } from './scaling.ts'
import { settle } from './settle.ts'
import { type Stand, startProduct, startRaw } from './stand.ts'
import { stored } from './stored.ts'
import { keep, type Section } from './table.ts'
import { tempers } from './tempers.ts'
import { bothProtocols, connects, heartbeats, sessions } from './throughput.ts'
import { vitals } from './vitals.ts'
import { webhooks } from './webhooks.ts'

const RESULTS = new URL('RESULTS.md', import.meta.url)

/** Those that share the three servers, each with 2,000 chargers. */
const together: Record<string, (stands: readonly Stand[]) => Promise<Section>> = {
  connect: connects,
  heartbeats,
  sessions,
  clicks,
}
/** Those that start what they need. */
const alone: Record<string, () => Promise<Section>> = {
  memory,
  disk,
  frames,
  vitals,
  lists,
  drivers: driverLists,
  ledger,
  settle,
  webhooks,
  'load-plan': loadPlan,
  // With --forgetting: chargers over real sockets that restart, so many of a hundred times without their profiles. With
  // --ocpp both: chargers of both protocols.
  'load-balancing': () => {
    if (values.ocpp === 'both') return loadMixed({ minutes: number('minutes'), chargers: number('chargers') })
    return values.forgetting === undefined
      ? loadBalancing()
      : loadRestarts({ minutes: number('minutes'), chargers: number('chargers'), forgetting: number('forgetting') })
  },
  profile,
}

/** Those that run only when they are asked for: they take their time. */
const onlyAsked: Record<string, () => Promise<Section | Section[]>> = {
  // `sessions --ocpp 2.0.1` and `profile --ocpp 2.0.1`; `kills --ocpp both`.
  'sessions-201': bothProtocols,
  'profile-201': profile201,
  alerts,
  hooks,
  dashboard,
  logs,
  archive,
  'live-panel': livePanel,
  report,
  reconciliation,
  crowd,
  nodes: scaling,
  // So many sessions; --kept keeps the filled database there, or measures the one that is there.
  stored: () => stored(Number(process.env.BENCH_SESSIONS ?? 1_000_000), values.kept),
  growth: () => growth(values.only),
  // docs/capacity.md, from the figures that the others have kept.
  capacity: async () => capacity(),
  doors: () => compare(),
  beside: () => compare(resolve(values.folder)),
  kills: () =>
    kills({
      minutes: number('minutes'),
      chargers: number('chargers'),
      kills: number('kills'),
      both: values.ocpp === 'both',
    }),
  night: () => night({ hours: number('hours'), speed: number('speed'), only: values.only }),
  tempers: () => tempers(Number(process.env.BENCH_MINUTES ?? 60)),
}

const { values, positionals: asked } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: 'string', default: '10' },
    chargers: { type: 'string', default: '100' },
    kills: { type: 'string', default: '20' },
    forgetting: { type: 'string' },
    hours: { type: 'string', default: '13' },
    speed: { type: 'string', default: '40' },
    only: { type: 'string' },
    kept: { type: 'string' },
    ocpp: { type: 'string', default: '1.6' },
    folder: { type: 'string', default: '../before' },
  },
})
function number(name: 'minutes' | 'chargers' | 'kills' | 'forgetting' | 'hours' | 'speed'): number {
  const n = Number(values[name])
  if (n > 0) return n
  console.error(`--${name} must be a number above 0.`)
  process.exit(1)
}
const known = [...Object.keys(together), ...Object.keys(alone), ...Object.keys(onlyAsked)]
const unknown = asked.find(a => !known.includes(a))
if (unknown) {
  console.error(`Unknown benchmark ${unknown}; known are ${known.join(', ')}.`)
  process.exit(1)
}
if (values.ocpp === '2.0.1')
  asked.splice(0, asked.length, ...asked.map(a => (a === 'sessions' || a === 'profile' ? `${a}-201` : a)))
// The lists are those of drivers too.
if (asked.includes('lists')) asked.push('drivers')
const wanted = asked.length > 0 ? asked : known.filter(name => !(name in onlyAsked))
const sections: Section[] = []
const show = (s: Section) => {
  sections.push({ ...s, text: `${s.text}\n\nMeasured ${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC.` })
  console.log(`\n${s.title}\n\n${s.text}`)
}

const shared = Object.entries(together).filter(([name]) => wanted.includes(name))
if (shared.length > 0) {
  const stands: Stand[] = []
  try {
    stands.push(await startProduct())
    stands.push(await startRaw('with insert'))
    stands.push(await startRaw('bare'))
    for (const [, run] of shared) show(await run(stands))
  } finally {
    for (const s of stands) await s.stop()
  }
}
for (const [name, run] of Object.entries({ ...alone, ...onlyAsked }))
  if (wanted.includes(name)) for (const s of [await run()].flat()) show(s)

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }
keep(
  RESULTS,
  `# Benchmarks

\`npm run bench\`, or \`npm run bench -- heartbeats sessions\` for some. Wattdesk ${version} on ${machineText()}; servers, PostgreSQL and load share these cores. ${roundsText}; every figure beside two raw limits measured in the same run: **bare** is a \`ws\` server that parses each message and answers it from memory, **with insert** is the same writing each message to the same PostgreSQL, with the same settings, in batched inserts before it answers.`,
  sections,
)
