// The choice of a tag, with suggestions (D-OPS-7); loaded with the first form that asks for one.
import { Autocomplete, TextField } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { query } from '@wattdesk/wire/call'
import { FieldFrame } from '../../web/kit/field-frame.tsx'
import { useSession } from '../../web/kit/session.ts'
import { useField } from '../../web/kit/use-field.ts'
import { listAvailableTags, listUserTags } from '../remote-operations/remote-operation.contract.ts'
import { fresh, helpOf, type OperationFieldsProps } from './option-fields.tsx'

/** The tags of the signed-in user valid here; of a user without any, those of the team with no driver. */
export function TagField({ teamId, charger }: OperationFieldsProps) {
  const { email } = useSession().user
  const own = useQuery({
    ...query(listUserTags, { params: { teamId, x: charger.chargepoint_id }, body: { email } }),
    ...fresh,
  })
  const hasNone = own.data?.data.length === 0
  const others = useQuery({
    ...query(listAvailableTags, { params: {}, query: { teamId } }),
    ...fresh,
    enabled: hasNone,
  })
  const asked = hasNone ? others : own
  const tags = (asked.data?.data ?? []).map(t => t.tagId)
  const { field, id, error, off, below, aria } = useField({
    name: 'parameters.idTag',
    label: 'Tag',
    ...helpOf(asked, tags.length === 0, 'No tag is available for this charge point.'),
  })
  return (
    <FieldFrame id={id} label="Tag" required error={error} below={below}>
      <Autocomplete
        id={id}
        options={tags}
        value={field.value === '' ? null : (field.value as string)}
        onChange={(_, tag) => field.onChange(tag ?? '')}
        onBlur={field.onBlur}
        disabled={off}
        renderInput={params => (
          <TextField
            {...params}
            inputRef={field.ref}
            error={error !== undefined}
            placeholder="Select a tag"
            slotProps={{
              ...params.slotProps,
              htmlInput: { ...params.slotProps.htmlInput, ...aria, 'aria-required': true },
            }}
          />
        )}
      />
    </FieldFrame>
  )
}
