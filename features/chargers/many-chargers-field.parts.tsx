// Chargers to choose several of, found by the server as one types: a network has more than a list can hold.
import { Autocomplete, TextField } from '@mui/material'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { query } from '@wattdesk/wire/call'
import { useState } from 'react'
import { FieldFrame } from '../../web/kit/field-frame.tsx'
import { errorText } from '../../web/kit/notices.tsx'
import { useField } from '../../web/kit/use-field.ts'
import { listChargers } from './charger.contract.ts'

const OFFERED = 50

type Props = {
  /** Of the field in its form; its value are the chargers' ids. */
  name: string
  teamId: number
  /** Chargers that are not offered. */
  without?: readonly string[]
  /** As wide as its form. */
  wide?: boolean
}
export function ManyChargersField({ name, teamId, without = [], wide = false }: Props) {
  const [typed, setTyped] = useState('')
  const asked = useQuery({
    ...query(listChargers, {
      params: { teamId },
      query: { page: 1, pageSize: OFFERED, sort: 'chargepoint_id', ...(typed.trim() && { q: typed.trim() }) },
    }),
    placeholderData: keepPreviousData,
  })
  const rows = asked.data?.data ?? []
  const nameOf = new Map(rows.map(c => [c.chargepoint_id, c.chargepoint_name]))
  const more = (asked.data?.total ?? 0) - rows.length
  const help = asked.error ? errorText(asked.error) : more > 0 ? `Type to find others: ${more} more` : undefined
  const { field, id, error, off, below, aria } = useField({ name, label: 'Chargers', ...(help && { help }) })
  const chosen = (field.value ?? []) as string[]
  return (
    <FieldFrame id={id} label="Chargers" required wide={wide} error={error} below={below}>
      <Autocomplete
        multiple
        disableCloseOnSelect
        limitTags={2}
        id={id}
        options={rows.map(c => c.chargepoint_id).filter(c => !without.includes(c))}
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
        getOptionLabel={o => o}
        renderOption={({ key, ...props }, o) => (
          <li key={key} {...props}>
            <span>{o}</span>
            {nameOf.get(o) !== o && <span style={{ marginLeft: 8, opacity: 0.75 }}>{nameOf.get(o)}</span>}
          </li>
        )}
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
