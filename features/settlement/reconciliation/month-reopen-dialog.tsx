// Reopens the last closed month, with the reason for it.
import { monthText } from '@wattdesk/base/time'
import { call } from '@wattdesk/wire/call'
import type { z } from 'zod'
import { Form, useRecordForm } from '#kit/form.tsx'
import { useSession } from '#kit/session.ts'
import { ReopenBody } from './month-body.contract.ts'
import { monthReads } from './month-closing.actions.ts'
import { reopenMonth } from './month-end.contract.ts'

type Values = z.input<typeof ReopenBody>
export default function MonthReopenDialog({ month, onClose }: { month: string; onClose: () => void }) {
  const { teamId } = useSession()
  const form = useRecordForm<Values, Values, unknown>({
    schema: ReopenBody,
    values: { month, reason: '' },
    save: body => call(reopenMonth, { params: { teamId }, body }),
    refreshes: monthReads,
    onSaved: onClose,
  })
  const { Multiline } = form.fields
  return (
    <Form
      in="dialog"
      form={form}
      title={`Reopen ${monthText(month)}`}
      text="Documents, postings and payouts can bear a date in the month again, and what is filed with the tax office may no longer agree with the books. The reason stands in the history."
      submit="Reopen"
      onClose={onClose}
    >
      <Multiline name="reason" label="Reason" rows={3} required />
    </Form>
  )
}
