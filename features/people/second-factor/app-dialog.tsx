// An app is set up: its QR code or key, a name, and its first code (MFA-01).
import { useQuery } from '@tanstack/react-query'
import { call } from '@wattdesk/wire/call'
import { useEffect } from 'react'
import { Form, useRecordForm } from '#kit/form.tsx'
import { notify } from '#kit/notices.tsx'
import { AppPicture } from './app-picture.parts.tsx'
import { beginApp, endApp, listFactors } from './second-factor.contract.ts'
import { NewAppForm } from './second-factor-form.rules.ts'

type Props = { onClose: () => void; onMade: (codes: readonly string[]) => void }
export default function AppDialog({ onClose, onMade }: Props) {
  // Begun once for each dialog: a second secret would make the picture that was scanned worthless.
  const begun = useQuery({
    queryKey: ['new app'],
    queryFn: () => call(beginApp, {}),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
  })
  const { error } = begun
  useEffect(() => {
    if (!error) return
    notify.error(error)
    onClose()
  }, [error, onClose])
  const form = useRecordForm({
    schema: NewAppForm,
    values: { name: 'Phone', code: '' },
    save: body => call(endApp, { body: { ...body, ticket: begun.data?.data.ticket ?? '' } }),
    refreshes: [listFactors],
    onSaved: r => onMade(r.recovery_codes),
  })
  const { Text } = form.fields
  if (!begun.data) return null
  return (
    <Form
      in="dialog"
      form={form}
      title="Add an app"
      submit="Add"
      submitting="Adding..."
      onClose={onClose}
      maxWidth="xs"
    >
      <AppPicture app={begun.data.data} />
      <Text name="code" label="First code of the app" required autoComplete="one-time-code" maxLength={7} />
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
