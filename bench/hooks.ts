// Webhooks under load (HOOK-04): what they cost charging, and a thousand events a second for a minute with one receiver slow, one
// that fails and one that is away, while the product is killed three times. The receivers check the order of each object and that
// nothing is lost. BENCH_SECONDS and BENCH_EVENTS make it shorter, BENCH_ROUNDS the first part.
import { rmSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { openStore } from '#app/start.ts'
import { EVENT_NAMES } from '#people/webhooks/webhook.words.ts'
import { openDb } from '#platform/db/db.ts'
import { freePort, Product } from './kills-product.ts'
import { BUSY_CHARGERS, ROUNDS } from './rounds.ts'
import { Load, newFolder, type Stand, startProduct } from './stand.ts'
import { figure, median, percent, percentile, type Section, table, target } from './table.ts'
import { fillWorld } from './world.ts'

const SECONDS = Number(process.env.BENCH_SECONDS ?? 60)
const PER_SECOND = Number(process.env.BENCH_EVENTS ?? 1000)
const SESSION_SECONDS = 6
const TAGS = 2000
const KILLS = 3
const TICK_MS = 100
/** So many of a hundred changes are of the team that the bad receivers hear of. */
const BAD_SHARE = 10
const ENV = { WATTDESK_PRIVATE_WEBHOOKS: 'on' }

type Got = { id: string; object: string; n: number; ms: number }
/** Receivers on one server, by path; each keeps what it has taken. */
async function receivers(answer: (path: string, response: ServerResponse, id: string) => boolean | Promise<boolean>) {
  const got = new Map<string, Got[]>()
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (p: Buffer) => pieces.push(p))
    request.on('end', async () => {
      const path = request.url ?? ''
      const id = String(request.headers['webhook-id'])
      const { data, timestamp } = JSON.parse(Buffer.concat(pieces).toString())
      if (!(await answer(path, response, id))) return
      const list = got.get(path) ?? []
      got.set(path, list)
      list.push({ id, object: String(data.idTag), n: Number(data.note), ms: Date.now() - Date.parse(timestamp) })
    })
  })
  server.keepAliveTimeout = 60_000
  await new Promise<void>(ready => server.listen(0, '127.0.0.1', () => ready()))
  const { port } = server.address() as AddressInfo
  return {
    got: (path: string) => got.get(path) ?? [],
    taken: () => [...got.values()].reduce((n, list) => n + list.length, 0),
    url: (path: string) => `http://127.0.0.1:${port}${path}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

const ADD = `with w as (insert into webhook (company_id, team_id, name, address, events, created_at, owned_by)
    select company_id, id, $2, $3, $4, now(), (select min(id) from app_user) from team where id = $1 returning webhook_id, company_id, team_id, events),
  s as (insert into webhook_state (webhook_id) select webhook_id from w)
  insert into webhook_wish (kind, company_id, webhook_id, team_id) select k, company_id, webhook_id, team_id from w, unnest(events) k`

/** Tags that change, of one operator, and the four receivers of the issue: quick, slow, failing and away. */
async function addWorld(
  ask: <R extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<R[]>,
): Promise<{ company: number; below: number }> {
  const [operator] = await ask<{ company: number; below: number }>(
    `select c.id as company, (select min(t.id) from team t where t.parent_id = c.id) as below from team c where company_type = 'P' order by id limit 1`,
  )
  if (!operator) throw new Error('No operator')
  await ask(
    `insert into ocpp_tag (company_id, team_id, id_tag, note)
      select $1::int, case when i % 100 < $3::int then $2::int else $1::int end, 'H' || lpad(i::text, 6, '0'), '0' from generate_series(1, $4::int) i`,
    [operator.company, operator.below, BAD_SHARE, TAGS],
  )
  await ask('create table bench_change (id_tag text, n int)')
  return operator
}
type Receivers = Awaited<ReturnType<typeof receivers>>
/** Adds four webhooks: their receivers answer at once, answer after half a second, refuse each event once, and are not there. */
async function addReceivers(
  ask: (text: string, values?: unknown[]) => Promise<unknown>,
  { company, below }: { company: number; below: number },
  to: Receivers,
): Promise<void> {
  const events = ['tag.changed']
  await ask(ADD, [company, 'Quick', to.url('/quick'), events])
  await ask(ADD, [below, 'Slow', to.url('/slow'), events])
  await ask(ADD, [below, 'Failing', to.url('/failing'), events])
  await ask(ADD, [below, 'Away', 'http://127.0.0.1:9/', events])
}
const badReceivers = (): Promise<Receivers> => {
  const failedOnce = new Set<string>()
  return receivers(async (path, response, id) => {
    if (path === '/slow') await pause(500)
    // Takes nothing the first time.
    const isTaken = path !== '/failing' || failedOnce.has(id)
    failedOnce.add(id)
    response.writeHead(isTaken ? 200 : 500).end()
    return isTaken
  })
}

const SIDES = {
  alone: 'nothing else',
  changes: 'so many changes of tags a second, no webhook',
  sent: 'the same, sent to a quick, a slow, a failing and an absent receiver',
  own: 'a webhook of each operator for every event of charging, no changes of tags',
} as const
type Side = keyof typeof SIDES
/** Sessions a second, and the CPU of a message, with nothing else, beside changes, and with webhooks for them. */
async function charging(): Promise<string> {
  const stand: Stand = await startProduct({ chargers: BUSY_CHARGERS, env: ENV })
  const client = new pg.Client(stand.database)
  const to = await badReceivers()
  const load = new Load()
  const ask = async <R extends pg.QueryResultRow>(text: string, values?: unknown[]) =>
    (await client.query<R>(text, values)).rows
  const sides = Object.keys(SIDES) as Side[]
  type Figures = { perSecond: number; p95: number; cpuUs: number; changes: number; events: number; sent: number }
  const events = async () =>
    Number((await ask<{ n: string }>('select last_value as n from webhook_waiting_webhook_delivery_id_seq'))[0]?.n)
  const measured = new Map<Side, Figures[]>(sides.map(s => [s, []]))
  try {
    await client.connect()
    const operator = await addWorld(ask)
    for (let round = 0; round < ROUNDS; round++)
      for (const side of sides) {
        await client.query('delete from webhook')
        await client.query('truncate webhook_waiting')
        if (side === 'sent') await addReceivers(ask, operator, to)
        if (side === 'own')
          for (const { id } of await ask<{ id: number }>("select id from team where company_type = 'P'"))
            await client.query(ADD, [id, `All ${round}`, to.url('/all'), EVENT_NAMES])
        await load.run({ kind: 'connect', url: stand.url, chargers: BUSY_CHARGERS, atOnce: 100 })
        await pause(2000)
        let isOver = side === 'alone' || side === 'own'
        const changing = change(stand, () => isOver)
        const before = { events: await events(), taken: to.taken() }
        const from = stand.cpu()
        const r = await load.run({ kind: 'sessions', seconds: SESSION_SECONDS })
        const end = stand.cpu()
        const sent = (to.taken() - before.taken) / r.seconds
        const written = ((await events()) - before.events) / r.seconds
        isOver = true
        const { made, seconds } = await changing
        await load.run({ kind: 'close' })
        const cpuUs = (end.serverUs - from.serverUs + end.postgresUs - from.postgresUs) / r.messages
        const changes = made === 0 ? 0 : made / seconds
        measured
          .get(side)
          ?.push({ perSecond: r.count / r.seconds, p95: r.p95Ms, cpuUs, changes, events: written, sent })
      }
  } finally {
    await load.stop()
    await client.end()
    await stand.stop()
    to.close()
  }
  const of = (side: Side, what: keyof Figures) => median((measured.get(side) ?? []).map(m => m[what]))
  const rows = sides.map(side => [
    SIDES[side],
    figure(of(side, 'perSecond')),
    percent(of(side, 'perSecond'), of('alone', 'perSecond')),
    figure(of(side, 'p95')),
    figure(of(side, 'cpuUs')),
    figure(of(side, 'changes')),
    figure(of(side, 'events')),
    figure(of(side, 'sent')),
  ])
  const share = (100 * of('sent', 'perSecond')) / of('changes', 'perSecond')
  return `${BUSY_CHARGERS} chargers charge as fast as the machine lets them. What sending costs charging: ${target(share, '≥', 95, ' % of the sessions beside the same changes without a webhook')}.\n\n${table(['beside charging', 'sessions/s', 'of alone', 'p95 ms', 'CPU µs/message, with PostgreSQL', 'changes/s', 'events/s', 'taken/s'], rows)}`
}

/** Changes of tags, so many a second, each stored with its number in the same transaction; goes on through kills. */
async function change(
  { database }: Pick<Product, 'database'>,
  until: () => boolean,
): Promise<{ made: number; seconds: number; tookMs: number[] }> {
  let client: pg.Client | undefined
  const tookMs: number[] = []
  const begun = performance.now()
  let made = 0
  for (let tick = 0; !until(); tick++) {
    try {
      if (!client) {
        client = new pg.Client(database)
        client.on('error', () => undefined)
        await client.connect()
      }
      const from = performance.now()
      const { rowCount } = await client.query(
        `with t as (select ocpp_tag_pk, id_tag from ocpp_tag where id_tag like 'H%' order by ocpp_tag_pk offset $2 limit $3),
          kept as (insert into bench_change select id_tag, $1 from t)
          update ocpp_tag o set note = $1::text from t where o.ocpp_tag_pk = t.ocpp_tag_pk`,
        [tick + 1, (tick * (PER_SECOND / 10)) % TAGS, PER_SECOND / 10],
      )
      tookMs.push(performance.now() - from)
      made += rowCount ?? 0
    } catch {
      await client?.end().catch(() => undefined)
      client = undefined
    }
    await pause(Math.max(0, begun + (tick + 1) * TICK_MS - performance.now()))
  }
  await client?.end().catch(() => undefined)
  return { made, seconds: (performance.now() - begun) / 1000, tookMs }
}

/** Compares the messages that a receiver has taken with the changes in the database. A change that still `waits` to be sent is not lost. */
function faults(
  taken: readonly Got[],
  wanted: ReadonlyMap<string, readonly number[]>,
  waits: ReadonlySet<string> = new Set(),
): { lost: number; disordered: number; again: number } {
  const seen = new Set<string>()
  const byObject = new Map<string, number[]>()
  let again = 0
  for (const { id, object, n } of taken) {
    if (seen.has(id)) again++
    else byObject.set(object, [...(byObject.get(object) ?? []), n])
    seen.add(id)
  }
  let lost = 0
  let disordered = 0
  for (const [object, numbers] of wanted) {
    const had = byObject.get(object) ?? []
    lost += numbers.filter(n => !had.includes(n) && !waits.has(`${object} ${n}`)).length
    disordered += had.filter((n, i) => i > 0 && n < (had[i - 1] ?? 0)).length
  }
  return { lost, disordered, again }
}

async function killed(): Promise<string> {
  const folder = newFolder()
  const { connection, embedded } = await openStore({ databaseUrl: undefined, dataFolder: folder })
  const db = openDb(connection)
  await fillWorld(db, 10)
  await db.destroy()
  await embedded?.stop()
  const product = new Product(folder, await freePort(), ENV)
  const to = await badReceivers()
  try {
    await product.start()
    const ask = <R extends pg.QueryResultRow>(text: string, values?: unknown[]) => product.ask<R>(text, values)
    const operator = await addWorld(ask)
    await addReceivers(ask, operator, to)
    let isOver = false
    const changing = change(product, () => isOver)
    for (let k = 0; k < KILLS; k++) {
      await pause((SECONDS * 1000) / (KILLS + 1))
      await product.kill()
      await product.start()
    }
    await pause((SECONDS * 1000) / (KILLS + 1))
    isOver = true
    const { made, seconds, tookMs } = await changing
    const endedAt = performance.now()
    const wanted = async (team: number | null) => {
      const rows = await product.ask<{ id_tag: string; n: number }>(
        'select c.id_tag, c.n from bench_change c join ocpp_tag o using (id_tag) where $1::int is null or o.team_id = $1',
        [team],
      )
      const all = new Map<string, number[]>()
      for (const { id_tag, n } of rows) all.set(id_tag, [...(all.get(id_tag) ?? []), n])
      return all
    }
    const all = await wanted(null)
    const some = await wanted(operator.below)
    const drained = async (path: string, all: ReadonlyMap<string, readonly number[]>, patienceMs: number) => {
      const from = performance.now()
      while (faults(to.got(path), all).lost > 0 && performance.now() - from < patienceMs) await pause(500)
    }
    await drained('/quick', all, 60_000)
    const quickMs = performance.now() - endedAt
    await drained('/slow', some, 120_000)
    await drained('/failing', some, 120_000)
    const waiting = await product.ask<{ name: string; change: string }>(
      `select w.name, (d.data ->> 'idTag') || ' ' || (d.data ->> 'note') as change from webhook_waiting d join webhook w using (webhook_id)`,
    )
    const line = (name: string, path: string, all: ReadonlyMap<string, readonly number[]>) => {
      const taken = to.got(path)
      const waits = new Set(waiting.flatMap(w => (`/${w.name.toLowerCase()}` === path ? [w.change] : [])))
      const f = faults(taken, all, waits)
      const ms = taken.map(g => g.ms).toSorted((a, b) => a - b)
      const count = [...all.values()].reduce((n, list) => n + list.length, 0)
      return [
        name,
        figure(count),
        figure(waits.size),
        figure(f.lost),
        figure(f.disordered),
        figure(f.again),
        ...(ms.length > 0 ? [figure(percentile(ms, 0.5)), figure(percentile(ms, 0.95))] : ['–', '–']),
      ]
    }
    const rows = [
      line('quick', '/quick', all),
      line('slow: half a second each', '/slow', some),
      line('fails each event once', '/failing', some),
      line('away', '/away', some),
    ]
    const perSecond = target(made / seconds, '≥', PER_SECOND * 0.9, ' changes/s')
    return `${figure(made)} changes in ${figure(seconds)} s, killed with -9 ${KILLS} times: ${perSecond}; a statement of ${figure(PER_SECOND / 10)} changes with its events takes ${figure(median(tookMs))} ms. The quick receiver has all of them ${figure(quickMs / 1000)} s after the last. What still waits for a receiver that fails or is away is tried for 24 hours.\n\n${table(
      ['receiver', 'events', 'wait', 'lost', 'out of order', 'came again', 'p50 ms', 'p95 ms'],
      rows,
    )}`
  } finally {
    await product.stop()
    to.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** BENCH_PART=charging or kills runs one of the two. */
export async function hooks(): Promise<Section[]> {
  const parts = { charging, kills: killed }
  const titles = {
    charging: 'Webhooks: what they cost charging',
    kills: 'Webhooks: a thousand events a second, and kills',
  }
  const sections: Section[] = []
  for (const part of ['charging', 'kills'] as const)
    if ((process.env.BENCH_PART ?? part) === part) sections.push({ title: titles[part], text: await parts[part]() })
  return sections
}
