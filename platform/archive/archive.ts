// The archive: rows of old data in Parquet files of an object store. The database names the files and the groups of rows in
// them (archived.ts); a group is fetched with one request, after the footer of its file, which is remembered.
import { createHash } from 'node:crypto'
import { FileStoreAway } from '#platform/files/file-store-away.ts'
import type { Files } from '#platform/files/files.ts'
import { type Footer, footerIn, type ParquetRow, rowsOfGroup } from './parquet.ts'

/** A file as the database names it. */
export type ArchiveFile = { place: string; name: string; bytes: number; footerAt: number; footerSum: string }
/** A group of rows of a file. */
export type ArchiveGroup = ArchiveFile & { rowGroup: number; fromByte: number; toByte: number; sum: string }

/** The sum by which bytes are known to be those that were written. */
export const sumOfBytes = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex').slice(0, 16)

/** Old data cannot be read: the store is away, or lacks the file, or the file is damaged. Never shown as no data. */
export class ArchiveAway extends FileStoreAway {}

export type Archive = {
  /** The store of a place; the empty place is the installation's own store. Throws with a text for people. */
  storeOf: (place: string) => Files
  /** The rows of each group, in the order of the groups. Rejects with ArchiveAway. */
  read: (groups: readonly ArchiveGroup[]) => Promise<ParquetRow[][]>
}

const MOST_FOOTERS = 64
const AT_ONCE = 8

/** Opens the archive; `storeOf` opens the store of a place, and is asked once for each. */
export function openArchive(storeOf: (place: string) => Files): Archive {
  const stores = new Map<string, Files>()
  const footers = new Map<string, Promise<Footer>>()

  const store = (place: string): Files => {
    const known = stores.get(place) ?? storeOf(place)
    stores.set(place, known)
    return known
  }
  const bytesOf = async ({ place, name }: ArchiveFile, from: number, to: number, sum: string): Promise<Uint8Array> => {
    const bytes = await store(place).part(name, from, to)
    if (!bytes) throw new ArchiveAway(`The archive lacks the file ${name}`)
    if (sumOfBytes(bytes) !== sum) throw new ArchiveAway(`The file ${name} of the archive is not as it was written`)
    return bytes
  }
  const footerOf = async (file: ArchiveFile): Promise<Footer> => {
    const key = `${file.place}\n${file.name}`
    const footer = footers.get(key) ?? bytesOf(file, file.footerAt, file.bytes, file.footerSum).then(footerIn)
    footers.delete(key)
    footers.set(key, footer)
    const oldest = footers.keys().next().value
    if (footers.size > MOST_FOOTERS && oldest !== undefined) footers.delete(oldest)
    try {
      return await footer
    } catch (error) {
      // The next reader asks anew.
      footers.delete(key)
      throw error
    }
  }
  const readGroup = async (group: ArchiveGroup): Promise<ParquetRow[]> => {
    try {
      const { rowGroup, fromByte, toByte, sum } = group
      return await rowsOfGroup(await footerOf(group), rowGroup, await bytesOf(group, fromByte, toByte, sum), fromByte)
    } catch (error) {
      if (error instanceof ArchiveAway) throw error
      const { message } = error as Error
      throw new ArchiveAway(`The file ${group.name} of the archive cannot be read: ${message}`, { cause: error })
    }
  }
  return {
    storeOf: store,
    read: async groups => {
      const read: ParquetRow[][] = []
      for (let from = 0; from < groups.length; from += AT_ONCE)
        read.push(...(await Promise.all(groups.slice(from, from + AT_ONCE).map(readGroup))))
      return read
    },
  }
}
