// The 'Operation Configuration' of one operation: its fields, checks and initial values, sent once the operator has
// confirmed.
import { Typography } from '@mui/material'
import { z } from 'zod'
import { formParameters } from '#control/remote-operations/operation-body.contract.ts'
import type { FormTarget } from '#control/remote-operations/operations/operation.contract.ts'
import type { RemoteOperation } from '#control/remote-operations/operations/operations.contract.ts'
import { sendOperation } from '#control/remote-operations/send.actions.ts'
import { FieldGrid, Form, useRecordForm } from '#kit/form.tsx'
import type { OperationForm } from './operation-form-shape.tsx'
import type { Chosen } from './operation-inputs.rules.ts'
import type { Values } from './option-fields.tsx'

export type OperationFormProps = {
  teamId: number
  charger: FormTarget
  form: OperationForm
  /** Chosen beforehand. */
  chosen: Chosen
  onSent: (taskId: string) => void
}

type Checked = { parameters: Record<string, unknown> }

export function OperationFormView({ teamId, charger, form: of, chosen, onSent }: OperationFormProps) {
  const { operation, Fields } = of
  const form = useRecordForm<Values, Checked, string>({
    // Named as the server names them, so that its refusals land on the fields.
    schema: z.object({ parameters: formParameters[operation] }) as unknown as z.ZodType<Checked, Values>,
    values: { parameters: of.initial(chosen) as Values['parameters'] },
    // No warning about unsaved input: little is typed here, and the other operations are one click away.
    guard: false,
    confirm: v => of.confirm(charger, v.parameters, teamId),
    save: v => {
      const body = { chargerId: charger.chargepoint_id, remoteOperationType: operation, ...v }
      return sendOperation(teamId, body as unknown as RemoteOperation, of.says(charger, v.parameters))
    },
    onSaved: onSent,
  })
  return (
    <Form
      in="card"
      form={form}
      title="Operation Configuration"
      label="Operation Configuration"
      help={of.help}
      submit={`Send ${operation}`}
      submitting="Sending"
    >
      {Fields ? (
        <FieldGrid>
          <Fields teamId={teamId} charger={charger} />
        </FieldGrid>
      ) : (
        <Typography sx={{ color: 'text.secondary' }}>There is nothing to fill in.</Typography>
      )}
    </Form>
  )
}
