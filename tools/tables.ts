// `npm run tables`: brings platform/db/tables.ts to what the migrations make of an empty database, on a PostgreSQL of its own.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startPostgres } from '#platform/db/embedded.ts'
import { migrate } from '#platform/db/migrations.ts'
import { tableTypes } from './table-types.ts'

const folder = mkdtempSync(join(tmpdir(), 'wattdesk-tables-'))
chmodSync(folder, 0o755)
const server = await startPostgres(join(folder, 'db'), ['-c', 'fsync=off'])
const client = new pg.Client(server.config)
try {
  await migrate(server.config)
  await client.connect()
  writeFileSync(new URL('../platform/db/tables.ts', import.meta.url), await tableTypes(client))
} finally {
  await client.end()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
