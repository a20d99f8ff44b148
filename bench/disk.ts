// The disk space of a finished session: its bytes by table and by index, their sums for good and for 90 days, and the
// write-ahead log (WAL) that the session causes.
import pg from 'pg'
import { sealMeters } from '#charging/metering/meter-block.store.ts'
import { packBatches } from '#fleet/charger-logs/frame-block.store.ts'
import { openDb } from '#platform/db/db.ts'
import { keepFigures } from './figures.ts'
import { BUSY_CHARGERS } from './rounds.ts'
import { METER_VALUES, SessionScript } from './session-script.ts'
import { Load, type Stand, startProduct } from './stand.ts'
import { figure, type Section, table, target } from './table.ts'

/** Sessions of each charger that are counted. */
const EACH = 20
/** Bytes a session; smaller tables and indexes stand in the sums only. */
const LEAST_SHOWN = 4
const DAY_MS = 86_400_000
/** Tables whose rows go, by the beginnings of their names; all others are kept for good. */
const KEPT = ['for good', '90 days', 'until paid out'] as const
type Kept = (typeof KEPT)[number]
const keptOf = (name: string): Kept =>
  name.startsWith('ocpp_frame') ? '90 days' : name.startsWith('ledger_open_bill') ? 'until paid out' : 'for good'

/** The bytes of a table with its indexes, parts counted with the table that they are parts of. */
type Size = { name: string; heap: number; toast: number; indexes: Record<string, number> }
const SIZES = `with part as (select c.oid, coalesce(p.oid, c.oid)::regclass::text as name, c.reltoastrelid as toast
    from pg_class c left join pg_inherits i on i.inhrelid = c.oid left join pg_class p on p.oid = i.inhparent
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace)
  select name, sum(pg_table_size(oid) - coalesce(pg_total_relation_size(nullif(toast, 0)), 0))::float8 as heap,
    sum(coalesce(pg_total_relation_size(nullif(toast, 0)), 0))::float8 as toast,
    (select coalesce(json_object_agg(x.kind, x.bytes), '{}') from (
      select coalesce(pi.relname, ic.relname) as kind, sum(pg_relation_size(ix.indexrelid)) as bytes
      from part q join pg_index ix on ix.indrelid = q.oid join pg_class ic on ic.oid = ix.indexrelid
        left join pg_inherits ii on ii.inhrelid = ix.indexrelid left join pg_class pi on pi.oid = ii.inhparent
      where q.name = part.name group by 1) x) as indexes
  from part group by name order by 1`

async function sizesOf(client: pg.Client): Promise<Map<string, Size>> {
  // The space of rows that updates have left behind is used again, as in a product that runs for long.
  await client.query('vacuum')
  await client.query('checkpoint')
  return new Map((await client.query<Size>(SIZES)).rows.map(s => [s.name, s]))
}
const walOf = async (client: pg.Client): Promise<number> =>
  Number(
    (await client.query<{ n: string }>(`select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as n`)).rows[0]?.n,
  )

/**
 * The write-ahead log between two places of it, in bytes, by table or index; images of pages, which the first change after a
 * checkpoint writes, apart from it.
 */
async function walBy(client: pg.Client, from: number, to: number): Promise<Line[]> {
  await client.query('create extension if not exists pg_walinspect')
  const { rows } = await client.query<{ name: string; bytes: number; images: number }>(
    `with block as (select coalesce(p.relname, c.relname, 'other') as name, b.record_length, b.block_fpi_length
        from pg_get_wal_block_info('0/0'::pg_lsn + $1::numeric, '0/0'::pg_lsn + $2::numeric, false) b
          left join pg_class c on c.oid = pg_filenode_relation(b.reltablespace, b.relfilenode)
          left join pg_inherits i on i.inhrelid = c.oid left join pg_class p on p.oid = i.inhparent
        where b.block_id = 0)
      select name, sum(record_length - block_fpi_length)::float8 as bytes, sum(block_fpi_length)::float8 as images
      from block group by 1`,
    [from, to],
  )
  return [
    ...rows.map(r => ({ name: r.name, bytes: r.bytes, kept: 'for good' as const })),
    { name: 'images of pages', bytes: rows.reduce((sum, r) => sum + r.images, 0), kept: 'for good' as const },
  ].toSorted((a, b) => b.bytes - a.bytes)
}

/** What of the sessions is still to be worked out in the background. */
const LEFT = `select (select count(*) from bill where total_paise > 0) - (select count(*) from invoice)
    + (select coalesce(max(posting_id), 0) from posting) - (select folded_to from ledger_mark)
    + (select count(*) from usage_change) + (select count(*) from bill_to_post) as n`
/** Resolves when every bill has its invoice and is in the sums of the ledger, and all figures are folded. */
async function rested(client: pg.Client): Promise<void> {
  while (Number((await client.query<{ n: string }>(LEFT)).rows[0]?.n) > 0)
    await new Promise(next => setTimeout(next, 500))
}

type Line = { name: string; bytes: number; kept: Kept }
function grown(before: Map<string, Size>, after: Map<string, Size>, sessions: number): Line[] {
  const lines: Line[] = []
  for (const [name, a] of after) {
    const b = before.get(name)
    const kept = keptOf(name)
    const add = (what: string, bytes: number) => {
      if (bytes > 0) lines.push({ name: what, bytes: bytes / sessions, kept })
    }
    add(name, a.heap - (b?.heap ?? 0))
    add(`${name}, long values`, a.toast - (b?.toast ?? 0))
    for (const [index, bytes] of Object.entries(a.indexes)) add(`${name}: ${index}`, bytes - (b?.indexes[index] ?? 0))
  }
  return lines.toSorted((x, y) => y.bytes - x.bytes)
}

type Played = { fresh: Line[]; sealed: Line[]; wal: number; walLines: Line[]; sessions: number }
async function play(s: Stand, client: pg.Client): Promise<Played> {
  const load = new Load()
  try {
    await load.run({ kind: 'connect', url: s.url, chargers: BUSY_CHARGERS, atOnce: 100 })
    // A session of each, so that the first page of every table and index is there.
    await load.run({ kind: 'sessions', seconds: 600, each: 1 })
    await rested(client)
    const before = await sizesOf(client)
    const walBefore = await walOf(client)
    const { count } = await load.run({ kind: 'sessions', seconds: 1200, each: EACH })
    await rested(client)
    const walAfter = await walOf(client)
    const walLines = await walBy(client, walBefore, walAfter)
    const { rows } = await client.query<{ n: number }>('select count(*)::int as n from bill where total_paise > 0')
    if (rows[0]?.n !== BUSY_CHARGERS + count)
      throw new Error(`${rows[0]?.n} bills of ${BUSY_CHARGERS + count} sessions`)
    const fresh = grown(before, await sizesOf(client), count)
    await sealAll(s)
    // The first session of each charger is sealed with the others.
    const sealed = grown(before, await sizesOf(client), count)
    const ofSession = (l: Line): Line => ({ ...l, bytes: l.bytes / count })
    return { fresh, sealed, wal: (walAfter - walBefore) / count, walLines: walLines.map(ofSession), sessions: count }
  } finally {
    await load.stop()
  }
}
/** Seals all days, as the product does two days after their end. */
async function sealAll(s: Stand): Promise<void> {
  const db = openDb(s.database)
  const later = new Date(Date.now() + 4 * DAY_MS)
  await sealMeters(db, later)
  await packBatches(db, later)
  await db.destroy()
}

export async function disk(): Promise<Section> {
  const s = await startProduct({ chargers: BUSY_CHARGERS })
  const client = new pg.Client(s.database)
  await client.connect()
  try {
    const { fresh, sealed, wal, walLines, sessions } = await play(s, client)
    const sum = (lines: readonly Line[], kept: Kept) =>
      lines.filter(l => l.kept === kept).reduce((bytes, l) => bytes + l.bytes, 0)
    const bytesOf = (lines: readonly Line[], name: string) => lines.find(l => l.name === name)?.bytes ?? 0
    const names = [...new Set([...fresh, ...sealed].filter(l => l.bytes >= LEAST_SHOWN).map(l => l.name))]
    const kib = 1024
    keepFigures('disk', {
      session: {
        forGood: sum(sealed, 'for good'),
        for90Days: sum(sealed, '90 days'),
        wal,
        calls: SessionScript.MESSAGES,
        meters: METER_VALUES,
        metersBytes: sealed.filter(l => l.name.startsWith('meter_block')).reduce((bytes, l) => bytes + l.bytes, 0),
      },
    })
    return {
      title: 'Disk of a session',
      text: `${figure(sessions)} sessions of 16 calls with ten meter values of four samples, played by ${BUSY_CHARGERS} chargers one after the other; as they were played, and when their days are sealed. Targets, sealed: for good ${target(sum(sealed, 'for good') / kib, '≤', 4, ' KB')}, for 90 days ${target(sum(sealed, '90 days') / kib, '≤', 6, ' KB')}, write-ahead log ${target(wal / kib, '≤', 10, ' KB')} (with the images of pages that a checkpoint asks for). Bytes a session:\n\n${table(
        ['what', 'played', 'sealed', 'kept'],
        [
          ...KEPT.map(kept => [`kept ${kept}, together`, figure(sum(fresh, kept)), figure(sum(sealed, kept)), '']),
          ['write-ahead log', figure(wal), '', ''],
          ...names.map(name => [name, figure(bytesOf(fresh, name)), figure(bytesOf(sealed, name)), keptOf(name)]),
        ],
      )}\n\nThe write-ahead log by the table or index that it is about, bytes a session:\n\n${table(
        ['what', 'bytes'],
        walLines.filter(l => l.bytes >= LEAST_SHOWN).map(l => [l.name, figure(l.bytes)]),
      )}`,
    }
  } finally {
    await client.end()
    await s.stop()
  }
}
