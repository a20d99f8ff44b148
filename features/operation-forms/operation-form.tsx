// The 'Operation Configuration' of one operation: its fields, checks and initial values, sent once the operator has
// confirmed.
import { zodResolver } from '@hookform/resolvers/zod'
import { Alert, Box, Button, CircularProgress, Stack, Typography } from '@mui/material'
import { CallError } from '@wattdesk/wire/call'
import { useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { ask } from '../../web/kit/confirm.tsx'
import { errorText } from '../../web/kit/notices.tsx'
import { FormSetting } from '../../web/kit/use-field.ts'
import { parameters, type RemoteOperation } from '../remote-operations/remote-operation.contract.ts'
import { sendOperation } from '../remote-operations/send.actions.ts'
import type { Chosen, OperationForm } from './operation-forms.tsx'
import type { Target } from './option-fields.tsx'

export type OperationFormProps = {
  teamId: number
  charger: Target
  form: OperationForm
  /** Chosen beforehand. */
  chosen: Chosen
  onSent: (taskId: string) => void
}
const setting = { mounted: new Map<string, string>(), readOnly: false }

export function OperationFormView({ teamId, charger, form, chosen, onSent }: OperationFormProps) {
  const { operation, confirm, Fields } = form
  const rhf = useForm({
    resolver: zodResolver(
      parameters[operation] as unknown as z.ZodType<Record<string, unknown>, Record<string, string>>,
    ),
    defaultValues: form.initial(chosen),
    mode: 'onTouched',
  })
  const [error, setError] = useState<string>()
  const [isSending, setSending] = useState(false)

  const send = rhf.handleSubmit(async values => {
    setError(undefined)
    if (confirm && !(await ask(confirm(charger, values)))) return
    const body = { chargerId: charger.chargepoint_id, remoteOperationType: operation, parameters: values }
    setSending(true)
    try {
      onSent(await sendOperation(teamId, body as unknown as RemoteOperation, form.says(charger, values)))
    } catch (e) {
      refused(e)
    } finally {
      setSending(false)
    }
  })
  /** The server's errors stand beside the same fields. */
  const refused = (e: unknown) => {
    const fields = Object.entries(e instanceof CallError ? e.errors : {}).map(
      ([name, message]) => [name.replace(/^parameters\./, ''), message] as const,
    )
    const isOwn = ([name]: readonly [string, string]) => name in rhf.getValues()
    fields.filter(isOwn).forEach(([name, message], i) => {
      rhf.setError(name, { type: 'server', message }, { shouldFocus: i === 0 })
    })
    const others = fields.filter(f => !isOwn(f)).map(([, message]) => message)
    if (fields.length === 0 || others.length > 0) setError(others.join(' ') || errorText(e))
  }

  return (
    <FormProvider {...rhf}>
      <FormSetting value={setting}>
        <Stack
          component="form"
          noValidate
          aria-label="Operation Configuration"
          spacing={2.5}
          onSubmit={(e: React.FormEvent) => {
            e.preventDefault()
            if (!isSending) void send()
          }}
        >
          <Box>
            <Typography variant="h2">Operation Configuration</Typography>
            <Typography sx={{ color: 'text.secondary', mt: 0.5, maxWidth: '72ch' }}>{form.help}</Typography>
          </Box>
          {error && <Alert severity="error">{error}</Alert>}
          <Box
            sx={{
              display: 'grid',
              gap: 2,
              gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
            }}
          >
            <Fields teamId={teamId} charger={charger} />
          </Box>
          <Box>
            <Button
              type="submit"
              variant="contained"
              disabled={isSending}
              startIcon={isSending && <CircularProgress size={16} color="inherit" aria-hidden />}
            >
              {isSending ? 'Sending' : `Send ${operation}`}
            </Button>
          </Box>
        </Stack>
      </FormSetting>
    </FormProvider>
  )
}
