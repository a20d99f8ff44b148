// The process that keeps thousands of chargers connected: heartbeats and meter values at their pace, and a cut of all lines after
// which every charger comes back as it is told to. Takes one job at a time from its parent.
import { Histogram } from '@wattdesk/ocpp/sim/histogram'
import { HandshakeRefused, LiteCharger, liteTemplate } from '@wattdesk/ocpp/sim/lite'
import { POWER_W, SessionScript } from './session-script.ts'
import { workOff } from './work-off.ts'
import { identityOf, KEY } from './world.ts'

/** `sessions` of the chargers charge; the others are idle. All numbers count from `from`. */
export type CrowdJob =
  | { kind: 'connect'; url: string; from: number; chargers: number; atOnce: number }
  | { kind: 'charge'; sessions: number; everySec: number; beatSec: number }
  /** Looks on for so long. */
  | { kind: 'watch'; seconds: number }
  /** Cuts the lines of all that do not charge, at once; each connects and boots anew, so many at once. */
  | { kind: 'storm'; atOnce: number }
  | { kind: 'finish' }
export type Waits = { count: number; p50Ms: number; p99Ms: number; longestMs: number }
export type CrowdResult = {
  seconds: number
  /** Times of the connects with their boots. */
  boots: Waits
  /** Tries that were told to come back later, or broke off. */
  putOff: number
  heartbeats: Waits
  meters: Waits
}

const TICK_MS = 50
const PATIENCE_MS = 60_000
const boot = liteTemplate('BootNotification', { chargePointVendor: 'Bench', chargePointModel: 'Lite' })
const heartbeat = liteTemplate('Heartbeat', {})
const script = new SessionScript()
const chargers: LiteCharger[] = []
const sessions: number[] = []
let where = { url: '', from: 0 }
let heartbeats = new Histogram()
let meters = new Histogram()
let putOff = 0
/** Answers still to come. */
let open = 0
let failure: unknown
let timer: NodeJS.Timeout | undefined

const waitsOf = (h: Histogram): Waits => ({
  count: h.count,
  p50Ms: h.percentile(0.5),
  p99Ms: h.percentile(0.99),
  longestMs: h.maxMs,
})
const sleep = (ms: number) => new Promise(next => setTimeout(next, ms))

/** Opens the line of a charger and boots it, as often as it takes. */
async function bringUp(n: number, times: Histogram): Promise<void> {
  const since = performance.now()
  for (;;) {
    try {
      const charger = await LiteCharger.connect({
        url: `${where.url.replace('http', 'ws')}/ocpp`,
        identity: identityOf(where.from + n),
        key: KEY,
        // Ports of one address are fewer than chargers, with those of the lines that were cut.
        localAddress: `127.0.0.${1 + (n % 8)}`,
      })
      const answer = await charger.call(boot)
      if (!answer.includes('"Accepted"')) throw new TypeError(`Boot of charger ${n}: ${answer}`)
      chargers[n] = charger
      times.add(performance.now() - since)
      return
    } catch (error) {
      // A line that breaks before the boot is answered is tried again too, as a charger does.
      if (error instanceof TypeError || performance.now() - since > PATIENCE_MS) throw error
      putOff++
      await sleep(((error instanceof HandshakeRefused && error.retryAfterSec) || 1) * 1000)
    }
  }
}
/** Chargers that were told to come back later are not counted among those that are under way. */
async function bringAllUp(numbers: readonly number[], atOnce: number): Promise<Histogram> {
  const times = new Histogram()
  const waiting = numbers.values()
  const lines: Promise<void>[] = []
  const opener = async () => {
    for (const n of waiting) {
      const up = bringUp(n, times)
      lines.push(up)
      await Promise.race([up, sleep(1000)])
    }
  }
  await Promise.all(Array.from({ length: atOnce }, opener))
  await Promise.all(lines)
  return times
}

function note(times: () => Histogram, answer: Promise<unknown>): void {
  const began = performance.now()
  open++
  answer
    .then(() => times().add(performance.now() - began))
    .catch(error => {
      failure ??= error
    })
    .finally(() => {
      open--
    })
}
/** Does `act` for each of `count` things in turn, each once in so many seconds. */
function paced(count: number, everySec: number, act: (n: number) => void): () => void {
  const since = performance.now()
  let done = 0
  return () => {
    const due = Math.floor(((performance.now() - since) / 1000) * (count / everySec))
    for (; done < due; done++) act(done % count)
  }
}

/** When each session told its register last, in milliseconds; since then it has drawn what its samples say. */
const toldMs: number[] = []
function tell(n: number): Promise<void> {
  const now = performance.now()
  const wh = Math.round((POWER_W * (now - (toldMs[n] ?? now))) / 3_600_000)
  toldMs[n] = now
  return script.meter(chargers[n] as LiteCharger, where.from + n, sessions[n] ?? 0, wh)
}

async function charge(job: Extract<CrowdJob, { kind: 'charge' }>): Promise<void> {
  const at = (n: number) => chargers[n] as LiteCharger
  const begin = async (n: number) => {
    sessions[n] = await script.begin(at(n), where.from + n)
    toldMs[n] = performance.now()
  }
  for (let n = 0; n < job.sessions; n += 100)
    await Promise.all(Array.from({ length: Math.min(100, job.sessions - n) }, (_, i) => begin(n + i)))
  const meter = paced(job.sessions, job.everySec, n => note(() => meters, tell(n)))
  const beat = paced(chargers.length, job.beatSec, n => {
    // The line may be cut just now.
    if (at(n).isOpen && n >= job.sessions)
      note(
        () => heartbeats,
        at(n)
          .call(heartbeat)
          .catch(ifOpen(at(n))),
      )
  })
  timer = setInterval(() => {
    if (job.sessions > 0) meter()
    beat()
  }, TICK_MS)
}
/** A heartbeat whose line was cut meanwhile has not failed. */
const ifOpen = (c: LiteCharger) => (error: unknown) => {
  if (c.isOpen) throw error
}

async function settled(): Promise<void> {
  const until = performance.now() + PATIENCE_MS
  while (open > 0 && !failure && performance.now() < until) await sleep(TICK_MS)
  if (failure) throw failure
}

async function storm(atOnce: number): Promise<Histogram> {
  const cut = chargers.flatMap((_, n) => (n < sessions.length ? [] : [n]))
  for (const n of cut) chargers[n]?.destroy()
  return bringAllUp(cut, atOnce)
}
async function finish(): Promise<void> {
  clearInterval(timer)
  await settled()
  await Promise.all(
    sessions.map(async (id, n) => {
      await tell(n)
      await script.end(chargers[n] as LiteCharger, where.from + n, id)
    }),
  )
  for (const c of chargers) c.close()
  chargers.length = 0
  sessions.length = 0
}

workOff(async (job: CrowdJob): Promise<CrowdResult> => {
  heartbeats = new Histogram()
  meters = new Histogram()
  putOff = 0
  let boots = new Histogram()
  const since = performance.now()
  if (job.kind === 'connect') {
    where = job
    boots = await bringAllUp([...Array(job.chargers).keys()], job.atOnce)
  } else if (job.kind === 'charge') await charge(job)
  else if (job.kind === 'watch') await sleep(job.seconds * 1000)
  else if (job.kind === 'storm') boots = await storm(job.atOnce)
  else await finish()
  const seconds = (performance.now() - since) / 1000
  // A call counts for the time in which it was sent, so its answer is awaited.
  if (job.kind === 'watch' || job.kind === 'storm') await settled()
  return { seconds, boots: waitsOf(boots), putOff, heartbeats: waitsOf(heartbeats), meters: waitsOf(meters) }
})
