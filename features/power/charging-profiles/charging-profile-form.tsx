// The form of a charging profile: its name and purpose, its validity, its schedule. A TxProfile is valid as long as its
// session, so its validity is disabled and empty (D-CP-3).

import { useEffect } from 'react'
import { Form, Section } from '#kit/form.tsx'
import { usePageForm } from '#kit/use-page-form.ts'
import { LIST } from './charging-profile.actions.ts'
import {
  type ChargingProfile,
  createChargingProfile,
  getChargingProfile,
  listChargingProfiles,
  updateChargingProfile,
} from './charging-profile.contract.ts'
import { type ChargingProfileBody, ChargingProfileForm as Schema } from './charging-profile-body.contract.ts'
import { KINDS, PURPOSES, RATE_UNITS, RECURRENCIES } from './profile-choices.words.ts'
import { blank, type Values, valuesOf } from './profile-form.rules.ts'
import { SchedulePeriods } from './schedule-periods.tsx'

const optionsOf = (words: readonly string[]) => words.map(value => ({ value, label: value }))
const recurrencies = [{ value: '', label: 'None' }, ...optionsOf(RECURRENCIES)]
const NO_VALIDITY = 'A TxProfile holds as long as its session'

const startOf = (profile?: ChargingProfile): Values => (profile ? valuesOf(profile) : blank)
const calls = {
  list: listChargingProfiles,
  read: getChargingProfile,
  create: createChargingProfile,
  change: updateChargingProfile,
}

type Props = { profile?: ChargingProfile; tag?: string | undefined; readOnly: boolean }
export function ChargingProfileForm({ profile, tag, readOnly }: Props) {
  const page = usePageForm<Values, ChargingProfileBody, ChargingProfile>({
    schema: Schema,
    valuesOf: startOf,
    stored: profile && { id: profile.charging_profile_pk, record: profile, tag },
    calls,
    list: LIST,
    readOnly,
  })
  const { form } = page
  const { watch, setValue, clearErrors } = form.rhf
  const isOfSession = watch('charging_profile_purpose') === 'TxProfile'
  const unit = watch('charging_rate_unit') || 'A'
  const isRecurring = watch('charging_profile_kind') === 'Recurring'
  useEffect(() => {
    if (!isOfSession) return
    for (const name of ['valid_from', 'valid_to'] as const) setValue(name, '', { shouldDirty: true })
    clearErrors(['valid_from', 'valid_to'])
  }, [isOfSession, setValue, clearErrors])
  const { Text, Number: Figure, Select, Multiline } = form.fields
  const validity = { type: 'datetime-local', required: !isOfSession, disabled: isOfSession } as const
  return (
    <Form {...page} label="Charging profile" submit="Save Changes" submitting="Saving...">
      <Section title="Profile" help="Chargers know a profile by its id; of two with one id the later takes the place.">
        <Figure name="charging_profile_id" label="Profile Id" required />
        <Figure name="stack_level" label="Stack Level" required help="The higher level goes before the lower" />
        <Text name="description" label="Description" required wide />
        <Select name="charging_profile_purpose" label="Purpose" required options={optionsOf(PURPOSES)} />
        <Select name="charging_profile_kind" label="Kind" required options={optionsOf(KINDS)} />
        <Select
          name="recurrency_kind"
          label="Recurrency"
          disabled={!isRecurring}
          options={recurrencies}
          help={isRecurring ? 'None: it is sent as Daily' : 'Of recurring profiles'}
        />
        <Select name="charging_rate_unit" label="Charging Rate Unit" required options={optionsOf(RATE_UNITS)} />
        <Figure
          name="min_charging_rate"
          label="Min Charging Rate"
          unit={unit}
          help="Below this rate charging is not efficient"
        />
        <Multiline name="note" label="Note" required wide rows={2} />
      </Section>
      <Section title="Validity" help="Times are those of this browser's clock.">
        <Text name="valid_from" label="Valid From" {...validity} {...(isOfSession && { help: NO_VALIDITY })} />
        <Text name="valid_to" label="Valid To" {...validity} {...(isOfSession && { help: NO_VALIDITY })} />
        <Text
          name="start_schedule"
          label="Start Schedule"
          type="datetime-local"
          help="Empty: an absolute or recurring schedule starts at Valid From"
        />
        <Figure name="duration_in_seconds" label="Duration" unit="s" help="Empty: the last limit holds on" />
      </Section>
      <SchedulePeriods form={form} />
    </Form>
  )
}
