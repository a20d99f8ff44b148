// Papers for the tax office (M-8): what the operator's accountant needs beside the money.
import { Box } from '@mui/material'
import { useId } from 'react'
import { useAddress } from '#kit/address.ts'
import { Empty } from '#kit/empty.tsx'
import { Page } from '#kit/page.tsx'
import { useSession } from '#kit/session.ts'
import { TabBar, type TabItem, TabPanel } from '#kit/tabs.tsx'
import { TaxSettings } from '#office/tax-settings/tax-settings.parts.tsx'
import { TaxCertificates } from '#settlement/collected-taxes/certificates.parts.tsx'
import { CollectedTaxes } from '#settlement/collected-taxes/collected-taxes.parts.tsx'
import { CommissionInvoices } from '#settlement/commission-invoices/commission-invoices.parts.tsx'
import { EInvoices } from '#settlement/e-invoices/e-invoices.parts.tsx'
import { Deliveries } from '#settlement/reconciliation/deliveries.parts.tsx'
import { TaxExports } from '#settlement/tax-exports/exports.parts.tsx'
import { Vouchers } from '#settlement/vouchers/vouchers.parts.tsx'

const TABS: readonly [TabItem, ...TabItem[]] = [
  { id: 'settings', label: 'Settings', panel: <TaxSettings /> },
  { id: 'e-invoices', label: 'E-invoices', panel: <EInvoices /> },
  { id: 'commission', label: 'Commission invoices', panel: <CommissionInvoices /> },
  { id: 'collected', label: 'Collected and deducted', panel: <CollectedTaxes /> },
  { id: 'certificates', label: 'Certificates', panel: <TaxCertificates /> },
  { id: 'deliveries', label: 'Deliveries', panel: <Deliveries /> },
  { id: 'vouchers', label: 'Vouchers', panel: <Vouchers /> },
  { id: 'exports', label: 'Exports', panel: <TaxExports /> },
]

export function TaxPapersPage() {
  const { teamId } = useSession()
  const [params, change] = useAddress()
  const base = useId()
  const [first] = TABS
  const current = TABS.find(t => t.id === params.get('tab'))?.id ?? first.id
  // Each tab has lists of its own: of the address only the month goes along.
  const choose = (id: string) =>
    change(now => {
      for (const name of [...now.keys()]) if (name !== 'month') now.delete(name)
      if (id !== first.id) now.set('tab', id)
    })
  if (teamId === 0)
    return (
      <Page>
        <Empty title="Please select a team to see its papers" />
      </Page>
    )
  return (
    <Page>
      <Box>
        <TabBar label="Papers for the tax office" items={TABS} current={current} onChoose={choose} base={base} />
        {TABS.map(t => (
          <TabPanel key={t.id} item={t} isShown={t.id === current} keep={false} base={base} />
        ))}
      </Box>
    </Page>
  )
}
