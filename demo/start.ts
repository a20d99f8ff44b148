// The demo's chargers beside the product: started as a process of their own, started again if they fall over, ended with it.
import { type ChildProcess, fork } from 'node:child_process'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyBaseLogger } from 'fastify'
import type { Registers } from './history.ts'

const PROGRAM = fileURLToPath(new URL('./chargers.ts', import.meta.url))
const AGAIN_AFTER_MS = 5000
const PATIENCE_MS = 3000

export type DemoChargersOptions = {
  /** Where what must survive is kept; default the data folder of the environment. */
  dataFolder?: string
  /** The energy registers that the past has left (DemoState). */
  registers?: Registers
  timeZone?: string
}

/** Starts them against `url` (ws://host:port/ocpp). */
export function startDemoChargers(
  url: string,
  log: FastifyBaseLogger,
  { dataFolder = resolve(process.env.WATTDESK_DATA ?? './data'), registers = {}, timeZone }: DemoChargersOptions = {},
): { stop: () => Promise<void> } {
  let child: ChildProcess | undefined
  let again: NodeJS.Timeout | undefined
  let isEnding = false
  const reachable = url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:')
  const args = [
    '--url',
    reachable,
    '--memory',
    join(dataFolder, 'demo-chargers.json'),
    '--registers',
    JSON.stringify(registers),
  ]
  if (timeZone !== undefined) args.push('--time-zone', timeZone)

  function begin(): void {
    // A process group of its own is not needed: Ctrl-C reaches both, and the chargers end in good order by themselves.
    child = fork(PROGRAM, args, { execArgv: [], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
    child.stderr?.on('data', (b: Buffer) => log.warn({ text: String(b).trim() }, 'Demo chargers'))
    child.once('error', error => log.error({ err: error }, 'The demo chargers could not be started'))
    child.once('exit', (code, signal) => {
      child = undefined
      if (isEnding) return
      log.warn({ code, signal }, 'The demo chargers ended and are started again')
      again = setTimeout(begin, AGAIN_AFTER_MS)
    })
  }
  begin()

  return {
    stop: async () => {
      isEnding = true
      clearTimeout(again)
      const ending = child
      if (!ending) return
      const gone = new Promise<void>(ok => ending.once('exit', () => ok()))
      ending.kill('SIGTERM')
      const patience = setTimeout(() => ending.kill('SIGKILL'), PATIENCE_MS)
      await gone
      clearTimeout(patience)
    },
  }
}
