// The product as its users run it: a process of its own on a fresh data folder, filled with the worlds of the tests, which
// a journey may kill and start again.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { World } from '#testing/world.ts'
import { FILLED, worldOf } from './setup.ts'

/** Journeys call faster than people, and all from one address. */
const UNLIMITED = { WATTDESK_CALLS_PER_USER: '1000000', WATTDESK_CALLS_PER_ADDRESS: '1000000' }

const AHEAD = new URL('ahead.ts', import.meta.url).href
const ROOT = fileURLToPath(new URL('..', import.meta.url))

export type Product = {
  url: string
  ocpp: string
  /** Its data. */
  folder: string
  /** Returns the world of a file of journeys, by its path. */
  worldOf: (file: string) => World
  /** Ends it at once, as a power cut would. */
  kill: () => Promise<void>
  /** Starts it again on the same data and port, its clock so far ahead; resolves when it serves. */
  start: (aheadMs?: number) => Promise<void>
  close: () => Promise<void>
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const at = probe.address()
  probe.close()
  await once(probe, 'close')
  return typeof at === 'object' && at ? at.port : 0
}

/**
 * Copies the folder that was filled before all journeys (e2e/setup.ts) and starts the product on it, with further settings.
 * `isEmpty`: it begins on an empty folder instead, as a new installation does, and has no worlds.
 */
export async function startProduct(
  settings: Record<string, string> = {},
  { isEmpty = false }: { isEmpty?: boolean } = {},
): Promise<Product> {
  const folder = mkdtempSync(join(tmpdir(), 'wattdesk-e2e-'))
  // PostgreSQL's own user must pass through when the tests run as root.
  chmodSync(folder, 0o755)
  const filled = process.env[FILLED] ?? ''
  // As it is, with its owners: PostgreSQL refuses a folder of somebody else.
  if (!isEmpty) execFileSync('cp', ['-a', `${filled}/data/.`, folder])
  const worlds: Record<string, World> = JSON.parse(readFileSync(join(filled, 'worlds.json'), 'utf8'))

  const port = await freePort()
  let child: ChildProcess | undefined
  const start = async (aheadMs = 0) => {
    const p = spawn(process.execPath, [join(ROOT, 'app/main.ts'), '--no-demo'], {
      cwd: ROOT,
      env: {
        ...process.env,
        PORT: String(port),
        WATTDESK_DATA: folder,
        LOG_LEVEL: 'warn',
        NODE_ENV: 'test',
        ...(aheadMs > 0 && { E2E_AHEAD_MS: String(aheadMs), NODE_OPTIONS: `--import ${AHEAD}` }),
        ...UNLIMITED,
        ...settings,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    child = p
    let said = ''
    await new Promise<void>((ok, no) => {
      p.stdout.on('data', (b: Buffer) => {
        said += b
        if (/^ready /m.test(said)) ok()
      })
      p.once('exit', code => no(new Error(`The product ended with ${code}:\n${said}`)))
    })
  }
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill(signal)
    await gone
  }
  await start()
  return {
    url: `http://127.0.0.1:${port}`,
    ocpp: `ws://127.0.0.1:${port}/ocpp`,
    folder,
    worldOf: file => {
      const world = worlds[worldOf(file)]
      if (!world) throw new Error(`${file} has no world`)
      return world
    },
    kill: () => end('SIGKILL'),
    start,
    close: async () => {
      await end('SIGTERM')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
