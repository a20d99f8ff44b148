// The log of changes (WAL) of the embedded PostgreSQL, for an archive: with a base backup the database can be brought to any
// moment since. PostgreSQL lays each segment of its log into a spool beside its folder, at least once a minute while there
// are changes; the product takes it from there into the archive (platform/backup/wal-shipper.ts).
import { readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Gauge } from 'prom-client'

/** The spool of a data folder. */
export const spoolIn = (dataFolder: string): string => join(resolve(dataFolder), 'wal-spool')

/** A segment of the log, the history of a timeline, or the note of a base backup. */
export const LOG_FILE = /^[0-9A-F]{8}(?:[0-9A-F]{16}(?:\.[0-9A-F]{8}\.backup)?|\.history)$/

/** The files of the log that wait in a spool, oldest first; those that are still being written are left out. */
export const logFilesIn = (spool: string): string[] =>
  readdirSync(spool)
    .filter(name => LOG_FILE.test(name))
    .sort()

/** The spools that this process takes the log from. */
export const spools = new Set<string>()
function waitingSeconds(spool: string): number {
  const [oldest] = logFilesIn(spool)
  const found = oldest && statSync(join(spool, oldest), { throwIfNoEntry: false })
  return found ? Math.max(0, (Date.now() - found.mtimeMs) / 1000) : 0
}
export const archiveWaiting = new Gauge({
  name: 'wattdesk_wal_archive_waiting_seconds',
  help: 'How long the oldest file of the log of the embedded PostgreSQL has waited to be taken into the archive; 0 where none waits',
  registers: [],
  collect() {
    this.set(Math.max(0, ...[...spools].map(waitingSeconds)))
  },
})

/** A path within a command of PostgreSQL, which puts something in for `%f` and `%p`. */
const quoted = (path: string): string => `'${path.replaceAll("'", "'\\''").replaceAll('%', '%%')}'`

/**
 * The command that lays a segment into the spool. It comes under another name, is brought to the disk, and is then moved, so
 * that half a segment is never taken for one.
 */
export const spoolCommand = (spool: string): string =>
  `d=${quoted(resolve(spool))}; cp "%p" "$d/%f.half" && sync "$d/%f.half" && mv "$d/%f.half" "$d/%f" && sync "$d"`

/** The settings that turn archiving on. */
export const archiveFlags = (spool: string): string[] =>
  ['archive_mode=on', `archive_command=${spoolCommand(spool)}`, 'archive_timeout=60'].flatMap(s => ['-c', s])

/** The settings with which a base backup is brought up to a moment, or to the end of the log, whose files lie in `folder` by gzip. */
export function recoveryFlags(folder: string, until: Date | undefined): string[] {
  const dir = quoted(resolve(folder))
  return [
    `restore_command=d=${dir}; [ -e "$d/%f.gz" ] && gzip -dc "$d/%f.gz" > "%p"`,
    ...(until ? [`recovery_target_time=${until.toISOString().replace('T', ' ').replace('Z', '+00')}`] : []),
    'recovery_target_action=promote',
    // Nobody reads before the moment is reached.
    'hot_standby=off',
  ].flatMap(s => ['-c', s])
}

/**
 * SQL: for how many seconds archiving has failed, of PostgreSQL's own statistics; 0 where it works or is off. Meanwhile the
 * database keeps its log, until the disk is full.
 */
export const ARCHIVE_FAILING_SECONDS = `(select case
  when last_failed_time > coalesce(last_archived_time, '-infinity')
  then extract(epoch from clock_timestamp() - coalesce(last_archived_time, last_failed_time)) else 0 end::float8
  from pg_stat_archiver)`
