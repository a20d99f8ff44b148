// A passkey is made: a name, then what the browser asks of the person (MFA-01).
import { call } from '@wattdesk/wire/call'
import { Form, useRecordForm } from '#kit/form.tsx'
import { makePasskey } from './passkey.actions.ts'
import { beginPasskey, endPasskey, listFactors } from './second-factor.contract.ts'
import { NameForm } from './second-factor-form.rules.ts'

type Props = { onClose: () => void; onMade: (codes: readonly string[]) => void }
export default function PasskeyDialog({ onClose, onMade }: Props) {
  const form = useRecordForm({
    schema: NameForm,
    values: { name: 'Passkey' },
    save: async ({ name }) => {
      const { ticket, options } = (await call(beginPasskey, {})).data
      return call(endPasskey, { body: { ticket, name, passkey: await makePasskey(options) } })
    },
    refreshes: [listFactors],
    onSaved: r => onMade(r.recovery_codes),
  })
  const { Text } = form.fields
  return (
    <Form
      in="dialog"
      form={form}
      title="Add a passkey"
      text="Your browser asks where to keep it: on this device, on your phone, or on a security key."
      submit="Add"
      submitting="Waiting for the passkey..."
      onClose={onClose}
      maxWidth="xs"
    >
      <Text
        name="name"
        label="Name"
        required
        autoComplete="off"
        maxLength={60}
        help="Tells it from your other factors."
      />
    </Form>
  )
}
