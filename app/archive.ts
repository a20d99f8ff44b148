// The archive of the log of changes that the settings name.
import type { Archive } from '#platform/backup/wal-archive.ts'
import { folderFiles } from '#platform/files/files.ts'
import { s3Files } from '#platform/files/s3-files.ts'
import type { Config } from './config.ts'

export const archiveAt = ({ at, recipients }: NonNullable<Config['walArchive']>): Archive => ({
  place: typeof at === 'string' ? folderFiles(at) : s3Files(at),
  recipients,
})
