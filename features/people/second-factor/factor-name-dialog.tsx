// Another name for a second factor.
import { call } from '@wattdesk/wire/call'
import { Form, useRecordForm } from '#kit/form.tsx'
import { type Factor, listFactors, renameFactor } from './second-factor.contract.ts'
import { NameForm } from './second-factor-form.rules.ts'

export default function FactorNameDialog({ factor, onClose }: { factor: Factor; onClose: () => void }) {
  const form = useRecordForm({
    schema: NameForm,
    values: { name: factor.name },
    save: body => call(renameFactor, { params: { factorId: factor.factor_id }, body }),
    refreshes: [listFactors],
    onSaved: onClose,
  })
  const { Text } = form.fields
  return (
    <Form in="dialog" form={form} title={`Rename ${factor.name}`} submit="Save" onClose={onClose} maxWidth="xs">
      <Text name="name" label="Name" required autoComplete="off" maxLength={60} />
    </Form>
  )
}
