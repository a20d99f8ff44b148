// Where the time goes: the product's own functions by a CPU profile of just the measured seconds, PostgreSQL's by statement.
import pg from 'pg'
import type { Job } from './load.ts'
import type { Profile } from './machine.ts'
import { BUSY_CHARGERS } from './rounds.ts'
import { Load, type Stand, startProduct } from './stand.ts'
import { figure, type Section, table } from './table.ts'

const SECONDS = 6
const FUNCTIONS = 15
const STATEMENTS = 8

/** Which part of the whole a script belongs to, first match wins. */
const AREAS: readonly [RegExp, string][] = [
  [/^\(idle\)/, 'idle'],
  [/^\(garbage collector\)/, 'garbage collection'],
  [/node_modules\/ws\//, 'ws'],
  [/node_modules\/pg(-\w+)?\//, 'pg'],
  [/node_modules\/kysely\//, 'Kysely'],
  [/packages\/ocpp\//, 'OCPP: frames, validation, sessions'],
  [/packages\/base\//, 'base'],
  [/bill\.rules|split\.rules|price\.rules/, 'billing'],
  [/features\/sessions\//, 'features/charging/sessions'],
  [/features\//, 'other features'],
  [/platform\//, 'platform'],
  [/gateway\//, 'gateway'],
  [/app\//, 'app'],
  [/^node:(net|internal\/stream|_?stream|internal\/streams|internal\/js_stream)/, 'node: sockets and streams'],
  [/^node:/, 'node: other'],
  [/^\(program\)|^native/, 'native: system calls, JSON, strings'],
]
const areaOf = (text: string): string => AREAS.find(([pattern]) => pattern.test(text))?.[1] ?? 'other'

type Share = { what: string; share: number }
const shares = (sums: ReadonlyMap<string, number>, total: number, most: number): Share[] =>
  [...sums]
    .map(([what, us]) => ({ what, share: us / total }))
    .sort((a, b) => b.share - a.share)
    .slice(0, most)

/** Self time by area and by function; shares are of the busy time. */
function read(p: Profile): { busy: number; areas: Share[]; functions: Share[] } {
  const byId = new Map(p.nodes.map(n => [n.id, n.callFrame]))
  const areas = new Map<string, number>()
  const functions = new Map<string, number>()
  let total = 0
  let idle = 0
  const add = (m: Map<string, number>, key: string, us: number) => m.set(key, (m.get(key) ?? 0) + us)
  p.samples.forEach((id, i) => {
    const us = p.timeDeltas[i] ?? 0
    const f = byId.get(id)
    if (!f) return
    total += us
    if (f.functionName === '(idle)') {
      idle += us
      return
    }
    const file = f.url.replace(/^.*\/(node_modules|packages|features|platform|gateway|app)\//, '$1/')
    add(areas, areaOf(f.url || f.functionName || 'native'), us)
    add(functions, `${f.functionName || '(anonymous)'} ${file}${f.url ? `:${f.lineNumber + 1}` : ''}`, us)
  })
  const busy = total - idle
  return { busy: busy / total, areas: shares(areas, busy, 20), functions: shares(functions, busy, FUNCTIONS) }
}

async function statements(s: Stand, reset: boolean): Promise<string[][]> {
  const client = new pg.Client(s.database)
  await client.connect()
  try {
    if (reset) {
      await client.query('select pg_stat_statements_reset()')
      return []
    }
    const { rows } = await client.query<{ query: string; calls: string; rows: string; ms: number }>(
      `select query, calls, rows, total_exec_time as ms from pg_stat_statements order by total_exec_time desc limit ${STATEMENTS}`,
    )
    return rows.map(r => [
      `\`${r.query.replace(/\s+/g, ' ').trim().slice(0, 90).replaceAll('|', '/')}\``,
      figure(Number(r.calls)),
      figure(Number(r.rows)),
      figure(r.ms),
      figure(r.ms / Number(r.calls)),
    ])
  } finally {
    await client.end()
  }
}

async function one(s: Stand, what: string, job: Job, protocol?: 'ocpp2.0.1'): Promise<string> {
  const load = new Load()
  try {
    await load.run({
      kind: 'connect',
      url: s.url,
      chargers: BUSY_CHARGERS,
      atOnce: 100,
      ...(protocol !== undefined && { protocol }),
    })
    const inspector = await s.inspect()
    await statements(s, true)
    await inspector.startProfile()
    const from = s.cpu()
    const r = await load.run(job)
    const to = s.cpu()
    const { busy, areas, functions } = read(await inspector.stopProfile())
    const sql = await statements(s, false)
    await load.run({ kind: 'close' })
    const rows = (all: readonly Share[]) => all.map(x => [x.what, `${(x.share * 100).toFixed(1)} %`])
    return [
      `### ${what}`,
      `${figure(r.count / r.seconds)}/s while profiled; the server's thread busy ${Math.round(busy * 100)} % of the time; per message ${figure((to.serverUs - from.serverUs) / r.messages)} µs of CPU in the server, ${figure((to.postgresUs - from.postgresUs) / r.messages)} µs in PostgreSQL.`,
      table(['server, self time by part', 'of busy'], rows(areas)),
      table(['by function', 'of busy'], rows(functions)),
      table(['PostgreSQL, by statement', 'calls', 'rows', 'ms in all', 'ms a call'], sql),
    ].join('\n\n')
  } finally {
    await load.stop()
  }
}

/** `profile --ocpp 2.0.1`: of sessions of both protocols, each with a product of its own. */
export async function profile201(): Promise<Section> {
  const parts: string[] = []
  for (const [what, protocol] of [
    ['OCPP 1.6', undefined],
    ['OCPP 2.0.1', 'ocpp2.0.1'],
  ] as const) {
    const s = await startProduct({ chargers: BUSY_CHARGERS, statements: true })
    try {
      parts.push(await one(s, `Profile of sessions, ${what}`, { kind: 'sessions', seconds: SECONDS }, protocol))
    } finally {
      await s.stop()
    }
  }
  return { title: 'Profiles of both protocols', text: parts.join('\n\n') }
}

export async function profile(): Promise<Section> {
  const s = await startProduct({ chargers: BUSY_CHARGERS, statements: true })
  try {
    const parts = [
      await one(s, 'Profile of heartbeats', { kind: 'heartbeats', seconds: SECONDS }),
      await one(s, 'Profile of sessions', { kind: 'sessions', seconds: SECONDS }),
    ]
    return { title: 'Profiles', text: parts.join('\n\n') }
  } finally {
    await s.stop()
  }
}
