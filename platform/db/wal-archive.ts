// The log of changes (WAL) of the embedded PostgreSQL, archived into a folder: with a base backup the database can be
// brought to any moment since. PostgreSQL itself runs the command for each segment of the log, at least once a minute while
// there are changes, and keeps a segment until it is archived.
import { join, resolve } from 'node:path'

/** The folder of the segments in an archive. */
export const walFolder = (archive: string): string => join(resolve(archive), 'wal')

/** A path within a command of PostgreSQL, which puts something in for `%f` and `%p`. */
const quoted = (path: string): string => `'${path.replaceAll("'", "'\\''").replaceAll('%', '%%')}'`

/**
 * The command that archives a segment. The segment comes under another name, is brought to the disk, and is then moved, so
 * that half a segment is never taken for one. No segment is written over: the same segment once more counts as
 * archived, another segment of the same name is a failure.
 */
export const archiveCommand = (archive: string): string =>
  `d=${quoted(walFolder(archive))}; if [ -e "$d/%f.gz" ]; then gzip -dc "$d/%f.gz" | cmp -s - "%p"; else gzip -1 -c "%p" > "$d/%f.half" && sync "$d/%f.half" && mv "$d/%f.half" "$d/%f.gz" && sync "$d"; fi`

/** The settings that turn archiving on. */
export const archiveFlags = (archive: string): string[] =>
  ['archive_mode=on', `archive_command=${archiveCommand(archive)}`, 'archive_timeout=60'].flatMap(s => ['-c', s])

/** The settings with which a base backup is brought up to a moment, or to the end of the archive. */
export function recoveryFlags(archive: string, until: Date | undefined): string[] {
  const dir = quoted(walFolder(archive))
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
