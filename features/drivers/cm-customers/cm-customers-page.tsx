// The customers of all companies below the team (D-CM-1).
import Edit from '@mui/icons-material/EditOutlined'
import Group from '@mui/icons-material/GroupOutlined'
import PersonOff from '@mui/icons-material/PersonOffOutlined'
import Person from '@mui/icons-material/PersonOutlined'
import Wallet from '@mui/icons-material/WalletOutlined'
import type { Driver } from '#drivers/drivers/driver.contract.ts'
import type { Action } from '#kit/actions.tsx'
import { DataGrid } from '#kit/data-grid.tsx'
import { Page } from '#kit/page.tsx'
import { StatTile, Tiles } from '#kit/stat-tile.tsx'
import { useTeamList } from '#kit/team-list.ts'
import { listCmCustomers } from './cm-customer.contract.ts'
import { customerColumns } from './customer-columns.tsx'

export const LIST = '/cm-customer'

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
        columns={customerColumns}
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
