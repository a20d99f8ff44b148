// The form of the pages in front of the sign-in: fields in one column, a wide button, and below it the way back.
import { Alert, Button, CircularProgress, Stack } from '@mui/material'
import { CallError } from '@wattdesk/wire/call'
import type { ReactNode } from 'react'
import { type FieldValues, FormProvider } from 'react-hook-form'
import { type RecordForm, staysInField } from '../../web/kit/form.tsx'
import { clearSession } from '../../web/kit/session.ts'
import { FormSetting } from '../../web/kit/use-field.ts'

/** As everywhere a 401 clears the session data; in front of the sign-in the page stays and shows the text (D-AUTH-4). */
export const staying = <T,>(reply: Promise<T>): Promise<T> =>
  reply.catch(error => {
    if (error instanceof CallError && error.status === 401) clearSession()
    throw error
  })

type Props<V extends FieldValues> = {
  form: RecordForm<V>
  label: string
  submit: string
  onCancel: () => void
  cancel?: string
  children: ReactNode
}
export function EntryForm<V extends FieldValues>({
  form,
  label,
  submit,
  onCancel,
  cancel = 'Cancel',
  children,
}: Props<V>) {
  const { isSaving, readOnly, mounted, error } = form
  return (
    <FormProvider {...form.rhf}>
      <FormSetting value={{ mounted, readOnly }}>
        <Stack
          component="form"
          noValidate
          spacing={2}
          aria-label={label}
          onSubmit={(e: React.FormEvent) => {
            e.preventDefault()
            if (!isSaving && !readOnly) form.submit()
          }}
        >
          {error && <Alert severity="error">{error}</Alert>}
          {children}
          <Button
            type="submit"
            variant="contained"
            size="large"
            onMouseDown={staysInField}
            disabled={isSaving || readOnly}
            startIcon={isSaving && <CircularProgress size={16} color="inherit" aria-hidden />}
          >
            {submit}
          </Button>
          <Button color="inherit" onMouseDown={staysInField} onClick={onCancel}>
            {cancel}
          </Button>
        </Stack>
      </FormSetting>
    </FormProvider>
  )
}
