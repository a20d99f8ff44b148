// The stores of files: the installation's own, and those that a command or the archive names.
import { join, resolve } from 'node:path'
import type { LogArchive } from '#platform/backup/wal-archive.ts'
import { type Files, folderFiles } from '#platform/files/files.ts'
import { s3Files } from '#platform/files/s3-files.ts'
import { bucketNamed, type Config } from './config.ts'

/** The store of the installation's uploaded files. */
export const ownFiles = (config: Config): Files =>
  config.filesBucket ? s3Files(config.filesBucket) : folderFiles(join(config.dataFolder, 'files'))

/** A bucket as in WATTDESK_FILES, or a folder. `what` names the store in the text of an error. */
export const storeAt = (where: string, what: string): Files =>
  where.startsWith('s3:') ? s3Files(bucketNamed(where, process.env, what)) : folderFiles(where)

/** Where files of the archive go, as the database keeps it: the empty text for the installation's own store. */
export const archivePlace = (to: string | undefined): string =>
  to === undefined ? '' : to.startsWith('s3:') ? to : resolve(to)

/** The store of a place of the archive. */
export const archiveStore = (config: Config, place: string): Files =>
  place === '' ? ownFiles(config) : storeAt(place, 'The bucket of the archive')

/** The archive of the embedded database's log that the settings name. */
export const logArchive = ({ at, recipients }: NonNullable<Config['walArchive']>): LogArchive => ({
  place: typeof at === 'string' ? folderFiles(at) : s3Files(at),
  recipients,
})
