// The wallet of a customer, read-only: its owner, and the movements of its balance (D-SHELL-4).
import { Card, Stack, Typography } from '@mui/material'
import { CallError } from '@wattdesk/wire/call'
import { useLocation, useParams } from 'react-router'
import type { WalletOwner } from '#drivers/wallets/wallet.contract.ts'
import { DetailList } from '#kit/detail-list.tsx'
import { Money } from '#kit/figures.tsx'
import { Gone } from '#kit/gone.tsx'
import { Page } from '#kit/page.tsx'
import { BlockSkeleton } from '#kit/skeleton.tsx'
import { Time } from '#kit/time.tsx'
import { useWalletHistory, WalletHistory } from './wallet-history.tsx'

const Customer = ({ customer: c }: { customer: WalletOwner }) => (
  <DetailList
    items={[
      { label: 'ID', value: c.id },
      { label: 'Name', value: c.fullName },
      { label: 'Email', value: c.email },
      { label: 'Phone', value: c.phone },
      { label: 'ocpp_tag_pk', value: c.ocpp_tag_pk },
      { label: 'Created At', value: <Time at={c.createdAt} /> },
      { label: 'Wallet Amount', value: <Money amount={c.balanceAmount} /> },
      { label: 'Kept back for running sessions', value: <Money amount={c.heldAmount} />, hidden: c.heldAmount === 0 },
    ]}
  />
)

function Shown({ id, list }: { id: number; list: string }) {
  const history = useWalletHistory(id)
  const { reply, error } = history.list
  const status = error instanceof CallError ? error.status : undefined
  if (status === 404) return <Gone text="Customer not found" to={list} />
  if (status === 403) return <Gone text="Not Authorized" to="/dashboard" />
  const customer = reply?.customer
  return (
    <Page title="Wallet" crumbs={[{ label: 'Customers', to: list }, { label: customer?.fullName ?? '…' }]}>
      <Stack spacing={2}>
        <Card component="section" aria-label="Customer Information" sx={{ p: { xs: 2, sm: 2.5 } }}>
          <Typography variant="h2" sx={{ mb: 1.5 }}>
            Customer Information
          </Typography>
          {customer ? <Customer customer={customer} /> : !error && <BlockSkeleton height={96} />}
        </Card>
        <Typography variant="h2">Wallet History</Typography>
        <WalletHistory {...history} />
      </Stack>
    </Page>
  )
}

export function WalletPage() {
  const { id = '' } = useParams()
  const { pathname } = useLocation()
  const list = pathname.startsWith('/cm-customer') ? '/cm-customer' : '/customer'
  const isId = /^[1-9]\d{0,9}$/.test(id) && Number(id) <= 2_147_483_647
  if (!isId) return <Gone text="Customer not found" to={list} />
  return <Shown key={id} id={Number(id)} list={list} />
}
