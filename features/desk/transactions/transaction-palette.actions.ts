// Transactions in the palette, by the beginning of their id.
import ReceiptLong from '@mui/icons-material/ReceiptLongOutlined'
import { call } from '@wattdesk/wire/call'
import { connectorMark } from '#fleet/stations/evse-words.rules.ts'
import { addPaletteSource } from '#kit/shortcuts.ts'
import { listTransactions } from './transaction.contract.ts'

addPaletteSource({
  id: 'transactions',
  group: 'Transactions',
  right: 'Transaction.view',
  find: async (text, { teamId, signal }) => {
    const id = text.replace(/^#/, '')
    if (!/^[1-9]\d*$/.test(id)) return []
    const conditions = [{ field: 'transactionId', operator: 'startsWith', value: id }]
    const { data } = await call(
      listTransactions,
      {
        params: { teamId },
        query: { page: 1, pageSize: 5, total: 'fast', filters: JSON.stringify({ combine: 'AND', conditions }) },
      },
      { signal },
    )
    return data.map(t => ({
      id: String(t.transactionId),
      label: `Transaction ${t.transactionId}`,
      hint: `${t.chargepoint_id} / ${connectorMark(t)}`,
      to: `/transactions/${t.transactionId}`,
      icon: ReceiptLong,
    }))
  },
})
