// Starts, kills and restarts the product as a service manager does. The product is a process of its own with its embedded
// PostgreSQL, and keeps its folder and port while the benchmark runs.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { socketConfig } from '#platform/db/postgres-runner.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const LOOK_EVERY_MS = 50

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const at = probe.address()
  probe.close()
  await once(probe, 'close')
  return typeof at === 'object' && at ? at.port : 0
}

export class Product {
  readonly folder: string
  readonly port: number
  readonly env: NodeJS.ProcessEnv
  readonly args: readonly string[]
  child: ChildProcess | undefined
  /** Ends that nobody ordered, with the last lines the product said. */
  readonly unexpected: string[] = []
  /** The product's complaints, by their text: how often each came. */
  readonly complaints = new Map<string, number>()
  said = ''

  readonly program: string

  constructor(
    folder: string,
    port: number,
    env: NodeJS.ProcessEnv = {},
    args: readonly string[] = ['--no-demo'],
    program = 'app/main.ts',
  ) {
    this.program = program
    this.folder = folder
    this.port = port
    this.env = env
    this.args = args
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`
  }
  get database(): pg.ClientConfig {
    return socketConfig(join(this.folder, 'db'))
  }

  /** Starts the product; resolves when the product is ready, rejects with its output when it ends instead. */
  async start(): Promise<void> {
    const child = spawn(process.execPath, [this.program, ...this.args], {
      cwd: ROOT,
      env: {
        ...process.env,
        PORT: String(this.port),
        WATTDESK_DATA: this.folder,
        WATTDESK_OCPP_SECURITY: '1',
        // The portal is served elsewhere: it need not be built here.
        WATTDESK_PORTAL_ORIGIN: 'https://portal.example',
        LOG_LEVEL: 'warn',
        NODE_ENV: 'production',
        // Payments are made at the sandbox.
        WATTDESK_MODE: 'test',
        ...this.env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.child = child
    this.said = ''
    await new Promise<void>((ok, no) => {
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (b: Buffer) => {
          this.hear(String(b))
          if (/^ready /m.test(this.said)) ok()
        })
      child.once('exit', (code, signal) => {
        if (this.child === child) this.unexpected.push(`${signal ?? `code ${code}`}: ${this.said.slice(-1000)}`)
        no(new Error(`The product ended (${signal ?? `code ${code}`}):\n${this.said}`))
      })
    })
  }
  hear(text: string): void {
    this.said = (this.said + text).slice(-20_000)
    for (const [, msg = ''] of text.matchAll(/^\{"level":[456]0,.*"msg":"([^"]*)"\}$/gm))
      this.complaints.set(msg, (this.complaints.get(msg) ?? 0) + 1)
  }

  get isReady(): Promise<boolean> {
    return fetch(`${this.url}/health/ready`, { signal: AbortSignal.timeout(5000) }).then(
      r => r.ok,
      () => false,
    )
  }
  /** Waits until it is ready; answers after how many milliseconds. */
  async readyAgain(patienceMs = 60_000): Promise<number> {
    const from = performance.now()
    while (!(await this.isReady)) {
      if (performance.now() - from > patienceMs) throw new Error(`Not ready after ${patienceMs} ms:\n${this.said}`)
      await new Promise(ok => setTimeout(ok, LOOK_EVERY_MS))
    }
    return performance.now() - from
  }

  /** The first process of PostgreSQL; 0 while there is none. */
  get postmaster(): number {
    try {
      return Number(readFileSync(join(this.folder, 'db', 'postmaster.pid'), 'utf8').split('\n')[0])
    } catch (e) {
      if ((e as NodeJS.ErrnoException).code === 'ENOENT') return 0
      throw e
    }
  }
  killPostmaster(): void {
    process.kill(this.postmaster, 'SIGKILL')
  }
  /** Waits until another PostgreSQL runs than the one of before. */
  async otherPostmaster(before: number, patienceMs = 60_000): Promise<void> {
    const from = performance.now()
    while (this.postmaster === before || this.postmaster === 0) {
      if (performance.now() - from > patienceMs) throw new Error(`No other PostgreSQL:\n${this.said}`)
      await new Promise(ok => setTimeout(ok, LOOK_EVERY_MS))
    }
  }
  async kill(): Promise<void> {
    await this.end('SIGKILL')
  }
  /** Ends it in good order. */
  async stop(): Promise<void> {
    await this.end('SIGTERM')
  }
  async end(signal: NodeJS.Signals): Promise<void> {
    const { child } = this
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    this.child = undefined
    const gone = once(child, 'exit')
    child.kill(signal)
    await gone
  }

  /** Runs a statement on its database, waiting for the database if need be. */
  async ask<R extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<R[]> {
    for (let tries = 0; ; tries++) {
      const client = new pg.Client(this.database)
      client.on('error', () => undefined)
      try {
        await client.connect()
        return (await client.query<R>(text, values)).rows
      } catch (error) {
        if (tries > 100) throw error
        await new Promise(ok => setTimeout(ok, LOOK_EVERY_MS))
      } finally {
        await client.end().catch(() => undefined)
      }
    }
  }
}
