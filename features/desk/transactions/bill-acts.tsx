// The actions on a bill: read its invoice, and lower it.
import { Button, Stack } from '@mui/material'
import { Suspense, useState } from 'react'
import { Link as RouterLink } from 'react-router'
import { later } from '#kit/later.ts'
import { useAccess } from '#kit/session.ts'
import type { TransactionDetail } from './transaction.contract.ts'

const BillDialog = later(() => import('./bill-dialog.tsx'))

/** Shown for completed, billed sessions; the invoice remains when the bill was lowered to nothing. */
export function BillActs({ t }: { t: TransactionDetail }) {
  const { may, canView } = useAccess('Transaction')
  const isFinanceAdmin = useAccess('Finance').may('FA')
  const [isOpen, setOpen] = useState(false)
  const { bill } = t
  if (!bill || !canView || t.stoptime === null || t.inReview || (bill.total === 0 && bill.version < 2)) return null
  return (
    <Stack data-noprint direction="row" useFlexGap sx={{ gap: 1, mt: 2, flexWrap: 'wrap' }}>
      <Button size="small" variant="outlined" component={RouterLink} to={`/transactions/${t.transactionId}/invoice`}>
        Invoice
      </Button>
      {may('FA') && isFinanceAdmin && bill.total > 0 && (
        <Button size="small" onClick={() => setOpen(true)}>
          Correct Bill
        </Button>
      )}
      {isOpen && (
        <Suspense>
          <BillDialog transactionId={t.transactionId} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Stack>
  )
}
