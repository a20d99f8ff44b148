// The columns of the list of price groups, for the grid and for files.
import type { Column } from '#kit/columns.tsx'
import { typeLabel } from './price.words.ts'
import type { PriceGroupRow } from './price-group.contract.ts'

export const priceGroupColumns = (isMany: boolean): Column<PriceGroupRow>[] => [
  { field: 'name', header: 'Name', identity: true, minWidth: 180, flex: 1.2 },
  { field: 'description', header: 'Description', minWidth: 220, flex: 2 },
  {
    field: 'priceGroupType',
    header: 'Pricing Type',
    value: g => (g.priceGroupType ? typeLabel[g.priceGroupType] : ''),
    minWidth: 120,
    flex: 0.7,
    head: true,
  },
  { field: 'create_time', header: 'Creation Time', kind: 'time', minWidth: 160 },
  { field: 'update_time', header: 'Update Time', kind: 'time', minWidth: 160 },
  { field: 'team_name', header: 'Team', sort: false, minWidth: 130, hidden: !isMany },
]
