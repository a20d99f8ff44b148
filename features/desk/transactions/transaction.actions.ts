// The actions on a transaction: view, stop while it runs, read the charger's log.
import ArticleOutlined from '@mui/icons-material/ArticleOutlined'
import StopCircle from '@mui/icons-material/StopCircleOutlined'
import Visibility from '@mui/icons-material/VisibilityOutlined'
import { sendOperation } from '#control/remote-operations/send.actions.ts'
import { connectorWords } from '#fleet/stations/evse-words.rules.ts'
import type { Action } from '#kit/actions.tsx'
import { getTransaction, listTransactions, type Transaction } from './transaction.contract.ts'

type Target = Pick<
  Transaction,
  'transactionId' | 'chargepoint_id' | 'charge_box_pk' | 'connectorId' | 'evseId' | 'evseConnectorId' | 'stoptime'
>

const viewTransaction: Action<Target> = {
  id: 'view-transaction',
  label: 'View',
  icon: Visibility,
  right: 'Transaction.view',
  run: (t, { navigate }) => navigate(`/transactions/${t.transactionId}`),
}

/**
 * Asks the charger to stop and follows that operation; the session ends when the charger reports its stop, which the
 * live stream shows (D-TXN-8).
 */
export const stopTransaction: Action<Target> = {
  id: 'stop-transaction',
  label: 'Stop',
  icon: StopCircle,
  right: 'ChargerPoint.update',
  when: t => t.stoptime === null,
  danger: true,
  confirm: t => ({
    title: `Transaction ${t.transactionId}`,
    text: `Stop this transaction? ${t.chargepoint_id}, ${connectorWords(t)}, stops charging and the session is billed.`,
    yes: 'Stop',
    danger: true,
  }),
  run: async (t, { teamId }) => {
    await sendOperation(
      teamId,
      {
        chargerId: t.chargepoint_id,
        remoteOperationType: 'RemoteStop',
        parameters: { transactionId: t.transactionId },
      },
      `Stop transaction ${t.transactionId} on ${t.chargepoint_id}`,
    )
  },
  refreshes: [listTransactions, getTransaction],
}

export const viewLogs: Action<Target> = {
  id: 'transaction-logs',
  label: 'View Logs',
  icon: ArticleOutlined,
  right: 'ChargerPoint.view',
  run: (t, { navigate }) => navigate(`/charger/${t.charge_box_pk}?tab=logs`),
}
export const transactionActions = [viewTransaction, stopTransaction, viewLogs] as const
