// Reconciliation: the books of the chosen team, for users who close a month (D-WAL-3).
import { Box } from '@mui/material'
import { useId } from 'react'
import { useAddress } from '#kit/address.ts'
import { Empty } from '#kit/empty.tsx'
import { Page } from '#kit/page.tsx'
import { useSession } from '#kit/session.ts'
import { TabBar, type TabItem, TabPanel } from '#kit/tabs.tsx'
import { ClearingAccounts } from './clearing.tsx'
import { MonthEnd } from './month-end.tsx'
import { ProviderBooks } from './provider-books.tsx'
import { Registers } from './registers.tsx'
import { TrialBalance } from './trial-balance.tsx'

const TABS: readonly TabItem[] = [
  { id: 'balance', label: 'Trial balance', panel: <TrialBalance /> },
  { id: 'clearing', label: 'Clearing', panel: <ClearingAccounts /> },
  { id: 'provider', label: 'Provider', panel: <ProviderBooks /> },
  { id: 'month', label: 'Month end', panel: <MonthEnd /> },
  { id: 'registers', label: 'Registers', panel: <Registers /> },
]

export function ReconciliationPage() {
  const { teamId } = useSession()
  const [params, change] = useAddress()
  const base = useId()
  const current = TABS.find(t => t.id === params.get('tab'))?.id ?? 'balance'
  // Each tab has lists of its own: of the address only the month goes along.
  const choose = (id: string) =>
    change(now => {
      for (const name of [...now.keys()]) if (name !== 'month') now.delete(name)
      if (id !== 'balance') now.set('tab', id)
    })
  if (teamId === 0)
    return (
      <Page>
        <Empty title="Please select a team to see its books" />
      </Page>
    )
  return (
    <Page>
      <Box>
        <TabBar label="Reconciliation" items={TABS} current={current} onChoose={choose} base={base} />
        {TABS.map(t => (
          <TabPanel key={t.id} item={t} isShown={t.id === current} keep={false} base={base} />
        ))}
      </Box>
    </Page>
  )
}
