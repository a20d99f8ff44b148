// How many boots, heartbeats and whole sessions in a second, and what a message costs: the product beside the two raw
// servers. After every round the database is asked whether all of it is there.
import pg from 'pg'
import { BUSY_CHARGERS, figuresOfStand, inRounds, type Measured } from './rounds.ts'
import { type Stand, startProduct } from './stand.ts'
import { figure, percent, type Section, table, target } from './table.ts'

const CONNECTING = 2000
const CONNECTING_AT_ONCE = 500
const AT_ONCE = 100
const BEATING = 2000
const SECONDS = 6

const rows = (measured: readonly Measured[]): string[][] =>
  measured.map(m => [
    m.name,
    figure(m.perSecond),
    percent(figuresOfStand(measured, 'Wattdesk').perSecond, m.perSecond),
    figure(m.p50Ms),
    figure(m.p95Ms),
    figure(m.serverUsPerMessage),
    figure(m.postgresUsPerMessage),
    figure(m.cpuUsPerMessage),
  ])
const sectionOf = (title: string, what: string, measured: readonly Measured[], text: string): Section => ({
  title,
  text: `${text}\n\n${table(
    ['server', `${what}/s`, 'Wattdesk is', 'p50 ms', 'p95 ms', 'CPU µs/message: server', 'PostgreSQL', 'together'],
    rows(measured),
  )}`,
})

const ROWS = 'select last_value as n from ocpp_frame_row_id_seq'
const FRAMES = `select coalesce(sum(n + cardinality(array_remove(next_ats, null))), 0) as n
  from (select ids, n, next_ats from ocpp_frame_batch union all select ids, n, next_ats from ocpp_frame_block) f
  where ids[1] > $1`

/** The frames in the log of a product: their rows, of one or two frames each, draw numbers, which cost little to read. */
class FrameCount {
  readonly clients = new Map<Stand, pg.Client>()
  before = 0

  async clientOf(s: Stand): Promise<pg.Client> {
    const known = this.clients.get(s)
    if (known) return known
    const client = new pg.Client(s.database)
    this.clients.set(s, client)
    await client.connect()
    return client
  }
  async now(s: Stand): Promise<number> {
    return Number((await (await this.clientOf(s)).query<{ n: string }>(ROWS)).rows[0]?.n)
  }
  /** Resolves when no more come. */
  async rested(s: Stand): Promise<void> {
    this.before = await this.now(s)
    for (;;) {
      await new Promise(next => setTimeout(next, 400))
      const n = await this.now(s)
      if (n === this.before) return
      this.before = n
    }
  }
  async since(s: Stand): Promise<number> {
    return Number((await (await this.clientOf(s)).query<{ n: string }>(FRAMES, [this.before])).rows[0]?.n)
  }
  /**
   * Resolves when so many more frames are there, counted one at a time, with the time at which that count began: all
   * counted frames were there by then, and the counting is not the product's work. Rejects when they do not come within
   * half a minute.
   */
  async grown(s: Stand, by: number): Promise<number> {
    const since = performance.now()
    for (;;) {
      const at = performance.now()
      if ((await this.now(s)) >= this.before + by / 2 && (await this.since(s)) >= by) return at
      if (at - since > 30_000) throw new Error(`${by} frames were awaited, some never came`)
      await new Promise(next => setTimeout(next, 20))
    }
  }
  /** Resolves when no bill waits for its posting, with the time by which that was so. */
  async posted(s: Stand): Promise<number> {
    const client = await this.clientOf(s)
    for (;;) {
      const at = performance.now()
      if (Number((await client.query<{ n: string }>('select count(*) as n from bill_to_post')).rows[0]?.n) === 0)
        return at
      await new Promise(next => setTimeout(next, 20))
    }
  }
  async end(): Promise<void> {
    await Promise.all([...this.clients.values()].map(c => c.end()))
  }
}

async function demand(s: Stand, what: string, text: string, wanted: number): Promise<void> {
  const client = new pg.Client(s.database)
  await client.connect()
  try {
    const found = Number((await client.query<{ n: string }>(text)).rows[0]?.n)
    if (found !== wanted) throw new Error(`${what}: ${found} instead of ${wanted}`)
  } finally {
    await client.end()
  }
}

export async function connects(stands: readonly Stand[]): Promise<Section> {
  const measured = await inRounds(stands, {
    job: s => ({ kind: 'connect', url: s.url, chargers: CONNECTING, atOnce: CONNECTING_AT_ONCE }),
  })
  return sectionOf(
    'Connect and boot',
    'boots',
    measured,
    `${figure(CONNECTING)} chargers open a socket and boot, ${CONNECTING_AT_ONCE} at a time; the product checks each one's key, raises its connection number, stores what it says of itself and sets its meter interval. Target: ${target(figuresOfStand(measured, 'Wattdesk').perSecond, '≥', 1000, '/s')}. Times are from the TCP connect to the answered boot.`,
  )
}

export async function heartbeats(stands: readonly Stand[]): Promise<Section> {
  const log = new FrameCount()
  const measured = await inRounds(stands, {
    before: s => ({ kind: 'connect', url: s.url, chargers: BEATING, atOnce: AT_ONCE }),
    rested: s => log.rested(s),
    job: () => ({ kind: 'heartbeats', seconds: SECONDS }),
    drained: (s, r) => log.grown(s, 2 * r.count),
  })
  await log.end()
  const product = figuresOfStand(measured, 'Wattdesk').perSecond
  const goal = target(
    (product / figuresOfStand(measured, 'with insert').perSecond) * 100,
    '≥',
    70,
    ' % of raw with insert',
  )
  return sectionOf(
    'Heartbeats',
    'heartbeats',
    measured,
    `${figure(BEATING)} chargers send heartbeats for ${SECONDS} s, each after the answer to the one before, as OCPP asks. The product's time runs until both frames of every heartbeat are in its log. Target: ${goal}.`,
  )
}

export async function sessions(stands: readonly Stand[]): Promise<Section> {
  const log = new FrameCount()
  const all = new Map<Stand, number>()
  const measured = await inRounds(stands, {
    before: s => ({ kind: 'connect', url: s.url, chargers: BUSY_CHARGERS, atOnce: AT_ONCE }),
    rested: s => log.rested(s),
    job: () => ({ kind: 'sessions', seconds: SECONDS }),
    drained: async (s, r) => Math.max(await log.grown(s, 2 * r.messages), await log.posted(s)),
    check: async (s, r) => {
      const sum = (all.get(s) ?? 0) + r.count
      all.set(s, sum)
      await demand(s, 'Billed sessions', 'select count(*) as n from bill where total_paise > 0', sum)
      await demand(s, 'Postings of bills', `select count(*) as n from posting where kind = 'bill'`, sum)
      await demand(s, 'Meter values', 'select count(*) as n from meter_value', sum * 10)
    },
  })
  await log.end()
  const product = figuresOfStand(measured, 'Wattdesk').perSecond
  const goal = target(
    (product / figuresOfStand(measured, 'with insert').perSecond) * 100,
    '≥',
    40,
    ' % of raw with insert',
  )
  const cpu = target(
    figuresOfStand(measured, 'Wattdesk').cpuUsPerMessage,
    '≤',
    70,
    ' µs of CPU a message with PostgreSQL',
  )
  return sectionOf(
    'Sessions',
    'sessions',
    measured,
    `${BUSY_CHARGERS} chargers charge again and again for ${SECONDS} s: Authorize, StartTransaction, ten MeterValues of four samples, StopTransaction, three StatusNotifications, each after the answer to the one before. Every session must be billed, with its meter values, afterwards, and the product's time runs until all frames are in its log and all bills in its ledger. Target: ${goal}; aims: 60 %, and ${cpu}. Times are of whole sessions.`,
  )
}

const OCPP_201 = 'OCPP 2.0.1'
/** The product twice, one with chargers of OCPP 1.6, one with stations of 2.0.1, in turn. */
export async function bothProtocols(): Promise<Section> {
  const stands: Stand[] = []
  const log = new FrameCount()
  const messagesOf = (s: Stand) => (s.name === OCPP_201 ? 15 : 16)
  try {
    for (const name of ['OCPP 1.6', OCPP_201]) stands.push(await startProduct({ name }))
    const all = new Map<Stand, number>()
    const measured = await inRounds(stands, {
      before: s => ({
        kind: 'connect',
        url: s.url,
        chargers: BUSY_CHARGERS,
        atOnce: AT_ONCE,
        ...(s.name === OCPP_201 && { protocol: 'ocpp2.0.1' as const }),
      }),
      rested: s => log.rested(s),
      job: () => ({ kind: 'sessions', seconds: SECONDS }),
      drained: async (s, r) => Math.max(await log.grown(s, 2 * r.messages), await log.posted(s)),
      check: async (s, r) => {
        const sum = (all.get(s) ?? 0) + r.count
        all.set(s, sum)
        await demand(s, 'Billed sessions', 'select count(*) as n from bill where total_paise > 0', sum)
      },
    })
    const costs = measured.map((m, i) => m.cpuUsPerMessage * messagesOf(stands[i] as Stand))
    const times = (costs[1] ?? 0) / (costs[0] ?? 1)
    return {
      title: 'Sessions of both protocols',
      text: `The session of the benchmark before, by ${BUSY_CHARGERS} chargers of OCPP 1.6 (16 messages) and by as many stations of 2.0.1 (15 messages, the readings within TransactionEvents), in turn. A session of 2.0.1 costs ${times.toFixed(2)} times one of 1.6. Target: ${target(Number(times.toFixed(2)), '≤', 1.2, ' times')}.\n\n${table(
        ['protocol', 'sessions/s', 'p50 ms', 'p95 ms', 'CPU µs/session, with PostgreSQL'],
        measured.map((m, i) => [m.name, figure(m.perSecond), figure(m.p50Ms), figure(m.p95Ms), figure(costs[i] ?? 0)]),
      )}`,
    }
  } finally {
    await log.end()
    for (const s of stands) await s.stop()
  }
}
