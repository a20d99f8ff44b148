// Lowers the bill of a session: shows the bill that follows and where the difference goes before anything is written (M-2.7).
import { useQuery } from '@tanstack/react-query'
import { call, query } from '@wattdesk/wire/call'
import type { z } from 'zod'
import { BillLines } from '#charging/billing/bill-lines.parts.tsx'
import { ErrorNotice } from '#kit/error.tsx'
import { moneyText } from '#kit/figures.tsx'
import { Form, useRecordForm } from '#kit/form.tsx'
import { useSession } from '#kit/session.ts'
import { listRecordAudit } from '#office/audit/audit.contract.ts'
import { getSessionMoney } from '#settlement/money-timeline/money.contract.ts'
import { billRecord, correctBill, getBill, previewBill, type SessionBill } from './bill-correction.contract.ts'
import { BillCorrection, LONGEST_REASON } from './bill-correction-body.contract.ts'
import { getTransaction, listTransactions } from './transaction.contract.ts'

type Values = z.input<typeof BillCorrection>
const valuesOf = (b: Pick<SessionBill, 'total'>): Values => ({ total: b.total, note: '' })
type Props = { transactionId: number; onClose: () => void }

export default function BillDialog({ transactionId, onClose }: Props) {
  const { teamId } = useSession()
  const found = useQuery({ ...query(getBill, { params: { teamId, id: transactionId } }), staleTime: 0 })
  if (found.data) return <Shown b={found.data.data} tag={found.data.tag} onClose={onClose} />
  return found.error ? <ErrorNotice error={found.error} onRetry={() => void found.refetch()} /> : null
}

function Shown({ b, tag, onClose }: { b: SessionBill; tag: string | undefined; onClose: () => void }) {
  const { teamId } = useSession()
  const { transactionId } = b
  const params = { teamId, id: transactionId }
  const form = useRecordForm<Values, BillCorrection, unknown>({
    schema: BillCorrection,
    values: valuesOf(b),
    version: { kind: billRecord, recordId: transactionId, reader: getBill, tag, valuesOf },
    // The server works out the consequences; nothing is sent before the reader has seen them.
    confirm: async ({ total }) => {
      const { data } = await call(previewBill, { params, body: { total } })
      return {
        title: `Transaction ${transactionId}`,
        text: [
          `The bill goes down by ${moneyText(data.less)} to ${moneyText(data.bill.total)}.`,
          ...(data.nearest === null ? [] : [data.nearest]),
          data.back,
        ].join(' '),
        yes: 'Correct Bill',
        details: <BillLines bill={data.bill} />,
      }
    },
    save: (body, sent) => call(correctBill, { params, body }, sent),
    refreshes: [getBill, getTransaction, listTransactions, getSessionMoney, listRecordAudit],
    onSaved: onClose,
  })
  const { Number: Amount, Multiline } = form.fields
  return (
    <Form
      in="dialog"
      form={form}
      title={`Correct the bill of transaction ${transactionId}`}
      text={`The bill is ${moneyText(b.total)}. It can be lowered; the difference goes back the way it was paid.`}
      label="Correction"
      submit="Correct Bill"
      onClose={onClose}
    >
      <Amount name="total" label="New Total" unit="₹" required />
      <Multiline name="note" label="Reason" required rows={2} maxLength={LONGEST_REASON} help="Kept in the history." />
    </Form>
  )
}
