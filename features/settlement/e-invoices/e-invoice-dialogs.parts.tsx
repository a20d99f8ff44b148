// The dialogs in which a document is registered again, and its registration cancelled (TAX-09).
import { call } from '@wattdesk/wire/call'
import type { z } from 'zod'
import { Form, useRecordForm } from '#kit/form.tsx'
import { notify } from '#kit/notices.tsx'
import { useSession } from '#kit/session.ts'
import { eInvoiceReads } from './e-invoice.actions.ts'
import { cancelEInvoice, type EInvoiceRow, registerAgain } from './e-invoice.contract.ts'
import { CANCEL_REASONS, LONGEST_REMARK, REASON_WORDS, stateText } from './e-invoice.words.ts'
import { CancelBody, RegisterBody } from './e-invoice-body.contract.ts'

type Props = { row: EInvoiceRow; onClose: () => void }
/** Without the message of the reply: what became of the document is told by its own words. */
const own = ({ data }: { data: EInvoiceRow }) => ({ data })
const told = (row: EInvoiceRow): void => {
  const { number, state, fault, cancelAsked } = row
  const text = `${number}: ${cancelAsked ? 'the portal did not answer; it is asked again by itself' : stateText(row)}`
  if (fault && state !== 'cancelled') notify.error(new Error(`${text}. ${fault}`))
  else notify.success(text)
}

type PinValues = z.input<typeof RegisterBody>
export function RegisterAgainDialog({ row, onClose }: Props) {
  const { teamId } = useSession()
  const form = useRecordForm<PinValues, z.output<typeof RegisterBody>, { data: EInvoiceRow }>({
    schema: RegisterBody,
    values: { sellerPin: '', buyerPin: '' },
    save: async body => own(await call(registerAgain, { params: { teamId, eInvoiceId: row.eInvoiceId }, body })),
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
/** Cancels a registration; a document that the portal refuses has none, and is left without. */
export function CancelDialog({ row, onClose }: Props) {
  const { teamId } = useSession()
  const isRefused = row.state === 'failed'
  const form = useRecordForm<CancelValues, z.output<typeof CancelBody>, { data: EInvoiceRow }>({
    schema: CancelBody,
    values: { reason: isRefused ? '4' : '2', remark: '' },
    save: async body => own(await call(cancelEInvoice, { params: { teamId, eInvoiceId: row.eInvoiceId }, body })),
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
      title={isRefused ? `Leave ${row.number} without IRN` : `Cancel the registration of ${row.number}`}
      text={
        isRefused
          ? 'For a document that the portal will not register whatever is done, as for a recipient whose GSTIN has ended. It keeps its number, stays in the sales register and holds back no closing of its month. It can be registered again later.'
          : 'The portal never registers this number again. The document keeps its number and stays in the sales register: lower the bill where nothing is owed.'
      }
      submit={isRefused ? 'Leave without IRN' : 'Cancel registration'}
      submitting={isRefused ? 'Saving...' : 'Asking the portal...'}
      onClose={onClose}
    >
      {!isRefused && <Select name="reason" label="Reason" options={reasons} required />}
      <Text name="remark" label="Remark" required autoComplete="off" help={`At most ${LONGEST_REMARK} characters.`} />
    </Form>
  )
}
