// The page of one transaction, read as a record that several people may edit.
import { useQuery } from '@tanstack/react-query'
import { CallError, query } from '@wattdesk/wire/call'
import { useParams } from 'react-router'
import { ErrorNotice } from '#kit/error.tsx'
import { Gone } from '#kit/gone.tsx'
import { usePolling } from '#kit/live.ts'
import { Page } from '#kit/page.tsx'
import { useSession } from '#kit/session.ts'
import { FormSkeleton } from '#kit/skeleton.tsx'
import { getTransaction } from './transaction.contract.ts'
import { TransactionShown } from './transaction-shown.parts.tsx'

const crumbs = (id: string) => [{ label: 'Transactions', to: '/transactions' }, { label: id }]
const POLL_MS = 10_000

export function TransactionPage() {
  const { id = '' } = useParams()
  const { teamId } = useSession()
  const isId = /^[1-9]\d{0,9}$/.test(id) && Number(id) <= 2_147_483_647
  const polling = usePolling(POLL_MS)
  const found = useQuery({
    ...query(getTransaction, { params: { teamId, id: Number(id) } }),
    enabled: isId && teamId !== 0,
    refetchInterval: q => (q.state.data?.data.stoptime === null ? polling : false),
  })
  const status = found.error instanceof CallError ? found.error.status : undefined
  if (!isId || status === 404 || status === 422) return <Gone text="Transaction not found" to="/transactions" />
  if (status === 403) return <Gone text="Not Authorized" to="/transactions" />
  if (found.data) return <TransactionShown key={id} t={found.data.data} tag={found.data.tag} crumbs={crumbs(id)} />
  return (
    <Page title={`Transaction ${id}`} crumbs={crumbs(id)}>
      {found.error ? (
        <ErrorNotice error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <FormSkeleton fields={12} />
      )}
    </Page>
  )
}
