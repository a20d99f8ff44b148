// The gain of the optimised parts (platform/db/plain.ts): the product as it is beside the product with one part done
// the plain way, the same messages for each, in turn. Rates say little on a busy machine, so this compares CPU and
// bytes.
import pg from 'pg'
import { doors } from '#platform/db/plain.ts'
import type { Job } from './load.ts'
import { ROUNDS } from './rounds.ts'
import { Load, type Stand, startProduct, startRaw } from './stand.ts'
import { figure, median, type Section, table } from './table.ts'

const CHARGERS = 200
const KINDS: Record<string, Job> = {
  session: { kind: 'sessions', seconds: 60, each: 4 },
  heartbeat: { kind: 'heartbeats', seconds: 60, each: 100 },
}

type Round = { server: number; postgres: number; together: number }
/** µs of CPU a message. */
async function round(s: Stand, load: Load, job: Job): Promise<Round> {
  const from = s.cpu()
  const r = await load.run(job)
  // Work that trails behind the answers belongs to them.
  await new Promise(next => setTimeout(next, 400))
  const to = s.cpu()
  const server = (to.serverUs - from.serverUs) / r.messages
  const postgres = (to.postgresUs - from.postgresUs) / r.messages
  return { server, postgres, together: server + postgres }
}

/** Rows and bytes of the log, indexes included, for each frame in it. */
async function logOf(s: Stand): Promise<{ rows: number; bytes: number }> {
  const client = new pg.Client(s.database)
  await client.connect()
  try {
    const { rows } = await client.query<{ rows: number; frames: number; bytes: number }>(
      `select count(*)::float8 as rows, (count(*) + count(next_at))::float8 as frames, (pg_total_relation_size('ocpp_frame_batch') +
        (select sum(pg_total_relation_size(inhrelid)) from pg_inherits where inhparent = 'ocpp_frame_block'::regclass))::float8 as bytes
      from ocpp_frame_pair`,
    )
    const r = rows[0] ?? { rows: 0, frames: Number.NaN, bytes: 0 }
    return { rows: r.rows / r.frames, bytes: r.bytes / r.frames }
  } finally {
    await client.end()
  }
}

/** `beside`: the folder of another state of the code with the same tables, measured beside this one. */
export async function compare(beside?: string): Promise<Section> {
  const stands: Stand[] = []
  const loads = new Map<Stand, Load>()
  try {
    stands.push(await startProduct({ chargers: CHARGERS }))
    if (beside) stands.push(await startProduct({ chargers: CHARGERS, name: 'beside it', root: beside }))
    else
      for (const door of doors)
        stands.push(await startProduct({ chargers: CHARGERS, name: `plain ${door}`, env: { WATTDESK_PLAIN: door } }))
    stands.push(await startRaw('with insert'))
    for (const s of stands) {
      const load = new Load()
      loads.set(s, load)
      await load.run({ kind: 'connect', url: s.url, chargers: CHARGERS, atOnce: 50 })
      await load.run({ kind: 'sessions', seconds: 60, each: 4 })
    }
    const rows: string[][] = []
    for (const [kind, job] of Object.entries(KINDS)) {
      const all = new Map<Stand, Round[]>(stands.map(s => [s, []]))
      for (let i = 0; i < ROUNDS; i++) for (const [s, load] of loads) all.get(s)?.push(await round(s, load, job))
      for (const [s, rounds] of all) {
        const of = (key: keyof Round) => rounds.map(r => r[key])
        const cells = [
          median(of('server')),
          median(of('postgres')),
          median(of('together')),
          Math.min(...of('together')),
        ]
        const log = s.isProduct ? await logOf(s) : { rows: Number.NaN, bytes: Number.NaN }
        rows.push([`${kind}: ${s.name}`, ...[...cells, log.rows, log.bytes].map(figure)])
      }
    }
    for (const load of loads.values()) await load.run({ kind: 'close' })
    return {
      title: beside ? 'Before and after' : 'Clever parts and plain ones',
      text: `${CHARGERS} chargers, ${ROUNDS} rounds in turn, the same messages for each server: CPU in µs a message, medians and the least, and the log's rows and bytes a frame so far.\n\n${table(
        ['messages: server', 'server', 'PostgreSQL', 'together', 'least', 'rows/frame', 'bytes/frame'],
        rows,
      )}`,
    }
  } finally {
    for (const load of loads.values()) await load.stop()
    for (const s of stands) await s.stop()
  }
}
