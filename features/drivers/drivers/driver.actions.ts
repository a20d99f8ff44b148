// The actions on drivers in their list (D-DRV-4, D-ACC-3).
import Wallet from '@mui/icons-material/AccountBalanceWalletOutlined'
import PersonOff from '@mui/icons-material/PersonOffOutlined'
import Person from '@mui/icons-material/PersonOutlined'
import Receipt from '@mui/icons-material/ReceiptLongOutlined'
import { call } from '@wattdesk/wire/call'
import type { Action } from '#kit/actions.tsx'
import { recordActions } from '#kit/record-actions.ts'
import { type Driver, getDriver, listDrivers, setDriverStatus } from './driver.contract.ts'

export const LIST = '/customer'
export const pathOf = (driver: Pick<Driver, 'id'>): string => `${LIST}/${driver.id}`

/** The page of transactions with all by which it knows a driver; what the driver does not have is left out. */
function transactionsOf({ id, email, phone, domain, ocpp_tag_pk }: Driver): string {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries({ id, email, phone, domain, ocpp_tag_pk }))
    if (value !== null && value !== '') query.set(key, String(value))
  return `/transactions?${query}`
}

const actions = recordActions('driver', 'Customers')
export const addDriver = actions.add('Add EV Driver', `${LIST}/new`)

const statusAction = (status: 'Y' | 'N', label: string, icon: Action['icon']): Action<Driver> => ({
  id: `${label.toLowerCase()}-driver`,
  label,
  icon,
  right: 'Customers.delete',
  when: d => d.active !== status,
  run: d => call(setDriverStatus, { params: { id: d.id }, body: { status } }),
  refreshes: [listDrivers, getDriver],
})
export const rowActions: readonly Action<Driver>[] = [
  ...actions.open(pathOf),
  statusAction('N', 'Disable', PersonOff),
  statusAction('Y', 'Enable', Person),
  {
    id: 'driver-wallet',
    label: 'Wallet History',
    icon: Wallet,
    right: 'Customers.update',
    run: (d, { navigate }) => navigate(`/wallet/${d.id}`),
  },
  {
    id: 'driver-transactions',
    label: 'Transactions',
    icon: Receipt,
    right: 'Customers.update',
    run: (d, { navigate }) => navigate(transactionsOf(d)),
  },
]
