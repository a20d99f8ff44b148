// A list as a paper: A4 lying, its title, what it is chosen by, when it was made, and the columns that its grid shows at first.
import { formatDateTime, zoneName } from '@wattdesk/base/time'
import { type Column, cellText, isNumeric } from '#kit/columns.tsx'
import { numberText } from '#kit/figures.tsx'
import { Facts, Lines, Paper, type PaperColumn, PaperPart, Prose, Sheet, Title } from '#kit/paper/parts.tsx'

/** Points between the margins of a page that lies. */
const PAGE_WIDTH = 758
const GAP = 8
/** Letters: the size in points, and the width of one of that size, as Noto Sans has on average. */
const SIZES = [8, 7.5, 7, 6.5, 6, 5.5, 5]
const LETTER = 0.56
/** Words break at this length (kit/paper/fonts.ts); text is given room for so many letters in a line. */
const [NARROW, WIDE] = [14, 42]
/** Letters and lines as a page is filled by them: rather too large, so that its rows hardly ever need a second page. */
const [WIDE_LETTER, LINE] = [0.64, 1.45]
/** Points: of a page for its rows, what the first one has above them, and the space around the letters of a row. */
const PAGE = { rows: 425, head: 130, around: 4 }
/** Smaller letters are taken down to this size, as long as a row has more lines than so many on average. */
const [READABLE, LINES] = [6, 1.5]

export type ListTable = { columns: PaperColumn[]; rows: string[][]; size: number }

/** How many letters a column needs in a line: figures and times are not broken, text may be. */
function lettersOf<R>(column: Column<R>, header: string, cells: readonly string[]): { least: number; best: number } {
  const longest = cells.reduce((n, c) => Math.max(n, c.length), 0)
  const word = Math.max(...header.split(' ').map(w => w.length))
  const isWhole = isNumeric(column) || (column.kind ?? 'text') !== 'text'
  if (isWhole) return { least: Math.max(longest, word), best: Math.max(longest, word) }
  const best = Math.min(WIDE, Math.max(longest, word))
  return { least: Math.min(NARROW, best), best }
}

/** The columns of a paper: those that its grid shows at first. */
export const shownColumns = <R,>(all: readonly Column<R>[]): Column<R>[] =>
  all.filter(c => !c.noExport && (!c.exportOnly || c.onPaper) && !c.hidden)

/** The table of a paper: the largest letters with which all columns fit, and their widths in points. */
export function listTable<R>(shown: readonly Column<R>[], rows: readonly R[]): ListTable {
  const cells = rows.map(r => shown.map(c => cellText(c, r)))
  const letters = shown.map((c, i) =>
    lettersOf(
      c,
      c.header,
      cells.map(row => row[i] ?? ''),
    ),
  )
  const room = PAGE_WIDTH - GAP * (shown.length - 1)
  const sum = (of: 'least' | 'best') => letters.reduce((n, l) => n + l[of], 0)
  const fits = (points: number, of: 'least' | 'best') => sum(of) * points * LETTER <= room
  // Between the least and the best width of each column, as far as the page is wide; of what is left over, all have a share.
  const [least, best] = [sum('least'), sum('best')]
  const widthsAt = (points: number): number[] => {
    const total = room / (points * LETTER)
    const share = best > least ? Math.min(1, Math.max(0, (total - least) / (best - least))) : 1
    const widths = letters.map(l => l.least + (l.best - l.least) * share)
    const used = widths.reduce((n, w) => n + w, 0)
    return widths.map(w => (w / used) * room)
  }
  const isShort = (points: number): boolean => {
    const widths = widthsAt(points)
    return cells.reduce((n, row) => n + linesOf(row, widths, points), 0) <= LINES * cells.length
  }
  const size =
    SIZES.find(p => fits(p, 'best')) ??
    SIZES.find(p => fits(p, 'least') && (p <= READABLE || isShort(p))) ??
    (SIZES.at(-1) as number)
  const widths = widthsAt(size)
  return {
    columns: shown.map((c, i) => ({ header: c.header, isFigure: isNumeric(c), width: widths[i] ?? 0 })),
    rows: cells,
    size,
  }
}
/** The lines of a row: those of its longest cell. */
const linesOf = (row: readonly string[], widths: readonly number[], size: number): number =>
  row.reduce((n, cell, i) => Math.max(n, Math.ceil((cell.length * size * WIDE_LETTER) / (widths[i] ?? PAGE_WIDTH))), 1)

/**
 * The rows of each page. A page is laid out anew for each that follows in the same sheet, which for a long list takes minutes:
 * so each page is a sheet of its own. Where its rows need more room after all, the sheet goes on on a second page.
 */
function pagesOf({ columns, rows, size }: ListTable): { at: number; rows: string[][] }[] {
  const widths = columns.map(c => c.width ?? PAGE_WIDTH)
  const pages: { at: number; rows: string[][] }[] = []
  let page: string[][] = []
  let left = PAGE.rows - PAGE.head
  for (const row of rows) {
    const height = linesOf(row, widths, size) * size * LINE + PAGE.around
    if (height > left && page.length > 0) {
      pages.push({ at: pages.length, rows: page })
      page = []
      left = PAGE.rows
    }
    page.push(row)
    left -= height
  }
  return [...pages, { at: pages.length, rows: page }]
}

type Props = {
  title: string
  facts: readonly (readonly [string, string])[]
  brand: string
  at: Date
  table: ListTable
  /** All rows of the list, of which the table may have the first alone; lines of sums are none. */
  count: number
  /** Rows of the table that are sums. */
  sums: number
}
export function ListPaper({ title, facts, brand, at, table, count, sums }: Props) {
  const made = `${formatDateTime(at)} (${zoneName()})`
  const pages = pagesOf(table)
  const shown = table.rows.length - sums
  const isCut = count > shown
  const head = { brand, mark: title, foot: `Made on ${made}`, isWide: true }
  return (
    <Paper title={title} brand={brand}>
      {pages.map(({ at: n, rows }) => (
        <Sheet key={n} {...head}>
          {n === 0 && (
            <>
              <Title>{title}</Title>
              <Facts columns={3} of={[...facts, ['Number of rows', numberText(count)], ['Made on', made]]} />
              {isCut && <Prose>{cutText(shown, count)}</Prose>}
            </>
          )}
          <PaperPart>
            <Lines columns={table.columns} rows={rows} size={table.size} isTight />
            {count === 0 && <Prose>No rows match.</Prose>}
          </PaperPart>
        </Sheet>
      ))}
    </Paper>
  )
}

/** Says which rows are missing from a paper. */
const cutText = (shown: number, count: number): string =>
  `These are the first ${numberText(shown)} of ${numberText(count)} rows: a PDF holds no more. A CSV holds all of them.`
