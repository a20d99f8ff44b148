// `npm run faults` lists the faults, `npm run faults -- NAME … [--chargers 50 --under /tmp]` does some of them, `-- all` every
// one, to a cluster under load in a folder below that one, and says what came of it. docs/faults.md has the figures.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { machineText } from '../../bench/machine.ts'
import { figure, table } from '../../bench/table.ts'
import { closeAll, FAULTS, run, standsOf, type Verdict } from './all.ts'
import type { Fault } from './fault.ts'
import type { StandOptions } from './stand.ts'

const { values, positionals: asked } = parseArgs({
  allowPositionals: true,
  options: {
    chargers: { type: 'string' },
    'disk-mb': { type: 'string', default: '3000' },
    under: { type: 'string' },
  },
})
const USUAL = { size: 'whole', chargers: 50, sessionSeconds: [10, 60], operationSeconds: 0.5 } as const

if (asked.length === 0) {
  for (const f of FAULTS) console.log(`${f.name.padEnd(22)}${f.title}`)
  process.exit()
}
const unknown = asked.filter(name => name !== 'all' && !FAULTS.some(f => f.name === name))
if (unknown.length > 0) {
  console.error(`There is no fault ${unknown.join(', ')}. npm run faults lists them.`)
  process.exit(2)
}

const begunAt = performance.now()
const say = (text: string) => console.log(`${((performance.now() - begunAt) / 1000).toFixed(1).padStart(7)} s  ${text}`)

/** A disk of its own in memory, that is filled; answers its folder and how it is taken away. */
function smallDisk(): { under: string; end: () => void } {
  const under = mkdtempSync(join(tmpdir(), 'wattdesk-disk-'))
  mkdirSync(under, { recursive: true })
  const mount = (program: string, ...args: string[]) =>
    spawnSync(program, [...args, under], { stdio: 'inherit' }).status
  if (mount('mount', '-t', 'tmpfs', '-o', `size=${values['disk-mb']}m`, 'tmpfs') !== 0)
    throw new Error('A small disk could not be mounted: disk-full needs root.')
  return {
    under,
    end: () => {
      mount('umount')
      rmdirSync(under)
    },
  }
}

async function runOn(faults: readonly Fault[]): Promise<Verdict> {
  const [first] = faults
  const chargers = values.chargers === undefined ? {} : { chargers: Number(values.chargers) }
  const under = values.under === undefined ? {} : { under: values.under }
  const options: StandOptions = { ...USUAL, say, ...first?.stand, ...chargers, ...under }
  if (!first?.needsRoot) return run(faults, options)
  const disk = smallDisk()
  try {
    return await run(faults, { ...options, under: disk.under })
  } finally {
    disk.end()
  }
}

function tell({ outcomes, wrong, figures: f }: Verdict): void {
  const seconds = (ms: number) => figure(ms / 1000)
  const rows = outcomes.map(o => [
    o.fault.name,
    seconds(o.settledMs),
    seconds(o.longestAwayMs),
    seconds(o.longestAnswerMs),
  ])
  console.log(`\n${table(['fault', 'as before after s', 'longest away s', 'longest answer s'], rows)}\n`)
  for (const o of outcomes) if (o.told) console.log(`${o.fault.name}: ${o.told}`)
  console.log(
    `${f.chargers} chargers, ${figure(f.sessions)} sessions, ${figure(f.meters)} meter values, ${figure(f.operations)} operations (${f.refusedOperations} refused); ${figure(f.lostLinks)} calls cut off and sent again, ${figure(f.refusedSockets)} handshakes failed`,
  )
  for (const text of [...wrong, ...outcomes.flatMap(o => o.wrong.map(w => `${o.fault.name}: ${w}`))])
    console.log(`WRONG: ${text}`)
}

for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.once(signal, () => {
    const end = () => process.exit(1)
    closeAll().then(end, end)
  })
const faults = asked.includes('all') ? FAULTS : FAULTS.filter(f => asked.includes(f.name))
console.log(machineText())
let isWrong = false
for (const together of standsOf(faults)) {
  const verdict = await runOn(together)
  tell(verdict)
  isWrong ||= verdict.wrong.length > 0 || verdict.outcomes.some(o => o.wrong.length > 0)
}
process.exit(isWrong ? 1 : 0)
