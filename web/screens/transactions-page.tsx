// Transactions & Refunds: the list of sessions, with what waits for a decision beside it, the payments of drivers, and what
// owners are paid.
import { Suspense } from 'react'
import { Payments } from '../../features/payments/payments.parts.tsx'
import { ToReview } from '../../features/session-reviews/to-review.parts.tsx'
import { Transactions } from '../../features/transactions/transactions.parts.tsx'
import { later } from '../kit/later.ts'
import { Page } from '../kit/page.tsx'
import { RowsSkeleton } from '../kit/skeleton.tsx'
import { Tabs } from '../kit/tabs.tsx'

const Payouts = later(() => import('../../features/payouts/payouts.parts.tsx').then(m => ({ default: m.Payouts })))

export function TransactionsPage() {
  return (
    <Page>
      <Tabs
        label="Transactions & Refunds"
        items={[
          { id: 'transactions', label: 'Transactions', panel: <Transactions beside={<ToReview />} /> },
          { id: 'payments', label: 'Payments', panel: <Payments /> },
          {
            id: 'payouts',
            label: 'Payouts',
            panel: (
              <Suspense fallback={<RowsSkeleton />}>
                <Payouts />
              </Suspense>
            ),
          },
        ]}
      />
    </Page>
  )
}
