// One PostgreSQL for a test run: migrated once into template1, every test file takes a copy of its own (20 ms).
import { randomUUID } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startPostgres } from '#platform/db/embedded.ts'
import { migrate } from '#platform/db/migrations.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Folder of PostgreSQL's unix socket. */
    pgSocket: string
    /** Folder where every test file leaves the statements that it ran. */
    statements: string
  }
}

/** The databases are gone in minutes: they need no log for a crash and no vacuum. Saves a tenth of PostgreSQL's time. */
const QUICK = ['full_page_writes=off', 'wal_level=minimal', 'max_wal_senders=0', 'autovacuum=off']

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // A folder per run: two runs side by side do not meet. 0755 so that PostgreSQL's own user may pass.
  const folder = mkdtempSync(join(tmpdir(), 'wattdesk-test-'))
  chmodSync(folder, 0o755)
  const server = await startPostgres(join(folder, 'db'), [
    '-c',
    'fsync=off',
    '-c',
    'synchronous_commit=off',
    '-c',
    'max_connections=500',
    ...QUICK.flatMap(setting => ['-c', setting]),
  ])
  try {
    await migrate({ ...server.config, database: 'template1' })
  } catch (error) {
    await server.stop()
    throw error
  }
  project.vitest.provide('pgSocket', String(server.config.host))
  const statements = join(folder, 'statements')
  mkdirSync(statements)
  project.vitest.provide('statements', statements)
  return async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

export type TestDatabase = {
  config: pg.PoolConfig
  /** Breaks every connection to it and lets nobody in any more. */
  away: () => Promise<void>
  back: () => Promise<void>
  /** Ends it. */
  drop: () => Promise<void>
}

/** A database of its own, migrated and empty, or without any table. */
export async function freshDatabase(host: string, { isBare = false } = {}): Promise<TestDatabase> {
  const name = `t_${randomUUID().replaceAll('-', '')}`
  const admin = async (text: string) => {
    const client = new pg.Client({ host, user: 'wattdesk', database: 'postgres' })
    await client.connect()
    try {
      await client.query(text)
    } finally {
      await client.end()
    }
  }
  await admin(`create database ${name} ${isBare ? 'template template0' : ''} strategy file_copy`)
  return {
    config: { host, user: 'wattdesk', database: name, max: 6 },
    away: async () => {
      await admin(`alter database ${name} with allow_connections false`)
      await admin(`select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`)
    },
    back: () => admin(`alter database ${name} with allow_connections true`),
    drop: () => admin(`drop database ${name} with (force)`),
  }
}
