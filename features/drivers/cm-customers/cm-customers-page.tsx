// The customers of all companies below the team (D-CM-1).

import Edit from '@mui/icons-material/EditOutlined'
import Group from '@mui/icons-material/GroupOutlined'
import PersonOff from '@mui/icons-material/PersonOffOutlined'
import Person from '@mui/icons-material/PersonOutlined'
import Wallet from '@mui/icons-material/WalletOutlined'
import type { Driver } from '#drivers/drivers/driver.contract.ts'
import { DRIVER_STATES } from '#drivers/drivers/driver.words.ts'
import type { Action } from '#kit/actions.tsx'
import type { Column } from '#kit/columns.tsx'
import { DataGrid } from '#kit/data-grid.tsx'
import { Page } from '#kit/page.tsx'
import { StatTile, Tiles } from '#kit/stat-tile.tsx'
import { StatusChip } from '#kit/status-chip.tsx'
import { useTeamList } from '#kit/team-list.ts'
import { listCmCustomers } from './cm-customer.contract.ts'

export const LIST = '/cm-customer'
const stateOf = (d: Pick<Driver, 'active'>) => DRIVER_STATES[d.active === 'Y' ? 0 : 1]

const columns: readonly Column<Driver>[] = [
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
  { field: 'domain', header: 'Domain', sort: false, hidden: true },
]
const filterFields = [
  { field: 'fullName', label: 'Name', type: 'text' },
  { field: 'email', label: 'Email ID', type: 'text' },
  { field: 'phone', label: 'Phone Number', type: 'text' },
  { field: 'active', label: 'Status', type: 'text' },
  { field: 'domain', label: 'Domain', type: 'text' },
  { field: 'createdAt', label: 'Created on', type: 'date' },
] as const
const rowActions: readonly Action<Driver>[] = [
  {
    id: 'open-cm-customer',
    label: 'Edit',
    icon: Edit,
    right: 'CMCustomers.update',
    run: (d, { navigate }) => navigate(`${LIST}/${d.id}`),
  },
  {
    id: 'cm-wallet',
    label: 'Wallet History',
    icon: Wallet,
    right: 'CMCustomers.view',
    run: (d, { navigate }) => navigate(`${LIST}/wallet/${d.id}`),
  },
]

export function CmCustomersPage() {
  const { list, state } = useTeamList(listCmCustomers, teamId => ({ query: { teamId } }), { sort: '-createdAt' })
  const summary = list.reply?.summary
  return (
    <Page>
      <Tiles>
        <StatTile label="Total Customers" icon={Group} value={summary?.total} isLoading={list.isLoading} />
        <StatTile label="Active Customers" icon={Person} value={summary?.active} isLoading={list.isLoading} />
        <StatTile label="Inactive Customers" icon={PersonOff} value={summary?.inactive} isLoading={list.isLoading} />
      </Tiles>
      <DataGrid
        label="Customers"
        columns={columns}
        list={list}
        state={state}
        rowId={d => d.id}
        rowLink={d => `${LIST}/${d.id}`}
        actions={rowActions}
        search="Search by name, email or phone number"
        filterFields={filterFields}
        file="customers"
        empty={{ title: 'No customers yet', text: 'EV drivers of this team and the teams below it stand here.' }}
      />
    </Page>
  )
}
