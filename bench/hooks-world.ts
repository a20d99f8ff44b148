// The world of both parts of the benchmark of webhooks: tags that change, so many a second, and four receivers.
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { ReceiverJob, ReceiverReport } from './hook-receivers.ts'
import { Worker } from './stand.ts'

export type Ask = <R extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<R[]>
/** The operator of the tags, and its team that the receivers other than the quick one hear of. */
type Operator = { company: number; below: number }
const OPERATOR = `select c.id as company, (select min(t.id) from team t where t.parent_id = c.id) as below from team c where company_type = 'P' order by id limit 1`
async function operatorOf(ask: Ask): Promise<Operator> {
  const [operator] = await ask<Operator>(OPERATOR)
  if (!operator) throw new Error('No operator')
  return operator
}

/** Changes of tags a second; BENCH_EVENTS makes them fewer. */
export const PER_SECOND = Number(process.env.BENCH_EVENTS ?? 1000)
export const ENV = { WATTDESK_PRIVATE_WEBHOOKS: 'on' }
const TAGS = 2000
const TICK_MS = 100
/** So many of a hundred changes are of the team that the bad receivers hear of. */
const BAD_SHARE = 10

/** A process with the receivers. */
export class Receivers extends Worker<ReceiverJob, ReceiverReport> {
  constructor() {
    super('hook-receivers.ts')
  }
}

const ADD = `with w as (insert into webhook (company_id, team_id, name, address, events, created_at, owned_by)
    select company_id, id, $2, $3, $4, now(), (select min(id) from app_user) from team where id = $1 returning webhook_id, company_id, team_id, events),
  s as (insert into webhook_state (webhook_id) select webhook_id from w)
  insert into webhook_wish (kind, company_id, webhook_id, team_id) select k, company_id, webhook_id, team_id from w, unnest(events) k`
/** Adds a webhook to a team. */
const addWebhook = (
  ask: Ask,
  { teamId, name, address, events }: { teamId: number; name: string; address: string; events: readonly string[] },
): Promise<unknown> => ask(ADD, [teamId, name, address, events])

/** Adds the tags that change, of one operator. */
export async function addWorld(ask: Ask): Promise<Operator> {
  const operator = await operatorOf(ask)
  await ask(
    `insert into ocpp_tag (company_id, team_id, id_tag, note)
      select $1::int, case when i % 100 < $3::int then $2::int else $1::int end, 'H' || lpad(i::text, 6, '0'), '0' from generate_series(1, $4::int) i`,
    [operator.company, operator.below, BAD_SHARE, TAGS],
  )
  await ask('create table bench_change (id_tag text, n int)')
  return operator
}

/** Adds four webhooks: their receivers answer at once, answer after half a second, refuse each event once, and are not there. */
export async function addFour(ask: Ask, url: string): Promise<void> {
  const { company, below } = await operatorOf(ask)
  const events = ['tag.changed']
  await addWebhook(ask, { teamId: company, name: 'Quick', address: `${url}/quick`, events })
  await addWebhook(ask, { teamId: below, name: 'Slow', address: `${url}/slow`, events })
  await addWebhook(ask, { teamId: below, name: 'Failing', address: `${url}/failing`, events })
  await addWebhook(ask, { teamId: below, name: 'Away', address: 'http://127.0.0.1:9/', events })
}

export type Changes = { made: number; seconds: number; tookMs: number[] }
/** Changes tags, so many a second, each stored with its number in the same transaction; goes on through kills. */
export async function changeTags(database: pg.ClientConfig, until: () => boolean): Promise<Changes> {
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
      // The connection may be cut already, by the kill that the change has met.
      await client?.end().catch(() => undefined)
      client = undefined
    }
    await pause(Math.max(0, begun + (tick + 1) * TICK_MS - performance.now()))
  }
  // A connection that is cut already needs no end.
  await client?.end().catch(() => undefined)
  return { made, seconds: (performance.now() - begun) / 1000, tookMs }
}
