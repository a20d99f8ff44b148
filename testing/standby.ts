// A standby of a PostgreSQL of the product: a copy of its folder that streams from it.
import { chownSync, cpSync, existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Embedded } from '#platform/db/embedded.ts'

/** What belongs to the process that runs on the folder, not to the copy. */
const LEFT_OUT = ['postmaster.pid', 'postmaster.opts', 'standby.signal']

/** Makes `dir`, which must not exist, a copy of a running PostgreSQL; it is a standby as soon as it is started with `standbyFlags`. */
export async function makeStandby(primary: Embedded, dir: string): Promise<void> {
  if (existsSync(dir)) throw new Error(`${dir} is there already`)
  const client = new pg.Client(primary.config)
  await client.connect()
  try {
    await client.query(`select pg_backup_start('standby', true)`)
    const left = new Set(LEFT_OUT.map(f => join(primary.folder, f)))
    cpSync(primary.folder, dir, { recursive: true, preserveTimestamps: true, filter: path => !left.has(path) })
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop()')
    // What was written meanwhile.
    cpSync(join(primary.folder, 'pg_wal'), join(dir, 'pg_wal'), { recursive: true })
    writeFileSync(join(dir, 'backup_label'), rows[0]?.labelfile ?? '')
    writeFileSync(join(dir, 'standby.signal'), '')
    belongAs(dir, primary.folder)
  } catch (error) {
    rmSync(dir, { recursive: true, force: true })
    throw error
  } finally {
    await client.end()
  }
}
/** As root, PostgreSQL runs as another user, to whom its files belong. */
function belongAs(dir: string, other: string): void {
  const { uid, gid } = statSync(other)
  for (const file of readdirSync(dir, { recursive: true, encoding: 'utf8' })) chownSync(join(dir, file), uid, gid)
  chownSync(dir, uid, gid)
}

/** The settings with which a standby follows its primary. */
export const standbyFlags = ({ host, user }: Embedded['config']): string[] => [
  '-c',
  `primary_conninfo=host=${host} user=${user}`,
]
