// The lists that the server makes files of, each with its title, its columns and the name of its file.
import type { Settlement } from '#settlement/payouts/payout.contract.ts'
import { settlementColumns } from '#settlement/payouts/settlement-columns.tsx'
import type { ListKind } from './list-kind.ts'
import { REPORT_LISTS } from './report-lists.ts'

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
  ...REPORT_LISTS,
])
