// A list that the server makes files of.
import type { Column } from '#kit/columns.tsx'

/** `R`: a row of the list's reply; `P`: what the server gives beside the rows, as the filters. */
export type ListKind<R = unknown, P = unknown> = {
  /** Stands over the paper. */
  title: (props: P) => string
  /** The name of the file, without its ending. */
  fileName: (props: P) => string
  /** What the rows are chosen by, label and value: stands under the title of the paper. */
  facts: (props: P) => readonly (readonly [string, string])[]
  /** All columns; a paper shows those that its grid shows at first. */
  columns: (props: P) => readonly Column<R>[]
  /** So many of its first rows are sums of the others, and are not counted. */
  sums?: number
}
