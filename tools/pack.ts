// `npm run pack`: the product as a package of npm, which `npx` starts: dist/package, packed as dist/wattdesk-X.Y.Z.tgz. Node
// runs no TypeScript of installed packages, so the types are taken off; each file stays a file of its own, and only those that
// the programs load are in it. Portal and code of the documents must be built (`npm run build`). `-- FOLDER` packs it into another folder than dist.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { builtinModules, stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { importPath } from './import-paths.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** What is started as a program of its own; everything else is loaded by these. */
const PROGRAMS = ['app/main.ts', 'app/admin.ts', 'demo/chargers.ts', 'packages/ocpp/sim/main.ts']
/** Read at run time, or by people. */
const BESIDE = [
  'bin',
  'migrations',
  'dist/web',
  'dist/documents',
  'platform/geo/places',
  'README.md',
  'CHANGELOG.md',
  'LICENSE',
]

type Package = {
  version: string
  description: string
  license: string
  imports: Record<string, string>
  dependencies: Record<string, string>
  optionalDependencies: Record<string, string>
}
/** A text that names one of our files. */
const OURS = /'((?:\.{1,2}\/|#|@wattdesk\/)[^'\n]+)'/g
/** The import of a package of others. */
const OTHERS = /\b(?:from|import)\s*\(?\s*'((?:@[a-z][\w.-]*\/)?[a-z][\w.:-]*)(?:\/[\w./-]*)?'/g

const pathFrom = (file: string, name: string): string | undefined => {
  const path = importPath(file, name)
  return path && /\.(ts|json)$/.test(path) && existsSync(join(ROOT, path)) ? path : undefined
}

/** The programs and what they load: their files as JavaScript, and the packages of others. */
function loadedBy(programs: readonly string[]): { files: Map<string, string>; packages: Set<string> } {
  const files = new Map<string, string>()
  const packages = new Set<string>()
  const waiting = [...programs]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (files.has(file)) continue
    const source = readFileSync(join(ROOT, file), 'utf8')
    const code = file.endsWith('.ts') ? stripTypeScriptTypes(source) : source
    for (const [, name = ''] of code.matchAll(OURS))
      waiting.push(...[pathFrom(file, name)].filter(p => p !== undefined))
    for (const [, name = ''] of code.matchAll(OTHERS))
      if (!name.startsWith('node:') && !name.startsWith('@wattdesk/') && !builtinModules.includes(name))
        packages.add(name)
    files.set(file, asJavaScript(file, code))
  }
  return { files, packages }
}

/** Packages of the workspace are folders of the package. */
function asJavaScript(file: string, code: string): string {
  return code.replaceAll(OURS, (text, name: string) => {
    const path = pathFrom(file, name)
    if (path === undefined) return text
    const ours = name.startsWith('@wattdesk/') ? `#${path}` : name
    return `'${ours.replace(/\.ts$/, '.js')}'`
  })
}

/** What of `package.json` the package needs. */
function packageFile({ dependencies, ...own }: Package, packages: ReadonlySet<string>): object {
  const missing = [...packages].filter(p => !(p in dependencies))
  if (missing.length > 0) throw new Error(`No dependency of package.json: ${missing.join(', ')}`)
  return {
    name: 'wattdesk',
    version: own.version,
    description: own.description,
    license: own.license,
    type: 'module',
    bin: { wattdesk: 'bin/wattdesk.js' },
    engines: { node: '>=20' },
    imports: { ...own.imports, '#packages/*': './packages/*' },
    dependencies: Object.fromEntries(Object.entries(dependencies).filter(([name]) => packages.has(name))),
    optionalDependencies: own.optionalDependencies,
  }
}

/** Writes the package into a folder, which is made anew; a portal that is not built is left out. */
export function writePackage(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
  const { files, packages } = loadedBy(PROGRAMS)
  for (const [file, code] of files) {
    const to = join(folder, file.replace(/\.ts$/, '.js'))
    mkdirSync(dirname(to), { recursive: true })
    writeFileSync(to, code)
  }
  for (const name of BESIDE.filter(n => existsSync(join(ROOT, n))))
    cpSync(join(ROOT, name), join(folder, name), { recursive: true })
  const own = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Package
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(packageFile(own, packages), null, 2)}\n`)
}

/** Packs it into a folder; returns the file. */
function pack(folder: string, to: string): string {
  mkdirSync(to, { recursive: true })
  const said = execFileSync('npm', ['pack', '--silent', '--pack-destination', to], { cwd: folder, encoding: 'utf8' })
  return join(to, said.trim().split('\n').at(-1) ?? '')
}

if (import.meta.main) {
  for (const built of ['dist/web/index.html', 'dist/documents/main.js'])
    if (!existsSync(join(ROOT, built))) throw new Error(`${built} is not built: npm run build`)
  const [to = 'dist'] = process.argv.slice(2)
  const folder = join(ROOT, 'dist/package')
  writePackage(folder)
  console.log(pack(folder, join(ROOT, to)))
}
