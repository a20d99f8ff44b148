// One session of the refund list: its refunds on top, the page of the transaction below (D-TXN-9).
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CallError, keyOf, query } from '@wattdesk/wire/call'
import { useParams } from 'react-router'
import { TransactionShown } from '#desk/transactions/transaction-shown.parts.tsx'
import { ErrorNotice } from '#kit/error.tsx'
import { Gone } from '#kit/gone.tsx'
import { useLive, usePolling } from '#kit/live.ts'
import { Page } from '#kit/page.tsx'
import { FormSkeleton } from '#kit/skeleton.tsx'
import { getRefund } from './refund-list.contract.ts'
import { SessionRefunds } from './session-refunds.tsx'

const POLL_MS = 30_000

export function RefundPage() {
  const { id = '' } = useParams()
  const cache = useQueryClient()
  const isId = /^[1-9]\d{0,9}$/.test(id) && Number(id) <= 2_147_483_647
  const found = useQuery({
    ...query(getRefund, { params: { id: Number(id) } }),
    enabled: isId,
    refetchInterval: usePolling(POLL_MS),
  })
  useLive('refund', events => {
    if (events.some(e => e.transactionId === Number(id))) void cache.invalidateQueries({ queryKey: keyOf(getRefund) })
  })
  const status = found.error instanceof CallError ? found.error.status : undefined
  if (!isId || status === 404 || status === 422) return <Gone text="Transaction not found" to="/refund" />
  if (status === 403) return <Gone text="Not Authorized" to="/refund" />
  const crumbs = [{ label: 'Refund', to: '/refund' }, { label: id }]
  if (found.data) {
    const r = found.data.data
    return <TransactionShown key={id} t={r} tag={found.data.tag} crumbs={crumbs} top={<SessionRefunds r={r} />} />
  }
  return (
    <Page title={`Transaction ${id}`} crumbs={crumbs}>
      {found.error ? (
        <ErrorNotice error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <FormSkeleton fields={12} />
      )}
    </Page>
  )
}
