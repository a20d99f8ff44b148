// The budgets of the screens and of the tabs, panels and dialogs that they load later: what a reader loads to see one,
// followed through the bundler's manifest, so that no chunk slips past a glob. Run after `npm run build`.
import { existsSync, readFileSync } from 'node:fs'

const file = 'dist/web/.vite/manifest.json'
if (!existsSync(file)) throw new Error('No build to measure: run `npm run build` first')
const manifest = JSON.parse(readFileSync(file, 'utf8'))
const CHART = '../kit/chart-plot.tsx'
const MAPS = ['../kit/map-picker.tsx', '../kit/map-marks.tsx']
// What draws papers (PDF), loaded by the click that asks for one; Devanagari only for a paper that has some.
const PAPER = '../kit/paper/make-paper.ts'
const HINDI = '../kit/paper/fonts-devanagari.ts'
const HINDI_TEXTS = '../packages/words/src/made/hi-pay.ts'

/** `keys` and everything they import without asking. */
function closure(keys) {
  const seen = new Set()
  const walk = key => {
    if (seen.has(key)) return
    if (!manifest[key]) throw new Error(`${key} is not in the build`)
    seen.add(key)
    for (const k of manifest[key].imports ?? []) walk(k)
  }
  keys.forEach(walk)
  return [...seen]
}
const scripts = (keys, already = []) => {
  const files = closure(keys).map(k => `dist/web/${manifest[k].file}`)
  return [...new Set(files)].filter(f => f.endsWith('.js') && !already.includes(f))
}

const shell = ['index.html', 'shell/shell.tsx']
/** The screen of that name, wherever it stands. */
const screen = name => {
  const key = Object.keys(manifest).find(k => k.endsWith(`/${name}-page.tsx`))
  if (!key) throw new Error(`The build has no ${name}-page.tsx`)
  return key
}
const base = scripts([...shell, screen('dashboard')])
const firstGrid = screen('chargers')
const grid = scripts([...shell, firstGrid])
// What two plain form screens share is the kit of forms, loaded once for all of them: it has a budget of its own.
const ofRole = scripts([screen('role')], grid)
const forms = scripts([screen('user')], grid).filter(f => ofRole.includes(f))
const brought = [...grid, ...forms]
const drawing = manifest[PAPER] ? scripts([PAPER], brought) : []
/** A paper comes with what draws it; a screen that would load that unasked is over its budget. */
const beside = key => (key.endsWith('-paper.tsx') ? [...brought, ...drawing] : brought)

// Schemas come with forms alone: what only shows loads none (tools/lean-contracts.ts).
const loads = (name, key) => closure([key]).some(k => manifest[k].name === name)
const parts = Object.keys(manifest).filter(k => manifest[k].isEntry || manifest[k].isDynamicEntry)
// Screens, and what they load later: tabs, panels, dialogs.
const GUIDE = 'app/help.ts'
const measured = [...shell, firstGrid, CHART, ...MAPS, PAPER, HINDI, 'pay.html', GUIDE]
const others = parts.filter(k => !measured.includes(k) && scripts([k], beside(k)).length > 0)
const unasked = parts.filter(k => loads('schema', k) && !loads('form', k))
if (unasked.length > 0) throw new Error(`zod is loaded where no form is: ${unasked.join(', ')}`)

export default [
  // With the texts of the heaviest language.
  { name: 'pay page, in all', path: scripts(['pay.html', HINDI_TEXTS]), limit: '90 KB', gzip: true },
  { name: 'guide, in all', path: scripts([GUIDE]), limit: '10 KB', gzip: true },
  { name: 'sign-in', path: scripts(['index.html', screen('sign-in')]), limit: '186 KB', gzip: true },
  // With the list of what each screen loads, which grows with their number.
  { name: 'shell with the frame of the dashboard', path: base, limit: '190 KB', gzip: true },
  { name: 'first grid screen, in all', path: grid, limit: '280 KB', gzip: true },
  { name: 'forms, on top', path: forms, limit: '58 KB', gzip: true },
  ...(manifest[CHART] ? [{ name: 'charts, on top', path: scripts([CHART], base), limit: '110 KB', gzip: true }] : []),
  ...(manifest[PAPER] ? [{ name: 'papers, on top', path: drawing, limit: '520 KB', gzip: true }] : []),
  ...(manifest[HINDI]
    ? [{ name: 'papers in Hindi, on top', path: scripts([HINDI], drawing), limit: '160 KB', gzip: true }]
    : []),
  ...MAPS.filter(key => manifest[key]).map(key => ({
    name: `on top: ${key.split('/').slice(-2).join('/')}`,
    path: scripts([key], grid),
    limit: '300 KB',
    gzip: true,
  })),
  ...others.map(key => ({
    name: `on top: ${key.split('/').slice(-2).join('/')}`,
    path: scripts([key], beside(key)),
    limit: '40 KB',
    gzip: true,
  })),
]
