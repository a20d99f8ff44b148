// Parquet files: written row group by row group into memory, and read one row group at a time.
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { type FileMetaData, parquetMetadata, parquetReadObjects } from 'hyparquet'
import { ByteWriter, type ColumnSource, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer'

/** INT64 columns hold `bigint`, TIMESTAMP columns `Date`, to the millisecond. */
export type Column = Pick<ColumnSource, 'name' | 'nullable'> & { type: 'INT32' | 'INT64' | 'TIMESTAMP' | 'STRING' }
/** The values of a row by the names of its columns. */
export type ParquetRow = Readonly<Record<string, unknown>>

const PACKING = { params: { [constants.ZSTD_c_compressionLevel]: 15 } }
const compressors = { ZSTD: (bytes: Uint8Array) => zstdCompressSync(bytes, PACKING) }
const decompressors = { ZSTD: (bytes: Uint8Array) => zstdDecompressSync(bytes) }

/** Numbers that rise take a few bits each as differences; the library cannot write the differences of nulls. */
const encodingOf = ({ type, nullable }: Column) =>
  !nullable && (type === 'INT64' || type === 'TIMESTAMP') ? { encoding: 'DELTA_BINARY_PACKED' as const } : {}

/** A Parquet file in the making. */
export class ParquetFile {
  readonly columns: readonly Column[]
  readonly writer = new ByteWriter()
  readonly parquet: ParquetWriter
  /** Where each row group lies: from a byte to a byte, the second excluded. */
  readonly groups: { from: number; to: number }[] = []
  rows = 0

  constructor(columns: readonly Column[]) {
    this.columns = columns
    const columnData = columns.map(({ name, type, nullable = false }) => ({ name, type, nullable, data: [] }))
    const schema = schemaFromColumnData({ columnData })
    this.parquet = new ParquetWriter({ writer: this.writer, schema, codec: 'ZSTD', compressors, createdBy: 'wattdesk' })
  }
  /** Bytes so far, without the footer. */
  get bytes(): number {
    return this.writer.offset
  }
  /** Adds a row group; the rows must not be empty. */
  add(rows: readonly ParquetRow[]): void {
    const columnData = this.columns.map(column => ({
      name: column.name,
      data: rows.map(row => row[column.name]),
      offsetIndex: false,
      ...encodingOf(column),
    }))
    const from = this.writer.offset
    // Into memory, so at once.
    void this.parquet.write({ columnData, rowGroupSize: rows.length })
    this.groups.push({ from, to: this.writer.offset })
    this.rows += rows.length
  }
  /** The whole file, and where its footer begins. */
  finish(): { content: Uint8Array; footerAt: number } {
    const footerAt = this.writer.offset
    void this.parquet.finish()
    return { content: this.writer.getBytes(), footerAt }
  }
}

export type Footer = FileMetaData
const bufferOf = (bytes: Uint8Array): ArrayBuffer =>
  bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer

/** The footer in the last bytes of a file. Throws where they are no footer. */
export const footerIn = (bytes: Uint8Array): Footer => parquetMetadata(bufferOf(bytes))

/** Where a row group lies in its file. */
export function placeOfGroup(footer: Footer, group: number): { from: number; to: number } {
  const places = (footer.row_groups[group]?.columns ?? []).flatMap(({ meta_data }) => meta_data ?? [])
  const from = Math.min(...places.map(p => Number(p.dictionary_page_offset ?? p.data_page_offset)))
  return { from, to: from + places.reduce((bytes, p) => bytes + Number(p.total_compressed_size), 0) }
}

/**
 * The rows of a group, in their order, of its bytes, which begin at a place of the file. The bytes must be those that were
 * written: a parser of damaged ones may never end.
 */
export async function rowsOfGroup(
  footer: Footer,
  group: number,
  bytes: Uint8Array,
  from: number,
): Promise<ParquetRow[]> {
  const before = footer.row_groups.slice(0, group).reduce((n, g) => n + Number(g.num_rows), 0)
  return parquetReadObjects({
    file: {
      byteLength: from + bytes.length,
      slice: (start, end = from + bytes.length) => bufferOf(bytes.subarray(start - from, end - from)),
    },
    metadata: footer,
    rowStart: before,
    rowEnd: before + Number(footer.row_groups[group]?.num_rows),
    compressors: decompressors,
  })
}
