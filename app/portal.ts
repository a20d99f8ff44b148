// The portal's files: built when they are missing or older than their sources, so that `npm start` needs no step before.
import { spawn } from 'node:child_process'
import { existsSync, globSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const INDEX = join(ROOT, 'dist/web/index.html')
const VITE = join(ROOT, 'node_modules/vite/bin/vite.js')
const SOURCES = [
  '{kit,web}/**/*',
  'features/**/*.{tsx,json,contract.ts,rules.ts,actions.ts}',
  'packages/{base,wire}/src/*.ts',
  'vite.config.ts',
]

/** True when a source is newer than what was built from it. Without the build tools the built files are taken as they are. */
export function isPortalStale(): boolean {
  if (!existsSync(INDEX)) return true
  if (process.env.NODE_ENV === 'production' || !existsSync(VITE)) return false
  const built = statSync(INDEX).mtimeMs
  return SOURCES.some(pattern => globSync(pattern, { cwd: ROOT }).some(f => statSync(join(ROOT, f)).mtimeMs > built))
}

/** Builds the portal; rejects with what the build printed. */
export function buildPortal(): Promise<void> {
  if (!existsSync(VITE))
    return Promise.reject(new Error('The portal is not built and the build tools are not installed.'))
  return new Promise((ok, no) => {
    const child = spawn(process.execPath, [VITE, 'build', '--logLevel', 'warn'], {
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
    child.once('exit', code => (code === 0 ? ok() : no(new Error(`The portal could not be built:\n${said}`))))
  })
}
