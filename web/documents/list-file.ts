// A list as a file: CSV of any length, written as its rows arrive; Excel up to 50,000 rows, and a paper of its first ones, made
// in memory.
import { csvLine } from '@wattdesk/base/text'
import { type DocumentFile, DocumentRefusal, type ListRequest, PAPER_ROWS } from '@wattdesk/wire/document-calls'
import { RowScanner } from '@wattdesk/wire/rows'
import writeExcel from 'write-excel-file/node'
import { csvNotice, excelRows, excelSheet, type Portions, streamOf } from '#kit/export-cells.ts'
import { drawPaper } from '#kit/paper/draw-paper.ts'
import type { Logo } from '#kit/paper/logo-kinds.ts'
import type { ListKind } from './list-kind.ts'
import { ListPaper, listTable, shownColumns } from './list-paper.tsx'
import { piecesOf } from './pieces.ts'
import { timedZip } from './timed-zip.ts'

/** The layout of a cell takes some 30 KB of memory. */
const MAX_PAPER_CELLS = 10_000
const TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
} as const
/** Text that is written at a time. */
const PIECE = 1 << 16

type Pieces = AsyncIterable<Uint8Array>
/** The rows in pieces of a reply, counted. @throws Error where the reply breaks off */
class ReplyRows {
  count = 0
  readonly #pieces: Pieces
  constructor(pieces: Pieces) {
    this.#pieces = pieces
  }
  async *portions(): AsyncGenerator<readonly unknown[]> {
    const scanner = new RowScanner()
    const utf8 = new TextDecoder()
    for await (const piece of this.#pieces) {
      const rows = scanner.take(utf8.decode(piece, { stream: true }))
      this.count += rows.length
      if (rows.length > 0) yield rows
    }
    if (!scanner.isWhole) throw new Error('The rows of the list broke off')
  }
}

export async function listFileOf(
  kind: ListKind,
  request: ListRequest,
  pieces: Pieces,
  logo: Logo | undefined,
): Promise<DocumentFile> {
  const { as, props } = request
  const rows = new ReplyRows(pieces)
  const make = { csv: csvPieces, xlsx: excelPieces, pdf: paperPieces }[as]
  return {
    fileName: `${kind.fileName(props)}.${as}`,
    type: TYPES[as],
    pieces: make({ kind, request, logo, rows: rows.portions() }),
    rows: () => rows.count - (kind.sums ?? 0),
  }
}

type Making = { kind: ListKind; request: ListRequest; logo: Logo | undefined; rows: Portions<unknown> }

async function* csvPieces({ kind, request, rows }: Making): AsyncGenerator<Uint8Array> {
  const { header, portions } = streamOf(kind.columns(request.props), rows)
  const utf8 = new TextEncoder()
  // The mark tells spreadsheets that the text is UTF-8.
  let text = `\ufeff${csvLine(header)}`
  for await (const some of portions) {
    for (const row of some) text += csvLine(row)
    if (text.length < PIECE) continue
    yield utf8.encode(text)
    text = ''
  }
  yield utf8.encode(text + csvNotice(request.mode))
}

async function* excelPieces({ kind, request, rows }: Making): AsyncGenerator<Uint8Array> {
  const stream = streamOf(kind.columns(request.props), rows)
  const all = await excelRows(stream, text => new DocumentRefusal(text))
  const { cells, options } = excelSheet({ ...stream, rows: all }, request.mode)
  yield timedZip((await writeExcel(cells, options).toBuffer()) as Uint8Array, new Date(request.at))
}

async function* paperPieces({ kind, request, logo, rows }: Making): AsyncGenerator<Uint8Array> {
  const { props, brandHome, mode, at } = request
  const columns = shownColumns(kind.columns(props))
  const most = Math.min(PAPER_ROWS, Math.floor(MAX_PAPER_CELLS / Math.max(1, columns.length)))
  const shown: unknown[] = []
  const { sums = 0 } = kind
  let count = 0
  for await (const some of rows) {
    count += some.length
    shown.push(...some.slice(0, most - shown.length))
  }
  const table = listTable(columns, shown)
  const paper = {
    title: kind.title(props),
    facts: kind.facts(props),
    brand: brandHome.name,
    at: new Date(at),
    table,
    count: count - sums,
    sums,
  }
  const text = JSON.stringify(paper)
  yield* piecesOf(await drawPaper(() => ListPaper(paper), { text, mode, logo, at: new Date(at) }))
}
