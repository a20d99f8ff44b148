// `npm run dev`: server and portal for work on them. A change of a server's file starts the server anew (Node's watch), a change
// of a screen shows in the browser at once (Vite), which passes calls on to the server. `PORT` is the server's port, `--portal N`
// the portal's; further arguments and all settings are the server's, as of `npm start`.
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const { values, tokens } = parseArgs({
  strict: false,
  tokens: true,
  options: { portal: { type: 'string', default: '5173' } },
})
const own = new Set(
  tokens.flatMap(t =>
    t.kind === 'option' && t.name === 'portal' ? [t.index, ...(t.inlineValue ? [] : [t.index + 1])] : [],
  ),
)
const rest = process.argv.slice(2).filter((_, i) => !own.has(i))
const portal = `http://127.0.0.1:${values.portal}`
const { PORT = '8080' } = process.env

const children: ChildProcess[] = []
let isEnding = false
const end = (code: number) => {
  if (isEnding) return
  isEnding = true
  process.exitCode = code
  for (const child of children) child.kill('SIGTERM')
}
function start(args: readonly string[], env: NodeJS.ProcessEnv = {}): void {
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, PORT, ...env } })
  children.push(child)
  child.once('error', error => {
    console.error(error.message)
    end(1)
  })
  // One without the other helps nobody.
  child.once('exit', code => end(code ?? 1))
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => end(0))

const watching = ['--watch', '--watch-preserve-output', '--disable-warning=ExperimentalWarning']
// The portal comes from Vite, so that the server need not build it.
start([...watching, 'app/main.ts', ...rest], { WATTDESK_PORTAL_ORIGIN: process.env.WATTDESK_PORTAL_ORIGIN ?? portal })
start([
  join(ROOT, 'node_modules/vite/bin/vite.js'),
  '--host',
  '127.0.0.1',
  '--port',
  String(values.portal),
  '--strictPort',
])
console.log(`the portal, with reload: ${portal} (the server behind it: http://127.0.0.1:${PORT})`)
