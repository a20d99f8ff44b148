// The dialogs in which a document is registered again, and its registration cancelled (TAX-09).
import { call } from '@wattdesk/wire/call'
import type { z } from 'zod'
import { Form, useRecordForm } from '#kit/form.tsx'
import { notify } from '#kit/notices.tsx'
import { useSession } from '#kit/session.ts'
import { eInvoiceReads } from './e-invoice.actions.ts'
import { cancelEInvoice, type EInvoiceRow, registerAgain } from './e-invoice.contract.ts'
import { CANCEL_REASONS, LONGEST_REMARK, REASON_WORDS, STATE_WORDS } from './e-invoice.words.ts'
import { CancelBody, RegisterBody } from './e-invoice-body.contract.ts'

type Props = { row: EInvoiceRow; onClose: () => void }
const told = ({ number, state, fault, cancelAsked }: EInvoiceRow): void => {
  const text = `${number}: ${cancelAsked ? 'the portal did not answer; it is asked again by itself' : STATE_WORDS[state]}`
  if (fault && state !== 'cancelled') notify.error(new Error(`${text}. ${fault}`))
  else notify.success(text)
}

type PinValues = z.input<typeof RegisterBody>
export function RegisterAgainDialog({ row, onClose }: Props) {
  const { teamId } = useSession()
  const form = useRecordForm<PinValues, z.output<typeof RegisterBody>, { data: EInvoiceRow }>({
    schema: RegisterBody,
    values: { sellerPin: '', buyerPin: '' },
    save: body => call(registerAgain, { params: { teamId, eInvoiceId: row.eInvoiceId }, body }),
    refreshes: eInvoiceReads,
    onSaved: reply => {
      told(reply.data)
      onClose()
    },
  })
  const { Text } = form.fields
  return (
    <Form
      in="dialog"
      form={form}
      title={`Register ${row.number} again`}
      text={`${row.fault ?? ''} The portal is asked first whether it has the document. A PIN code that is typed here is sent in place of that in the address, and for other documents of the GSTIN whose address has none; the document itself stays as it is.`.trim()}
      submit="Register"
      submitting="Asking the portal..."
      onClose={onClose}
    >
      <Text name="sellerPin" label="PIN code of the supplier" autoComplete="off" help="Empty: that of the address." />
      <Text name="buyerPin" label="PIN code of the recipient" autoComplete="off" help="Empty: that of the address." />
    </Form>
  )
}

type CancelValues = z.input<typeof CancelBody>
const reasons = CANCEL_REASONS.map(value => ({ value, label: REASON_WORDS[value] }))
export function CancelDialog({ row, onClose }: Props) {
  const { teamId } = useSession()
  const form = useRecordForm<CancelValues, z.output<typeof CancelBody>, { data: EInvoiceRow }>({
    schema: CancelBody,
    values: { reason: '2', remark: '' },
    save: body => call(cancelEInvoice, { params: { teamId, eInvoiceId: row.eInvoiceId }, body }),
    refreshes: eInvoiceReads,
    onSaved: reply => {
      told(reply.data)
      onClose()
    },
  })
  const { Select, Text } = form.fields
  return (
    <Form
      in="dialog"
      form={form}
      title={`Cancel the registration of ${row.number}`}
      text="The portal never registers this number again. The document keeps its number and stays in the sales register: lower the bill where nothing is owed."
      submit="Cancel registration"
      submitting="Asking the portal..."
      onClose={onClose}
    >
      <Select name="reason" label="Reason" options={reasons} required />
      <Text name="remark" label="Remark" required autoComplete="off" help={`At most ${LONGEST_REMARK} characters.`} />
    </Form>
  )
}
