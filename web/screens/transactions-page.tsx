// Transactions & Refunds: the list of sessions, with what waits for a decision beside it, and the payments of drivers.
import { Payments } from '../../features/payments/payments.parts.tsx'
import { ToReview } from '../../features/session-reviews/to-review.parts.tsx'
import { Transactions } from '../../features/transactions/transactions.parts.tsx'
import { Page } from '../kit/page.tsx'
import { Tabs } from '../kit/tabs.tsx'

export function TransactionsPage() {
  return (
    <Page>
      <Tabs
        label="Transactions & Refunds"
        items={[
          { id: 'transactions', label: 'Transactions', panel: <Transactions beside={<ToReview />} /> },
          { id: 'payments', label: 'Payments', panel: <Payments /> },
        ]}
      />
    </Page>
  )
}
