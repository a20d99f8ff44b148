// Chooses one charger of many by its id, as typed. A chunk of its own: lists to choose from with search are heavy.
import { Autocomplete, createFilterOptions, TextField } from '@mui/material'

/** More than a reader looks through; typing narrows them. */
const filterOptions = createFilterOptions<string>({ limit: 100 })

type Props = { id: string; options: readonly string[]; value: string | null; onChange: (id: string | null) => void }
export default function ChargerChoice({ id, options, value, onChange }: Props) {
  return (
    <Autocomplete
      id={id}
      fullWidth
      options={options}
      // What was chosen may be attached meanwhile, and is told of when it is added.
      value={value}
      isOptionEqualToValue={(a, b) => a === b}
      onChange={(_, chosen) => onChange(chosen)}
      filterOptions={filterOptions}
      noOptionsText="No chargers found"
      renderInput={params => <TextField {...params} placeholder="Select a charger" />}
    />
  )
}
