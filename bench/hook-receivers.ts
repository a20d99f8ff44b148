// The receivers of webhooks in a process of their own, as they are elsewhere in the world: /quick answers at once, /slow after
// half a second, /failing refuses each event the first time, any other path takes all. Each remembers what it has taken.
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { percentile } from './table.ts'
import { workOff } from './work-off.ts'

/** An event that a receiver took: its id, the tag that changed (`object`), which of the tag's changes it tells (`n`), and ms from change to receiver. */
export type Taken = { id: string; object: string; n: number; ms: number }
/** The sum of one receiver: calls taken, different events among them, and the time from change to receiver. */
type Sum = { all: number; events: number; p50Ms: number; p95Ms: number }
export type ReceiverJob =
  | { kind: 'listen' }
  /** How each receiver stands. */
  | { kind: 'sums' }
  /** All that one of them has taken. */
  | { kind: 'taken'; path: string }
  | { kind: 'forget' }
export type ReceiverReport = { url: string; cpuUs: number; sums: Record<string, Sum>; taken: Taken[] }

const SLOW_MS = 500
const taken = new Map<string, Taken[]>()
const failedOnce = new Set<string>()

/** Answers; true where the event is taken. */
async function answer(path: string, response: ServerResponse, id: string): Promise<boolean> {
  if (path === '/slow') await pause(SLOW_MS)
  const isTaken = path !== '/failing' || failedOnce.has(id)
  failedOnce.add(id)
  response.writeHead(isTaken ? 200 : 500).end()
  return isTaken
}

const server = createServer((request, response) => {
  const pieces: Buffer[] = []
  request.on('data', (p: Buffer) => pieces.push(p))
  request.on('end', async () => {
    const path = request.url ?? ''
    const id = String(request.headers['webhook-id'])
    if (!(await answer(path, response, id))) return
    const { data, timestamp } = JSON.parse(Buffer.concat(pieces).toString())
    const list = taken.get(path) ?? []
    taken.set(path, list)
    list.push({ id, object: String(data.idTag), n: Number(data.note), ms: Date.now() - Date.parse(timestamp) })
  })
})
server.keepAliveTimeout = 60_000
let url = ''
async function listen(): Promise<void> {
  await new Promise<void>(ready => server.listen(0, '127.0.0.1', () => ready()))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function sumOf(list: readonly Taken[]): Sum {
  const ms = list.map(t => t.ms)
  const events = new Set(list.map(t => t.id)).size
  return { all: list.length, events, p50Ms: percentile(ms, 0.5), p95Ms: percentile(ms, 0.95) }
}
const sums = (): Record<string, Sum> => Object.fromEntries([...taken].map(([path, list]) => [path, sumOf(list)]))
const cpuUs = (): number => {
  const { user, system } = process.cpuUsage()
  return user + system
}

workOff(async (job: ReceiverJob): Promise<ReceiverReport> => {
  if (job.kind === 'listen') await listen()
  if (job.kind === 'forget') {
    taken.clear()
    failedOnce.clear()
  }
  return {
    url,
    cpuUs: cpuUs(),
    sums: job.kind === 'sums' ? sums() : {},
    taken: job.kind === 'taken' ? (taken.get(job.path) ?? []) : [],
  }
})
