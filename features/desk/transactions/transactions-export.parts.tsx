// The sessions that started in a range as a file; the dashboard's figures are made of them (D-DASH-4).
import { rowsOf } from '@wattdesk/wire/rows'
import { streamOf } from '#kit/export.ts'
import { useAccess, useSession } from '#kit/session.ts'
import { ExportMenu } from '#kit/tool-menu.tsx'
import { listTransactions } from './transaction.contract.ts'

/**
 * All columns of the transactions that started from `from` to `to`, both included; renders nothing for readers who may
 * not see them.
 */
export function TransactionsExport({ from, to }: { from: Date; to: Date }) {
  const { teamId } = useSession()
  const { canView } = useAccess('Transaction')
  if (teamId === 0 || !canView) return null
  return (
    <ExportMenu
      label="Export transactions of the period"
      file="transactions"
      stream={async () => {
        // The dashboard shows no column of theirs.
        const { transactionColumns } = await import('./transaction-columns.tsx')
        const query = { start: from.toISOString(), end: to.toISOString(), sort: '-starttime', export: 'all' } as const
        return streamOf(transactionColumns, rowsOf(listTransactions, { params: { teamId }, query }))
      }}
    />
  )
}
