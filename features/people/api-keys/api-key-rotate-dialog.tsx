// A new secret for a key: how long the old one still counts, then the new one (KEY-01).
import { CallError, call } from '@wattdesk/wire/call'
import { useState } from 'react'
import { Form, useRecordForm } from '#kit/form.tsx'
import SecretDialog from '#kit/secret-dialog.tsx'
import { type ApiKey, getApiKey, listApiKeys, rotateApiKey } from './api-key.contract.ts'
import { OVERLAPS } from './api-key.words.ts'
import { RotationBody } from './api-key-body.contract.ts'
import { SecretUse } from './api-page-link.parts.tsx'

const options = OVERLAPS.map(o => ({ value: o.hours, label: o.label }))
type Values = { overlap_hours: number }

type Props = { apiKey: ApiKey; tag: string | undefined; onClose: () => void }
export default function ApiKeyRotateDialog({ apiKey, tag, onClose }: Props) {
  // The key as it was seen when the dialog opened, whatever is read of it meanwhile.
  const [ifMatch] = useState(tag)
  const [secret, setSecret] = useState<string>()
  const form = useRecordForm<Values, Values, { secret: string }>({
    schema: RotationBody,
    values: { overlap_hours: 24 },
    save: body =>
      call(rotateApiKey, { params: { apiKeyId: apiKey.api_key_id }, body }, { ifMatch }).catch((error: unknown) => {
        // There is nothing typed to compare: the reason is enough.
        throw error instanceof CallError && error.conflict ? new CallError(error.status, error.message) : error
      }),
    refreshes: [listApiKeys, getApiKey],
    onSaved: reply => setSecret(reply.secret),
  })
  if (secret !== undefined)
    return <SecretDialog name={apiKey.name} secret={secret} use={<SecretUse apiKey={apiKey} />} onClose={onClose} />
  const { Select } = form.fields
  return (
    <Form
      in="dialog"
      form={form}
      title={`A new secret for ${apiKey.name}`}
      text="Programs go over to the new secret while the old one still counts."
      submit="Make it"
      onClose={onClose}
    >
      <Select name="overlap_hours" label="The old secret counts for" options={options} required />
    </Form>
  )
}
