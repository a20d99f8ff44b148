// The lists that the server makes files of, each with its title, its columns and the name of its file.
import type { Column } from '#kit/columns.tsx'
import type { Settlement } from '#settlement/payouts/payout.contract.ts'
import { settlementColumns } from '#settlement/payouts/settlement-columns.tsx'

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
}
/** A kind of list, its rows and properties as the server gives them. */
const list = <R, P>(kind: ListKind<R, P>): ListKind => kind as unknown as ListKind

export const LISTS: ReadonlyMap<string, ListKind> = new Map([
  [
    'settlements',
    list<Settlement, { facts: [string, string][] }>({
      title: () => 'Settlements',
      fileName: () => 'settlements',
      facts: ({ facts }) => facts,
      columns: () => settlementColumns(false),
    }),
  ],
])
