// The picture of the browser's loads, chunk by chunk and package by package: `npm run bundle` for the first load, `npm
// run bundle -- features/people/teams/teams-page.tsx` for the chunks of that file on top, `-- all` for every chunk.
// Gzip of a package: the size that its chunk would lose without the package.
import { join, relative } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'

const root = join(import.meta.dirname, '..')
type Chunk = Rolldown.OutputChunk

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
/** The numbers of one segment of a source map (base 64 VLQ). */
function numbersOf(segment: string): number[] {
  const numbers: number[] = []
  let value = 0
  let shift = 0
  for (const c of segment) {
    const digit = DIGITS.indexOf(c)
    value += (digit & 31) << shift
    shift += 5
    if (digit & 32) continue
    numbers.push(value & 1 ? -(value >> 1) : value >> 1)
    value = 0
    shift = 0
  }
  return numbers
}

/** The text of a chunk cut into runs, each with the source it comes from (-1: the bundler's own). */
function runsOf(code: string, mappings: string): { source: number; text: string }[] {
  const runs: { source: number; text: string }[] = []
  const lines = code.split('\n')
  let source = 0
  for (const [n, segments] of mappings.split(';').entries()) {
    const line = lines[n] ?? ''
    let column = 0
    let from = -1
    for (const segment of segments.split(',')) {
      const [step, file] = numbersOf(segment)
      if (step === undefined) continue
      runs.push({ source: from, text: line.slice(column, column + step) })
      column += step
      if (file !== undefined) source += file
      from = file === undefined ? -1 : source
    }
    runs.push({ source: from, text: `${line.slice(column)}\n` })
  }
  return runs
}

/** 'react-dom', '@mui/material/Button', 'kit', 'features/people/teams'. */
function ownerOf(file: string): string {
  const [, own] = /.*node_modules\/(.*)/.exec(file) ?? []
  if (own === undefined) return file.split('/').slice(0, 2).join('/')
  const [first = '', second = '', third = ''] = own.split('/')
  if (!first.startsWith('@')) return first
  return first === '@mui' ? `${first}/${second}/${third.replace(/\.m?js$/, '')}` : `${first}/${second}`
}

const gzipOf = (text: string): number => gzipSync(text, { level: 9 }).length
type Weight = { owner: string; bytes: number; gzip: number }

function weigh(chunk: Chunk): Weight[] {
  const map = chunk.map
  if (!map) return []
  const owners = map.sources.map(s => ownerOf(relative(root, join(root, 'dist/web/assets', s))))
  const runs = runsOf(chunk.code, map.mappings).map(r => ({ owner: owners[r.source] ?? '(bundler)', text: r.text }))
  const whole = gzipOf(chunk.code)
  return [...new Set(runs.map(r => r.owner))]
    .map(owner => ({
      owner,
      bytes: runs.filter(r => r.owner === owner).reduce((n, r) => n + r.text.length, 0),
      gzip: whole - gzipOf(runs.flatMap(r => (r.owner === owner ? [] : [r.text])).join('')),
    }))
    .sort((a, b) => b.gzip - a.gzip)
}

const kb = (bytes: number): string => (bytes / 1000).toFixed(1).padStart(7)
function print(chunk: Chunk) {
  console.log(`\n${kb(gzipOf(chunk.code))} KB gzip ${kb(chunk.code.length)} KB  ${chunk.name} (${chunk.fileName})`)
  for (const w of weigh(chunk)) if (w.gzip > 150) console.log(`  ${kb(w.gzip)}      ${kb(w.bytes)}       ${w.owner}`)
}

const built = (await build({
  root: join(root, 'web'),
  configFile: join(root, 'vite.config.ts'),
  logLevel: 'error',
  build: { write: false, sourcemap: 'hidden' },
})) as Rolldown.RolldownOutput
const chunks = built.output.filter(o => o.type === 'chunk')
/** The chunks of a file, with all they import without asking. */
function loadedWith(file: string): Set<Chunk> {
  const seen = new Set<Chunk>()
  const walk = (c: Chunk | undefined) => {
    if (!c || seen.has(c)) return
    seen.add(c)
    for (const name of c.imports) walk(chunks.find(k => k.fileName === name))
  }
  const entry = chunks.find(c => c.facadeModuleId && relative(root, c.facadeModuleId) === file)
  if (!entry) throw new Error(`${file} has no chunk of its own`)
  walk(entry)
  return seen
}
const FIRST = ['web/index.html', 'web/shell/shell.tsx', 'features/desk/dashboard/dashboard-page.tsx']
const [wanted] = process.argv.slice(2)
const first = new Set(FIRST.flatMap(f => [...loadedWith(f)]))
const shown = wanted === 'all' ? chunks : wanted ? [...loadedWith(wanted)].filter(c => !first.has(c)) : [...first]
for (const c of shown.sort((a, b) => b.code.length - a.code.length)) print(c)
console.log(`\n${kb(shown.reduce((n, c) => n + gzipOf(c.code), 0))} KB gzip in ${shown.length} chunks`)
