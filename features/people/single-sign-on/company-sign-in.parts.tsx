// The tab Sign-in of a company: its provider, its mail domains, the roles by groups, second factor and passwords.
import { Alert, Stack } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { call, query } from '@wattdesk/wire/call'
import { useMemo } from 'react'
import type { z } from 'zod'
import { ErrorNotice } from '#kit/error.tsx'
import { Form, useRecordForm } from '#kit/form.tsx'
import { FormSkeleton } from '#kit/skeleton.tsx'
import { SignInAccounts } from './sign-in-accounts.parts.tsx'
import { SignInDomains } from './sign-in-domains.parts.tsx'
import { SignInPeople } from './sign-in-people.parts.tsx'
import { SignInProofs } from './sign-in-proofs.parts.tsx'
import { SignInProvider } from './sign-in-provider.parts.tsx'
import {
  getSignInSetting,
  putSignInSetting,
  type SignInSetting,
  signInSettingRecord,
} from './sign-in-setting.contract.ts'
import { SignInSettingBody } from './sign-in-setting-body.contract.ts'
import { type Values, valuesOf } from './sign-in-sheet.parts.ts'

function Sheet({ companyId, setting, tag }: { companyId: number; setting: SignInSetting; tag: string | undefined }) {
  const values = useMemo(() => valuesOf(setting), [setting])
  const form = useRecordForm<Values, SignInSettingBody, unknown>({
    // A choice that is not made yet is the schema's to refuse.
    schema: SignInSettingBody as unknown as z.ZodType<SignInSettingBody, Values>,
    values,
    version: { kind: signInSettingRecord, recordId: companyId, reader: getSignInSetting, tag, valuesOf },
    readOnly: !setting.mayChange,
    confirm: v =>
      v.onlyProvider && !setting.onlyProvider
        ? {
            title: 'Without passwords',
            text: 'The people of the company can sign in by single sign-on alone. Those who are signed in stay so.',
            yes: 'Do without',
            danger: true,
          }
        : undefined,
    save: (body, sent) => call(putSignInSetting, { params: { id: companyId }, body }, sent),
    refreshes: [getSignInSetting],
    onSaved: () => form.rhf.setValue('clientSecret', ''),
  })
  const parts = { form, setting, companyId }
  return (
    <Form form={form} label="Sign-in" submit="Save">
      <SignInProvider {...parts} />
      <SignInAccounts {...parts} />
      <SignInProofs {...parts} />
    </Form>
  )
}

export function CompanySignIn({ companyId }: { companyId: number }) {
  const q = useQuery(query(getSignInSetting, { params: { id: companyId } }))
  const setting = q.data?.data
  if (q.error && !setting) return <ErrorNotice error={q.error} onRetry={() => void q.refetch()} />
  if (!setting) return <FormSkeleton />
  if (setting.whyNot !== null) return <Alert severity="info">{setting.whyNot}</Alert>
  return (
    <Stack spacing={2}>
      <SignInDomains companyId={companyId} setting={setting} />
      <Sheet companyId={companyId} setting={setting} tag={q.data?.tag} />
      <SignInPeople companyId={companyId} setting={setting} />
    </Stack>
  )
}
