// A backup of the whole installation while it runs: every table at one moment, and the uploaded files. Streams
// from end to end, so that memory does not grow with the database. Whatever breaks it off leaves no manifest, and so no
// backup.
//
// The tables are locked against being dropped from the first moment to the last, for a day that is sealed meanwhile
// (platform/db/sealed.ts) would be missing here and there. Rows are read and written as always. The rest of a table in
// parts, its default part, is read in a transaction of its own: the making of a new part needs the default part alone.
import { Readable } from 'node:stream'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { withClient } from '#platform/db/db.ts'
import type { Files } from '#platform/files/files.ts'
import {
  type CatalogTable,
  jobsVersionOf,
  nameOf,
  quoted,
  STEADY_SESSION,
  sequencesOf,
  sumOf,
  tablesOf,
} from './catalog.ts'
import { makeKey, type SealedFor, type Through } from './keys.ts'
import { type BackupTable, idAt, KEY_FILE, type Manifest, type Stored, writeManifest } from './manifest.ts'
import { Lines, store } from './streams.ts'

/** Rows of a table go into files of about so many bytes before they are compressed. */
const CHUNK_BYTES = 512 * 1024 ** 2
const FILES_AT_ONCE = 8
const PLAIN = { seal: async (stream: Readable) => stream, isCompressed: false }
const UNDEFINED_TABLE = '42P01'
const ATTEMPTS = 5

export type BackupOptions = {
  place: Files
  sealedFor: SealedFor
  /** The store of uploaded files; undefined: they are left out. */
  files: Files | undefined
  /** The version of the product. */
  version: string
  chunkBytes?: number
  now?: () => Date
  /** Told when the moment of the backup is fixed, before anything is read. */
  onBegun?: () => Promise<void>
}

/** Makes a backup of a database and returns its manifest. */
export async function backUp(config: pg.ClientConfig, options: BackupOptions): Promise<Manifest> {
  const { place, now = () => new Date() } = options
  const id = idAt(now())
  if ((await place.folders()).includes(id)) throw new Error(`There is a backup ${id} already.`)
  const { keyFile, seal } = await makeKey(options.sealedFor)
  const key = keyFile ? await store(place, `${id}/${KEY_FILE}`, Readable.from([keyFile]), PLAIN) : null
  return withClient(config, async holder => {
    const { snapshot, at, tables } = await holdTables(holder)
    await options.onBegun?.()
    const { chunkBytes = CHUNK_BYTES } = options
    const facts = await factsOf(holder)
    const saved: BackupTable[] = []
    await withClient(config, async reader => {
      await reader.query(STEADY_SESSION)
      for (const table of tables)
        saved.push(await atSnapshot(reader, snapshot, () => copyTable(reader, table, { place, id, seal, chunkBytes })))
    })
    // They do not belong to the snapshot: read last, they are never behind it.
    const sequences = await sequencesOf(holder)
    await holder.query('commit')
    const files = options.files ? await copyFiles(options.files, place, id, seal) : null
    const manifest: Manifest = {
      format: 1,
      id,
      at,
      endedAt: now().toISOString(),
      version: options.version,
      sealed:
        options.sealedFor === 'anybody' ? 'anybody' : 'passphrase' in options.sealedFor ? 'passphrase' : 'recipients',
      key,
      ...facts,
      tables: saved,
      sequences,
      files,
    }
    await writeManifest(place, manifest)
    return manifest
  })
}

/** Fixes a moment and keeps every table from being dropped until the transaction ends. */
async function holdTables(client: pg.Client): Promise<{ snapshot: string; at: string; tables: CatalogTable[] }> {
  await client.query(STEADY_SESSION)
  for (let attempt = 1; ; attempt++) {
    await client.query('begin isolation level repeatable read, read only')
    const { rows } = await client.query<{ snapshot: string; at: Date }>(
      'select pg_export_snapshot() as snapshot, clock_timestamp() as at',
    )
    const tables = await tablesOf(client)
    const held = tables.filter(t => t.bound !== 'DEFAULT')
    try {
      await client.query(`lock table ${held.map(t => `only ${nameOf(t)}`).join(', ')} in access share mode`)
      return { snapshot: rows[0]?.snapshot ?? '', at: (rows[0]?.at ?? new Date()).toISOString(), tables }
    } catch (error) {
      await client.query('rollback')
      // A part was dropped in the very moment.
      if ((error as { code?: string }).code !== UNDEFINED_TABLE || attempt >= ATTEMPTS) throw error
    }
  }
}

async function factsOf(client: pg.Client) {
  const ask = async <R extends pg.QueryResultRow>(text: string) => (await client.query<R>(text)).rows
  const [postgres] = await ask<{ server_version: string }>('show server_version')
  const [there] = await ask<{ mode: boolean; migration: boolean }>(
    `select to_regclass('public.installation_mode') is not null as mode, to_regclass('public.migration') is not null as migration`,
  )
  if (!there?.migration) throw new Error('The database holds no installation of Wattdesk.')
  const [mode] = there.mode ? await ask<{ mode: string }>('select mode from installation_mode') : []
  return {
    postgres: postgres?.server_version ?? '',
    mode: mode?.mode ?? null,
    migrations: await ask<{ name: string; checksum: string | null }>(
      'select name, checksum from migration order by name',
    ),
    jobs: await jobsVersionOf(client),
  }
}

/** Reads at the moment of a snapshot, in a transaction of its own. */
async function atSnapshot<R>(client: pg.Client, snapshot: string, read: () => Promise<R>): Promise<R> {
  await client.query('begin isolation level repeatable read, read only')
  await client.query(`set transaction snapshot ${pg.escapeLiteral(snapshot)}`)
  const result = await read()
  await client.query('commit')
  return result
}

type Writing = { place: Files; id: string; seal: Through; chunkBytes: number }
async function copyTable(client: pg.Client, table: CatalogTable, w: Writing): Promise<BackupTable> {
  const columns = table.columns.map(quoted).join(', ')
  const stream = client.query(copyTo(`copy ${nameOf(table)} (${columns}) to stdout`))
  const lines = new Lines(stream)
  const chunks: BackupTable['chunks'] = []
  while (!(await lines.isOver())) {
    const name = `${w.id}/tables/${table.schema}.${table.name}.${chunks.length + 1}.copy.zst`
    const stored = await store(w.place, name, lines.portion(w.chunkBytes), { seal: w.seal, isCompressed: true })
    chunks.push({ ...stored, rows: lines.count })
  }
  const { rows, sum } = await sumOf(client, table)
  const copied = chunks.reduce((n, c) => n + c.rows, 0)
  if (copied !== rows) throw new Error(`${table.name} has ${rows} rows, and ${copied} were copied`)
  return { ...table, rows, sum, chunks }
}

/** Copies the uploaded files, some at a time; one that is removed meanwhile is left out. */
async function copyFiles(files: Files, place: Files, id: string, seal: Through): Promise<Manifest['files']> {
  const names = files.list('')[Symbol.asyncIterator]()
  const lines: Stored[] = []
  let count = 0
  let bytes = 0
  let isOver = false
  const copyNext = async (): Promise<void> => {
    for (;;) {
      const next = await names.next()
      if (next.done) return
      const found = await files.get(next.value)
      if (!found) continue
      const stored = await store(place, `${id}/files/${next.value}`, found.stream, { seal, isCompressed: false })
      count++
      bytes += stored.bytes
      lines.push({ ...stored, name: next.value })
    }
  }
  // The list is written as it grows, and never held as a whole.
  async function* listed(): AsyncGenerator<Buffer> {
    const copying = Promise.all(Array.from({ length: FILES_AT_ONCE }, copyNext)).finally(() => {
      isOver = true
    })
    copying.catch(() => undefined)
    while (!isOver) {
      await Promise.race([copying, new Promise(ok => setTimeout(ok, 50))])
      for (const line of lines.splice(0)) yield Buffer.from(`${JSON.stringify(line)}\n`)
    }
    await copying
  }
  const list = await store(place, `${id}/files.jsonl.zst`, Readable.from(listed(), { objectMode: false }), {
    seal,
    isCompressed: true,
  })
  return { count, bytes, list }
}
