// Asks for the address that a paper is mailed to.
import { Form, useRecordForm } from '#kit/form.tsx'
import { MailBody } from './mail-body.contract.ts'

type Props = {
  /** The name of the paper. */
  title: string
  /** The address that is probably meant. */
  to?: string | null | undefined
  send: (body: MailBody) => Promise<unknown>
  onClose: () => void
}
export default function MailPaperDialog({ title, to, send, onClose }: Props) {
  const form = useRecordForm<MailBody, MailBody, unknown>({
    schema: MailBody,
    values: { to: to ?? '' },
    save: body => send(body),
    onSaved: onClose,
  })
  const { Text } = form.fields
  return (
    <Form
      in="dialog"
      form={form}
      title={title}
      text="The PDF goes to this address, with the name of the company’s brand."
      submit="Send"
      submitting="Sending..."
      onClose={onClose}
    >
      <Text name="to" label="Email" type="email" required />
    </Form>
  )
}
