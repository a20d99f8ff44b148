// A new value for a variable of a charge point, sent as SetVariables. The charge point's answer is shown where it was asked.
import { Alert } from '@mui/material'
import { useState } from 'react'
import { z } from 'zod'
import { Form, useRecordForm } from '#kit/form.tsx'
import { notify } from '#kit/notices.tsx'
import { useSession } from '#kit/session.ts'
import type { DeviceVariable } from './device-model.contract.ts'
import { changeable, MODEL_READS, setVariable } from './device-variable.actions.ts'
import { allowedText } from './device-variable-columns.tsx'
import { decidesAccess } from './set-variable.rules.ts'

const schema = z.object({
  attribute: z.enum(['Actual', 'Target', 'MinSet', 'MaxSet']),
  value: z.string().max(1000, 'Should be 1000 characters or less'),
})
type Values = z.output<typeof schema>
type Answer = Awaited<ReturnType<typeof setVariable>>['data']

const TRUTH = ['true', 'false'].map(value => ({ value, label: value }))
const ATTRIBUTES = { Actual: 'Actual value', Target: 'Target', MinSet: 'Lowest set', MaxSet: 'Highest set' } as const

type Props = { pk: number; charger: string; of: DeviceVariable; onClose: () => void }
export default function ChangeVariableDialog({ pk, charger, of, onClose }: Props) {
  const { teamId } = useSession()
  const [refused, setRefused] = useState<Answer>()
  const attributes = changeable(of)
  const [first = 'Actual'] = attributes
  const told = of.attributes.find(a => a.attribute === first)
  const shown = of.isHidden ? '' : (told?.value ?? '')
  const form = useRecordForm<Values, Values, Answer>({
    schema,
    values: { attribute: first, value: of.dataType === 'boolean' ? shown.toLowerCase() : shown },
    ...(decidesAccess(of) && {
      confirm: () => ({
        title: `${of.key} of ${charger}`,
        text: 'This decides how the charge point connects. With a wrong value it cannot connect any more.',
        yes: 'Send',
        danger: true,
      }),
    }),
    save: async v => (await setVariable(teamId, pk, of, v.attribute, v.value)).data,
    refreshes: MODEL_READS,
    onSaved: answer => {
      if (answer.state !== 'Accepted' && answer.state !== 'RebootRequired') return setRefused(answer)
      notify.success(answer.text)
      onClose()
    },
  })
  const { Select, Text, Password } = form.fields
  const field = { name: 'value', label: 'Value' } as const
  const choices = of.dataType === 'OptionList' ? of.choices : []
  return (
    <Form
      in="dialog"
      form={form}
      title={of.key}
      text={[allowedText(of), `The new value is sent to ${charger}, which may refuse it.`].filter(Boolean).join('. ')}
      submit="Send"
      submitting="Waiting for the answer"
      onClose={onClose}
    >
      {refused && <Alert severity={refused.state === 'Rejected' ? 'error' : 'warning'}>{refused.text}.</Alert>}
      {attributes.length > 1 && (
        <Select
          name="attribute"
          label="Attribute"
          options={attributes.map(value => ({ value, label: ATTRIBUTES[value] }))}
        />
      )}
      {of.dataType === 'boolean' ? (
        <Select {...field} options={TRUTH} />
      ) : choices.length > 0 ? (
        <Select {...field} options={choices.map(value => ({ value, label: value }))} />
      ) : of.isHidden ? (
        <Password {...field} autoComplete="off" />
      ) : (
        <Text {...field} autoComplete="off" {...(of.unit !== null && { unit: of.unit })} />
      )}
    </Form>
  )
}
