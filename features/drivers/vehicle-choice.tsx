// Chooses one vehicle of many by its plate, make or model, as typed. A chunk of its own: lists to choose from with search
// are heavy.
import { Autocomplete, createFilterOptions, TextField } from '@mui/material'
import type { AvailableVehicle } from '../vehicles/vehicle.contract.ts'

export const nameOf = (v: AvailableVehicle): string =>
  [v.registration_number, [v.make, v.model].filter(Boolean).join(' ')].filter(Boolean).join(', ')
/** More than a reader looks through; typing narrows them. */
const filterOptions = createFilterOptions<AvailableVehicle>({ limit: 100, stringify: nameOf })

type Props = {
  id: string
  options: readonly AvailableVehicle[]
  value: AvailableVehicle | null
  error: string | undefined
  onChange: (vehicle: AvailableVehicle | null) => void
}
export default function VehicleChoice({ id, options, value, error, onChange }: Props) {
  return (
    <Autocomplete
      id={id}
      fullWidth
      options={options}
      value={value}
      isOptionEqualToValue={(a, b) => a.vehicle_id === b.vehicle_id}
      getOptionLabel={nameOf}
      getOptionKey={v => v.vehicle_id}
      onChange={(_, chosen) => onChange(chosen)}
      filterOptions={filterOptions}
      noOptionsText="No vehicles found"
      renderInput={params => (
        <TextField
          {...params}
          placeholder="Select a vehicle"
          error={error !== undefined}
          slotProps={{
            ...params.slotProps,
            htmlInput: {
              ...params.slotProps.htmlInput,
              ...(error && { 'aria-invalid': true, 'aria-describedby': `${id}-below` }),
            },
          }}
        />
      )}
    />
  )
}
