// The payout status of a transaction with its notes: inputs with U, the button with FA, fixed while the status is one
// that the payment provider sets (D-TXN-3, D-TXN-4). In a payout only the notes can be changed (D-PO-3).
import { call } from '@wattdesk/wire/call'
import type { z } from 'zod'
import { Form, useRecordForm } from '#kit/form.tsx'
import { useAccess, useSession } from '#kit/session.ts'
import { StatusChange } from './status-change.contract.ts'
import {
  getTransaction,
  listTransactions,
  type Transaction,
  transactionRecord,
  updateTransactionStatus,
} from './transaction.contract.ts'
import { isFixedStatus, statusOptions } from './transaction.rules.ts'

type Values = z.input<typeof StatusChange>

type Status = Pick<Transaction, 'transactionId' | 'status' | 'notes' | 'payoutId'>
const valuesOf = ({ status, notes }: Pick<Status, 'status' | 'notes'>): Values => ({
  status: (status ?? '') as Values['status'],
  notes: notes ?? '',
})

export function StatusForm({ t, tag }: { t: Status; tag: string | undefined }) {
  const { teamId } = useSession()
  const { canUpdate, may } = useAccess('Transaction')
  const fixed = isFixedStatus(t.status)
  const why = fixed
    ? 'Set by the payment provider: the status cannot be changed.'
    : t.payoutId !== null && `This session is in payout ${t.payoutId}, so its status is that of the payout.`
  const form = useRecordForm<Values, StatusChange, unknown>({
    schema: StatusChange,
    values: valuesOf(t),
    version: { kind: transactionRecord, recordId: t.transactionId, reader: getTransaction, tag, valuesOf },
    readOnly: !canUpdate || fixed,
    save: (body, sent) => call(updateTransactionStatus, { params: { teamId, id: t.transactionId }, body }, sent),
    refreshes: [getTransaction, listTransactions],
  })
  const { Select, Multiline } = form.fields
  const maySave = may('FA') && !fixed
  return (
    <Form
      in="card"
      form={form}
      title="Status"
      label="Payment and payout status"
      submit="Update Transaction"
      bar={maySave}
    >
      <Select name="status" label="Status" options={statusOptions} {...(why && { disabled: true, help: why })} />
      <Multiline name="notes" label="Notes" rows={3} help="At most 600 characters, saved together with a status." />
    </Form>
  )
}
