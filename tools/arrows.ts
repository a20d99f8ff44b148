// The import arrows, checked: every import of every source file, type imports and dynamic ones too; cycles among files, among
// the folders of a wing and of platform; wings that use wings above them; the single writer of each table; the endings
// of files (tools/endings.ts); the map of wings and folders in docs/README.md, which `--map` prints.
// packages ← platform ← words ← fields ← contract ← rules ← crypto, store ← reply ← commands ← routes, memory, ocpp, jobs
// ← gateway ← app, demo on the server; packages, words, fields, contract, rules ← kit ← actions ← parts, screens ← shell ← web in the browser.
import { globSync, readFileSync } from 'node:fs'
import { parseSync } from 'rolldown/utils'
import { endingFault } from './endings.ts'
import { cyclesOf, foldersOf, mapOf } from './folders.ts'
import { importPath } from './import-paths.ts'
import { featureOf, WINGS, wingFault, wingOf } from './wings.ts'
import { strangers, tablesMade, type Write, writesOf } from './writes.ts'

type Layer = keyof typeof MAY
const OF_SERVER = ['platform', 'store', 'crypto', 'rules', 'contract', 'fields', 'words', 'base', 'provider'] as const
/** The layers that each layer may import. A layer that is not named here may import nothing of ours. */
const MAY = {
  base: ['base'],
  protocol: ['protocol'],
  provider: ['provider', 'base'],
  wire: ['wire', 'base'],
  platform: ['platform', 'base', 'wire', 'protocol'],
  words: ['words', 'base'],
  fields: ['fields', 'words', 'base'],
  contract: ['contract', 'fields', 'words', 'base', 'wire'],
  rules: ['rules', 'contract', 'fields', 'words', 'base', 'protocol', 'provider'],
  crypto: ['crypto', 'rules', 'base'],
  store: OF_SERVER,
  reply: ['reply', 'store', 'rules', 'contract', 'fields', 'words', 'base'],
  commands: [...OF_SERVER, 'reply', 'commands', 'wire'],
  routes: [...OF_SERVER, 'reply', 'commands', 'routes', 'memory', 'wire', 'protocol'],
  memory: [...OF_SERVER, 'commands', 'memory', 'protocol'],
  ocpp: [...OF_SERVER, 'commands', 'memory', 'ocpp', 'protocol'],
  jobs: [...OF_SERVER, 'commands', 'jobs'],
  gateway: [...OF_SERVER, 'commands', 'ocpp', 'memory', 'gateway', 'protocol'],
  app: [...OF_SERVER, 'commands', 'routes', 'ocpp', 'memory', 'jobs', 'gateway', 'demo', 'app', 'wire', 'protocol'],
  demo: [...OF_SERVER, 'commands', 'ocpp', 'memory', 'jobs', 'demo', 'protocol'],
  bench: [
    ...OF_SERVER,
    'commands',
    'routes',
    'ocpp',
    'memory',
    'jobs',
    'gateway',
    'demo',
    'app',
    'bench',
    'wire',
    'protocol',
  ],
  kit: ['kit', 'base', 'wire'],
  actions: ['actions', 'contract', 'fields', 'words', 'rules', 'kit', 'base', 'wire'],
  parts: ['parts', 'screen', 'actions', 'contract', 'fields', 'words', 'rules', 'kit', 'base', 'wire'],
  screen: ['screen', 'parts', 'actions', 'contract', 'fields', 'words', 'rules', 'kit', 'base', 'wire'],
  shell: ['shell', 'kit', 'parts', 'screen', 'actions', 'contract', 'fields', 'words', 'rules', 'base', 'wire'],
  web: ['web', 'shell', 'kit', 'parts', 'screen', 'actions', 'contract', 'fields', 'words', 'rules', 'base', 'wire'],
} as const
const PACKAGES: Record<string, Layer> = {
  base: 'base',
  words: 'base',
  wire: 'wire',
  ocpp: 'protocol',
  razorpay: 'provider',
  irp: 'provider',
}
/** A restore writes every table, as it was backed up; the move of a company writes every table that it has rows of. */
const WRITES_ALL: readonly string[] = ['platform/backup/restore.ts', 'platform/move/move-in.ts']
const FOLDERS: readonly string[] = ['platform', 'gateway', 'app', 'demo', 'bench']

function layerOf(file: string): Layer | 'test' | 'unknown' {
  if (/\.test\.tsx?$|\/test-[^/]*$|^(e2e|testing)\//.test(file)) return 'test'
  const [top = '', second = ''] = file.split('/')
  if (top === 'packages') return PACKAGES[second] ?? 'unknown'
  if (top === 'kit') return 'kit'
  // A type that stores, commands and routes are given.
  if (file.endsWith('/services.ts')) return top === 'platform' ? 'platform' : 'store'
  if (top === 'web') return second === 'shell' ? 'shell' : 'web'
  if (FOLDERS.includes(top)) return top as Layer
  const ending =
    /\.(words|fields|contract|rules|crypto|store|reply|commands|routes|memory|ocpp|jobs|actions|parts)(?:201)?\.tsx?$/.exec(
      file,
    )?.[1] as Layer | undefined
  return ending ?? (file.endsWith('.tsx') ? 'screen' : 'unknown')
}
type Module = ReturnType<typeof parseSync>['module']
function importsOf(source: string, m: Module): string[] {
  return [
    ...m.staticImports.map(i => i.moduleRequest.value),
    ...m.staticExports.flatMap(e => e.entries.flatMap(x => (x.moduleRequest ? [x.moduleRequest.value] : []))),
    ...m.dynamicImports.map(d => source.slice(d.moduleRequest.start + 1, d.moduleRequest.end - 1)),
  ]
}
const files = globSync('{packages,features,platform,gateway,app,demo,testing,kit,web,bench}/**/*.{ts,tsx}', {
  exclude: f => f.includes('node_modules'),
})
const graph = new Map<string, string[]>()
const writes = new Map<string, Write[]>()
const bad: string[] = []
for (const file of files) {
  const source = readFileSync(file, 'utf8')
  const { program, module, errors } = parseSync(file, source)
  if (errors.length > 0) bad.push(`${file}: does not parse`)
  const targets = importsOf(source, module).flatMap(name => importPath(file, name) ?? [])
  graph.set(file, targets)
  const layer = layerOf(file)
  // Tests, and benchmarks with their databases for one run, write what they like; shared test helpers do not.
  const isFree = layer === 'bench' || (layer === 'test' && !file.startsWith('testing/')) || WRITES_ALL.includes(file)
  if (!isFree) writes.set(file, writesOf(program))
  if (layer === 'test') continue
  if (layer === 'unknown') {
    bad.push(`${file}: its ending names no layer`)
    continue
  }
  const ending = endingFault(
    file,
    program,
    module.staticImports.map(i => i.moduleRequest.value),
  )
  if (ending) bad.push(`${file}: ${ending}`)
  for (const target of targets) {
    const to = layerOf(target)
    if (/\.(json|css|svg)$/.test(target)) continue
    if (!(MAY[layer] as readonly string[]).includes(to)) bad.push(`${file} (${layer}) may not import ${target} (${to})`)
    else if (/-reset\.store\.ts$/.test(target) && layer !== 'demo')
      bad.push(`${file}: only the demo takes away what it has filled in (${target})`)
    else if (to === 'routes' && featureOf(file) && featureOf(file) !== featureOf(target))
      bad.push(`${file}: routes never cross features (${target})`)
    else if (to === 'screen' && featureOf(file) !== featureOf(target) && ![undefined, 'desk'].includes(wingOf(file)))
      bad.push(`${file}: only the desk shows screens of other features (${target})`)
    const fault = wingFault(file, target)
    if (fault) bad.push(`${file}: ${fault} (${target})`)
  }
}

for (const cycle of cyclesOf(graph)) bad.push(`cycle: ${cycle.join(' -> ')}`)

/** Folders without the tests in them. */
const sources = new Map([...graph].filter(([file]) => layerOf(file) !== 'test'))
const maps: string[] = []
/** Checks that the rooms of a place form no cycle, and adds them to the map below its title. */
function draw(title: string, place: string, roomOf: (file: string) => string | undefined): void {
  const rooms = foldersOf(sources, roomOf)
  const cycles = cyclesOf(rooms)
  for (const cycle of cycles) bad.push(`cycle of folders: ${cycle.map(name => `${place}/${name}`).join(' -> ')}`)
  if (cycles.length === 0) maps.push(title, ...mapOf(rooms))
}
/** The part of a path after a folder, `undefined` for files elsewhere. */
const roomIn = (folder: string) => (file: string) =>
  file.startsWith(`${folder}/`) ? file.slice(folder.length + 1).split('/')[0] : undefined
draw('features/', 'features', wingOf)
for (const wing of Object.keys(WINGS)) draw(`features/${wing}/`, `features/${wing}`, roomIn(`features/${wing}`))
draw('platform/', 'platform', roomIn('platform'))

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
