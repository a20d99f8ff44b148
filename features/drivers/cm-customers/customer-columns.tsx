// The columns of the list of customers, for the grid and for files.
import type { Driver } from '#drivers/drivers/driver.contract.ts'
import { DRIVER_STATES } from '#drivers/drivers/driver.words.ts'
import type { Column } from '#kit/columns.tsx'
import { StatusChip } from '#kit/status-chip.tsx'

const stateOf = (d: Pick<Driver, 'active'>) => DRIVER_STATES[d.active === 'Y' ? 0 : 1]

export const customerColumns: readonly Column<Driver>[] = [
  { field: 'fullName', header: 'Name', identity: true, minWidth: 170, flex: 1.2 },
  { field: 'email', header: 'Email ID', minWidth: 190, flex: 1.3 },
  { field: 'phone', header: 'Phone Number', minWidth: 140 },
  { field: 'team_name', header: 'Team', sort: false, minWidth: 140 },
  { field: 'balanceAmount', header: 'Wallet Amount', kind: 'money', sort: false, minWidth: 130 },
  {
    field: 'active',
    header: 'Status',
    minWidth: 110,
    flex: 0.6,
    value: stateOf,
    cell: d => <StatusChip kind="record" value={stateOf(d)} />,
    head: true,
  },
  { field: 'createdAt', header: 'Created on', kind: 'time', minWidth: 150 },
  { field: 'gstin', header: 'GSTIN', sort: false, hidden: true, minWidth: 170 },
  { field: 'legalName', header: 'Legal Name', sort: false, hidden: true, minWidth: 170 },
  { field: 'domain', header: 'Domain', sort: false, hidden: true },
]
