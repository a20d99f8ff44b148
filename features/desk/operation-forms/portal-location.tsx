// Where a charge point is to leave a file: the portal's own address, unless another one is typed (S-FILES).
import { useQuery } from '@tanstack/react-query'
import { query } from '@wattdesk/wire/call'
import { useEffect } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { listChargerFiles } from '#control/charger-files/charger-file.contract.ts'
import { boundFields } from '#kit/fields.tsx'
import type { PickerProps, Values } from './option-fields.tsx'

const { Text } = boundFields<Values>()

export function PortalLocation({ teamId, charger, name, input: { label, help = '' }, required }: PickerProps) {
  const { setValue, getFieldState, getValues } = useFormContext()
  const typed = useWatch({ name }) as string
  const q = useQuery(query(listChargerFiles, { params: { teamId, id: String(charger.chargepoint_pk) } }))
  const ours = q.data?.uploadUrl
  useEffect(() => {
    if (ours !== undefined && getValues(name) === '' && !getFieldState(name).isDirty) setValue(name, ours)
  }, [ours, name, getFieldState, getValues, setValue])
  return (
    <Text
      name={name}
      label={label}
      required={required}
      wide
      help={
        typed !== '' && typed === ours
          ? 'This portal: the file appears under Files on the page of the charge point.'
          : help
      }
    />
  )
}
