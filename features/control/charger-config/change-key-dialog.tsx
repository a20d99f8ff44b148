// A new value for one key of a charger's configuration, sent as ChangeConfiguration.
import { z } from 'zod'
import { valueProblem } from '#control/remote-operations/configuration-keys.contract.ts'
import { Form, useRecordForm } from '#kit/form.tsx'
import { useSession } from '#kit/session.ts'
import { setKey } from './charger-config.actions.ts'
import type { ConfigKey } from './charger-config.contract.ts'
import { isAccessKey, knownKey } from './config-keys.contract.ts'

// Named as the server names them, so that its refusals land on the field.
type Values = { parameters: { customConfValue: string } }
const schemaOf = (key: string) =>
  z.object({
    parameters: z.object({
      customConfValue: z
        .string()
        .min(1, 'This field is required')
        .max(500, 'Should be 500 characters or less')
        .superRefine((value, context) => {
          const known = knownKey(key)
          const problem = known && valueProblem(known, value)
          if (problem) context.addIssue({ code: 'custom', message: problem, input: value })
        }),
    }),
  })

const TRUTH = ['true', 'false'].map(value => ({ value, label: value }))
/** Charge points write truth in any case of letters. */
const shownValue = (k: ConfigKey): string => {
  const value = k.isSecret ? '' : (k.value ?? k.wanted?.value ?? '')
  return knownKey(k.key)?.kind === 'flag' ? value.toLowerCase() : value
}

type Props = { charger: string; of: ConfigKey; onClose: () => void }
export default function ChangeKeyDialog({ charger, of, onClose }: Props) {
  const { teamId } = useSession()
  const known = knownKey(of.key)
  const form = useRecordForm<Values, Values, string>({
    schema: schemaOf(of.key),
    values: { parameters: { customConfValue: shownValue(of) } },
    ...(isAccessKey(of.key) && {
      confirm: () => ({
        title: `${of.key} of ${charger}`,
        text: 'This decides how the charge point signs in. With a wrong value it cannot connect any more.',
        yes: 'Send',
        danger: true,
      }),
    }),
    save: v => setKey(teamId, charger, of.key, v.parameters.customConfValue),
    onSaved: onClose,
  })
  const { Select, Text, Password } = form.fields
  const field = { name: 'parameters.customConfValue', label: 'Value', required: true } as const
  return (
    <Form
      in="dialog"
      form={form}
      title={of.key}
      text={[known?.meaning, `The new value is sent to ${charger}, which may refuse it.`].filter(Boolean).join(' ')}
      submit="Send"
      submitting="Sending"
      onClose={onClose}
    >
      {known?.kind === 'flag' ? (
        <Select {...field} options={TRUTH} />
      ) : of.isSecret ? (
        <Password {...field} autoComplete="off" />
      ) : (
        <Text {...field} autoComplete="off" {...(known?.unit && { unit: known.unit })} />
      )}
    </Form>
  )
}
