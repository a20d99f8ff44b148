// The state of a payout with its notes, set by the finance admin for all its sessions at once (D-PO-3).
import { useQuery } from '@tanstack/react-query'
import { call, query } from '@wattdesk/wire/call'
import { useEffect } from 'react'
import type { z } from 'zod'
import { moneyText } from '#kit/figures.tsx'
import { Form, useRecordForm } from '#kit/form.tsx'
import { notify } from '#kit/notices.tsx'
import { payoutReads } from './payout.actions.ts'
import { getPayout, type PayoutDetail, payoutRecord, setPayoutStatus } from './payout.contract.ts'
import { statusWords } from './payout.words.ts'
import { PayoutStatusBody } from './payout-body.contract.ts'

type Values = z.input<typeof PayoutStatusBody>
const valuesOf = ({ status, notes }: Pick<PayoutDetail, 'status' | 'notes'>): Values => ({ status, notes })
const options = (['PAYOUTPENDING', 'PAYOUTCOMPLETED'] as const).map(value => ({ value, label: statusWords[value] }))

type Props = { payoutId: string; teamId: number; onClose: () => void }
/** Reads the present payout, so that no change of another user is overwritten unseen. */
export default function PayoutStatusDialog({ payoutId, teamId, onClose }: Props) {
  const { data, error } = useQuery(query(getPayout, { params: { teamId, payoutId } }))
  useEffect(() => {
    if (!error || data) return
    notify.error(error)
    onClose()
  }, [error, data, onClose])
  return data ? <StatusForm payout={data.data} tag={data.tag} teamId={teamId} onClose={onClose} /> : null
}

type FormProps = { payout: PayoutDetail; tag: string | undefined; teamId: number; onClose: () => void }
function StatusForm({ payout: p, tag, teamId, onClose }: FormProps) {
  const form = useRecordForm<Values, PayoutStatusBody, unknown>({
    schema: PayoutStatusBody,
    values: valuesOf(p),
    version: { kind: payoutRecord, recordId: p.payoutId, reader: getPayout, tag, valuesOf },
    save: (body, sent) => call(setPayoutStatus, { params: { teamId, payoutId: p.payoutId }, body }, sent),
    refreshes: payoutReads,
    onSaved: onClose,
  })
  const { Select, Multiline } = form.fields
  return (
    <Form
      in="dialog"
      form={form}
      title={`Payout ${p.payoutId}`}
      text={`${moneyText(p.CPOPayout)} to ${p.team_name}. The state holds for all its transactions.`}
      submit="Set status"
      submitting="Setting..."
      onClose={onClose}
    >
      <Select name="status" label="Status" options={options} required />
      <Multiline
        name="notes"
        label="Notes"
        rows={3}
        help="Such as the bank's reference number. At most 600 characters."
      />
    </Form>
  )
}
