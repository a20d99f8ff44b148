// Chargers to attach, found by the server as one types; those that are attached already are not offered.
import { Autocomplete, TextField } from '@mui/material'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { query } from '@wattdesk/wire/call'
import { useState } from 'react'
import { FieldFrame } from '../../web/kit/field-frame.tsx'
import { errorText } from '../../web/kit/notices.tsx'
import { useField } from '../../web/kit/use-field.ts'
import { listChargers } from '../chargers/charger.contract.ts'

const OFFERED = 50

export function ChargersField({ teamId, attached }: { teamId: number; attached: readonly string[] }) {
  const [typed, setTyped] = useState('')
  const asked = useQuery({
    ...query(listChargers, {
      params: { teamId },
      query: { page: 1, pageSize: OFFERED, sort: 'chargepoint_id', ...(typed.trim() && { q: typed.trim() }) },
    }),
    placeholderData: keepPreviousData,
  })
  const rows = asked.data?.data ?? []
  const more = (asked.data?.total ?? 0) - rows.length
  const help = asked.error ? errorText(asked.error) : more > 0 ? `Type to find others: ${more} more` : undefined
  const { field, id, error, off, below, aria } = useField({
    ...{ name: 'chargerIds', label: 'Chargers' },
    ...(help && { help }),
  })
  const chosen = (field.value ?? []) as string[]
  return (
    <FieldFrame id={id} label="Chargers" required wide error={error} below={below}>
      <Autocomplete
        multiple
        disableCloseOnSelect
        limitTags={2}
        id={id}
        options={rows.map(c => c.chargepoint_id).filter(c => !attached.includes(c))}
        // The server has searched.
        filterOptions={options => options}
        clearText="Choose none"
        loading={asked.isPending}
        value={chosen}
        inputValue={typed}
        onInputChange={(_, text, why) => {
          if (why !== 'reset' && why !== 'selectOption') setTyped(text)
        }}
        onChange={(_, now) => field.onChange(now)}
        onBlur={() => {
          setTyped('')
          field.onBlur()
        }}
        disabled={off}
        renderInput={params => (
          <TextField
            {...params}
            inputRef={field.ref}
            error={error !== undefined}
            {...(chosen.length === 0 && { placeholder: 'Search chargers' })}
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
