// The services that export and import of a company use.
import type { Mode } from '@wattdesk/base/mode'
import type { Seal } from '#platform/access/seal.ts'
import type { Archive } from '#platform/archive/archive.ts'
import type { Db } from '#platform/db/db.ts'
import type { Files } from '#platform/files/files.ts'

export type Moving = {
  db: Db
  mode: Mode
  /** The version of the product. */
  version: string
  timeZone: string
  now: () => Date
  /** By the secret of this installation. */
  seal: Seal
  files: Files
  archive: Archive
  say: (text: string) => void
}
