// The import arrows, checked: every import of every source file, type imports and dynamic ones too, cycles among files and
// among the folders of features and of platform; that a table has one writer; that docs/README.md shows the map of folders,
// which `--map` prints.
// packages ← platform ← contract ← rules ← store ← commands ← routes, ocpp, jobs ← gateway ← app, demo on the server;
// packages, contract, rules ← kit ← actions ← parts, screens ← shell ← web in the browser.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { parseSync } from 'rolldown/utils'
import { cyclesOf, foldersOf, mapOf } from './folders.ts'
import { strangers, tablesMade, type Write, writesOf } from './writes.ts'

type Layer = keyof typeof MAY
const OF_SERVER = ['platform', 'store', 'rules', 'contract', 'base', 'provider'] as const
/** What each layer may import. A layer that is not named here may import nothing of ours. */
const MAY = {
  base: ['base'],
  protocol: ['protocol'],
  provider: ['provider', 'base'],
  wire: ['wire', 'base'],
  platform: ['platform', 'base', 'wire', 'protocol'],
  contract: ['contract', 'base', 'wire'],
  rules: ['rules', 'contract', 'base', 'protocol', 'provider'],
  store: OF_SERVER,
  commands: [...OF_SERVER, 'commands', 'wire'],
  routes: [...OF_SERVER, 'commands', 'routes', 'ocpp', 'wire', 'protocol'],
  ocpp: [...OF_SERVER, 'commands', 'ocpp', 'protocol'],
  jobs: [...OF_SERVER, 'commands', 'jobs'],
  gateway: [...OF_SERVER, 'commands', 'ocpp', 'gateway', 'protocol'],
  app: [...OF_SERVER, 'commands', 'routes', 'ocpp', 'jobs', 'gateway', 'demo', 'app', 'wire', 'protocol'],
  demo: [...OF_SERVER, 'commands', 'ocpp', 'jobs', 'demo', 'protocol'],
  bench: [...OF_SERVER, 'commands', 'routes', 'ocpp', 'jobs', 'gateway', 'demo', 'app', 'bench', 'wire', 'protocol'],
  kit: ['kit', 'base', 'wire'],
  actions: ['actions', 'contract', 'rules', 'kit', 'base', 'wire'],
  parts: ['parts', 'screen', 'actions', 'contract', 'rules', 'kit', 'base', 'wire'],
  screen: ['screen', 'parts', 'actions', 'contract', 'rules', 'kit', 'base', 'wire'],
  shell: ['shell', 'kit', 'parts', 'screen', 'actions', 'contract', 'rules', 'base', 'wire'],
  web: ['web', 'shell', 'kit', 'parts', 'screen', 'actions', 'contract', 'rules', 'base', 'wire'],
} as const
const PACKAGES: Record<string, Layer> = { base: 'base', wire: 'wire', ocpp: 'protocol', razorpay: 'provider' }
const FOLDERS: readonly string[] = ['platform', 'gateway', 'app', 'demo', 'bench']

function layerOf(file: string): Layer | 'test' | 'unknown' {
  if (/\.test\.tsx?$|\/test-[^/]*$|^(e2e|testing)\//.test(file)) return 'test'
  const [top = '', second = ''] = file.split('/')
  if (top === 'packages') return PACKAGES[second] ?? 'unknown'
  // Papers are drawn of parts as screens are.
  if (top === 'web' && second === 'paper') return 'kit'
  if (top === 'web') return second === 'kit' || second === 'shell' ? second : 'web'
  if (FOLDERS.includes(top)) return top as Layer
  const ending = /\.(contract|rules|store|commands|routes|ocpp|jobs|actions|parts)\.tsx?$/.exec(file)?.[1] as
    | Layer
    | undefined
  return ending ?? (file.endsWith('.tsx') ? 'screen' : 'unknown')
}
/** The feature folder of a file; screens and routes never cross. */
const featureOf = (file: string) => /^features\/([^/]+)\//.exec(file)?.[1]

type Module = ReturnType<typeof parseSync>['module']
function importsOf(source: string, m: Module): string[] {
  return [
    ...m.staticImports.map(i => i.moduleRequest.value),
    ...m.staticExports.flatMap(e => e.entries.flatMap(x => (x.moduleRequest ? [x.moduleRequest.value] : []))),
    ...m.dynamicImports.map(d => source.slice(d.moduleRequest.start + 1, d.moduleRequest.end - 1)),
  ]
}
function targetOf(file: string, name: string): string[] {
  if (name.startsWith('.')) return [relative('.', join(dirname(file), name))]
  const own = /^@wattdesk\/(\w+)\/(.*)$/.exec(name)
  if (!own) return []
  const [, pack, path = ''] = own
  // What stands in for another party: chargers, a provider.
  const isStandIn = path.startsWith('sim/') || path.startsWith('sandbox/')
  return [isStandIn ? `packages/${pack}/${path}.ts` : `packages/${pack}/src/${path}.ts`]
}

const files = globSync('{packages,features,platform,gateway,app,demo,testing,web,bench}/**/*.{ts,tsx}', {
  exclude: f => f.includes('node_modules'),
})
const graph = new Map<string, string[]>()
const writes = new Map<string, Write[]>()
const bad: string[] = []
for (const file of files) {
  const source = readFileSync(file, 'utf8')
  const { program, module, errors } = parseSync(file, source)
  if (errors.length > 0) bad.push(`${file}: does not parse`)
  const targets = importsOf(source, module).flatMap(name => targetOf(file, name))
  graph.set(file, targets)
  const layer = layerOf(file)
  // Tests, and benchmarks with their databases for one run, write what they like; what tests share does not.
  if (layer !== 'bench' && (layer !== 'test' || file.startsWith('testing/'))) writes.set(file, writesOf(program))
  if (layer === 'test') continue
  if (layer === 'unknown') {
    bad.push(`${file}: its ending names no layer`)
    continue
  }
  for (const target of targets) {
    const to = layerOf(target)
    if (/\.(json|css|svg)$/.test(target)) continue
    if (!(MAY[layer] as readonly string[]).includes(to)) bad.push(`${file} (${layer}) may not import ${target} (${to})`)
    else if (/-reset\.store\.ts$/.test(target) && layer !== 'demo')
      bad.push(`${file}: only the demo takes away what it has filled in (${target})`)
    else if ((to === 'screen' || to === 'routes') && featureOf(file) && featureOf(file) !== featureOf(target))
      bad.push(`${file}: ${to} never cross features (${target})`)
  }
}

for (const cycle of cyclesOf(graph)) bad.push(`cycle: ${cycle.join(' -> ')}`)

/** Folders without the tests in them. */
const sources = new Map([...graph].filter(([file]) => layerOf(file) !== 'test'))
const maps: string[] = []
for (const root of ['features', 'platform']) {
  const folders = foldersOf(sources, file => (file.startsWith(`${root}/`) ? file.split('/')[1] : undefined))
  const cycles = cyclesOf(folders)
  for (const cycle of cycles) bad.push(`cycle of folders: ${cycle.map(name => `${root}/${name}`).join(' -> ')}`)
  if (cycles.length === 0) maps.push(`${root}/`, ...mapOf(folders))
}

const migrations = globSync('migrations/*.sql').sort()
const tables = tablesMade(migrations.map(file => readFileSync(file, 'utf8')))
// Made by what runs the migrations.
tables.add('migration')
bad.push(...strangers(writes, tables))

const map = maps.join('\n')
const isShown = readFileSync('docs/README.md', 'utf8').includes(`\n\`\`\`text\n${map}\n\`\`\`\n`)
if (!isShown && bad.length === 0)
  bad.push('docs/README.md shows another map of the folders than `npm run arrows -- --map`')

const imports = [...graph.values()].reduce((n, t) => n + t.length, 0)
if (process.argv.includes('--map')) console.log(map)
else console.log(bad.join('\n') || `arrows hold: ${files.length} files, ${imports} imports`)
process.exitCode = bad.length > 0 ? 1 : 0
