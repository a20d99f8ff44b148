// The tabs of a customer beside the wallet: RFID tags, UPI ids, a message.
import { Box, Button, Card, Link, OutlinedInput } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { CallError, call, query } from '@wattdesk/wire/call'
import { type FormEvent, useId, useState } from 'react'
import { Link as RouterLink } from 'react-router'
import type { z } from 'zod'
import { sendNotification } from '#drivers/messages/message.contract.ts'
import { LONGEST_MESSAGE, NO_DEVICE_HINT } from '#drivers/messages/message.words.ts'
import { FieldFrame } from '#kit/field-frame.tsx'
import { moneyText } from '#kit/figures.tsx'
import { notify, reasonOr } from '#kit/notices.tsx'
import { useAccess } from '#kit/session.ts'
import {
  addPersonalTag,
  addUpiId,
  type CmCustomer,
  listPersonalTags,
  listUpiIds,
  removePersonalTag,
  removeUpiId,
} from './cm-customer.contract.ts'
import { TagText, UpiId } from './cm-customer-body.contract.ts'
import { TextList } from './text-list.tsx'
import { useWalletHistory, WalletHistory } from './wallet-history.tsx'

type Props = { customer: CmCustomer; readOnly: boolean }
const bodyOf = ({ id, firstName, lastName, email, phone, ocpp_tag_pk }: CmCustomer) => ({
  user: { id, firstName, lastName, email, phone, ocpp_tag_pk },
})

/** Returns why the server would refuse a text, in the server's words. */
const faultOf = (schema: z.ZodType) => (text: string) => schema.safeParse(text).error?.issues[0]?.message

export const HistoryTab = ({ customer }: Pick<Props, 'customer'>) => (
  <WalletHistory {...useWalletHistory(customer.id)} />
)

/** The balance of a prepaid card; the card is topped up on the page of its tag. */
function Prepaid({ id, rupees }: { id: number; rupees: number }) {
  const { canView } = useAccess('Tag')
  const text = `Prepaid card, ${moneyText(rupees)}`
  if (!canView) return text
  return (
    <Link component={RouterLink} to={`/tag/${id}`}>
      {text}
    </Link>
  )
}

export function TagsTab({ customer, readOnly }: Props) {
  const body = bodyOf(customer)
  const q = useQuery(query(listPersonalTags, { body }))
  return (
    <TextList
      words={{
        field: 'New RFID Tag',
        add: 'Add RFID Tag',
        list: 'Attached RFID Tags:',
        what: 'RFID tag',
        help: 'A tag that is not known yet is made, for one session at a time.',
        none: 'This customer has no RFID tags yet.',
      }}
      items={q.data?.data.map(t => ({
        key: String(t.id),
        text: t.tag,
        ...(t.balanceAmount !== null && { beside: <Prepaid id={t.id} rupees={t.balanceAmount} /> }),
      }))}
      error={q.error}
      onRetry={() => void q.refetch()}
      readOnly={readOnly}
      check={faultOf(TagText)}
      add={tagId => call(addPersonalTag, { params: { tagId }, body })}
      remove={id => call(removePersonalTag, { params: { tagId: Number(id) }, body })}
      onChanged={() => void q.refetch()}
    />
  )
}

export function UpiTab({ customer, readOnly }: Props) {
  const body = bodyOf(customer)
  const q = useQuery(query(listUpiIds, { body }))
  return (
    <TextList
      words={{
        field: 'New UPI Id',
        add: 'Add UPI Id',
        list: 'Attached UPI Ids:',
        what: 'UPI ID',
        help: 'As name@provider; it can belong to one customer only.',
        none: 'This customer has no UPI ids yet.',
      }}
      items={q.data?.data.map(u => ({ key: u.upi_id, text: u.upi_id }))}
      error={q.error}
      onRetry={() => void q.refetch()}
      readOnly={readOnly}
      check={faultOf(UpiId)}
      add={upiId => call(addUpiId, { params: { upiId }, body })}
      remove={upiId => call(removeUpiId, { params: { upiId }, body })}
      onChanged={() => void q.refetch()}
    />
  )
}

const LATER = 'Please try again later'
export function MessageTab({ customer, readOnly }: Props) {
  const id = useId()
  const [message, setMessage] = useState('')
  const [isBusy, setBusy] = useState(false)
  const submit = async (e: FormEvent) => {
    e.preventDefault()
    if (message.trim() === '' || isBusy) return
    setBusy(true)
    try {
      const { user } = bodyOf(customer)
      notify.success((await call(sendNotification, { body: { customers: [user], message }, query: {} })).message)
      setMessage('')
    } catch (error) {
      if (error instanceof CallError && error.endsSession) notify.error(error)
      else notify.error(new Error(`Unable to send message: ${reasonOr(error, LATER)}`))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Card component="form" onSubmit={e => void submit(e)} aria-label="Send Message" sx={{ p: { xs: 2, sm: 2.5 } }}>
      <FieldFrame
        id={id}
        label="Message"
        below={
          customer.deviceId === null
            ? `This customer has no device that messages go to. ${NO_DEVICE_HINT}`
            : `Goes to the customer’s device, ${LONGEST_MESSAGE} characters at most.`
        }
      >
        <OutlinedInput
          id={id}
          multiline
          minRows={4}
          fullWidth
          value={message}
          disabled={readOnly}
          onChange={e => setMessage(e.target.value)}
          inputProps={{ maxLength: LONGEST_MESSAGE, 'aria-describedby': `${id}-below` }}
        />
      </FieldFrame>
      <Box sx={{ mt: 2 }}>
        <Button type="submit" variant="contained" disabled={readOnly || message.trim() === '' || isBusy}>
          {isBusy ? 'Sending...' : 'Send Message'}
        </Button>
      </Box>
    </Card>
  )
}
