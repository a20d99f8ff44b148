// Vite builds the portal, and the code that makes documents on the server. Each is built when it is missing or older than its
// sources, so that `npm start` needs no step before.
import { spawn } from 'node:child_process'
import { existsSync, globSync, statSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const VITE = join(ROOT, 'node_modules/vite/bin/vite.js')
const SOURCES = [
  '{kit,web}/**/*',
  'features/**/*.{tsx,json,words.ts,fields.ts,contract.ts,rules.ts,actions.ts,parts.ts}',
  'packages/{base,wire}/src/*.ts',
  'docs/guide/**/*',
  'tools/{guide,guide-build}.ts',
]
type Build = { name: string; made: string; config: string }
const PORTAL: Build = { name: 'portal', made: join(ROOT, 'dist/web/index.html'), config: 'vite.config.ts' }
/** The built code that makes documents (web/documents). */
export const DOCUMENTS_CODE = join(ROOT, 'dist/documents/main.js')
const DOCUMENTS: Build = { name: 'code of the documents', made: DOCUMENTS_CODE, config: 'vite.documents.config.ts' }

/** True when a source is newer than what was built from it. Without the build tools the built files are taken as they are. */
function isStale({ made, config }: Build): boolean {
  if (!existsSync(made)) return true
  if (process.env.NODE_ENV === 'production' || !existsSync(VITE)) return false
  const built = statSync(made).mtimeMs
  return [...SOURCES, config].some(pattern =>
    globSync(pattern, { cwd: ROOT }).some(f => statSync(join(ROOT, f)).mtimeMs > built),
  )
}
export const isPortalStale = (): boolean => isStale(PORTAL)
export const isDocumentsCodeStale = (): boolean => isStale(DOCUMENTS)

export const buildPortal = (): Promise<void> => build(PORTAL)
export const buildDocumentsCode = (): Promise<void> => build(DOCUMENTS)

/** Runs Vite; rejects with what the build printed. */
function build({ name, config }: Build): Promise<void> {
  if (!existsSync(VITE))
    return Promise.reject(new Error(`The ${name} is not built and the build tools are not installed.`))
  return new Promise((ok, no) => {
    const child = spawn(process.execPath, [VITE, 'build', '--config', config, '--logLevel', 'warn'], {
      cwd: ROOT,
      // Always the production build, even for tests: under NODE_ENV=test React would build its slow development checks.
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (b: Buffer) => {
        said = (said + b).slice(-4000)
      })
    child.once('error', no)
    child.once('exit', code => (code === 0 ? ok() : no(new Error(`The ${name} could not be built:\n${said}`))))
  })
}
