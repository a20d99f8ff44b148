// The process that drives chargers, so that the server under test does none of this work. Takes one job at a time from
// its parent and answers with figures. Chargers stay connected from job to job.
import { Histogram } from '@wattdesk/ocpp/sim/histogram'
import { LiteCharger, liteTemplate } from '@wattdesk/ocpp/sim/lite'
import { type Script, SessionScript } from './session-script.ts'
import { SessionScript201 } from './session-script-201.ts'
import { workOff } from './work-off.ts'
import { identityOf, KEY } from './world.ts'

export type Job =
  /** Opens so many sockets, so many at once, of the chargers from that number on, and boots each. */
  | { kind: 'connect'; url: string; chargers: number; atOnce: number; from?: number; protocol?: 'ocpp2.0.1' }
  /** Every charger sends heartbeats for so long, each after the answer to the one before. */
  | { kind: 'heartbeats'; seconds: number; each?: number }
  /** Every charger charges again and again, `each` times when given; at most `perSecond` sessions begin in a second when given. */
  | { kind: 'sessions'; seconds: number; perSecond?: number; each?: number }
  /** So many StatusNotifications a second, over all chargers in turn, each connector changing between two states. */
  | { kind: 'states'; seconds: number; perSecond: number }
  /** Sends operations to chargers over HTTP, one after the other, while sessions run at `perSecond`. */
  | { kind: 'clicks'; url: string; headers: Record<string, string>; clicks: number; perSecond: number; raw: boolean }
  | { kind: 'close' }
export type Result = {
  /** The number of units that the job counts: boots, heartbeats, sessions, clicks. */
  count: number
  messages: number
  seconds: number
  p50Ms: number
  p95Ms: number
}

const PAUSE_BETWEEN_CLICKS_MS = 20
const boot = liteTemplate('BootNotification', { chargePointVendor: 'Bench', chargePointModel: 'Lite' })
const heartbeat = liteTemplate('Heartbeat', {})
const boot201 = liteTemplate('BootNotification', {
  reason: 'PowerUp',
  chargingStation: { vendorName: 'Bench', model: 'Lite' },
})
const script16 = new SessionScript()
const script201 = new SessionScript201()
let script: Script = script16
const chargers: LiteCharger[] = []
/** Told when an operation reaches a charger. */
let onOperation: (identity: string) => void = () => undefined

function resultOf(count: number, messages: number, sinceMs: number, times: Histogram): Result {
  const seconds = (performance.now() - sinceMs) / 1000
  return { count, messages, seconds, p50Ms: times.percentile(0.5), p95Ms: times.percentile(0.95) }
}

async function connect(job: Extract<Job, { kind: 'connect' }>): Promise<Result> {
  const times = new Histogram()
  const since = performance.now()
  const ready = new Array<LiteCharger>(job.chargers)
  script = job.protocol ? script201 : script16
  let next = 0
  const opener = async () => {
    while (next < job.chargers) {
      const n = next++
      const began = performance.now()
      const identity = identityOf(n + (job.from ?? 0))
      const charger = await LiteCharger.connect({
        url: `${job.url.replace('http', 'ws')}/ocpp`,
        identity,
        key: KEY,
        ...(job.protocol && { protocol: job.protocol }),
        onCall: text => {
          if (text.includes('"Reset"')) onOperation(identity)
          return '{"status":"Accepted"}'
        },
      })
      const answer = await charger.call(job.protocol ? boot201 : boot)
      if (!answer.includes('"Accepted"')) throw new Error(`Boot of ${identity}: ${answer}`)
      times.add(performance.now() - began)
      ready[n] = charger
    }
  }
  await Promise.all(Array.from({ length: job.atOnce }, opener))
  chargers.push(...ready)
  return resultOf(job.chargers, job.chargers, since, times)
}

function heartbeats({
  seconds,
  each = Number.POSITIVE_INFINITY,
}: Extract<Job, { kind: 'heartbeats' }>): Promise<Result> {
  const times = new Histogram()
  const since = performance.now()
  let answered = 0
  let waiting = chargers.length
  let isOver = false
  return new Promise((ok, no) => {
    const beat = (c: LiteCharger) => {
      const began = performance.now()
      c.send(heartbeat, (text, failed) => {
        if (failed) return no(new Error(text))
        answered++
        times.add(performance.now() - began)
        if (!isOver && answered < each * chargers.length) beat(c)
        else if (--waiting === 0) ok(resultOf(answered, answered, since, times))
      })
    }
    setTimeout(() => {
      isOver = true
    }, seconds * 1000)
    for (const c of chargers) beat(c)
  })
}

async function sessions({
  seconds,
  perSecond,
  each = Number.POSITIVE_INFINITY,
}: {
  seconds: number
  perSecond?: number
  each?: number
}): Promise<Result> {
  const times = new Histogram()
  const since = performance.now()
  const until = since + seconds * 1000
  const one = async (c: LiteCharger, n: number) => {
    const began = performance.now()
    await script.run(c, n)
    times.add(performance.now() - began)
  }
  if (perSecond === undefined)
    await Promise.all(
      chargers.map(async (c, n) => {
        for (let i = 0; i < each && performance.now() < until; i++) await one(c, n)
      }),
    )
  else {
    const running = new Set<Promise<void>>()
    const free = chargers.map((_, n) => n)
    for (let begun = 0; performance.now() < until; ) {
      const due = ((performance.now() - since) / 1000) * perSecond
      while (begun < due) {
        begun++
        const n = free.shift()
        const c = n === undefined ? undefined : chargers[n]
        if (!c || n === undefined) continue
        const p = one(c, n).then(() => {
          running.delete(p)
          free.push(n)
        })
        running.add(p)
      }
      await new Promise(next => setTimeout(next, 5))
    }
    await Promise.all(running)
  }
  return resultOf(times.count, times.count * script.messages, since, times)
}

const states = ['Charging', 'Available'] as const
/** The step by which the chargers are visited, so that every page of the list has its share. */
const LEAP = 1_327
async function changes({ seconds, perSecond }: Extract<Job, { kind: 'states' }>): Promise<Result> {
  const times = new Histogram()
  const since = performance.now()
  let failure: Error | undefined
  let open = 0
  const total = Math.round(seconds * perSecond)
  for (let sent = 0; sent < total && !failure; ) {
    const due = Math.min(total, ((performance.now() - since) / 1000) * perSecond)
    for (; sent < due; sent++) {
      const c = chargers[(sent * LEAP) % chargers.length]
      if (!c) throw new Error('No charger is connected')
      const turn = Math.floor(sent / chargers.length)
      const at = new Date().toISOString()
      const payload = { connectorId: 1, status: states[turn % 2], errorCode: 'NoError', timestamp: at }
      const began = performance.now()
      open++
      c.send(liteTemplate('StatusNotification', payload), (text, failed) => {
        if (failed) failure = new Error(text)
        open--
        times.add(performance.now() - began)
      })
    }
    await new Promise(next => setTimeout(next, 5))
  }
  while (open > 0 && !failure) await new Promise(next => setTimeout(next, 5))
  if (failure) throw failure
  return resultOf(total, total, since, times)
}

async function clicks(job: Extract<Job, { kind: 'clicks' }>): Promise<Result> {
  const times = new Histogram()
  const since = performance.now()
  const seconds = (job.clicks * (PAUSE_BETWEEN_CLICKS_MS + 40)) / 1000
  const load = job.perSecond > 0 ? sessions({ seconds, perSecond: job.perSecond }) : undefined
  for (let i = 0; i < job.clicks; i++) {
    const chargerId = identityOf((i * 37) % chargers.length)
    const began = performance.now()
    const reached = new Promise<void>((ok, no) => {
      const late = setTimeout(() => no(new Error(`The operation never reached ${chargerId}`)), 10_000)
      onOperation = identity => {
        if (identity !== chargerId) return
        clearTimeout(late)
        times.add(performance.now() - began)
        ok()
      }
    })
    const answered = job.raw
      ? fetch(`${job.url}/click/${chargerId}`, { method: 'POST' })
      : fetch(`${job.url}/cms/v1/remote/operation`, {
          method: 'POST',
          headers: { ...job.headers, 'content-type': 'application/json' },
          body: JSON.stringify({ chargerId, remoteOperationType: 'Reset', parameters: { resetType: 'SOFT' } }),
        })
    const reply = await answered
    if (!reply.ok) throw new Error(`${reply.status} ${await reply.text()}`)
    await reply.arrayBuffer()
    await reached
    await new Promise(next => setTimeout(next, PAUSE_BETWEEN_CLICKS_MS))
  }
  await load
  return resultOf(times.count, times.count, since, times)
}

async function close(): Promise<Result> {
  const since = performance.now()
  for (const c of chargers) c.close()
  const count = chargers.length
  chargers.length = 0
  return resultOf(count, 0, since, new Histogram())
}

function run(job: Job): Promise<Result> {
  if (job.kind === 'connect') return connect(job)
  if (job.kind === 'heartbeats') return heartbeats(job)
  if (job.kind === 'sessions') return sessions(job)
  if (job.kind === 'states') return changes(job)
  if (job.kind === 'clicks') return clicks(job)
  return close()
}

workOff(run)
