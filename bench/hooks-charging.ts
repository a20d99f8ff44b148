// The cost of webhooks for charging (HOOK-04): chargers charge without a break as fast as the machine lets them. Tags change
// meanwhile, by turns without a webhook and with four receivers. A turn lasts a minute, for much of the upkeep comes once a minute:
// in shorter turns one side has it and the other has not. Then the load ends, and the events that wait are sent.
import { basename, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { type Ask, addFour, addWorld, changeTags, ENV, Receivers } from './hooks-world.ts'
import { loadText } from './machine.ts'
import { BUSY_CHARGERS, ROUNDS } from './rounds.ts'
import { Load, type Stand, startProduct } from './stand.ts'
import { figure, median, type Section, table, target } from './table.ts'

/** Each round is a turn of both sides. */
const TURN_MS = 60_000
/** The beginning of a turn, which is not measured. */
const SETTLED_MS = 1500
const STRETCH = 1.1
/** The last turn, with webhooks, whose events are waited for. */
const LAST_MS = 15_000
/** So long the quick and the slow receiver have to take what waits when the load has ended. */
const DRAIN_MS = 180_000
const LEAST_PERCENT = 95
/** BENCH_BESIDE=../before measures another state of the code as well. */
const BESIDE = process.env.BENCH_BESIDE ? [process.env.BENCH_BESIDE] : []

type Side = 'without' | 'with'
type Counts = { messages: number; answerSeconds: number; cpuUs: number; events: number; taken: number; atMs: number }
type Turn = {
  messagesPerSecond: number
  /** From when the turn of a message came until the product answered. */
  answerMs: number
  /** CPU time of a charger's message in µs, with all that the server and PostgreSQL did beside. */
  cpuUs: number
  events: number
  /** Events that receivers took. */
  taken: number
}
type Measured = {
  turns: Record<Side, Turn[]>
  changes: number
  /** The time from change to quick receiver in the last turn, in ms. */
  waitP50: number
  waitP95: number
  /** Seconds from the end of the load until nothing waited for the quick receiver, and for the slow one; null where some still waits. */
  quickDone: number | null
  slowDone: number | null
}

/** The sum of a metric over its labels. */
const sumOf = (metrics: string, name: string): number =>
  [...metrics.matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'gm'))].reduce((n, [, v]) => n + Number(v), 0)

class Bench {
  readonly stand: Stand
  readonly receivers: Receivers
  readonly client: pg.Client
  constructor(stand: Stand, receivers: Receivers) {
    this.stand = stand
    this.receivers = receivers
    this.client = new pg.Client(stand.database)
  }
  readonly ask: Ask = async (text, values) => (await this.client.query(text, values)).rows as never

  async counts(): Promise<Counts> {
    const reply = await fetch(`${this.stand.url}/metrics`)
    const metrics = await reply.text()
    const atMs = performance.now()
    const { serverUs, postgresUs } = this.stand.cpu()
    const [row] = await this.ask<{ n: string }>('select last_value as n from webhook_waiting_webhook_delivery_id_seq')
    const { sums } = await this.receivers.run({ kind: 'sums' })
    return {
      messages: sumOf(metrics, 'wattdesk_charger_answer_seconds_count'),
      answerSeconds: sumOf(metrics, 'wattdesk_charger_answer_seconds_sum'),
      cpuUs: serverUs + postgresUs,
      events: Number(row?.n),
      taken: Object.values(sums).reduce((n, s) => n + s.all, 0),
      atMs,
    }
  }
  async begin(side: Side): Promise<void> {
    await this.ask('delete from webhook')
    await this.ask('truncate webhook_waiting')
    const { url } = await this.receivers.run({ kind: 'forget' })
    if (side === 'with') await addFour(this.ask, url)
  }
  async turn(side: Side): Promise<Turn> {
    await this.begin(side)
    await pause(SETTLED_MS)
    const from = await this.counts()
    await pause(TURN_MS)
    const to = await this.counts()
    const messages = to.messages - from.messages
    const seconds = (to.atMs - from.atMs) / 1000
    return {
      messagesPerSecond: messages / seconds,
      answerMs: ((to.answerSeconds - from.answerSeconds) * 1000) / messages,
      cpuUs: (to.cpuUs - from.cpuUs) / messages,
      events: (to.events - from.events) / seconds,
      taken: (to.taken - from.taken) / seconds,
    }
  }
  /** Seconds until nothing waits for a webhook any more; null where its events still wait after DRAIN_MS. */
  async drained(name: string, from: number): Promise<number | null> {
    const waits = 'select from webhook_waiting d join webhook w using (webhook_id) where w.name = $1 limit 1'
    while ((await this.ask(waits, [name])).length > 0) {
      if (performance.now() - from >= DRAIN_MS) return null
      await pause(50)
    }
    return (performance.now() - from) / 1000
  }
}

async function measure(b: Bench, load: Load): Promise<Measured> {
  const { stand, receivers } = b
  await b.client.connect()
  await addWorld(b.ask)
  await load.run({ kind: 'connect', url: stand.url, chargers: BUSY_CHARGERS, atOnce: 100 })
  let isOver = false
  // Longer than the turns, which a busy machine draws out, so that chargers charge in all of them.
  const seconds = (ROUNDS * 2 * (TURN_MS + SETTLED_MS) * STRETCH) / 1000
  let hasEnded = false
  const charging = load.run({ kind: 'sessions', seconds }).finally(() => {
    hasEnded = true
  })
  const changing = changeTags(stand.database, () => isOver)
  const turns: Measured['turns'] = { without: [], with: [] }
  // Each side is the first of a round in its turn, so that a machine that gets busier harms neither.
  for (let round = 0; round < ROUNDS; round++) {
    const order = round % 2 ? (['with', 'without'] as const) : (['without', 'with'] as const)
    const [first, second] = [await b.turn(order[0]), await b.turn(order[1])]
    // On a machine that is too busy the load ends before the last round, which does not count then.
    if (hasEnded) break
    turns[order[0]].push(first)
    turns[order[1]].push(second)
  }
  await b.begin('without')
  await charging
  await b.begin('with')
  await load.run({ kind: 'sessions', seconds: LAST_MS / 1000 })
  isOver = true
  const endedAt = performance.now()
  const { made, seconds: changed } = await changing
  const quickDone = await b.drained('Quick', endedAt)
  const slowDone = await b.drained('Slow', endedAt)
  await load.run({ kind: 'close' })
  const { sums } = await receivers.run({ kind: 'sums' })
  const waits = sums['/quick']
  return {
    turns,
    changes: made / changed,
    waitP50: waits?.p50Ms ?? Number.NaN,
    waitP95: waits?.p95Ms ?? Number.NaN,
    quickDone,
    slowDone,
  }
}

export async function charging(): Promise<Section> {
  const roots = [['Wattdesk'], ...BESIDE.map(folder => [basename(folder), resolve(folder)])] as [string, string?][]
  const texts: string[] = []
  for (const [name, root] of roots) {
    const stand = await startProduct({ chargers: BUSY_CHARGERS, env: ENV, name, ...(root && { root }) })
    const receivers = new Receivers()
    const load = new Load()
    const b = new Bench(stand, receivers)
    try {
      await receivers.run({ kind: 'listen' })
      const text = textOf(name, await measure(b, load))
      console.log(text)
      texts.push(text)
    } finally {
      await b.client.end()
      await load.stop()
      await stand.stop()
      await receivers.stop()
    }
  }
  return { title: 'Webhooks: what they cost charging', text: `${texts.join('\n\n')}\n\n${loadText()}` }
}

const SIDES: Record<Side, string> = {
  without: 'changes of tags, no webhook',
  with: 'the same changes, to a quick, a slow, a failing and an absent receiver',
}
const doneText = (seconds: number | null): string =>
  seconds === null ? `still lacks events after ${DRAIN_MS / 1000} s` : `has all its events within ${figure(seconds)} s`
function textOf(name: string, m: Measured): string {
  const { turns } = m
  const rounds = turns.with.map(
    (t, i) => (100 * t.messagesPerSecond) / (turns.without[i]?.messagesPerSecond ?? Number.NaN),
  )
  const all = (side: Side) => turns[side].reduce((n, t) => n + t.messagesPerSecond, 0)
  const kept = (100 * all('with')) / all('without')
  const of = (side: Side, what: keyof Turn) => median(turns[side].map(t => t[what]))
  const rows = (['without', 'with'] as const).map(side => [
    SIDES[side],
    figure(of(side, 'messagesPerSecond')),
    figure(of(side, 'answerMs')),
    figure(of(side, 'cpuUs')),
    figure(of(side, 'events')),
    figure(of(side, 'taken')),
  ])
  const spread = `single rounds ${figure(Math.min(...rounds))} to ${figure(Math.max(...rounds))} %`
  const waits = `Of the events of ${LAST_MS / 1000} s of such load the quick receiver has half within ${figure(m.waitP50 / 1000)} s of their change and 95 % within ${figure(m.waitP95 / 1000)} s. After the end of the load the quick receiver ${doneText(m.quickDone)}, and the slow one ${doneText(m.slowDone)}.`
  return `${name}: ${BUSY_CHARGERS} chargers charge as fast as the machine lets them beside ${figure(m.changes)} changes of tags a second, ${rounds.length} rounds of ${TURN_MS / 1000} s without and ${TURN_MS / 1000} s with webhooks. With them charging keeps ${figure(kept)} % of its messages (${spread}): ${target(kept, '≥', LEAST_PERCENT, ' %')}. The receivers are a process of their own on the same cores. ${waits}\n\n${table(['beside charging', 'messages/s of chargers', 'ms until an answer', 'CPU µs/message, with PostgreSQL', 'events/s', 'taken/s'], rows)}`
}
