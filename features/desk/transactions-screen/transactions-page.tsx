// Transactions & Refunds: the list of sessions, the sessions to review, the payments of drivers, and the payouts of
// owners.
import { Suspense } from 'react'
import { ToReview } from '#desk/session-reviews/to-review.parts.tsx'
import { Transactions } from '#desk/transactions/transactions.parts.tsx'
import { later } from '#kit/later.ts'
import { Page } from '#kit/page.tsx'
import { RowsSkeleton } from '#kit/skeleton.tsx'
import { Tabs } from '#kit/tabs.tsx'
import { Payments } from '#settlement/payments/payments.parts.tsx'

const Payouts = later(() => import('#settlement/payouts/payouts.parts.tsx').then(m => ({ default: m.Payouts })))

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
