// The machine's figures of a process: CPU time and memory from /proc, and by its inspector a collection of garbage and
// a profile of exactly the measured time.
import { type ChildProcess, execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import os from 'node:os'
import { WebSocket } from 'ws'

const TICKS_PER_SECOND = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

/** Own and waited-for children's CPU time of a process in microseconds; 0 when it has gone. */
function cpuOf(pid: number): { own: number; children: number; parent: number } {
  const file = `/proc/${pid}/stat`
  if (!existsSync(file)) return { own: 0, children: 0, parent: 0 }
  const text = readFileSync(file, 'utf8')
  // The name in brackets may hold anything; fields count from behind it (proc(5): state is the third).
  const f = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const us = (n: number) => (Number(f[n - 3]) / TICKS_PER_SECOND) * 1e6
  return { own: us(14) + us(15), children: us(16) + us(17), parent: Number(f[1]) }
}

/** CPU time of one process in microseconds. */
export const processCpuUs = (pid: number): number => cpuOf(pid).own

/** CPU time of a process and all its children, living and ended, in microseconds. */
export function familyCpuUs(pid: number): number {
  const { own, children } = cpuOf(pid)
  let sum = own + children
  for (const path of globSync('/proc/[0-9]*/stat')) {
    const child = Number(path.split('/')[2])
    try {
      const c = cpuOf(child)
      if (c.parent === pid) sum += c.own
    } catch (error) {
      // It ended between the listing and the reading.
      if (!['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    }
  }
  return sum
}

/** Resident memory of a process in bytes. */
export function residentBytes(pid: number): number {
  const line = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Number(line?.[1] ?? 0) * 1024
}

export const machineText = (): string => {
  const model = os.cpus()[0]?.model.trim() ?? 'unknown processor'
  const gib = Math.round(os.totalmem() / 2 ** 30)
  return `${os.cpus().length} cores (${model}), ${gib} GiB, ${os.type()} ${process.arch}, Node ${process.version.slice(1)}`
}

/** How much else there was to do, for figures that suffer from it. */
export const loadText = (): string => {
  const [, load = 0] = os.loadavg()
  return `Load of the machine in the last minutes: ${load.toFixed(1)} on ${os.cpus().length} cores.`
}

type Answer = { id?: number; result?: unknown; error?: { message: string } }
export type Profile = {
  nodes: {
    id: number
    callFrame: { functionName: string; url: string; lineNumber: number }
    children?: number[]
  }[]
  samples: number[]
  timeDeltas: number[]
}

/** The inspector of a Node process that was started with `--inspect-port=0`; opened when first asked for. */
export class Inspector {
  readonly ws: WebSocket
  readonly waiting = new Map<number, { ok: (r: unknown) => void; no: (e: Error) => void }>()
  next = 1

  constructor(ws: WebSocket) {
    this.ws = ws
    ws.on('message', data => {
      const { id = 0, result, error } = JSON.parse(String(data)) as Answer
      const w = this.waiting.get(id)
      this.waiting.delete(id)
      if (error) w?.no(new Error(error.message))
      else w?.ok(result)
    })
  }

  static async open(child: ChildProcess): Promise<Inspector> {
    const address = new Promise<string>((ok, no) => {
      let said = ''
      child.stderr?.on('data', (b: Buffer) => {
        said += b
        const found = /Debugger listening on (ws:\S+)/.exec(said)?.[1]
        if (found) ok(found)
      })
      child.once('exit', () => no(new Error('The process ended')))
    })
    child.kill('SIGUSR1')
    const ws = new WebSocket(await address, { maxPayload: 1024 * 1024 * 1024 })
    await new Promise((ok, no) => ws.once('open', ok).once('error', no))
    return new Inspector(ws)
  }

  ask<R = unknown>(method: string, params: object = {}): Promise<R> {
    const id = this.next++
    this.ws.send(JSON.stringify({ id, method, params }))
    return new Promise((ok, no) => this.waiting.set(id, { ok: r => ok(r as R), no }))
  }

  async collectGarbage(): Promise<void> {
    await this.ask('HeapProfiler.collectGarbage')
    await this.ask('HeapProfiler.collectGarbage')
  }

  async startProfile(): Promise<void> {
    await this.ask('Profiler.enable')
    await this.ask('Profiler.setSamplingInterval', { interval: 500 })
    await this.ask('Profiler.start')
  }

  async stopProfile(): Promise<Profile> {
    return (await this.ask<{ profile: Profile }>('Profiler.stop')).profile
  }

  close(): void {
    this.ws.close()
  }
}
