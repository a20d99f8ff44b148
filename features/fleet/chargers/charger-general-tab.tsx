// The General tab of a charger: for a stored charger first its present state, then its description.
import { FormControlLabel, Switch } from '@mui/material'
import { type ReactNode, useState } from 'react'
import { FieldFrame } from '#kit/field-frame.tsx'
import { type RecordForm, Section } from '#kit/form.tsx'
import { useField } from '#kit/use-field.ts'
import type { Charger } from './charger.contract.ts'
import { ChargerAdditional } from './charger-additional.tsx'
import { ChargerConnectors } from './charger-connectors.tsx'
import type { Values } from './charger-form.rules.ts'
import { ChargerLiveView } from './charger-live-view.tsx'
import { ChargerPhotos } from './charger-photos.tsx'

const same = <V extends string>(...values: readonly V[]) => values.map(v => ({ value: v, label: v }))

/** An active charger springs back when it is turned off; an inactive one can be turned on (D-CHARGER-5). */
function ActiveSwitch({ stored }: { stored: boolean }) {
  const [wasTried, setTried] = useState(false)
  const { field, id, error, off, below, aria } = useField({
    name: 'isActive',
    label: 'Active',
    ...(wasTried && { help: 'An active charge point cannot be made inactive here.' }),
  })
  return (
    <FieldFrame id={id} label="Active" error={error} below={below} labelled={false}>
      <FormControlLabel
        label="Active"
        disabled={off}
        control={
          <Switch
            id={id}
            checked={field.value === true}
            onBlur={field.onBlur}
            onChange={e => {
              setTried(stored && !e.target.checked)
              field.onChange(stored || e.target.checked)
            }}
            slotProps={{ input: { ref: field.ref, ...aria } }}
          />
        }
      />
    </FieldFrame>
  )
}

type Props = {
  form: RecordForm<Values>
  charger: Charger | undefined
  /** The health of the charger, in a card. */
  health: ReactNode
  /** The team chosen. */
  teamId: number
  teamField: ReactNode
  siteField: ReactNode
  withCategory: boolean
  onKeySent: ((taskId: string) => void) | undefined
}
export function ChargerGeneralTab({
  form,
  charger,
  health,
  teamId,
  teamField,
  siteField,
  withCategory,
  onKeySent,
}: Props) {
  const { Text, Select, Switch: Toggle, Multiline } = form.fields
  return (
    <>
      {health}
      {charger && <ChargerLiveView charger={charger} />}
      <Section title="Basic Information">
        <Text
          name="chargepoint_id"
          label="Charger ID"
          required
          autoComplete="off"
          {...(!charger && { help: 'As the charge point names itself when it connects.' })}
          {...(charger &&
            !form.readOnly && {
              help: 'Can be changed while the charge point has no transactions and is not connected.',
            })}
        />
        <Text name="chargepoint_name" label="Charger Name" required autoComplete="off" />
        {teamField}
        <Select name="charger_type" label="Charger Type" required options={same('AC', 'DC')} />
        <Select
          name="registrationStatus"
          label="Registration Status"
          required
          options={same('Pending', 'Accepted', 'Rejected')}
          help="Charging needs Accepted."
        />
        <Select name="access_level" label="Access Level" required options={same('Public', 'Private', 'Semi-Public')} />
        {siteField}
        {withCategory && (
          <Select
            name="charger_category"
            label="Charger Category"
            options={[
              { value: 'paid', label: 'Paid' },
              { value: 'free', label: 'Free' },
            ]}
          />
        )}
        <Text name="adminAddress" label="Admin Address" wide={withCategory} />
        <ActiveSwitch stored={charger?.isActive ?? true} />
        <Toggle name="showOnPortal" label="Show On Portal" />
        <Multiline name="description" label="Description" rows={2} wide />
        <Multiline name="note" label="Notes" rows={2} wide />
      </Section>
      <ChargerConnectors form={form} charger={charger} teamId={teamId} />
      <ChargerAdditional form={form} charger={charger} onKeySent={onKeySent} />
      <ChargerPhotos />
      <Section title="Contact" help="Whom drivers can turn to.">
        <Text name="operator_number1" label="Operator Number 1" type="tel" autoComplete="off" />
        <Text name="operator_number2" label="Operator Number 2" type="tel" autoComplete="off" />
        <Text name="operator_email" label="Operator Email" type="email" autoComplete="off" />
      </Section>
    </>
  )
}
