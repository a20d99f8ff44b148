// The fields of tags: one for a start or a reservation, several for a local list.
import { useMemo } from 'react'
import type { FormTarget } from '#control/remote-operations/operations/operation.contract.ts'
import { FoundField } from '#kit/found-field.tsx'
import { useSession } from '#kit/session.ts'
import type { OperationFieldsProps, PickerProps } from './option-fields.tsx'
import { listTags, startTags } from './tag-finder.tsx'

const placeFor = (teamId: number, { chargepoint_pk, chargepoint_id }: FormTarget) => ({
  teamId,
  chargepointPk: chargepoint_pk,
  chargepointId: chargepoint_id,
})

/** A tag of the signed-in user, any other tag that the server finds, or a typed one (D-OPS-7). */
export function TagField({ teamId, charger, name, input, required }: PickerProps) {
  const { email } = useSession().user
  const finder = useMemo(() => startTags(placeFor(teamId, charger), email), [teamId, charger, email])
  return (
    <FoundField
      name={name}
      label={input.label}
      required={required}
      none=""
      finder={finder}
      takesTyped
      placeholder="Select a tag"
      noOptionsText="No tag found"
      help="Search by tag, driver, phone or e-mail, or type a tag"
      helpOf={total => (total === 0 ? 'No tag is available for this charge point. Type one.' : undefined)}
    />
  )
}

export type TagsFieldProps = OperationFieldsProps & {
  name: `parameters.${string}`
  label: string
  help?: string
  /** Takes a tag that the portal does not know too. */
  takesTyped?: boolean
}
/** Several tags of a local list. */
export function TagsField({ teamId, charger, takesTyped = false, ...field }: TagsFieldProps) {
  const finder = useMemo(() => listTags(placeFor(teamId, charger)), [teamId, charger])
  return (
    <FoundField
      {...field}
      wide
      multiple
      finder={finder}
      takesTyped={takesTyped}
      placeholder="Search tags"
      noOptionsText="No tag found"
    />
  )
}
