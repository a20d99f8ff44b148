#!/usr/bin/env node
// `npx wattdesk`: starts the product with the demo network, in a folder of one's choice. Older versions of Node start the one
// that comes along. JavaScript as it stands, for it runs before Node 24 is there.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { majorOf, missingOn, NEEDED_NODE, thisMachine } from './machine.js'

const USAGE = `wattdesk [--data FOLDER] [--port 8080] [--no-demo | --demo-resets]   starts the product (./wattdesk-data)
wattdesk admin … [--data FOLDER]                    commands of the administrator
wattdesk sim --url ws://127.0.0.1:8080/ocpp …       simulated chargers
wattdesk --version

All settings are variables, as DATABASE_URL and WATTDESK_MODE: see docs/operating.md of the sources.`

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const PROGRAMS = { start: 'app/main.js', admin: 'app/admin.js', sim: 'packages/ocpp/sim/main.js' }

/** The Node to run with: this one, or that of the package where this one is too old. */
function nodeOf() {
  if (majorOf(process.version) >= NEEDED_NODE) return process.execPath
  const { platform, arch } = process
  const [name, program] = platform === 'win32' ? [`node-win-${arch}`, 'node.exe'] : [`node-${platform}-${arch}`, 'node']
  try {
    const folder = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`))
    const path = join(folder, 'bin', program)
    if (existsSync(path)) return path
  } catch {
    // No such package for this system.
  }
  return end(
    `Wattdesk needs Node ${NEEDED_NODE} or newer; this is ${process.version}, and none came along for ${platform} ${arch}.`,
  )
}

/** Ends with what is wrong. */
function end(text) {
  console.error(text)
  process.exit(1)
}
/** Ends with what is wrong with the arguments. */
const refuse = text => end(`${text}\n${USAGE}`)

/** What is to be run, and its environment. */
function ordered(args) {
  const [first = ''] = args
  const env = { NODE_ENV: 'production', WATTDESK_MODE: 'test', WATTDESK_OCPP_SECURITY: '0', ...process.env }
  if (first === 'sim') return { program: PROGRAMS.sim, rest: args.slice(1), env }
  const isAdmin = first === 'admin'
  const { values, tokens } = parseArgs({
    args: isAdmin ? args.slice(1) : args,
    strict: false,
    tokens: true,
    options: { data: { type: 'string' }, port: { type: 'string' } },
  })
  for (const name of ['data', 'port'])
    if (values[name] === true || values[name] === '') refuse(`--${name} needs a value.`)
  const folder = values.data ?? process.env.WATTDESK_DATA ?? './wattdesk-data'
  // The rest is for the program, which refuses what it does not know.
  const own = new Set()
  for (const t of tokens)
    if (t.kind === 'option' && (t.name === 'data' || (t.name === 'port' && !isAdmin))) {
      own.add(t.index)
      if (!t.inlineValue) own.add(t.index + 1)
    }
  const rest = (isAdmin ? args.slice(1) : args).filter((_, i) => !own.has(i))
  const foreign = isAdmin
    ? undefined
    : rest.find(argument => !['--demo', '--no-demo', '--demo-resets'].includes(argument))
  if (foreign !== undefined) refuse(`Unknown argument ${foreign}.`)
  Object.assign(env, { WATTDESK_DATA: folder }, !isAdmin && values.port && { PORT: values.port })
  return { program: isAdmin ? PROGRAMS.admin : PROGRAMS.start, rest, env }
}

const args = process.argv.slice(2)
if (args[0] === '--help' || args[0] === '-h') console.log(USAGE)
else if (args[0] === '--version')
  console.log(JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version)
else {
  const { program, rest, env } = ordered(args)
  const node = nodeOf()
  // The Node that came along is new enough; simulated chargers need no database.
  const missing = program === PROGRAMS.sim ? undefined : missingOn({ ...thisMachine(), node: `v${NEEDED_NODE}` })
  if (missing !== undefined) end(missing)
  const child = spawn(node, [join(ROOT, program), ...rest], { stdio: 'inherit', env })
  // Ctrl-C reaches both; the end of the product is waited for.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => signal === 'SIGTERM' && child.kill(signal))
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)))
}
