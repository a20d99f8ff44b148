// The credentials of a company at its payment provider, as they are typed: secrets are sent and never come back.
import Autorenew from '@mui/icons-material/Autorenew'
import { Button, Stack } from '@mui/material'
import { call } from '@wattdesk/wire/call'
import { CopyButton } from '#kit/copy-button.tsx'
import { Form, useRecordForm } from '#kit/form.tsx'
import {
  getProviderAccount,
  type ProviderAccount,
  providerAccountRecord,
  putProviderAccount,
} from './provider-account.contract.ts'
import { ProviderAccountBody } from './provider-account-body.contract.ts'

type Values = { keyId: string; keySecret?: string | undefined; webhookSecret?: string | undefined }
const valuesOf = (a: ProviderAccount): Values => ({ keyId: a.keyId ?? '', keySecret: '', webhookSecret: '' })
/** 32 random letters and digits. */
const newSecret = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), b => b.toString(16).padStart(2, '0')).join('')

type Props = {
  companyId: number
  account: ProviderAccount
  tag: string | undefined
  onClose: () => void
  onSaved: () => void
}
export default function CredentialsDialog({ companyId, account, tag, onClose, onSaved }: Props) {
  const isNew = account.kind !== 'razorpay'
  const form = useRecordForm<Values, ProviderAccountBody, unknown>({
    schema: ProviderAccountBody,
    values: valuesOf(account),
    version: { kind: providerAccountRecord, recordId: companyId, reader: getProviderAccount, tag, valuesOf },
    confirm: v =>
      isNew || v.keyId === account.keyId
        ? undefined
        : {
            title: v.keyId,
            text: `Payments taken with ${account.keyId} can be given back from here only if the new key is of the same account at the payment provider.`,
            yes: 'Change',
            danger: true,
          },
    save: (body, sent) => call(putProviderAccount, { params: { id: companyId }, body }, sent),
    refreshes: [getProviderAccount],
    onSaved: () => {
      onSaved()
      onClose()
    },
  })
  const { Text, Password } = form.fields
  const typed = form.rhf.watch('webhookSecret') ?? ''
  const stays = isNew ? {} : { help: 'Empty: the present one stays.' }
  return (
    <Form
      in="dialog"
      form={form}
      title="Payment provider"
      text="The key is made at the payment provider, under API keys, and is tried before it is stored. Secrets are stored sealed and are never shown again."
      submit="Save"
      onClose={onClose}
    >
      <Text name="keyId" label="Key ID" required autoComplete="off" placeholder={`rzp_${account.installationMode}_`} />
      <Password name="keySecret" label="Key Secret" required={isNew} autoComplete="off" {...stays} />
      <Password
        name="webhookSecret"
        label="Webhook Secret"
        required={isNew}
        autoComplete="off"
        help={
          isNew
            ? 'The same as at the payment provider.'
            : 'Empty: the present one stays. The one before counts for a day more.'
        }
      />
      <Stack direction="row" spacing={1} sx={{ alignItems: 'center' }}>
        <Button
          size="small"
          startIcon={<Autorenew />}
          onClick={() => form.rhf.setValue('webhookSecret', newSecret(), { shouldDirty: true, shouldValidate: true })}
        >
          Make a webhook secret
        </Button>
        {typed !== '' && <CopyButton text={typed} label="webhook secret" />}
      </Stack>
    </Form>
  )
}
